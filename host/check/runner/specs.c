/* Arguments as text. A counter generates random numbers, equal on all systems. */
#include "runner/specs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t mixed(uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

static void put(char *to, char element, uint32_t bytes, double real, uint64_t integer) {
    float f = (float)real;
    if (element == 'f' && bytes == 4)
        memcpy(to, &f, 4);
    else if (element == 'f')
        memcpy(to, &real, 8);
    else
        memcpy(to, &integer, bytes);
}

static bool array(const char *kind, const char *text, struct check_data *data, char *why, size_t room) {
    char element;
    unsigned bits;
    unsigned long long count;
    int end = 0;
    bool ok = sscanf(text, "%c%u[%llu]%n", &element, &bits, &count, &end) == 3 && end > 0 && !text[end];
    ok = ok && strchr("iuf", element) &&
         (bits == 32 || bits == 64 || (element != 'f' && (bits == 8 || bits == 16)));
    if (!ok || count == 0 || count > (1u << 27)) {
        snprintf(why, room, "%s:%s: expected a type and a size, as in %s:u32[512]", kind, text, kind);
        return false;
    }
    *data = (struct check_data){calloc(count, bits / 8), count * (bits / 8), element, bits / 8};
    for (uint64_t i = 0; data->bytes && i < count && strcmp(kind, "zeros") != 0; ++i) {
        uint32_t r = mixed((uint32_t)i + 1);
        bool iota = !strcmp(kind, "iota");
        put(data->bytes + i * (bits / 8), element, bits / 8, iota ? (double)i : r / 4294967296.0,
            iota ? i : r);
    }
    if (!data->bytes) snprintf(why, room, "no memory for %s:%s", kind, text);
    return data->bytes != NULL;
}

static bool value(const struct check_parameter *p, const char *text, struct check_data *data, char *why,
                  size_t room) {
    char *end_real, *end_integer;
    errno = 0;
    double real = strtod(text, &end_real);
    long long integer = strtoll(text, &end_integer, 0);
    bool is_real = !strncmp(p->type, "float", 5) || !strncmp(p->type, "double", 6);
    if (!*text || (is_real ? *end_real : *end_integer) || errno || p->bytes == 0 || p->bytes > 8 ||
        strpbrk(p->type, "0123456789")) {
        snprintf(why, room, "%s=%s: expected a number of type %s", p->name, text, p->type);
        return false;
    }
    *data = (struct check_data){calloc(1, 8), p->bytes, is_real ? 'f' : 'i', p->bytes};
    if (data->bytes) put(data->bytes, data->element, p->bytes, real, (uint64_t)integer);
    return data->bytes != NULL;
}

bool specs_read(const struct check_parameter *p, const char *text, struct check_data *data, char *why,
                size_t room) {
    static const char *const kinds[] = {"zeros", "random", "iota"};
    if (p->space == CHECK_LOCAL_SPACE) {
        char *end;
        unsigned long long bytes = !strncmp(text, "local:", 6) ? strtoull(text + 6, &end, 10) : 0;
        *data = (struct check_data){NULL, bytes, 'u', 4};
        if (bytes && !*end && bytes <= CHECK_LOCAL_MEMORY) return true;
        snprintf(why, room, "%s=%s: expected local: and a number of bytes up to %u, as in local:512", p->name,
                 text, (unsigned)CHECK_LOCAL_MEMORY);
        return false;
    }
    if (p->space == CHECK_PRIVATE) return value(p, text, data, why, room);
    for (size_t i = 0; i < 3; ++i) {
        size_t n = strlen(kinds[i]);
        if (!strncmp(text, kinds[i], n) && text[n] == ':')
            return array(kinds[i], text + n + 1, data, why, room);
    }
    snprintf(why, room, "%s=%s: expected an array, as in zeros:u32[512], random:f32[512] or iota:i32[512]",
             p->name, text);
    return false;
}

void specs_suggest(const struct check_parameter *p, uint64_t items, char *text, size_t room) {
    static const struct {
        const char *name, *type;
    } types[] = {{"float", "f32"}, {"double", "f64"}, {"uchar", "u8"}, {"char", "i8"}, {"ushort", "u16"},
                 {"short", "i16"}, {"ulong", "u64"},  {"long", "i64"}, {"int", "i32"}};
    const char *type = "u32";
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i)
        if (!strncmp(p->type, types[i].name, strlen(types[i].name))) {
            type = types[i].type;
            break;
        }
    if (p->space == CHECK_LOCAL_SPACE)
        snprintf(text, room, "--arg %s=local:4096", p->name);
    else if (p->space == CHECK_PRIVATE)
        snprintf(text, room, "--arg %s=%llu", p->name, (unsigned long long)items);
    else
        snprintf(text, room, "--arg %s=%s:%s[%llu]", p->name, p->is_const ? "random" : "zeros", type,
                 (unsigned long long)items);
}
