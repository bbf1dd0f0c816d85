#include "ops/ops.h"
#include "ops/ops_reference.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ONE (1u << XL__OP_UINT)
#define INTEGERS (1u << XL__OP_INT | 1u << XL__OP_UINT | 1u << XL__OP_LONG | 1u << XL__OP_ULONG)
#define SCALARS (INTEGERS | 1u << XL__OP_FLOAT | 1u << XL__OP_HALF | 1u << XL__OP_DOUBLE)
#define ALL (SCALARS | 1u << XL__OP_FLOAT2 | 1u << XL__OP_FLOAT3 | 1u << XL__OP_FLOAT4)
#define STD XL__BY_STANDARD
#define BLT XL__BY_BUILTIN
#define ASM XL__BY_ASSEMBLY

#define ROW(name_, native_, kind_, offered_, base_, of, form_, argument_, result_, expect_)                  \
    {                                                                                                        \
        .name = (name_), .native = (native_), .native_kind = XL__NATIVE_##kind_, .offered = (offered_),      \
        .base = (base_), .types = (of), .form = XL__FORM_##form_, .argument = XL__ARG_##argument_,           \
        .result = XL__RESULT_##result_, .least_width = 1, .expect = xl__expect_##expect_                     \
    }
#define PLAIN(name, of, form, argument, result, expect)                                                      \
    ROW(name, NULL, NONE, 0, false, of, form, argument, result, expect)
#define QUAD(name_, form_, argument_, expect_)                                                               \
    {                                                                                                        \
        .name = (name_), .types = ALL, .form = XL__FORM_##form_, .argument = XL__ARG_##argument_,            \
        .result = XL__RESULT_VALUE, .least_width = 4, .expect = xl__expect_##expect_                         \
    }
#define MOVE(name, native, offered, argument, expect)                                                        \
    ROW(name, native, WORD, offered, true, ALL, VALUE_ARGUMENT, argument, VALUE, expect)
#define COMBINE(name_, native_, offered_, of, sign, expect_)                                                 \
    {                                                                                                        \
        .name = (name_), .native = (native_), .native_kind = XL__NATIVE_TYPED, .offered = (offered_),        \
        .types = (of), .form = XL__FORM_VALUE, .argument = XL__ARG_NONE, .result = XL__RESULT_VALUE,         \
        .least_width = 1, .operation = (sign), .expect = xl__expect_##expect_                                \
    }
#define DERIVED(name_, of, form_, argument_, sign, segments_, expect_)                                       \
    {                                                                                                        \
        .name = (name_), .types = (of), .form = XL__FORM_##form_, .argument = XL__ARG_##argument_,           \
        .result = XL__RESULT_VALUE, .least_width = 1, .operation = (sign), .segments = (segments_),          \
        .expect = xl__expect_##expect_                                                                       \
    }
#define CLUSTER(name, of, sign, expect)                                                                      \
    DERIVED("cluster_" name, of, VALUE_ARGUMENT, CLUSTER, sign, false, expect)
#define SEGMENT(name, of, sign, expect)                                                                      \
    DERIVED("segment_" name, of, VALUE_PREDICATE, PREDICATE, sign, true, segment_##expect)
#define PARTITION(name, of, sign, expect)                                                                    \
    DERIVED("partition_" name, of, PARTITION, KEY, sign, true, partition_##expect)
#define TOTAL(name, of, sign, expect) DERIVED(name, of, TOTAL, PREDICATE, sign, true, total_##expect)
#define PARTS(name_, form_, argument_, expect_)                                                              \
    {                                                                                                        \
        .name = (name_), .types = ONE, .form = XL__FORM_##form_, .argument = XL__ARG_##argument_,            \
        .result = XL__RESULT_MASK, .least_width = 1, .segments = true, .expect = xl__expect_##expect_        \
    }
/* One operator: op and OP its names, reduce_on and scan_on the backends with native forms. */
#define FAMILY(op, OP, sign, reduce_on, scan_on, of)                                                         \
    COMBINE("reduce_" op, "REDUCE_" OP, reduce_on, of, sign, reduce),                                        \
        COMBINE("scan_inclusive_" op, "SCAN_INCLUSIVE_" OP, scan_on, of, sign, inclusive),                   \
        COMBINE("scan_exclusive_" op, "SCAN_EXCLUSIVE_" OP, scan_on, of, sign, exclusive),                   \
        CLUSTER("reduce_" op, of, sign, reduce), CLUSTER("scan_inclusive_" op, of, sign, inclusive),         \
        CLUSTER("scan_exclusive_" op, of, sign, exclusive), SEGMENT("reduce_" op, of, sign, reduce),         \
        SEGMENT("scan_inclusive_" op, of, sign, inclusive),                                                  \
        SEGMENT("scan_exclusive_" op, of, sign, exclusive), PARTITION("reduce_" op, of, sign, reduce),       \
        PARTITION("scan_inclusive_" op, of, sign, inclusive),                                                \
        PARTITION("scan_exclusive_" op, of, sign, exclusive),                                                \
        TOTAL("scan_inclusive_total_" op, of, sign, inclusive),                                              \
        TOTAL("scan_exclusive_total_" op, of, sign, exclusive)

const xl__op xl__ops[] = {
#include "ops/ops.def"
};
const size_t xl__op_count = sizeof xl__ops / sizeof xl__ops[0];

const xl__op *xl__op_find(const char *name) {
    for (size_t i = 0; i < xl__op_count; ++i)
        if (strcmp(xl__ops[i].name, name) == 0) return &xl__ops[i];
    return NULL;
}

int xl__op_result_elements(const xl__op *op, xl__op_type type) {
    return op->result == XL__RESULT_MASK   ? 4
           : op->result == XL__RESULT_UINT ? 1
                                           : xl__op_type_get(type)->components;
}

bool xl__op_native_macro(const xl__op *op, xl__op_type type, char *macro, size_t size) {
    const bool wide = xl__op_type_get(type)->element == XL_I64 || xl__op_type_get(type)->element == XL_U64 ||
                      xl__op_type_get(type)->element == XL_F64;
    switch (op->native_kind) {
    case XL__NATIVE_ONE: snprintf(macro, size, "SG_NATIVE_%s", op->native); return true;
    case XL__NATIVE_WORD:
        /* A native all_equal compares one word. */
        if (wide && op->form == XL__FORM_VALUE && op->result == XL__RESULT_UINT) return false;
        snprintf(macro, size, "SG_NATIVE_%s_UINT", op->native);
        return true;
    case XL__NATIVE_TYPED:
        snprintf(macro, size, "SG_NATIVE_%s_%s", op->native, xl__op_type_get(type)->native);
        return true;
    case XL__NATIVE_NONE: break;
    }
    return false;
}

void xl__op_native_options(const unsigned native[], unsigned present, xl__text *options) {
    char macro[64];
    for (size_t i = 0; i < xl__op_count; ++i) {
        const xl__op *op = &xl__ops[i];
        const unsigned all = op->types & present & SCALARS, found = native[i] & all;
        if (found == 0) continue;
        if (op->native_kind == XL__NATIVE_TYPED && found == all) {
            xl__text_format(options, " -DSG_NATIVE_%s=1", op->native);
            continue;
        }
        for (int t = 0; t < XL__OP_TYPES; ++t)
            if ((found >> t & 1u) != 0 && xl__op_native_macro(op, (xl__op_type)t, macro, sizeof macro)) {
                xl__text_format(options, " -D%s=1", macro);
                /* The other types have the same macro. */
                if (op->native_kind != XL__NATIVE_TYPED) break;
            }
    }
}

void xl__op_expect(const xl__op *op, const xl__op_case *c, uint64_t *bits, double *allowed) {
    const int elements = xl__op_result_elements(op, c->type);
    for (int i = 0; i < c->width * elements; ++i) allowed[i] = 0.0;
    for (int lane = 0; lane < c->width; ++lane)
        op->expect(op, c, lane, bits + lane * elements, allowed + lane * elements);
}

bool xl__op_right(const xl__op *op, xl__op_type type, uint64_t expected, uint64_t got, double allowed) {
    if (expected == got) return true;
    const xl_type element = xl__op_type_get(type)->element;
    const bool floating = element == XL_F32 || element == XL_F16 || element == XL_F64;
    /* Moves keep bits. */
    if (!floating || op->result != XL__RESULT_VALUE || op->operation == 0) return false;
    const double a = xl__op_value(type, expected), b = xl__op_value(type, got);
    return a == b || (a != a && b != b) || (b - a <= allowed && a - b <= allowed);
}

void xl__op_text(const xl__op *op, xl__op_type type, uint64_t bits, char *text, size_t size) {
    if (op->result == XL__RESULT_MASK) {
        snprintf(text, size, "0x%08" PRIx64, bits);
        return;
    }
    if (op->result == XL__RESULT_UINT) {
        snprintf(text, size, "%" PRIu64, bits);
        return;
    }
    switch (xl__op_type_get(type)->element) {
    case XL_F16: snprintf(text, size, "%.5g (0x%04" PRIx64 ")", xl__op_value(type, bits), bits); break;
    case XL_F32: snprintf(text, size, "%.9g (0x%08" PRIx64 ")", xl__op_value(type, bits), bits); break;
    case XL_F64: snprintf(text, size, "%.17g (0x%016" PRIx64 ")", xl__op_value(type, bits), bits); break;
    case XL_I32: snprintf(text, size, "%" PRId32, (int32_t)(uint32_t)bits); break;
    case XL_I64: snprintf(text, size, "%" PRId64, (int64_t)bits); break;
    default: snprintf(text, size, "%" PRIu64, bits); break;
    }
}
