#include "program/edits.h"
#include "base/status.h"
#include <stdlib.h>
#include <string.h>

xl__source xl__source_of(const xl__strategy *strategy, const char *whose) {
    return (xl__source){.name = strategy->source,
                        .text = strategy->text,
                        .edits = strategy->edits,
                        .edited_in = strategy->edited_in,
                        .whose = whose};
}

/* The whole text, or a function from its name to its last brace. NULL: no such function. */
static const char *find_place(const xl__editing *editing, const char *text, const char **end) {
    const char *const name = editing->source->edited_in;
    const size_t size = name ? strlen(name) : 0;
    const char *at = name ? xl__find_name(text, name, size) : text;
    while (name && at && at[size] != '(') at = xl__find_name(at + size, name, size);
    const char *const brace = name && at ? strstr(at, "\n}") : NULL;
    *end = brace ? brace : text + strlen(text);
    return at;
}

static const char *find(const char *at, const char *end, const char *old) {
    const char *const found = strstr(at, old);
    return found && found + strlen(old) <= end ? found : NULL;
}

static int fail(const xl__editing *editing, const xl__edit *edit, const char *where, const char *file,
                xl_error *error) {
    const int size = (int)strcspn(edit->old, "\n");
    const char *const function = editing->source->edited_in;
    return xl__fail(error, XL_BUILD_FAILED,
                    "%s: '%.*s%s' %s %s%s%s; this planted mistake replaces it, so it has to be there once",
                    editing->source->whose, size, edit->old, edit->old[size] ? "..." : "", where, file,
                    function ? ", function " : "", function ? function : "");
}

/* Frees the old *edited; false: no memory. */
static bool replace(const char *text, const char *at, size_t size, const char *with, char **edited) {
    xl__text out = {0};
    xl__text_add(&out, text, (size_t)(at - text));
    xl__text_format(&out, "%s%s", with, at + size);
    free(*edited);
    *edited = out.data;
    if (!out.failed) return true;
    xl__text_free(&out);
    *edited = NULL;
    return false;
}

int xl__edit_file(xl__editing *editing, const char *name, const char *text, char **edited, xl_error *error) {
    const xl__edit *const edits = editing->source->edits;
    int status = XL_SUCCESS;
    *edited = NULL;
    for (int i = 0; edits && edits[i].old && i < XL__MOST_EDITS && status == XL_SUCCESS; i++) {
        const char *const now = *edited ? *edited : text, *end = NULL;
        const char *const place = find_place(editing, now, &end);
        const char *const at = place ? find(place, end, edits[i].old) : NULL;
        char *const found = editing->found[i];
        if (!at) continue;
        if (find(at + 1, end, edits[i].old))
            status = fail(editing, &edits[i], "is more than once in", name, error);
        else if (found[0] && strcmp(found, name) != 0) /* a file included twice is one file */
            status = fail(editing, &edits[i], "is in what was read before and in", name, error);
        else if (!replace(now, at, strlen(edits[i].old), edits[i].made, edited))
            status = xl__fail_memory(error);
        else
            xl__copy_capped(found, XL__SOURCE_NAME, name);
    }
    if (status == XL_SUCCESS) return status;
    free(*edited);
    *edited = NULL;
    return status;
}

int xl__edits_made(const xl__editing *editing, xl_error *error) {
    const xl__edit *const edits = editing->source->edits;
    for (int i = 0; edits && edits[i].old && i < XL__MOST_EDITS; i++)
        if (!editing->found[i][0])
            return fail(editing, &edits[i], "is neither in what is included nor in", editing->source->name,
                        error);
    return XL_SUCCESS;
}
