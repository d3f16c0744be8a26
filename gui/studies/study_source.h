// SPDX-License-Identifier: GPL-3.0-or-later
// Reads studies on a thread of its own: the window never waits for a disk, however many trials
// there are. Answers are signals in the caller's thread, in the order of the requests.
#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QThread>
#include <optional>

#include "gui/studies/study_content.h"
#include "remote/store/run_store.h"

namespace trainyard {

class StudySource : public QObject {
  Q_OBJECT
 public:
  explicit StudySource(const QString& storePath = RunStore::defaultPath());
  ~StudySource() override;

  // All of them, newest first.
  void requestStudies();
  void requestStudy(const QString& study);
  // The study as a file that Optuna opens; empty if it cannot be read. On any thread, takes a
  // while.
  static QByteArray optunaJournal(const QString& storePath, const QString& study);
  const QString& storePath() const { return m_storePath; }

 signals:
  void studiesRead(const QList<trainyard::StudySummary>& studies);
  void studyRead(const trainyard::StudyContentPointer& content);
  // Follows, because it takes longer.
  void importanceRead(const QString& study, const trainyard::StudyImportance& importance);
  // Nothing is recorded of it. `run`: the one in which its trials are to run, if there is one.
  void studyMissing(const QString& study, const std::optional<trainyard::RunRecord>& run);
  void failed(const QString& sentence);

 private:
  class Worker;
  QString m_storePath;
  QThread m_thread;
  Worker* m_worker;
};

}  // namespace trainyard
