// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearse/launch_check.h"

#include <algorithm>
#include <optional>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/messages.h"
#include "engine/contract/script/script_resources.h"
#include "remote/import/key_table.h"

namespace trainyard {
namespace {

using Number = std::optional<std::int64_t>;

Number wholeNumber(const Value& value) {
  const Value number = number_of(value);
  const auto* whole = number.get_if<std::int64_t>();
  return whole && *whole > 0 ? Number(*whole) : std::nullopt;
}

Number numberOf(const Settings& settings, std::string_view key) {
  const Setting* setting = find_setting(settings, key);
  return setting ? wholeNumber(setting->value) : std::nullopt;
}

bool hasSetting(const Settings& settings, std::string_view key) {
  return find_setting(settings, key) != nullptr;
}

class LaunchCheck {
 public:
  LaunchCheck(const Experiment& experiment, const std::string& field)
      : m_experiment(experiment), m_field(field) {}

  void look(const PlacedLaunch& one) {
    m_place = one.place;
    checkProcesses(one.launch);
    checkNodes(one.launch);
    if (one.launch.has_step) checkStep(one.launch.srun);
  }
  std::vector<Diagnostic> findings() { return std::move(m_findings); }

 private:
  void add(const char* code, std::int64_t wanted, std::int64_t there) {
    m_findings.push_back(
        make_diagnostic(Severity::error, code, m_field,
                        {{"place", m_place}, {"wanted", wanted}, {"there", there}}));
  }
  Number requested(std::string_view name) const {
    const auto option = requested_option(m_experiment, name);
    return option && option->value ? wholeNumber(*option->value) : std::nullopt;
  }

  // Each process takes a GPU of its own.
  void checkProcesses(const Launch& launch) {
    const std::int64_t gpus = m_experiment.resources.gpus_per_node;
    if (gpus == 0) return;
    const Number nodes = numberOf(launch.accelerate, "num_machines");
    Number perNode = numberOf(launch.torchrun, "nproc_per_node");
    if (!perNode) perNode = numberOf(launch.deepspeed, "num_gpus");
    if (const Number all = numberOf(launch.accelerate, "num_processes"); !perNode && all)
      perNode = (*all + nodes.value_or(1) - 1) / nodes.value_or(1);
    const bool isOnProcessor =
        hasSetting(launch.accelerate, "cpu") || hasSetting(launch.arguments, "use_cpu");
    if (perNode && *perNode > gpus && !isOnProcessor)
      add("rehearsal.more_processes", *perNode, gpus);
  }

  void checkNodes(const Launch& launch) {
    const std::int64_t there = m_experiment.resources.nodes;
    Number wanted = numberOf(launch.torchrun, "nnodes");
    if (!wanted) wanted = numberOf(launch.accelerate, "num_machines");
    if (!wanted) wanted = numberOf(launch.srun, "nodes");
    const bool isRange = requested_option(m_experiment, "nodes") && !requested("nodes");
    if (wanted && *wanted > there && !isRange) add("rehearsal.more_nodes", *wanted, there);
  }

  // A step gets no more cores than its job has, unless it may share them.
  void checkStep(const Settings& step) {
    const Number wanted = numberOf(step, "ntasks");
    for (const char* shares : {"overcommit", "O", "jobid", "ntasks-per-node", "gpus-per-task"})
      if (hasSetting(step, shares)) return;
    for (const char* counts : {"exclusive", "cpus-per-gpu", "ntasks-per-gpu", "mincpus",
                               "ntasks-per-socket", "ntasks-per-core", "overcommit"})
      if (requested_option(m_experiment, counts)) return;
    Number tasks = requested("ntasks");
    const Number perNode = requested("ntasks-per-node");
    if (!tasks && perNode) tasks = *perNode * m_experiment.resources.nodes;
    if (!wanted || !tasks) return;
    const std::int64_t cores = *tasks * m_experiment.resources.cpus_per_process.value_or(1);
    const std::int64_t needed = *wanted * numberOf(step, "cpus-per-task").value_or(1);
    // Whole cores are given: of two threads each, one more than asked for.
    if (needed > cores + cores % 2) add("rehearsal.more_tasks", *wanted, *tasks);
  }

  const Experiment& m_experiment;
  const std::string& m_field;
  std::string m_place;
  std::vector<Diagnostic> m_findings;
};

}  // namespace

std::vector<Diagnostic> findingsInLaunches(const std::vector<PlacedLaunch>& launches,
                                           const Experiment& experiment, const std::string& field) {
  LaunchCheck check(experiment, field);
  if (experiment.workload != Workload::script ||
      read_sbatch_directives(experiment.script.directives).components < 2)
    for (const PlacedLaunch& one : launches) check.look(one);
  return check.findings();
}

}  // namespace trainyard
