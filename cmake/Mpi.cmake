# crosslane_mpi(TARGET): adds the command's host/tool/system/ranks.c to TARGET, with MPI or without. CROSSLANE_MPI: AUTO
# (if MPI is found), ON (required), OFF. Afterwards MPI_C_FOUND is true if MPI is used.

set(CROSSLANE_MPI AUTO CACHE STRING "The command as ranks of an MPI job: AUTO (where MPI is found), ON, OFF")
set_property(CACHE CROSSLANE_MPI PROPERTY STRINGS AUTO ON OFF)

macro(crosslane_mpi target)
    if(CROSSLANE_MPI STREQUAL "AUTO")
        find_package(MPI QUIET COMPONENTS C)
    elseif(CROSSLANE_MPI)
        find_package(MPI REQUIRED COMPONENTS C)
    else()
        set(MPI_C_FOUND FALSE)
    endif()
    if(MPI_C_FOUND)
        target_link_libraries(${target} PRIVATE MPI::MPI_C)
    endif()
    set_source_files_properties(host/tool/system/ranks.c PROPERTIES COMPILE_DEFINITIONS
                                "CROSSLANE_MPI=$<BOOL:${MPI_C_FOUND}>")
    message(STATUS "MPI, for the command: ${MPI_C_FOUND}")
endmacro()
