#include "text/os_memory.h"
#include "text/print.h"
#include "print/print_causes.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

typedef struct cause {
    char *text;
    char *first; /* owned: the row that was printed in full */
    xl__text names;
    int rows;
} cause;

struct cli_causes {
    cause item[MOST]; /* causes past the last are printed with each row */
    int count;
};

cli_causes *cli_causes_make(void) {
    return tool_need(calloc(1, sizeof(cli_causes)));
}

void cli_causes_free(cli_causes *causes) {
    for (int i = 0; i < causes->count; i++) {
        free(causes->item[i].text);
        free(causes->item[i].first);
        xl__text_free(&causes->item[i].names);
    }
    free(causes);
}

/* The place of a compiler's error, or hints; without the options, which differ between rows. Owned; NULL:
   none. */
static char *cause_of(const json_t *record) {
    const char *const reason = json_string_value(json_object_get(record, "reason"));
    const char *const text = reason ? strchr(reason, '\n') : NULL;
    if (!text) return NULL;
    const char *const options = strstr(text, "\noptions:");
    const size_t size = options ? (size_t)(options - text) : strlen(text);
    if (size <= 1) return NULL;
    char *const out = tool_need(xl__copy_text(text + 1));
    out[size - 1] = '\0';
    return out;
}

const char *cli_causes_add(cli_causes *causes, const json_t *record, const char *name) {
    char *const text = cause_of(record);
    int at = 0;
    if (!text) return NULL;
    while (at < causes->count && strcmp(causes->item[at].text, text) != 0) at++;
    if (at == MOST) {
        free(text);
        return NULL;
    }
    cause *const found = &causes->item[at];
    const bool known = at < causes->count;
    if (known) {
        free(text);
    } else {
        *found = (cause){.text = text, .first = tool_need(xl__copy_text(name))};
        causes->count++;
    }
    /* several devices have the same row */
    if (!found->names.data || !xl__find_name(found->names.data, name, strlen(name)))
        xl__text_format(&found->names, "%s%s", found->rows ? ", " : "", name);
    found->rows++;
    return known ? found->first : NULL;
}

void cli_causes_print(const cli_causes *causes, FILE *out) {
    for (int i = 0; i < causes->count; i++) {
        const cause *const told = &causes->item[i];
        if (told->rows < 2) continue;
        tool_print(out, "printed once for %d rows: %.*s\n    %s\n", told->rows,
                   (int)strcspn(told->text, "\n"), told->text,
                   (char *)tool_need(told->names.failed ? NULL : told->names.data));
    }
}
