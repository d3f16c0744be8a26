// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/recent_collectives.h"

#include <cstdio>
#include <fstream>
#include <string>

#include "engine/contract/messages.h"

namespace trainyard {

void write_collectives(const std::filesystem::path& file,
                       const std::vector<Collective>& collectives) {
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  std::ofstream stream(file);
  stream << "number\ttime\toperation\tpurpose\telements\n";
  for (const Collective& one : collectives) {
    char time[32];
    std::snprintf(time, sizeof time, "%.3f", one.time);
    const std::string purpose =
        one.purpose.code ? make_error(one.purpose.code, {{"layer", one.purpose.layer}}).message
                         : "";
    stream << one.sequence << '\t' << time << '\t' << make_error(one.operation, {}).message << '\t'
           << purpose << '\t' << one.elements << '\n';
  }
}

}  // namespace trainyard
