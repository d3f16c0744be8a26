// SPDX-License-Identifier: GPL-3.0-or-later
// Where a job script leaves the folder that is sent along with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trainyard {

struct NameOutside {
  int line = 0;
  std::string words;  // "cd ..", "python ../train.py"
};

// The first command that certainly runs above the script's folder, or reads a file from there; as
// far as that can be known without running it. Accepts arbitrary bytes.
std::optional<NameOutside> firstNameOutside(std::string_view script);

}  // namespace trainyard
