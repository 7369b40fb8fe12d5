# Run when a file of an experiment changes: writes OUT with the hash of FILES (separated by |).
string(REPLACE "|" ";" files "${FILES}")
set(text "")
foreach(file IN LISTS files)
    file(SHA256 ${file} sum)
    string(APPEND text "${sum}\n")
endforeach()
string(SHA256 source "${text}")
file(WRITE ${OUT} "#define LAB_SOURCE_SHA256 \"${source}\"\n")
