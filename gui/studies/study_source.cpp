// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/study_source.h"

#include <map>

#include "engine/search/optuna_journal.h"
#include "gui/runs/records/run_text.h"
#include "gui/targets/error_text.h"
#include "remote/service/protocol/study_request.h"
#include "remote/store/study_reader.h"
#include "remote/values/study_runs.h"

namespace trainyard {
class StudySource::Worker : public QObject {
 public:
  Worker(StudySource* owner, QString path) : m_owner(owner), m_path(std::move(path)) {}

  void readStudies() {
    const auto names = reader().studies();
    if (!names) return report(names.error());
    QList<StudySummary> studies;
    for (const QString& study : *names)
      if (read(study)) studies << summary(study);
    emit m_owner->studiesRead(studies);
  }

  void readStudy(const QString& study) {
    if (!read(study)) return;
    const StudyReader::Reading& reading = m_readings[study];
    const auto& known = m_contents[study];
    StudySummary now = summary(study);
    // Nothing happened to its trials; what is known of its run may have changed.
    if (known.content && known.records == reading.records && known.content->summary == now)
      emit m_owner->studyRead(known.content);
    else
      emit m_owner->studyRead(keep(study, contentOf(reading.recorded, now)));
    Known& mine = m_contents[study];
    if (mine.importanceOf != reading.records) {
      mine.importance = importanceOf(reading.recorded);
      mine.importanceOf = reading.records;
    }
    emit m_owner->importanceRead(study, mine.importance);
  }

 private:
  struct Known {
    StudyContentPointer content;
    std::int64_t records = 0;  // that it was made of
    StudyImportance importance;
    std::int64_t importanceOf = 0;
  };

  StudyReader& reader() {
    if (!m_reader) m_reader = std::make_unique<StudyReader>(m_path);  // bound to this thread
    return *m_reader;
  }
  RunStore& store() {
    if (!m_store) m_store = std::make_unique<RunStore>(m_path);
    return *m_store;
  }

  bool read(const QString& study) {
    const auto result = reader().read(study, m_readings[study]);
    if (result) return true;
    m_readings.erase(study);
    m_contents.erase(study);
    if (result.error().code != "study.unknown") {
      report(result.error());
      return false;
    }
    const auto run = store().run(study);
    emit m_owner->studyMissing(study, run ? std::optional(*run) : std::nullopt);
    return false;
  }

  StudyContentPointer keep(const QString& study, StudyContentPointer content) {
    Known& known = m_contents[study];
    known.content = content;
    known.records = m_readings[study].records;
    return content;
  }

  StudySummary summary(const QString& study) {
    const StudyReader::Reading& reading = m_readings[study];
    StudySummary summary = summaryOf(reading.recorded);
    summary.study = study;
    summary.hasRun = reading.attempt > 0;
    summary.areTrialsRuns =
        !summary.hasRun || reading.recorded.record.search.run_as == SearchRunAs::controller_job;
    if (const auto run = store().run(summary.hasRun ? study : trialRun(study, 0, 0))) {
      if (summary.name.isEmpty()) summary.name = run->name;
      summary.target = run->target;
      if (!summary.hasRun) summary.documentPath = run->source;
      if (summary.hasRun) {
        summary.name = run->title.isEmpty() ? run->name : run->title;
        summary.state = run->state;
        summary.documentPath = RunText::experiment(*run);
      }
    }
    if (!summary.hasRun) addRequest(summary);
    return summary;
  }

  void addRequest(StudySummary& summary) {
    const auto request = readStudyRequest(StudyReader::studiesFolder(m_path), summary.study);
    if (!request) return;
    if (!request->path.isEmpty()) summary.documentPath = request->path;
    if (request->text) summary.documentText = QString::fromUtf8(*request->text);
    summary.target = request->target;
  }

  // A store of an older version is being updated by the service; it is read again then.
  void report(const Error& error) {
    if (error.code != "store.older") emit m_owner->failed(errorText(error));
  }

  StudySource* m_owner;
  QString m_path;
  std::unique_ptr<StudyReader> m_reader;
  std::unique_ptr<RunStore> m_store;
  std::map<QString, StudyReader::Reading> m_readings;
  std::map<QString, Known> m_contents;
};

StudySource::StudySource(const QString& storePath)
    : m_storePath(storePath), m_worker(new Worker(this, storePath)) {
  m_worker->moveToThread(&m_thread);
  connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
  m_thread.setObjectName(QStringLiteral("study reader"));
  m_thread.start();
}

StudySource::~StudySource() {
  m_thread.quit();
  m_thread.wait();
}

void StudySource::requestStudies() {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker] { worker->readStudies(); }, Qt::QueuedConnection);
}

void StudySource::requestStudy(const QString& study) {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, study] { worker->readStudy(study); }, Qt::QueuedConnection);
}

QByteArray StudySource::optunaJournal(const QString& storePath, const QString& study) {
  StudyReader::Reading reading;
  if (!StudyReader(storePath).read(study, reading)) return {};
  return QByteArray::fromStdString(search::to_optuna_journal(reading.recorded));
}

}  // namespace trainyard
