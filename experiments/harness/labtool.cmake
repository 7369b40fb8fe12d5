# labtool: what ./lab reads, compares, merges, tabulates and reports results with.
add_library(lab_snapshot STATIC snapshot.c)
target_link_libraries(lab_snapshot PUBLIC cloth lab_harness)

add_executable(labtool
    tool_main.c tool_view.c tool_table.c tool_diff.c tool_merge.c tool_ledger.c tool_verdicts.c
    tool_block.c tool_claims.c tool_report.c tool_record.c tool_snapshot.c)
target_compile_definitions(labtool PRIVATE _GNU_SOURCE)
target_link_libraries(labtool PRIVATE lab_snapshot lab_harness m)
