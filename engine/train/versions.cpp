// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/versions.h"

#include <fstream>

#include <torch/headeronly/version.h>

namespace trainyard {

Map versions() { return {{"trainyard", TRAINYARD_VERSION}, {"torch", TORCH_VERSION}}; }

std::string processor_name() {
  std::ifstream stream("/proc/cpuinfo");
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return {};
}

}  // namespace trainyard
