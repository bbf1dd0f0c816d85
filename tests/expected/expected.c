#include "expected/expected.h"
#include "cases/case.h"
#include "plan/plan_make.h"
#include "table/lookup.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_ARRAYS = 8,
    MOST_SCALARS = 4,
    MOST_WAYS = 24,
    LINE = 4096,
    MOST_ELEMENTS = 20000,
    GUARD = 16,
    UNTOUCHED = 0xab
};

typedef struct expected_array {
    char name[32];
    xl_type type;
    bool output, bits; /* bits: floats are compared bit by bit */
    size_t count;
    uint64_t *value; /* the bits of each element; owned */
    char *unsaid;    /* '?': undefined, '-': ignored, 0: neither; owned */
} expected_array;

typedef struct expected_problem {
    const char *algorithm;
    char settings[256], run[128], way[MOST_WAYS][512];
    int ways, arrays;
    bool own_ways; /* otherwise the last problem's */
    double within;
    expected_array array[MOST_ARRAYS];
} expected_problem;

/* ---- reading ------------------------------------------------------------------------------------------- */

/* Not an assertion: problems are counted before the first test. */
static FILE *open_file(const char *algorithm) {
    char path[1024];
    snprintf(path, sizeof path, XL_TEST_SOURCE_DIR "/tests/expected/%s.txt", algorithm);
    return fopen(path, "r");
}

static bool read_line(FILE *file, char line[LINE]) {
    size_t used = 0;
    for (int next; (next = getc(file)) != EOF;) {
        ungetc(next, file);
        if (used > 0 && next != ' ') return true;
        if (!fgets(line + used, (int)(LINE - used), file)) return false;
        if (used == 0 && (line[0] == '#' || line[0] == '\n')) continue;
        used += strcspn(line + used, "\n");
        line[used] = '\0';
    }
    return used > 0;
}

static const char *behind(const char *line, const char *word) {
    const size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (!line[length] || line[length] == ' ')
               ? line + length + strspn(line + length, " ")
               : NULL;
}

int expected_count(const char *algorithm) {
    char line[LINE];
    FILE *const file = open_file(algorithm);
    int count = 0;
    if (!file) return 1; /* which fails */
    while (read_line(file, line)) count += behind(line, "problem") || behind(line, "also");
    fclose(file);
    return count;
}

static uint64_t element_of(const char *text, xl_type type, char **end) {
    uint64_t bits = 0;
    if (text[0] == '0' && text[1] == 'x') return strtoull(text, end, 16);
    if (type == XL_F64) {
        const double value = strtod(text, end);
        memcpy(&bits, &value, sizeof value);
    } else if (type == XL_F32) {
        const float value = strtof(text, end);
        uint32_t word = 0;
        memcpy(&word, &value, sizeof value);
        bits = word;
    } else {
        bits = strtoull(text, end, 10); /* a number below 0 wraps */
    }
    return bits;
}

static void add_element(expected_array *array, uint64_t bits, char unsaid) {
    const size_t size = xl_type_size(array->type);
    ck_assert_uint_lt(array->count, MOST_ELEMENTS);
    array->unsaid[array->count] = unsaid;
    array->value[array->count++] = size < 8 ? bits & ((UINT64_C(1) << 8 * size) - 1) : bits;
}

static void read_array(expected_problem *k, const char *text, bool output) {
    expected_array *const a = &k->array[k->arrays++];
    char type[8];
    int used = 0;
    ck_assert_int_le(k->arrays, MOST_ARRAYS);
    *a = (expected_array){.output = output};
    ck_assert_msg(sscanf(text, "%31s %7[a-z0-9]:%n", a->name, type, &used) == 2 && used > 0, "'%s'", text);
    a->type = xl__type_named(type, strlen(type));
    a->bits = strncmp(text + used, " 0x", 3) == 0;
    a->value = calloc(MOST_ELEMENTS, sizeof *a->value);
    a->unsaid = calloc(MOST_ELEMENTS, 1);
    ck_assert(a->value && a->unsaid && a->type != XL_TYPE_NONE);
    for (char *at = (char *)text + used + strspn(text + used, " "), *end; *at; at = end + strspn(end, " ")) {
        const char unsaid = *at == '?' || (*at == '-' && strchr(" *", at[1])) ? *at : 0;
        uint64_t bits = unsaid ? 0 : element_of(at, a->type, &end), times = 1;
        if (unsaid) end = at + 1;
        if (end[0] == '*') times = strtoull(end + 1, &end, 10);
        for (; times > 0; times--) add_element(a, bits, unsaid);
        if (end[0] == '.')
            for (const uint64_t last = strtoull(end + 2, &end, 10); bits < last;) add_element(a, ++bits, 0);
        ck_assert_msg(end > at && (*end == ' ' || !*end), "%s has no number at '%s'", a->name, at);
    }
}

static void free_arrays(expected_problem *k, bool inputs_too) {
    int kept = 0;
    for (int i = 0; i < k->arrays; i++)
        if (k->array[i].output || inputs_too) {
            free(k->array[i].value);
            free(k->array[i].unsaid);
        } else {
            k->array[kept++] = k->array[i];
        }
    k->arrays = kept;
}

static void read_part(expected_problem *k, const char *line) {
    const char *rest;
    if ((rest = behind(line, "problem")) || (rest = behind(line, "also"))) {
        free_arrays(k, line[0] == 'p');
        if (line[0] == 'p') k->within = 0;
        k->own_ways = false;
        k->run[0] = '\0';
        snprintf(k->settings, sizeof k->settings, "%s", rest);
    } else if ((rest = behind(line, "run"))) {
        snprintf(k->run, sizeof k->run, "%s", rest);
    } else if ((rest = behind(line, "within"))) {
        k->within = strtod(rest, NULL);
    } else if ((rest = behind(line, "in")) || (rest = behind(line, "out"))) {
        read_array(k, rest, line[0] == 'o');
    } else if ((rest = behind(line, "by")) && k->ways < MOST_WAYS) {
        if (!k->own_ways) k->ways = 0;
        k->own_ways = true;
        snprintf(k->way[k->ways++], sizeof k->way[0], "%s", rest);
    } else {
        ck_abort_msg("%s: '%s' is no line of a problem", k->algorithm, line);
    }
}

static void read_problem(const char *algorithm, int index, expected_problem *k) {
    char line[LINE];
    FILE *const file = open_file(algorithm);
    ck_assert_msg(file != NULL, "tests/expected/%s.txt cannot be read", algorithm);
    *k = (expected_problem){.algorithm = algorithm};
    for (int problem = -1; read_line(file, line);) {
        problem += behind(line, "problem") || behind(line, "also");
        if (problem > index) break;
        read_part(k, line);
    }
    fclose(file);
    ck_assert_msg(k->ways > 0 && k->arrays > 0, "%s: no problem %d", algorithm, index);
}

/* ---- comparing ----------------------------------------------------------------------------------------- */

/* An infinity only equals itself. */
static bool is_near(const expected_problem *k, double is, double right) {
    if (is == right || isnan(right) || isinf(right)) return is == right || (isnan(is) && isnan(right));
    return fabs(is - right) <= k->within * fmax(1, fabs(right));
}

static bool is_right(const expected_problem *k, const expected_array *a, uint64_t got, uint64_t wanted) {
    if (!tool_is_floating(a->type) || a->bits) return got == wanted;
    return is_near(k, tool_value_double(tool_value_at(&got, a->type, 0)),
                   tool_value_double(tool_value_at(&wanted, a->type, 0)));
}

static int by_bits(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void expect(const expected_problem *k, const expected_array *a, const void *memory, bool sorted,
                   const char *who) {
    uint64_t got[MOST_ELEMENTS] = {0}, wanted[MOST_ELEMENTS];
    const size_t size = xl_type_size(a->type);
    for (size_t i = 0; i < a->count; i++) memcpy(&got[i], (const char *)memory + i * size, size);
    memcpy(wanted, a->value, a->count * sizeof *wanted);
    if (sorted) {
        qsort(got, a->count, sizeof *got, by_bits);
        qsort(wanted, a->count, sizeof *wanted, by_bits);
    }
    for (size_t i = 0; i < a->count; i++) {
        char is[TOOL_VALUE_TEXT], right[TOOL_VALUE_TEXT];
        if (a->unsaid[i] || is_right(k, a, got[i], wanted[i])) continue;
        ck_abort_msg("%s %s, %s: %s[%zu] is %s, 0x%llx, expected %s, 0x%llx", k->algorithm, k->settings, who,
                     a->name, i, tool_value_text(tool_value_at(&got[i], a->type, 0), is, sizeof is),
                     (unsigned long long)got[i],
                     tool_value_text(tool_value_at(&wanted[i], a->type, 0), right, sizeof right),
                     (unsigned long long)wanted[i]);
    }
}

/* The case's reference must give the same results, with bounds at least this narrow. */
static const double NARROW = 1e-4;

static void check_expected(const expected_problem *k, const expected_array *a, const tool_expected *e,
                           bool sorted) {
    ck_assert_msg(e->elements >= a->count && e->type == a->type, "%s: %s", k->settings, a->name);
    if (e->exact) expect(k, a, e->exact, sorted, "reference");
    for (size_t n = 0; !e->exact && n < a->count; n++) {
        const double right = tool_value_double(tool_value_at(&a->value[n], a->type, 0)), is = e->value[n];
        const double size = fmax(1, fabs(right)), allowed = e->allowed[n];
        ck_assert_msg(isinf(allowed) == (a->unsaid[n] == '?') || a->unsaid[n] == '-',
                      "%s %s: %s[%zu] may be off by %g", k->algorithm, k->settings, a->name, n, allowed);
        if (a->unsaid[n]) continue;
        if (!is_near(k, is, right))
            ck_abort_msg("%s %s: %s[%zu] is %.9g by the reference, expected %.9g", k->algorithm, k->settings,
                         a->name, n, is, right);
        if (allowed > NARROW * size)
            ck_abort_msg("%s %s: %s[%zu] may be off by %g", k->algorithm, k->settings, a->name, n, allowed);
    }
}

static void fill_input(const expected_problem *k, const expected_array *a, tool_array *in) {
    const size_t size = xl_type_size(a->type), used = tool_array_elements(in); /* the rest is not read */
    ck_assert_msg(used <= a->count, "%s: %s has %zu elements, of %zu", k->settings, a->name, a->count, used);
    for (size_t e = 0; e < used; e++) memcpy((char *)in->data + e * size, &a->value[e], size);
}

static void check_reference(const expected_problem *k, const xl__problem *problem) {
    const tool_case *const cs = tool_find_case(k->algorithm);
    tool_data data = {.elements = {0}};
    xl_error error = {0};
    int at[MOST_ARRAYS];
    for (int i = 0; i < k->arrays; i++) {
        const expected_array *const a = &k->array[i];
        at[i] = xl__find_array(cs->algorithm, a->name);
        ck_assert_msg(at[i] >= 0, "%s has no array '%s'", k->algorithm, a->name);
        if (a->output) continue;
        ck_assert_int_eq(tool_data_allocate(problem, cs->algorithm, at[i], &data, &error), XL_SUCCESS);
        fill_input(k, a, &data.in[at[i]]);
    }
    ck_assert_int_eq(tool_data_allocate_expected(problem, cs->algorithm, &data, &error), XL_SUCCESS);
    ck_assert_msg(tool_data_expect(cs, problem, &data, &error) == XL_SUCCESS, "%s", error.text);
    for (int i = 0; i < k->arrays; i++)
        if (k->array[i].output)
            check_expected(k, &k->array[i], &data.expected[at[i]],
                           xl__in_any_order(cs->algorithm, problem->strategy, at[i]));
    tool_data_free(&data);
}

/* ---- running ------------------------------------------------------------------------------------------- */

/* Of the plan's size, with a guard after it. */
static cl_mem upload(const expected_array *a, size_t room) {
    const size_t size = xl_type_size(a->type), used = a->count * size,
                 bytes = (room > used ? room : used) + GUARD;
    char *const memory = malloc(bytes);
    cl_int status = CL_SUCCESS;
    ck_assert_ptr_nonnull(memory);
    memset(memory, UNTOUCHED, bytes);
    for (size_t i = 0; !a->output && i < a->count; i++) memcpy(memory + i * size, &a->value[i], size);
    const cl_mem buffer =
        clCreateBuffer(place.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, memory, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    free(memory);
    return buffer;
}

static void check_output(const expected_problem *k, const expected_array *a, cl_mem buffer, bool sorted,
                         const char *who) {
    const size_t used = a->count * xl_type_size(a->type);
    size_t bytes = 0;
    ck_assert_int_eq(clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL), CL_SUCCESS);
    unsigned char *const memory = malloc(bytes);
    ck_assert_ptr_nonnull(memory);
    ck_assert_int_eq(clEnqueueReadBuffer(place.queue, buffer, CL_TRUE, 0, bytes, memory, 0, NULL, NULL), 0);
    expect(k, a, memory, sorted, who);
    for (size_t i = used; i < bytes; i++)
        if (memory[i] != UNTOUCHED)
            ck_abort_msg("%s %s, %s: byte %zu of '%s' is written, past %zu", k->algorithm, k->settings, who,
                         i, a->name, used);
    free(memory);
}

/* "atomics 12 functions 4" */
static void check_measures(const expected_problem *k, xl_plan *plan, const char *wanted, const char *who) {
    char name[32];
    double value;
    for (int used = 0; wanted && sscanf(wanted, "%31s %lf%n", name, &value, &used) == 2; wanted += used) {
        xl_measure m = {.name = ""};
        for (size_t i = 0; strcmp(m.name, name) != 0; i++)
            ck_assert_msg(xl_plan_get_measure(plan, place.queue, i, &m, NULL) == XL_SUCCESS,
                          "%s, %s: no measure %s", k->algorithm, who, name);
        ck_assert_msg(m.value == value, "%s %s, %s: %s is %g, expected %g", k->algorithm, k->settings, who,
                      name, m.value, value);
    }
}

/* Because "name=..." is no parameter; false: not there. */
static bool take(char *settings, const char *name, char *value, size_t size) {
    char *const at = strstr(settings, name);
    if (!at || (at > settings && at[-1] != ' ')) return false;
    const size_t length = strcspn(at, " "), key = strlen(name);
    snprintf(value, size, "%.*s", (int)(length - key), at + key);
    memset(at, ' ', length);
    return true;
}

static bool lacks_doubles(void) {
    cl_device_fp_config fp64 = 0;
    return clGetDeviceInfo(place.id, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof fp64, &fp64, NULL) != CL_SUCCESS ||
           fp64 == 0;
}

static xl_plan *make_plan(const expected_problem *k, const char *strategy, const char *way, bool *skipped) {
    char settings[1024], width[8] = "0", backend[16] = "", type[8] = "";
    const size_t length = strcspn(way, ">") - (strchr(way, '>') != NULL);
    snprintf(settings, sizeof settings, "%s %.*s", k->settings, (int)length, way);
    take(settings, "lanes=", width, sizeof width);
    take(settings, "backend=", backend, sizeof backend);
    take(settings, "type=", type, sizeof type);
    const xl_plan_request request = {.algorithm = k->algorithm,
                                     .strategy = strategy,
                                     .backend = backend[0] ? backend : NULL,
                                     .type = xl__type_named(type, strlen(type)),
                                     .width = atoi(width),
                                     .settings = settings};
    xl_plan *plan = NULL;
    xl_error error = {0};
    const int status = xl_plan_make(place.device, &request, &plan, &error);
    *skipped = status == XL_UNSUPPORTED && request.type == XL_F64 && lacks_doubles();
    if (*skipped) fprintf(stderr, "%s %s: not run, this device has no doubles\n", k->algorithm, k->settings);
    ck_assert_msg(status == XL_SUCCESS || *skipped, "%s/%s %s: %s", k->algorithm, strategy, settings,
                  error.text);
    return plan;
}

/* "n=5 capacity=2" for the launch, and in the problem. Returns how many; names[]: their names. */
static size_t read_scalars(const expected_problem *k, char names[MOST_SCALARS][32], xl_scalar *scalars,
                           xl__problem *problem) {
    size_t count = 0;
    for (const char *at = k->run; *at && count < MOST_SCALARS; count++) {
        int used = 0;
        ck_assert_int_eq(sscanf(at, "%31[a-z]=%lf %n", names[count], &scalars[count].value, &used), 2);
        scalars[count].name = names[count];
        problem->value[xl__find_param(problem->algorithm, names[count])] = scalars[count].value;
        at += used;
    }
    return count;
}

static void check_outputs(const expected_problem *k, const xl__problem *problem, const xl_array *arrays,
                          const char *who) {
    for (int i = 0; i < k->arrays; i++) {
        const int at = xl__find_array(problem->algorithm, k->array[i].name);
        if (k->array[i].output && !xl__is_index(problem->algorithm, problem->strategy, at))
            check_output(k, &k->array[i], arrays[i].buffer,
                         xl__in_any_order(problem->algorithm, problem->strategy, at), who);
        clReleaseMemObject(arrays[i].buffer);
    }
}

static void check_strategy(const expected_problem *k, const char *strategy, const char *way) {
    bool skipped = false;
    xl_plan *const plan = make_plan(k, strategy, way, &skipped);
    if (skipped) return;
    xl__problem problem = *xl__plan_problem(plan);
    xl_array arrays[MOST_ARRAYS];
    xl_scalar scalars[MOST_SCALARS];
    char names[MOST_SCALARS][32], who[640];
    xl_error error = {0};
    snprintf(who, sizeof who, "%s %s", strategy, way);
    const size_t count = read_scalars(k, names, scalars, &problem);
    check_reference(k, &problem);
    for (int i = 0; i < k->arrays; i++) {
        xl_array_size size;
        ck_assert_int_eq(xl_plan_get_array(plan, k->array[i].name, &size, &error), XL_SUCCESS);
        arrays[i] = (xl_array){k->array[i].name, upload(&k->array[i], size.bytes), 0};
    }
    const xl_launch launch = {.queue = place.queue,
                              .arrays = arrays,
                              .array_count = (size_t)k->arrays,
                              .scalars = scalars,
                              .scalar_count = count};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    check_outputs(k, &problem, arrays, who);
    check_measures(k, plan, strstr(way, "->") ? strstr(way, "->") + 2 : NULL, who);
    xl_plan_free(plan);
}

void expected_check(const char *algorithm, int index) {
    expected_problem k;
    read_problem(algorithm, index, &k);
    for (int w = 0; w < k.ways; w++) {
        char names[512];
        snprintf(names, sizeof names, "%.*s", (int)strcspn(k.way[w], ":"), k.way[w]);
        const char *const way = strchr(k.way[w], ':') ? strchr(k.way[w], ':') + 1 : "";
        for (char *name = strtok(names, " "); name; name = strtok(NULL, " ")) check_strategy(&k, name, way);
    }
    free_arrays(&k, true);
}
