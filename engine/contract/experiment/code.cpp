// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/code.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<CodeSection>& section) {
  section.field("source", &CodeSection::source)
      .label("Code folder")
      .help(
          "Folder that is sent with the run and is the working directory of every process. Null "
          "sends none.")
      .path();
  section.field("exclude", &CodeSection::exclude)
      .label("Exclude")
      .help(
          "Patterns of files in the code folder that are not sent, as for rsync --exclude: a "
          "leading / means the code folder itself. Files that git ignores are not sent either.")
      .tier(Tier::advanced);
}

}  // namespace trainyard
