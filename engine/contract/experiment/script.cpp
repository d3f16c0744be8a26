// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/script.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<ScriptSection>& section) {
  section.field("file", &ScriptSection::file)
      .label("Job script")
      .help(
          "Script that begins with #!, with or without #SBATCH lines. It runs unchanged, by its "
          "own interpreter, on the first node of the job, in Slurm's own environment. Where "
          "resources differ from its #SBATCH lines, resources take precedence.")
      .pattern(R"([^\-\s][^\n]*)", "a path that does not start with a dash or a space")
      .path();
  section.field("arguments", &ScriptSection::arguments)
      .label("Arguments")
      .help("Arguments of the script, each passed on as it stands.");
  section.field("metrics", &ScriptSection::metrics)
      .label("Metrics")
      .help(
          "Where the curves come from: whatever the script's programs print (auto), a Hugging "
          "Face Trainer alone, JSON lines alone, or nowhere.")
      .tier(Tier::advanced);
  section.field("metrics_pattern", &ScriptSection::metrics_pattern)
      .label("Pattern of metrics")
      .help(
          "How a printed line is read, where it is not read rightly by itself: iter {step}: loss "
          "{loss}, {*} lr {lr}. Each {name} is a number, {*} any text. Only lines that fit are "
          "read then.")
      .tier(Tier::advanced);
  section.field("metrics_step", &ScriptSection::metrics_step)
      .label("Step of metrics")
      .help(
          "The printed name whose number is the step, where another one was taken for it: "
          "samples_seen.")
      .tier(Tier::advanced);
  section.field("metrics_leave_out", &ScriptSection::metrics_leave_out)
      .label("Metrics left out")
      .help("Names of curves that are not wanted of what is printed: mfu, train/time.")
      .tier(Tier::advanced);
  section.field("directives", &ScriptSection::directives)
      .label("Directives")
      .help(
          "The #SBATCH lines of the script, and those of #PBS or #BSUB that sbatch reads, too, "
          "read "
          "from it at each submission.")
      .pattern(R"(#(SBATCH|PBS|BSUB)[^\n]*)", "a line that begins with #SBATCH, #PBS or #BSUB")
      .tier(Tier::expert);
}

}  // namespace trainyard
