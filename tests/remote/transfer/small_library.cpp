// SPDX-License-Identifier: GPL-3.0-or-later
// Stands for torch's libraries: found by the search path in the program.
int answer() { return 42; }
