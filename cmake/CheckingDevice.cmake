# The checking device (host/check): an OpenCL driver, libcrosslane_check.so, and the process in which it runs kernels,
# crosslane-check-worker. The function
#
#   crosslane_checking_device()    adds both on Linux on x86-64 or aarch64, and the library crosslane_check_client with which
#                                  the command runs kernels; sets crosslane_has_check

function(crosslane_checking_device)
    set(crosslane_has_check OFF PARENT_SCOPE)
    if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux" OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|aarch64)$")
        return()
    endif()
    set(crosslane_has_check ON PARENT_SCOPE)
    set(root "${PROJECT_SOURCE_DIR}/host/check")
    file(GLOB worker CONFIGURE_DEPENDS ${root}/fibers/*.c ${root}/memory/*.c ${root}/lanes/*.c ${root}/worker/*.c)
    file(GLOB client CONFIGURE_DEPENDS ${root}/compile/*.c ${root}/client/*.c ${root}/messages/*.c
         ${root}/runner/*.c ${PROJECT_SOURCE_DIR}/host/tool/system/os_folder.c)
    file(GLOB driver CONFIGURE_DEPENDS ${root}/icd/*.c)
    file(GLOB builtins RELATIVE "${root}/compile/builtins" CONFIGURE_DEPENDS ${root}/compile/builtins/*)

    add_executable(crosslane_check_worker ${worker})
    set_target_properties(crosslane_check_worker PROPERTIES OUTPUT_NAME crosslane-check-worker ENABLE_EXPORTS ON)
    target_link_libraries(crosslane_check_worker PRIVATE ${CMAKE_DL_LIBS} m)

    add_library(crosslane_check_client STATIC ${client})
    crosslane_embed_files(crosslane_check_client "${PROJECT_BINARY_DIR}/embedded_builtins.c" check_builtin_file
                          "${root}/compile/builtins" ${builtins})
    target_include_directories(crosslane_check_client PUBLIC "${root}" PRIVATE host/src host/tool host/include)
    target_link_libraries(crosslane_check_client PUBLIC crosslane_static ${CMAKE_DL_LIBS})

    add_library(crosslane_check SHARED ${driver})
    target_link_libraries(crosslane_check PRIVATE crosslane_check_client Threads::Threads)
    target_include_directories(crosslane_check SYSTEM PRIVATE $<TARGET_PROPERTY:OpenCL::OpenCL,INTERFACE_INCLUDE_DIRECTORIES>)
    add_dependencies(crosslane_check crosslane_check_worker)
    foreach(target crosslane_check_worker crosslane_check_client crosslane_check)
        target_compile_definitions(${target} PRIVATE _GNU_SOURCE)
        target_include_directories(${target} PRIVATE "${root}")
        crosslane_warnings(${target})
        # This build's compiler does not instrument kernels' code, and the fibers would mislead the sanitizers.
        target_compile_options(${target} PRIVATE -fno-sanitize=all -fno-omit-frame-pointer)
        target_link_options(${target} PRIVATE -fno-sanitize=all)
    endforeach()
    install(TARGETS crosslane_check LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/crosslane")
    install(TARGETS crosslane_check_worker RUNTIME DESTINATION "${CMAKE_INSTALL_LIBDIR}/crosslane")
endfunction()
