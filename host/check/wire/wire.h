/* Messages between a program and its worker process: plain structs over two pipes. */
#ifndef XL_CHECK_WIRE_H
#define XL_CHECK_WIRE_H

#include <stdint.h>

/* Buffers share one area of memory; a second area has a byte for each of its bytes: 1 if written. The worker
   inherits both, and the pipes' ends, as these descriptors. */
#define CHECK_ARENA ((uint64_t)1 << 34)
enum { CHECK_REQUESTS_FD = 3, CHECK_ARENA_FD = 4, CHECK_DEFINED_FD = 5, CHECK_REPLIES_FD = 6 };

enum {
    CHECK_MAX_LOCAL_SIZE = 1024,
    CHECK_MAX_WIDTH = 128,
    CHECK_MAX_FINDINGS = 64,
    CHECK_FRAMES = 6,
    CHECK_PLACES = 3,
    CHECK_ARGUMENTS = 128,
    CHECK_ROOM = 64, /* bytes between arguments of local memory */
    CHECK_NAME = 64,
    CHECK_TEXT = 480
};
#define CHECK_LOCAL_MEMORY ((uint64_t)64 << 10)
#define CHECK_NO_BUFFER (~(uint64_t)0) /* an argument's offset: NULL */

enum check_argument_kind { CHECK_VALUE, CHECK_BUFFER, CHECK_LOCAL };

struct check_argument {
    uint32_t kind;
    uint32_t writable; /* of a buffer: the kernel may write it */
    uint64_t size;     /* bytes */
    uint64_t offset;   /* of a buffer: in the arena */
    uint32_t element;  /* bytes of an element; 0: unknown */
    char type[28];     /* of an element: "uint" */
    char name[CHECK_NAME];
    /* a value's bytes follow the request, in the order of the arguments */
};

/* The order in which work-items and work-groups run. */
enum check_order { CHECK_UP, CHECK_DOWN, CHECK_DEPTH_FIRST, CHECK_RANDOM, CHECK_ORDERS };

struct check_request {
    uint32_t arguments; /* number of struct check_argument that follow, before the values */
    uint32_t value_bytes;
    uint32_t width;
    uint32_t dimensions;
    uint64_t offset[3], global[3], local[3];
    uint32_t schedules; /* how many orders are tried; at least 1 */
    uint32_t seed;
    uint32_t libraries; /* so many paths of built-in libraries follow the values, 256 bytes each */
    uint32_t trace;     /* not 0: record what collectives received and returned */
    uint64_t steps;     /* budget of memory accesses, blocks of code and meetings */
    char object[256];   /* the compiled program */
    char kernel[128];
};

enum check_kind {
    CHECK_LANES_MISSING,
    CHECK_DIFFERENT,
    CHECK_BARRIER,
    CHECK_RACE,
    CHECK_BOUNDS,
    CHECK_UNDEFINED,
    CHECK_LANE_INDEX,
    CHECK_WIDTH,
    CHECK_SCHEDULE,
    CHECK_PROGRESS,
    CHECK_DIVISION,
    CHECK_KINDS
};

/* Return addresses in the program's object, innermost first, relative to its load address. 0 ends the list.
 */
struct check_place {
    uint64_t pc[CHECK_FRAMES];
};

struct check_finding {
    uint32_t kind;
    uint32_t width;
    uint64_t group; /* linear */
    uint32_t sub_group;
    uint32_t lanes; /* how many bits of lane_mask count */
    uint64_t lane_mask[2];
    uint32_t places;
    uint32_t across; /* not 0: a race between two work-groups, which no barrier orders */
    struct check_place place[CHECK_PLACES];
    char text[CHECK_TEXT]; /* "@0" to "@2" stand for the places' lines */
};

/* A collective that lanes of the first sub-group have met in. */
enum check_returned {
    CHECK_SAME,
    CHECK_TRUTH,
    CHECK_MASK
}; /* a value as received, an int, a mask of lanes */
/* Whose values a lane gets: one lane's, those of all lanes, of all lanes before it, of these and its own. */
enum check_flow { CHECK_MOVES, CHECK_ALL, CHECK_BEFORE, CHECK_UP_TO };
enum { CHECK_MEETINGS = 256, CHECK_NO_LANE = 255 };
struct check_meeting {
    struct check_place place;
    char name[CHECK_NAME];
    char type; /* of an element, as in mangled names; D: half */
    char received, returned, flow;
    uint32_t components, cluster; /* lanes of a cluster; 0: all */
    uint64_t lanes[2];
    uint8_t from[CHECK_MAX_WIDTH]; /* CHECK_MOVES: the lane whose value each lane gets, or CHECK_NO_LANE */
    unsigned char in[CHECK_MAX_WIDTH][16], out[CHECK_MAX_WIDTH][16]; /* the first bytes */
};

/* A call of a collective, and how often lanes of a sub-group met there; the first calls of a launch,
   including a kernel's preamble. */
enum { CHECK_SITES = 8 };
struct check_site {
    struct check_place place;
    uint64_t count; /* 0: not used */
};

enum check_status { CHECK_DONE, CHECK_ENDLESS, CHECK_CRASHED, CHECK_FAILED };

struct check_reply {
    uint32_t status;
    uint32_t findings; /* number of struct check_finding that follow */
    uint64_t dropped;  /* findings beyond CHECK_MAX_FINDINGS */
    uint64_t steps;
    uint64_t collectives; /* how often lanes of a sub-group met, except in barriers and at these sites: */
    struct check_site site[CHECK_SITES];
    uint32_t meetings, meetings_lost; /* so many struct check_meeting follow the findings; had no room */
    struct check_place place;         /* of an end before CHECK_DONE, if known */
    char note[CHECK_TEXT];            /* of a status other than CHECK_DONE */
};

#endif
