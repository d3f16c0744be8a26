// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment: everything a run needs except where it runs. One section per header, in document
// order.
#pragma once

#include "engine/contract/experiment/command.h"
#include "engine/contract/experiment/script.h"
#include "engine/contract/experiment/model.h"
#include "engine/contract/experiment/task.h"
#include "engine/contract/experiment/data.h"
#include "engine/contract/experiment/batch.h"
#include "engine/contract/experiment/instructions.h"
#include "engine/contract/experiment/timelines.h"
#include "engine/contract/experiment/tokenizer.h"
#include "engine/contract/experiment/training.h"
#include "engine/contract/experiment/workload.h"
#include "engine/contract/experiment/optimizer.h"
#include "engine/contract/experiment/schedule.h"
#include "engine/contract/experiment/precision.h"
#include "engine/contract/experiment/parallel.h"
#include "engine/contract/experiment/evaluation.h"
#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/checkpoint.h"
#include "engine/contract/experiment/logging.h"
#include "engine/contract/experiment/lora.h"
#include "engine/contract/experiment/resources.h"
#include "engine/contract/experiment/search.h"
#include "engine/contract/experiment/restart.h"
#include "engine/contract/experiment/environment.h"
#include "engine/contract/experiment/code.h"

namespace trainyard {

struct Experiment {
  std::int64_t format = 1;
  std::string name;
  std::string notes;
  TextList tags;
  std::int64_t seed = 42;
  Workload workload = Workload::engine;
  CommandSection command;
  ScriptSection script;
  ModelSection model;
  LoraSection lora;
  TaskSection task;
  DataSection data;
  InstructionsSection instructions;
  TimelinesSection timelines;
  TokenizerSection tokenizer;
  BatchSection batch;
  TrainingSection training;
  OptimizerSection optimizer;
  ScheduleSection schedule;
  PrecisionSection precision;
  ParallelSection parallel;
  EvaluationSection evaluation;
  CheckpointSection checkpoint;
  LoggingSection logging;
  SearchSection search;
  ResourcesSection resources;
  RestartSection restart;
  EnvironmentSection environment;
  CodeSection code;
};

// Whether a run of the experiment starts the trainer, which must then be available on the target.
inline bool runs_trainer(const Experiment& experiment) {
  return experiment.workload == Workload::engine ||
         (experiment.workload == Workload::command && experiment.command.program == kTrainer);
}

inline void describe(Section<Experiment>& section) {
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
  section.field("seed", &Experiment::seed)
      .label("Seed")
      .help(
          "Seed of every random sequence: initial weights, order of the data, dropout. The same "
          "seed on the same machine and number of ranks gives the same run.")
      .minimum(0)
      .maximum(2147483647)
      .affects(Affects::numerics);
  section.field("workload", &Experiment::workload)
      .label("Workload")
      .help("What runs: the built-in trainer, a program of your own, or a job script as it is.")
      .affects(Affects::numerics);
}

// Every field of the document in order, built once.
const std::vector<FieldInfo>& fields();

// Names of the sections in document order.
const std::vector<std::string>& sections();

// The field at `path`, or null if there is none.
const FieldInfo* find_field(std::string_view path);

}  // namespace trainyard
