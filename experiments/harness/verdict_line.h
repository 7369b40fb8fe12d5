/* verdict_line.h: a verdict as people read it, wrapped and in columns, on stdout. */
#ifndef LAB_VERDICT_LINE_H
#define LAB_VERDICT_LINE_H

/*
 * Prints one verdict: id, verdict and our figure, and under it the reference.
 *   source  in, "" where there is none: then it is left out.
 * What fails to be printed shows in ferror(stdout), which the program checks at its end.
 */
void lab_print_verdict(const char *id, const char *verdict, const char *source, const char *text);

#endif
