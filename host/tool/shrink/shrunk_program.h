/*
 * shrunk_program.h - an exported program in memory, to be changed and written again.
 */
#pragma once

#include "export/program_text.h"

typedef struct shrunk_blob {
    char *data; /* owned */
    size_t size;
} shrunk_blob;

typedef struct shrunk_program {
    export_capture capture; /* owns the texts, the options and the data before */
    export_description description;
    char title[256], device[256];
    shrunk_blob expected[EXPORT_MOST_OUTPUTS],
        allowed[EXPORT_MOST_OUTPUTS]; /* by output; EXPORT_KEPT: none */
} shrunk_program;

/* Reads the folder that `export` wrote; main.c must be unchanged. Freed by shrunk_program_free. NULL: XL_IO
   with the reason. */
shrunk_program *shrunk_program_read(const char *folder, xl_error *error);
shrunk_program *shrunk_program_copy(const shrunk_program *from);
void shrunk_program_free(shrunk_program *program);

/* Writes the files, without Makefile and REPORT.md. 0 or errno. */
int shrunk_program_write(const shrunk_program *program, const char *folder);

/* main.c, freed by the caller. */
char *shrunk_program_main(const shrunk_program *program);

void shrunk_program_set_text(shrunk_program *program, int number, const char *text);

/* Bytes of an output as it is read. */
size_t shrunk_output_bytes(const export_output *output);

/* Lines of all kernels. */
int shrunk_program_lines(const shrunk_program *program);
