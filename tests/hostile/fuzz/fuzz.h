/* Files in memory that replace host/tool/system/os_file.h's, and checks for harnesses
   (LLVMFuzzerTestOneInput). Inputs come from libFuzzer (preset "fuzz", run.sh) or replay.c (corpus/). An
   input must be refused in one line or accepted, written and read again. */
#pragma once

#include "crosslane.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Also in release builds. */
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #condition))
_Noreturn void fuzz_fail(const char *file, int line, const char *condition);

/* The next file opened for reading; borrowed. `known`: its size can be queried, unlike a pipe's. */
void fuzz_set_input(const void *data, size_t size, bool known);

/* The bytes written to the last file opened for writing, valid until the next one. */
const unsigned char *fuzz_output(size_t *size);

/* A refusal is one printable line that begins with the file's name. */
void fuzz_check_refusal(const char *text, const char *name);
