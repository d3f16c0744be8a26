// What is set up on the target before the workload starts.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

struct EnvironmentSection {
  TextList modules;
  std::optional<std::string> conda;
  std::optional<std::string> venv;
  std::optional<std::string> container;
  TextMap variables;
  TextList setup_commands;
};

inline void describe(Section<EnvironmentSection>& section) {
  section.field("modules", &EnvironmentSection::modules);
  section.field("conda", &EnvironmentSection::conda);
  section.field("venv", &EnvironmentSection::venv);
  section.field("container", &EnvironmentSection::container);
  section.field("variables", &EnvironmentSection::variables);
  section.field("setup_commands", &EnvironmentSection::setup_commands);
}

}  // namespace trainyard
