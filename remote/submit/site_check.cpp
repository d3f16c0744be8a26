// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/submit/site_check.h"

#include <algorithm>
#include <cmath>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/experiment/slurm_format.h"
#include "engine/contract/messages.h"
#include "remote/submit/model_size.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

class SiteCheck {
 public:
  SiteCheck(const Experiment& experiment, const SiteProfile& site, std::vector<Diagnostic>& found,
            std::optional<std::int64_t> parameters)
      : m_experiment(experiment),
        m_resources(experiment.resources),
        m_site(site),
        m_found(found),
        m_parameters(parameters) {}

  void check() {
    if (m_resources.partition) m_partition = m_site.partition(text(*m_resources.partition));
    if (m_resources.partition && !m_partition && !m_site.partitions.isEmpty())
      add(Severity::warning, "site.partition", "resources.partition",
          {{"partition", *m_resources.partition}, {"known", partitions()}});
    if (m_site.needsAccount && !m_resources.account)
      add(Severity::error, "site.account", "resources.account");
    if (m_partition) checkPartition(*m_partition);
    checkCoresPerGpu();
    checkNetwork();
  }

 private:
  void add(Severity severity, const char* code, const char* path, Map arguments = {}) {
    const bool isKnown = std::any_of(m_found.begin(), m_found.end(), [&](const Diagnostic& one) {
      return one.path == path && one.severity == Severity::error;
    });
    arguments.emplace_back("site", m_site.name.toStdString());
    if (!isKnown) m_found.push_back(make_diagnostic(severity, code, path, std::move(arguments)));
  }
  std::string partitions() const {
    QStringList names;
    for (const SitePartition& partition : m_site.partitions.mid(0, 12)) names << partition.name;
    return names.join(QStringLiteral(", ")).toStdString();
  }

  void checkPartition(const SitePartition& partition) {
    const std::string name = partition.name.toStdString();
    const auto most = partition.timeLimit.isEmpty()
                          ? std::nullopt
                          : time_limit_seconds(partition.timeLimit.toStdString());
    const auto asked =
        m_resources.time_limit ? time_limit_seconds(*m_resources.time_limit) : std::nullopt;
    if (most && asked && *asked > *most)
      add(Severity::error, "target.time_limit", "resources.time_limit",
          {{"partition", name},
           {"most", partition.timeLimit.toStdString()},
           {"asked", *m_resources.time_limit}});
    if (partition.nodes && m_resources.nodes > *partition.nodes)
      add(Severity::error, "target.nodes", "resources.nodes",
          {{"partition", name}, {"most", *partition.nodes}, {"asked", m_resources.nodes}});
    if (partition.gpus == 0 && m_resources.uses_gpus())
      add(Severity::error, "target.no_gpus", "resources.gpus_per_node", {{"partition", name}});
    else if (partition.gpus && m_resources.gpus_per_node > *partition.gpus)
      add(Severity::error, "site.gpus", "resources.gpus_per_node",
          {{"partition", name}, {"there", *partition.gpus}, {"asked", m_resources.gpus_per_node}});
    checkCores(partition);
    if (partition.memoryGib && m_resources.memory_gib_per_node.value_or(0) > *partition.memoryGib)
      add(Severity::error, "target.memory", "resources.memory_gib_per_node",
          {{"partition", name},
           {"there", static_cast<std::int64_t>(*partition.memoryGib)},
           {"asked", QString::number(*m_resources.memory_gib_per_node).toStdString()}});
    checkBf16(partition);
    checkGpuMemory(partition);
  }

  // The minimum besides activations and logits.
  void checkGpuMemory(const SitePartition& partition) {
    if (!partition.gpuMemoryGib || !m_parameters || !m_resources.uses_gpus() ||
        m_experiment.workload != Workload::engine)
      return;
    const double gibibytes = static_cast<double>(*m_parameters) *
                             static_cast<double>(minBytesPerParameter(m_experiment)) / (1 << 30);
    if (gibibytes > *partition.gpuMemoryGib)
      add(Severity::warning, "site.gpu_memory", "model.pretrained",
          {{"partition", partition.name.toStdString()},
           {"millions", *m_parameters / 1'000'000},
           {"bytes", minBytesPerParameter(m_experiment)},
           {"asked", static_cast<std::int64_t>(std::ceil(gibibytes))},
           {"there", QString::number(*partition.gpuMemoryGib).toStdString()}});
  }

  // At most 4096 x 4096.
  std::int64_t coresAsked() const {
    return processes_per_node(m_experiment) * m_resources.cpus_per_process.value_or(1);
  }

  void checkCores(const SitePartition& partition) {
    if (!partition.cores || coresAsked() <= *partition.cores) return;
    add(Severity::error, "target.processors",
        m_resources.cpus_per_process ? "resources.cpus_per_process"
                                     : "resources.processes_per_node",
        {{"partition", partition.name.toStdString()},
         {"there", *partition.cores},
         {"processes", processes_per_node(m_experiment)},
         {"each", m_resources.cpus_per_process.value_or(1)},
         {"asked", coresAsked()}});
  }

  void checkBf16(const SitePartition& partition) {
    const PrecisionKind kind = m_experiment.precision.kind;
    const bool isBf16 = kind == PrecisionKind::bf16 || kind == PrecisionKind::pure_bf16;
    if (partition.hasBf16.value_or(true) || !isBf16 || !m_resources.uses_gpus() ||
        m_experiment.workload != Workload::engine)
      return;
    add(Severity::error, "site.bf16", "precision.kind",
        {{"partition", partition.name.toStdString()}});
  }

  // More are rejected there; fewer are billed anyway and unused.
  void checkCoresPerGpu() {
    if (!m_site.coresPerGpu || !m_resources.uses_gpus()) return;
    const std::int64_t due = m_resources.gpus_per_node * *m_site.coresPerGpu;
    if (m_resources.cpus_per_process && coresAsked() == due) return;
    const bool isMore = coresAsked() > due;
    add(isMore ? Severity::error : Severity::warning,
        isMore ? "site.more_cores_per_gpu" : "site.fewer_cores_per_gpu",
        "resources.cpus_per_process",
        {{"rule", *m_site.coresPerGpu},
         {"gpus", m_resources.gpus_per_node},
         {"due", due},
         {"asked", coresAsked()}});
  }

  void checkNetwork() {
    if (!m_site.lacksInternet()) return;
    const EnvironmentSection& environment = m_experiment.environment;
    if (environment.container && environment.container->find("://") != std::string::npos)
      return add(Severity::error, "site.container", "environment.container",
                 {{"found", *environment.container}});
    const bool isOffline =
        std::any_of(environment.variables.begin(), environment.variables.end(),
                    [](const auto& variable) { return variable.first == "HF_HUB_OFFLINE"; });
    if (m_experiment.workload == Workload::command && !isOffline)
      add(Severity::warning, "site.offline", "environment.variables");
  }

  const Experiment& m_experiment;
  const ResourcesSection& m_resources;
  const SiteProfile& m_site;
  std::vector<Diagnostic>& m_found;
  const std::optional<std::int64_t> m_parameters;
  const SitePartition* m_partition = nullptr;
};

}  // namespace

void addSiteFindings(const Experiment& experiment, const SiteProfile& site,
                     std::vector<Diagnostic>& findings, std::optional<std::int64_t> parameters) {
  if (!site.name.isEmpty()) SiteCheck(experiment, site, findings, parameters).check();
}

}  // namespace trainyard
