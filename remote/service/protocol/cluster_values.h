// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster's state and its queue, as exchanged between the service and its clients.
#pragma once

#include <QList>

#include "remote/schedulers/cluster_state.h"

namespace trainyard {

// What may be queried: nothing (only the last known answer), the cluster if it is connected, or the
// cluster with a login if necessary.
enum class ProbeWhen { known, connected, ask };
template <>
struct Names<ProbeWhen> {
  static constexpr std::pair<ProbeWhen, std::string_view> all[] = {
      {ProbeWhen::known, "known"}, {ProbeWhen::connected, "connected"}, {ProbeWhen::ask, "ask"}};
};

// A job as shown to a user who has jobs there.
struct QueueEntry {
  QueuedJob job;
  bool isMine = false;
  bool isRuns = false;   // started by this program, here or elsewhere
  bool isCheck = false;  // for `yard targets check --job`
  QString run;           // UUID, if it was started from here
  qint64 before = 0;     // own waiting jobs: how many are ahead in its partitions
};

// Own jobs, then those ahead of them in order, then running ones.
struct QueueAnswer {
  double time = 0;  // of the cluster's answer
  QString user;
  QList<QueueEntry> jobs;
  qint64 leftOut = 0;  // jobs of others that are not listed
  QStringList silent{};
};

struct QueuedDetails {
  QueuedJob job;
  QueuedFiles files;
};

void describe(Section<QueuedDetails>& section);
void describe(Section<QueueEntry>& section);
void describe(Section<QueueAnswer>& section);

// `runs`: UUIDs by job number. Pure.
QueueAnswer queueAnswerOf(const ClusterState& state, const QString& user,
                          const QHash<QString, QString>& runs);

}  // namespace trainyard
