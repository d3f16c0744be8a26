// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a run that was completed with a loss that is not finite, and of exit codes.
#include <QTest>

#include "engine/contract/run/events.h"
#include "gui/runs/overview/cause_card.h"
#include "gui/runs/overview/overview_page.h"
#include "gui/runs/overview/run_cause.h"
#include "gui/runs/records/run_text.h"
#include "tests/gui/runs/runs_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

std::optional<RunCause> causeOf(const RunRecord& run) {
  RunModel model;
  model.choose(run);
  return RunCause::of(model);
}

}  // namespace

class LossWarningTest : public QObject {
  Q_OBJECT
 private slots:
  // It is completed all the same; but nobody is to find out by the model.
  void aLossThatIsNotFiniteIsAWarning() {
    RunRecord run = runRecord("r", RunState::completed);
    run.reason.clear();
    run.trainLoss = 1.5;
    QVERIFY(!causeOf(run));
    QCOMPARE(RunText::summary(run), "Completed.");
    run.trainLoss = qQNaN();
    auto cause = causeOf(run);
    QVERIFY(cause);
    QCOMPARE(cause->title, "The run was completed, but its loss is not finite");
    QCOMPARE(cause->sentence, "The last loss is NaN.");
    QVERIFY(cause->resume.isEmpty());
    QCOMPARE(RunText::summary(run), "Completed. The last loss is NaN.");
    run.trainLoss = 1.5;
    run.evalLoss = qInf();
    QCOMPARE(causeOf(run)->sentence, "The last loss of the evaluation is infinite.");
  }

  // As it is stored, and as the page shows it.
  void aRunThatEndsWithNaNSaysSoOnItsPage() {
    RunsScene scene({runRecord("r", RunState::completed)});
    HeaderEvent header;
    header.attempt = 1;
    MetricsEvent metrics;
    metrics.step = 10;
    metrics.values = {{"loss", qQNaN()}};
    EndEvent end;
    QVERIFY(
        scene.writer.importEvents("r", 1, {{1, 1, header}, {2, 2, metrics}, {3, 3, end}}, 9, 0));
    QTRY_VERIFY(scene.isReady());
    scene.notifyChanged("r");
    QTRY_VERIFY(scene.shows("its loss is not finite"));
    CauseCard* card = scene.page->view()->overview()->cause();
    QTRY_VERIFY(card->isVisible());
    QVERIFY(scene.shows("The last loss is NaN."));
    for (const QPushButton* button : card->findChildren<QPushButton*>())
      QVERIFY(!button->isVisible() || !button->text().startsWith("Resume"));
    QVERIFY(scene.state() == "Completed");
  }

  // The agent's own code is no exit code of the program.
  void anExitCodeSaysWhatItMeans() {
    RunRecord run = runRecord("r", RunState::failed, "out_of_memory");
    QCOMPARE(RunText::exitCode(run), "");
    run.exitCode = 4;
    QCOMPARE(RunText::exitCode(run), "4: out of memory");
    run.code = "failure.exit_code";
    QCOMPARE(RunText::exitCode(run), "4");
    run.code = "failure.found";
    run.exitCode = 1;
    QCOMPARE(RunText::exitCode(run), "1");
  }
};

TRAINYARD_WINDOW_TEST(LossWarningTest);
#include "loss_warning_test.moc"
