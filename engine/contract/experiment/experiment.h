// The experiment: everything a run needs except where it runs. One section per header, in the document's order.
#pragma once

#include "engine/contract/experiment/command.h"
#include "engine/contract/experiment/model.h"
#include "engine/contract/experiment/task.h"
#include "engine/contract/experiment/data.h"
#include "engine/contract/experiment/batch.h"
#include "engine/contract/experiment/training.h"
#include "engine/contract/experiment/optimizer.h"
#include "engine/contract/experiment/schedule.h"
#include "engine/contract/experiment/precision.h"
#include "engine/contract/experiment/parallel.h"
#include "engine/contract/experiment/evaluation.h"
#include "engine/contract/experiment/checkpoint.h"
#include "engine/contract/experiment/logging.h"
#include "engine/contract/experiment/resources.h"
#include "engine/contract/experiment/restart.h"
#include "engine/contract/experiment/environment.h"
#include "engine/contract/experiment/code.h"

namespace trainyard {

enum class Workload { engine, command };
template <> struct Names<Workload> {
  static constexpr std::pair<Workload, std::string_view> all[] = {{Workload::engine, "engine"}, {Workload::command, "command"}};
};

struct Experiment {
  std::int64_t format = 1;
  std::string name;
  std::string notes;
  TextList tags;
  std::int64_t seed = 42;
  Workload workload = Workload::engine;
  CommandSection command;
  ModelSection model;
  TaskSection task;
  DataSection data;
  BatchSection batch;
  TrainingSection training;
  OptimizerSection optimizer;
  ScheduleSection schedule;
  PrecisionSection precision;
  ParallelSection parallel;
  EvaluationSection evaluation;
  CheckpointSection checkpoint;
  LoggingSection logging;
  ResourcesSection resources;
  RestartSection restart;
  EnvironmentSection environment;
  CodeSection code;
};

inline void describe(Section<Experiment>& section) {
  section.field("format", &Experiment::format);
  section.field("name", &Experiment::name);
  section.field("notes", &Experiment::notes);
  section.field("tags", &Experiment::tags);
  section.field("seed", &Experiment::seed);
  section.field("workload", &Experiment::workload);
}

// Every field of the document in its order, built once.
const std::vector<FieldInfo>& fields();

// Names of the sections in the document's order.
const std::vector<std::string>& sections();

// The field at `path`, or null when there is none.
const FieldInfo* find_field(std::string_view path);

}  // namespace trainyard
