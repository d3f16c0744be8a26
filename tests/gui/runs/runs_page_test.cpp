// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/runs_page.h"

#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTest>

#include "gui/runs/compare/compare_page.h"
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
    QVERIFY(scene.state() == "Lost");
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
    auto* tabs = scene.page->view()->findChild<QTabWidget*>();
    QPlainTextEdit* output = nullptr;
    for (auto* each : scene.page->view()->findChildren<QPlainTextEdit*>())
      if (each->accessibleName() == "Output") output = each;
    QVERIFY(output);
    const auto find = [&](const char* name) -> QLineEdit* {
      for (QLineEdit* line : scene.page->findChildren<QLineEdit*>())
        if (line->accessibleName() == QLatin1String(name)) return line;
      return nullptr;
    };
    while (!output->isVisible()) tabs->setCurrentIndex(tabs->currentIndex() + 1);
    output->setFocus();
    QTest::keyClick(output, Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(QApplication::focusWidget(), find("Find in the output"));
    scene.page->goTo({});
    scene.table()->setFocus();
    QTest::keyClick(scene.table(), Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(QApplication::focusWidget(), find("Search runs"));
  }

  void severalAreActedOnAtOnce() {
    RunsScene scene({runRecord("a", RunState::failed), runRecord("b", RunState::completed),
                     runRecord("c", RunState::cancelled)});
    for (const char* method : {"resume", "runs.annotate"})
      scene.service.answers[method] = [](const QJsonObject&) { return QJsonObject(); };
    QTRY_VERIFY(scene.isFilled());
    QVERIFY(!scene.tool("Compare")->isEnabled());
    scene.clickRow("a");
    QVERIFY(!scene.tool("Compare")->isEnabled());
    scene.clickRow("b", Qt::ControlModifier);
    scene.clickRow("c", Qt::ControlModifier);
    QVERIFY(scene.tool("Compare")->isEnabled());
    // The one that is completed has nothing to resume.
    emit scene.page->workspace()->wanted(RunActionBar::Act::resume,
                                         scene.page->workspace()->chosenRuns());
    QTRY_COMPARE(scene.service.count("resume"), 2);
    emit scene.page->workspace()->wanted(RunActionBar::Act::archive,
                                         scene.page->workspace()->chosenRuns());
    QTRY_COMPARE(scene.service.count("runs.annotate"), 1);
    const QJsonObject asked = scene.service.last("runs.annotate");
    QCOMPARE(asked["runs"].toArray().size(), 3);
    QCOMPARE(asked["is_archived"].toBool(), true);
    QVERIFY(!asked.contains("is_pinned"));
  }

  void theEyeShowsAndHidesCurves() {
    OneRunScene scene(runRecord("r", RunState::completed));
    scene.service.answers["runs.annotate"] = [](const QJsonObject&) { return QJsonObject(); };
    QTRY_VERIFY(scene.isFilled());
    QVERIFY(!scene.page->workspace()->model()->isShown("r"));
    scene.clickRow("r");
    QTest::keyClick(scene.table(), Qt::Key_Space);
    QTRY_COMPARE(scene.service.count("runs.annotate"), 1);
    QCOMPARE(scene.service.last("runs.annotate")["is_shown"].toBool(), true);
    RunAnnotation annotation;
    annotation.isShown = true;
    QVERIFY(scene.writer.annotate({"r"}, annotation));
    scene.notifyChanged("r");
    QTRY_VERIFY(scene.page->workspace()->model()->isShown("r"));
    QTRY_COMPARE(scene.page->workspace()->curves()->runs().size(), 1);
  }

  void aSearchThatCannotBeReadSaysWhy() {
    OneRunScene scene(runRecord("r", RunState::completed));
    QTRY_VERIFY(scene.isFilled());
    QLineEdit* search = nullptr;
    for (QLineEdit* line : scene.page->findChildren<QLineEdit*>())
      if (line->accessibleName() == "Search runs") search = line;
    QVERIFY(search);
    search->setText("eval/loss < low");
    const auto says = [&](const QString& words) {
      for (const QLabel* label : scene.page->workspace()->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(words)) return true;
      return false;
    };
    QTRY_VERIFY(says("'low' is no number"));
    QCOMPARE(scene.rows(), QStringList{"r"});  // what was found stays
    search->setText("nothing-like-it");
    QTRY_VERIFY(says("No run matches"));
    QVERIFY(!says("is no number"));
    search->clear();
    QTRY_COMPARE(scene.rows(), QStringList{"r"});
  }

  void comparingAndBack() {
    RunsScene scene({runRecord("a", RunState::completed), runRecord("b", RunState::completed)});
    QTRY_VERIFY(scene.isFilled());
    QStringList visited;
    connect(scene.page.get(), &RunsPage::addressChanged, this,
            [&](const QString& address) { visited << address; });
    scene.clickRow("a");
    scene.clickRow("b", Qt::ControlModifier);
    RunsScene::click(scene.tool("Compare"));
    QTRY_COMPARE(scene.page->comparison()->comparison().runs().size(), 2);
    QVERIFY(scene.page->address().startsWith("compare/"));
    scene.page->goTo({});
    QCOMPARE(scene.table()->chosen().size(), 2);
    scene.page->goTo(visited.front());
    QVERIFY(scene.page->comparison()->isVisible());
  }
};

TRAINYARD_WINDOW_TEST(RunsPageTest);
#include "runs_page_test.moc"
