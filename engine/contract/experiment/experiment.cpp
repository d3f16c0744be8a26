// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/experiment.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<Experiment>& section) {
  section.field("format", &Experiment::format)
      .label("Format")
      .help("Version of the document's format. Programs refuse versions that they do not know.")
      .minimum(1)
      .tier(Tier::expert);
  section.field("name", &Experiment::name)
      .label("Name")
      .help(
          "Short name of the experiment. The names of the run folder and of the job begin with it.")
      .pattern(R"([a-z0-9][a-z0-9._-]{0,63})",
               "1 to 64 lower-case letters, digits and . _ - that start with a letter or digit");
  section.field("notes", &Experiment::notes)
      .label("Notes")
      .help("Free text about the purpose of the run. It is kept with the run and has no effect.")
      .multiline();
  section.field("tags", &Experiment::tags)
      .label("Tags")
      .help("Words for finding and grouping runs.")
      .tier(Tier::advanced);
  section.field("project", &Experiment::project)
      .label("Project")
      .help(
          "The folder that its runs are kept in, in the table of runs: names with / between them, "
          "such as language/ablations. Empty: in none. A run can be moved to another at any time.")
      .pattern(R"(([^/\s]([^/\n]{0,62}[^/\s])?(/[^/\s]([^/\n]{0,62}[^/\s])?){0,7})?)",
               "up to 8 names of 1 to 64 characters with / between them")
      .tier(Tier::advanced);
  section.field("seed", &Experiment::seed)
      .label("Seed")
      .help(
          "Seed of every random sequence: initial weights, order of the data, dropout. The same "
          "seed on the same machine and number of ranks gives the same run.")
      .minimum(0)
      .maximum(2147483647)
      .affects(Affects::numerics)
      .hugging_face({"seed"});
  section.field("workload", &Experiment::workload)
      .label("Workload")
      .help("What runs: the built-in trainer, a program of your own, or a job script as it is.")
      .affects(Affects::numerics);
}

}  // namespace trainyard
