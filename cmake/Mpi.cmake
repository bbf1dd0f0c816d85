# crosslane_mpi(TARGET): the command's host/tool/system/ranks.c, in TARGET, with MPI or without; the library never needs it.
# CROSSLANE_MPI: AUTO (where MPI is found), ON (it has to be there), OFF. Afterwards MPI_C_FOUND says whether it is used.

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
