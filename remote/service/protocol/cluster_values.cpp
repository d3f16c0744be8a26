// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/cluster_values.h"

#include <algorithm>

#include <QHash>
#include <QRegularExpression>

#include "remote/values/records.h"

namespace trainyard {
namespace {

// As many as users can look through; keeps an answer far below the maximum line length.
constexpr qsizetype maxOfMine = 1000, maxBefore = 300, maxRunning = 300;

// The order in which jobs may get their turn.
bool hasEarlierTurn(const QueuedJob* a, const QueuedJob* b) {
  if (a->priority != b->priority) return a->priority > b->priority;
  return a->submitted < b->submitted;
}

// Those that one's waiting jobs wait for come first: which are left out of a long list matters.
void putNeighboursFirst(QList<const QueuedJob*>& running, const QList<const QueuedJob*>& mine) {
  QStringList partitions;
  for (const QueuedJob* job : mine)
    if (job->phase == QueuedJob::Phase::waiting) partitions += job->partitions;
  std::stable_partition(running.begin(), running.end(), [&](const QueuedJob* job) {
    return std::any_of(job->partitions.begin(), job->partitions.end(),
                       [&](const QString& name) { return partitions.contains(name); });
  });
}

QueueEntry entryOf(const QueuedJob& job, const QHash<QString, QString>& runs) {
  // The name of a run's job: the run's name, 8 digits of its UUID, the number of the submission.
  static const QRegularExpression token(QStringLiteral("-[0-9a-f]{8}\\.[0-9]{1,6}$"));
  QueueEntry entry;
  entry.job = job;
  entry.run = runs.value(job.number);
  entry.isCheck = entry.run.isEmpty() && job.name.startsWith(QLatin1String("trainyard-check-"));
  entry.isRuns = !entry.run.isEmpty() || (!entry.isCheck && token.match(job.name).hasMatch());
  return entry;
}

}  // namespace

void describe(Section<QueuedDetails>& section) {
  section.include(&QueuedDetails::job);
  section.include(&QueuedDetails::files);
}

void describe(Section<QueueEntry>& section) {
  section.include(&QueueEntry::job);
  section.field("mine", &QueueEntry::isMine);
  section.field("runs", &QueueEntry::isRuns);
  section.field("check", &QueueEntry::isCheck);
  section.field("run", &QueueEntry::run);
  section.field("before", &QueueEntry::before);
}

void describe(Section<QueueAnswer>& section) {
  section.field("time", &QueueAnswer::time);
  section.field("user", &QueueAnswer::user);
  section.field("jobs", &QueueAnswer::jobs);
  section.field("left_out", &QueueAnswer::leftOut);
  section.field("silent", &QueueAnswer::silent);
}

QueueAnswer queueAnswerOf(const ClusterState& state, const QString& user,
                          const QHash<QString, QString>& runs) {
  QueueAnswer answer{state.time, user, {}, 0, state.silent};
  QList<const QueuedJob*> mine, waiting, others, running;
  for (const QueuedJob& job : state.jobs) {
    if (!user.isEmpty() && job.user == user)
      mine << &job;
    else
      (job.phase == QueuedJob::Phase::waiting ? waiting : running) << &job;
  }
  std::stable_sort(mine.begin(), mine.end(), [](const QueuedJob* a, const QueuedJob* b) {
    const bool aRuns = a->phase != QueuedJob::Phase::waiting,
               bRuns = b->phase != QueuedJob::Phase::waiting;
    return aRuns != bRuns ? aRuns : !aRuns && hasEarlierTurn(a, b);
  });
  std::stable_sort(waiting.begin(), waiting.end(), hasEarlierTurn);
  answer.leftOut = std::max<qsizetype>(mine.size() - maxOfMine, 0);
  mine.resize(std::min(mine.size(), maxOfMine));
  QList<qsizetype> isBeforeMine(waiting.size(), 0);
  for (const QueuedJob* job : mine) {
    QueueEntry entry = entryOf(*job, runs);
    entry.isMine = true;
    if (job->isEligible)
      for (qsizetype i = 0; i < waiting.size(); ++i)
        if (isBefore(*waiting[i], *job)) entry.before += waiting[i]->tasks, ++isBeforeMine[i];
    if (job->isEligible)
      for (const QueuedJob* own : mine)
        if (isBefore(*own, *job)) entry.before += own->tasks;
    answer.jobs.append(entry);
  }
  for (qsizetype i = 0; i < waiting.size(); ++i)
    if (isBeforeMine[i] > 0) others << waiting[i];
  for (const QueuedJob* job : others.first(std::min(others.size(), maxBefore)))
    answer.jobs.append(entryOf(*job, runs));
  putNeighboursFirst(running, mine);
  for (const QueuedJob* job : running.first(std::min(running.size(), maxRunning)))
    answer.jobs.append(entryOf(*job, runs));
  answer.leftOut += std::max<qsizetype>(others.size() - maxBefore, 0) +
                    std::max<qsizetype>(running.size() - maxRunning, 0);
  return answer;
}

}  // namespace trainyard
