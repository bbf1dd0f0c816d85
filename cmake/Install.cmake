# crosslane_install(COMMAND t SHARED t STATIC t SG_HEADER file): the files that `cmake --install` writes.
#
#   bin/crosslane                      lib/libcrosslane.so*  lib/libcrosslane.a
#   include/crosslane.h                include/crosslane_sg.h (SG_HEADER, made by the build)
#   include/crosslane_normal24.h
#   lib/cmake/crosslane/*.cmake        find_package(crosslane) gives crosslane::crosslane (shared) and
#                                      crosslane::crosslane_static
#   lib/pkgconfig/crosslane.pc         share/man/man1/crosslane.1, completions for bash, zsh and fish
#

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

function(crosslane_install)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "COMMAND;SHARED;STATIC;SG_HEADER" "")
    set(here "${PROJECT_SOURCE_DIR}/cmake")
    set(package "${CMAKE_INSTALL_LIBDIR}/cmake/crosslane")

    set_target_properties(${arg_SHARED} PROPERTIES EXPORT_NAME crosslane)
    set_target_properties(${arg_STATIC} PROPERTIES EXPORT_NAME crosslane_static)
    target_include_directories(${arg_SHARED} INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
    target_include_directories(${arg_STATIC} INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
    install(
        TARGETS ${arg_SHARED} ${arg_STATIC}
        EXPORT crosslane
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    install(TARGETS ${arg_COMMAND} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
    install(FILES "${PROJECT_SOURCE_DIR}/host/include/crosslane.h"
            "${PROJECT_SOURCE_DIR}/host/include/crosslane_normal24.h" "${arg_SG_HEADER}"
            DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")

    install(EXPORT crosslane FILE crosslaneTargets.cmake NAMESPACE crosslane:: DESTINATION "${package}")
    configure_package_config_file("${here}/crosslaneConfig.cmake.in" "${PROJECT_BINARY_DIR}/crosslaneConfig.cmake"
                                  INSTALL_DESTINATION "${package}" PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
    write_basic_package_version_file("${PROJECT_BINARY_DIR}/crosslaneConfigVersion.cmake"
                                     COMPATIBILITY SameMinorVersion)
    install(FILES "${PROJECT_BINARY_DIR}/crosslaneConfig.cmake" "${PROJECT_BINARY_DIR}/crosslaneConfigVersion.cmake"
            DESTINATION "${package}")

    # The .pc file finds its prefix from its own place, so an installed tree can be moved.
    file(RELATIVE_PATH pc_prefix "/p/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/p")
    # The static library's needs in addition to OpenCL; empty if the C library has everything.
    set(crosslane_private_libraries "-lm ${CMAKE_THREAD_LIBS_INIT}")
    foreach(library IN LISTS CMAKE_DL_LIBS)
        string(APPEND crosslane_private_libraries " -l${library}")
    endforeach()
    configure_file("${here}/crosslane.pc.in" "${PROJECT_BINARY_DIR}/crosslane.pc" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/crosslane.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

    set(manual "${PROJECT_SOURCE_DIR}/docs/man/crosslane.md")
    file(GLOB manual_parts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/docs/man/*.md")
    add_custom_command(
        OUTPUT "${PROJECT_BINARY_DIR}/crosslane.1"
        COMMAND awk -v "version=${PROJECT_VERSION}" -f "${here}/markdown_to_man.awk" "${manual}" > "${PROJECT_BINARY_DIR}/crosslane.1"
        DEPENDS ${manual_parts} "${here}/markdown_to_man.awk"
        VERBATIM)
    add_custom_target(manual ALL DEPENDS "${PROJECT_BINARY_DIR}/crosslane.1")
    install(FILES "${PROJECT_BINARY_DIR}/crosslane.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
    install(FILES "${here}/completions/crosslane.bash"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME crosslane)
    install(FILES "${here}/completions/crosslane.zsh"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" RENAME _crosslane)
    install(FILES "${here}/completions/crosslane.fish"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
    install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endfunction()
