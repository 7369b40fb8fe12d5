/*
 * arm.h: the mechanisms of the vertex update, left out one at a time, by the words of a knob.
 */
#ifndef OBSERVERS_ARM_H
#define OBSERVERS_ARM_H

#include <stdint.h>

/* The choices of a knob `arm`: all of them there, and each left out. */
#define ARM_CHOICES "shipped,no_geometric,no_ldlt,no_cap,no_lift"

/* ClothAblation bits of one of the words; a word that is none of them is a programming error. */
uint32_t arm_bits(const char *word);

#endif
