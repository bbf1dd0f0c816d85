#include "learn/answers.h"
#include "base/text.h"
#include "records/results.h"
#include "system/output_file.h"
#include "text/complain.h"
#include "text/os_memory.h"
#include <stdlib.h>
#include <string.h>

enum { SCHEMA = 1 };

static const char *const columns[] = {"student", "exercise", "result",   "why",   "mistake",
                                      "hints",   "widths",   "compiled", "answer"};
enum { COLUMNS = sizeof columns / sizeof *columns };

json_t *tool_answer_make(const char *student, const char *exercise, const char *result) {
    json_t *const answer = tool_need(json_object());
    if (student) json_object_set_new(answer, "student", tool_json_text(student));
    json_object_set_new(answer, "exercise", tool_json_text(exercise));
    json_object_set_new(answer, "result", tool_json_text(result));
    for (int c = 3; c < COLUMNS; c++) json_object_set_new(answer, columns[c], json_null());
    json_object_set_new(answer, "collectives", json_null());
    json_object_set_new(answer, "device", json_null());
    return answer;
}

void tool_answer_judge(json_t *answer, const char *result, const char *why) {
    json_object_set_new(answer, "result", json_string(result));
    json_object_set_new(answer, "why", tool_json_text(why));
}

bool tool_answer_is(const json_t *answer, const char *result) {
    return strcmp(tool_text_of(answer, "result"), result) == 0;
}

tool_exit tool_answers_write_text(const char *path, const char *text, size_t size) {
    xl_error error = {0};
    if (strcmp(path, "-") == 0) {
        fwrite(text, 1, size, stdout); /* tool_flush reports errors at the end */
        return TOOL_OK;
    }
    if (tool_out_save(path, text, size, &error) == XL_SUCCESS) return TOOL_OK;
    tool_complain("%s", error.text);
    return TOOL_OUTPUT;
}

tool_exit tool_answers_write_json(const json_t *answers, const char *path) {
    if (!path) return TOOL_OK;
    json_t *const document =
        tool_need(json_pack("{s:i,s:O}", "schema", SCHEMA, "answers", (json_t *)answers));
    char *const text = tool_need(json_dumps(document, JSON_INDENT(1)));
    xl__text whole = {0};
    xl__text_format(&whole, "%s\n", text);
    const tool_exit status = tool_answers_write_text(path, tool_need(whole.data), whole.size);
    xl__text_free(&whole);
    free(text);
    json_decref(document);
    return status;
}

tool_exit tool_answers_write_csv(const json_t *answers, const char *path) {
    if (!path) return TOOL_OK;
    xl__text text = {0};
    const json_t *answer;
    size_t i;
    const int first = json_object_get(json_array_get(answers, 0), "student") ? 0 : 1;
    for (int c = first; c < COLUMNS; c++)
        xl__text_format(&text, "%s%s", columns[c], c + 1 < COLUMNS ? "," : "\r\n");
    json_array_foreach(answers, i, answer) {
        for (int c = first; c < COLUMNS; c++) {
            tool_csv_cell(&text, json_object_get(answer, columns[c]));
            xl__text_format(&text, c + 1 < COLUMNS ? "," : "\r\n");
        }
    }
    const tool_exit status = tool_answers_write_text(path, tool_need(text.data), text.size);
    xl__text_free(&text);
    return status;
}
