// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of studies in the table of runs.
#include <QHeaderView>
#include <QMenu>
#include <QTest>
#include <cmath>

#include "engine/contract/run/events.h"
#include "gui/charts/axis_ticks.h"
#include "gui/runs/compare/compare_page.h"
#include "gui/runs/records/comparison.h"
#include "gui/runs/table/group_verdicts.h"
#include "gui/runs/actions/run_action_bar.h"
#include "tests/gui/runs/runs_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const char* const ratesStudy = "5d010000-0000-4000-8000-000000000000";
const char* const otherStudy = "5d020000-0000-4000-8000-000000000000";

RunRecord trialOf(const QString& study, const QString& id, double created) {
  RunRecord run = runRecord(id, RunState::completed);
  run.study = study;
  run.created = created;
  run.target = "here";
  return run;
}

// Two studies, and a run that belongs to none.
struct StudiesScene : RunsScene {
  StudiesScene()
      : RunsScene({trialOf(ratesStudy, "a", 5000), trialOf(ratesStudy, "b", 4000),
                   trialOf(ratesStudy, "c", 3000), trialOf(otherStudy, "d", 2000),
                   runRecord("e", RunState::completed)}) {}

  QModelIndex group(int number) const { return page->workspace()->model()->index(number, 0); }
  QRect place(int number) const { return table()->visualRect(group(number)); }
  void clickGroup(int number, Qt::KeyboardModifiers keys = {}) const {
    const int left = table()->header()->sectionViewportPosition(RunTableModel::nameColumn) + 30;
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, keys,
                      {left, place(number).center().y()});
  }
  // A curve of the training alone: it falls to `end`, with one lucky batch in the middle.
  void addCurve(const QString& run, double end, double lucky) {
    HeaderEvent header;
    header.attempt = 1;
    std::vector<Event> events{{1, 0, header}};
    for (int step = 1; step <= 100; ++step) {
      MetricsEvent metrics;
      metrics.step = step;
      metrics.values = {{"train/loss", step == 50 ? lucky : end + std::exp(-step / 10.0)}};
      events.push_back({1.0 + step, step, metrics});
    }
    if (!writer.importEvents(run, 1, events, 100, 0)) qFatal("events cannot be written");
    notifyChanged(run);
  }
};

}  // namespace

class RunGroupsTest : public QObject {
  Q_OBJECT
 private slots:
  void aRowOfAStudyChoosesItsRuns() {
    StudiesScene scene;
    QTRY_VERIFY(scene.isFilled() && scene.rows().size() == 5);
    scene.clickGroup(0);
    QCOMPARE(scene.table()->chosen(), (QStringList{"a", "b", "c"}));
    QVERIFY(scene.table()->isExpanded(scene.group(0)));
    scene.clickGroup(1, Qt::ControlModifier);
    QCOMPARE(scene.table()->chosen(), (QStringList{"a", "b", "c", "d"}));
    scene.clickGroup(0, Qt::ControlModifier);
    QCOMPARE(scene.table()->chosen(), QStringList{"d"});
    scene.clickGroup(0);
    QVERIFY(scene.tool("Compare")->isEnabled());
    RunsScene::click(scene.tool("Compare"));
    QTRY_COMPARE(scene.page->comparison()->comparison().runs().size(), 3);
  }

  void itsArrowFoldsAndItsKeysDo() {
    StudiesScene scene;
    QTRY_VERIFY(scene.isFilled() && scene.rows().size() == 5);
    scene.clickRow("d");
    QTest::mouseClick(scene.table()->viewport(), Qt::LeftButton, {},
                      {12, scene.place(0).center().y()});
    QVERIFY(!scene.table()->isExpanded(scene.group(0)));
    QCOMPARE(scene.table()->chosen(), QStringList{"d"});
    // What is folded is chosen all the same.
    scene.clickGroup(0);
    QCOMPARE(scene.table()->chosen(), (QStringList{"a", "b", "c"}));
    QTest::keyClick(scene.table(), Qt::Key_Right);
    QVERIFY(scene.table()->isExpanded(scene.group(0)));
    scene.clickRow("d");
    QTest::keyClick(scene.table(), Qt::Key_Up);
    QCOMPARE(scene.table()->chosen(), QStringList{"d"});  // the row of its study
    QTest::keyClick(scene.table(), Qt::Key_Home);
    QCOMPARE(scene.table()->chosen(), (QStringList{"a", "b", "c"}));
  }

  void itsMenuActsOnAllOfThem() {
    StudiesScene scene;
    QTRY_VERIFY(scene.isFilled() && scene.rows().size() == 5);
    scene.clickRow("d");
    const QPoint at(scene.table()->header()->sectionViewportPosition(RunTableModel::nameColumn),
                    scene.place(0).center().y());
    QContextMenuEvent event(QContextMenuEvent::Mouse, at,
                            scene.table()->viewport()->mapToGlobal(at));
    QApplication::sendEvent(scene.table()->viewport(), &event);
    QCOMPARE(scene.table()->chosen(), (QStringList{"a", "b", "c"}));
    QMenu* menu = scene.page->workspace()->findChild<RunActionBar*>()->menu();
    QTRY_VERIFY(menu->isVisible());
    bool compares = false;
    for (const QAction* action : menu->actions())
      compares |= action->text() == "Compare" && action->isEnabled();
    QVERIFY(compares);
    menu->close();
  }

  void whatIsChosenOfItStaysWithNews() {
    StudiesScene scene;
    QTRY_VERIFY(scene.isFilled() && scene.rows().size() == 5);
    scene.clickGroup(0);
    scene.add(trialOf(otherStudy, "f", 1500));
    scene.notifyChanged("f");
    QTRY_COMPARE(scene.rows().size(), 6);
    QCOMPARE(scene.table()->chosen(), (QStringList{"a", "b", "c"}));
    QCOMPARE(scene.table()->currentIndex().row(), 0);
    QVERIFY(scene.page->workspace()->model()->isGroup(scene.table()->currentIndex()));
  }

  // Without an evaluation the end of the curve decides, as in Compare, and no lucky batch does.
  void theBestOfAStudyIsShownWithoutAnEvaluation() {
    StudiesScene scene;
    QTRY_VERIFY(scene.isFilled());
    scene.addCurve("a", 1.5, 0.1);
    scene.addCurve("b", 1.2, 0.9);
    scene.addCurve("c", 1.9, 0.5);
    RunTableModel* model = scene.page->workspace()->model();
    QTRY_VERIFY(model->keys().contains("curve:train/loss"));
    const int column =
        RunTableModel::nameColumn + static_cast<int>(model->keys().indexOf("curve:train/loss"));
    const auto isBest = [&](const QString& run) {
      return scene.table()->isBest(model->indexOf(run).siblingAtColumn(column));
    };
    QTRY_VERIFY(isBest("b"));
    QVERIFY(!isBest("a"));
    QVERIFY(!isBest("c"));
    int shown = -1;
    const auto best = scene.table()->bestOf(scene.group(0), &shown);
    QVERIFY(best && *best > 1.2 && *best < 1.21);
    QCOMPARE(shown, column);
    // One run alone is not the best of anything.
    QVERIFY(!scene.table()->bestOf(scene.group(1), &shown));
    // A run that improves takes the lead.
    scene.addCurve("d", 1, 1);
    RunRecord better = trialOf(ratesStudy, "g", 6000);
    scene.add(better);
    scene.addCurve("g", 0.7, 0.6);
    QTRY_VERIFY(model->indexOf("g").isValid());
    QTRY_VERIFY(isBest("g"));
    QVERIFY(!isBest("b"));
  }
};

TRAINYARD_WINDOW_TEST(RunGroupsTest);
#include "run_groups_test.moc"
