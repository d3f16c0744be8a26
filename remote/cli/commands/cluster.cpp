// SPDX-License-Identifier: GPL-3.0-or-later
// `yard cluster`: what clusters have, and what is free there.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include <unistd.h>

#include <QNetworkAccessManager>

#include "engine/contract/messages.h"
#include "remote/cli/cluster_text.h"
#include "remote/cli/command.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/watch.h"
#include "remote/process/waiter.h"
#include "remote/schedulers/free_gpus.h"
#include "remote/service/notifications/notifier.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

QString gpusText(const QList<GpuCount>& gpus) {
  QStringList words;
  for (const GpuCount& each : gpus) {
    words << u"%1/%2 %3"_s.arg(each.free)
                 .arg(each.total)
                 .arg(each.type.isEmpty() ? u"GPU"_s : sanitizedForTerminal(each.type));
    // Eight free GPUs on eight nodes do not help a job that needs eight on one node.
    if (each.free > each.maxOnANode)
      words.last() += u" (at most %1 on a node)"_s.arg(each.maxOnANode);
  }
  return orDash(words.join(u", "_s));
}

QStringList partitionRow(const PartitionState& partition) {
  const PartitionFacts& limits = partition.limits;
  const NodeCounts& nodes = partition.nodes;
  return {sanitizedForTerminal(limits.name) + (limits.isDefault ? u"*"_s : QString()),
          orDash(sanitizedForTerminal(limits.state.toLower())),
          limits.maxSeconds ? limitText(limits.maxSeconds) : u"none"_s,
          limits.maxNodes ? QString::number(*limits.maxNodes) : u"-"_s,
          QString::number(nodes.idle),
          QString::number(nodes.mixed),
          QString::number(nodes.busy),
          QString::number(nodes.reserved),
          QString::number(nodes.down),
          u"%1/%2"_s.arg(partition.freeProcessors).arg(partition.processors),
          QString::number(partition.running),
          QString::number(partition.waiting),
          gpusText(partition.gpus)};
}

void printPartitions(const ClusterState& state) {
  QList<QStringList> rows{{u"PARTITION"_s, u"STATE"_s, u"TIME"_s, u"MAX NODES"_s, u"IDLE"_s,
                           u"MIXED"_s, u"BUSY"_s, u"RESERVED"_s, u"DOWN"_s, u"FREE CORES"_s,
                           u"RUNNING"_s, u"WAITING"_s, u"FREE GPUS"_s}};
  for (const PartitionState& partition : state.partitions) rows << partitionRow(partition);
  printTable(rows);
}

void printNodesOut(const ClusterState& state) {
  if (state.out.isEmpty()) return;
  QList<QStringList> rows{{u"DOWN"_s, u"REASON"_s}};
  for (const NodesOut& each : state.out) {
    QString nodes = sanitizedForTerminal(each.nodes.join(u','));
    if (each.count > each.nodes.size())
      nodes += u" and %1 more"_s.arg(each.count - each.nodes.size());
    rows << QStringList{nodes, sanitizedForTerminal(each.reason)};
  }
  print(QString());
  printTable(rows);
}

void printBalances(const ClusterState& state) {
  if (state.balances.isEmpty()) return;
  QList<QStringList> rows{{u"ACCOUNT"_s, u"LEFT"_s, u"GRANTED"_s}};
  const auto amount = [](const std::optional<double>& number) {
    return number ? countText(static_cast<qint64>(std::llround(*number))) : u"-"_s;
  };
  for (const AccountBalance& each : state.balances)
    rows << QStringList{sanitizedForTerminal(each.account), amount(each.left) + u' ' + each.unit,
                        amount(each.granted)};
  print(QString());
  printTable(rows);
}

void printClasses(const ClusterState& state) {
  if (!state.accounts.isEmpty())
    print(u"\naccounts: "_s + sanitizedForTerminal(state.accounts.join(u", "_s)));
  if (state.qos.isEmpty()) return;
  QList<QStringList> rows{
      {u"QOS"_s, u"PRIORITY"_s, u"TIME"_s, u"MAX JOBS"_s, u"MAX RESOURCES OF A PERSON"_s}};
  for (const ServiceClass& each : state.qos)
    rows << QStringList{
        sanitizedForTerminal(each.name), each.priority ? QString::number(*each.priority) : u"-"_s,
        limitText(each.maxSeconds), each.maxJobs ? QString::number(*each.maxJobs) : u"-"_s,
        orDash(sanitizedForTerminal(each.maxResources))};
  print(QString());
  printTable(rows);
}

void printReservations(const ClusterState& state) {
  if (state.reservations.isEmpty()) return;
  QList<QStringList> rows{{u"RESERVATION"_s, u"STATE"_s, u"FROM"_s, u"TO"_s, u"NODES"_s, u"FOR"_s}};
  for (const ReservationState& one : state.reservations)
    rows << QStringList{sanitizedForTerminal(one.name),
                        one.isActive ? u"active"_s : u"later"_s,
                        one.start > 0 ? momentText(one.start) : u"-"_s,
                        one.end > 0 ? momentText(one.end) : u"-"_s,
                        u"%1 %2"_s.arg(one.nodeCount).arg(sanitizedForTerminal(one.nodes)),
                        orDash(sanitizedForTerminal((one.users + one.accounts).join(u", "_s)))};
  print(QString());
  printTable(rows);
}

// The service gives the same answer for as long.
constexpr std::chrono::seconds askedAgain{30};

// "a100 GPUs"
QString kindText(const QString& type, int count) {
  const QString word = count == 1 ? u"GPU"_s : u"GPUs"_s;
  return type.isEmpty() ? word : sanitizedForTerminal(type) + u' ' + word;
}

// Waiting longer does not help where there are not that many.
Result<void> checkAreThere(const AvailableGpus& found, const QString& target,
                           const GpuWish& wanted) {
  if (found.mostTotal >= wanted.count) return {};
  return make_error("cluster.too_few_gpus",
                    {{"target", target.toStdString()},
                     {"count", std::int64_t{wanted.count}},
                     {"kind", kindText(wanted.type, wanted.count).toStdString()},
                     {"there", std::int64_t{found.mostTotal}}});
}

// One line that is redrawn on a terminal; else a line for each change.
class WaitLine {
 public:
  ~WaitLine() {
    if (m_isTerminal && !m_shown.isEmpty()) std::fputs("\r\033[K", stderr);
  }
  void show(const QString& line) {
    if (line == m_shown) return;
    m_shown = line;
    std::fprintf(stderr, m_isTerminal ? "\r\033[K%s" : "%s\n", line.toUtf8().constData());
    std::fflush(stderr);
  }

 private:
  bool m_isTerminal = ::isatty(STDERR_FILENO) != 0;
  QString m_shown;
};

Result<int> printFree(const AvailableGpus& found, const QString& target, bool isNotified) {
  const Error words =
      make_error("notify.gpus_free", {{"count", std::int64_t{found.free}},
                                      {"kind", kindText(found.type, found.free).toStdString()},
                                      {"partition", found.partition.toStdString()},
                                      {"target", target.toStdString()}});
  QString line = sanitizedForTerminal(text(words.message));
  if (found.free > found.maxOnANode) line += u" (at most %1 on a node)"_s.arg(found.maxOnANode);
  print(line);
  std::fflush(stdout);
  if (!isNotified) return 0;
  TRY(const auto settings, readNotificationSettings());
  QNetworkAccessManager network;
  const RunNotice notice{"gpus_free", {}, target, target, words};
  TRY(deliverNow(settings, notice, network));
  return 0;
}

struct ClusterCommand {
  QString target;
  GpuWish wanted{.count = 0};  // 0: not waited for
  bool isNotified = false;
  JsonOption json;

  void describe(CLI::App& command) {
    addOption(command, "TARGET", target, "A cluster of `yard targets`")->required();
    CLI::Option* other = json.describe(command);
    CLI::Option* wait = command
                            .add_option("--wait-gpus", wanted.count,
                                        "Wait until this many GPUs are free at once in a partition")
                            ->type_name("N")
                            ->check(CLI::PositiveNumber)
                            ->excludes(other);
    addOption(command, "--type", wanted.type, "With --wait-gpus: only GPUs of this type")
        ->needs(wait);
    addOption(command, "--partition", wanted.partition, "With --wait-gpus: only in this partition")
        ->needs(wait);
    command
        .add_flag("--notify", isNotified, "With --wait-gpus: also tell me as `yard notify` is set")
        ->needs(wait);
  }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    return wanted.count > 0 ? waitForGpus(client) : show(client);
  }

  QCoro::Task<Result<int>> show(ServiceClient& client) {
    const ProgressLine progress(client, {});
    CO_TRY(auto state, co_await client.call(methods::clusterState, {}, target, ProbeWhen::ask));
    if (json.isGiven) co_return printJson(toJson(state));
    printPartitions(state);
    printNodesOut(state);
    printClasses(state);
    printBalances(state);
    printReservations(state);
    printAnswerLimits(state.silent, state.time);
    co_return 0;
  }

  // Asks as often as the service asks a cluster. 0 once they are free. Ctrl-C ends the waiting
  // alone.
  QCoro::Task<Result<int>> waitForGpus(ServiceClient& client) {
    if (isNotified) {
      CO_TRY(const auto settings, readNotificationSettings());
      if (settings.isOff()) co_return make_error("notifications.off", {});
    }
    explainInterruptAs(u"No longer waiting."_s);
    Waiter pause;
    WaitLine line;
    for (;;) {
      if (!client.isConnected())
        if (auto connected = co_await client.connectToService(); !connected)
          co_return connected.error();
      const auto state = co_await client.call(methods::clusterState, {}, target, ProbeWhen::ask);
      if (!state && !may_succeed_later(state.error())) co_return state.error();
      if (state) {
        const AvailableGpus found = availableGpusIn(*state, wanted);
        CO_TRY(checkAreThere(found, target, wanted));
        if (found.free >= wanted.count) {
          line.show({});
          co_return printFree(found, target, isNotified);
        }
        line.show(u"%1 of %2 %3 are free in %4; waiting for %5"_s.arg(found.free)
                      .arg(found.total)
                      .arg(kindText(found.type, found.total), sanitizedForTerminal(found.partition))
                      .arg(wanted.count));
      } else {
        line.show(sanitizedForTerminal(text(state.error().message)));
      }
      co_await pause.wait({}, QDeadlineTimer(askedAgain));
    }
  }
};

}  // namespace

extern const Command clusterCommand{
    "cluster", "Show the resources of a cluster and what is free now", addCommand<ClusterCommand>};

}  // namespace trainyard
