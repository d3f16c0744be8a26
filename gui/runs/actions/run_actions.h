// SPDX-License-Identifier: GPL-3.0-or-later
// The user's actions on runs, through the service: cancel, resume, fetch, remove, read output.
// Every answer is a signal; nothing here blocks, and an answer that arrives after this object is
// gone is dropped.
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

  // What a further attempt means for the user: the run continues or, if it never ran, starts. The
  // service decides this by itself.
  enum class Resume { fromCheckpoint, again };

  ServiceClient* client() const { return m_client; }
  // Whether the service is connected; nothing can be done with a run otherwise.
  bool isConnected() const { return m_client->isConnected(); }
  // Whether this window is fetching something of the run.
  bool isFetching(const QString& run) const { return m_fetching.contains(run); }

  void cancel(const QString& run);
  // `changes` of settings before it goes on: "batch.per_device=4".
  void resume(const QString& run, Resume how, const QStringList& changes = {});
  void remove(const QString& run, RemoveWhat what);
  // Changes what a person noted about runs.
  void annotate(const QStringList& runs, const RunAnnotation& annotation);
  // Of `all` these runs, and no others, show their curves.
  void showCurves(const QStringList& all, const QStringList& shown);
  // `destination` empty: chosen by the service.
  void fetch(const QString& run, FetchWhat what, const QString& destination);
  void listLogs(const QString& run, int attempt);
  void readLog(const QString& run, int attempt, const QString& file, qint64 offset);
  // Reads what a run has printed again, or says what would be read.
  void reread(const RereadArguments& asked);
  void searchLog(const SearchLogArguments& asked);
  // Lists the splits with plots, and reads the whole file of one.
  void listResults(const QString& run);
  void readResult(const QString& run, const QString& split);
  // Reads the newest profile of its steps, and copies its trace to a file of this computer.
  void readProfile(const RunRecord& run);
  void saveTrace(const RunRecord& run, int attempt, const QString& path);

 signals:
  void connectionChanged();
  void failed(const QString& sentence);
  void done(const QString& sentence);
  void fetched(const QString& run, const QString& folder);
  void fetchEnded(const QString& run);  // also after a failure
  void logsListed(const QString& run, int attempt, const QList<trainyard::LogFile>& files);
  // `data` is empty if there is nothing new.
  void logRead(const QString& run, int attempt, const QString& file,
               const trainyard::LogChunk& chunk);
  void rereadDone(const trainyard::RereadArguments& asked, const trainyard::RereadAnswer& answer);
  void rereadFailed(const trainyard::RereadArguments& asked, const QString& sentence);
  void logFailed(const QString& run, const QString& sentence);
  void logSearched(const trainyard::SearchLogArguments& asked, const trainyard::LogHits& hits);
  void logSearchFailed(const trainyard::SearchLogArguments& asked, const QString& sentence);
  void resultsListed(const QString& run, const QStringList& splits);
  void resultRead(const QString& run, const QString& split, const QByteArray& content);
  void resultsFailed(const QString& run, const QString& sentence);
  void profileRead(const QString& run, int attempt, const QByteArray& content);
  void profileMissing(const QString& run);
  void profileFailed(const QString& run, const QString& sentence);
  // `problem` is empty if all of it is there.
  void traceSaved(const QString& run, const QString& path, const QString& problem);

 private:
  QCoro::Task<void> runFetch(QString run, FetchWhat what, QString destination);
  QCoro::Task<void> runSearchLog(SearchLogArguments asked, std::stop_token stop);
  QCoro::Task<void> runReadResult(QString run, QString split);
  QCoro::Task<void> runReadProfile(RunRecord run);

  ServiceClient* m_client;
  QSet<QString> m_fetching;
  std::stop_source m_stop, m_searchStop;
};

}  // namespace trainyard
