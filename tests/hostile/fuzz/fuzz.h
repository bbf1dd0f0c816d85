/*
 * fuzz.h - what the harnesses share: files in memory in place of host/tool/system/os_file.h's, and checks.
 *
 * A harness is a function LLVMFuzzerTestOneInput, which libFuzzer calls with inputs of its making (preset
 * "fuzz", run.sh), and replay.c with those of corpus/. Whatever the input, it must be refused in one line or
 * be taken for what it is: what was taken is written and read again.
 */
#pragma once

#include "crosslane.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The harness. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process where the condition does not hold, in every kind of build. */
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #condition))
_Noreturn void fuzz_fail(const char *file, int line, const char *condition);

/* What the next file that is opened for reading holds, whatever its name: the caller's bytes. `known`: as of
   a regular file, its size can be asked for; else as of a pipe. */
void fuzz_set_input(const void *data, size_t size, bool known);

/* What was written to the last file that was opened for writing: valid until the next one. */
const unsigned char *fuzz_output(size_t *size);

/* A refusal is one printable line that begins with the file's name. */
void fuzz_check_refusal(const char *text, const char *name);
