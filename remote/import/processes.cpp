// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/processes.h"

#include "engine/contract/experiment/resources.h"
#include "remote/import/key_table.h"

namespace trainyard {
namespace {

constexpr std::int64_t kCountLimit = 1 << 20;

using MaybeCount = std::optional<Count>;

const MaybeCount& either_of(const MaybeCount& first, const MaybeCount& second) {
  return first ? first : second;
}

class ProcessReader {
 public:
  ProcessReader(const ProcessCounts& counts, const Origin& origin, Draft& draft)
      : counts_(counts), origin_(origin), draft_(draft) {}

  std::optional<std::int64_t> read() {
    nodes();
    gpus_ = gpus_of_job();
    if (!gpus_ && !counts_.job.gpus_per_node) gpus_ = counts_.visible;
    processes_ = processes_of_launch();
    const bool has_launcher = counts_.processes_per_node || counts_.processes;
    if (counts_.processor)
      gpus_.reset();
    else if (!gpus_ && has_launcher)
      gpus_ = processes_;  // these launchers are meant for one process per GPU
    if (gpus_)
      draft_.set("resources.gpus_per_node", gpus_->number, gpus_->origin);
    else if (counts_.processor)
      draft_.set("resources.gpus_per_node", 0, *counts_.processor);
    else
      draft_.note("import.gpus_unknown", origin_);
    const std::int64_t by_default = gpus_ ? gpus_->number : 1;
    if (processes_ && processes_->number != by_default)
      draft_.set("resources.processes_per_node", processes_->number, processes_->origin);
    cores(processes_ ? processes_->number : by_default);
    memory();
    if (!processes_ && !gpus_ && !counts_.processor) return std::nullopt;
    return nodes_ * (processes_ ? processes_->number : by_default);
  }

 private:
  // `whole` divided by the nodes; noted if it is not divisible.
  MaybeCount shared(const MaybeCount& whole, std::int64_t nodes) {
    if (!whole) return std::nullopt;
    if (whole->number % nodes == 0) return Count{whole->number / nodes, whole->origin};
    draft_.note("import.not_divided", whole->origin, {{"found", whole->number}, {"nodes", nodes}});
    return std::nullopt;
  }
  // The number of nodes that the tasks need, if it is not given.
  static MaybeCount nodes_of(const TaskCounts& counts) {
    if (counts.nodes || !counts.tasks || !counts.tasks_per_node) return counts.nodes;
    const std::int64_t per_node = counts.tasks_per_node->number;
    return Count{(counts.tasks->number + per_node - 1) / per_node, counts.tasks->origin};
  }

  void nodes() {
    const MaybeCount job = nodes_of(counts_.job), step = nodes_of(counts_.step);
    job_nodes_ = job ? job->number : 1;
    MaybeCount used = either_of(counts_.nodes, either_of(step, job));
    const MaybeCount& around = counts_.nodes ? either_of(step, job) : job;
    if (counts_.alone && job_nodes_ > 1) {
      used = Count{1, *counts_.alone};
      draft_.note("import.first_node_alone", *counts_.alone, {{"nodes", job_nodes_}});
    } else if (used && around && used->number > around->number) {
      draft_.refuse_conflict(around->origin, around->number, used->origin, used->number,
                             "resources.nodes");
    } else if (used && job && used->number < job->number) {
      draft_.note("import.fewer_nodes", used->origin,
                  {{"found", used->number}, {"nodes", job->number}});
    }
    nodes_ = used ? used->number : 1;
    if (used) draft_.set("resources.nodes", nodes_, used->origin);
  }

  // Tasks per node, as counted by the directives.
  MaybeCount tasks_of(const TaskCounts& counts, std::int64_t nodes, const MaybeCount& gpus) {
    if (counts.tasks_per_node) {
      // --ntasks takes precedence if it is smaller: --nodes=1 --ntasks=1 --ntasks-per-node=4.
      if (counts.tasks && counts.tasks->number < counts.tasks_per_node->number) return counts.tasks;
      return counts.tasks_per_node;
    }
    if (counts.tasks) return shared(counts.tasks, nodes);
    if (counts.tasks_per_gpu && gpus)
      return Count{counts.tasks_per_gpu->number * gpus->number, counts.tasks_per_gpu->origin};
    if (counts.gpus_per_task && gpus && gpus->number % counts.gpus_per_task->number == 0)
      return Count{gpus->number / counts.gpus_per_task->number, counts.gpus_per_task->origin};
    return std::nullopt;
  }
  MaybeCount gpus_of(const TaskCounts& counts, std::int64_t nodes, const MaybeCount& tasks) {
    if (counts.gpus_per_node) return counts.gpus_per_node;
    if (counts.gpus) return shared(counts.gpus, nodes);
    if (!counts.gpus_per_task) return std::nullopt;
    const std::int64_t number = tasks ? tasks->number : 1;
    return Count{counts.gpus_per_task->number * number, counts.gpus_per_task->origin};
  }
  MaybeCount gpus_of_job() {
    MaybeCount gpus = gpus_of(counts_.job, job_nodes_, tasks_of(counts_.job, job_nodes_, {}));
    tasks_ = tasks_of(counts_.job, job_nodes_, gpus);
    if (!gpus) gpus = gpus_of(counts_.step, nodes_, step_tasks({}));
    return gpus;
  }
  // Tasks per node of the step, which default to the job's.
  MaybeCount step_tasks(const MaybeCount& gpus) {
    if (const auto own = tasks_of(counts_.step, nodes_, gpus)) return own;
    return tasks_;
  }

  MaybeCount processes_of_launch() {
    if (counts_.one_per_node) return Count{1, *counts_.one_per_node};
    if (counts_.processes_per_node) return counts_.processes_per_node;
    if (counts_.processes) return shared(counts_.processes, nodes_);
    if (counts_.one_per_gpu) {
      const MaybeCount& seen = either_of(counts_.visible, gpus_);
      return seen ? MaybeCount(Count{seen->number, *counts_.one_per_gpu}) : std::nullopt;
    }
    if (counts_.launcher) return Count{1, *counts_.launcher};
    MaybeCount tasks = counts_.alone ? MaybeCount(Count{1, *counts_.alone}) : step_tasks(gpus_);
    if (counts_.is_any_program) return tasks ? tasks : Count{1, origin_};
    // A single process of Trainer uses all GPUs, with a batch for each (DataParallel).
    if (gpus_ && tasks && tasks->number == 1) tasks = counts_.visible;
    return tasks;
  }

  // Cores per node are kept, whatever they were counted by.
  void cores(std::int64_t processes) {
    const MaybeCount& by_task = either_of(counts_.job.cpus_per_task, counts_.step.cpus_per_task);
    const MaybeCount& by_gpu = either_of(counts_.job.cpus_per_gpu, counts_.step.cpus_per_gpu);
    const bool is_step = !counts_.job.cpus_per_task && counts_.step.cpus_per_task;
    const MaybeCount tasks = is_step ? step_tasks(gpus_) : tasks_;
    if (by_task)
      cores_ = by_task->number * (tasks ? tasks->number : 1);
    else if (by_gpu && gpus_)
      cores_ = by_gpu->number * gpus_->number;
    else
      return;
    const Origin& origin = by_task ? by_task->origin : by_gpu->origin;
    const std::int64_t each = *cores_ / processes;
    if (each < 1)
      return draft_.note("import.too_few_cores", origin,
                         {{"cores", *cores_}, {"processes", processes}});
    draft_.set("resources.cpus_per_process", each, origin);
    if (*cores_ % processes != 0)
      draft_.note("import.cores_lost", origin,
                  {{"cores", *cores_},
                   {"processes", processes},
                   {"each", each},
                   {"lost", *cores_ % processes}});
  }
  void memory() {
    if (counts_.memory_per_gpu && gpus_)
      draft_.set("resources.memory_gib_per_node",
                 counts_.memory_per_gpu->first * static_cast<double>(gpus_->number),
                 counts_.memory_per_gpu->second);
    if (!counts_.memory_per_core) return;
    // By default Slurm gives each task one core.
    const std::int64_t cores = cores_.value_or(tasks_ ? tasks_->number : 1);
    draft_.set("resources.memory_gib_per_node",
               counts_.memory_per_core->first * static_cast<double>(cores),
               counts_.memory_per_core->second);
  }

  const ProcessCounts& counts_;
  const Origin& origin_;
  Draft& draft_;
  std::int64_t job_nodes_ = 1, nodes_ = 1;
  MaybeCount tasks_, gpus_, processes_;
  std::optional<std::int64_t> cores_;
};

}  // namespace

void take_count(std::optional<Count>& count, const Setting& setting, Draft& draft) {
  const Value number = number_of(setting.value);
  const auto* whole = number.get_if<std::int64_t>();
  if (!whole || *whole < 1 || *whole > kCountLimit)
    return draft.note("import.bad_value", setting.origin,
                      {{"found", shortened(setting.value)}, {"expected", "1, 2, 3, ..."}});
  if (count && count->number != *whole)
    draft.refuse_conflict(count->origin, count->number, setting.origin, *whole, "resources");
  if (!count) count = Count{*whole, setting.origin};
}

std::optional<std::int64_t> carry_processes(const ProcessCounts& counts, const Origin& origin,
                                            Draft& draft) {
  return ProcessReader(counts, origin, draft).read();
}

}  // namespace trainyard
