/*
 * usage: crosslane_defects [--label TEXT] FOLDER Runs each kernel of the folder (see its README.md) on
 * every device, in a process of its own. Prints a JSON list of the outcomes. Exit status 2: no kernel in
 * the folder, or no device.
 */
#define _XOPEN_SOURCE 700
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dirent.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 64, TEXT = 300, LARGEST = 1 << 16, GROUPS = 2, SECONDS = 60 };

typedef struct defect {
    char name[TEXT], title[TEXT], remedy[TEXT], needs[TEXT];
    size_t local;
    char source[LARGEST];
} defect;

static void read_key(const char *source, const char *key, char out[TEXT]) {
    char marker[40];
    snprintf(marker, sizeof marker, "%s: ", key);
    const char *end = strstr(source, "*/"), *at = strstr(source, marker);
    out[0] = '\0';
    if (at && end && at < end)
        snprintf(out, TEXT, "%.*s", (int)strcspn(at + strlen(marker), "\n"), at + strlen(marker));
}

static int load(const char *folder, const char *file, defect *d) {
    char path[2 * TEXT], local[TEXT];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *stream = fopen(path, "rb");
    if (!stream) return -1;
    d->source[fread(d->source, 1, sizeof d->source - 1, stream)] = '\0';
    fclose(stream);
    snprintf(d->name, sizeof d->name, "%.*s", (int)strcspn(file, "."), file);
    read_key(d->source, "title", d->title);
    read_key(d->source, "remedy", d->remedy);
    read_key(d->source, "needs", d->needs);
    read_key(d->source, "local", local);
    d->local = strtoul(local, NULL, 10);
    return d->title[0] && d->remedy[0] && d->local > 0 ? 0 : -1;
}

/* ---- in the child -------------------------------------------------------------------------------------- */

static int devices_of(cl_device_id out[MOST]) {
    cl_platform_id platforms[MOST];
    cl_uint platform_count = 0, found = 0;
    int count = 0;
    if (clGetPlatformIDs(MOST, platforms, &platform_count) != CL_SUCCESS) return 0;
    for (cl_uint p = 0; p < platform_count && p < MOST; p++)
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, (cl_uint)(MOST - count), out + count, &found) ==
            CL_SUCCESS)
            count += (int)found < MOST - count ? (int)found : MOST - count;
    return count;
}

static int applies(cl_device_id device, const char *needs) {
    char *extensions = calloc(1, LARGEST);
    const char *wanted = strcmp(needs, "sub-groups") == 0 ? "subgroup" : needs;
    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, LARGEST - 1, extensions, NULL);
    const int has = !needs[0] || (extensions && strstr(extensions, wanted) != NULL);
    free(extensions);
    return has;
}

static void compare(const cl_uint *pairs, size_t count, char out[TEXT]) {
    for (size_t i = 0; i < count; i++)
        if (pairs[2 * i] != pairs[2 * i + 1]) {
            snprintf(out, TEXT, "wrong: work-item %zu expected %u, got %u", i, pairs[2 * i],
                     pairs[2 * i + 1]);
            return;
        }
    snprintf(out, TEXT, "right");
}

static void run(cl_device_id device, const defect *d, char out[TEXT]) {
    cl_uint pairs[2 * GROUPS * 256];
    cl_int status = CL_SUCCESS;
    const char *source = d->source;
    const size_t global[2] = {GROUPS * d->local, 1}, local[2] = {d->local, 1},
                 bytes = global[0] * 2 * sizeof *pairs;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    cl_command_queue queue = status ? NULL : clCreateCommandQueue(context, device, 0, &status);
    cl_mem buffer = status ? NULL : clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    cl_program program = status ? NULL : clCreateProgramWithSource(context, 1, &source, NULL, &status);
    if (!status && bytes > sizeof pairs) status = CL_INVALID_BUFFER_SIZE;
    if (status) {
        snprintf(out, TEXT, "not run: OpenCL status %d", status);
        return;
    }
    status = clBuildProgram(program, 1, &device, "-cl-std=CL3.0", NULL, NULL);
    cl_kernel kernel = status ? NULL : clCreateKernel(program, "defect", &status);
    if (status) {
        snprintf(out, TEXT, "does not build (%d)", status);
        return;
    }
    status = clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    if (!status) status = clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL);
    if (!status) status = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, pairs, 0, NULL, NULL);
    if (status)
        snprintf(out, TEXT, "does not run (%d)", status);
    else
        compare(pairs, global[0], out);
}

/* ---- in the parent ------------------------------------------------------------------------------------- */

typedef struct answer {
    char device[TEXT], driver[TEXT], outcome[TEXT];
    int devices, applies;
} answer;

static void fill(int index, const defect *d, answer *a) {
    cl_device_id devices[MOST];
    a->devices = devices_of(devices);
    if (index >= a->devices) return;
    clGetDeviceInfo(devices[index], CL_DEVICE_NAME, sizeof a->device - 1, a->device, NULL);
    clGetDeviceInfo(devices[index], CL_DRIVER_VERSION, sizeof a->driver - 1, a->driver, NULL);
    if (!d) return;
    a->applies = applies(devices[index], d->needs);
}

/* Forks before any OpenCL call. The facts arrive before the kernel runs, so they survive a crash. */
static answer ask(int index, const defect *d) {
    answer a = {.outcome = ""};
    int ends[2], status = 0;
    if (pipe(ends) != 0) return a;
    const pid_t child = fork();
    if (child == 0) {
        alarm(SECONDS);
        fill(index, d, &a);
        if (write(ends[1], &a, sizeof a) != (ssize_t)sizeof a) _exit(1);
        if (d && a.applies) {
            cl_device_id devices[MOST];
            devices_of(devices);
            run(devices[index], d, a.outcome);
            if (write(ends[1], &a, sizeof a) != (ssize_t)sizeof a) _exit(1);
        }
        _exit(0); /* no destructors of a possibly broken driver */
    }
    close(ends[1]);
    for (answer next; child > 0 && read(ends[0], &next, sizeof next) == (ssize_t)sizeof next;) a = next;
    close(ends[0]);
    if (child > 0) waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        snprintf(a.outcome, sizeof a.outcome,
                 WTERMSIG(status) == SIGALRM ? "hangs (%d s)" : "crashed (signal %d)",
                 WTERMSIG(status) == SIGALRM ? SECONDS : WTERMSIG(status));
    return a;
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const defect *)a)->name, ((const defect *)b)->name);
}

int main(int argc, char **argv) {
    static defect defects[MOST];
    const char *label = argc > 2 && strcmp(argv[1], "--label") == 0 ? argv[2] : NULL;
    const char *path = argc > 1 ? argv[argc - 1] : "";
    DIR *folder = opendir(path);
    int count = 0;
    for (const struct dirent *e; folder && (e = readdir(folder));)
        if (strstr(e->d_name, ".cl") && count < MOST && load(path, e->d_name, &defects[count]) == 0) count++;
    if (folder) closedir(folder);
    qsort(defects, (size_t)count, sizeof *defects, by_name);
    const answer devices = ask(0, NULL);
    if (count == 0 || devices.devices == 0) {
        fprintf(stderr, "crosslane_defects: %s in '%s'\n", count ? "no device for the kernels" : "no kernel",
                path);
        return 2;
    }
    json_t *list = json_array();
    for (int i = 0; i < devices.devices; i++)
        for (int d = 0; d < count; d++) {
            const answer a = ask(i, &defects[d]);
            if (!a.outcome[0]) continue;
            json_array_append_new(list, json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:s}", "name", defects[d].name,
                                                  "title", defects[d].title, "remedy", defects[d].remedy,
                                                  "label", label ? label : a.device, "device", a.device,
                                                  "driver", a.driver, "outcome", a.outcome));
        }
    json_t *document = json_pack("{s:o}", "defects", list);
    json_dumpf(document, stdout, JSON_INDENT(1));
    puts("");
    json_decref(document);
    return 0;
}
