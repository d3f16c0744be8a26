// Writing runs.sqlite: the service's side of the store. Imports may be repeated: an event that is there already, by run,
// attempt and sequence, changes nothing. Belongs to one thread; only one process at a time may have one (the service's lock).
#pragma once

#include <vector>

#include <QString>

#include "engine/contract/events.h"
#include "engine/contract/result.h"
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

  // Errors of all calls: those of RunStore, and "store.unreadable" with what SQLite said (full disk).
  Result<void> open();

  // A run that is there already stays as it is.
  Result<void> addRun(const RunRecord& run);
  Result<void> addJob(const QString& run, const JobRecord& job);
  // An open state; whatever the last end left is cleared.
  Result<void> setOpen(const QString& run, RunState state, const QString& reason);
  // An end that no event says.
  Result<void> setEnded(const QString& run, RunState state, const QString& code, const QString& reason, int exitCode);
  // Closes an attempt whose agent is gone without an `end`, and the run with it when it is the newest.
  Result<void> closeAttempt(const QString& run, int attempt, RunState outcome, const QString& code, const QString& reason, int exitCode);
  Result<void> removeRun(const QString& run);

  // How far each known attempt was read.
  Result<QList<AttemptCursor>> cursors(const QString& run);

  // Imports the events that were read up to `offset` in one transaction; returns those that were new.
  Result<std::vector<Event>> importEvents(const QString& run, int attempt, const std::vector<Event>& events, qint64 offset, qint64 badLines);

 private:
  QString m_path;
  QString m_connection;
};

}  // namespace trainyard
