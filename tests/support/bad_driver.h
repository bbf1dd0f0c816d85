/* Runs the command on the fake driver (tests/drivers/fake/faults.h), which wraps the first working driver. */
#pragma once

#include "support/command.h"

/* False without a driver to wrap: prints "skipped" and the reason, which ctest reports. */
bool bad_driver_ready(void);

void bad_driver_wrap(const char *library);

const char *bad_driver_real(void);

/* With these faults and without a cache. Settings in `environment` (may be "") take precedence.
   bad_driver_start and command_wait do it in two steps. */
void bad_driver_run(command *c, const char *faults, const char *environment, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void bad_driver_start(command *c, const char *faults, const char *environment, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* With so many columns; c->out has the text. */
void bad_driver_run_on_terminal(command *c, const char *faults, unsigned short columns, const char *format,
                                ...) __attribute__((format(printf, 4, 5)));

/* The settings that run a shell line's program on the fake driver. */
void bad_driver_environment(char *text, size_t size, const char *faults);

/* OCL_ICD_VENDORS with the fake driver before the real one. */
const char *bad_driver_and_good(void);

/* Made in `folder`: the fake driver and a copy with FAKE_DRIVER_SECOND. */
const char *bad_driver_twice(const char *folder);

/* A letter per record (o, m, u, s, e). */
const char *bad_driver_statuses(const json_t *document);

const char *bad_driver_reason(const json_t *document, size_t row);

/* UTF-8 without control characters other than line ends. */
void bad_driver_check_text(const command *c, const char *text);
