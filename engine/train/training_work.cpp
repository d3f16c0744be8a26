#include "engine/train/training_work.h"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include <ATen/Parallel.h>

#include "engine/checkpoint/weights.h"
#include "engine/parallel/gpu_module.h"
#include "engine/train/failure.h"
#include "engine/train/patience.h"
#include "engine/train/resume.h"
#include "engine/train/sources.h"
#include "engine/train/stop.h"

namespace trainyard {

namespace {

// OMP_NUM_THREADS, else this rank's share of the cores that the process may use.
std::int64_t choose_threads(const RankInfo& ranks) {
  if (const char* wanted = std::getenv("OMP_NUM_THREADS"); wanted && std::atoll(wanted) > 0)
    return std::atoll(wanted);
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  const int count = ::sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
  return std::max<std::int64_t>(1, count / ranks.local_world_size);
}

PreparedData load_data(Session& session, const Experiment& experiment, const Model& model,
                       std::int64_t num_threads) {
  const auto resolve = [&](const std::string& path) { return session.resolve(path); };
  if (experiment.data.kind == DataKind::prepared)
    return value_or_throw(read_prepared(resolve(experiment.data.path.value_or(""))));
  const TextDataSettings settings =
      text_settings(experiment, model, static_cast<int>(num_threads), resolve);
  return value_or_throw(
      prepare_text_cached(settings, [&](std::string_view phase, double done, double total) {
        session.reporter().progress(std::string(phase), done, total);
        return !stop_requested();
      }));
}

void open_splits(Session& session, TrainingWork& work) {
  const std::int64_t length = session.experiment().data.sequence_length;
  work.train = value_or_throw(work.data.open_split(work.data.train, length));
  if (work.train->num_examples() == 0)
    throw Failure({"data.too_short",
                   {{"tokens", work.data.train.num_tokens}, {"sequence_length", length}},
                   "the training text has " + std::to_string(work.data.train.num_tokens) +
                       " tokens, less than one sequence of " + std::to_string(length) +
                       "; give more text or a shorter data.sequence_length",
                   ExitCode::invalid_input});
  if (!session.experiment().evaluation.every_steps) return;
  if (!work.data.validation.file.empty())
    work.validation = value_or_throw(work.data.open_split(work.data.validation, length));
  if (work.validation && work.validation->num_examples() > 0) return;
  work.validation.reset();
  if (session.is_first_rank())
    session.reporter().warning(
        "data.no_validation", {},
        "the validation text has less than one sequence, so nothing is evaluated; give "
        "data.validation or a larger data.validation_split_ratio");
}

void make_model_and_optimizer(Session& session, TrainingWork& work, const Map& config) {
  const Experiment& experiment = session.experiment();
  work.model = value_or_throw(
      make_checked_model(experiment, config_for_data(experiment, config, work.data)));
  throw_unless_ok(check_vocabulary(work.data, *work.model));
  work.parameters = std::make_unique<Parameters>(work.model->table(), work.device);
  AdamWOptions options;
  options.learning_rate = experiment.optimizer.learning_rate;
  options.beta1 = experiment.optimizer.beta1;
  options.beta2 = experiment.optimizer.beta2;
  options.epsilon = experiment.optimizer.epsilon;
  options.weight_decay = experiment.optimizer.weight_decay;
  work.optimizer = std::make_unique<AdamW>(*work.parameters, options);
}

void initialize_weights(Session& session, TrainingWork& work) {
  const Experiment& experiment = session.experiment();
  if (!experiment.model.pretrained) {
    work.parameters->initialize(static_cast<std::uint64_t>(experiment.seed));
    return;
  }
  const std::vector<std::string> unused =
      value_or_throw(load_weights(session.resolve(*experiment.model.pretrained), *work.parameters));
  if (!unused.empty() && session.is_first_rank())
    session.reporter().warning(
        "model.unused_weights",
        {{"count", static_cast<std::int64_t>(unused.size())}, {"first", unused.front()}},
        std::to_string(unused.size()) +
            " tensors of the pretrained folder are not used, the first is " + unused.front());
}

}  // namespace

std::unique_ptr<TrainingWork> build_training_work(Session& session) {
  const Experiment& experiment = session.experiment();
  auto work = std::make_unique<TrainingWork>();
  work->num_threads = choose_threads(session.ranks());
  at::set_num_threads(static_cast<int>(work->num_threads));
  if (experiment.resources.gpus_per_node > 0)
    work->device = value_or_throw(use_gpu(session.ranks()));
  work->group = value_or_throw(make_process_group(session.ranks(), work->device, long_patience));

  const Map config = value_or_throw(
      model_config(experiment, [&](const std::string& path) { return session.resolve(path); }));
  const std::unique_ptr<Model> outline = value_or_throw(make_checked_model(experiment, config));
  // The first rank fills the cache; the others then find it, or do the same on a node with a cache
  // of its own.
  if (session.is_first_rank())
    work->data = load_data(session, experiment, *outline, work->num_threads);
  work->group->barrier();
  if (!session.is_first_rank())
    work->data = load_data(session, experiment, *outline, work->num_threads);

  work->companions.tokenizer = work->data.folder;
  if (experiment.model.pretrained)
    work->companions.generation = session.resolve(*experiment.model.pretrained);
  open_splits(session, *work);
  make_model_and_optimizer(session, *work, config);
  work->plan = {work->train->num_examples(), experiment.batch.per_device,
                experiment.batch.gradient_accumulation_steps, session.ranks().world_size};
  if (!restore_checkpoint(session, *work)) initialize_weights(session, *work);
  work->total_steps =
      experiment.training.max_steps
          ? *experiment.training.max_steps
          : work->state.step +
                work->plan.remaining_steps(work->state.position, experiment.training.num_epochs);
  return work;
}

}  // namespace trainyard
