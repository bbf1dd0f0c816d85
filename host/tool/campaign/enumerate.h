/*
 * enumerate.h - the parent's side of asking drivers for their devices. Part of campaign.c.
 */
#pragma once

#include "campaign/campaign.h"

/* Adds the drivers' devices to `found`, in their final order. A driver that does not answer is listed with
   the reason, after the devices of the others. */
void tool_enumerate(tool_campaign *campaign, const tool_driver *drivers, int count);
