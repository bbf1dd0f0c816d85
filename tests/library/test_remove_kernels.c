/* Unwanted kernels are removed from a source text where that is safe. */
#include "support/suite.h"
#include "program/remove_kernels.h"
#include <stdio.h>
#include <string.h>

static const char *const first_only[] = {"k_first", NULL};

static void squeeze(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++)
        if (*from != ' ') *to++ = *from;
    *to = '\0';
}

static void expect(const char *before, const char *const *names, const char *after) {
    char text[1000], wanted[1000];
    snprintf(text, sizeof text, "%s", before);
    snprintf(wanted, sizeof wanted, "%s", after);
    xl__remove_other_kernels(text, names);
    squeeze(text);
    squeeze(wanted);
    ck_assert_str_eq(text, wanted);
}

TEST(others_go_and_lines_stay) {
    expect("float f(void) {\n    return 1;\n}\n"
           "SG_KERNEL void k_first(int n) {\n    f();\n}\n"
           "__kernel void k_firsts(int a,\n    int b) {\n#if A\n    f();\n#else\n    g();\n#endif\n}\n"
           "kernel void k_f() {\n}\nint last;\n",
           first_only,
           "float f(void) {\n    return 1;\n}\n"
           "SG_KERNEL void k_first(int n) {\n    f();\n}\n"
           "\n\n\n\n\n\n\n\n"
           "\n\nint last;\n");
}

TEST(several_are_kept) {
    static const char *const both[] = {"k_first", "k_third", NULL};
    expect("kernel void k_first() {\n}\nkernel void k_second() {\n}\nkernel void k_third() {\n}\n", both,
           "kernel void k_first() {\n}\n\n\nkernel void k_third() {\n}\n");
}

TEST(called_kernels_stay) {
    static const char text[] = "kernel void k_second() {\n}\nkernel void k_first() {\n    k_second();\n}\n";
    expect(text, first_only, text);
}

TEST(other_forms_stay) {
    static const char *const texts[] = {
        "kernel void k_one_line() { }\nkernel void k_first() {\n}\n",
        "#if A\nkernel void k_a() {\n#else\nkernel void k_b() {\n#endif\n}\n",
        "kernel void k_a() {\n#if A\n}\n#else\n}\n#endif\n",
        "kernel void\nk_a() {\n}\n",
        "kernel void k_a() {\n",
        "kernels void k_a() {\n}\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) expect(texts[i], first_only, texts[i]);
}
