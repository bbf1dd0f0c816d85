/* Text of LLVM's intermediate code: "define ... spir_kernel void @NAME(...) ... !kernel_arg_type !7", and "!7
 * = !{!"float*"}". */
#include "compile/kernels.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text after "!{" of the node that a line's "!KEY !N" names, or NULL. */
static const char *node(const char *text, const char *line, const char *key) {
    const char *end = strchr(line, '\n'), *at = strstr(line, key);
    if (!at || (end && at > end)) return NULL;
    at += strlen(key);
    if (*at != ' ' || at[1] != '!') return NULL;
    char head[32];
    snprintf(head, sizeof head, "\n!%d = !{", atoi(at + 2));
    const char *found = strstr(text, head);
    return found ? found + strlen(head) : NULL;
}

/* The next string of a node, unquoted; NULL at its end. */
static const char *next_string(const char *at, char out[], size_t bytes) {
    while (*at && *at != '\n' && *at != '"') ++at;
    if (*at != '"') return NULL;
    size_t n = 0;
    for (++at; *at && *at != '"'; ++at)
        if (n + 1 < bytes) out[n++] = *at;
    out[n] = '\0';
    return *at ? at + 1 : NULL;
}

/* The numbers "i32 N" of a node. */
static uint32_t numbers(const char *at, uint32_t out[], uint32_t most) {
    uint32_t n = 0;
    if (!at) return 0;
    for (const char *end = strchr(at, '\n'); end && n < most;) {
        at = strstr(at, "i32 ");
        if (!at || at > end) break;
        at += 4;
        out[n++] = (uint32_t)strtoul(at, NULL, 10);
    }
    return n;
}

static uint32_t size_of(const char *type) {
    static const struct {
        const char *name;
        uint32_t bytes;
    } types[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"int", 4},    {"uint", 4},
                 {"long", 8}, {"ulong", 8}, {"half", 2},  {"float", 4},  {"double", 8}, {"size_t", 8}};
    size_t n = strcspn(type, "0123456789");
    uint32_t lanes = type[n] ? (uint32_t)strtoul(type + n, NULL, 10) : 1;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i)
        if (strlen(types[i].name) == n && !strncmp(types[i].name, type, n))
            return types[i].bytes * (lanes == 3 ? 4 : lanes);
    return 0;
}

static uint32_t size_of_element(const char *pointer) {
    char type[96];
    const size_t length = strcspn(pointer, "*");
    if (strcmp(pointer + length, "*") != 0 || length >= sizeof type) return 0;
    snprintf(type, sizeof type, "%.*s", (int)length, pointer);
    return size_of(type);
}

static bool read_parameters(const char *text, const char *line, struct check_kernel *k) {
    uint32_t spaces[CHECK_ARGUMENTS];
    k->parameters = numbers(node(text, line, "!kernel_arg_addr_space"), spaces, CHECK_ARGUMENTS);
    k->parameter = calloc(k->parameters + 1, sizeof *k->parameter);
    if (!k->parameter) return false;
    const char *type = node(text, line, "!kernel_arg_type"), *name = node(text, line, "!kernel_arg_name");
    const char *base = node(text, line, "!kernel_arg_base_type"),
               *qualifier = node(text, line, "!kernel_arg_type_qual");
    for (uint32_t i = 0; i < k->parameters; ++i) {
        struct check_parameter *p = &k->parameter[i];
        char word[96] = "", base_type[160] = "";
        if (type) type = next_string(type, p->type, sizeof p->type);
        if (name) name = next_string(name, p->name, sizeof p->name);
        if (base) base = next_string(base, base_type, sizeof base_type);
        if (qualifier) qualifier = next_string(qualifier, word, sizeof word);
        p->space = spaces[i] <= 3 ? (enum check_space)spaces[i] : CHECK_GLOBAL;
        p->is_const = strstr(word, "const") != NULL || p->space == CHECK_CONSTANT;
        p->is_restrict = strstr(word, "restrict") != NULL;
        p->is_volatile = strstr(word, "volatile") != NULL;
        p->element = size_of_element(p->type) ? size_of_element(p->type) : size_of_element(base_type);
        p->bytes = size_of(p->type) ? size_of(p->type) : size_of(base_type);
    }
    return true;
}

bool kernels_read(const char *text, struct check_program *program) {
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        const char *end = strchr(line, '\n'), *at = strstr(line, " @");
        if (strncmp(line, "define ", 7) != 0 || !at || !end || at > end) continue;
        const char *metadata = strstr(line, "!kernel_arg_addr_space");
        if (!metadata || metadata > end) continue;
        struct check_kernel *more = realloc(program->kernel, (program->kernels + 1) * sizeof *more);
        if (!more) return false;
        program->kernel = more;
        struct check_kernel *k = &more[program->kernels++];
        memset(k, 0, sizeof *k);
        snprintf(k->name, sizeof k->name, "%.*s", (int)strcspn(at + 2, "("), at + 2);
        numbers(node(text, line, "!reqd_work_group_size"), k->required, 3);
        numbers(node(text, line, "!intel_reqd_sub_group_size"), &k->width, 1);
        if (!read_parameters(text, line, k)) return false;
    }
    return true;
}

char *kernels_wrappers(const struct check_program *program) {
    size_t room = 512, used = 0;
    for (uint32_t k = 0; k < program->kernels; ++k) room += 512 + 256 * program->kernel[k].parameters;
    char *text = malloc(room);
    if (!text) return NULL;
    static const char *const spaces[] = {"", "__global", "__constant", "__local"};
    used += (size_t)snprintf(
        text, room, "\n#line 1 \"crosslane_check\"\n#pragma clang diagnostic ignored \"-Weverything\"\n");
    for (uint32_t k = 0; k < program->kernels; ++k) {
        const struct check_kernel *kernel = &program->kernel[k];
        used += (size_t)snprintf(text + used, room - used,
                                 "__attribute__((no_sanitize(\"kernel-address\"))) void "
                                 "xlc_call_%s(__private void *__private const *xlc_given) { %s(",
                                 kernel->name, kernel->name);
        for (uint32_t i = 0; i < kernel->parameters; ++i) {
            const struct check_parameter *p = &kernel->parameter[i];
            const char *comma = i ? ", " : "";
            if (p->space == CHECK_PRIVATE)
                used += (size_t)snprintf(text + used, room - used, "%s*(__private const %s *)xlc_given[%u]",
                                         comma, p->type, i);
            else
                used +=
                    (size_t)snprintf(text + used, room - used, "%s*(%s void *__private const *)xlc_given[%u]",
                                     comma, spaces[p->space], i);
        }
        used += (size_t)snprintf(text + used, room - used, "); }\n");
    }
    return text;
}

void kernels_functions(const char *text, void (*found)(void *context, const char *name, size_t length),
                       void *context) {
    for (const char *at = text; (at = strstr(at, "\ndeclare ")) != NULL; ++at) {
        const char *name = strchr(at + 1, '@');
        if (!name) return;
        size_t n = strcspn(++name, "(\n");
        if (n > 2 && !strncmp(name, "_Z", 2)) found(context, name, n);
    }
}
