// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/studies_page.h"

#include <QApplication>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include "gui/charts/parallel_plot.h"
#include "gui/charts/plot_grid.h"
#include "gui/studies/history_plot.h"
#include "gui/studies/study_curves.h"
#include "gui/studies/study_panel.h"
#include "gui/studies/trial_table.h"
#include "remote/values/study_runs.h"
#include "tests/gui/studies/study_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;
using Act = StudyActions::Act;

namespace {

QString cell(const QTableView* view, int row, int column) {
  return view->model()->index(row, column).data().toString();
}

// From one share of an axis' height to another, as with the mouse.
void brush(ParallelPlot* plot, std::size_t axis, double from, double to) {
  const QRectF room = plot->room();
  const auto at = [&](double share) {
    return QPointF(plot->axisX(axis), room.bottom() - share * room.height()).toPoint();
  };
  QTest::mousePress(plot, Qt::LeftButton, {}, at(from));
  QTest::mouseMove(plot, at((from + to) / 2));
  QTest::mouseMove(plot, at(to));
  QTest::mouseRelease(plot, Qt::LeftButton, {}, at(to));
}

}  // namespace

class StudiesPageTest : public QObject {
  Q_OBJECT
 private slots:
  void withoutAStudyThePageSaysWhatToDo() {
    StudyScene scene;
    scene.page->show();
    QTRY_VERIFY(std::ranges::any_of(scene.page->findChildren<QLabel*>(), [](const QLabel* label) {
      return label->isVisible() && label->text().contains("search");
    }));
    bool isWanted = false;
    connect(scene.page.get(), &StudiesPage::experimentWanted, this, [&] { isWanted = true; });
    for (QPushButton* button : scene.page->list()->findChildren<QPushButton*>())
      if (button->isVisible()) button->click();
    QVERIFY(isWanted);
  }

  void theListHasStudiesOfBothKinds() {
    StudyScene scene;
    scene.addRun(studyRecords(30, 60));
    scene.addJournal(studyRecords(20, 20));
    scene.page->show();
    const QTableView* view = scene.page->list()->view();
    QTRY_COMPARE(view->model()->rowCount(), 2);
    // The journal is newer than the run of long ago.
    QCOMPARE(scene.page->list()->model().studies()[0].study, jobsStudy);
    QCOMPARE(cell(view, 0, StudyListModel::StateColumn), "Completed");
    QCOMPARE(cell(view, 0, StudyListModel::TrialsColumn), "20 of 20");
    QCOMPARE(cell(view, 0, StudyListModel::PrunedColumn), "4");
    QCOMPARE(cell(view, 0, StudyListModel::FailedColumn), "1");
    QCOMPARE(cell(view, 1, StudyListModel::StateColumn), "Running");
    QCOMPARE(cell(view, 1, StudyListModel::TrialsColumn), "29 of 60");
    QCOMPARE(cell(view, 1, StudyListModel::ObjectiveColumn), "eval/loss");
    QVERIFY(!cell(view, 1, StudyListModel::BestColumn).isEmpty());
    QTest::keyClick(scene.page->list()->view(), Qt::Key_Return);
    QTRY_VERIFY(scene.hasOpened(jobsStudy));
    QCOMPARE(scene.page->address(), jobsStudy);
    emit scene.page->view()->backRequested();
    QCOMPARE(scene.page->address(), QString());
    QCOMPARE(view->currentIndex().row(), 0);
  }

  void whatIsReportedLaterIsRead() {
    StudyScene scene;
    scene.addRun(studyRecords(30, 60));
    scene.connectService();
    scene.open(oneJobStudy);
    QTRY_VERIFY(scene.hasOpened(oneJobStudy));
    QTRY_VERIFY(scene.client->isConnected());
    QCOMPARE(scene.content().summary.numRunning, 1);
    search::EndRecord end;
    end.trial = 29;
    end.value = 0.5;
    end.time = 5000;
    scene.must(scene.writer.importEvents(
        oneJobStudy, 1, {{5000, 1000, StudyEvent{.text = search::to_line(end)}}}, 200, 0));
    scene.service.notify("runs.changed", {{"runs", QJsonArray{oneJobStudy}}});
    QTRY_COMPARE(scene.content().summary.numRunning, 0);
    QCOMPARE(scene.page->study()->best(), 29);
    QCOMPARE(scene.content().best.back(), 0.5);
  }

  void bestSoFarNeverGetsWorse() {
    StudyScene scene;
    scene.addRun(studyRecords(60, 60), RunState::completed);
    scene.open(oneJobStudy);
    QTRY_VERIFY(scene.isRead());
    const StudyContent& content = scene.content();
    QCOMPARE(content.numTrials(), 60U);
    for (std::size_t i = 1; i < content.numTrials(); ++i)
      QVERIFY(std::isnan(content.best[i - 1]) || content.best[i] <= content.best[i - 1]);
    QCOMPARE(content.best.back(), content.summary.bestValue);
    QCOMPARE(content.parameters.size(), 4U);
    QCOMPARE(content.parameters[3].names, QStringList({"cosine", "linear"}));
    QVERIFY(content.parameters[0].isLogarithmic);
    QVERIFY(content.savedSteps > 0);
    double sum = 0;
    for (const auto& [path, share] : scene.page->study()->importance()) sum += share;
    QVERIFY(std::abs(sum - 1) < 1e-6);
    QCOMPARE(scene.page->study()->importance().front().first, "optimizer.learning_rate");
  }

  void theTableSorts() {
    StudyScene scene;
    scene.addRun(studyRecords(60, 60), RunState::completed);
    scene.open(oneJobStudy);
    QTRY_VERIFY(scene.isRead());
    const QTableView* view = scene.page->view()->overview()->table()->view();
    const auto best = *scene.page->study()->best();
    QCOMPARE(cell(view, 0, TrialTableModel::NumberColumn), QString::number(best + 1));
    QCOMPARE(view->currentIndex().row(), 0);
    TrialTableModel* trials = scene.page->view()->trials();
    const auto& rates = scene.content().parameters[0].values;
    trials->sort(TrialTableModel::FirstParameterColumn, Qt::DescendingOrder);
    for (int row = 1; row < trials->rowCount(); ++row)
      QVERIFY(rates[static_cast<std::size_t>(trials->trialAt(row - 1))] >=
              rates[static_cast<std::size_t>(trials->trialAt(row))]);
    // The same trial is current where it is now.
    QCOMPARE(view->currentIndex().row(), trials->rowOf(best));
    // Those without a result are last, whichever way.
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
      trials->sort(TrialTableModel::ValueColumn, order);
      const int last = trials->trialAt(trials->rowCount() - 1);
      QVERIFY(scene.content().states[static_cast<std::size_t>(last)] !=
              search::TrialState::complete);
    }
    trials->sort(trials->causeColumn(), Qt::AscendingOrder);
    QVERIFY(!cell(view, 0, trials->causeColumn()).isEmpty());
  }

  void aBrushChoosesTrialsEverywhere() {
    StudyScene scene;
    scene.addRun(studyRecords(60, 60), RunState::completed);
    scene.open(oneJobStudy);
    QTRY_VERIFY(scene.isRead());
    ParallelPlot* plot = scene.page->view()->overview()->parallel();
    const std::size_t objective = plot->axes()->axes().size() - 1;
    QCOMPARE(plot->axes()->axes()[objective].title, "eval/loss");
    brush(plot, objective, 0, 0.2);
    const std::size_t within = plot->axes()->numWithin();
    QVERIFY(within > 0 && within < 60);
    TrialTableModel* trials = scene.page->view()->trials();
    QTRY_COMPARE(trials->rowCount(), static_cast<int>(within));
    for (int row = 0; row < trials->rowCount(); ++row)
      QVERIFY(scene.page->study()->isWithin(trials->trialAt(row)));
    QVERIFY(std::ranges::any_of(
        scene.page->view()->findChildren<StudyPanel*>(), [&](const StudyPanel* panel) {
          return panel->detail() == QString("%1 of 60 in the brush").arg(within);
        }));
    // A second range, on another axis; then both are taken away by keys.
    brush(plot, 0, 0.9, 1);
    QVERIFY(plot->axes()->numWithin() <= within);
    plot->setFocus();
    QTest::keyClick(plot, Qt::Key_Escape);
    QCOMPARE(plot->axes()->numWithin(), 60U);
    QTRY_COMPARE(trials->rowCount(), 60);
    // A click on an axis takes its range away, too.
    brush(plot, objective, 0, 0.2);
    QVERIFY(plot->axes()->isBrushed());
    QTest::mouseClick(plot, Qt::LeftButton, {},
                      QPointF(plot->axisX(objective), plot->room().center().y()).toPoint());
    QVERIFY(!plot->axes()->isBrushed());
  }

  void keysBrushToo() {
    StudyScene scene;
    scene.addRun(studyRecords(60, 60), RunState::completed);
    scene.open(oneJobStudy);
    QTRY_VERIFY(scene.isRead());
    ParallelPlot* plot = scene.page->view()->overview()->parallel();
    plot->setFocus();
    QTest::keyClick(plot, Qt::Key_Right);
    for (int i = 0; i < 8; ++i) QTest::keyClick(plot, Qt::Key_Down);
    QVERIFY(plot->axes()->axes()[1].brush);
    QVERIFY(!plot->axes()->axes()[0].brush);
    QVERIFY(std::abs(plot->axes()->axes()[1].brush->second - 0.6) < 1e-9);
    QTest::keyClick(plot, Qt::Key_Up, Qt::ShiftModifier);
    QVERIFY(std::abs(plot->axes()->axes()[1].brush->first - 0.05) < 1e-9);
  }

  void aPointIsChosenByClickAndByKey() {
    StudyScene scene;
    scene.addRun(studyRecords(60, 60), RunState::completed);
    scene.open(oneJobStudy);
    QTRY_VERIFY(scene.isRead());
    HistoryPlot* history = scene.page->view()->overview()->history();
    const auto place = history->placeOf(3);
    QVERIFY(place);
    QTest::mouseClick(history, Qt::LeftButton, {}, place->toPoint());
    QCOMPARE(scene.page->study()->chosen(), 3);
    const QTableView* view = scene.page->view()->overview()->table()->view();
    QCOMPARE(cell(view, view->currentIndex().row(), TrialTableModel::NumberColumn), "4");
    history->setFocus();
    QTest::keyClick(history, Qt::Key_Right);
    QCOMPARE(scene.page->study()->chosen(), 4);
    // And by a row of the table.
    scene.page->view()->overview()->table()->view()->selectRow(0);
    QCOMPARE(scene.page->study()->chosen(), scene.page->study()->best());
  }

  void theBestBecomesAnExperimentWithoutASearch() {
    StudyScene scene;
    scene.addJournal(studyRecords(20, 20), "format: 1\nname: a\n");
    scene.open(jobsStudy);
    QTRY_VERIFY(scene.isRead());
    QVERIFY(scene.button(Act::openBest)->isEnabled());
    ExperimentCopy opened;
    connect(scene.page.get(), &StudiesPage::openExperimentRequested, this,
            [&](const ExperimentCopy& copy) { opened = copy; });
    scene.button(Act::openBest)->click();
    QCOMPARE(opened.text, "format: 1\nname: a\n");
    QCOMPARE(opened.withoutSections, QStringList{"search"});
    QCOMPARE(opened.settings.size(), 4U);
    QVERIFY(find(opened.settings, "batch.gradient_accumulation")->get_if<std::int64_t>());
    QVERIFY(find(opened.settings, "schedule.kind")->get_if<std::string>());
    const auto best = static_cast<std::size_t>(*scene.page->study()->best());
    QCOMPARE(*find(opened.settings, "optimizer.learning_rate")->get_if<double>(),
             scene.content().parameters[0].values[best]);
    QString run;
    connect(scene.page.get(), &StudiesPage::runRequested, this,
            [&](const QString& wanted) { run = wanted; });
    for (QPushButton* button : scene.page->view()->findChildren<QPushButton*>())
      if (button->text() == "Open run") button->click();
    QCOMPARE(run, trialRun(jobsStudy, static_cast<std::int64_t>(best), 0));
  }

  // Of trials that are runs, those of the best; of trials in one job there are none.
  void curvesOfTheBestTrials() {
    StudyScene scene;
    scene.addJournal(studyRecords(20, 20));
    for (int trial = 0; trial < 12; ++trial) {
      RunRecord record = runRecord(trialRun(jobsStudy, trial, 0), RunState::running);
      record.study = jobsStudy;
      StudyScene::must(scene.writer.addRun(record));
      StudyScene::must(scene.writer.setSettings(
          record.run,
          {{"optimizer.learning_rate", QString::number(1e-5 * (trial + 1)), 1e-5 * (trial + 1)}}));
      HeaderEvent header;
      header.attempt = 1;
      MetricsEvent metrics;
      metrics.step = 10;
      metrics.values = {{"eval/loss", 2.0 - 0.1 * trial}, {"train/loss", 1.0}};
      StudyScene::must(scene.writer.importEvents(record.run, 1,
                                                 {{1000, 0, header}, {1001, 1, metrics}}, 100, 0));
    }
    scene.open(jobsStudy + "/curves");
    QTRY_VERIFY(scene.hasOpened(jobsStudy));
    auto* curves = scene.page->view()->findChild<StudyCurves*>();
    QVERIFY(curves);
    QTRY_COMPARE(curves->runs().size(), 10);
    QCOMPARE(curves->runs().front().run, trialRun(jobsStudy, 11, 0));
    QVERIFY2(curves->runs().front().label.contains("0.00012"),
             qPrintable(curves->runs().front().label));
    // Both losses share a panel.
    QTRY_COMPARE(curves->grid()->panels().size(), 1U);
    scene.addRun(studyRecords(30, 60));
    scene.page->goTo(oneJobStudy + "/curves");
    QTRY_VERIFY(curves->runs().isEmpty());
  }

  void trialsAreAddedAndStopped() {
    StudyScene scene;
    scene.addRun(studyRecords(30, 60));
    scene.service.answers["studies.set_trials"] = [](const QJsonObject&) { return QJsonObject(); };
    scene.open(oneJobStudy);
    QTRY_VERIFY(scene.isRead());
    // Without the service nothing is possible, and the button says so.
    QVERIFY(!scene.button(Act::addTrials)->isEnabled());
    QVERIFY(scene.why(Act::addTrials).contains("service"));
    scene.connectService();
    QTRY_VERIFY(scene.button(Act::addTrials)->isEnabled());
    scene.button(Act::addTrials)->click();
    auto* dialog = scene.page->findChild<QInputDialog*>();
    QVERIFY(dialog);
    dialog->setIntValue(15);
    dialog->accept();
    QTRY_COMPARE(scene.service.count("studies.set_trials"), 1);
    QCOMPARE(scene.service.last("studies.set_trials")["trials"].toInt(), 75);
    QCOMPARE(scene.service.last("studies.set_trials")["study"].toString(), oneJobStudy);
    QVERIFY(scene.button(Act::stopRest)->isEnabled());
    scene.button(Act::stopRest)->click();
    QTRY_COMPARE(scene.service.count("studies.set_trials"), 2);
    QCOMPARE(scene.service.last("studies.set_trials")["trials"].toInt(), 30);
  }

  void aRunThatEndedTakesNoTrials() {
    StudyScene scene;
    scene.addRun(studyRecords(30, 60), RunState::completed);
    scene.connectService();
    scene.open(oneJobStudy);
    QTRY_VERIFY(scene.isRead());
    QTRY_VERIFY(scene.client->isConnected());
    QVERIFY(!scene.button(Act::addTrials)->isEnabled());
    QVERIFY(scene.why(Act::addTrials).contains("resume"));
    QVERIFY(scene.button(Act::exportJournal)->isEnabled());
  }

  void nothingIsRecordedYet() {
    StudyScene scene;
    scene.open(jobsStudy);
    QTRY_VERIFY(std::ranges::any_of(scene.page->findChildren<QLabel*>(), [](const QLabel* label) {
      return label->isVisible() && label->text().contains("Nothing is recorded");
    }));
    for (const Act act : {Act::openBest, Act::addTrials, Act::stopRest, Act::exportJournal})
      QVERIFY(!scene.button(act)->isEnabled());
  }

  void tenThousandTrialsNeedNoMoreWidgets() {
    StudyScene scene;
    scene.addRun(studyRecords(50, 50), RunState::completed);
    scene.addJournal(studyRecords(10'000, 10'000, 2));
    scene.open(oneJobStudy);
    QTRY_VERIFY(scene.isRead());
    QCoreApplication::processEvents();
    const auto few = scene.page->findChildren<QWidget*>().size();
    scene.page->goTo(jobsStudy);
    QTRY_VERIFY_WITH_TIMEOUT(scene.hasOpened(jobsStudy) && scene.isRead(), 60'000);
    QCOMPARE(scene.content().numTrials(), 10'000U);
    QCOMPARE(scene.page->view()->trials()->rowCount(), 10'000);
    QCOMPARE(scene.page->findChildren<QWidget*>().size(), few);
    ParallelPlot* plot = scene.page->view()->overview()->parallel();
    plot->grab();
    brush(plot, plot->axes()->axes().size() - 1, 0, 0.3);
    const std::size_t within = plot->axes()->numWithin();
    QVERIFY(within > 0 && within < 10'000);
    QTRY_VERIFY(plot->isSettled());
    QTRY_COMPARE(scene.page->view()->trials()->rowCount(), static_cast<int>(within));
  }
};

TRAINYARD_WINDOW_TEST(StudiesPageTest);
#include "studies_page_test.moc"
