/* Which compiled code is shown next to its source. */
#include "inspect/targets/target_list.h"
#include "listing/listing.h"
#include "support/suite.h"
#include <stdio.h>
#include <stdlib.h>

static tool_inspection inspection;
static char *texts[1];
static char program[] = "#line 1 \"own.cl\"\nfirst\nsecond\n";

/* A kernel with `count` instructions of two alternating lines. */
static void add_kernel(const char *name, int count) {
    tool_code *const code = tool_codes_add(&inspection.codes, name);
    for (int i = 0; i < count; i++) {
        tool_place place = {.line = 1 + i % 2};
        snprintf(place.file, sizeof place.file, "own.cl");
        tool_code_add(code, "addl %eax", 9, &place);
    }
    tool_code_finish(code, &tool_target_find("x86-64")->vendor->syntax);
}

static void enter(void) {
    texts[0] = program;
    inspection = (tool_inspection){
        .target = tool_target_find("x86-64"), .width = 8, .name = "own.cl", .texts = texts, .text_count = 1};
    add_kernel("small", 3);
    add_kernel("huge", 900);
    add_kernel("other", 4);
}

static void leave(void) {
    tool_codes_free(&inspection.codes);
}
AROUND(enter, leave);

TEST(lists_each_line_once) {
    tool_listings all = tool_listings_make(&inspection, 1, 907);
    ck_assert_int_eq(all.left_out, 0);
    ck_assert_int_eq(all.count, 3);
    ck_assert_int_eq(all.item[1].line_count, 2);
    for (int i = 0; i < 900; i++) ck_assert_int_eq(all.item[1].side[0].line_of[i], i % 2);
    tool_listings_free(&all);
}

TEST(leaves_out_huge_kernels) {
    tool_listings all = tool_listings_make(&inspection, 1, 902);
    ck_assert_int_eq(all.left_out, 1);
    ck_assert_int_eq(all.count, 2);
    ck_assert_str_eq(all.item[1].side[0].code->kernel, "other");
    tool_listings_free(&all);
    all = tool_listings_make(&inspection, 1, 2);
    ck_assert_int_eq(all.left_out, 3);
    ck_assert_int_eq(all.count, 0);
    tool_listings_free(&all);
}
