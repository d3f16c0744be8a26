#include <cstdio>

int main(int, char**) {
  std::fputs("engine: no command is built in yet\n", stderr);
  return 2;
}
