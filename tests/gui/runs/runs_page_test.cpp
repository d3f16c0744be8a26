#include "gui/runs/runs_page.h"

#include <QDialog>
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
      if (!scene.writer.setOpen("r", RunState::waiting, Sentence("Waiting its turn.")))
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
    QTRY_COMPARE(said, "The run goes on from its last checkpoint.");
  }
};

TRAINYARD_WINDOW_TEST(RunsPageTest);
#include "runs_page_test.moc"
