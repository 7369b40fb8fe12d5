#!/bin/bash
# try_package.sh BUILD HERE COMPILER FLAGS: installs the kernel of a build into a folder of its own,
# and uses it from outside the tree.
#
# Pathology: a package that works only beside its sources: a path of the build in it, a header or
# library missing, or one there that nobody may use. Measured: the short program of outside/
# builds and runs through the CMake package and through pkg-config, after the installation was moved;
# what is installed is cloth.h, libcloth and the files that describe them, and no symbol of another
# build of the kernel; cloth.h compiles as strict C17, and as C++ where there is a compiler. Guard:
# the program does not compile without the package, and the check for symbols finds those of the
# ablation build in that build.
set -u

build=$1 here=$2 compiler=$3 flags=$4
work=$(mktemp -d) || exit 1
trap 'rm -rf -- "$work"' EXIT
failed=0

# check NAME COMMAND...: prints one line, and what the command said when it failed.
check() {
    local name=$1 said
    shift
    if said=$("$@" 2>&1); then
        printf 'GATE package.%s ok\n' "$name"
    else
        printf 'GATE package.%s failed\n%s\n' "$name" "$said"
        failed=1
    fi
}
refuses() { ! "$@"; }

install_and_move() {
    cmake --install "$build" --prefix "$work/first" && mv "$work/first" "$work/moved"
}

# Every file installed, as paths below the prefix without the library folder's name.
installed() {
    (cd "$work/moved" && find . -type f | sed 's,^\./,,; s,^lib[^/]*/\(x86_64[^/]*/\|aarch64[^/]*/\)\?,lib/,' | sort)
}
expected='include/cloth.h
lib/cmake/cloth/cloth-config-version.cmake
lib/cmake/cloth/cloth-config.cmake
lib/cmake/cloth/cloth-targets-BUILDTYPE.cmake
lib/cmake/cloth/cloth-targets.cmake
lib/libcloth.a
lib/pkgconfig/cloth.pc'
only_the_kernel() {
    diff <(printf '%s\n' "$expected") <(installed | sed 's/cloth-targets-[a-z]*\./cloth-targets-BUILDTYPE./')
}

has_ablation() { nm "$1" | grep -q ' [TtDdBb] cloth_ablate'; }
no_path_of_the_tree() { ! grep -rIlF -e "$build" -e "${here%/gates/package}" "$work/moved"; }
runs() { [ "$("$1")" = "done after 60 steps" ]; }

through_cmake() {
    cmake -S "$here/outside" -B "$work/by_cmake" -DCMAKE_PREFIX_PATH="$work/moved" \
        -DCMAKE_C_COMPILER="$compiler" -DCMAKE_C_FLAGS="$flags" &&
        cmake --build "$work/by_cmake" && runs "$work/by_cmake/program"
}

through_pkg_config() {
    local pc
    pc=$(dirname "$(find "$work/moved" -name cloth.pc)")
    # shellcheck disable=SC2046 # flags are words
    "$compiler" $flags -std=c17 -o "$work/by_pkg_config" "$here/outside/program.c" \
        $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs cloth) && runs "$work/by_pkg_config"
}

header_alone() {
    "$@" -pedantic -pedantic-errors -Wall -Wextra -Werror -fsyntax-only "$work/moved/include/cloth.h"
}

check installs install_and_move
check only_the_kernel only_the_kernel
check no_ablation refuses has_ablation "$work"/moved/lib*/libcloth.a
check guard.ablation_is_seen has_ablation "$build/kernel/libcloth_ablate.a"
check no_path_of_the_tree no_path_of_the_tree
check through_cmake through_cmake
check through_pkg_config through_pkg_config
check guard.not_without_it refuses "$compiler" -fsyntax-only "$here/outside/program.c"
check header_c17 header_alone "$compiler" -std=c17 -x c
if command -v c++ >/dev/null; then
    check header_cxx header_alone c++ -std=c++17 -x c++
fi
exit $failed
