#include "remote/scheduler/slurm_check.h"

#include <algorithm>
#include <cmath>

#include "engine/contract/experiment/nearest.h"
#include "engine/contract/experiment/rules.h"
#include "remote/scheduler/slurm_values.h"

namespace trainyard {
namespace {

QString textOf(const std::string& text) { return QString::fromStdString(text); }

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
    checkName("resources.account", m_resources.account, m_facts.accounts, "account",
              &PartitionFacts::accounts);
    checkName("resources.qos", m_resources.qos, m_facts.qos, "class of service",
              &PartitionFacts::qos);
    checkArray();
    checkRestart();
    return std::move(m_found);
  }

 private:
  // One mistake gets one sentence: the first.
  void add(Severity severity, const char* code, const char* path, const QString& text) {
    if (isWrong(path)) return;
    m_found.push_back({severity, code, path, {}, 0, 0, {}, text.toStdString()});
  }
  bool isWrong(std::string_view path) const {
    return std::any_of(m_found.begin(), m_found.end(), [&](const Diagnostic& found) {
      return found.path == path && found.severity == Severity::error;
    });
  }

  // ", did you mean x?" or the few that there are.
  static QString instead(const std::string& word, const QStringList& known) {
    std::vector<std::string> candidates;
    for (const QString& name : known) candidates.push_back(name.toStdString());
    if (auto near = nearest(word, candidates))
      return QStringLiteral("; did you mean %1?").arg(textOf(*near));
    return known.isEmpty()
               ? QString()
               : QStringLiteral("; there are %1").arg(known.mid(0, 12).join(QStringLiteral(", ")));
  }

  const PartitionFacts* findPartition() {
    QStringList names;
    const PartitionFacts* found = nullptr;
    for (const PartitionFacts& partition : m_facts.partitions) {
      names << partition.name;
      if (m_resources.partition ? partition.name == textOf(*m_resources.partition)
                                : partition.isDefault)
        found = &partition;
    }
    if (found) {
      if (!found->state.isEmpty() && found->state != QLatin1String("UP"))
        add(Severity::warning, "target.partition_closed", "resources.partition",
            QStringLiteral("partition %1 is closed at the moment (%2): the job would wait until "
                           "the site opens it")
                .arg(found->name, found->state));
      return found;
    }
    if (m_resources.partition && m_resources.partition->find(',') != std::string::npos)
      return nullptr;  // a list: Slurm chooses
    if (m_resources.partition)
      add(Severity::error, "target.partition", "resources.partition",
          QStringLiteral("the cluster has no partition %1%2")
              .arg(textOf(*m_resources.partition), instead(*m_resources.partition, names)));
    else
      add(Severity::error, "target.partition", "resources.partition",
          QStringLiteral("the cluster has no partition of its own choice; name one of %1")
              .arg(names.mid(0, 12).join(QStringLiteral(", "))));
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
    const auto asked = slurmDuration(QByteArray::fromStdString(*m_resources.time_limit));
    if (asked && *asked > *partition.maxSeconds)
      add(Severity::error, "target.time_limit", "resources.time_limit",
          QStringLiteral("partition %1 gives at most %2, the experiment asks for %3; ask for less "
                         "or choose another partition")
              .arg(partition.name, clock(*partition.maxSeconds), clock(*asked)));
  }

  void checkNodes(const PartitionFacts& partition) {
    const int most = std::min(partition.maxNodes.value_or(partition.nodes), partition.nodes);
    if (most > 0 && m_resources.nodes > most)
      add(Severity::error, "target.nodes", "resources.nodes",
          QStringLiteral("partition %1 gives at most %2 nodes, the experiment asks for %3; ask for "
                         "fewer or choose another partition")
              .arg(partition.name)
              .arg(most)
              .arg(m_resources.nodes));
  }

  void checkGpus(const PartitionFacts& partition) {
    if (m_resources.gpus_per_node == 0) return;
    QStringList types;
    QString has;
    int most = 0, nodes = 0, most_of_type = 0;
    for (const GpuKind& kind : partition.gpus) {
      if (!kind.type.isEmpty() && !types.contains(kind.type)) types << kind.type;
      has += QStringLiteral("%1%2 nodes with %3 %4")
                 .arg(has.isEmpty() ? QString() : QStringLiteral(", "))
                 .arg(kind.nodes)
                 .arg(kind.perNode)
                 .arg(kind.type.isEmpty() ? QStringLiteral("GPUs") : kind.type);
      most = std::max(most, kind.perNode);
      if (m_resources.gpu_type && kind.type != textOf(*m_resources.gpu_type)) continue;
      most_of_type = std::max(most_of_type, kind.perNode);
      if (kind.perNode >= m_resources.gpus_per_node) nodes += kind.nodes;
    }
    if (most == 0)
      return add(
          Severity::error, "target.gpus", "resources.gpus_per_node",
          QStringLiteral("partition %1 has no GPUs; choose another partition, or set it to 0")
              .arg(partition.name));
    if (most_of_type == 0)
      return add(Severity::error, "target.gpu_type", "resources.gpu_type",
                 QStringLiteral("partition %1 has no GPU of type %2%3")
                     .arg(partition.name, textOf(*m_resources.gpu_type),
                          instead(*m_resources.gpu_type, types)));
    if (nodes == 0)
      return add(Severity::error, "target.gpus", "resources.gpus_per_node",
                 QStringLiteral("partition %1 has %2, the experiment asks for %3 on each node; ask "
                                "for fewer or choose another partition")
                     .arg(partition.name, has)
                     .arg(m_resources.gpus_per_node));
    if (m_resources.nodes > nodes)
      add(Severity::error, "target.nodes", "resources.nodes",
          QStringLiteral("partition %1 has %2, the experiment asks for %3 nodes with %4 each; ask "
                         "for fewer or choose another partition")
              .arg(partition.name, has)
              .arg(m_resources.nodes)
              .arg(m_resources.gpus_per_node));
  }

  void checkProcessors(const PartitionFacts& partition) {
    // There is a process for each GPU unless the experiment says otherwise.
    if (isWrong("resources.gpus_per_node") && !m_resources.processes_per_node.number) return;
    const std::int64_t processes = processes_per_node(m_experiment);
    const std::int64_t asked = processes * m_resources.cpus_per_process.value_or(1);
    if (partition.processorsPerNode == 0 || asked <= partition.processorsPerNode) return;
    const char* path = m_resources.cpus_per_process ? "resources.cpus_per_process"
                                                    : "resources.processes_per_node";
    add(Severity::error, "target.processors", path,
        QStringLiteral("nodes of partition %1 have %2 processor cores, %3 processes with %4 each "
                       "need %5; ask for fewer")
            .arg(partition.name)
            .arg(partition.processorsPerNode)
            .arg(processes)
            .arg(m_resources.cpus_per_process.value_or(1))
            .arg(asked));
  }

  void checkMemory(const PartitionFacts& partition) {
    if (!m_resources.memory_gib_per_node || partition.memoryMibPerNode == 0) return;
    const double gibibytes = static_cast<double>(partition.memoryMibPerNode) / 1024;
    if (*m_resources.memory_gib_per_node > gibibytes)
      add(Severity::error, "target.memory", "resources.memory_gib_per_node",
          QStringLiteral("nodes of partition %1 have %2 GiB, the experiment asks for %3; ask for "
                         "less or choose another partition")
              .arg(partition.name)
              .arg(std::floor(gibibytes))
              .arg(*m_resources.memory_gib_per_node));
  }

  // A name that the person has not at all, then one that the partition does not take.
  void checkName(const char* path, const std::optional<std::string>& value,
                 const QStringList& known, const char* what,
                 QStringList PartitionFacts::* allowedOf) {
    if (!value) return;
    if (!known.isEmpty() && !known.contains(textOf(*value)))
      add(Severity::error, "target.unknown_name", path,
          QStringLiteral("you have no %1 %2 on this cluster%3")
              .arg(QLatin1String(what), textOf(*value), instead(*value, known)));
    if (!m_partition) return;
    const QStringList& allowed = m_partition->*allowedOf;
    if (!allowed.isEmpty() && !allowed.contains(textOf(*value)))
      add(Severity::error, "target.not_allowed", path,
          QStringLiteral("partition %1 does not take %2%3")
              .arg(m_partition->name, textOf(*value), instead(*value, allowed)));
  }

  void checkArray() {
    if (!m_resources.array || m_facts.maxArraySize == 0) return;
    const auto tasks = slurmTasks(QByteArray::fromStdString(*m_resources.array));
    if (!tasks) return;
    for (const SlurmTasks::Range& range : tasks->ranges)
      if (range.last >= m_facts.maxArraySize)
        return add(Severity::error, "target.array", "resources.array",
                   QStringLiteral(
                       "the largest index on this cluster is %1, not %2; use several submissions")
                       .arg(m_facts.maxArraySize - 1)
                       .arg(range.last));
  }

  void checkRestart() {
    if (!m_facts.canRequeue && m_experiment.restart.on_time_limit)
      add(Severity::warning, "target.no_requeue", "restart.on_time_limit",
          QStringLiteral("this cluster does not requeue jobs: at its time limit the run saves and "
                         "ends; go on with `yard resume`"));
  }

  const ResourcesSection& m_resources;
  const Experiment& m_experiment;
  const TargetFacts& m_facts;
  const PartitionFacts* m_partition = nullptr;
  std::vector<Diagnostic> m_found;
};

}  // namespace

std::vector<Diagnostic> checkOnSlurm(const Experiment& experiment, const TargetFacts& facts) {
  return Checker(experiment, facts).check();
}

}  // namespace trainyard
