// SPDX-License-Identifier: GPL-3.0-or-later
// Which source folder travels with the run.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

struct CodeSection {
  std::optional<std::string> source;
  TextList exclude;
};

inline void describe(Section<CodeSection>& section) {
  section.field("source", &CodeSection::source)
      .label("Code folder")
      .help(
          "Folder that travels with the run and is the working directory of every process. Null "
          "takes none.")
      .path();
  section.field("exclude", &CodeSection::exclude)
      .label("Left out")
      .help(
          "Patterns of files in the code folder that do not travel, as rsync --exclude takes them: "
          "a "
          "leading / means the code folder itself. What git ignores does not travel either.")
      .tier(Tier::advanced);
}

}  // namespace trainyard
