// A library of a program's own, with state that every rank must have for itself.
#pragma once

extern int library_plain;  ///< the program has it in its own memory
extern thread_local int library_of_thread;

int library_count();
void library_add(int value);
int library_sum();
