// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/training_work.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include <ATen/Context.h>
#include <ATen/Parallel.h>

#include "engine/checkpoint/adapter.h"
#include "engine/checkpoint/hugging_face.h"
#include "engine/checkpoint/weights.h"
#include "engine/system/memory_limit.h"
#include "engine/system/allowed_cores.h"
#include "engine/contract/experiment/field_info.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/data/kinds/dataset_builder.h"
#include "engine/data/epoch_source.h"
#include "engine/data/flat_rows.h"
#include "engine/data/open_dataset.h"
#include "engine/data/streams/row_stream.h"
#include "engine/model/activation_offload.h"
#include "engine/model/adapters.h"
#include "engine/model/attention_kernels.h"
#include "engine/model/large_blocks.h"
#include "engine/parallel/gpu_module.h"
#include "engine/train/data_notes.h"
#include "engine/train/failure.h"
#include "engine/train/model_labels.h"
#include "engine/train/model_setup.h"
#include "engine/train/optimizer_step.h"
#include "engine/train/resume.h"
#include "engine/train/stop.h"
#include "engine/train/tensors.h"
#include "engine/train/timeouts.h"
#include "engine/train/tokenizer_notes.h"
#include "engine/train/training_length.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// OMP_NUM_THREADS, else this rank's share of the cores that the process may use.
std::int64_t choose_threads(const RankInfo& ranks) {
  if (const char* wanted = std::getenv("OMP_NUM_THREADS"); wanted && std::atoll(wanted) > 0)
    return std::atoll(wanted);
  return std::max<std::int64_t>(1, allowed_cores() / ranks.local_world_size);
}

// For GPUs; must be called before the first use of one, when cuBLAS reads its variable.
void choose_arithmetic(const Experiment& experiment) {
  const PrecisionSection& precision = experiment.precision;
  at::globalContext().setAllowTF32CuBLAS(precision.tf32);
  at::globalContext().setAllowTF32CuDNN(precision.tf32);
  const TrainingSection& training = experiment.training;
  if (!training.full_determinism) return;
  ::setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", /*overwrite=*/0);
  at::globalContext().setDeterministicAlgorithms(true, /*warn_only=*/false);
  at::globalContext().setDeterministicCuDNN(true);
  at::globalContext().setBenchmarkCuDNN(false);
}

// Ranks that were started with different documents would train something that nobody asked for.
void compare_documents(const Session& session, TrainingWork& work) {
  std::string own;
  for (const FieldInfo& field : fields())
    own += field.path + ": " + to_json(field.get(session.experiment())) + "\n";
  const std::string first = text_of_first_rank(work, own);
  if (own == first) return;
  std::istringstream lines(own), first_lines(first);
  std::string line, first_line;
  while (std::getline(lines, line) && std::getline(first_lines, first_line) && line == first_line) {
  }
  throw Failure(
      make_error("parallel.other_document",
                 {{"rank", session.ranks().rank}, {"found", line}, {"first", first_line}}));
}

std::int64_t attempt_of_first_rank(const Session& session, TrainingWork& work) {
  const double own = session.is_first_rank() ? static_cast<double>(session.attempt()) : 0;
  return static_cast<std::int64_t>(sum_over_ranks(work, {own})[0]);
}

std::unique_ptr<DatasetBuilder> builder_of(Session& session, const Model& model, int num_threads) {
  return make_dataset_builder(data_request(
      session.experiment(), model, [&](const std::string& path) { return session.resolve(path); },
      num_threads));
}

PreparedData prepare_data(Session& session, const Model& model, int num_threads,
                          const ProcessGroup::Heartbeat& heartbeat) {
  return value_or_throw(
      builder_of(session, model, num_threads)
          ->prepare_cached([&](std::string_view phase, double done, double total) {
            session.reporter().progress(std::string(phase), done, total);
            heartbeat();
            return !stop_requested();
          }));
}

// The first rank fills the cache, using all cores since the others wait for it; they then read the
// same folder, or prepare the same data on a node with its own cache.
PreparedData load_data(Session& session, TrainingWork& work, const Model& model) {
  PreparedData data;
  work.group->run_on_first_rank([&](const ProcessGroup::Heartbeat& heartbeat) {
    data = prepare_data(session, model, allowed_cores(), heartbeat);
  });
  const std::string folder = text_of_first_rank(work, data.folder.string());
  const std::string digest = text_of_first_rank(work, data.train.digest());
  if (session.is_first_rank()) return data;
  if (auto found = read_prepared(folder); found && found->train.digest() == digest) return *found;
  return prepare_data(session, model, static_cast<int>(work.num_threads), [] {});
}

// Reports warnings about the files, and those found while they were prepared, possibly by an
// earlier run.
void report_data(Session& session, const DatasetBuilder& builder, const PreparedData& data,
                 const Model& model) {
  if (!session.is_first_rank()) return;
  for (const Error& note : builder.notes()) session.reporter().message(MessageLevel::warning, note);
  for (const Error& note : notes_on_data(session.experiment(), data))
    session.reporter().message(MessageLevel::warning, note);
  if (!session.experiment().model.pretrained) return;
  const fs::path folder = session.resolve(*session.experiment().model.pretrained);
  for (const auto& note : {note_on_tokenizer(data.folder, folder),
                           note_on_labels(folder.string(), model.config(), data.labels)})
    if (note) session.reporter().message(MessageLevel::warning, *note);
}

void open_tests(const Experiment& experiment, TrainingWork& work) {
  for (const Split split : test_splits) {
    const PreparedSplit& given = work.data[split];
    if (!given.exists()) continue;
    std::unique_ptr<const Dataset> rows =
        value_or_throw(open_dataset(experiment, work.data, given));
    if (rows->num_examples() > 0)
      work.tests.emplace_back(std::string(name_of(split)), std::move(rows));
  }
}

// Each rank reads separately, and all must read the same.
void open_training_stream(Session& session, TrainingWork& work, const DatasetBuilder& builder) {
  auto stream = value_or_throw(
      builder.open_stream(work.data, {.per_device = work.batch.per_device,
                                      .accumulation = work.batch.accumulation,
                                      .world_size = session.ranks().world_size,
                                      .rank = session.ranks().rank,
                                      .seed = static_cast<std::uint64_t>(session.experiment().seed),
                                      .most = session.experiment().data.max_train_samples}));
  work.data_digest = stream.digest;
  const bool is_other = text_of_first_rank(work, work.data_digest) != work.data_digest;
  if (is_other)
    throw Failure(make_error("timelines.other_files", {{"rank", session.ranks().rank}}));
  work.source = std::move(stream.source);
}

void open_training_data(Session& session, TrainingWork& work, const DatasetBuilder& builder) {
  const Experiment& experiment = session.experiment();
  work.data_digest = work.data.train.digest();
  const std::int64_t length = experiment.data.sequence_length;
  std::shared_ptr<const Dataset> train =
      some_examples(value_or_throw(open_dataset(experiment, work.data, work.data.train)),
                    experiment.data.max_train_samples, experiment.data.sample_seed);
  const std::int64_t num_examples = train->num_examples();
  if (num_examples == 0)
    throw Failure(make_error(
        "data.too_short", {{"tokens", work.data.train.num_tokens}, {"sequence_length", length}}));
  std::unique_ptr<Source> source = std::make_unique<EpochSource>(
      std::move(train),
      BatchPlan{num_examples, work.batch.per_device, work.batch.accumulation,
                session.ranks().world_size},
      session.ranks().rank, experiment.seed,
      experiment.batch.group_by_length ? EpochSource::Order::grouped_by_length
                                       : EpochSource::Order::random);
  source = builder.training_source(std::move(source), work.data.tokens);
  if (work.is_padding_free) source = std::make_unique<FlatRows>(std::move(source));
  work.source = std::move(source);
}

void open_splits(Session& session, TrainingWork& work, const DatasetBuilder& builder) {
  const Experiment& experiment = session.experiment();
  if (builder.is_streamed())
    open_training_stream(session, work, builder);
  else
    open_training_data(session, work, builder);
  if (!is_evaluated(experiment.evaluation) && !experiment.evaluation.on_start) return;
  if (work.data.validation.exists())
    work.validation =
        some_examples(value_or_throw(open_dataset(experiment, work.data, work.data.validation)),
                      experiment.data.max_validation_samples, experiment.data.sample_seed);
  if (work.validation && work.validation->num_examples() > 0) return;
  work.validation.reset();
  if (session.is_first_rank()) session.reporter().warning("data.no_validation", {});
}

void check_main_memory(Session& session, const TrainingWork& work) {
  const MemoryPlan& plan = work.memory_plan;
  const std::int64_t processes = session.ranks().local_world_size;
  if (plan.host == 0 && plan.snapshot == 0) return;
  if (const auto limit = memory_limit())
    throw_unless_ok(check_host_memory(plan, processes, *limit));
  if (session.is_first_rank() && plan.host > 0)
    session.reporter().message(MessageLevel::info, "memory.host",
                               {{"host", bytes_text(plan.host)},
                                {"total", bytes_text(plan.host * processes)},
                                {"processes", processes}});
}

void make_model_and_optimizer(Session& session, TrainingWork& work, const Map& config) {
  const Experiment& experiment = session.experiment();
  work.model = value_or_throw(
      make_checked_model(experiment, config_for_data(experiment, config, work.data)));
  throw_unless_ok(check_vocabulary(experiment, work.data, *work.model));
  const at::ScalarType type = compute_type(experiment.precision.kind);
  work.task = value_or_throw(make_task(experiment, task_data(work.data, work.model->config())));
  // A training that cannot be planned can still be trained.
  const auto plan = try_to_plan_memory(experiment, *work.model, *work.task, work.batch, type);
  work.memory_plan = plan ? *plan : MemoryPlan();
  if (session.is_first_rank()) {
    for (const auto& [key, value] : unused_overrides(experiment, work.model->config()))
      session.reporter().warning("model.override_unused",
                                 {{"key", key}, {"found", to_json(value)}});
    if (experiment.parallel.offload_activations && work.device.is_cpu())
      session.reporter().warning("parallel.offload_on_processor", {});
    if (plan)
      session.reporter().message(MessageLevel::info, "memory.plan", to_arguments(*plan));
    else
      session.reporter().warning("memory.not_planned", {{"cause", as_argument(plan.error())}});
  }
  check_main_memory(session, work);
  if (work.device.is_cuda()) reserve_for_activations(work.memory_plan.host_activations);
  work.gathered_layers.reset();
  work.parameters = std::make_unique<Parameters>(
      value_or_throw(trained_table(*work.model, experiment.lora)), work.device, type,
      trained_type(experiment.precision.kind),
      sharding_of(experiment.parallel, work.group->ranks().rank, work.group->ranks().world_size));
  work.gathered_layers = gathered_layers(*work.model, *work.parameters, *work.group);
  work.optimizer = make_optimizer(experiment.optimizer, *work.parameters);
}

void initialize_weights(Session& session, TrainingWork& work) {
  const Experiment& experiment = session.experiment();
  const bool is_new = !experiment.model.pretrained;
  work.parameters->initialize(static_cast<std::uint64_t>(experiment.seed),
                              [&](const ParameterSpec& spec) {
                                return is_new || spec.is_of_task || is_adapter(spec.name);
                              });
  if (is_new) return share_values(work);  // CPUs may differ in the last digits
  LoadedWeights loaded;
  on_ranks_that_read(work, [&](const ProcessGroup::Heartbeat& alive) {
    loaded = value_or_throw(load_weights(
        session.resolve(*experiment.model.pretrained), *work.parameters, work.model->weight_names(),
        experiment.model.resize_vocabulary ? work.model->vocab_size() : 0,
        read_progress(session, alive)));
  });
  share_values(work);
  if (!session.is_first_rank()) return;
  const auto count = [](const std::vector<std::string>& names) {
    return static_cast<std::int64_t>(names.size());
  };
  if (!loaded.unused.empty())
    session.reporter().warning("model.unused_weights",
                               {{"count", count(loaded.unused)}, {"first", loaded.unused.front()}});
  const fs::path folder = session.resolve(*experiment.model.pretrained);
  if (is_untied_by_its_weights(experiment, work.model->config(),
                               value_or_throw(read_model_config(folder))))
    session.reporter().warning(find(experiment.model.overrides, "tie_word_embeddings")
                                   ? "model.override_own_head"
                                   : "model.own_head",
                               {{"folder", folder.string()}});
  if (!loaded.missing.empty())
    session.reporter().message(
        MessageLevel::info, "model.new_weights",
        {{"count", count(loaded.missing)}, {"first", loaded.missing.front()}});
}

// The total of the whole run, from its first step on.
std::int64_t total_steps(const Session& session, const TrainingWork& work) {
  const std::int64_t rows_per_step =
      work.batch.per_device * work.batch.accumulation * session.ranks().world_size;
  if (const auto limit = step_limit(session.experiment(), work.data.train, rows_per_step))
    return *limit;
  return work.state.step + work.source->remaining_steps(session.experiment().training.num_epochs);
}

// Loads the adapter, and the modules that are fully trained with it.
void continue_adapter(const Session& session, TrainingWork& work) {
  throw_unless_ok(check_adapter(session.experiment(),
                                [&](const std::string& path) { return session.resolve(path); }));
  const fs::path folder = session.resolve(*session.experiment().lora.pretrained);
  const std::vector<std::string> unused = value_or_throw(load_adapter(folder, *work.parameters));
  if (!unused.empty())
    throw Failure(make_error("adapter.other_modules",
                             {{"folder", folder.string()}, {"tensor", unused.front()}}));
}

}  // namespace

void connect_ranks(Session& session, TrainingWork& work, RankGroups* groups) {
  const Experiment& experiment = session.experiment();
  work.num_threads = choose_threads(session.ranks());
  at::set_num_threads(static_cast<int>(work.num_threads));
  choose_arithmetic(experiment);
  if (experiment.resources.uses_gpus()) {
    work.device = value_or_throw(use_gpu(session.ranks(), is_bf16(experiment.precision.kind)));
    const auto opened = use_fused_kernels(work.device, experiment.precision.fused_kernels);
    if (!opened) work.kernels_problem = opened.error();
  }
  if (work.device.is_cpu()) use_large_blocks();
  const ParallelSection& parallel = experiment.parallel;
  const std::int64_t shard_degree = parallel.zero_stage > 0 ? parallel.shard_degree.value_or(0) : 0;
  work.group = value_or_throw(
      groups ? groups->connect(work.device, connect_timeout(experiment), shard_degree)
             : make_process_group(session.ranks(), work.device, connect_timeout(experiment),
                                  shard_degree));
}

namespace {

// The data, its splits, and the model that fits them.
void build_from_data(Session& session, TrainingWork& work) {
  const Experiment& experiment = session.experiment();
  const Map config = value_or_throw(
      model_config(experiment, [&](const std::string& path) { return session.resolve(path); }));
  const std::unique_ptr<Model> meta_model = value_or_throw(make_checked_model(experiment, config));
  work.data = load_data(session, work, *meta_model);
  prefer_attention_kernels(work.device, work.data.rows == RowKind::blocks);

  work.is_padding_free = is_padding_free(experiment);
  work.auxiliary.tokenizer = work.data.folder;
  if (experiment.model.pretrained)
    work.auxiliary.generation = session.resolve(*experiment.model.pretrained);
  if (ends_with_own_token(experiment)) work.auxiliary.end_id = work.data.tokens.end_of_text;
  throw_unless_ok(
      check_learned(experiment, work.data, {std::begin(all_splits), std::end(all_splits)}));
  if (experiment.model.pretrained)
    throw_unless_ok(check_label_order(session.resolve(*experiment.model.pretrained).string(),
                                      config, work.data.labels));
  const std::unique_ptr<DatasetBuilder> builder = builder_of(session, *meta_model, 1);
  report_data(session, *builder, work.data, *meta_model);
  open_splits(session, work, *builder);
  open_tests(experiment, work);
  make_model_and_optimizer(session, work, config);
}

// From the newest checkpoint, a pretrained model or at random.
void fill_weights(Session& session, TrainingWork& work) {
  const Experiment& experiment = session.experiment();
  // A checkpoint with adapters contains nothing else.
  const bool has_adapters = experiment.lora.rank.has_value();
  work.group->set_purpose({"communication.of_weights"});
  if (has_adapters && experiment.model.pretrained && session.is_first_rank())
    work.base_digest =
        value_or_throw(weights_digest(session.resolve(*experiment.model.pretrained)));
  if (has_adapters) initialize_weights(session, work);
  if (has_adapters && experiment.lora.pretrained) continue_adapter(session, work);
  if (!restore_checkpoint(session, work) && !has_adapters) initialize_weights(session, work);
}

}  // namespace

void build_training_work(Session& session, TrainingWork& work) {
  const Experiment& experiment = session.experiment();
  work.batch = value_or_throw(batch_shape(experiment, session.ranks().world_size));
  if (work.group)
    choose_arithmetic(experiment);
  else
    connect_ranks(session, work);
  work.group->set_timeout(arrived_timeout);
  const Patience patience(*work.group);
  work.group->set_purpose({"communication.of_documents"});
  compare_documents(session, work);
  session.take_part_in(attempt_of_first_rank(session, work));

  build_from_data(session, work);
  work.state.loss_scale = first_loss_scale(experiment.precision);
  fill_weights(session, work);
  work.parameters->update_copies();
  work.total_steps = total_steps(session, work);
}

}  // namespace trainyard
