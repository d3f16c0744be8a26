// Which source folder travels with the run.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

struct CodeSection {
  std::optional<std::string> source;
  TextList exclude;
};

inline void describe(Section<CodeSection>& section) {
  section.field("source", &CodeSection::source);
  section.field("exclude", &CodeSection::exclude);
}

}  // namespace trainyard
