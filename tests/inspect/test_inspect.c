/* `crosslane inspect` with a script as the compiler. */
#define _XOPEN_SOURCE 700
#include "support/scratch.h"
#include "support/command.h"
#include "support/suite.h"
#include <sys/resource.h>

static command c;

static void write_file(const char *name, const char *text, mode_t mode) {
    FILE *const file = fopen(scratch_path(name), "w");
    ck_assert_ptr_nonnull(file);
    ck_assert(fputs(text, file) >= 0);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(chmod(scratch_path(name), mode), 0);
}

/* It sets $file, $device and $output for `then`. */
static void write_compiler(const char *then) {
    char text[4096];
    snprintf(text, sizeof text,
             "#!/bin/sh\n"
             "PATH=/usr/bin:/bin\n"
             "[ \"$1\" = query ] && { echo 9.9 > \"$2\"; exit; }\n"
             "while [ $# -gt 0 ]; do\n"
             "    case $1 in -file) file=$2 ;; -device) device=$2 ;; -output) output=$2 ;; esac\n"
             "    shift\n"
             "done\n"
             "%s",
             then);
    write_file("ocloc", text, 0700);
}

static const char works[] = "printf '\\nkernels:\\n' > \"$output\"\n"
                            "sed -n 's/^[_SGKERNLkernl]* void \\([a-z0-9_]*\\)(.*/  - name:   "
                            "\\1\\n      grf_count:  128\\n"
                            "      simd_size:  16/p' \"$file\" >> \"$output\"\n"
                            "for kernel in $(sed -n 's/^  - name: *//p' \"$output\"); do\n"
                            "    printf '//.kernel %s\\n  nop\\n' $kernel > "
                            "\"$IGC_DumpToCustomDir/OCL_$kernel-_simd16_.asm\"\n"
                            "done\n";

static void enter(void) {
    scratch_make();
    write_file("mine.cl", "#include \"more.h\"\n__kernel void mine(__global int *x) { x[0] = MORE; }\n",
               0600);
    write_file("more.h", "#define MORE 3\n", 0600);
    write_file("layer.cl",
               "#include \"crosslane_sg.h\"\n"
               "SG_KERNEL void layer(__global int *x SG_PARAMS) { SG_BEGIN(sg); x[0] = sg_lane(sg); }\n",
               0600);
}

static void leave(void) {
    command_free(&c);
    scratch_remove();
}

static void inspect(const char *words) {
    command_run(&c, "PATH=%s inspect %s", scratch_folder, words);
}

static void inspect_file(const char *name, const char *words) {
    char line[4096];
    snprintf(line, sizeof line, "%s %s", scratch_path(name), words);
    inspect(line);
}

AROUND(enter, leave);

TEST(shows_a_file) {
    write_compiler(works);
    inspect_file("mine.cl", "--for tgllp");
    command_expect(&c, 0);
    command_has(&c, c.out, "mine    tgllp      16");
    command_has(&c, c.out, "7 of 7: the device");
    command_has(&c, c.out, "tgllp: ocloc 9.9; limits: Intel, GPU Occupancy Calculator");
    inspect_file("layer.cl", "--for tgllp --kernel layer");
    command_expect(&c, 0);
    inspect_file("layer.cl", "--for tgllp --kernel later");
    command_expect(&c, 2);
    command_has(&c, c.err, "has no such kernel for tgllp; it has layer");
}

TEST(passes_on_options_and_folders) {
    char line[2048];
    write_file("mine.cl",
               "#if 0\n#include \"nothing.h\"\n#endif\n#define WHICH \"more.h\"\n#include WHICH\n"
               "__kernel void mine(__global int *x) { x[0] = MORE; }\n",
               0600);
    write_file("ocloc",
               "#!/bin/sh\n[ \"$1\" = query ] && { echo 9.9 > \"$2\"; exit; }\n"
               "while [ \"$1\" != -options ]; do shift; done\necho \"error: $2\"; exit 1\n",
               0700);
    inspect_file("mine.cl", "--for tgllp --option -DA=1 --option '-DB=2 -w' --include /usr/include");
    command_expect(&c, 1);
    snprintf(line, sizeof line, " -I%s/ -I/usr/include -DA=1 -DB=2 -w", scratch_folder);
    command_has(&c, c.err, line);
    write_compiler(works);
    inspect_file("mine.cl", "--for tgllp");
    command_expect(&c, 0);
    inspect_file("mine.cl", "--for tgllp --width 8");
    command_expect(&c, 1);
    command_has(&c, c.err, "mine was compiled for 16 lanes, not 8");
    inspect_file("mine.cl", "--for tgllp --include nowhere");
    command_expect(&c, 2);
    command_has(&c, c.err, "--include 'nowhere': no such folder");
    inspect("scan/lookback --for tgllp --option -w");
    command_expect(&c, 2);
    command_has(&c, c.err, "are for a file and a target");
}

/* By the name that the suite's kernels use, through another file, and in a folder whose path is too long to
   include. */
TEST(shows_a_kernel_of_the_suite) {
    char folder[201], name[440];
    memset(folder, 'a', sizeof folder);
    folder[200] = '\0';
    ck_assert_int_eq(mkdir(scratch_path(folder), 0755), 0);
    snprintf(name, sizeof name, "%s/%s", folder, folder);
    ck_assert_int_eq(mkdir(scratch_path(name), 0755), 0);
    write_compiler(works);
    write_file("more.h", "#include \"sg/sg.h\"\n", 0600);
    scratch_edit("layer.cl", "crosslane_sg.h", "more.h");
    inspect_file("layer.cl", "--for tgllp --json -");
    command_expect(&c, 0);
    command_has(&c, c.out, "\"backend\": \"intel\"");
    snprintf(name, sizeof name, "%s/%s/more.h", folder, folder);
    write_file(name, "#include \"sg/sg.h\"\n", 0600);
    snprintf(name, sizeof name, "%s/%s/layer.cl", folder, folder);
    write_file(
        name,
        "#include \"more.h\"\nSG_KERNEL void layer(__global int *x SG_PARAMS) { SG_BEGIN(sg); x[0] = 1; }\n",
        0600);
    inspect_file(name, "--for tgllp");
    command_expect(&c, 0);
    command_has(&c, c.out, "layer   tgllp      16");
}

TEST(shows_a_strategy) {
    write_compiler(works);
    inspect("lerp/split --for tgllp,dg2");
    command_expect(&c, 0);
    const char *const first = strstr(c.out, "lerp_split_parts  tgllp      16");
    const char *const second = strstr(c.out, "lerp_split_join   tgllp      16");
    const char *const third = strstr(c.out, "lerp_split_parts  dg2        16");
    ck_assert(first && second && third && first < second && second < third);
}

TEST(lists_targets) {
    inspect("--targets");
    command_expect(&c, 0);
    command_has(&c, c.out, "no    -      no ocloc: apt-get install intel-opencl-icd");
    const char *const newer = strstr(c.out, "\ngfx1100 ");
    const char *const line = newer ? strstr(newer, "apt-get install clang-19 rocm-device-libs-17") : NULL;
    ck_assert(line && line < strstr(newer, "\ntgllp "));
    write_compiler(works);
    inspect("--targets");
    command_has(&c, c.out, "yes   in part  ocloc 9.9");
    write_file("ocloc", "#!/bin/sh\necho 22.43.24595.41 > \"$2\"\n", 0700);
    inspect("--targets");
    command_has(&c, c.out, "yes   whole  ocloc 22.43.24595.41");
}

TEST(says_what_is_missing) {
    inspect_file("mine.cl", "--for tgllp");
    command_refused(&c, 3, "no ocloc; install it: apt-get install intel-opencl-icd", NULL);
    write_compiler("exit 7\n");
    inspect_file("none.cl", "--for tgllp");
    command_refused(&c, 2, "none.cl: No such file", NULL);
}

TEST(tells_all_errors) {
    write_compiler(
        "echo 'warning: no matter'; echo 'mine.cl:2:5: error: planted'; echo ' x = y;'; echo 'error: later'; "
        "for i in $(seq 20); do echo \"mine.cl:$i:1: error: more\"; done; exit 1\n");
    inspect_file("mine.cl", "--for tgllp");
    command_expect(&c, 1);
    command_has(&c, c.err,
                "for tgllp, 16 lanes: mine.cl:2:5: error: planted\nerror: later\nmine.cl:1:1: error");
    command_has(&c, c.err, "\nmine.cl:19:1: error: more\nand 1 more error\n");
    inspect("lerp/affine --for tgllp"); /* not even a probe compiles: the strategy does not run there */
    command_expect(&c, 3);
    char then[1024];
    snprintf(then, sizeof then,
             "grep -q PROBE_ \"$file\" || { echo 'lerp/affine.cl:2:5: error: planted'; echo 'error: two'; "
             "exit 1; }\n%s",
             works);
    write_compiler(then);
    inspect("lerp/affine --for tgllp");
    command_expect(&c, 4);
    command_has(&c, c.err, "lerp/affine.cl did not compile");
    command_has(&c, c.err, "error: planted\nerror: two\n");
}

TEST(continues_after_a_failure) {
    char then[1024];
    snprintf(then, sizeof then, "[ $device = tgllp ] && { echo 'mine.cl:2:5: error: planted'; exit 1; }\n%s",
             works);
    write_compiler(then);
    inspect_file("mine.cl", "--for tgllp,dg2");
    command_expect(&c, 1);
    command_has(&c, c.out, "mine    dg2        16");
    command_has(&c, c.err, "error: planted");
}

TEST(ends_a_compiler) {
    write_compiler("sleep 1000\n");
    inspect_file("mine.cl", "--for tgllp --timeout 0.2");
    command_refused(&c, 4, "the compiler was ended after 0.2 s (--timeout)", NULL);
    write_compiler("kill -SEGV $$\n");
    inspect_file("mine.cl", "--for tgllp");
    command_refused(&c, 4, "the compiler died: Segmentation fault", NULL);
}

TEST(requires) {
    write_compiler(works);
    inspect_file("mine.cl", "--for tgllp --require lanes==16 --require scratch_bytes==0");
    command_expect(&c, 0);
    inspect_file("mine.cl", "--for tgllp --require lanes==32@dg2");
    command_expect(&c, 0);
    inspect_file("mine.cl", "--for tgllp,dg2 --require lanes==32@dg2");
    command_expect(&c, 1);
    command_has(&c, c.err, "--require lanes==32@dg2 is not met: mine for dg2, 16 lanes, has 16");
    inspect_file("mine.cl", "--for tgllp --require scalar_registers>=0");
    command_expect(&c, 1);
    command_has(&c, c.err, "has none that its compiler reports");
}

TEST(writes_json) {
    write_compiler(works);
    inspect_file("mine.cl", "--for tgllp --json -");
    command_expect(&c, 0);
    json_t *const document = json_loads(c.out, 0, NULL);
    const json_t *const entry = json_array_get(json_object_get(document, "inspections"), 0);
    const json_t *const kernel = json_array_get(json_object_get(entry, "kernels"), 0);
    ck_assert_str_eq(json_string_value(json_object_get(entry, "target")), "tgllp");
    ck_assert_str_eq(json_string_value(json_object_get(kernel, "kernel")), "mine");
    ck_assert_int_eq(json_integer_value(json_object_get(kernel, "vector_registers")), 128);
    ck_assert(json_is_null(json_object_get(kernel, "scalar_registers")));
    json_decref(document);
}

static const char tells_lines[] =
    "if grep -q 'void mine' \"$file\"; then\n"
    "printf '\\nkernels:\\n  - name:   mine\\n      simd_size:  16\\n' > \"$output\"\n"
    "printf '//.kernel mine\\n// File: %s\\n// Line 2\\n  add (16|M0) r1.0<1>:d r2.0<1>:d 1:w // $7\\n"
    "// Line 3\\n  mov (16|M0) r3.0<1>:d r[a0.0]<1,0>:d // $9\\n' > "
    "\"$IGC_DumpToCustomDir/OCL_asm0_simd16_entry.asm\"\n"
    "else\n%sfi\n";

static void write_asking(void) {
    char then[2048];
    write_file(
        "mine.cl",
        "#include \"crosslane_sg.h\"\n"
        "SG_KERNEL void mine(__global int *x SG_PARAMS) { SG_BEGIN(sg); int v = x[0] + 1; // </span>&\"'\n"
        "    v = sg_shuffle(sg, v, 3u);\n"
        "    x[0] = v;\n}\n",
        0600);
    snprintf(then, sizeof then, tells_lines, scratch_path("mine.cl"), works);
    write_compiler(then);
}

TEST(shows_lines) {
    write_asking();
    inspect_file("mine.cl", "--for tgllp --source");
    command_expect(&c, 0);
    const char *const line = strstr(c.out, "    2 | SG_KERNEL void mine");
    const char *const add = strstr(c.out, "    0 add (16|M0) r1.0<1>:d r2.0<1>:d 1:w\n");
    const char *const next = strstr(c.out, "    3 |     v = sg_shuffle(sg, v, 3u);");
    const char *const name = strstr(c.out, "      sg_shuffle:");
    const char *const mov = strstr(c.out, "    1   mov (16|M0) r3.0<1>:d r[a0.0]<1,0>:d\n");
    ck_assert_msg(line && add && next && name && mov, "%s", c.out);
    ck_assert(line < add && add < next && next < name && name < mov);
    inspect_file("mine.cl", "--for tgllp");
    command_expect(&c, 0);
    command_has(&c, c.out, "mine.cl:3  sg_shuffle  tgllp      16       1           1               0  1 mov");
}

TEST(requires_of_an_operation) {
    char both[1024];
    write_asking();
    inspect_file("mine.cl", "--for tgllp --require 'shuffle<=1' --require sg_shuffle==1@tgllp");
    command_expect(&c, 0);
    inspect_file("mine.cl", "--for tgllp --require 'shuffle<=0@tgllp'");
    command_refused(
        &c, 1,
        "--require shuffle<=0@tgllp is not met: mine for tgllp, 16 lanes, has 1 instructions at one place",
        NULL);
    snprintf(both, sizeof both, "%s --for tgllp --require shuffle==1", scratch_path("layer.cl"));
    inspect_file("mine.cl", both); /* the other kernel has none */
    command_expect(&c, 0);
    command_has(&c, c.out, "layer   tgllp      16");
    inspect_file("mine.cl", "--for tgllp --require 'ballot_count<=4'");
    command_refused(&c, 3,
                    "--require ballot_count<=4 cannot be judged: no instruction of these kernels is known "
                    "to belong to sg_ballot_count",
                    NULL);
    inspect_file("mine.cl", "--for tgllp --require 'shuffle<=1@dg2'");
    command_refused(&c, 3, "cannot be judged: no instruction of these kernels for dg2 is known", NULL);
    inspect_file("mine.cl", "--for tgllp --require 'ballot_count<=4' --require 'shuffle>1'");
    command_expect(&c, 1);
}

static const char recorded[] = XL_TEST_SOURCE_DIR "/bench/results/nvidia-h200/mips.json";

static void report(const char *file) {
    char path[512];
    snprintf(path, sizeof path, "%s", scratch_path(file));
    command_run(&c, "report %s %s --out %s --force", recorded, path, scratch_path("report.html"));
}

TEST(goes_into_a_report) {
    char words[1024];
    size_t size = 0;
    write_asking();
    snprintf(words, sizeof words, "--for tgllp --source --json %s", scratch_path("lines.json"));
    inspect_file("mine.cl", words);
    command_expect(&c, 0);
    report("lines.json");
    command_expect(&c, 0);
    char *page = scratch_read("report.html", &size);
    ck_assert_ptr_nonnull(strstr(page, "<h2 id=\"compiled\">Compiled code</h2>"));
    ck_assert_ptr_nonnull(strstr(page, "<i>3</i>mov (16|M0) r3.0&lt;1&gt;:d r[a0.0]&lt;1,0&gt;:d</span>"));
    ck_assert_ptr_nonnull(strstr(page, "// &lt;/span&gt;&amp;&quot;&#39;</span>"));
    ck_assert_ptr_null(strstr(page, "// </span>"));
    ck_assert_ptr_nonnull(strstr(page, "<h2 id=\"devices\""));
    ck_assert_ptr_nonnull(strstr(page, "script-src"));
    free(page);
    command_run(&c, "report %s --out %s --force", recorded, scratch_path("report.html"));
    command_expect(&c, 0);
    page = scratch_read("report.html", &size);
    ck_assert_ptr_null(strstr(page, "script-src"));
    ck_assert_ptr_null(strstr(page, "id=\"compiled\""));
    free(page);
    command_run(&c, "report %s --out %s", scratch_path("lines.json"), scratch_path("alone.html"));
    command_refused(&c, 2, "name a results file too", NULL);
    snprintf(words, sizeof words, "--for tgllp --json %s", scratch_path("numbers.json"));
    inspect_file("mine.cl", words);
    report("numbers.json");
    command_refused(&c, 2, "no lines are in it; 'crosslane inspect NAME --for TARGET --source --json FILE'",
                    NULL);
}

/* Missing or mistyped fields are left out; an invalid index lights nothing. */
TEST(shows_damaged_lines) {
    static const char *const listings[] = {
        "[7, null, {}, [], \"a\"]", "[{\"lines\": 3, \"sides\": {}, \"operations\": \"x\", \"kernel\": []}]",
        "[{\"lines\": [{\"file\": 4, \"line\": \"x\"}, {\"file\": \"f\"}, 9], \"sides\": [5, {\"code\": [1, "
        "{\"line\": 99}, {\"line\": "
        "-5}, {\"line\": 2}, {\"line\": 9223372036854775807, \"text\": \"<b>\", \"operation\": \"<i>\"}]}]}]",
        "[{\"operations\": [{}, {\"file\": \"\", \"waterfall_instructions\": 1.5}, null]}]"};
    for (size_t i = 0; i < sizeof listings / sizeof *listings; i++) {
        char text[1024];
        snprintf(text, sizeof text, "{\"inspect\": 1, \"inspections\": [], \"listings\": %s}", listings[i]);
        write_file("other.json", text, 0600);
        report("other.json");
        command_expect(&c, 0);
        size_t size = 0;
        char *const page = scratch_read("report.html", &size);
        ck_assert_ptr_null(strstr(page, "<b>"));
        ck_assert_ptr_nonnull(strstr(page, "</html>"));
        free(page);
    }
    write_file("other.json", "{\"inspect\": 1, \"inspections\": [], \"listings\": {}}", 0600);
    report("other.json");
    command_refused(&c, 2, "no lines are in it", NULL);
    write_file("other.json", "{\"inspect\": 1, \"inspections\": [", 0600);
    report("other.json");
    command_refused(&c, 2, "other.json", NULL);
}

/* tests/inspect/page_browser.py checks it in a browser. */
TEST(writes_a_page) {
    char words[1024];
    write_asking();
    snprintf(words, sizeof words, "--for tgllp --html %s", scratch_path("page.html"));
    inspect_file("mine.cl", words);
    command_expect(&c, 0);
    size_t size = 0;
    char *const page = scratch_read("page.html", &size);
    ck_assert_ptr_nonnull(strstr(page, "// &lt;/span&gt;&amp;&quot;&#39;</span>"));
    ck_assert_ptr_null(strstr(page, "// </span>"));
    ck_assert_ptr_nonnull(strstr(page, "<i>3</i>mov (16|M0) r3.0&lt;1&gt;:d r[a0.0]&lt;1,0&gt;:d</span>"));
    free(page);
    inspect_file("mine.cl", words);
    command_refused(&c, 2, "the file exists; --force replaces it", NULL);
    inspect_file("mine.cl", "--for tgllp --html -");
    command_refused(&c, 2, "a page needs a file name", NULL);
    inspect_file("mine.cl", "--for tgllp --html /nowhere/page.html");
    command_refused(&c, 5, "/nowhere", NULL);
}

TEST(shows_a_device) {
    write_file("own.cl", "__kernel void own(__global int *x) { x[get_global_id(0)] *= FACTOR; }\n", 0600);
    command_run(&c, "inspect %s --device 0 --set FACTOR=3", scratch_path("own.cl"));
    if (strstr(c.out, "kernel"))
        command_has(&c, c.out, "own     device 0");
    else
        command_refused(&c, 3, "its driver exports", NULL);
    ck_assert_ptr_null(strstr(c.err, "is refused")); /* only damaged programs are refused */
    command_run(&c, "inspect %s --device 0", scratch_path("own.cl"));
    command_refused(&c, 1, "FACTOR", NULL);
    write_file("two.cl", "__kernel void two(__global int *x) {\n    x[0] = first;\n    x[1] = second;\n}\n",
               0600);
    command_run(&c, "inspect %s --device 0", scratch_path("two.cl"));
    command_expect(&c, 1);
    command_has(&c, c.err, "two.cl:2");
    command_has(&c, c.err, "two.cl:3");
    command_run(&c, "inspect %s --device 0 --set FACTOR=3 --require 'instructions>100000@device 0'",
                scratch_path("own.cl"));
    if (strstr(c.out, "kernel")) command_refused(&c, 1, "100000@device 0 is not met: own for device 0", NULL);
    command_run(&c, "inspect %s --device 0 --require spills==0@gfx1030", scratch_path("own.cl"));
    command_refused(&c, 2, "with --device they are called 'device 0'", NULL);
    command_run(&c, "inspect %s --device 0 --for tgllp", scratch_path("own.cl"));
    command_refused(&c, 2, "not both", NULL);
}

/* The device's own name comes before the compiler's. */
TEST(takes_a_device_like_another) {
    write_compiler("[ $device = adl-s ] || exit 7\n"
                   "printf '\\nkernels:\\n  - name: mine\\n      simd_size: 16\\n' > \"$output\"\n"
                   "printf '//.kernel mine\\n  nop\\n' > \"$IGC_DumpToCustomDir/OCL_simd16_.asm\"\n");
    inspect_file("mine.cl", "--for adl-s");
    command_expect(&c, 0);
    command_has(&c, c.out, "mine    adl-s      16");
    write_file("ocloc", "#!/bin/sh\necho 22.43.24595 > \"$2\"\n", 0700);
    inspect("--targets");
    command_expect(&c, 0);
    const char *const own = strstr(c.out, "\ntgllp "), *const like = strstr(c.out, "\nadl-s ");
    ck_assert(own && like);
    ck_assert_int_eq(strncmp(strchr(own, 'y'), "yes   whole", 11), 0);
    ck_assert_int_eq(strncmp(strchr(like, 'y'), "yes   whole", 11), 0);
    ck_assert_ptr_nonnull(strstr(like, "limits and driver as of tgllp"));
}

static void write_large(const char *listing) {
    char then[1024];
    snprintf(then, sizeof then,
             "printf '\\nkernels:\\n  - name: mine\\n      simd_size: 16\\n' > \"$output\"\n"
             "out=$IGC_DumpToCustomDir/OCL_simd16_.asm\nprintf '//.kernel mine\\n' > \"$out\"\n%s\n",
             listing);
    write_compiler(then);
}

static const char *const forms[] = {"", "--asm", "--source", "--json -", "--source --json -", "--html"};

EACH_TEST(refuses_huge_listings, forms) {
    char words[1024];
    snprintf(words, sizeof words, "--for tgllp %s %s", forms[_i],
             strcmp(forms[_i], "--html") == 0 ? scratch_path("page.html") : "");
    write_large("yes '  nop' | head -n 262145 >> \"$out\"");
    inspect_file("mine.cl", words);
    command_refused(&c, 5, "mine.cl for tgllp, 16 lanes: the compiler's listing is refused: too large",
                    "at most 262144 instructions and 64 MiB", NULL);
    ck_assert_ptr_null(strstr(c.out, "nop"));
}

#if !SUITE_SANITIZED
TEST(shows_what_is_large) {
    write_large("yes '  nop' | head -n 262144 >> \"$out\"");
    inspect_file("mine.cl", "--for tgllp --source");
    command_expect(&c, 0);
    command_has(&c, c.out, "262143 nop");
    inspect_file("mine.cl", "--for tgllp --require instructions==262144");
    command_expect(&c, 0);
}

/* The listing has 1000 MiB. */
TEST(holds_no_huge_listing) {
    struct rusage used;
    write_large("truncate -s 1000M \"$out\"");
    inspect_file("mine.cl", "--for tgllp");
    command_refused(&c, 5, "too large", NULL);
    ck_assert_int_eq(getrusage(RUSAGE_CHILDREN, &used), 0);
    ck_assert_int_lt(used.ru_maxrss, 500 << 10); /* KiB */
}
#endif

TEST(leaves_nothing) {
    write_compiler(works);
    const size_t before = scratch_count();
    command_run(&c, "TMPDIR=%s PATH=%s inspect %s --for tgllp", scratch_folder, scratch_folder,
                scratch_path("mine.cl"));
    command_expect(&c, 0);
    ck_assert_uint_eq(scratch_count(), before);
}
