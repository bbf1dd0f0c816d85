/* The library on a faulty driver (tests/drivers/fake/faults.h), in a separate program. */
#include "support/bad_driver.h"
#include "support/suite.h"
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define NEED_DRIVER                                                                                          \
    if (!bad_driver_ready()) return

static int client(const char *faults, const char *scenario, char *text, size_t size) {
    char line[2048];
    bad_driver_environment(line, sizeof line, faults);
    const size_t used = strlen(line);
    snprintf(line + used, sizeof line - used, " timeout 3600 " XL_TEST_CLIENT " %s", scenario);
    /* NOLINTNEXTLINE(cert-env33-c) a process of its own, whose environment is a line of the shell */
    FILE *stream = popen(line, "r");
    ck_assert_ptr_nonnull(stream);
    text[fread(text, 1, size - 1, stream)] = '\0';
    const int status = pclose(stream);
    ck_assert_msg(WIFEXITED(status), "%s, %s: killed: %s", faults, scenario, text);
    return WEXITSTATUS(status);
}

static char text[1 << 17];

static void expect(const char *faults, const char *scenario, int status, const char *told) {
    const int got = client(faults, scenario, text, sizeof text);
    ck_assert_msg(got == status && strstr(text, told), "%s, %s: status %d, '%s' expected: %s", faults,
                  scenario, got, told, text);
}

TEST(no_number_of_the_driver_makes_a_wrong_result) {
    static const struct {
        const char *fault;
        bool all; /* no algorithm is refused */
    } faults[] = {{"units=fails,group=fails,local=fails,alloc=fails,memory=fails,align=fails", false},
                  {"odd-sizes", false},
                  {"alloc=0", true},
                  {"nothing", true},
                  {"units=0", true},
                  {"units=fails", true},
                  {"units=4294967295", true},
                  {"alloc=fails", true},
                  {"alloc=18446744073709551615", true},
                  {"memory=0", true},
                  {"memory=18446744073709551615", true},
                  {"align=0", true},
                  {"align=fails", true},
                  {"align=4294967295", true},
                  {"align=12345", true},
                  {"clock=0", true},
                  {"clock=4294967295", true},
                  {"timer=fails", true},
                  {"type=fails", true},
                  {"group=0", false},
                  {"group=fails", false},
                  {"group=9223372036854775808", false},
                  {"local=0", false},
                  {"local=fails", false},
                  {"local=18446744073709551615", false}};
    enum { FEW = 3 }; /* each compiles every algorithm: all take a minute or two */
    const char *const wanted = getenv("CROSSLANE_TEST_FAULTS");
    const size_t count = wanted && strcmp(wanted, "all") == 0 ? sizeof faults / sizeof *faults : FEW;
    NEED_DRIVER;
    for (size_t i = 0; i < count; i++) {
        expect(faults[i].fault, "all", 0,
               faults[i].all ? " right, 0 refused, 0 wrong, 0 failed\n" : " refused, 0 wrong, 0 failed\n");
        ck_assert_msg(strstr(text, "\n0 right") == NULL && strncmp(text, "0 right", 7) != 0, "%s: %s",
                      faults[i].fault, text);
    }
}

TEST(a_fact_that_fails_is_reported_with_its_call) {
    static const struct {
        const char *fault, *told;
    } faults[] = {{"fails=0x102B", "clGetDeviceInfo(CL_DEVICE_NAME) on a device: CL_OUT_OF_HOST_MEMORY (-6)"},
                  {"fails=0x102C", "clGetDeviceInfo(CL_DEVICE_VENDOR) on "},
                  {"fails=0x102D", "clGetDeviceInfo(CL_DRIVER_VERSION) on "},
                  {"fails=0x102F", "clGetDeviceInfo(CL_DEVICE_VERSION) on "},
                  {"fails=0x103D", "clGetDeviceInfo(CL_DEVICE_OPENCL_C_VERSION) on "},
                  {"fails=0x1030", "clGetDeviceInfo(CL_DEVICE_EXTENSIONS) on "},
                  {"fails=0x1027", "clGetDeviceInfo(CL_DEVICE_AVAILABLE) on "},
                  {"fails=0x1028", "clGetDeviceInfo(CL_DEVICE_COMPILER_AVAILABLE) on "}};
    NEED_DRIVER;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        expect(faults[i].fault, "all", 4, faults[i].told);
        ck_assert_ptr_nonnull(strstr(text, "not opened: CL_OUT_OF_HOST_MEMORY"));
    }
}

/* The first of two launches still runs and has an event. */
TEST(a_refused_launch_reports_what_still_runs) {
    NEED_DRIVER;
    expect("refuse=spheres_prepare/1", "unfinished", 0, "CL_OUT_OF_RESOURCES, no event, no first event\n");
    expect("refuse=spheres_naive/1", "unfinished", 0,
           "CL_OUT_OF_RESOURCES, an event, a first event, asked to wait\n");
}

/* An event that cannot be retained would be freed too early. */
TEST(an_event_that_cannot_be_retained_is_reported) {
    NEED_DRIVER;
    expect("fail-call=clRetainEvent/1", "in-order", 0,
           "CL_OUT_OF_RESOURCES, an event, a first event, asked to wait\n");
}

/* The read fails while launches run; or the value has a surplus bit and is refused; or it is right. */
TEST(a_missing_or_impossible_value_is_reported) {
    static const char told[] = "CL_OUT_OF_RESOURCES, an event, a first event, asked to wait: "
                               "clEnqueueReadBuffer for dispatch/read_back on ";
    enum { MOST_READS = 40 }; /* earlier trials of operations also read */
    NEED_DRIVER;
    bool found = false;
    for (int i = 1; i < MOST_READS && !found; i++) {
        char fault[64];
        snprintf(fault, sizeof fault, "fail-call=clEnqueueReadBuffer/%d", i);
        client(fault, "read-back", text, sizeof text);
        found = strncmp(text, told, strlen(told)) == 0;
    }
    ck_assert_msg(found, "no failing read was told as one of dispatch/read_back; the last: %s", text);
    expect("wrong=dispatch_produce/1", "read-back", 0,
           "XL_WRONG_ANSWER, no event, no first event: dispatch/read_back, pass 4: 'groups' is 1073741828 ");
    expect("nothing", "read-back", 0, "XL_SUCCESS, an event, a first event: ");
}

TEST(other_calls_do_not_wait_for_a_compiler) {
    NEED_DRIVER;
    expect("slow-build=CHANNELS=2/3000", "compiling", 0, "20 runs while it compiled\n");
}
