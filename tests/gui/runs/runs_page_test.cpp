// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/runs_page.h"

#include <QApplication>
#include <QDialog>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTest>

#include "tests/gui/runs/runs_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

struct OneRunScene : RunsScene {
  explicit OneRunScene(const RunRecord& run) : RunsScene({run}) {}
};

QJsonObject report(const QString& run, int done) {
  return {{"run", run},         {"what", "checkpoints"},  {"bytes_done", done},
          {"bytes_total", 100}, {"bytes_per_second", 10}, {"seconds_left", 1}};
}

}  // namespace

class RunsPageTest : public QObject {
  Q_OBJECT
 private slots:
  void whatIsFetchedIsShownUntilTheAnswerAndNotAfter() {
    OneRunScene scene(runRecord("r", RunState::completed));
    QTRY_VERIFY(scene.isReady());
    // What another client fetches is not this window's.
    scene.service.notify("progress", report("r", 5));
    scene.service.answers["fetch"] = [&](const QJsonObject&) {
      scene.service.notify("progress", report("r", 50));
      return QJsonObject{{"path", "/data/fetched/far"}};
    };
    bool wasShown = false;
    connect(scene.page->currentRun(), &RunModel::recordChanged, this,
            [&] { wasShown = wasShown || scene.shows("Fetching the checkpoints"); });
    QVERIFY(scene.button("&Fetch…")->isEnabled());
    scene.button("&Fetch…")->click();
    const auto* dialog = scene.page->findChild<QDialog*>();
    QVERIFY(dialog);
    for (QPushButton* one : dialog->findChildren<QPushButton*>())
      if (one->text() == "Fetch") one->click();
    QTRY_COMPARE(scene.service.count("fetch"), 1);
    bool isOver = false;
    connect(scene.page.get(), &RunsPage::done, this,
            [&](const QString& sentence) { isOver = sentence.contains("/data/fetched/far"); });
    QTRY_VERIFY(isOver);
    QVERIFY(wasShown);
    // A report that comes after the answer changes nothing any more. What comes after it has
    // arrived, so it has been read.
    scene.service.notify("progress", report("r", 100));
    bool isRead = false;
    connect(scene.client.get(), &ServiceClient::runsChanged, this, [&] { isRead = true; });
    scene.service.notify("runs.changed", {{"runs", QJsonArray{"r"}}});
    QTRY_VERIFY(isRead);
    QVERIFY(!scene.shows("Fetching"));
    QVERIFY(scene.button("&Fetch…")->isEnabled());
  }

  void aLostRunIsSubmittedAgainWithOneClick() {
    OneRunScene scene(runRecord("r", RunState::failed, "slurm.lost"));
    QTRY_VERIFY(scene.isReady());
    QVERIFY(!scene.button("Resume"));
    QVERIFY(scene.button("Submit again"));
    QVERIFY(scene.shows("Lost"));
    QString said;
    connect(scene.page.get(), &RunsPage::done, this,
            [&](const QString& sentence) { said = sentence; });
    scene.service.answers["resume"] = [&](const QJsonObject& parameters) {
      if (!scene.writer.setOpen("r", RunState::waiting, Message("Waiting its turn.")))
        qFatal("the store cannot be written");
      scene.service.notify("runs.changed", {{"runs", QJsonArray{"r"}}});
      return QJsonObject{{"run", parameters["run"]}};
    };
    scene.button("Submit again")->click();
    QTRY_COMPARE(scene.service.count("resume"), 1);
    QCOMPARE(scene.service.last("resume")["run"].toString(), "r");
    QTRY_COMPARE(said, "The run was submitted again.");
    QTRY_VERIFY(scene.shows("Waiting its turn."));
    QVERIFY(!scene.button("Submit again"));
    QVERIFY(scene.can("Cancel run"));
  }

  void aRunThatRanIsResumed() {
    OneRunScene scene(runRecord("r", RunState::failed, "rank.killed"));
    QTRY_VERIFY(scene.isReady());
    QVERIFY(!scene.button("Submit again"));
    QString said;
    connect(scene.page.get(), &RunsPage::done, this,
            [&](const QString& sentence) { said = sentence; });
    scene.service.answers["resume"] = [](const QJsonObject& parameters) {
      return QJsonObject{{"run", parameters["run"]}};
    };
    scene.button("Resume")->click();
    QTRY_COMPARE(said, "The run continues from its last checkpoint.");
  }

  // Where the output is looked at, Ctrl+F is about the output.
  void ctrlFSearchesWhatIsLookedAt() {
    OneRunScene scene(runRecord("r", RunState::completed));
    QTRY_VERIFY(scene.isReady());
    QVERIFY(QTest::qWaitForWindowActive(scene.page.get()));
    auto* tabs = scene.page->findChild<QTabWidget*>();
    auto* output = scene.page->findChild<QPlainTextEdit*>();
    const auto find = [&](const char* name) -> QLineEdit* {
      for (QLineEdit* line : scene.page->findChildren<QLineEdit*>())
        if (line->accessibleName() == QLatin1String(name)) return line;
      return nullptr;
    };
    scene.table()->setFocus();
    QTest::keyClick(scene.page.get(), Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(QApplication::focusWidget(), find("Search runs"));
    while (!output->isVisible()) tabs->setCurrentIndex(tabs->currentIndex() + 1);
    output->setFocus();
    QTest::keyClick(output, Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(QApplication::focusWidget(), find("Find in the output"));
    scene.table()->setFocus();
    QTest::keyClick(scene.table(), Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(QApplication::focusWidget(), find("Search runs"));
  }

  // Runs without a value stand last, in both directions.
  void whatHasNoLossComesLast() {
    RunsScene scene({runRecord("a", RunState::completed), runRecord("b", RunState::completed),
                     runRecord("c", RunState::completed), runRecord("d", RunState::completed)});
    MetricsEvent low, high;
    low.step = high.step = 1;
    low.values = {{"loss", 1.5}};
    high.values = {{"loss", 336196.8}};
    HeaderEvent header;
    header.attempt = 1;
    QVERIFY(scene.writer.importEvents("b", 1, {{1, 0, header}, {2, 1, low}}, 100, 0));
    QVERIFY(scene.writer.importEvents("d", 1, {{1, 0, header}, {2, 1, high}}, 100, 0));
    for (const char* run : {"b", "d"}) scene.end(run, RunState::completed, {}, {});
    QTRY_VERIFY(scene.isReady());
    scene.notifyChanged("b");
    scene.notifyChanged("d");
    const auto order = [&](Qt::SortOrder direction) {
      scene.table()->sortByColumn(RunsModel::LossColumn, direction);
      QStringList runs;
      for (int i = 0; i < scene.table()->model()->rowCount(); ++i)
        runs << scene.table()->model()->index(i, 0).data(RunsModel::RunRole).toString();
      return runs.mid(0, 2);
    };
    QTRY_COMPARE(order(Qt::AscendingOrder), (QStringList{"b", "d"}));
    QCOMPARE(order(Qt::DescendingOrder), (QStringList{"d", "b"}));
  }

  // Only who chooses columns ends that they come by themselves.
  void lookingAtTheColumnsChoosesNone() {
    OneRunScene scene(runRecord("r", RunState::completed));
    QTRY_VERIFY(scene.isReady());
    emit scene.table()->header()->customContextMenuRequested({5, 5});
    QTRY_VERIFY(QApplication::activePopupWidget());
    QApplication::activePopupWidget()->close();
    TargetRecord here, far;
    here.settings.name = "here";
    far.settings.name = "far";
    far.kind = "slurm";
    scene.targets->setTargets({here, far});
    QTRY_COMPARE(scene.table()->isColumnHidden(RunsModel::TargetColumn), false);
  }
};

TRAINYARD_WINDOW_TEST(RunsPageTest);
#include "runs_page_test.moc"
