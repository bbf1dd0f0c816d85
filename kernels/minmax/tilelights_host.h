/*
 * tilelights_host.h - the camera of tilelights, for tilelights.c and
 * tilelights_case.c.
 */
#pragma once

/* Indices of the parameters in the table. */
enum {
    TILELIGHTS_WIDTH,
    TILELIGHTS_HEIGHT,
    TILELIGHTS_LIGHTS,
    TILELIGHTS_TILE_WIDTH,
    TILELIGHTS_TILE_HEIGHT,
    TILELIGHTS_ENCODING,
    TILELIGHTS_NEAR,
    TILELIGHTS_FAR,
    TILELIGHTS_SLOPE_X,
    TILELIGHTS_SLOPE_Y
};
