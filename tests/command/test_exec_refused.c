/* exec refuses wrong arguments and malformed files in one line and leaves no file. ctest label: full */
#include "support/one_command.h"
#include "support/npy_file.h"
#include "support/suite.h"
#include "arrays/image.h"
#include <stdint.h>

static void refused(int status, const char *what, const char *more, size_t files) {
    command_refused(&c, status, what, more, NULL);
    ck_assert_msg(scratch_count() == files, "%s: left a file", c.line);
}

AROUND(enter, leave);

TEST(arguments_that_do_not_fit) {
    static const struct {
        const char *line, *what, *more;
    } cases[] = {
        {"lerp --in x=x.npy --out c=c.npy", "array 't' is missing", "--in t=FILE"},
        {"lerp --in x=x.npy --in t=t.npy", "--out ARRAY=FILE", "exec"},
        {"lerp --in x --in t=t.npy --out c=c.npy", "--in 'x'", "ARRAY=FILE"},
        {"lerp --in x= --in t=t.npy --out c=c.npy", "--in 'x='", "ARRAY=FILE"},
        {"lerp --in x=x.npy --in x=x.npy --out c=c.npy", "array 'x'", "given before"},
        {"lerp --in y=x.npy --out c=c.npy", "--in y: lerp has no such input array", "it has"},
        {"lerp --in initail=x.npy --out c=c.npy", "--in initail", "did you mean initial"},
        {"lerp --in x=x.npy --in t=t.npy --out d=c.npy", "--out d: lerp has no such output array",
         "it has c"},
        {"lerp --in x=x.npy --in t=short.npy --out c=c.npy", "short.npy: dimension 1 of array 't' is 36",
         "n = 37 by x.npy"},
        {"lerp --in x=x.npy --in t=t.npy --out c=c.npy --set n=7", "x.npy: dimension 1 of array 'x' is 37",
         "n = 7 by --set"},
        {"lerp --in x=t.npy --in t=t.npy --out c=c.npy", "t.npy: array 'x' is [rows, n, channels]",
         "(3, 37)"},
        {"lerp --in x=wide.npy --in t=t.npy --out c=c.npy",
         "wide.npy: dimension 2 of array 'x' is channels = 5", "1 to 4"},
        {"spheres --in spheres=short.npy --in colors=x.npy --out result=r.npy", "short.npy: array 'spheres'",
         "4"},
        {"lerp --in x=x.npy --in t=whole.npy --out c=c.npy", "whole.npy: elements are i32", "takes f32"},
        {"histogram --in samples=double.npy --out counts=c.npy", "double.npy: elements are f64",
         "u32, u8, f32"},
        {"histogram --in samples=half.npy --set type=u8 --out counts=c.npy", "half.npy: elements are f32",
         "type = u8"},
        {"lerp --in x=x.npy --in t=nothing.npy --out c=c.npy", "nothing.npy: cannot be read", "No such file"},
        {"lerp --in x=x.npy --in t=. --out c=c.npy", ".: cannot be read", "directory"},
        {"lerp --in x=x.npy --in t=t.npy --out c=c.npy --set n=37,38", "exec runs once", "single value"},
        {"lerp --in x=x.npy --in t=t.npy --out c=c.npy --width 8,16", "exec runs once", "--width"},
        {"lerp --in x=x.npy --in t=t.npy --out c=c.png", "c.png: array 'c' is no picture", ".npy"},
        {"spheres --in spheres=s.npy --in colors=k.npy --out result=r.npy", "how many points",
         "--set width=N"},
        {"spheres --in spheres=s.npy --in colors=k.npy --set width=4 --out result=r.npy", "width", "height"},
        {"compact --in x=half.npy --in flags=bytes.npy --out kept=k.npy", "array 'flags' would be ignored",
         "unless keep == nonzero"},
        {"compact --in x=half.npy --set keep=nonzero --set threshold=3 --out kept=k.npy", "--set threshold",
         "nothing that runs here reads it"},
        {"normal24 --in x=half.npy --in stencil=bytes.npy --set form=bfloat8 --out code=c.npy",
         "array 'stencil' would be ignored", "unless form == depth_stencil"},
    };
    static const float some[3 * 37 * 5] = {0};
    write_floats("x.npy", "(3, 37, 2)", some, 222);
    write_floats("t.npy", "(3, 37)", some, 111);
    write_floats("short.npy", "(3, 36)", some, 108);
    write_floats("wide.npy", "(3, 37, 5)", some, 555);
    write_floats("half.npy", "(4,)", some, 4);
    write_npy("bytes.npy", "|u1", "False", "(4,)", some, 4);
    write_floats("s.npy", "(3, 4)", some, 12);
    write_floats("k.npy", "(3, 3)", some, 9);
    write_npy("whole.npy", "<i4", "False", "(3, 37)", some, 444);
    write_npy("double.npy", "<f8", "False", "(3,)", some, 24);
    const size_t files = scratch_count();
    char before[4096];
    ck_assert_ptr_nonnull(getcwd(before, sizeof before));
    ck_assert_int_eq(chdir(scratch_folder), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        command_run(&c, "exec --device 0 %s", cases[i].line);
        refused(2, cases[i].what, cases[i].more, files);
    }
    command_run(&c, "exec lerp/serial --device 0 --in x=x.npy --in t=t.npy --out c=no/c.npy");
    refused(5, "no/c.npy", "cannot be written", files);
    ck_assert_int_eq(chdir(before), 0);
}

TEST(refused_by_the_worker) {
    static const uint32_t some[4] = {0};
    write_npy("keys.npy", "<u4", "False", "(4,)", some, 16);
    const size_t files = scratch_count();
    char keys[256];
    snprintf(keys, sizeof keys, "%s", scratch_path("keys.npy"));
    command_run(&c, "exec sort/network --device 0 --set bits=8 --in keys=%s --out sorted_keys=%s", keys,
                scratch_path("o.npy"));
    refused(3, "sort/network: needs keys", "all bits", files);
    ck_assert_str_eq(c.out, "");
    command_run(&c, "exec sort --device 0 --set polls=9 --in keys=%s --out sorted_keys=%s", keys,
                scratch_path("o.npy"));
    refused(2, "--set polls: auto took", "it belongs to sort/onesweep", files);
    ck_assert_str_eq(c.out, "");
}

TEST(malformed_arrays) {
    static const struct {
        const char *descr, *order, *shape;
        size_t bytes;
        const char *what;
    } cases[] = {
        {"<f4", "True", "(3, 2)", 24, "C order"},
        {"<u3", "False", "(3,)", 9, "found '<u3'"},
        {">u4", "False", "(3,)", 12, "little-endian"},
        {"<c8", "False", "(3,)", 24, "found '<c8'"},
        {"<u4", "False", "(3,)", 11, "the file ends; expected 12 bytes"},
        {"<u4", "False", "(3,)", 13, "expected the end of the file"},
        {"<u4", "False", "(-3,)", 12, "0 or more"},
        {"<u4", "False", "(4294967296, 4294967296)", 12, "a shape that memory can address"},
        {"<u4", "False", "(18446744073709551616,)", 12, "below 2^64"},
        {"<u4", "False", "(4000000000,)", 12, "the file ends"},
        {"<u4", "False", "3", 12, "expected '('"},
    };
    static const uint32_t data[8] = {0};
    const char *const name = "bad.npy";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_npy(name, cases[i].descr, cases[i].order, cases[i].shape, data, cases[i].bytes);
        command_run(&c, "exec histogram --device 0 --in samples=%s --out counts=%s", scratch_path(name),
                    scratch_path("counts.npy"));
        refused(2, "bad.npy: byte ", cases[i].what, 1);
    }
    write_npy(name, "<u4", "False", "(3,)", data, 12);
    size_t size = 0;
    char *const whole = scratch_read(name, &size);
    for (int i = 0; i < 4; i++) {
        static const char *const what[] = {"magic", "version 1.0, 2.0 or 3.0", "the file ends",
                                           "the file ends"};
        char *const copy = malloc(size);
        memcpy(copy, whole, size);
        if (i == 0) copy[1] = 'M';
        if (i == 1) copy[6] = 9;
        if (i == 2) memcpy(copy + 8, "\xf0\x7f", 2);   /* a header longer than the file */
        scratch_write(name, copy, i == 3 ? 60 : size); /* cut within the header */
        free(copy);
        command_run(&c, "exec histogram --device 0 --in samples=%s --out counts=%s", scratch_path(name),
                    scratch_path("counts.npy"));
        refused(2, "bad.npy: byte ", what[i], 1);
    }
    free(whole);
}

TEST(malformed_pictures) {
    float grey[6] = {0};
    const tool_array image = {
        .type = XL_F32, .rank = 3, .shape = {2, 3, 1}, .bytes = sizeof grey, .data = grey};
    xl_error error = {0};
    ck_assert_int_eq(tool_image_write(scratch_path("bad.png"), &image, 8, &error), XL_SUCCESS);
    size_t size = 0;
    char *const whole = scratch_read("bad.png", &size);
    for (int i = 0; i < 5; i++) {
        char *const copy = malloc(size);
        memcpy(copy, whole, size);
        if (i == 0) copy[0] = 'x';
        if (i == 1) memset(copy + 16, 0, 4); /* width 0: its checksum is wrong too */
        if (i == 2) copy[size / 2] = (char)~copy[size / 2];
        scratch_write("bad.png", copy, i == 3 ? size / 2 : i == 4 ? 0 : size);
        free(copy);
        command_run(&c, "exec histogram --device 0 --in samples=%s --out counts=%s", scratch_path("bad.png"),
                    scratch_path("counts.npy"));
        refused(2, "bad.png: byte ", "", 1);
    }
    free(whole);
    static const unsigned char zero[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0,    0,    0,
                                         13,   'I', 'H', 'D', 'R',  0,    0,    0,    0,    0,    0,
                                         0,    0,   8,   0,   0,    0,    0,    0x1e, 0xe0, 0x23, 0xce};
    scratch_write("bad.png", zero, sizeof zero);
    command_run(&c, "exec histogram --device 0 --in samples=%s --out counts=%s", scratch_path("bad.png"),
                scratch_path("counts.npy"));
    refused(2, "bad.png: byte ", "is zero", 1);
}
