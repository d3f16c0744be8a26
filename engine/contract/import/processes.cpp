#include "engine/contract/import/processes.h"

#include "engine/contract/experiment/resources.h"
#include "engine/contract/import/key_table.h"

namespace trainyard {
namespace {

constexpr std::int64_t kCountLimit = 1 << 20;

// `whole` shared by `parts`; noted where it does not divide.
std::optional<Count> share_of(const std::optional<Count>& whole, std::int64_t parts, Draft& draft) {
  if (!whole) return std::nullopt;
  if (whole->number % parts == 0) return Count{whole->number / parts, whole->origin};
  draft.note("import.not_divided", whole->origin, {{"found", whole->number}, {"nodes", parts}});
  return std::nullopt;
}

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
  const std::int64_t nodes = counts.nodes ? counts.nodes->number : 1;
  if (counts.nodes) draft.set("resources.nodes", nodes, counts.nodes->origin);
  // A launcher in a task starts the processes itself; without one each task is a process.
  const bool has_launcher = counts.processes_per_node || counts.processes;
  std::optional<Count> processes = counts.processes_per_node
                                       ? counts.processes_per_node
                                       : share_of(counts.processes, nodes, draft);
  if (!has_launcher)
    processes =
        counts.tasks_per_node ? counts.tasks_per_node : share_of(counts.tasks, nodes, draft);
  std::optional<Count> gpus =
      counts.gpus_per_node ? counts.gpus_per_node : share_of(counts.gpus, nodes, draft);
  if (counts.processor)
    gpus.reset();
  else if (!gpus && has_launcher)
    gpus = processes;  // one process for each GPU is what these launchers are for
  if (gpus)
    draft.set("resources.gpus_per_node", gpus->number, gpus->origin);
  else if (counts.processor)
    draft.set("resources.gpus_per_node", 0, *counts.processor);
  else
    draft.note("import.gpus_unknown", origin);
  const std::int64_t by_default = gpus ? gpus->number : 1;
  // A single process of Trainer uses all GPUs, with a batch for each (DataParallel).
  if (!has_launcher && gpus && processes && processes->number == 1) processes.reset();
  if (processes && processes->number != by_default)
    draft.set("resources.processes_per_node", processes->number, processes->origin);
  if (counts.cpus_per_task) {
    const std::int64_t tasks = counts.tasks_per_node ? counts.tasks_per_node->number : 1;
    const std::int64_t cores = has_launcher && processes
                                   ? counts.cpus_per_task->number * tasks / processes->number
                                   : counts.cpus_per_task->number;
    draft.set("resources.cpus_per_process", cores, counts.cpus_per_task->origin);
  }
  if (!processes && !gpus && !counts.processor) return std::nullopt;
  return nodes * (processes ? processes->number : by_default);
}

}  // namespace trainyard
