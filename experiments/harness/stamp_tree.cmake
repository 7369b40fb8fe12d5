# Run at every build: writes OUT (lab_tree.h) when what it says has changed.
#   ROOT   the source tree          FLAGS  compiler and flags, part of the hash
# The hash is over the kernel and the rooms that experiments share: what can change a point's result
# besides the experiment's own files. The commit stands beside it and is no part of it.
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/kernel/*.[ch] ${ROOT}/experiments/scenes/*.[ch]
    ${ROOT}/experiments/observers/*.[ch] ${ROOT}/experiments/precision/*.[ch])
list(SORT files)
set(text "${FLAGS}\n")
foreach(file IN LISTS files)
    file(SHA256 ${ROOT}/${file} sum)
    string(APPEND text "${sum} ${file}\n")
endforeach()
string(SHA256 tree "${text}")

set(commit unknown)
set(dirty unknown)
find_program(git git)
if(git)
    # Read only: no lock of the index, so that a build never disturbs a commit.
    execute_process(COMMAND ${git} --no-optional-locks -C ${ROOT} rev-parse HEAD
        OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
    execute_process(COMMAND ${git} --no-optional-locks -C ${ROOT} status --porcelain
                            -- kernel experiments CMakeLists.txt CMakePresets.json
        OUTPUT_VARIABLE changes RESULT_VARIABLE changes_failed ERROR_QUIET)
    if(failed EQUAL 0)
        set(commit ${head})
    endif()
    if(failed EQUAL 0 AND changes_failed EQUAL 0)
        if(changes STREQUAL "")
            set(dirty false)
        else()
            set(dirty true)
        endif()
    endif()
endif()

file(CONFIGURE OUTPUT ${OUT} CONTENT
"#define LAB_TREE_SHA256 \"${tree}\"
#define LAB_GIT_COMMIT \"${commit}\"
#define LAB_GIT_DIRTY \"${dirty}\"
")
