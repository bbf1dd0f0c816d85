/* Compiles OpenCL C by clang, twice: to find kernels, arguments and built-in functions, and to make the
   object, with a call before each access. */
#ifndef XL_CHECK_PROGRAM_H
#define XL_CHECK_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/wire.h"

enum check_space { CHECK_PRIVATE, CHECK_GLOBAL, CHECK_CONSTANT, CHECK_LOCAL_SPACE };

struct check_parameter {
    char name[CHECK_NAME];
    char type[96]; /* as written, without address space and qualifiers: "float*" */
    enum check_space space;
    bool is_const, is_restrict, is_volatile;
    uint32_t bytes;   /* of a value of a built-in type; 0: unknown */
    uint32_t element; /* bytes of what a pointer to a built-in type points to; 0: unknown */
};

struct check_kernel {
    char name[128];
    uint32_t parameters;
    struct check_parameter *parameter;
    uint32_t required[3]; /* work-group size; 0: none */
    uint32_t width;       /* sub-group size; 0: none */
};

struct check_program {
    char object[256];
    uint32_t kernels;
    struct check_kernel *kernel;
    uint32_t libraries;
    char (*library)[256];
    char *log; /* the compiler's output; never NULL */
};

enum check_built { CHECK_BUILT, CHECK_NOT_BUILT, CHECK_BAD_OPTIONS, CHECK_NO_COMPILER, CHECK_NO_MEMORY };

/* `options` are OpenCL's. Messages call the source `name`. *program always has a log; check_program_free()
   also removes the object. */
enum check_built check_program_build(const char *source, const char *options, const char *name,
                                     struct check_program *program);
void check_program_free(struct check_program *program);

#endif
