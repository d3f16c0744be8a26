// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/environment.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<EnvironmentSection>& section) {
  section.field("modules", &EnvironmentSection::modules)
      .label("Modules")
      .help("Environment modules to load, in order; purge unloads all that are loaded there.")
      .pattern(R"([A-Za-z0-9_][A-Za-z0-9_./+@=-]*)", "a name of letters, digits and _ . / + @ = -")
      .tier(Tier::advanced);
  section.field("conda", &EnvironmentSection::conda)
      .label("Conda environment")
      .help("Name or path of a conda environment to activate.")
      .pattern(R"([A-Za-z0-9_./~][^\n]*)", "a name or path that does not start with a dash")
      .tier(Tier::advanced);
  section.field("venv", &EnvironmentSection::venv)
      .label("Virtual environment")
      .help("Folder of a Python virtual environment to activate.")
      .path();
  section.field("container", &EnvironmentSection::container)
      .label("Container")
      .help("Container image to run in. A job script starts its own.")
      .when("workload=engine|command")
      .pattern(R"([A-Za-z0-9_./~][^\n]*)", "an image name or path that does not start with a dash")
      .tier(Tier::expert);
  section.field("variables", &EnvironmentSection::variables)
      .label("Variables")
      .help(
          "Environment variables of the workload. A variable whose value is null is taken from the "
          "target's own environment and is not written to disk.")
      .pattern(R"([A-Za-z_][A-Za-z0-9_]{0,254})",
               "letters, digits and _ that do not start with a digit")
      .tier(Tier::advanced);
  section.field("setup_commands", &EnvironmentSection::setup_commands)
      .label("Setup commands")
      .help(
          "Shell commands that run before the workload, in this order. The run ends if one of them "
          "fails.")
      .multiline()
      .tier(Tier::expert);
  section.field("trackers_offline", &EnvironmentSection::trackers_offline)
      .label("Trackers stay offline")
      .help(
          "Sets the switches by which W&B, Comet, Neptune, SwanLab and ClearML write to files "
          "and send nothing. Trainyard reads those files; a variable that is set above counts "
          "more.")
      .when("workload=command|script")
      .tier(Tier::advanced);
}

}  // namespace trainyard
