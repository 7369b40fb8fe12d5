/*
 * jump.h: the strand of scenes/jump.h, as two builds of the kernel offer it: the ablation build,
 * which stores double, and the one that stores float.
 */
#ifndef EXPERIMENTS_PRECISION_JUMP_H
#define EXPERIMENTS_PRECISION_JUMP_H

#include "scenes/jump.h"

JumpScene e24_jump_double;
JumpScene e24_jump_float;

#endif
