/*
 * Files in memory that replace host/tool/system/os_file.h's, and checks.
 *
 * A harness is a function LLVMFuzzerTestOneInput. libFuzzer calls it with generated inputs (preset "fuzz",
 * run.sh), replay.c with those of corpus/. An input must be refused in one line or accepted; accepted data is
 * written and read again.
 */
#pragma once

#include "crosslane.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process if the condition is false, in every kind of build. */
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #condition))
_Noreturn void fuzz_fail(const char *file, int line, const char *condition);

/* The content of the next file opened for reading: the caller's bytes. `known`: its size can be queried,
   unlike a pipe's. */
void fuzz_set_input(const void *data, size_t size, bool known);

/* The bytes written to the last file opened for writing, valid until the next one. */
const unsigned char *fuzz_output(size_t *size);

/* A refusal is one printable line that begins with the file's name. */
void fuzz_check_refusal(const char *text, const char *name);
