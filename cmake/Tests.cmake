# Tests. Every tests/<room>/test_<area>.c (tests/support/suite.h) is built and run automatically. Each area is one ctest
# test, so a crash ends only one area. A file with the words "ctest label: full" runs only at that level. quickstart.sh
# draws some areas of tests/drawn; the others are quick.

find_library(CHECK_LIBRARY check)
find_library(SUBUNIT_LIBRARY subunit) # a static Check needs it, and only then it matters
mark_as_advanced(CHECK_LIBRARY SUBUNIT_LIBRARY)
find_package(Python3 COMPONENTS Interpreter) # only with it are there the tests that are written in Python

file(GLOB test_sources CONFIGURE_DEPENDS tests/*/test_*.c)
file(GLOB test_support CONFIGURE_DEPENDS tests/support/*.c tests/expected/*.c)
crosslane_system_sources(test_support)
if(WIN32)
    include(cmake/WindowsTests.cmake)
    crosslane_windows_left_out(test_sources)
endif()
if(test_sources AND NOT CHECK_LIBRARY)
    message(WARNING "No tests are built: install Check (libcheck), or configure with -DBUILD_TESTING=OFF.")
elseif(test_sources)
    foreach(source IN LISTS test_sources)
        string(REGEX REPLACE ".*/test_([a-z0-9_]+)\\.c$" "\\1" area "${source}")
        file(STRINGS "${source}" label REGEX "ctest label: full" LIMIT_COUNT 1)
        # Time limits do not suit instrumented code: a file with "not sanitized" is left out there.
        file(STRINGS "${source}" timing REGEX "ctest: not sanitized" LIMIT_COUNT 1)
        if(timing AND CROSSLANE_SANITIZE)
            continue()
        endif()
        add_test(NAME ${area} COMMAND crosslane_tests ${area} WORKING_DIRECTORY "${PROJECT_BINARY_DIR}")
        if(label)
            set_tests_properties(${area} PROPERTIES LABELS full TIMEOUT 2400)
        else()
            set_tests_properties(${area} PROPERTIES LABELS quick TIMEOUT 1800)
        endif()
    endforeach()
    add_executable(crosslane_tests ${test_sources} ${test_support})
    target_include_directories(crosslane_tests PRIVATE tests "${PROJECT_BINARY_DIR}/tests")
    target_compile_definitions(
        crosslane_tests PRIVATE _XOPEN_SOURCE=700 "XL_TEST_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\"")
    if(TARGET crosslane)
        add_dependencies(crosslane_tests crosslane)
        target_compile_definitions(crosslane_tests PRIVATE "XL_TEST_COMMAND=\"$<TARGET_FILE:crosslane>\"")
    endif()
    target_link_libraries(crosslane_tests PRIVATE crosslane_tool ${CHECK_LIBRARY} Threads::Threads m)
    if(SUBUNIT_LIBRARY)
        target_link_libraries(crosslane_tests PRIVATE ${SUBUNIT_LIBRARY})
    endif()
    crosslane_warnings(crosslane_tests)
    if(WIN32)
        crosslane_windows_tests(crosslane_tests)
    endif()

    # Without a driver to wrap, these print "skipped", which ctest reports.
    if(UNIX AND NOT APPLE)
        add_subdirectory(tests/drivers/fake)
        set_tests_properties(bad_driver bad_driver_full breaks breaks_full class_full class_thirty drivers ended library_faults walls PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: ")
    else()
        target_compile_definitions(crosslane_tests PRIVATE "XL_TEST_FAKE_DRIVER=\"\"" "XL_TEST_CLIENT=\"\"" "XL_TEST_OWN_FAULT=\"\"")
    endif()
    # Runs exclusively, because it measures time.
    if(TEST overhead)
        set_tests_properties(overhead PROPERTIES RUN_SERIAL TRUE)
    endif()

    # check_results FILE...: checks results files against docs/results.md, for scripts.
    add_executable(check_results tests/command/check_results.c)
    target_link_libraries(check_results PRIVATE crosslane_tool)
    crosslane_warnings(check_results)

    # In no tier, because it waits for a minute. Without MPI it prints "skipped".
    if(UNIX)
        add_executable(ranks_together tests/ranks/together.c)
        target_link_libraries(ranks_together PRIVATE crosslane_tool)
        crosslane_warnings(ranks_together)
        add_test(NAME ranks COMMAND "${PROJECT_SOURCE_DIR}/tests/ranks/run.sh" "${PROJECT_BINARY_DIR}"
                 "$<$<BOOL:${MPI_C_FOUND}>:${MPIEXEC_EXECUTABLE}>")
        set_tests_properties(ranks PROPERTIES LABELS ranks TIMEOUT 3600 SKIP_REGULAR_EXPRESSION "skipped: ")
    endif()

    if(TARGET crosslane_mpi AND UNIX AND NOT APPLE)
        add_subdirectory(tests/ranks/mpi)
    endif()

    # Compiled for (offline), or emulated by built-ins on another device (standin).
    if(UNIX AND NOT APPLE)
        add_subdirectory(tests/drivers/offline)
        add_subdirectory(tests/drivers/standin)
        add_subdirectory(tests/hostile/fuzz)
        add_subdirectory(tests/hostile/torture)
    endif()
endif()

set(mpi_headers EXCLUDE crosslane_mpi.h)
if(TARGET crosslane_mpi)
    set(mpi_headers LINK crosslane_objects MPI::MPI_C)
endif()
crosslane_check_headers(NAME headers_alone LINK crosslane_objects ${mpi_headers} DIRS host/include host/src host/tool
                        INCLUDE "${PROJECT_BINARY_DIR}/commit")
if(TARGET crosslane_tool_commit)
    add_dependencies(headers_alone crosslane_tool_commit)
endif()

if(crosslane_has_check)
    add_test(NAME checking_device COMMAND "${PROJECT_SOURCE_DIR}/tests/check/device.sh" $<TARGET_FILE:crosslane>
             $<TARGET_FILE:crosslane_check>)
    add_test(NAME check_kernels COMMAND "${PROJECT_SOURCE_DIR}/tests/check/kernels.sh" $<TARGET_FILE:crosslane>)
    add_test(NAME check_ends COMMAND "${PROJECT_SOURCE_DIR}/tests/check/ends.sh" $<TARGET_FILE:crosslane>)
    add_executable(check_answers tests/check/answers.c)
    target_link_libraries(check_answers PRIVATE OpenCL::OpenCL)
    target_compile_definitions(check_answers PRIVATE _XOPEN_SOURCE=700)
    crosslane_warnings(check_answers)
    add_test(NAME check_answers COMMAND "${PROJECT_SOURCE_DIR}/tests/check/answers.sh" $<TARGET_FILE:check_answers>
             $<TARGET_FILE:crosslane_check>)
    add_test(NAME check_words COMMAND "${PROJECT_SOURCE_DIR}/tests/check/words.sh" $<TARGET_FILE:crosslane>)
    add_test(NAME check_tool COMMAND "${PROJECT_SOURCE_DIR}/tests/check/tool.sh" $<TARGET_FILE:crosslane>)
    if(Python3_Interpreter_FOUND)
        add_test(NAME check_mutants COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/check/mutants.py" test $<TARGET_FILE:crosslane>)
        set_tests_properties(check_mutants PROPERTIES LABELS quick TIMEOUT 600 SKIP_REGULAR_EXPRESSION "skipped: ")
        add_test(NAME player_page COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/teaching/player_browser.py" $<TARGET_FILE:crosslane>)
        add_test(NAME course_site COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/teaching/site_browser.py" $<TARGET_FILE:crosslane>)
        set_tests_properties(player_page course_site PROPERTIES LABELS quick TIMEOUT 900 SKIP_REGULAR_EXPRESSION "skipped: ")
    endif()
    set_tests_properties(checking_device check_kernels check_ends check_answers check_tool check_words PROPERTIES LABELS quick TIMEOUT 1800 SKIP_REGULAR_EXPRESSION "skipped: ")
endif()
if(UNIX)
    if(TARGET fake_driver AND NOT CROSSLANE_SANITIZE) # exported programs could not load a driver with sanitizers
        set(fake_library $<TARGET_FILE:fake_driver>)
    endif()
    add_test(NAME export COMMAND "${PROJECT_SOURCE_DIR}/tests/export/export.sh" $<TARGET_FILE:crosslane> "${fake_library}")
    set_tests_properties(export PROPERTIES LABELS quick TIMEOUT 900 SKIP_REGULAR_EXPRESSION "skipped: ")
    add_test(NAME planted_exports COMMAND "${PROJECT_SOURCE_DIR}/tests/export/planted.sh" $<TARGET_FILE:crosslane> lerp/wrong_width reduce/left_count
        balance/lost_place histogram/left_over)
    set_tests_properties(planted_exports PROPERTIES LABELS quick TIMEOUT 900 SKIP_REGULAR_EXPRESSION "skipped: ")
    add_test(NAME shrink COMMAND "${PROJECT_SOURCE_DIR}/tests/export/shrink.sh" $<TARGET_FILE:crosslane> "${fake_library}")
    set_tests_properties(shrink PROPERTIES LABELS quick TIMEOUT 1800 SKIP_REGULAR_EXPRESSION "skipped: ")
    if(Python3_Interpreter_FOUND) # the rules of plain English are written in Python
        add_test(NAME check_rules COMMAND "${PROJECT_SOURCE_DIR}/cmake/check_rules.sh")
        add_test(NAME check_rules_selftest COMMAND "${PROJECT_SOURCE_DIR}/cmake/check_rules_selftest.sh")
        set_tests_properties(check_rules check_rules_selftest PROPERTIES LABELS quick)
    endif()
    add_test(NAME header_offline COMMAND "${PROJECT_SOURCE_DIR}/tests/drivers/offline/header.sh")
    set_tests_properties(header_offline PROPERTIES LABELS quick SKIP_REGULAR_EXPRESSION "skipped: ")
    add_test(NAME lessons_cases COMMAND "${PROJECT_SOURCE_DIR}/tests/docs/lessons_cases.sh")
    add_test(NAME normal24_header COMMAND "${PROJECT_SOURCE_DIR}/tests/install/normal24.sh")
    add_test(NAME handouts COMMAND "${PROJECT_SOURCE_DIR}/tests/docs/handouts.sh")
    add_test(NAME quickstart_cases COMMAND "${PROJECT_SOURCE_DIR}/tests/install/quickstart_cases.sh")
    set_tests_properties(lessons_cases normal24_header handouts quickstart_cases PROPERTIES LABELS quick)
    if(TARGET crosslane)
        add_test(NAME check_directions COMMAND "${PROJECT_SOURCE_DIR}/cmake/check_directions.sh"
                 $<TARGET_OBJECTS:crosslane_objects> $<TARGET_OBJECTS:crosslane_tool> $<TARGET_OBJECTS:crosslane>
                 "$<$<TARGET_EXISTS:crosslane_mpi>:$<TARGET_OBJECTS:crosslane_mpi>>" COMMAND_EXPAND_LISTS)
        add_test(NAME check_directions_selftest COMMAND "${PROJECT_SOURCE_DIR}/cmake/check_directions.sh" --self-test
                 "${CMAKE_C_COMPILER}")
        add_test(NAME check_rooms COMMAND "${PROJECT_SOURCE_DIR}/cmake/check_rooms.sh" "${PROJECT_SOURCE_DIR}"
                 $<TARGET_OBJECTS:crosslane_objects> $<TARGET_OBJECTS:crosslane_tool> $<TARGET_OBJECTS:crosslane>
                 COMMAND_EXPAND_LISTS)
        add_test(NAME check_rooms_selftest COMMAND "${PROJECT_SOURCE_DIR}/cmake/check_rooms.sh" --self-test
                 "${CMAKE_C_COMPILER}")
        set_tests_properties(check_directions check_directions_selftest check_rooms check_rooms_selftest
                             PROPERTIES LABELS quick)
        add_test(NAME documented COMMAND "${PROJECT_SOURCE_DIR}/tests/install/documented.sh" "$<TARGET_FILE:crosslane>")
        add_test(NAME completions COMMAND "${PROJECT_SOURCE_DIR}/tests/install/completions.sh" "$<TARGET_FILE:crosslane>")
        set_tests_properties(documented completions PROPERTIES LABELS quick)
        if(Python3_Interpreter_FOUND)
            add_test(NAME verdict_statements COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/independent/verdict.py"
                     "$<TARGET_FILE:crosslane>")
            add_test(NAME page_numbers COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/independent/page.py"
                     "$<TARGET_FILE:crosslane>")
            add_test(NAME verdict_table COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/independent/scores.py"
                     "$<TARGET_FILE:crosslane>")
            set_tests_properties(verdict_statements verdict_table page_numbers PROPERTIES LABELS quick TIMEOUT 600)
            # Rows of other problems must be distinguished.
            set(recorded "${PROJECT_SOURCE_DIR}/bench/results")
            set(beside "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/bench/peers/beside.py")
            add_test(NAME beside_cub COMMAND ${beside} "${recorded}/nvidia-h200/in_turns_2.json" "${recorded}/nvidia-h200/in_turns_2.txt")
            add_test(NAME beside_cub_refuses COMMAND ${beside} "${recorded}/nvidia-h100/compact_sizes.json"
                     "${recorded}/nvidia-h100/cub_sizes.txt")
            add_test(NAME table_of_all COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/bench/table.py" "${recorded}/nvidia-h200/table.json"
                     "${PROJECT_SOURCE_DIR}/docs/performance.md")
            file(GLOB promises CONFIGURE_DEPENDS "${recorded}/promises/*.json")
            add_test(NAME promises_page COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/bench/promises.py" --check
                     "${PROJECT_SOURCE_DIR}/docs/promises.md" ${promises})
            add_test(NAME promises_lesson COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/bench/promises.py" --check-part
                     "${PROJECT_SOURCE_DIR}/kernels/sg/promises/README.md" ${promises})
            set_tests_properties(promises_lesson promises_page table_of_all beside_cub beside_cub_refuses PROPERTIES LABELS quick TIMEOUT 60)
            set_tests_properties(beside_cub_refuses PROPERTIES
                                 PASS_REGULAR_EXPRESSION "compact u32 n=16777216 threshold=1000000000: no problem of CUB's keeps as much")
        endif()
        if(Python3_Interpreter_FOUND AND NOT CROSSLANE_SANITIZE) # Python itself has no sanitizer, and one takes time
            add_test(NAME python COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/python/check.py")
            set_tests_properties(python PROPERTIES LABELS drawn TIMEOUT 1800 SKIP_REGULAR_EXPRESSION "skipped: "
                                 ENVIRONMENT "CROSSLANE_LIBRARY=$<TARGET_SONAME_FILE:crosslane_shared>")
            add_test(NAME many_records COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/compared/many_records.py"
                     "$<TARGET_FILE:crosslane>")
            set_tests_properties(many_records PROPERTIES LABELS full TIMEOUT 1200 RUN_SERIAL TRUE)
        endif()
        add_test(NAME pictures COMMAND "${PROJECT_SOURCE_DIR}/tests/docs/pictures.sh" "$<TARGET_FILE:crosslane>")
        set_tests_properties(pictures PROPERTIES LABELS quick TIMEOUT 1800)
        add_test(NAME examples COMMAND "${PROJECT_SOURCE_DIR}/tests/docs/examples.sh" "${PROJECT_BINARY_DIR}")
        set_tests_properties(examples PROPERTIES LABELS quick TIMEOUT 1800)
        if(NOT CROSSLANE_SANITIZE) # another user runs a copy of the command alone
            add_test(NAME places COMMAND "${PROJECT_SOURCE_DIR}/tests/hostile/places.sh" "$<TARGET_FILE:crosslane>")
            set_tests_properties(places PROPERTIES LABELS drawn TIMEOUT 1800)
        endif()
        add_test(NAME lessons COMMAND "${PROJECT_SOURCE_DIR}/tests/docs/lessons.sh" "$<TARGET_FILE:crosslane>")
        set_tests_properties(lessons PROPERTIES LABELS full TIMEOUT 2400)
        add_test(NAME stories COMMAND "${PROJECT_SOURCE_DIR}/tests/docs/stories/run.sh" "${PROJECT_BINARY_DIR}")
        set_tests_properties(stories PROPERTIES LABELS full TIMEOUT 2400)
        if(NOT CROSSLANE_SANITIZE) # it makes a build of its own
            add_test(NAME adding COMMAND "${PROJECT_SOURCE_DIR}/tests/docs/adding.sh")
            set_tests_properties(adding PROPERTIES LABELS full TIMEOUT 2400)
        endif()
    endif()
    # A consumer of a sanitized library would need the same sanitizer.
    if(COMMAND crosslane_install AND TARGET crosslane AND NOT CROSSLANE_SANITIZE)
        add_test(NAME install COMMAND "${PROJECT_SOURCE_DIR}/tests/install/run.sh" "${PROJECT_BINARY_DIR}"
                 "${MPI_C_COMPILER}" "${MPIEXEC_EXECUTABLE}")
        set_tests_properties(install PROPERTIES LABELS quick TIMEOUT 1800)
    endif()
endif()

# After all tests: some of the drawn ones are scripts.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/drawn")
file(STRINGS tests/drawn drawn_tests REGEX "^[a-z]")
list(TRANSFORM drawn_tests REPLACE " .*" "")
foreach(test IN LISTS drawn_tests)
    if(TEST ${test})
        set_tests_properties(${test} PROPERTIES LABELS drawn)
    endif()
endforeach()
