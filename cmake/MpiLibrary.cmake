# The companion library crosslane_mpi: one problem over the ranks of an MPI job, if MPI is found (cmake/Mpi.cmake).
#
# crosslane_mpi_library(SHARED t STATIC t): target crosslane_mpi, installed as the package's component `mpi`;
# find_package(crosslane COMPONENTS mpi) gives crosslane::mpi.

function(crosslane_mpi_library)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "SHARED" "")
    if(NOT MPI_C_FOUND)
        return()
    endif()
    include(GNUInstallDirs)
    file(GLOB sources CONFIGURE_DEPENDS host/mpi/*.c)
    add_library(crosslane_mpi SHARED ${sources})
    target_link_libraries(crosslane_mpi PUBLIC ${arg_SHARED} MPI::MPI_C)
    target_include_directories(crosslane_mpi PRIVATE host/mpi host/src
                               INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
    set_target_properties(crosslane_mpi PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
                                                   EXPORT_NAME mpi)
    if(NOT MSVC)
        target_link_libraries(crosslane_mpi PRIVATE m)
    endif()
    crosslane_warnings(crosslane_mpi)

    add_executable(crosslane_mpi_scaling EXCLUDE_FROM_ALL bench/mpi/scaling.c)
    target_link_libraries(crosslane_mpi_scaling PRIVATE crosslane_mpi)
    crosslane_warnings(crosslane_mpi_scaling)

    install(TARGETS crosslane_mpi EXPORT crosslane_mpi COMPONENT mpi
            RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    install(FILES "${PROJECT_SOURCE_DIR}/host/include/crosslane_mpi.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
            COMPONENT mpi)
    install(EXPORT crosslane_mpi FILE crosslaneMpiTargets.cmake NAMESPACE crosslane::
            DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/crosslane" COMPONENT mpi)
endfunction()
