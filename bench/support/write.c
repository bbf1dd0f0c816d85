#include "support.h"
#include <string.h>

enum { COLUMNS = 118, CELL_WORDS = 15 }; /* of a line before a comma, of a cell (cmake/check_plain.py) */

/* Words with single spaces, in lines of at most COLUMNS characters. */
typedef struct wrapped {
    FILE *out;
    size_t column;
} wrapped;

static void put_word(wrapped *to, const char *word, size_t length) {
    if (to->column > 0 && to->column + 1 + length > COLUMNS) {
        fputc('\n', to->out);
        to->column = 0;
    }
    to->column += (size_t)fprintf(to->out, "%s%.*s", to->column ? " " : "", (int)length, word);
}

static void put_words(wrapped *to, const char *text) {
    while (*text) {
        const size_t length = strcspn(text, " ");
        put_word(to, text, length);
        text += length + strspn(text + length, " ");
    }
}

static void put_paragraph(FILE *out, const char *text) {
    wrapped to = {out, 0};
    put_words(&to, text);
    fputs("\n", out);
}

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

enum { DERIVED = 1, FORMS = 4 };
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

/* "Derived: ballot, shuffle (i64, u64).": operations with this form, with the types if not all have it. */
static void put_operations(FILE *out, const support_implementation *at, const char *form) {
    const char *op, *type, *before = "";
    json_t *types, *found;
    wrapped to = {out, 0};
    char word[64];
    snprintf(word, sizeof word, "%c%s:", form[0] - 'a' + 'A', form + 1);
    put_words(&to, word);
    json_object_foreach(at->operations, op, types) {
        size_t with = 0, left;
        json_object_foreach(types, type, found) with += json_object_get(found, form) != NULL;
        if (with == 0) continue;
        if (*before) to.column += (size_t)fprintf(out, "%s", before);
        before = ",";
        left = with == json_object_size(types) ? 0 : with;
        snprintf(word, sizeof word, "`%s`", op);
        put_words(&to, word);
        json_object_foreach(types, type, found) {
            if (left == 0) break;
            if (!json_object_get(found, form)) continue;
            snprintf(word, sizeof word, "%s%s%s", left == with ? "(" : "", type, left == 1 ? ")" : ",");
            put_words(&to, word);
            left--;
        }
    }
    fputs(*before ? ".\n" : " none.\n", out);
}

static void write_demoted(FILE *out, const support_implementation *at) {
    size_t i = 0;
    const json_t *r = NULL;
    if (json_array_size(at->demoted) == 0) return;
    fputs("\n| demoted, because the driver computes wrong results | type | width | first wrong lane | "
          "expected | got "
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
                "\n\n%d native, %d derived, %d demoted, %d absent, each one operation with one type at one "
                "width.\n",
                counts[0], counts[1], counts[2], counts[3]);
        for (int f = 0; f < FORMS; f++) {
            if (counts[f] == 0 || f == DERIVED) continue; /* all that are not listed */
            fputs("\n", out);
            put_operations(out, at, forms[f]);
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

static size_t count_words(const char *text, size_t length) {
    size_t words = 0;
    for (size_t i = 0; i < length; i++) words += text[i] == ' ';
    return words + 1;
}

/* The part of a reason that fits a cell, up to a semicolon or a comma. */
static size_t cell_of(const char *reason) {
    const size_t part = strcspn(reason, ";");
    size_t fits = part;
    while (count_words(reason, fits) > CELL_WORDS) {
        size_t comma = fits;
        while (comma > 0 && reason[comma - 1] != ',') comma--;
        if (comma == 0) return part;
        fits = comma - 1;
    }
    return fits;
}

/* Without advice ("take ..."), which is for the user of the command. */
static void write_reason(const char *reason, FILE *out) {
    for (bool first = true; *reason; first = false) {
        const size_t length = cell_of(reason);
        char cell[256];
        snprintf(cell, sizeof cell, "%.*s", (int)length, reason);
        if (!first) fputs("| | | ", out);
        put(out, cell);
        fputs(" |\n", out);
        reason += length + strspn(reason + length, ";, ");
        if (strncmp(reason, "take ", 5) == 0) return;
    }
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
            write_reason(reason, out);
        }
    }
}

static void write_defects(const json_t *defects, FILE *out) {
    size_t i = 0, count = 0;
    const json_t *defect = NULL;
    const char *label = "";
    fputs("| implementation | defects |\n|---|---|\n", out);
    json_array_foreach(defects, i, defect) {
        const char *of = support_text(defect, "label");
        if (count > 0 && strcmp(of, label) != 0) {
            fprintf(out, "| %s | %zu |\n", label, count);
            count = 0;
        }
        label = of;
        count++;
    }
    fprintf(out, "| %s | %zu |\n", label, count);
}

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
    static const char *const target_titles[] = {"target",   "compiler",           "kernels",
                                                "compiled", "kernels that spill", NULL};
    static const char *const target_names[] = {"target", "compiler", "kernels", "compiled", "spilling", NULL};
    fputs("# Tested drivers\n\n", out);
    put_paragraph(out,
                  "Written by `crosslane_support` from the results files under bench/results. Do not edit: "
                  "`cmake --build build/release --target support_page` writes this page again.");
    fputs("\n## Implementations\n\n", out);
    put_paragraph(out, "Recorded rows of `crosslane verify`, their widths and the number of algorithms. "
                       "\"Refused\" rows have a "
                       "[reason](#refused-rows). One simulator searched for data races. A stand-in is "
                       "another device with the "
                       "built-ins of a backend, written from their documentation "
                       "([testing](testing.md#devices-that-are-not-here)).");
    fputs("\n", out);
    write_implementations(page, out);
    fputs("\n## Operations\n\n", out);
    put_paragraph(
        out, "Which operations of [the layer](../kernels/sg/README.md) are native, the driver's own. All "
             "others are "
             "derived from native operations. Demoted: derived, because the driver's operation gave wrong "
             "results. Absent: derived, because the driver's operation does not compile for this type. "
             "Implementations without native sub-groups use local memory and are not listed.");
    write_operations(page, out);
    fputs("\n## Wrong results and failures\n\n", out);
    write_failed(page, out);
    fputs("\n## Refused rows\n\n", out);
    write_refused(page, out);
    if (json_array_size(page->defects) > 0) {
        fputs("\n## Driver defects\n\n", out);
        put_paragraph(out,
                      "Kernels of [tests/drivers/defects](../tests/drivers/defects) that are wrong or fail "
                      "([all defects](defects.md)).");
        fputs("\n", out);
        write_defects(page->defects, out);
    }
    if (json_array_size(page->compiled) > 0) {
        fputs("\n## Compiled for absent devices\n\n", out);
        write_list(page->compiled, target_titles, target_names, out);
    }
}
