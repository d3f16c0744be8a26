// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster's state and its queue, as the service and its clients exchange them.
#pragma once

#include <QList>

#include "remote/schedulers/cluster_state.h"

namespace trainyard {

// Who may be asked for it: nobody (what was known last is the answer), the cluster where it is
// connected, or the cluster with a login where that is needed.
enum class ProbeWhen { known, connected, ask };
template <>
struct Names<ProbeWhen> {
  static constexpr std::pair<ProbeWhen, std::string_view> all[] = {
      {ProbeWhen::known, "known"}, {ProbeWhen::connected, "connected"}, {ProbeWhen::ask, "ask"}};
};

// A job as somebody sees it who has jobs there too.
struct QueueEntry {
  QueuedJob job;
  bool isMine = false;
  bool isRuns = false;   // this program started it, here or elsewhere
  bool isCheck = false;  // for `yard targets check --job`
  QString run;           // UUID, where it was started from here
  qint64 before = 0;     // mine, waiting: jobs whose turn comes earlier in its partitions
};

// Mine, then those before mine in the order of their turns, then those that run.
struct QueueAnswer {
  double time = 0;  // of the cluster's answer
  QString user;
  QList<QueueEntry> jobs;
  qint64 leftOut = 0;  // of others, beyond what is shown
  QStringList silent{};
};

void describe(Section<QueueEntry>& section);
void describe(Section<QueueAnswer>& section);

// `runs`: UUIDs by the job's number. Pure.
QueueAnswer queueAnswerOf(const ClusterState& state, const QString& user,
                          const QHash<QString, QString>& runs);

}  // namespace trainyard
