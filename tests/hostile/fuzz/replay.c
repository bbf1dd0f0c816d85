/* Without libFuzzer, passes each file of the named folders, and each prefix of it, to a harness. */
#include "fuzz.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 16, BEGINNINGS = 256 };

static size_t replay(const char *path) {
    static uint8_t data[MOST_BYTES];
    FILE *const stream = fopen(path, "rb");
    FUZZ_CHECK(stream != NULL);
    const size_t size = fread(data, 1, sizeof data, stream);
    fclose(stream);
    const size_t step = size / BEGINNINGS + 1;
    size_t runs = 0;
    for (size_t part = 0; part < size; part += step, runs++) {
        /* In a block of its own, so that a sanitizer sees reads past its end. */
        uint8_t *const beginning = malloc(part ? part : 1);
        FUZZ_CHECK(beginning != NULL);
        memcpy(beginning, data, part);
        LLVMFuzzerTestOneInput(beginning, part);
        free(beginning);
    }
    LLVMFuzzerTestOneInput(data, size);
    return runs + 1;
}

int main(int argc, char **argv) {
    size_t files = 0, runs = 0;
    for (int i = 1; i < argc; i++) {
        DIR *const folder = opendir(argv[i]);
        FUZZ_CHECK(folder != NULL);
        for (const struct dirent *e = readdir(folder); e; e = readdir(folder)) {
            char path[4096];
            if (e->d_name[0] == '.') continue;
            snprintf(path, sizeof path, "%s/%s", argv[i], e->d_name);
            runs += replay(path);
            files++;
        }
        closedir(folder);
    }
    printf("%zu files, %zu runs\n%d passed, 0 failed\n", files, runs, files > 0);
    return files > 0 ? 0 : 1;
}
