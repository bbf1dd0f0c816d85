/*
 * enumerate.h - the parent's side of asking a driver for its devices. Part of campaign.c.
 */
#ifndef TOOL_ENUMERATE_H
#define TOOL_ENUMERATE_H

#include "campaign/campaign.h"
#include "campaign/supervise.h"

/* The words of a worker's command line: `found` NULL = for no device, `shown` its number as the person sees
   it, `done` rows that are done (may be NULL). */
void tool_fill_args(tool_worker_args *w, const tool_campaign *c, const char *role, const tool_found *found,
                    int shown, const char *done);

/* Adds the driver's devices to those found; one that cannot be asked is a row with its reason. */
void tool_enumerate_driver(tool_campaign *campaign, const tool_driver *driver);

#endif
