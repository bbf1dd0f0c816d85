/* printf of kernels: C's, and vectors, as in "%v4f" or "%v2hld". */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fibers/machine.h"

enum { WORD = 32, MOST_BYTES = 64 };

struct conversion {
    char flags[WORD]; /* "%-8.3" */
    char end;         /* 'f' */
    uint32_t vector;  /* components, 0: no vector */
    uint32_t bytes;   /* of a component or an integer */
};

/* Reads what follows a '%'. Returns how many characters; 0: it is none that is known. */
static size_t read_conversion(const char *at, struct conversion *c) {
    size_t n = 1 + strspn(at + 1, "-+ #0123456789.");
    if (n >= WORD) return 0;
    *c = (struct conversion){.bytes = 4};
    memcpy(c->flags, at, n);
    if (at[n] == 'v') {
        size_t digits = strspn(at + n + 1, "0123456789");
        for (size_t i = 0; i < digits && i < 2; ++i)
            c->vector = 10 * c->vector + (uint32_t)(at[n + 1 + i] - '0');
        n += 1 + digits;
        if (c->vector < 2 || c->vector > 16) return 0;
    }
    if (!strncmp(at + n, "hh", 2))
        c->bytes = 1, n += 2;
    else if (!strncmp(at + n, "hl", 2))
        n += 2;
    else if (at[n] == 'h')
        c->bytes = 2, ++n;
    else if (at[n] == 'l')
        c->bytes = 8, ++n;
    c->end = at[n];
    if (!c->end || !strchr("diouxXcfFeEgGaAsp%", c->end)) return 0;
    return n + 1;
}

static bool is_real(char end) {
    return strchr("fFeEgGaA", end) != NULL;
}

static void print_integer(const struct conversion *c, long long value) {
    char format[WORD + 4];
    snprintf(format, sizeof format, "%sll%c", c->flags, c->end);
    if (!strchr("di", c->end) && c->bytes < 8) value &= (1LL << 8 * c->bytes) - 1;
    printf(format, value);
}

static void print_real(const struct conversion *c, double value) {
    char format[WORD + 2];
    snprintf(format, sizeof format, "%s%c", c->flags, c->end);
    printf(format, value);
}

static void print_component(const struct conversion *c, const unsigned char *p) {
    float f;
    double d;
    int64_t i = 0;
    memcpy(&f, p, 4);
    memcpy(&d, p, 8);
    memcpy(&i, p, c->bytes);
    if (is_real(c->end))
        print_real(c, c->bytes == 8 ? d : (double)f);
    else
        print_integer(c, c->bytes == 1   ? (int8_t)i
                         : c->bytes == 2 ? (int16_t)i
                         : c->bytes == 4 ? (int32_t)i
                                         : i);
}

/* Components of a vector are passed as the compiler passes vectors of that size. */
typedef float vector8 __attribute__((vector_size(8)));
typedef float vector16 __attribute__((vector_size(16)));
typedef float vector32 __attribute__((vector_size(32)));
typedef float vector64 __attribute__((vector_size(64)));

static void print_vector(const struct conversion *c, va_list *list) {
    unsigned char bytes[MOST_BYTES + 8] = {0};
    uint32_t size = (c->vector == 3 ? 4 : c->vector) * c->bytes;
#define TAKE(T)                                                                                              \
    {                                                                                                        \
        T v = va_arg(*list, T);                                                                              \
        memcpy(bytes, &v, sizeof v);                                                                         \
    }
    if (size <= 4)
        TAKE(int)
    else if (size == 8)
        TAKE(vector8)
    else if (size == 16)
        TAKE(vector16)
    else if (size == 32)
        TAKE(vector32)
    else if (size == 64)
        TAKE(vector64)
#undef TAKE
    for (uint32_t i = 0; i < c->vector && size <= MOST_BYTES; ++i) {
        if (i > 0) putchar(',');
        print_component(c, bytes + i * c->bytes);
    }
}

static void print_one(const struct conversion *c, va_list *list) {
    if (c->end == '%')
        putchar('%');
    else if (c->vector)
        print_vector(c, list);
    else if (c->end == 's') {
        char format[WORD + 2];
        snprintf(format, sizeof format, "%ss", c->flags);
        printf(format, va_arg(*list, const char *));
    } else if (c->end == 'p')
        printf("%p", va_arg(*list, void *));
    else if (c->end == 'c')
        putchar(va_arg(*list, int));
    else if (is_real(c->end))
        print_real(c, va_arg(*list, double));
    else
        print_integer(c, c->bytes == 8 ? va_arg(*list, long long) : va_arg(*list, int));
}

/* The linker sends kernels' calls of printf here. */
CHECK_HOOK int __wrap_printf(const char *format, ...);
int __wrap_printf(const char *format, ...) {
    if (machine.quiet) return 0;
    va_list list;
    va_start(list, format);
    for (const char *at = format; *at;) {
        struct conversion c;
        size_t n = *at == '%' ? read_conversion(at, &c) : 0;
        if (n > 0)
            print_one(&c, &list);
        else
            putchar(*at);
        at += n > 0 ? n : 1;
    }
    va_end(list);
    return 0;
}
