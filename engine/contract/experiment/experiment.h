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
  std::string project;
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

void describe(Section<Experiment>& section);

}  // namespace trainyard
