// SPDX-License-Identifier: GPL-3.0-or-later
// Writes runs.sqlite: the service's side of the store. Imports are idempotent: an event that is
// already stored, by run, attempt and sequence, changes nothing. Bound to one thread; only one
// process at a time may have one (the service's lock).
#pragma once

#include <vector>

#include <QList>
#include <QString>

#include "engine/contract/run/events.h"
#include "engine/contract/result.h"
#include "remote/values/message.h"
#include "remote/store/records.h"

namespace trainyard {

struct AttemptCursor {
  int attempt = 0;
  qint64 offset = 0;  // in the event file, after the last line that was read
  bool ended = false;
};

class RunWriter {
 public:
  explicit RunWriter(QString path);
  ~RunWriter();
  RunWriter(const RunWriter&) = delete;
  RunWriter& operator=(const RunWriter&) = delete;

  // Errors of all calls: those of RunStore, and "store.unreadable" with SQLite's message (full
  // disk).
  Result<void> open();

  // An existing run is unchanged.
  Result<void> addRun(const RunRecord& run);
  // Sets what became known about a run during preparation: folder, source, workload, tags, git
  // commit.
  Result<void> describeRun(const RunRecord& run);
  // Replaces the values of its experiment; an empty list notes that they are not known.
  Result<void> setSettings(const QString& run, const QList<RunSetting>& settings);
  Result<void> annotate(const QStringList& runs, const RunAnnotation& annotation);
  Result<void> addJob(const QString& run, const JobRecord& job);
  // Sets an open state and clears the last end. `expectedStart`: as in RunRecord.
  Result<void> setOpen(const QString& run, RunState state, const Message& reason,
                       double expectedStart = 0);
  // Sets the reason for an open run's state, which is unchanged. A run that has ended keeps its
  // reason.
  Result<void> setReason(const QString& run, const Message& reason);
  // Sets an end that is not from an event.
  Result<void> setEnded(const QString& run, RunState state, const QString& code,
                        const Message& reason, int exitCode);
  // Closes an attempt whose agent is gone without an `end` and, with `endRun`, also the run if it
  // is the newest.
  Result<void> closeAttempt(const QString& run, int attempt, RunState outcome, const QString& code,
                            const Message& reason, int exitCode, OnEnd onEnd = OnEnd::endRun);
  // Replaces the end of an attempt with the scheduler's better information, and the run's if it is
  // the newest.
  Result<void> replaceEnd(const QString& run, int attempt, RunState outcome, const QString& code,
                          const Message& reason, int exitCode);
  // Ends the run with the end of its attempt.
  Result<void> endAs(const QString& run, int attempt);
  Result<void> removeRun(const QString& run);
  // Adds a warning of the service's own to the run's messages, beside those of its events.
  Result<void> addWarning(const QString& run, const Message& message, double time);

  // Submissions in progress: what is needed to continue them after a restart. No secrets. They, the
  // jobs and the cancellations are synced to disk when a call returns.
  struct OpenSubmission {
    QString run;
    QByteArray request;  // JSON
  };
  Result<void> openSubmission(const QString& run, const QByteArray& request);
  Result<void> closeSubmission(const QString& run);
  Result<QList<OpenSubmission>> openSubmissions();

  // Requested cancellations that are not delivered yet: for the run's job of that submission, 0:
  // the one being created.
  struct OpenCancel {
    QString run;
    int submission = 0;
  };
  Result<void> openCancel(const QString& run, int submission);
  // It could not be delivered: from now on the run's reason says that it will be.
  Result<void> noteUndelivered(const QString& run);
  Result<void> closeCancel(const QString& run);
  Result<QList<OpenCancel>> openCancels();

  // How far each known attempt was read.
  Result<QList<AttemptCursor>> cursors(const QString& run);

  // Imports the events read up to `offset` in one transaction; returns those that are new, and a
  // message for each line that was too long (`longLines`: their sizes).
  Result<std::vector<Event>> importEvents(const QString& run, int attempt,
                                          const std::vector<Event>& events, qint64 offset,
                                          qint64 badLines, OnEnd onEnd = OnEnd::endRun,
                                          const QList<qint64>& longLines = {});

  // Replaces the attempt's points that were read from its output, in one transaction, by those of
  // these events, in their order; curves that came in another way stay as they are. Returns the
  // number of points.
  Result<qint64> replacePrinted(const QString& run, int attempt, const std::vector<Event>& events);

  // Curves that an older version wrote lack their blocks, so reading them takes as long as they are
  // long. Adds the blocks of at most `maxPoints` points; returns whether more are left.
  Result<bool> fillCurves(int maxPoints);

 private:
  template <class Change>
  auto atOnce(Change change) -> decltype(change());
  void giveBackRoom();

  QString m_path;
  QString m_connection;
};

}  // namespace trainyard
