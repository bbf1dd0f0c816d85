/* Finding drivers: every form that loaders accept; drivers without a device are explained. */
#include "support/one_command.h"
#include "support/bad_driver.h"
#include "support/suite.h"
#include <stdlib.h>
#include <sys/stat.h>

/* Without a driver to wrap, ends the test; ctest reports the file as skipped. */
#define NEED_DRIVER                                                                                          \
    if (!bad_driver_ready()) return

static const char fake_library[] = XL_TEST_FAKE_DRIVER "/libfake_driver.so";

#define FOLDER XL_TEST_FAKE_DRIVER "/alone"

static void find_library(char library[600], char folder[600]) {
    FILE *const stream = fopen(FOLDER "/fake.icd", "r");
    ck_assert(stream && fgets(library, 600, stream));
    fclose(stream);
    library[strcspn(library, "\n")] = '\0';
    const char *const slash = strrchr(library, '/');
    ck_assert_ptr_nonnull(slash);
    snprintf(folder, 600, "%.*s", (int)(slash - library), library);
}

static void one_device(const char *place) {
    bad_driver_run(&c, "nothing", place, "devices");
    ck_assert_msg(c.status == 0 && strstr(c.out, "device 0: "), "%s: %d\n%s%s", place, c.status, c.out,
                  c.err);
    ck_assert_msg(!strstr(c.out, "device 1: "), "%s:\n%s", place, c.out);
}

AROUND(enter, leave);

/* bad_driver_run sets the folder too, after `place`; the first setting of a name counts. */
TEST(every_form_of_a_name) {
    char library[600], folder[600], place[2000];
    NEED_DRIVER;
    find_library(library, folder);
    const char *const name = library + strlen(folder) + 1;
    one_device("OCL_ICD_VENDORS=" FOLDER);
    one_device("OCL_ICD_VENDORS=" FOLDER "/");
    one_device("OCL_ICD_VENDORS=" FOLDER "/fake.icd");
    one_device("OPENCL_VENDOR_PATH=" FOLDER " OCL_ICD_VENDORS=fake.icd");
    one_device("OPENCL_VENDOR_PATH=" FOLDER " OCL_ICD_VENDORS=");
    snprintf(place, sizeof place, "OCL_ICD_VENDORS=%s", library);
    one_device(place);
    const char *const paths = getenv("LD_LIBRARY_PATH");
    snprintf(place, sizeof place, "LD_LIBRARY_PATH=%s:%s OCL_ICD_VENDORS=%s", folder, paths ? paths : "",
             name);
    one_device(place);
}

TEST(names_of_nothing) {
    static const char *const places[] = {"OCL_ICD_VENDORS=/nowhere/vendors", "OCL_ICD_VENDORS=nowhere.icd",
                                         "OCL_ICD_VENDORS=/nowhere/a.icd", "OCL_ICD_VENDORS=/nowhere/liba.so",
                                         "OCL_ICD_VENDORS= OPENCL_VENDOR_PATH=/nowhere/vendors"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const char *const space = strchr(places[i], ' ');
        command_run(&c, "%s devices", places[i]);
        command_refused(&c, 3, "no OpenCL device: ", space ? space + 1 : places[i], "unset it", NULL);
    }
    command_run(&c, "OCL_ICD_VENDORS=%s devices", scratch_folder);
    command_refused(&c, 3, scratch_folder, "a folder without an .icd file", NULL);
    command_run(&c, "OCL_ICD_VENDORS=libnowhere.so devices");
    command_refused(&c, 4, "libnowhere.so", "does not load", "name a folder of .icd files", NULL);
    command_run(&c, "OCL_ICD_VENDORS=libm.so.6 devices");
    command_refused(&c, 4, "libm.so.6", "is no OpenCL driver", NULL);
}

/* No loader is called: one hangs. */
TEST(files_that_name_no_library) {
    static const struct {
        const char *text, *says;
    } cases[] = {{"", "names no library"},
                 {"\n", "names no library"},
                 {"libm.so.6\r\n", "ends in CR LF"},
                 {"libm.so.6 \n", "ends in a blank"},
                 {"libnowhere.so\n", "libnowhere.so: cannot open"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scratch_write("a.icd", cases[i].text, strlen(cases[i].text));
        command_run(&c, "OCL_ICD_VENDORS=%s devices --timeout 20", scratch_folder);
        command_refused(&c, 4, "device 0 (a): ", cases[i].says, "/a.icd", NULL);
    }
}

TEST(drivers_without_a_device) {
    char place[1200];
    NEED_DRIVER;
    bad_driver_run(&c, "devices=none", "", "devices");
    command_refused(&c, 3, "no OpenCL device: driver fake: platform '",
                    "' lists no device: CL_DEVICE_NOT_FOUND", NULL);
    static const char *const none[] = {"platforms=none", "platforms=memory"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        bad_driver_run(&c, none[i], "", "verify lerp");
        command_refused(&c, 3, "no OpenCL device: driver fake: lists no platform", NULL);
    }
    scratch_write("file", "", 0);
    snprintf(place, sizeof place, "HOME=%s/file XDG_CACHE_HOME= TMPDIR=%s/none", scratch_folder,
             scratch_folder);
    bad_driver_run(&c, "devices=none", place, "devices");
    command_refused(&c, 3, "lists no device", "/file/.cache cannot be written", "set HOME to a folder",
                    "/none cannot be written", NULL);
}

TEST(a_driver_without_a_device_next_to_one) {
    static const struct {
        const char *fault, *says;
    } cases[] = {{"devices=none", "\ndriver fake: platform '"},
                 {"platforms=none", "\ndriver fake: lists no platform\n"}};
    char place[600];
    NEED_DRIVER;
    snprintf(place, sizeof place, "OCL_ICD_VENDORS=%s", bad_driver_and_good());
    for (size_t i = 0; i < 2; i++) {
        bad_driver_run(&c, cases[i].fault, place, "devices --quiet");
        command_expect(&c, 0);
        ck_assert_str_eq(c.err, "");
        ck_assert_int_eq(strncmp(c.out, "device 0: ", 10), 0);
        const char *const note = strstr(c.out, cases[i].says);
        ck_assert_msg(note && !strstr(note + 1, "device 0") && !strstr(note + 2, "driver fake: "), "%s",
                      c.out);
        bad_driver_run(&c, cases[i].fault, place, "list lerp --device 0 --quiet");
        command_expect(&c, 0);
        ck_assert_msg(!strstr(c.out, "driver fake") && c.err[0] == '\0', "%s%s", c.out, c.err);
    }
}

/* ---- numbers of devices ---------------------------------------------------------------------------------
 */

/* A device's number is its position for a program that opens all drivers. Loaders order drivers by name, or
   those with GPUs first. */
static void expect_loaders_order(const char *own, const char *real) {
    char name[256], place[600], path[600];
    int count = 0;
    const char *const folder = scratch_path("vendors"), *const library = bad_driver_real();
    ck_assert_int_eq(mkdir(folder, 0700), 0);
    snprintf(path, sizeof path, "vendors/%s", own);
    scratch_write(path, fake_library, strlen(fake_library));
    snprintf(path, sizeof path, "vendors/%s", real);
    scratch_write(path, library, strlen(library));
    snprintf(place, sizeof place, "OCL_ICD_VENDORS=%s", folder);
    bad_driver_run(&c, "own-platform", place, "devices --quiet");
    ck_assert_ptr_nonnull(strstr(c.out, "device 1: "));
    setenv("OCL_ICD_VENDORS", folder, 1);
    setenv("FAKE_DRIVER", "own-platform", 1);
    setenv("FAKE_DRIVER_REAL", library, 1);
    FILE *const list = popen(XL_TEST_CLIENT " list", "r"); /* NOLINT(cert-env33-c) */
    ck_assert_ptr_nonnull(list);
    for (; fgets(name, sizeof name, list); count++) {
        char begin[32];
        name[strcspn(name, "\n")] = '\0';
        snprintf(begin, sizeof begin, "device %d: ", count);
        const char *const line = strstr(c.out, begin);
        ck_assert_msg(line != NULL, "%s", c.out);
        const char *const there = strstr(line, name);
        ck_assert_msg(there && there < strchr(line, '\n'), "device %d is not of %s:\n%s", count, name, c.out);
    }
    ck_assert_int_eq(pclose(list), 0);
    ck_assert_int_ge(count, 2);
}

TEST(numbers_follow_the_loader) {
    NEED_DRIVER;
    expect_loaders_order("a.icd", "b.icd");
}

TEST(numbers_follow_the_loader_not_the_names) {
    NEED_DRIVER;
    expect_loaders_order("b.icd", "a.icd");
}

/* ---- words for devices ----------------------------------------------------------------------------------
 */

/* Case does not matter. A vendor's word selects by name if no device has that vendor. */
TEST(words_that_choose) {
    static const char *const fit[] = {"CPU", "All", "AMD", "amd", "epyc"};
    NEED_DRIVER;
    for (size_t i = 0; i < sizeof fit / sizeof *fit; i++) {
        bad_driver_run(&c, "name=is:AMD-EPYC,type=2", "", "options --width 8 --device %s --quiet", fit[i]);
        command_expect(&c, 0);
        out_has("device 0: AMD-EPYC");
    }
    bad_driver_run(&c, "name=is:AMD-EPYC-7,type=2", "", "options --width 8 --device 7 --device amd --quiet");
    command_refused(&c, 3, "--device 7: no device fits", NULL);
}

TEST(a_broken_driver_is_last) {
    char place[600];
    NEED_DRIVER;
    snprintf(place, sizeof place, "OCL_ICD_VENDORS=%s", bad_driver_and_good());
    bad_driver_run(&c, "abort-enumerate", place, "devices --quiet");
    command_expect(&c, 4);
    out_has("device 1: fake (-)\n    cannot be used: ");
}

/* Defect D32: the driver fails the row's first build without a message. */
TEST(a_build_that_fails_once) {
    NEED_DRIVER;
    bad_driver_run(&c, "mute=CARRY", "", "verify lerp/deferred --width 8 --device 0 --json -");
    command_expect(&c, 0);
    json_t *const document = command_document(&c);
    ck_assert_ptr_null(strpbrk(bad_driver_statuses(document), "wsemu"));
    json_decref(document);
    command_free(&c);
}

TEST(a_temporary_folder_that_cannot_be_written) {
    char place[1200];
    NEED_DRIVER;
    snprintf(place, sizeof place, "TMPDIR=%s/none OCL_ICD_VENDORS=%s", scratch_folder, bad_driver_and_good());
    bad_driver_run(&c, "name=empty", place, "devices"); /* another name makes it another device */
    command_expect(&c, 0);
    out_has("device 1: ");
}
