# Writes sg/backends/sg_none.h, which defines every undefined "operation is native" macro of host/src/ops/ops.def as 0:
#
#   crosslane_native_defaults(OUT)
#
# It writes OUT when the build is configured; a changed table configures again.

function(crosslane_native_defaults out)
    set(table "${PROJECT_SOURCE_DIR}/host/src/ops/ops.def")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${table}")
    set(INTEGERS INT UINT LONG ULONG)
    set(SCALARS ${INTEGERS} FLOAT HALF DOUBLE)
    set(ALL ${SCALARS}) # a vector's components are FLOAT
    set(text "")
    macro(default name value)
        string(APPEND text "#ifndef SG_NATIVE_${name}\n#define SG_NATIVE_${name} ${value}\n#endif\n")
    endmacro()
    file(STRINGS "${table}" rows REGEX "^(MOVE|ROW|FAMILY)\\(")
    foreach(row IN LISTS rows)
        if(row MATCHES "^ROW\\(\"[a-z_]+\", \"([A-Z_]+)\", ONE,")
            default(${CMAKE_MATCH_1} 0)
        elseif(row MATCHES "^(MOVE|ROW)\\(\"[a-z_]+\", \"([A-Z_]+)\",")
            default(${CMAKE_MATCH_2}_UINT 0)
        elseif(row MATCHES "^FAMILY\\(\"[a-z]+\", \"([A-Z]+)\",.* (ALL|SCALARS|INTEGERS)\\),$")
            set(operator ${CMAKE_MATCH_1})
            set(types ${CMAKE_MATCH_2})
            foreach(form REDUCE SCAN_INCLUSIVE SCAN_EXCLUSIVE)
                default(${form}_${operator} 0)
                foreach(type IN LISTS ${types})
                    default(${form}_${operator}_${type} SG_NATIVE_${form}_${operator})
                endforeach()
            endforeach()
        else()
            message(FATAL_ERROR "host/src/ops/ops.def: a row that is not understood: ${row}")
        endif()
    endforeach()
    file(CONFIGURE OUTPUT "${out}" CONTENT "/* crosslane sub-group layer: every SG_NATIVE_* that nobody gave is 0.
 * SPDX-License-Identifier: MIT
 *
 * Made by cmake/NativeDefaults.cmake. SG_NATIVE_REDUCE_ADD=1 stands for all its types; SG_NATIVE_REDUCE_ADD_FLOAT
 * says it of one.
 */
${text}" @ONLY)
endfunction()
