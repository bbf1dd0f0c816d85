/* Kernel sources: names, includes, line numbers. */
#include "support/scratch.h"
#include "support/suite.h"
#include "program/source.h"
#include "table/algorithm.h"

static void put(const char *name, const char *text) {
    scratch_write(name, text, strlen(text));
}

static int expand(const char *name, xl__text *out, xl_error *error) {
    *out = (xl__text){0};
    return xl__expand_source(scratch_folder, name, out, error);
}

AROUND(scratch_make, scratch_remove);

TEST(includes_are_put_in_place) {
    put("a.cl", "one\n#include \"b.h\"\n  #  include   \"b.h\" // again\nfour\n");
    put("b.h", "inside");
    xl__text text;
    ck_assert_int_eq(expand("a.cl", &text, NULL), 0);
    ck_assert_str_eq(text.data, "#line 1 \"a.cl\"\none\n"
                                "#line 1 \"b.h\"\ninside\n#line 3 \"a.cl\"\n"
                                "#line 1 \"b.h\"\ninside\n#line 4 \"a.cl\"\nfour\n");
    xl__text_free(&text);
}

/* `told`: the words of the failure. */
static void expand_in(const char *function, const xl__edit *edits, const char *wanted, const char *told) {
    xl__text text = {0};
    xl_error error = {0};
    const xl__source source = {.name = "a.cl", .edits = edits, .edited_in = function, .whose = "sample/late"};
    const int status = xl__expand(scratch_folder, &source, &text, &error);
    if (told) {
        ck_assert_int_eq(status, XL_BUILD_FAILED);
        ck_assert_msg(strstr(error.text, told) && strncmp(error.text, "sample/late: '", 14) == 0, "%s",
                      error.text);
        ck_assert_ptr_null(strchr(error.text, '\n'));
    } else {
        ck_assert_msg(status == XL_SUCCESS, "%s", error.text);
        ck_assert_str_eq(text.data, wanted);
    }
    xl__text_free(&text);
}

static void expand_edited(const xl__edit *edits, const char *wanted, const char *told) {
    expand_in(NULL, edits, wanted, told);
}

TEST(edits_replace_a_text_that_occurs_once) {
    put("a.cl", "x < n;\n#include \"b.h\"\n#include \"b.h\"\ny = 1;\ny = 2;\n");
    put("b.h", "inside\n");
#define BEFORE "#line 1 \"a.cl\"\n"
#define B(inside) "#line 1 \"b.h\"\n" inside "\n"
#define AT(line) "#line " line " \"a.cl\"\n"
    expand_edited((const xl__edit[]){{"x < n", "x <= n"}, {"inside", "out"}, {"y = 1;\ny", "y = 1;\nz"}, {0}},
                  BEFORE "x <= n;\n" B("out") AT("3") B("out") AT("4") "y = 1;\nz = 2;\n", NULL);
    expand_edited((const xl__edit[]){{"x < n;", ""}, {0}},
                  BEFORE "\n" B("inside") AT("3") B("inside") AT("4") "y = 1;\ny = 2;\n", NULL);
}

TEST(edits_of_a_function_stay_in_it) {
    static const xl__edit edits[] = {{"x = 1;", "x = 2;"}, {0}};
    put("a.cl",
        "/* b is */\nvoid a() {\n    x = 1;\n}\nvoid b() {\n    x = 1;\n}\nvoid c() {\n    b();\n    y;\n}\n"
        "void d() {\n    x = 1;\n    x = 1;\n}\n");
    expand_in(
        "b", edits,
        BEFORE
        "/* b is */\nvoid a() {\n    x = 1;\n}\nvoid b() {\n    x = 2;\n}\nvoid c() {\n    b();\n    y;\n}\n"
        "void d() {\n    x = 1;\n    x = 1;\n}\n",
        NULL);
    expand_in("c", edits, NULL, "'x = 1;' is neither in what is included nor in a.cl, function c;");
    expand_in("d", edits, NULL, "'x = 1;' is more than once in a.cl, function d;");
    expand_in("e", edits, NULL, "a.cl, function e;");
}

TEST(impossible_edits_are_reported) {
    put("a.cl", "k < m;\n#include \"b.h\"\ny = 1;\ny = 2;\n");
    put("b.h", "k;\n");
    expand_edited((const xl__edit[]){{"x < n", "x <= n"}, {0}}, NULL,
                  "'x < n' is neither in what is included nor in a.cl");
    expand_edited((const xl__edit[]){{"y = ", "z = "}, {0}}, NULL, "'y = ' is more than once in a.cl");
    expand_edited((const xl__edit[]){{"k", "m"}, {0}}, NULL, "'k' is in what was read before and in b.h");
    expand_edited((const xl__edit[]){{"y = 1;\ny = 3", "m"}, {0}}, NULL, "'y = 1;...' is neither");
    expand_edited((const xl__edit[]){{"k < m", "i < m"}, {"k < m", "j < m"}, {0}}, NULL, "is neither");
}

TEST(other_lines_are_kept) {
    const char *body = "#include <math.h>\n// #include \"x.h\"\n/*\n#include \"y.h\"\n*/ int a; /* b */\n"
                       "const char *c = \"#include\";\n#includes \"z.h\"\n#define d \"#include\"\n";
    put("a.cl", body);
    xl__text text;
    ck_assert_int_eq(expand("a.cl", &text, NULL), 0);
    ck_assert_str_eq(text.data + strlen("#line 1 \"a.cl\"\n"), body);
    xl__text_free(&text);
}

TEST(lines_are_found_again) {
    put("a.cl", "one\n#include \"b.h\"\nthree\n");
    put("b.h", "first\nsecond\n");
    xl__text text;
    ck_assert_int_eq(expand("a.cl", &text, NULL), 0);
    const char *line = NULL;
    size_t size = 0;
    ck_assert(xl__find_source_line(text.data, "b.h", 2, &line, &size));
    ck_assert(size == 6 && memcmp(line, "second", 6) == 0);
    ck_assert(xl__find_source_line(text.data, "a.cl", 3, &line, &size));
    ck_assert(size == 5 && memcmp(line, "three", 5) == 0);
    ck_assert(!xl__find_source_line(text.data, "a.cl", 9, &line, &size));
    ck_assert(!xl__find_source_line(text.data, "c.h", 1, &line, &size));
    /* #line a 1, one, #line b 1, first, second, #line a 3, three: counted from the top. */
    char file[XL__SOURCE_NAME];
    unsigned number = 0;
    ck_assert(xl__name_source_line(text.data, 5, file, &number));
    ck_assert_str_eq(file, "b.h");
    ck_assert_uint_eq(number, 2);
    ck_assert(xl__name_source_line(text.data, 7, file, &number));
    ck_assert_str_eq(file, "a.cl");
    ck_assert_uint_eq(number, 3);
    ck_assert(!xl__name_source_line(text.data, 3, file, &number));
    ck_assert(!xl__name_source_line(text.data, 8, file, &number));
    ck_assert(!xl__name_source_line(text.data, 0, file, &number));
    xl__text_free(&text);
}

static void refuse(const char *name, int status, const char *told) {
    xl__text text;
    xl_error error = {0};
    ck_assert_int_eq(expand(name, &text, &error), status);
    ck_assert_msg(strstr(error.text, told) != NULL, "'%s' lacks '%s'", error.text, told);
    xl__text_free(&text);
}

TEST(missing_files_are_reported) {
    put("a.cl", "one\n\n#include \"gone.h\"\n");
    refuse("a.cl", XL_IO, "a.cl:3: #include \"gone.h\"");
    refuse("nothing.cl", XL_IO, "nothing.cl");
    refuse("", XL_IO, "no such");
}

TEST(names_stay_inside) {
    put("a.cl", "#include \"../../../../../../etc/passwd\"\n");
    refuse("a.cl", XL_IO, "no such");
    put("b.cl", "#include \"/etc/passwd\"\n");
    refuse("b.cl", XL_IO, "no such");
    refuse("../a.cl", XL_IO, "no such");
    refuse("/etc/passwd", XL_IO, "no such");
    xl__text text;
    put("c.cl", "#include \"./x/.././d.h\"\n");
    put("d.h", "d\n");
    ck_assert_int_eq(expand("./c.cl", &text, NULL), 0);
    ck_assert_ptr_nonnull(strstr(text.data, "#line 1 \"d.h\"\nd\n"));
    xl__text_free(&text);
}

TEST(circles_are_refused) {
    put("a.cl", "#include \"b.h\"\n");
    put("b.h", "#include \"a.cl\"\n");
    refuse("a.cl", XL_BAD_VALUE, "includes itself");
    put("c.h", "#include \"c.h\"\n");
    refuse("c.h", XL_BAD_VALUE, "includes itself");
}

/* Twenty files that each include the next one twice; a large file many times. */
TEST(bombs_are_refused) {
    char text[200], name[32];
    for (int i = 0; i < 20; i++) {
        snprintf(name, sizeof name, "bomb%d.h", i);
        snprintf(text, sizeof text, "#include \"bomb%d.h\"\n#include \"bomb%d.h\"\n", i + 1, i + 1);
        put(name, text);
    }
    put("bomb20.h", "");
    refuse("bomb0.h", XL_BAD_VALUE, "more than 16 MiB, or 4096 files");
    enum { LARGE = 1 << 20, TIMES = 40 };
    char *const large = malloc(LARGE + 1), *const many = calloc(TIMES, 24);
    ck_assert(large && many);
    memset(large, ' ', LARGE);
    large[LARGE] = '\0';
    put("large.h", large);
    static const char line[] = "#include \"large.h\"\n";
    for (int i = 0; i < TIMES; i++) memcpy(many + (size_t)i * (sizeof line - 1), line, sizeof line);
    put("many.cl", many);
    refuse("many.cl", XL_BAD_VALUE, "more than 16 MiB");
    free(large);
    free(many);
}

TEST(a_nul_is_no_text) {
    scratch_write("a.cl", "ab\0cd", 5);
    refuse("a.cl", XL_IO, "NUL");
}

TEST(a_byte_order_mark_is_left_out) {
    xl__text out;
    put("b.h", "\xef\xbb\xbf/* b */\n");
    put("a.cl", "\xef\xbb\xbf#include \"b.h\"\n");
    ck_assert_int_eq(expand("a.cl", &out, NULL), 0);
    ck_assert_str_eq(out.data, "#line 1 \"a.cl\"\n#line 1 \"b.h\"\n/* b */\n#line 2 \"a.cl\"\n");
    xl__text_free(&out);
}

TEST(utf_16_is_reported) {
    xl__text out;
    xl_error error;
    scratch_write("a.cl", "\xff\xfe/\0/\0", 6);
    ck_assert_int_eq(expand("a.cl", &out, &error), XL_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "a.cl: is UTF-16; save it as UTF-8"));
    xl__text_free(&out);
}

TEST(names_of_lines_stay_between_their_quotes) {
    xl__text out = {0};
    ck_assert_int_eq(xl__expand_text(scratch_folder, "a\nb/\"c\\.cl", "x\n", &out, NULL), XL_SUCCESS);
    ck_assert_str_eq(out.data, "#line 1 \"a?b/?c?.cl\"\nx\n");
    xl__text_free(&out);
}

/* Otherwise the driver would search its own folders. */
TEST(a_name_that_is_too_long_is_refused) {
    for (int length = 250; length < 600; length += 5) {
        char text[700];
        xl__text out;
        xl_error error;
        const int head = snprintf(text, sizeof text, "#include \"");
        memset(text + head, 'a', (size_t)length);
        snprintf(text + head + length, sizeof text - (size_t)(head + length), "\"\n");
        put("a.cl", text);
        ck_assert_int_ne(expand("a.cl", &out, &error), 0);
        ck_assert_msg(strncmp(error.text, "a.cl:1: #include ", 17) == 0, "%s", error.text);
        ck_assert_msg(strstr(error.text, length < 256 ? "no such kernel source file"
                                                      : "more than 255 characters") != NULL,
                      "%d: %s", length, error.text);
        xl__text_free(&out);
    }
}

/* Includes are then searched from the top folder. */
TEST(a_text_with_a_long_path) {
    for (size_t length = 240; length < 1200; length += 7) {
        char path[1300];
        xl__text out = {0};
        xl_error error;
        memset(path, 'a', length);
        memcpy(path + length, "/b.cl", sizeof "/b.cl");
        ck_assert_int_eq(xl__expand_text(scratch_folder, path, "#include \"sg/sg_none.h\"\n", &out, &error),
                         XL_SUCCESS);
        ck_assert_ptr_nonnull(strstr(out.data, "\n#include \"sg/sg_none.h\"\n")); /* for the compiler */
        xl__text_free(&out);
        ck_assert_int_eq(xl__expand_text(scratch_folder, path, "#include \"common/scan.h\"\n", &out, &error),
                         XL_SUCCESS);
        ck_assert_ptr_nonnull(strstr(out.data, "#line 1 \"common/scan.h\"\n"));
        xl__text_free(&out);
    }
}

/* Without taking the built-in file of that name or waiting for the pipe. */
TEST(folders_and_pipes_are_refused) {
    xl__text out;
    xl_error error;
    ck_assert_int_eq(mkdir(scratch_path("sg"), 0700), 0);
    ck_assert_int_eq(mkdir(scratch_path("lerp"), 0700), 0);
    ck_assert_int_eq(mkfifo(scratch_path("lerp/lerp.cl"), 0600), 0);
    ck_assert_int_eq(expand("lerp/lerp.cl", &out, &error), XL_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "lerp/lerp.cl: is no regular file"));
    xl__text_free(&out);
    ck_assert_int_eq(mkdir(scratch_path("sg/sg.h"), 0700), 0);
    put("a.cl", "#include \"sg/sg.h\"\n");
    ck_assert_int_eq(expand("a.cl", &out, &error), XL_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "sg/sg.h: is no regular file"));
    xl__text_free(&out);
    ck_assert_int_eq(symlink("nowhere", scratch_path("lost.cl")), 0);
    ck_assert_int_eq(expand("lost.cl", &out, &error), XL_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "lost.cl: is no regular file"));
    xl__text_free(&out);
}

TEST(built_in_files_are_found) {
    ck_assert_uint_gt(xl__embedded_file_count, 0);
    for (size_t i = 0; i < xl__embedded_file_count; i++) {
        const xl__embedded_file *file = &xl__embedded_files[i];
        ck_assert_ptr_eq(xl__find_embedded(file->name), file);
        ck_assert_uint_eq(strlen(file->text), file->size);
        if (i) ck_assert_int_lt(strcmp(file[-1].name, file->name), 0);
    }
    ck_assert_ptr_null(xl__find_embedded("sg/none.h"));
    ck_assert_ptr_null(xl__find_embedded(""));
    ck_assert_ptr_null(xl__find_embedded("zzz"));
}

TEST(folder_comes_first) {
    put("a.cl", "#include \"sg/sg.h\"\n");
    xl__text text;
    ck_assert_int_eq(expand("a.cl", &text, NULL), 0);
    ck_assert_ptr_nonnull(strstr(text.data, "#line 1 \"sg/sg.h\"\n"));
    ck_assert_uint_gt(text.size, 10000);
    xl__text_free(&text);
    ck_assert_int_eq(xl__expand_source(NULL, "a.cl", &text, NULL), XL_IO);
    ck_assert_int_eq(xl__expand_source(NULL, "sg/sg.h", &text, NULL), 0);
    xl__text_free(&text);
}

TEST(text_grows) {
    xl__text text = {0};
    for (int i = 0; i < 1000; i++) xl__text_format(&text, "%d,", i);
    ck_assert(!text.failed);
    ck_assert_uint_eq(text.size, strlen(text.data));
    ck_assert_uint_eq(text.size, 10 * 2 + 90 * 3 + 900 * 4);
    xl__text_free(&text);
    char small[4];
    ck_assert(!xl__copy_capped(small, sizeof small, "abcdef"));
    ck_assert_str_eq(small, "abc");
    ck_assert(xl__copy_capped(small, sizeof small, "abc"));
}

TEST(hashes_differ) {
    char texts[4][XL__HASH_TEXT];
    const char *pairs[4][2] = {{"a", "bc"}, {"ab", "c"}, {"", "abc"}, {"abc", ""}};
    for (int i = 0; i < 4; i++) {
        xl__hash hash = xl__hash_start();
        xl__hash_add_text(&hash, pairs[i][0]);
        xl__hash_add_text(&hash, pairs[i][1]);
        xl__hash_text(&hash, texts[i]);
        ck_assert_uint_eq(strlen(texts[i]), 32);
        for (int k = 0; k < i; k++) {
            ck_assert_str_ne(texts[i], texts[k]);
            ck_assert_int_ne(memcmp(texts[i], texts[k], 16), 0);
            ck_assert_int_ne(memcmp(texts[i] + 16, texts[k] + 16, 16), 0);
        }
    }
}

/* Built-in files are the files that `copy` writes: kernel sources, which include no host header. */
TEST(only_kernel_sources_are_built_in) {
    for (size_t i = 0; i < xl__embedded_file_count; i++) {
        const xl__embedded_file *file = &xl__embedded_files[i];
        xl__text text = {0};
        xl_error error = {0};
        ck_assert_msg(xl__expand_source(NULL, file->name, &text, &error) == XL_SUCCESS, "%s: %s", file->name,
                      error.text);
        ck_assert_msg(!strstr(file->text, "#include <"), "%s: OpenCL C has no such header", file->name);
        xl__text_free(&text);
    }
}
