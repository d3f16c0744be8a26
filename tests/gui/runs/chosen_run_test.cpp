// SPDX-License-Identifier: GPL-3.0-or-later
// Which run is shown, and by whom it is chosen: a person alone. Driven by keys and clicks.
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>

#include "tests/gui/runs/runs_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

RunRecord named(const QString& id, const QString& name, double created, RunState state) {
  RunRecord run = runRecord(id, state);
  run.name = name;
  run.created = created;
  run.tags = {"sweep-" + name};
  return run;
}

struct ThreeRuns : RunsScene {
  ThreeRuns()
      : RunsScene({named("a", "alpha", 3, RunState::completed),
                   named("b", "beta", 2, RunState::failed),
                   named("c", "gamma", 1, RunState::running)}) {}
  // Keys go to the window that is active.
  bool begin() {
    page->activateWindow();
    return QTest::qWaitForWindowActive(page.get()) && QTest::qWaitFor([this] { return isReady(); });
  }
  QLineEdit* search() const {
    for (QLineEdit* line : page->findChildren<QLineEdit*>())
      if (line->accessibleName() == "Search runs") return line;
    return nullptr;
  }
};

}  // namespace

class ChosenRunTest : public QObject {
  Q_OBJECT
 private slots:
  void aSearchLeavesItWhereItIs() {
    ThreeRuns scene;
    QVERIFY(scene.begin());
    QCOMPARE(scene.shownRun(), "a");
    scene.clickRow("b");
    QCOMPARE(scene.shownRun(), "b");
    QVERIFY(scene.search());
    scene.search()->setFocus();
    QTest::keyClicks(scene.search(), "alpha");
    QCOMPARE(scene.table()->model()->rowCount(), 1);
    QCOMPARE(scene.shownRun(), "b");
    QCOMPARE(scene.currentRow(), QString());
    QVERIFY(scene.table()->selectionModel()->selectedRows().isEmpty());
    QVERIFY(scene.shows("Not among the runs found"));
    // Going through the page by keys chooses nothing either.
    for (int i = 0; i < 4 && !scene.table()->hasFocus(); ++i)
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QVERIFY(scene.table()->hasFocus());
    QCOMPARE(scene.shownRun(), "b");
    // Its row is back, and is the current one, as soon as it is among those found.
    scene.search()->setFocus();
    QTest::keyClick(scene.search(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(scene.search(), Qt::Key_Delete);
    QCOMPARE(scene.table()->model()->rowCount(), 3);
    QCOMPARE(scene.currentRow(), "b");
    QCOMPARE(scene.table()->selectionModel()->selectedRows().size(), 1);
    QVERIFY(!scene.shows("Not among the runs found"));
    QCOMPARE(scene.shownRun(), "b");
  }

  void aChoiceOfStatesLeavesItWhereItIs() {
    ThreeRuns scene;
    QVERIFY(scene.begin());
    scene.clickRow("b");
    QComboBox* states = nullptr;
    for (QComboBox* box : scene.page->findChildren<QComboBox*>())
      if (box->accessibleName() == "States shown") states = box;
    QVERIFY(states);
    states->setFocus();
    QTest::keyClick(states, Qt::Key_Down);  // "Open"
    QCOMPARE(scene.table()->model()->rowCount(), 1);
    QCOMPARE(scene.shownRun(), "b");
    QTest::keyClick(states, Qt::Key_Up);
    QCOMPARE(scene.currentRow(), "b");
  }

  void aRunThatLeavesTheFilterByItselfStaysShown() {
    ThreeRuns scene;
    QVERIFY(scene.begin());
    scene.clickRow("c");
    QTest::keyClicks(scene.search(), "running");
    QCOMPARE(scene.currentRow(), "c");
    scene.end("c", RunState::completed, {}, "Done.");
    scene.notifyChanged("c");
    QTRY_COMPARE(scene.table()->model()->rowCount(), 0);
    QCOMPARE(scene.shownRun(), "c");
    QVERIFY(scene.shows("Not among the runs found"));
  }

  void tagsAreSearched() {
    ThreeRuns scene;
    QVERIFY(scene.begin());
    QTest::keyClicks(scene.search(), "sweep-beta");
    QCOMPARE(scene.table()->model()->rowCount(), 1);
  }

  void oneRemovedElsewhereIsSaidToBeGone() {
    ThreeRuns scene;
    QVERIFY(scene.begin());
    scene.clickRow("b");
    QTRY_VERIFY(scene.can("Resume"));
    const QRect before = scene.button("Resume")->geometry();
    QVERIFY(scene.writer.removeRun("b"));
    scene.notifyChanged("b");
    QTRY_VERIFY(scene.shows("no longer exists"));
    QVERIFY(scene.shows("Removed"));
    QCOMPARE(scene.shownRun(), "b");
    QCOMPARE(scene.currentRow(), QString());
    for (const char* words :
         {"Resume", "Cancel run", "&Fetch…", "Edit experiment", "Open folder", "Remove…"}) {
      QVERIFY2(scene.button(words), words);
      QVERIFY2(!scene.can(words), words);
    }
    QCOMPARE(scene.button("Resume")->geometry(), before);
    // The whole list comes again, as after a new connection.
    scene.reader->requestRuns();
    scene.add(named("d", "delta", 4, RunState::running));
    scene.reader->requestRuns();
    QTRY_COMPARE(scene.table()->model()->rowCount(), 3);
    QCOMPARE(scene.shownRun(), "b");
    QCOMPARE(scene.currentRow(), QString());
    scene.clickRow("c");
    QCOMPARE(scene.shownRun(), "c");
    QVERIFY(!scene.shows("no longer exists"));
  }

  void whileASubmittedRunIsNotKnownNoneIsShown() {
    ThreeRuns scene;
    QVERIFY(scene.begin());
    scene.clickRow("b");
    scene.page->showRun("new");
    QVERIFY(scene.page->currentRun()->isEmpty());
    QCOMPARE(scene.currentRow(), QString());
    QVERIFY(scene.shows("submitted run is shown here"));
    scene.add(named("new", "fresh", 9, RunState::preparing));
    scene.notifyChanged("new");
    QTRY_COMPARE(scene.shownRun(), "new");
    QCOMPARE(scene.currentRow(), "new");
    // What the service says of it later takes nothing away from a person who has gone on.
    scene.clickRow("b");
    scene.page->showRun("new");
    QCOMPARE(scene.shownRun(), "b");
  }

  void onePickedMeanwhileIsKept() {
    ThreeRuns scene;
    QVERIFY(scene.begin());
    scene.page->showRun("new");
    scene.clickRow("c");
    QCOMPARE(scene.shownRun(), "c");
    scene.add(named("new", "fresh", 9, RunState::preparing));
    scene.notifyChanged("new");
    QTRY_COMPARE(scene.table()->model()->rowCount(), 4);
    QCOMPARE(scene.shownRun(), "c");
    QCOMPARE(scene.currentRow(), "c");
  }
};

TRAINYARD_WINDOW_TEST(ChosenRunTest);
#include "chosen_run_test.moc"
