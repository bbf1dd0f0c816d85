/* The course's Markdown as HTML: names in the texts of exercises become code. */
#include "course/markdown.h"
#include "support/scratch.h"
#include "support/suite.h"
#include <stdlib.h>

static const struct {
    const char *text, *html;
} lines[] = {
    {"Call sg_lane(sg) once.", "<p>Call <code>sg_lane(sg)</code> once.</p>\n"},
    {"sg_shuffle(sg, v, k) gives v; SG_WIDTH - 1", "<p><code>sg_shuffle(sg, v, k)</code> gives v; "
                                                   "<code>SG_WIDTH</code> - 1</p>\n"},
    {"Write into y[i] (0 on lane 0).", "<p>Write into <code>y[i]</code> (0 on lane 0).</p>\n"},
    {"k (from 0) of a work-item", "<p>k (from 0) of a work-item</p>\n"},
    {"`sg_id(sg)` and 2_3", "<p><code>sg_id(sg)</code> and 2_3</p>\n"},
    {"sg_shuffle(sg, v, sg_lane(sg))", "<p><code>sg_shuffle</code>(sg, v, <code>sg_lane(sg)</code>)</p>\n"},
};

AROUND(scratch_make, scratch_remove);

EACH_TEST(names_are_code, lines) {
    const course_hooks hooks = {.names = true};
    xl_error error = {0};
    tool_out out;
    size_t size;
    ck_assert_int_eq(tool_out_open(&out, scratch_path("page"), &error), XL_SUCCESS);
    ck_assert_int_eq(course_markdown(&out, "text.md", lines[_i].text, &hooks, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_out_close(&out, &error), XL_SUCCESS);
    char *const html = scratch_read("page", &size);
    ck_assert_str_eq(html, lines[_i].html);
    free(html);
}
