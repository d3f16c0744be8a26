// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does with runs, through the service: cancel, resume, fetch, remove, read output.
// Every answer is a signal; nothing here waits, and an answer that comes after this object is gone
// is dropped.
#pragma once

#include <QObject>
#include <QSet>
#include <stop_token>

#include "remote/service/client/client.h"

namespace trainyard {

class RunActions : public QObject {
  Q_OBJECT
 public:
  explicit RunActions(ServiceClient* client, QObject* parent = nullptr);
  ~RunActions() override;

  // What a further attempt is to the person: the run goes on, or, never having run, begins. The
  // service sees to it by itself.
  enum class Resume { fromCheckpoint, again };

  // Whether the service answers now; without it nothing can be done with a run.
  bool isConnected() const { return m_client->isConnected(); }
  // Whether this window fetches something of the run.
  bool isFetching(const QString& run) const { return m_fetching.contains(run); }

  void connectToService();
  void cancel(const QString& run);
  void resume(const QString& run, Resume how);
  void remove(const QString& run, RemoveWhat what);
  // `destination` empty: a folder of the service's choice.
  void fetch(const QString& run, FetchWhat what, const QString& destination);
  void listLogs(const QString& run, int attempt);
  void readLog(const QString& run, int attempt, const QString& file, qint64 offset);
  // What there are pictures of, and all of one split's file.
  void listResults(const QString& run);
  void readResult(const QString& run, const QString& split);

 signals:
  void connectionChanged();
  void failed(const QString& sentence);
  void done(const QString& sentence);
  void fetched(const QString& run, const QString& folder);
  void fetchEnded(const QString& run);  // also after a failure
  void logsListed(const QString& run, int attempt, const QList<trainyard::LogFile>& files);
  // `data` is empty when nothing new is there.
  void logRead(const QString& run, int attempt, const QString& file,
               const trainyard::LogChunk& chunk);
  void logFailed(const QString& run, const QString& sentence);
  void resultsListed(const QString& run, const QStringList& splits);
  void resultRead(const QString& run, const QString& split, const QByteArray& content);
  void resultsFailed(const QString& run, const QString& sentence);

 private:
  QCoro::Task<void> runConnect();
  QCoro::Task<void> runCancel(QString run);
  QCoro::Task<void> runResume(QString run, Resume how);
  QCoro::Task<void> runRemove(QString run, RemoveWhat what);
  QCoro::Task<void> runFetch(QString run, FetchWhat what, QString destination);
  QCoro::Task<void> runListLogs(QString run, int attempt);
  QCoro::Task<void> runReadLog(QString run, int attempt, QString file, qint64 offset);
  QCoro::Task<void> runListResults(QString run);
  QCoro::Task<void> runReadResult(QString run, QString split);

  ServiceClient* m_client;
  QSet<QString> m_fetching;
  std::stop_source m_stop;
};

}  // namespace trainyard
