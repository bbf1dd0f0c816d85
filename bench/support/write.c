#include "support.h"
#include <string.h>

/* A driver's text for a cell of a table: one line, without | and markup. */
static void put(FILE *out, const char *text) {
    for (; *text; text++) {
        if (*text == '\n') {
            fputs(" ", out);
            continue;
        }
        if (strchr("|<>*_`[]\\", *text)) fputc('\\', out);
        fputc(*text, out);
    }
}

static void put_widths(FILE *out, const bool *ran) {
    const char *before = "";
    for (int i = 0; i < SUPPORT_WIDTHS; i++)
        if (ran[i]) {
            fprintf(out, "%s%d", before, 1 << i);
            before = ", ";
        }
    if (!before[0]) fputs("-", out);
}

static void put_value(FILE *out, const json_t *value) {
    if (json_is_integer(value))
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_number(value))
        fprintf(out, "%.9g", json_number_value(value));
    else if (json_is_string(value))
        put(out, json_string_value(value));
    else
        fputs("-", out);
}

/* ---- implementations ----------------------------------------------------------------------------------- */

static void write_implementations(const support_page *page, FILE *out) {
    fputs("| implementation | device | driver | native widths | emulated widths | algorithms | "
          "verify: right | wrong | failed | refused | skipped |\n"
          "|---|---|---|---|---|---|---|---|---|---|---|\n",
          out);
    for (int i = 0; i < page->count; i++) {
        const support_implementation *at = &page->item[i];
        fputs("| ", out);
        put(out, at->label);
        fputs(" | ", out);
        put(out, support_text(at->device, "name"));
        fputs(" | ", out);
        put(out, support_text(at->device, "platform_version"));
        fputs(", ", out);
        put(out, support_text(at->device, "driver_version"));
        fputs(" | ", out);
        put_widths(out, at->native);
        fputs(" | ", out);
        put_widths(out, at->emulated);
        fprintf(out, " | %zu", json_object_size(at->algorithms));
        for (int s = 0; s < SUPPORT_KINDS; s++) fprintf(out, " | %d", at->verify.of[s]);
        fputs(" |\n", out);
    }
}

/* ---- operations ---------------------------------------------------------------------------------------- */

enum { FORMS = 4 };
static const char *const forms[FORMS] = {"native", "derived", "demoted", "absent"};

static void count_forms(const support_implementation *at, int counts[FORMS]) {
    const char *op, *type;
    json_t *types, *found;
    json_object_foreach(at->operations, op, types) {
        json_object_foreach(types, type, found) {
            for (int f = 0; f < FORMS; f++)
                counts[f] += (int)json_array_size(json_object_get(found, forms[f]));
        }
    }
}

/* "ballot, shuffle (i64, u64)": operations that have this form at some type and width; types where not all.
 */
static void put_operations(FILE *out, const support_implementation *at, const char *form) {
    const char *op, *type, *before = "";
    json_t *types, *found;
    json_object_foreach(at->operations, op, types) {
        size_t with = 0;
        json_object_foreach(types, type, found) with += json_object_get(found, form) != NULL;
        if (with == 0) continue;
        fprintf(out, "%s`%s`", before, op);
        before = ", ";
        if (with == json_object_size(types)) continue;
        const char *inner = " (";
        json_object_foreach(types, type, found) {
            if (!json_object_get(found, form)) continue;
            fprintf(out, "%s%s", inner, type);
            inner = ", ";
        }
        fputs(")", out);
    }
    if (!before[0]) fputs("none", out);
}

static void write_demoted(FILE *out, const support_implementation *at) {
    size_t i = 0;
    const json_t *r = NULL;
    if (json_array_size(at->demoted) == 0) return;
    fputs("\n| demoted: the driver's own answered wrongly | type | width | first wrong lane | expected | got "
          "|\n"
          "|---|---|---|---|---|---|\n",
          out);
    json_array_foreach(at->demoted, i, r) {
        fprintf(out, "| `%s` | %s | ", support_text(r, "op"), support_text(r, "op_type"));
        static const char *const cells[] = {"width_requested", "first_wrong_lane", "expected", "got"};
        for (size_t cell = 0; cell < 4; cell++) {
            if (cell) fputs(" | ", out);
            put_value(out, json_object_get(r, cells[cell]));
        }
        fputs(" |\n", out);
    }
}

static void write_operations(const support_page *page, FILE *out) {
    for (int i = 0; i < page->count; i++) {
        const support_implementation *at = &page->item[i];
        int counts[FORMS] = {0};
        count_forms(at, counts);
        if (counts[0] + counts[1] + counts[2] + counts[3] == 0) continue;
        fputs("\n### ", out);
        put(out, at->label);
        fprintf(out,
                "\n\n%d native, %d derived, %d demoted, %d absent (each is one operation with one type at "
                "one width).\n",
                counts[0], counts[1], counts[2], counts[3]);
        for (int f = 1; f < FORMS; f++) {
            if (counts[f] == 0) continue;
            fprintf(out, "\n%c%s: ", forms[f][0] - 'a' + 'A', forms[f] + 1);
            put_operations(out, at, forms[f]);
            fputs(".\n", out);
        }
        write_demoted(out, at);
    }
}

/* ---- what went wrong, what was refused ----------------------------------------------------------------- */

static void write_failed(const support_page *page, FILE *out) {
    bool any = false;
    for (int i = 0; i < page->count; i++) {
        size_t n = 0;
        const json_t *r = NULL;
        json_array_foreach(page->item[i].failed, n, r) {
            if (!any)
                fputs("| implementation | strategy | backend | width | status | reason "
                      "|\n|---|---|---|---|---|---|\n",
                      out);
            any = true;
            fputs("| ", out);
            put(out, page->item[i].label);
            fprintf(out, " | %s/%s | %s | ", support_text(r, "algorithm"), support_text(r, "strategy"),
                    support_text(r, "backend"));
            put_value(out, json_object_get(r, "width_requested"));
            fprintf(out, " | %s | ", support_text(r, "status"));
            put(out, support_text(r, "reason"));
            fputs(" |\n", out);
        }
    }
    if (!any) fputs("Nothing.\n", out);
}

static void write_refused(const support_page *page, FILE *out) {
    fputs("| implementation | rows | reason |\n|---|---|---|\n", out);
    for (int i = 0; i < page->count; i++) {
        const char *reason;
        json_t *count;
        json_object_foreach(page->item[i].refused, reason, count) {
            fputs("| ", out);
            put(out, page->item[i].label);
            fprintf(out, " | %d | ", (int)json_integer_value(count));
            put(out, reason);
            fputs(" |\n", out);
        }
    }
}

/* A table of a list of objects: these members, under these titles. */
static void write_list(const json_t *list, const char *const *titles, const char *const *names, FILE *out) {
    size_t i = 0;
    const json_t *item = NULL;
    for (size_t c = 0; titles[c]; c++) fprintf(out, "| %s ", titles[c]);
    fputs("|\n", out);
    for (size_t c = 0; titles[c]; c++) fputs("|---", out);
    fputs("|\n", out);
    json_array_foreach(list, i, item) {
        for (size_t c = 0; names[c]; c++) {
            fputs("| ", out);
            put_value(out, json_object_get(item, names[c]));
            fputs(" ", out);
        }
        fputs("|\n", out);
    }
}

void support_write(const support_page *page, FILE *out) {
    static const char *const defect_titles[] = {"implementation", "defect", "outcome", "what the suite does",
                                                NULL};
    static const char *const defect_names[] = {"label", "title", "outcome", "remedy", NULL};
    static const char *const target_titles[] = {"target",   "compiler",           "kernels",
                                                "compiled", "kernels that spill", NULL};
    static const char *const target_names[] = {"target", "compiler", "kernels", "compiled", "spilling", NULL};
    fputs("# What was seen to work\n\n"
          "Written by `crosslane_support` from the results files under bench/results; "
          "`cmake --build build/release --target support_page` writes it anew. Do not edit.\n\n"
          "## Implementations\n\n"
          "Rows of `crosslane verify` that were recorded: the widths at which they ran, and of how many "
          "algorithms they are. "
          "Every operation was tried at every width by the tests, which stop at a wrong one. \"Refused\" "
          "rows have a "
          "reason, below. A simulator looked for data races; a stand-in is another device with the built-ins "
          "that a "
          "backend needs, by their documentation (docs/testing.md).\n\n",
          out);
    write_implementations(page, out);
    fputs(
        "\n## Operations\n\n"
        "How the layer (kernels/sg/README.md) has each operation. Native: the driver's own, after it "
        "answered "
        "rightly. Derived: made from other native ones. Demoted: the driver's own answered wrongly, so it is "
        "derived. Absent: the "
        "driver's own does not compile for this type, so it is derived. Implementations without sub-groups "
        "of their own go "
        "through "
        "local memory and are not listed.\n",
        out);
    write_operations(page, out);
    fputs("\n## What went wrong\n\n", out);
    write_failed(page, out);
    fputs("\n## Refused, and why\n\n", out);
    write_refused(page, out);
    if (json_array_size(page->defects) > 0) {
        fputs("\n## Defects of drivers, each shown by a kernel that stands alone (tests/drivers/defects)\n\n"
              "All that are known have numbers: [defects](defects.md).\n\n",
              out);
        write_list(page->defects, defect_titles, defect_names, out);
    }
    if (json_array_size(page->compiled) > 0) {
        fputs("\n## Compiled for devices that were not there\n\n", out);
        write_list(page->compiled, target_titles, target_names, out);
    }
}
