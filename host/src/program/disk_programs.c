#include "program/disk_programs.h"
#include "base/os.h"
#include "base/status.h"
#include "base/calls.h"
#include "device/backend.h"
#include "program/cache.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_DEVICES = 64, LARGEST_CACHE = 1 << 30, CLAIM_SECONDS = 30 };

/* The last is swept (os.h), since its holder may be killed. */
static const char entries[] = "program", loading[] = "loading", compiling[] = "compiling.tmp";

void xl__stored_has_run(const char *cache_dir, xl__program *program) {
    if (program->mark >= 0) xl__cache_unmark(cache_dir, loading, program->key, program->mark);
    program->mark = -1;
}

void xl__stored_give_up_claim(const char *cache_dir, xl__program *program) {
    if (program->claim >= 0) xl__cache_unmark(cache_dir, compiling, program->key, program->claim);
    program->claim = -1;
}

void xl__stored_leave_claim(xl__program *program) {
    if (program->claim >= 0) xl__os_mark_leave(program->claim);
    program->claim = -1;
}

void xl__stored_trim(const xl_device *device) {
    xl__cache_trim(device->cache_dir, entries, LARGEST_CACHE);
}

/* ---- loading ---------------------------------------------------------------------------------------- */

/* Two numbers of the log; then comes the driver's binary. */
typedef struct entry_head {
    int64_t registers, spill_bytes;
} entry_head;

bool xl__stored_load(xl_device *device, xl__program *program, const char *options) {
    if (!device->cache_dir) return false;
    char *data = NULL;
    size_t size = 0;
    if (xl__cache_abandoned(device->cache_dir, loading, program->key, &data)) {
        xl__cache_remove(device->cache_dir, entries, program->key);
        xl__cache_remove(device->cache_dir, loading, program->key);
        free(data);
        return false;
    }
    if (!xl__cache_read(device->cache_dir, entries, program->key, &data, &size)) return false;
    /* A process that compiles ahead may be ended at any time. */
    if (device->sharing != XL__AHEAD)
        program->mark = xl__cache_mark(device->cache_dir, loading, program->key, "");
    bool built = false;
    entry_head head;
    if (size > sizeof head) {
        memcpy(&head, data, sizeof head);
        const size_t binary_size = size - sizeof head;
        const unsigned char *binary = (const unsigned char *)data + sizeof head;
        cl_int refused = CL_SUCCESS, status = CL_SUCCESS;
        program->cl = clCreateProgramWithBinary(device->context, 1, &device->id, &binary_size, &binary,
                                                &refused, &status);
        built = status == CL_SUCCESS && refused == CL_SUCCESS &&
                clBuildProgram(program->cl, 1, &device->id, options, NULL, NULL) == CL_SUCCESS;
        if (built) {
            program->registers = head.registers;
            program->spill_bytes = head.spill_bytes;
        } else if (program->cl) {
            clReleaseProgram(program->cl);
            program->cl = NULL;
        }
    }
    free(data);
    if (!built) xl__stored_has_run(device->cache_dir, program);
    return built;
}

/* ---- claims ----------------------------------------------------------------------------------------- */

/* False: another process has it, or it cannot be made. */
static bool take_claim(xl_device *device, xl__program *program, const char *options) {
    const bool ahead = device->sharing == XL__AHEAD;
    char text[XL__OS_MARK];
    if (ahead && xl__cache_has(device->cache_dir, compiling, program->key)) return false;
    program->claim = xl__cache_mark(device->cache_dir, compiling, program->key, xl__os_mark_text(text));
    if (program->claim < 0 && ahead) return false;
    program->from_disk = xl__stored_load(device, program, options); /* perhaps stored meanwhile */
    if (program->from_disk) xl__stored_give_up_claim(device->cache_dir, program);
    return program->from_disk || program->claim >= 0;
}

static int leave(xl_error *error) {
    return xl__fail(error, XL_UNSUPPORTED, "another process compiles it, or has");
}

int xl__stored_leave(const xl_device *device, const char key[XL__HASH_TEXT], xl_error *error) {
    const bool anothers =
        device->sharing == XL__AHEAD && device->cache_dir &&
        (xl__cache_has(device->cache_dir, entries, key) || xl__cache_has(device->cache_dir, compiling, key));
    return anothers ? leave(error) : XL_SUCCESS;
}

int xl__stored_claim(xl_device *device, xl__program *program, const char *options, xl_error *error) {
    if (device->sharing == XL__ALONE || !device->cache_dir) return XL_SUCCESS;
    const uint64_t start = xl__os_now();
    for (int unheld = 0; !take_claim(device, program, options);) {
        if (device->sharing == XL__AHEAD) return leave(error);
        /* If repeatedly unheld, the claim cannot be written. */
        unheld += !xl__cache_held(device->cache_dir, compiling, program->key);
        if (unheld > 3 || xl__os_now() - start > CLAIM_SECONDS * UINT64_C(1000000000)) break;
        xl__os_sleep(5000000);
    }
    return XL_SUCCESS;
}

/* After room for an entry_head; freed by the caller. */
static char *read_binary(const xl_device *device, cl_program program, size_t *size) {
    cl_device_id devices[MOST_DEVICES];
    size_t sizes[MOST_DEVICES];
    unsigned char *binaries[MOST_DEVICES] = {NULL};
    size_t given = 0;
    if (clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof devices, devices, &given) != CL_SUCCESS)
        return NULL;
    const size_t count = given / sizeof *devices;
    if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, count * sizeof *sizes, sizes, NULL) != CL_SUCCESS)
        return NULL;
    size_t mine = 0;
    while (mine < count && devices[mine] != device->id) mine++;
    if (mine == count || sizes[mine] == 0) return NULL;
    char *data = malloc(sizeof(entry_head) + sizes[mine]);
    if (!data) return NULL;
    binaries[mine] = (unsigned char *)data + sizeof(entry_head);
    if (clGetProgramInfo(program, CL_PROGRAM_BINARIES, count * sizeof *binaries, binaries, NULL) !=
        CL_SUCCESS) {
        free(data);
        return NULL;
    }
    *size = sizeof(entry_head) + sizes[mine];
    return data;
}

/* Reading the binary makes some drivers compile unneeded kernels, or compile again. */
static bool costs_more_than_it_saves(const xl_device *device, const xl__program *program, int kernels_run) {
    size_t kernels = 0;
    return xl__compiles_at_launch(&device->facts) &&
           (device->driver_keeps || (clGetProgramInfo(program->cl, CL_PROGRAM_NUM_KERNELS, sizeof kernels,
                                                      &kernels, NULL) == CL_SUCCESS &&
                                     kernels > (size_t)kernels_run));
}

bool xl__stored_save(xl_device *device, xl__program *program, int kernels_run, bool *wrote) {
    size_t size = 0;
    if (costs_more_than_it_saves(device, program, kernels_run)) return false;
    char *data = read_binary(device, program->cl, &size);
    if (data) {
        const entry_head head = {program->registers, program->spill_bytes};
        memcpy(data, &head, sizeof head);
        xl__cache_write(device->cache_dir, entries, program->key, data, size);
        *wrote = true;
    }
    free(data);
    xl__stored_give_up_claim(device->cache_dir, program);
    return true; /* also after a failure, which would recur */
}
