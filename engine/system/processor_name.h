// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fstream>
#include <string>

namespace trainyard {

// "Intel(R) Xeon(R) Platinum 8480+"; empty if the system does not say.
inline std::string processor_name() {
  std::ifstream stream("/proc/cpuinfo");
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with("model name"))
      if (const auto value = line.find_first_not_of(": \t", line.find(':')); value != line.npos)
        return line.substr(value);
  return {};
}

}  // namespace trainyard
