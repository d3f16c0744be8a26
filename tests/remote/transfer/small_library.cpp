// Stands for torch's libraries: found by the search path in the program.
int answer() { return 42; }
