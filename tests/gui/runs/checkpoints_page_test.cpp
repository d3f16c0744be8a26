// SPDX-License-Identifier: GPL-3.0-or-later
// The checkpoints of a run: curve, table and details choose each other, and what is done with them
// goes through the service.
#include "gui/runs/checkpoints/checkpoints_page.h"

#include <QLineEdit>
#include <QTableView>

#include "gui/charts/plot_panel.h"
#include "gui/runs/checkpoints/checkpoint_detail.h"
#include "gui/runs/checkpoints/checkpoint_plot.h"
#include "tests/gui/runs/runs_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

QJsonObject listedEntry(const QString& name, const QString& kind, qint64 bytes) {
  return {{"name", name}, {"kind", kind}, {"bytes", bytes}, {"modified", 2000}};
}

RunRecord engineRun(RunState state) {
  RunRecord run = runRecord("r", state);
  run.workload = "engine";
  return run;
}

struct CheckpointsScene : RunsScene {
  explicit CheckpointsScene(RunState state, TargetLink link = TargetLink::connected)
      : RunsScene({engineRun(state)}) {
    if (!writer.setSettings(
            "r", {{"checkpoint.every_steps", "10", 10}, {"checkpoint.keep_last", "2", 2}}))
      qFatal("no settings");
    report();
    if (!isOpen(state)) end("r", state, {}, "It ended.");
    answer();
    TargetRecord cluster;
    cluster.settings.name = "cluster";
    cluster.link = link;
    targets->setTargets({cluster});
    if (!QTest::qWaitFor([this] { return isReady(); })) qFatal("no run");
    page->view()->showPart("checkpoints");
  }

  void report() {
    HeaderEvent header;
    header.attempt = 1;
    std::vector<Event> events{{1000, 1, header}};
    std::int64_t at = 1;
    for (int step = 1; step <= 40; ++step) {
      MetricsEvent metrics;
      metrics.step = step;
      metrics.values = {{"train/loss", 3.0 / step}};
      if (step % 10 == 0) metrics.values.emplace_back("eval/loss", step == 30 ? 0.5 : 1.0);
      events.push_back({1000.0 + step, ++at, metrics});
      if (step % 10 != 0) continue;
      events.push_back(
          {1000.0 + step, ++at,
           CheckpointEvent{step, "checkpoints/" + checkpoint(step), 1 << 20, 0.1, 0.2}});
    }
    events.push_back(
        {1041, ++at, SampleEvent{"generated", SampleKind::text, 30, "once upon", "", false}});
    if (!writer.importEvents("r", 1, events, 100, 0)) qFatal("no events");
  }

  static std::string checkpoint(int step) { return "step-000000" + std::to_string(step); }

  void answer() {
    service.answers["files.list"] = [this](const QJsonObject& asked) {
      const QString path = asked["path"].toString();
      QJsonArray files;
      if (path.endsWith("/checkpoints"))
        for (const int step : there)
          files << listedEntry(QString::fromStdString(checkpoint(step)), "folder", 0);
      else if (path.endsWith("/training"))
        files << listedEntry("optimizer.safetensors", "file", 200);
      else
        files = {listedEntry("manifest.json", "file", 10),
                 listedEntry("model.safetensors", "file", modelBytes),
                 listedEntry("training", "folder", 0)};
      return QJsonObject{{"path", path}, {"is_folder", true}, {"files", files}};
    };
    service.answers["files.read"] = [](const QJsonObject& asked) {
      const bool isBest = asked["path"].toString().endsWith("/best");
      const QByteArray content =
          isBest
              ? "step-00000030\n"
              : R"({"format": 1, "step": 30, "files": {"model.safetensors": {"bytes": 100, "xxh3_64": "ab"},
                      "training/optimizer.safetensors": {"bytes": 200, "xxh3_64": "cd"}}})";
      return QJsonObject{
          {"data", QString(content.toBase64())}, {"offset", 0}, {"bytes", content.size()}};
    };
    service.answers["checkpoints.remove"] = [this](const QJsonObject& asked) {
      for (const QJsonValue& name : asked["names"].toArray())
        there.removeOne(name.toString().sliced(5).toInt());
      return QJsonObject{{"removed", asked["names"]}};
    };
    service.answers["files.fetch"] = [](const QJsonObject& asked) {
      return QJsonObject{{"path", asked["destination"]}, {"left_out", QJsonArray()}};
    };
    service.answers["resume"] = [](const QJsonObject&) { return QJsonObject(); };
  }

  CheckpointsPage* checkpoints() const { return page->view()->findChild<CheckpointsPage*>(); }
  QTableView* table() const { return checkpoints()->table(); }
  QStringList steps() const {
    QStringList out;
    for (int row = 0; row < table()->model()->rowCount(); ++row)
      out << table()->model()->index(row, 0).data().toString();
    return out;
  }
  QString chosen() const { return table()->currentIndex().siblingAtColumn(0).data().toString(); }
  void choose(int row) const {
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, {},
                      table()->visualRect(table()->model()->index(row, 1)).center());
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const {
    QTest::keyClick(table(), key, modifiers);
  }

  QList<int> there{20, 30, 40};
  int modelBytes = 100;
};

}  // namespace

class CheckpointsPageTest : public QObject {
  Q_OBJECT
 private slots:
  void whatIsThereIsListedAndTheBestIsChosen() {
    CheckpointsScene scene(RunState::failed);
    QTRY_COMPARE(scene.steps(), QStringList({"40", "30", "20"}));
    QTRY_COMPARE(scene.chosen(), "30");
    QTRY_VERIFY(scene.shows("Step 30, best"));
    QTRY_VERIFY(scene.shows("Each of its files (2) has the size"));
    QVERIFY(scene.shows("by hand: 1"));
    QTRY_VERIFY(scene.shows("once upon"));
    QTRY_COMPARE(scene.checkpoints()->plot()->marks().size(), 4);
    QCOMPARE(scene.checkpoints()->plot()->chosen(), 30);
  }

  void curveAndTableChooseEachOther() {
    CheckpointsScene scene(RunState::failed);
    QTRY_COMPARE(scene.steps().size(), 3);
    scene.choose(0);
    QTRY_COMPARE(scene.checkpoints()->plot()->chosen(), 40);
    scene.press(Qt::Key_Down);
    QCOMPARE(scene.checkpoints()->plot()->chosen(), 30);
    CheckpointPlot* plot = scene.checkpoints()->plot();
    QTRY_COMPARE(plot->panel()->shown().lines.size(), 2);
    plot->panel()->refreshNow();
    const auto clickOn = [&](qint64 step) {
      for (const CheckpointPlot::Mark& mark : plot->marks())
        if (mark.step == step)
          QTest::mouseClick(plot->panel(), Qt::LeftButton, {}, plot->placeOf(mark).toPoint());
    };
    clickOn(20);
    QCOMPARE(scene.chosen(), "20");
    // One that was removed has a place in the curve and none in the table.
    clickOn(10);
    QCOMPARE(plot->chosen(), 10);
    QVERIFY(scene.chosen().isEmpty());
    QVERIFY(scene.shows("It was removed"));
  }

  void aRunResumesFromItsNewestCheckpointOnly() {
    CheckpointsScene scene(RunState::failed);
    QTRY_COMPARE(scene.chosen(), "30");
    QTRY_VERIFY(scene.button("Resume from 30"));
    QVERIFY(!scene.can("Resume from 30"));
    QVERIFY(scene.button("Resume from 30")->toolTip().contains("step 40"));
    scene.choose(0);
    QTRY_VERIFY(scene.can("Resume from 40"));
    scene.press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(scene.service.count("resume"), 1);
    QCOMPARE(scene.service.last("resume")["run"].toString(), "r");
  }

  void removingAsksInItsRowAndNamesTheBytes() {
    CheckpointsScene scene(RunState::failed);
    QTRY_COMPARE(scene.chosen(), "30");
    scene.table()->setFocus();
    scene.press(Qt::Key_Space);
    scene.press(Qt::Key_Up);
    scene.press(Qt::Key_Space);
    QTRY_VERIFY(scene.can("Remove"));
    RunsScene::click(scene.button("Remove"));
    QVERIFY(scene.shows("Step 40; 30 of far will be deleted for good."));
    QCOMPARE(scene.service.count("checkpoints.remove"), 0);
    QTest::keyClick(scene.button("Keep"), Qt::Key_Escape);
    QVERIFY(!scene.button("Keep"));
    RunsScene::click(scene.button("Remove"));
    RunsScene::click(scene.button("Remove 2.0 MiB"));
    QTRY_COMPARE(scene.service.count("checkpoints.remove"), 1);
    QCOMPARE(scene.service.last("checkpoints.remove")["names"].toArray(),
             QJsonArray({"step-00000040", "step-00000030"}));
    QTRY_COMPARE(scene.steps(), QStringList{"20"});
    QTRY_VERIFY(scene.can("Resume from 20"));
  }

  void aRunThatGoesOnKeepsWhatItNeeds() {
    CheckpointsScene scene(RunState::running);
    QTRY_COMPARE(scene.chosen(), "30");
    QTRY_VERIFY(scene.button("Remove") && !scene.can("Remove"));
    QVERIFY(scene.button("Remove")->toolTip().contains("step 30"));
    scene.choose(0);
    QVERIFY(!scene.can("Remove"));
    scene.choose(2);
    QTRY_VERIFY(scene.can("Remove"));
    QVERIFY(!scene.can("Resume from 20"));
  }

  void anIncompleteOneIsNoPlaceToResumeFrom() {
    CheckpointsScene scene(RunState::failed);
    scene.modelBytes = 99;
    QTRY_COMPARE(scene.steps().size(), 3);
    scene.choose(0);
    QTRY_VERIFY(scene.shows("Not of the size that was written: model.safetensors."));
    QTRY_VERIFY(scene.button("Resume from 40") && !scene.can("Resume from 40"));
  }

  void theModelIsExportedWithoutTheStateOfTraining() {
    CheckpointsScene scene(RunState::completed);
    QTRY_VERIFY(scene.shows("Each of its files (2)"));
    QVERIFY(!scene.can("Resume from 30"));
    QVERIFY(QTest::qWaitForWindowActive(scene.page.get()));
    scene.press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    auto* destination = scene.checkpoints()->findChild<QLineEdit*>();
    QTRY_VERIFY(destination->hasFocus());
    QCOMPARE(destination->text(), QDir::homePath() + "/models/far-step-30");
    destination->setText(scene.folder.filePath("model"));
    QTest::keyClick(destination, Qt::Key_Return);
    QTRY_COMPARE(scene.service.count("files.fetch"), 1);
    QCOMPARE(scene.service.last("files.fetch")["path"].toString(),
             "/scratch/far/checkpoints/step-00000030/model.safetensors");
    QCOMPARE(scene.service.last("files.fetch")["destination"].toString(),
             scene.folder.filePath("model/model.safetensors"));
  }

  void aClusterOutOfReachIsNotAskedAndItsCheckpointsStay() {
    CheckpointsScene scene(RunState::failed, TargetLink::waiting);
    QTRY_COMPARE(scene.steps(), QStringList({"40", "30", "20", "10"}));
    QVERIFY(scene.shows("cluster is out of reach"));
    QVERIFY(!scene.can("Remove"));
    QCOMPARE(scene.service.count("files.list"), 0);
    // A person may ask: that logs in.
    RunsScene::click(scene.button("Ask there"));
    QTRY_COMPARE(scene.steps(), QStringList({"40", "30", "20"}));
  }
};

TRAINYARD_WINDOW_TEST(CheckpointsPageTest);
#include "checkpoints_page_test.moc"
