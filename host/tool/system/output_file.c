#include "text/os_memory.h"
#include "system/output_file.h"
#include "base/status.h"
#include "base/os.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Removed if the process ends without memory; the next run sweeps names that do not fit. */
enum { MOST_OPEN = 8 };
static const char *open_temps[MOST_OPEN];

/* Another thread may be naming or freeing one: this process is about to end. */
void tool_out_remove_open(void) {
    for (int i = 0; i < MOST_OPEN; i++)
        if (open_temps[i]) (void)xl__os_remove_file(open_temps[i]);
}

static void note_temp(const char *before, const char *now) {
    int i = 0;
    while (i < MOST_OPEN && open_temps[i] != before) i++;
    if (i < MOST_OPEN) open_temps[i] = now;
    tool_memory_at_end(tool_out_remove_open);
}

static int fail_write(const char *path, int reason, xl_error *error) {
    return xl__fail(error, XL_IO, "%s: cannot be written: %s", path, strerror(reason));
}

int tool_out_check(const char *path, xl_error *error) {
    const int reason = tool_file_may_start(path);
    return reason ? fail_write(path, reason, error) : XL_SUCCESS;
}

int tool_out_open(tool_out *out, const char *path, xl_error *error) {
    *out = (tool_out){0};
    const int reason = tool_file_start(out, path);
    if (out->temp) note_temp(NULL, out->temp);
    if (!reason) return XL_SUCCESS;
    tool_out_abandon(out);
    return fail_write(path, reason, error);
}

void tool_out_only_new(tool_out *out) {
    out->is_new = true;
}

bool tool_out_write(tool_out *out, const void *data, size_t bytes) {
    if (!out->reason && bytes > 0 && fwrite(data, 1, bytes, out->stream) != bytes) out->reason = errno;
    return out->reason == 0;
}

int tool_out_publish(tool_out *out, xl_error *error) {
    int reason = out->reason;
    if (!reason && fflush(out->stream) != 0) reason = errno;
    if (!reason && out->temp) reason = tool_file_place(out);
    if (reason) {
        if (reason == EEXIST)
            xl__fail(error, XL_IO, "%s: another program created it meanwhile, so it was not replaced",
                     out->path);
        else
            fail_write(out->path, reason, error);
        tool_out_abandon(out);
        return XL_IO;
    }
    if (out->temp) note_temp(out->temp, NULL);
    free(out->temp);
    out->temp = NULL;
    return XL_SUCCESS;
}

int tool_out_close(tool_out *out, xl_error *error) {
    int status = tool_out_publish(out, error);
    if (status) return status;
    if (fclose(out->stream) != 0) status = fail_write(out->path, errno, error);
    out->stream = NULL;
    tool_out_abandon(out);
    return status;
}

int tool_out_save(const char *path, const void *data, size_t bytes, xl_error *error) {
    tool_out out;
    const int status = tool_out_open(&out, path, error);
    if (status != XL_SUCCESS) return status;
    tool_out_write(&out, data, bytes);
    return tool_out_close(&out, error);
}

void tool_out_abandon(tool_out *out) {
    if (out->stream) fclose(out->stream);
    if (out->temp) {
        (void)xl__os_remove_file(out->temp);
        note_temp(out->temp, NULL);
    }
    free(out->temp);
    free(out->path);
    *out = (tool_out){0};
}
