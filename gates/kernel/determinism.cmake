# The kernel in builds that differ only in how they are compiled, and the programs that print what
# each of them makes of the cases.
get_target_property(cloth_sources cloth SOURCES)
list(TRANSFORM cloth_sources PREPEND ${PROJECT_SOURCE_DIR}/kernel/)

# hashes_of(name kernel): the program that links a kernel with the cases.
function(hashes_of name kernel)
    add_executable(${name} hashes.c cases.c)
    target_link_libraries(${name} PRIVATE ${kernel} clothlab_flags)
endfunction()

# kernel_variant(name options...): its options come last, after the build type's.
function(kernel_variant name)
    add_library(cloth_${name} STATIC EXCLUDE_FROM_ALL ${cloth_sources})
    target_include_directories(cloth_${name} PUBLIC ${PROJECT_SOURCE_DIR}/kernel)
    target_compile_options(cloth_${name} PRIVATE ${ARGN})
    target_link_libraries(cloth_${name} PUBLIC m)
    hashes_of(hashes_${name} cloth_${name})
endfunction()

hashes_of(hashes_shipped cloth)
kernel_variant(o0 -O0 -UNDEBUG -ffp-contract=off)
kernel_variant(o3 -O3 -DNDEBUG -ffp-contract=off -fno-trapping-math -fno-math-errno)
add_executable(fuzz_hashes fuzz_hashes.c fuzz_cases.c)
target_link_libraries(fuzz_hashes PRIVATE scenes clothlab_flags)

cloth_gate(gate_determinism SOURCES gate_determinism.c cases.c listing.c LIBRARIES cloth)
target_compile_definitions(gate_determinism PRIVATE
    "PINNED_HASHES=\"${CMAKE_CURRENT_SOURCE_DIR}/determinism.txt\""
    "HASHES_O0=\"$<TARGET_FILE:hashes_o0>\""
    "HASHES_O3=\"$<TARGET_FILE:hashes_o3>\"")
add_dependencies(gate_determinism hashes_o0 hashes_o3)

# The off arm: contraction allowed, on processors that can.
include(CheckCCompilerFlag)
check_c_compiler_flag(-mfma compiler_has_fma)
if(compiler_has_fma)
    kernel_variant(contracted -O3 -DNDEBUG -mfma -ffp-contract=fast)
    target_compile_definitions(gate_determinism PRIVATE
        "HASHES_CONTRACTED=\"$<TARGET_FILE:hashes_contracted>\"")
    add_dependencies(gate_determinism hashes_contracted)
endif()

cloth_gate(gate_parity SOURCES gate_parity.c cases.c fuzz_cases.c listing.c
    LIBRARIES scenes_ablate LABELS mutation)
target_compile_definitions(gate_parity PRIVATE
    "HASHES=\"$<TARGET_FILE:hashes_shipped>\"" "FUZZ_HASHES=\"$<TARGET_FILE:fuzz_hashes>\"")
add_dependencies(gate_parity hashes_shipped fuzz_hashes)
