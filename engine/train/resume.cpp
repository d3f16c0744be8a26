// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/resume.h"

#include <algorithm>

#include "engine/checkpoint/adapter.h"
#include "engine/checkpoint/hugging_face.h"
#include "engine/contract/experiment/field_info.h"
#include "engine/contract/run/checkpoint_manifest.h"
#include "engine/checkpoint/store.h"
#include "engine/checkpoint/weights.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "engine/system/processor_name.h"
#include "engine/train/checkpoint_share.h"
#include "engine/train/failure.h"
#include "engine/train/results.h"
#include "engine/train/stop.h"
#include "engine/train/tensors.h"
#include "engine/train/versions.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// Of training/state.json, and so of the optimizer's state: in one file, or in ranges.
constexpr std::int64_t format = 2, format_with_ranges = 3;
constexpr const char* kStateFile = "training/state.json";

// What may change the last bits of a loss although the document is the same.
Map circumstances(const Session& session, const TrainingWork& work) {
  Map map = {{"ranks", session.ranks().world_size},
             {"threads", work.num_threads},
             {"device", work.device.str()},
             {"processor", processor_name()}};
  for (const auto& [program, version] : versions())
    map.emplace_back("version of " + program, version);
  map.emplace_back("training data", work.data_digest);
  if (!work.base_digest.empty()) map.emplace_back("weights of model.pretrained", work.base_digest);
  return map;
}

Map numeric_settings(const Experiment& experiment) {
  Map map;
  for (const FieldInfo& field : fields())
    if (field.affects == Affects::numerics)
      map.emplace_back(field.path, to_json(field.get(experiment)));
  return map;
}

void report_changes(Reporter& reporter, const Map& before, const Map& after) {
  for (const auto& [name, value] : after) {
    const Value* old = find(before, name);
    if (!old || to_json(*old) == to_json(value)) continue;
    reporter.warning("resume.changed", {{"what", name}, {"before", *old}, {"now", value}});
  }
}

}  // namespace

Map describe_state(const Session& session, const TrainingWork& work) {
  return {{"format", are_shared_out(work) ? format_with_ranges : format},
          {"state", to_map(work.state)},
          {"circumstances", circumstances(session, work)},
          {"settings", numeric_settings(session.experiment())}};
}

namespace {

bool describes_the_model(const std::string& key) {
  static const char* const others[] = {
      "pdrop",     "dropout",  "token_id", "initializer_range", "transformers_version",
      "use_cache", "summary_", "dtype",    "architectures",     "task_specific_params"};
  return std::none_of(std::begin(others), std::end(others),
                      [&](const char* part) { return key.find(part) != std::string::npos; });
}

void check_same_model(const fs::path& folder, const Map& there, const Map& here) {
  for (const auto& [key, value] : here) {
    const Value* old = find(there, key);
    if (!old || !describes_the_model(key) || to_json(*old) == to_json(value)) continue;
    throw Failure(
        make_error("checkpoint.other_config",
                   {{"file", folder.string()}, {"key", key}, {"there", *old}, {"here", value}}));
  }
}

Map parse_state(const Result<std::string>& text, const fs::path& path) {
  auto json = text ? parse_json(*text) : Result<Value>(text.error());
  const Map* map = json ? json->get_if<Map>() : nullptr;
  const auto found = map ? get<std::int64_t>(*map, "format") : 0;
  if (found != format && found != format_with_ranges)
    throw Failure(make_error("checkpoint.state_unreadable", {{"file", path.string()}}));
  return *map;
}

// On the first rank: the step to resume from, or -1.
std::int64_t choose_checkpoint(Session& session) {
  const CheckpointStore store(session.folder(), session.attempt());
  throw_unless_ok(store.clean_leftovers());
  recover_results(session.folder());
  if (session.options().resume == Resume::never) {
    throw_unless_ok(store.set_aside());
    return -1;
  }
  auto found = value_or_throw(store.find_newest(Quarantine::yes));
  if (!found && session.options().resume == Resume::must)
    throw Failure(make_error("checkpoint.none_to_resume",
                             {{"folder", session.folder().checkpoints().string()}}));
  if (!found) return -1;
  if (!found->passed_over.empty()) {
    if (session.options().resume == Resume::must) throw Failure(found->passed_over.front());
    for (const Error& error : found->passed_over)
      session.reporter().message(MessageLevel::warning, error);
    session.reporter().warning("checkpoint.fallback", {{"folder", found->folder.string()}});
  }
  return found->step;
}

std::int64_t agree_on_checkpoint(Session& session, TrainingWork& work) {
  at::Tensor step = at::empty({1}, at::kLong);
  if (session.is_first_rank()) step.fill_(choose_checkpoint(session));
  work.group->broadcast(step, 0);
  return step.item<std::int64_t>();
}

// Optimizers keep different tensors, which are not interchangeable.
void check_same_optimizer(const fs::path& folder, const Map& settings,
                          const Experiment& experiment) {
  constexpr const char* path = "optimizer.kind";
  const std::string wanted = to_json(find_field(path)->get(experiment));
  const Value* there = find(settings, path);
  const auto* found = there ? there->get_if<std::string>() : nullptr;
  if (!found || *found == wanted) return;
  throw Failure(make_error("checkpoint.other_optimizer",
                           {{"folder", folder.string()}, {"found", *found}, {"wanted", wanted}}));
}

}  // namespace

namespace {

// On the first rank, or on each as far as it has it: loads the model.
void read_weights(Session& session, TrainingWork& work, const fs::path& folder,
                  const ProcessGroup::Heartbeat& alive) {
  const bool has_adapters = session.experiment().lora.rank.has_value();
  if (has_adapters != is_adapter_folder(folder))
    throw Failure(make_error(has_adapters ? "checkpoint.whole_model" : "checkpoint.adapter_alone",
                             {{"folder", folder.string()}}));
  const Map config =
      value_or_throw(read_model_config(has_adapters ? folder / kModelConfigFolder : folder));
  check_same_model(folder, config, work.model->config());
  LoadedWeights loaded;
  if (has_adapters)
    loaded.unused = value_or_throw(load_adapter(folder, *work.parameters));
  else
    loaded = value_or_throw(load_weights(folder, *work.parameters, work.model->weight_names(), 0,
                                         read_progress(session, alive)));
  loaded.unused.insert(loaded.unused.end(), loaded.missing.begin(), loaded.missing.end());
  if (!loaded.unused.empty())
    throw Failure(make_error("checkpoint.other_tensors",
                             {{"file", folder.string()}, {"tensor", loaded.unused.front()}}));
}

// Also loads the optimizer. Returns the content of training/state.json.
std::string read_checkpoint(Session& session, TrainingWork& work, const fs::path& folder,
                            const ProcessGroup::Heartbeat& alive) {
  read_weights(session, work, folder, alive);
  const Result<std::string> state = read_file(folder / kStateFile, 64u << 20);
  const Map content = parse_state(state, folder / kStateFile);
  check_same_optimizer(folder, get<Map>(content, "settings"), session.experiment());
  TensorRanges optimizer = value_or_throw(get<std::int64_t>(content, "format") == format_with_ranges
                                              ? TensorRanges::open(folder / optimizer_index)
                                              : TensorRanges::open_whole(folder / optimizer_file));
  throw_unless_ok(read_optimizer_state(optimizer, work, alive));
  return *state;
}

}  // namespace

ReadProgress read_progress(Session& session, const ProcessGroup::Heartbeat& alive) {
  return [&session, alive](std::int64_t done, std::int64_t total) {
    session.reporter().progress("phase.loading", static_cast<double>(done),
                                static_cast<double>(total));
    alive();
    return !stop_requested();
  };
}

bool restore_checkpoint(Session& session, TrainingWork& work) {
  const std::int64_t step = agree_on_checkpoint(session, work);
  if (step < 0) return false;
  const fs::path folder = session.folder().checkpoints() / checkpoint_name(step),
                 path = folder / kStateFile;
  std::string state;
  on_ranks_that_read(work, [&](const ProcessGroup::Heartbeat& alive) {
    state = read_checkpoint(session, work, folder, alive);
  });
  share_values(work);
  if (!work.parameters->sharding().is_active()) {
    std::vector<at::Tensor> of_optimizer;
    for (const auto& [name, tensor] : work.optimizer->named_state()) of_optimizer.push_back(tensor);
    share_with_ranks(work, std::move(of_optimizer));
  }
  const Map content = parse_state(text_of_first_rank(work, state), path);
  work.state = value_or_throw(training_state_from(get<Map>(content, "state"), path.string()));
  if (!work.source->seek(work.state.position))
    throw Failure(
        make_error("checkpoint.state_incomplete", {{"file", path.string()}, {"key", "position"}}));
  work.optimizer->set_num_steps(work.state.step - work.state.loss_scale.skipped_steps);
  work.resumed_from = step;
  if (session.is_first_rank()) {
    report_changes(session.reporter(), get<Map>(content, "circumstances"),
                   circumstances(session, work));
    report_changes(session.reporter(), get<Map>(content, "settings"),
                   numeric_settings(session.experiment()));
  }
  return true;
}

bool load_checkpoint_weights(Session& session, TrainingWork& work, std::int64_t step) {
  const fs::path folder = session.folder().checkpoints() / checkpoint_name(step);
  at::Tensor is_whole = at::zeros({1}, at::kLong);
  if (session.is_first_rank()) {
    const Result<void> verified = verify_manifest(folder);
    if (!verified) {
      session.reporter().message(MessageLevel::warning, verified.error());
      session.reporter().warning("results.last_as_best", {{"folder", folder.string()}});
    }
    is_whole.fill_(verified ? 1 : 0);
  }
  work.group->broadcast(is_whole, 0);
  if (is_whole.item<std::int64_t>() == 0) return false;
  on_ranks_that_read(work, [&](const ProcessGroup::Heartbeat& alive) {
    read_weights(session, work, folder, alive);
  });
  share_values(work);
  work.parameters->update_copies();
  return true;
}

}  // namespace trainyard
