// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that the loop works on: data, model, optimizer, ranks, and the progress of training.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/checkpoint/hugging_face.h"
#include "engine/contract/experiment/rules.h"
#include "engine/data/prepared.h"
#include "engine/data/source.h"
#include "engine/model/model.h"
#include "engine/optim/optimizer.h"
#include "engine/parallel/gathered_layers.h"
#include "engine/parallel/process_group.h"
#include "engine/parallel/rank_groups.h"
#include "engine/task/task.h"
#include "engine/train/memory_plan.h"
#include "engine/train/session.h"
#include "engine/train/training_state.h"

namespace trainyard {

struct TrainingWork {
  at::Device device = at::kCPU;
  std::int64_t num_threads = 1;
  std::optional<Error> kernels_problem;  // why a GPU does without the engine's own kernels
  std::unique_ptr<ProcessGroup> group;
  PreparedData data;
  std::unique_ptr<Source> source;
  std::string data_digest;       // identifies the training data
  std::string base_digest;       // of adapters: the weights below them; else empty
  bool is_padding_free = false;  // the rows of a micro-batch are merged into one (flat_rows.h)
  // Null if it has less than one sequence, or if nothing is evaluated.
  std::unique_ptr<const Dataset> validation;
  // Evaluated at the end of training, by name ("test").
  std::vector<std::pair<std::string, std::unique_ptr<const Dataset>>> tests;
  std::unique_ptr<Task> task;
  std::unique_ptr<Model> model;
  std::unique_ptr<Parameters> parameters;
  std::unique_ptr<GatheredLayers> gathered_layers;  // null unless values are freed
  std::unique_ptr<Optimizer> optimizer;
  AuxiliaryFiles auxiliary;  // written with the model
  BatchShape batch;
  MemoryPlan memory_plan;  // of this rank; all 0 until the model is known
  TrainingState state;
  std::int64_t total_steps = 0;
  std::optional<std::int64_t> resumed_from;  // the checkpoint's step
};

// Chooses threads and device, and connects the ranks: those of the session's group, if they are
// divided. Throws as below.
void connect_ranks(Session& session, TrainingWork& work, RankGroups* groups = nullptr);

// Loads or creates all of it, including the newest checkpoint. Throws Failure, CommunicationError
// and torch's errors; what was created until then is in `work`. Ranks that are connected stay so.
void build_training_work(Session& session, TrainingWork& work);

}  // namespace trainyard
