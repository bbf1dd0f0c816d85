#include "support/suite.h"
#include "recorded/device_names.h"
#include <string.h>

#define POCL "Portable Computing Language"

static const struct {
    const char *type, *name, *vendor, *platform, *version, *called;
} devices[] = {
    {"gpu", "NVIDIA H100 80GB HBM3", "NVIDIA Corporation", "NVIDIA CUDA", "OpenCL 3.0 CUDA 13.0.98",
     "NVIDIA H100"},
    {"gpu", "NVIDIA GeForce RTX 3060 Laptop GPU", "NVIDIA Corporation", "NVIDIA CUDA",
     "OpenCL 3.0 CUDA 12.2.1", "NVIDIA GeForce RTX 3060 Laptop GPU"},
    {"cpu", "Intel(R) Core(TM) i7-8700 CPU @ 3.20GHz", "Intel(R) Corporation", "Intel(R) OpenCL",
     "OpenCL 3.0 LINUX", "Intel's CPU runtime"},
    {"cpu", "AMD EPYC", "Intel(R) Corporation", "Intel(R) OpenCL", "OpenCL 3.1 LINUX", "Intel's CPU runtime"},
    {"gpu", "Intel(R) UHD Graphics 770 [0x4680]", "Intel(R) Corporation", "Intel(R) OpenCL Graphics",
     "OpenCL 3.0 ", "Intel UHD Graphics 770"},
    {"cpu", "pthread-haswell-AMD EPYC", "AuthenticAMD", POCL,
     "OpenCL 3.0 PoCL 3.1+debian  Linux, None+Asserts, LLVM 15.0.6", "PoCL 3.1 on AMD EPYC"},
    {"cpu", "cpu-skylake-avx512-Intel(R) Xeon(R) Processor", "GenuineIntel", POCL,
     "OpenCL 3.0 PoCL 6.0+debian  Linux", "PoCL 6.0 on Intel Xeon"},
    {"cpu", "pthread-AMD Ryzen 7 5800H with Radeon Graphics", "AuthenticAMD", POCL,
     "OpenCL 2.0 pocl 1.8  Linux", "pocl 1.8 on AMD Ryzen 7 5800H"},
    {"cpu", "cpu-cortex-a72", "ARM", POCL, "OpenCL 3.0 PoCL 5.0  Linux", "PoCL 5.0 on cpu-cortex-a72"},
    {"cpu", "llvmpipe (LLVM 19.1.7, 256 bits)", "Mesa", "rusticl", "OpenCL 3.0 ", "rusticl on llvmpipe"},
    {"gpu", "gfx1030", "Advanced Micro Devices, Inc.", "AMD Accelerated Parallel Processing",
     "OpenCL 2.1 AMD-APP (3602.0)", "AMD gfx1030"},
    {"gpu", "Oclgrind Simulator", "Oclgrind", "Oclgrind", "OpenCL 1.2 (Oclgrind 21.10)",
     "Oclgrind Simulator"},
    {"gpu", "Apple M1 Pro", "Apple", "Apple", "OpenCL 1.2 (Aug 31 2024 21:01:10)", "Apple M1 Pro"},
    {"gpu", "Mali-G78", "ARM", "ARM Platform", "OpenCL 3.0 v1.r32p1", "ARM Mali-G78"},
    {"cpu", "AMD Ryzen 9 5950X 16-Core Processor", "AuthenticAMD", POCL, "OpenCL 3.0 PoCL 4.0",
     "PoCL 4.0 on AMD Ryzen 9 5950X"},
    {"cpu", "", "AuthenticAMD", POCL, "OpenCL 3.0 PoCL 3.1+debian  Linux", "PoCL 3.1"},
    /* Markup in a name is kept, and so is a name of only words that are usually left out. */
    {"cpu", "<b>x(1)</b>", "v", "", "", "<b>x(1)</b>"},
    {"cpu", "Processor", "v", "", "", "Processor"}};

static json_t *facts_of(int i) {
    return json_pack("{s:s,s:s,s:s,s:s,s:s}", "type", devices[i].type, "name", devices[i].name, "vendor",
                     devices[i].vendor, "platform", devices[i].platform, "platform_version",
                     devices[i].version);
}

EACH_TEST(devices_are_called_so, devices) {
    json_t *const facts = facts_of(_i);
    char name[200];
    ck_assert_str_eq(tool_device_name(facts, name, sizeof name), devices[_i].called);
    json_decref(facts);
}

TEST(odd_drivers_have_names) {
    json_t *const nothing = json_pack("{s:s,s:n,s:n}", "name", "p", "platform", "vendor");
    char name[200], few[8], text[1500] = "";
    ck_assert_str_eq(tool_device_name(nothing, name, sizeof name), "p");
    for (size_t i = 0; i + 1 < sizeof text; i++) text[i] = i % 9 == 8 ? ' ' : 'N';
    json_t *const much = json_pack("{s:s,s:s,s:s,s:s,s:s}", "type", "cpu", "name", text, "vendor", text,
                                   "platform", text, "platform_version", text);
    ck_assert_uint_lt(strlen(tool_device_name(much, name, sizeof name)), sizeof name);
    ck_assert_uint_lt(strlen(tool_device_name(much, few, sizeof few)), sizeof few);
    json_decref(nothing);
    json_decref(much);
}
