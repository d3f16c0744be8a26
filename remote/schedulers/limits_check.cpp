// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/limits_check.h"

#include <algorithm>
#include <cmath>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/nearest.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/experiment/slurm_format.h"
#include "engine/contract/messages.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

std::string listed(const QStringList& names) {
  return names.mid(0, 12).join(QStringLiteral(", ")).toStdString();
}

class Checker {
 public:
  Checker(const Experiment& experiment, const TargetFacts& facts)
      : m_resources(experiment.resources), m_experiment(experiment), m_facts(facts) {}

  std::vector<Diagnostic> check() {
    if (m_facts.partitions.isEmpty()) return {};
    m_partition = findPartition();
    if (m_partition) {
      checkTime(*m_partition);
      checkNodes(*m_partition);
      checkGpus(*m_partition);
      checkProcessors(*m_partition);
      checkMemory(*m_partition);
    }
    checkName("resources.account", m_resources.account, m_facts.accounts, "target.unknown_account",
              &PartitionFacts::accounts);
    checkName("resources.qos", m_resources.qos, m_facts.qos, "target.unknown_qos",
              &PartitionFacts::qos);
    checkArray();
    checkRestart();
    return std::move(m_found);
  }

 private:
  // Only the first error of each field is reported.
  void add(Severity severity, std::string code, const char* path, Map arguments = {}) {
    if (isWrong(path)) return;
    m_found.push_back(make_diagnostic(severity, std::move(code), path, std::move(arguments)));
  }
  bool isWrong(std::string_view path) const {
    return std::any_of(m_found.begin(), m_found.end(), [&](const Diagnostic& found) {
      return found.path == path && found.severity == Severity::error;
    });
  }

  // An unknown name: CODE_near with a likely alternative, CODE_others with the few available ones,
  // or CODE alone.
  void addUnknown(std::string code, const char* path, const std::string& name,
                  const QStringList& known) {
    Map arguments{{"name", name}};
    if (m_partition) arguments.emplace_back("partition", m_partition->name.toStdString());
    std::vector<std::string> candidates;
    for (const QString& candidate : known) candidates.push_back(candidate.toStdString());
    if (auto near = nearest(name, candidates)) {
      code += "_near";
      arguments.emplace_back("near", *near);
    } else if (!known.isEmpty()) {
      code += "_others";
      arguments.emplace_back("known", listed(known));
    }
    add(Severity::error, std::move(code), path, std::move(arguments));
  }

  const PartitionFacts* findPartition() {
    QStringList names;
    const PartitionFacts* found = nullptr;
    for (const PartitionFacts& partition : m_facts.partitions) {
      names << partition.name;
      if (m_resources.partition ? partition.name == text(*m_resources.partition)
                                : partition.isDefault)
        found = &partition;
    }
    if (found) {
      if (!found->state.isEmpty() && found->state != QLatin1String("UP"))
        add(Severity::warning, "target.partition_closed", "resources.partition",
            {{"partition", found->name.toStdString()}, {"state", found->state.toStdString()}});
      return found;
    }
    if (m_resources.partition && m_resources.partition->find(',') != std::string::npos)
      return nullptr;  // a list: the scheduler chooses
    if (m_resources.partition)
      addUnknown("target.partition", "resources.partition", *m_resources.partition, names);
    else
      add(Severity::error, "target.no_default_partition", "resources.partition",
          {{"known", listed(names)}});
    return nullptr;
  }

  static QString clock(qint64 seconds) {
    const qint64 days = seconds / 86400;
    const QString time = QStringLiteral("%1:%2:%3")
                             .arg(seconds / 3600 % 24, 2, 10, QLatin1Char('0'))
                             .arg(seconds / 60 % 60, 2, 10, QLatin1Char('0'))
                             .arg(seconds % 60, 2, 10, QLatin1Char('0'));
    return days > 0 ? QStringLiteral("%1-%2").arg(days).arg(time) : time;
  }

  void checkTime(const PartitionFacts& partition) {
    if (!m_resources.time_limit || !partition.maxSeconds) return;
    const auto asked = time_limit_seconds(*m_resources.time_limit);
    if (asked && *asked > *partition.maxSeconds)
      add(Severity::error, "target.time_limit", "resources.time_limit",
          {{"partition", partition.name.toStdString()},
           {"most", clock(*partition.maxSeconds).toStdString()},
           {"asked", clock(*asked).toStdString()}});
  }

  void checkNodes(const PartitionFacts& partition) {
    const int most = std::min(partition.maxNodes.value_or(partition.nodes), partition.nodes);
    if (most > 0 && m_resources.nodes > most)
      add(Severity::error, "target.nodes", "resources.nodes",
          {{"partition", partition.name.toStdString()},
           {"most", most},
           {"asked", m_resources.nodes}});
  }

  void checkGpus(const PartitionFacts& partition) {
    if (!m_resources.uses_gpus()) return;
    QStringList types;
    QStringList has;  // nodes x GPUs per node
    int most = 0, nodes = 0, max_of_type = 0;
    for (const GpuKind& kind : partition.gpus) {
      if (!kind.type.isEmpty() && !types.contains(kind.type)) types << kind.type;
      has << QStringLiteral("%1 x %2 %3")
                 .arg(kind.nodes)
                 .arg(kind.perNode)
                 .arg(kind.type.isEmpty() ? QStringLiteral("GPU") : kind.type);
      most = std::max(most, kind.perNode);
      if (m_resources.gpu_type && kind.type != text(*m_resources.gpu_type)) continue;
      max_of_type = std::max(max_of_type, kind.perNode);
      if (kind.perNode >= m_resources.gpus_per_node) nodes += kind.nodes;
    }
    Map arguments{{"partition", partition.name.toStdString()},
                  {"there", listed(has)},
                  {"gpus", m_resources.gpus_per_node},
                  {"nodes", m_resources.nodes}};
    if (most == 0)
      return add(Severity::error, "target.no_gpus", "resources.gpus_per_node",
                 std::move(arguments));
    if (max_of_type == 0)
      return addUnknown("target.gpu_type", "resources.gpu_type", *m_resources.gpu_type, types);
    if (nodes == 0)
      return add(Severity::error, "target.gpus", "resources.gpus_per_node", std::move(arguments));
    if (m_resources.nodes > nodes)
      add(Severity::error, "target.gpu_nodes", "resources.nodes", std::move(arguments));
  }

  void checkProcessors(const PartitionFacts& partition) {
    // There is one process per GPU unless the experiment says otherwise.
    if (isWrong("resources.gpus_per_node") && !m_resources.processes_per_node.number) return;
    const std::int64_t processes = processes_per_node(m_experiment);
    const std::int64_t asked = processes * m_resources.cpus_per_process.value_or(1);
    if (partition.processorsPerNode == 0 || asked <= partition.processorsPerNode) return;
    const char* path = m_resources.cpus_per_process ? "resources.cpus_per_process"
                                                    : "resources.processes_per_node";
    add(Severity::error, "target.processors", path,
        {{"partition", partition.name.toStdString()},
         {"there", partition.processorsPerNode},
         {"processes", processes},
         {"each", m_resources.cpus_per_process.value_or(1)},
         {"asked", asked}});
  }

  void checkMemory(const PartitionFacts& partition) {
    if (!m_resources.memory_gib_per_node || partition.memoryMibPerNode == 0) return;
    const double gibibytes = static_cast<double>(partition.memoryMibPerNode) / 1024;
    if (*m_resources.memory_gib_per_node > gibibytes)
      add(Severity::error, "target.memory", "resources.memory_gib_per_node",
          {{"partition", partition.name.toStdString()},
           {"there", static_cast<std::int64_t>(gibibytes)},
           {"asked", QString::number(*m_resources.memory_gib_per_node).toStdString()}});
  }

  // A name that is not available to the user at all, then one that the partition does not accept.
  void checkName(const char* path, const std::optional<std::string>& value,
                 const QStringList& known, const char* code,
                 QStringList PartitionFacts::* allowedOf) {
    if (!value) return;
    if (!known.isEmpty() && !known.contains(text(*value))) addUnknown(code, path, *value, known);
    if (!m_partition) return;
    const QStringList& allowed = m_partition->*allowedOf;
    if (!allowed.isEmpty() && !allowed.contains(text(*value)))
      addUnknown("target.not_allowed", path, *value, allowed);
  }

  void checkArray() {
    if (!m_resources.array || m_facts.maxArraySize == 0) return;
    // Of more than a million only the number is known, which is no larger than the largest.
    const auto indices = array_indices(*m_resources.array);
    const std::int64_t largest = indices && !indices->empty()
                                     ? indices->back()
                                     : array_task_count(*m_resources.array).value_or(0);
    if (largest >= m_facts.maxArraySize)
      add(Severity::error, "target.array", "resources.array",
          {{"most", m_facts.maxArraySize - 1}, {"asked", largest}});
  }

  void checkRestart() {
    if (!m_facts.canRequeue && m_experiment.restart.on_time_limit)
      add(Severity::warning, "target.no_requeue", "restart.on_time_limit");
  }

  const ResourcesSection& m_resources;
  const Experiment& m_experiment;
  const TargetFacts& m_facts;
  const PartitionFacts* m_partition = nullptr;
  std::vector<Diagnostic> m_found;
};

}  // namespace

std::vector<Diagnostic> checkLimits(const Experiment& experiment, const TargetFacts& facts) {
  return Checker(experiment, facts).check();
}

}  // namespace trainyard
