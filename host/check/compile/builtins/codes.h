// Numbers that the built-in library (OpenCL C) hands to the worker (C). Plain macros: both languages read
// this file.
#ifndef XL_CHECK_CODES_H
#define XL_CHECK_CODES_H

// element types
#define XLC_CHAR 0
#define XLC_UCHAR 1
#define XLC_SHORT 2
#define XLC_USHORT 3
#define XLC_INT 4
#define XLC_UINT 5
#define XLC_LONG 6
#define XLC_ULONG 7
#define XLC_HALF 8
#define XLC_FLOAT 9
#define XLC_DOUBLE 10

// arithmetic of collectives and atomics
#define XLC_ADD 0
#define XLC_MUL 1
#define XLC_MIN 2
#define XLC_MAX 3
#define XLC_AND 4
#define XLC_OR 5
#define XLC_XOR 6
#define XLC_LOGICAL_AND 7
#define XLC_LOGICAL_OR 8
#define XLC_LOGICAL_XOR 9
#define XLC_SUB 10
#define XLC_EXCHANGE 11
#define XLC_COMPARE 12
#define XLC_LOAD 13
#define XLC_STORE 14

// kinds of collectives
#define XLC_REDUCE 0
#define XLC_INCLUSIVE 1
#define XLC_EXCLUSIVE 2
#define XLC_BROADCAST 3
#define XLC_BROADCAST_FIRST 4
#define XLC_SHUFFLE 5
#define XLC_SHUFFLE_XOR 6
#define XLC_SHUFFLE_UP 7
#define XLC_SHUFFLE_DOWN 8
#define XLC_ROTATE 9
#define XLC_BALLOT 10
#define XLC_ELECT 11
#define XLC_ANY 12
#define XLC_ALL 13
#define XLC_ALL_EQUAL 14
#define XLC_BARRIER 15
#define XLC_SHUFFLE_DOWN2 16 // from two values, as if they lay one after the other
#define XLC_SHUFFLE_UP2 17

// required participants of a collective: all work-items, all lanes of the sub-group, or the present lanes
#define XLC_GROUP 0
#define XLC_SUBGROUP 1
#define XLC_PRESENT 2

#endif
