// SPDX-License-Identifier: GPL-3.0-or-later
// Stands for the engine: says how it was started, and from where its libraries are.
#include <fstream>
#include <iostream>
#include <set>
#include <string>

int answer();

int main(int count, char**) {
  std::cout << count << " arguments, answer " << answer() << '\n';
  std::ifstream maps("/proc/self/maps");
  std::set<std::string> libraries;
  for (std::string line; std::getline(maps, line);)
    if (line.find(".so") != std::string::npos) libraries.insert(line.substr(line.find('/')));
  for (const std::string& library : libraries) std::cout << library << '\n';
}
