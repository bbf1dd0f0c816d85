# Toolchain file: Windows on x86-64, by Debian's gcc-mingw-w64-x86-64-posix. The linked libraries (jansson, libpng,
# zlib, OpenCL's headers and import library) are in the folder CROSSLANE_WINDOWS_LIBRARIES, made by
# cmake/packaging/windows.sh. Programs need no DLL of the compiler.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CROSSLANE_WINDOWS_LIBRARIES)
set(CMAKE_FIND_ROOT_PATH "${CROSSLANE_WINDOWS_LIBRARIES}" /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ZLIB_LIBRARY /usr/x86_64-w64-mingw32/lib/libz.a CACHE FILEPATH "not the DLL")
execute_process(COMMAND x86_64-w64-mingw32-gcc-posix -print-file-name=libgomp.a OUTPUT_VARIABLE gomp OUTPUT_STRIP_TRAILING_WHITESPACE)
set(OpenMP_gomp_LIBRARY "${gomp}" CACHE FILEPATH "not the DLL")
set(CMAKE_C_FLAGS_INIT "-D__USE_MINGW_ANSI_STDIO=1")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-static")
