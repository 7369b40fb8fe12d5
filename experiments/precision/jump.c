/*
 * jump.c: e24's strand, compiled for a build of the kernel; E24_JUMP is the name that this
 * compilation gives its one visible function.
 */
#include "precision/jump.h"

__attribute__((visibility("default"))) bool E24_JUMP(const JumpShape *shape, JumpRun *run) {
    return jump_run(shape, run);
}
