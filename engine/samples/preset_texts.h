// SPDX-License-Identifier: GPL-3.0-or-later
// The documents in resources/presets as of the time when the program was built.
#pragma once

#include <span>
#include <string_view>

namespace trainyard {

struct PresetText {
  std::string_view name;  // without .yaml
  std::string_view text;
};

std::span<const PresetText> preset_texts();

}  // namespace trainyard
