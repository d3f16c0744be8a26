// SPDX-License-Identifier: GPL-3.0-or-later
// The page of studies over a store and journals of its own, with records as the engine and the
// service write them.
#pragma once

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "gui/studies/studies_page.h"
#include "gui/studies/study_actions.h"
#include "gui/studies/study_list.h"
#include "gui/studies/study_head.h"
#include "gui/studies/study_overview.h"
#include "gui/studies/study_view.h"
#include "remote/store/run_writer.h"
#include "remote/store/study_reader.h"
#include "tests/gui/runs/runs_scene.h"
#include "tests/gui/scripted_service.h"
#include "tests/gui/studies/study_records.h"

namespace trainyard {

inline const QString oneJobStudy = "5e6f8f6c-0000-4000-8000-000000000001";
inline const QString jobsStudy = "5e6f8f6c-0000-4000-8000-000000000002";

struct StudyScene {
  StudyScene() : writer(folder.filePath("runs.sqlite")) {
    if (!writer.open()) qFatal("the store cannot be opened");
    client = std::make_unique<ServiceClient>(service.places());
    page = std::make_unique<StudiesPage>(client.get(), store());
    page->resize(1232, 900);
  }
  ~StudyScene() {
    page.reset();
    QCoreApplication::processEvents();
  }

  QString store() const { return folder.filePath("runs.sqlite"); }
  static void must(const auto& result) {
    if (!result) qFatal("%s", result.error().message.c_str());
  }

  // A search in one job.
  void addRun(const std::vector<search::JournalRecord>& records, RunState state = RunState::running,
              const QString& run = oneJobStudy) {
    RunRecord record = runRecord(run, state);
    record.name = "fms-pretrain";
    record.target = "here";
    record.folder = folder.filePath("run");
    record.state = RunState::running;
    must(writer.addRun(record));
    HeaderEvent header;
    header.attempt = 1;
    std::vector<Event> events{{1000, 1, header}};
    std::int64_t sequence = 1;
    for (const search::JournalRecord& each : records)
      events.push_back({1000, ++sequence, StudyEvent{.text = search::to_line(each)}});
    must(writer.importEvents(run, 1, events, 100, 0));
    if (!isOpen(state)) must(writer.setEnded(run, state, {}, Message("An end."), 2000));
  }
  // A search of jobs, with what was submitted if `text` is given.
  void addJournal(const std::vector<search::JournalRecord>& records, const QByteArray& text = {},
                  const QString& study = jobsStudy) {
    QDir().mkpath(StudyReader::studiesFolder(store()));
    QFile journal(StudyReader::journalPath(study, store()));
    if (!journal.open(QIODevice::WriteOnly)) qFatal("no journal");
    for (const search::JournalRecord& each : records)
      journal.write(QByteArray::fromStdString(search::to_line(each)) + '\n');
    if (text.isEmpty()) return;
    SubmitRequest request;
    request.path = folder.filePath("experiment.yaml");
    request.text = text;
    request.target = "cluster";
    QFile asked(StudyReader::studiesFolder(store()) + '/' + study + ".request.json");
    if (!asked.open(QIODevice::WriteOnly)) qFatal("no request");
    asked.write(QJsonDocument(toJson(request)).toJson());
  }
  void connectService() { client->connectToService(); }
  void open(const QString& study) {
    page->goTo(study);
    page->show();
  }
  bool hasOpened(const QString& study) const {
    return page->study()->content() && page->study()->study() == study;
  }
  bool isRead() const { return page->study()->content() && !page->study()->importance().empty(); }
  const StudyContent& content() const { return *page->study()->content(); }
  QPushButton* button(StudyActions::Act act) const { return page->view()->head()->button(act); }
  // The tooltip of a button as it is read.
  QString why(StudyActions::Act act) const { return button(act)->toolTip(); }

  QTemporaryDir folder;
  RunWriter writer;
  ScriptedService service;
  std::unique_ptr<ServiceClient> client;
  std::unique_ptr<StudiesPage> page;
};

}  // namespace trainyard
