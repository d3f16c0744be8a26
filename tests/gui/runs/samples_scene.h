// SPDX-License-Identifier: GPL-3.0-or-later
// The samples of a run over a store of its own.
#pragma once

#include <QAction>
#include <QBuffer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "gui/runs/records/run_model.h"
#include "gui/runs/records/run_records.h"
#include "gui/runs/samples/sample_pane.h"
#include "gui/runs/samples/samples_view.h"
#include "gui/runs/samples/step_slider.h"
#include "gui/runs/records/store_reader.h"
#include "remote/store/run_writer.h"
#include "tests/gui/runs/runs_scene.h"

namespace trainyard {

inline std::string pngInBase64(const QImage& image) {
  QByteArray png;
  QBuffer buffer(&png);
  buffer.open(QIODevice::WriteOnly);
  if (!image.save(&buffer, "png")) qFatal("no picture");
  return png.toBase64().toStdString();
}

inline std::string histogramAround(double middle) {
  QJsonArray edges, counts;
  for (int i = 0; i <= 20; ++i) edges << middle + (i - 10) * 0.1;
  for (int i = 0; i < 20; ++i) counts << 200 - 2 * (i - 10) * (i - 10);
  return QJsonDocument(QJsonObject{{"edges", edges}, {"counts", counts}})
      .toJson(QJsonDocument::Compact)
      .toStdString();
}

struct SamplesScene {
  explicit SamplesScene(const QString& workload = "command")
      : writer(folder.filePath("runs.sqlite")) {
    if (!writer.open()) qFatal("the store cannot be opened");
    for (const char* id : {"run-a", "run-b"}) {
      RunRecord run = runRecord(id, RunState::running);
      run.name = QString("name of %1").arg(id);
      run.workload = workload;
      if (!writer.addRun(run)) qFatal("the store cannot be written");
      all << run;
    }
    records.setRuns(all);
    reader = std::make_unique<StoreReader>(folder.filePath("runs.sqlite"));
    QObject::connect(reader.get(), &StoreReader::detailRead, &model, &RunModel::showDetail);
    view = std::make_unique<SamplesView>(&model, &records, reader.get());
    view->resize(1100, 700);
    view->show();
  }

  // Events of an attempt, after those that it had.
  void add(const QString& run, const std::vector<decltype(Event::body)>& bodies, int attempt = 1) {
    std::vector<Event> events;
    qint64& next = sequences[{run, attempt}];
    if (next == 0) {
      HeaderEvent header;
      header.attempt = attempt;
      events.push_back({1000, next++, header});
    }
    for (const auto& body : bodies) events.push_back({1000, next++, body});
    if (!writer.importEvents(run, attempt, events, next, 0)) qFatal("the store cannot be written");
  }
  void addTexts(const QString& run, const std::vector<std::int64_t>& steps) {
    for (const std::int64_t step : steps)
      add(run, {SampleEvent{"generated", SampleKind::text, step, "at " + std::to_string(step),
                            "prompt one", false}});
  }
  void choose(const QString& run = "run-a") { model.choose(*records.find(run)); }
  // As when the service says that something has changed.
  void refresh() { reader->requestDetail(model.record().run); }

  QListView* names() const { return view->findChild<QListView*>(); }
  QStringList nameList() const {
    QStringList out;
    for (int i = 0; i < names()->model()->rowCount(); ++i)
      out << names()->model()->index(i, 0).data().toString();
    return out;
  }
  StepSlider* slider() const { return view->findChild<StepSlider*>(); }
  QLineEdit* step() const { return view->findChild<QLineEdit*>(); }
  SamplePane* pane() const { return view->findChildren<SamplePane*>().first(); }
  SamplePane* beside() const { return view->findChildren<SamplePane*>().last(); }
  static bool says(const QWidget* where, const QString& words) {
    for (const QLabel* label : where->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  }
  QString text() const { return pane()->shown().text; }
  QToolButton* tool(const QString& tip) const {
    for (auto* button : pane()->findChildren<QToolButton*>())
      if (button->toolTip() == tip) return button;
    qFatal("no button %s", qPrintable(tip));
  }

  QTemporaryDir folder;
  RunWriter writer;
  QList<RunRecord> all;
  QMap<std::pair<QString, int>, qint64> sequences;
  RunRecords records;
  RunModel model;
  std::unique_ptr<StoreReader> reader;
  std::unique_ptr<SamplesView> view;
};

}  // namespace trainyard
