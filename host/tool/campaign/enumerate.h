/*
 * enumerate.h - the parent's side of asking a driver for its devices. Part of campaign.c.
 */
#pragma once

#include "campaign/campaign.h"

/* Adds the driver's devices to `found`; a driver that does not answer is listed with the reason. */
void tool_enumerate_driver(tool_campaign *campaign, const tool_driver *driver);
