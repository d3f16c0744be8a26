// The client side of the background service: starts it when nothing answers, calls its methods, passes on its
// notifications. resources/help/formats.md documents the protocol itself.
//
// One thread, one event loop. Every call is a coroutine that ends with error "cancelled" when `stop` is requested, and with
// "service.lost" when the connection breaks before the answer (the service may have done it: read the store). The owner
// requests stop and awaits its calls before it destroys the client. History is read from RunStore, not through here.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/store/records.h"

namespace trainyard {

struct SubmitRequest {
  QString path;                    // the experiment file, absolute; relative paths in it count from its folder
  std::optional<QByteArray> text;  // its text when it differs from the file's (unsaved)
  QStringList overrides;           // "path=value", values in YAML's spelling
  QString target = QStringLiteral("here");
};

struct SubmittedRun {
  QString run;     // UUID
  QString folder;  // absolute, on the target
};

// What submission would write and run.
struct RenderedScript {
  QByteArray script;
  QString commandLine;  // as a shell would take it
};

// Names of an attempt's output files and their sizes, as `readLog` takes them.
struct LogFile {
  QString name;  // "stdout.log", "stderr.log", "nodes/<node>/rank-0.out"
  qint64 bytes = 0;
};

struct LogChunk {
  QByteArray data;
  qint64 nextOffset = 0;  // ask again from here
};

// Values that arrived since the last batch; at most one batch per 100 ms and run.
struct MetricBatch {
  struct Entry {
    QString name;
    MetricPoint point;
  };
  QString run;
  QList<Entry> entries;  // by attempt and sequence
};

enum class RemoveWhat { checkpoints, all };

class ServiceClient : public QObject {
  Q_OBJECT

 public:
  struct Places {
    QString serviceProgram;  // `yard`; empty: beside this program
    QString socket;          // empty: that of this data folder, serviceSocket() of places.h
  };
  explicit ServiceClient(QObject* parent = nullptr);
  explicit ServiceClient(Places places, QObject* parent = nullptr);
  ~ServiceClient() override;

  // Connects; starts the service when none answers, and replaces one that is older than this program. Waits at most 15 s.
  // Calling it while connected does nothing. After `disconnected` call it again.
  QCoro::Task<Result<void>> connectToService(std::stop_token stop = {});
  bool isConnected() const;

  // Reads, checks, makes the run folder, starts. A document with errors gives "experiment.invalid", whose argument
  // `diagnostics` is a List of Maps with the keys of a diagnostic; nothing is left behind then.
  QCoro::Task<Result<SubmittedRun>> submit(SubmitRequest request, std::stop_token stop = {});
  // The script and the command line that `submit` would use; changes nothing. Errors as those of `submit`.
  QCoro::Task<Result<RenderedScript>> render(SubmitRequest request, std::stop_token stop = {});
  // A new attempt of the same run, from its last checkpoint. Error "run.open" while it waits or runs.
  QCoro::Task<Result<void>> resume(QString run, std::stop_token stop = {});
  // Returns when the request is delivered; the end arrives as a change. Error "run.ended" when it is over.
  QCoro::Task<Result<void>> cancel(QString run, std::stop_token stop = {});
  // Deletes from the target for good. Error "run.open" while it waits or runs.
  QCoro::Task<Result<void>> remove(QString run, RemoveWhat what, std::stop_token stop = {});
  // Looks on the target for runs that the store does not know; returns how many were added.
  QCoro::Task<Result<int>> scan(QString target, std::stop_token stop = {});

  // Output files of an attempt (0: the newest), and a piece of one, at most 1 MiB. A file that is not there yet is empty.
  QCoro::Task<Result<QList<LogFile>>> logFiles(QString run, int attempt = 0, std::stop_token stop = {});
  QCoro::Task<Result<LogChunk>> readLog(QString run, int attempt, QString file, qint64 offset, std::stop_token stop = {});

  // Live metrics and messages of these runs are sent from now on (replaces the former list; holds over reconnects).
  void watch(const QStringList& runs);

 signals:
  void connected();
  void disconnected();
  // Something of these runs changed in the store: state, progress, reason, summary. At most every 100 ms. Also for removed ones.
  void runsChanged(const QStringList& runs);
  // Watched runs only. The same values are in the store already.
  void metricsArrived(const trainyard::MetricBatch& batch);
  void messageArrived(const QString& run, const trainyard::MessageRecord& message);

 private:
  class Private;
  std::unique_ptr<Private> d;
};

}  // namespace trainyard
