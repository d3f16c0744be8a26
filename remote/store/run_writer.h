// SPDX-License-Identifier: GPL-3.0-or-later
// Writing runs.sqlite: the service's side of the store. Imports may be repeated: an event that is
// there already, by run, attempt and sequence, changes nothing. Belongs to one thread; only one
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
  qint64 offset = 0;  // of the event file, after the last line that was read
  bool ended = false;
};

class RunWriter {
 public:
  explicit RunWriter(QString path);
  ~RunWriter();
  RunWriter(const RunWriter&) = delete;
  RunWriter& operator=(const RunWriter&) = delete;

  // Errors of all calls: those of RunStore, and "store.unreadable" with what SQLite said (full
  // disk).
  Result<void> open();

  // A run that is there already stays as it is.
  Result<void> addRun(const RunRecord& run);
  // What became known of a run while it was prepared: folder, source, workload, tags, git commit.
  Result<void> describeRun(const RunRecord& run);
  Result<void> addJob(const QString& run, const JobRecord& job);
  // An open state; whatever the last end left is cleared. `expectedStart`: as in RunRecord.
  Result<void> setOpen(const QString& run, RunState state, const Message& reason,
                       double expectedStart = 0);
  // Why an open run is as it is; the state stays. One that is over keeps its reason.
  Result<void> setReason(const QString& run, const Message& reason);
  // An end that no event says.
  Result<void> setEnded(const QString& run, RunState state, const QString& code,
                        const Message& reason, int exitCode);
  // Closes an attempt whose agent is gone without an `end`, and, with `endRun`, the run with it
  // when it is the newest.
  Result<void> closeAttempt(const QString& run, int attempt, RunState outcome, const QString& code,
                            const Message& reason, int exitCode, OnEnd onEnd = OnEnd::endRun);
  // The scheduler's better word about an attempt that has an end: replaces it, and the run's when
  // it is the newest.
  Result<void> replaceEnd(const QString& run, int attempt, RunState outcome, const QString& code,
                          const Message& reason, int exitCode);
  // Ends the run as its attempt ended.
  Result<void> endAs(const QString& run, int attempt);
  Result<void> removeRun(const QString& run);

  // Submissions that are being made: what is needed to go on with them after a restart. No secrets.
  // They, the jobs and the cancels are on the disk when a call returns.
  struct OpenSubmission {
    QString run;
    QByteArray request;  // JSON
  };
  Result<void> openSubmission(const QString& run, const QByteArray& request);
  Result<void> closeSubmission(const QString& run);
  Result<QList<OpenSubmission>> openSubmissions();

  // Cancels that were asked for and are not delivered yet: of the run's job of that submission, 0:
  // of the one that is being made.
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

  // Imports the events that were read up to `offset` in one transaction; returns those that were
  // new, and a message for each line that was too long to be read (`longLines`: their sizes).
  Result<std::vector<Event>> importEvents(const QString& run, int attempt,
                                          const std::vector<Event>& events, qint64 offset,
                                          qint64 badLines, OnEnd onEnd = OnEnd::endRun,
                                          const QList<qint64>& longLines = {});

 private:
  void giveBackRoom();

  QString m_path;
  QString m_connection;
};

}  // namespace trainyard
