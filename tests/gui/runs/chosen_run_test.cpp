// SPDX-License-Identifier: GPL-3.0-or-later
// Which run is chosen and which is shown: a person alone decides. Driven by keys and clicks.
#include <QApplication>
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
    return QTest::qWaitForWindowActive(page.get()) &&
           QTest::qWaitFor([this] { return isFilled(); });
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
  void nothingIsChosenAtFirst() {
    ThreeRuns scene;
    QVERIFY(scene.begin());
    QCOMPARE(scene.currentRow(), QString());
    QVERIFY(scene.page->currentRun()->isEmpty());
    // Going through the page by keys chooses nothing either.
    for (int i = 0; i < 20 && !scene.table()->hasFocus(); ++i)
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QVERIFY(scene.table()->hasFocus());
    QVERIFY(scene.table()->chosen().isEmpty());
  }

  void aSearchTakesAwayWhatItDoesNotFindAndChoosesNothing() {
    ThreeRuns scene;
    QVERIFY(scene.begin());
    scene.clickRow("b");
    QCOMPARE(scene.currentRow(), "b");
    QVERIFY(scene.search());
    scene.search()->setFocus();
    QTest::keyClicks(scene.search(), "alpha");
    QTRY_COMPARE(scene.rows(), QStringList{"a"});
    QCOMPARE(scene.currentRow(), QString());
    QVERIFY(scene.table()->chosen().isEmpty());
  }

  void tagsAreSearched() {
    ThreeRuns scene;
    QVERIFY(scene.begin());
    QTest::keyClicks(scene.search(), "sweep-beta");
    QTRY_COMPARE(scene.rows(), QStringList{"b"});
  }

  void returnAndDoubleClickOpen() {
    ThreeRuns scene;
    QVERIFY(scene.begin());
    scene.openRow("b");
    QCOMPARE(scene.shownRun(), "b");
    QCOMPARE(scene.page->address(), "b");
    scene.page->goTo({});
    QCOMPARE(scene.currentRow(), "b");
    QTest::keyClick(scene.table(), Qt::Key_Down);
    QTest::keyClick(scene.table(), Qt::Key_Return);
    QCOMPARE(scene.shownRun(), "c");
  }

  // The table changes below the one that is shown, and takes it away from nobody.
  void newsOfOthersChangeNeitherPlaceNorRun() {
    ThreeRuns scene;
    QVERIFY(scene.begin());
    scene.openRow("c");
    scene.end("c", RunState::completed, {}, "Done.");
    scene.notifyChanged("c");
    QTRY_VERIFY(scene.state() == "Completed");
    scene.add(named("d", "delta", 9, RunState::running));
    scene.notifyChanged("d");
    QTRY_COMPARE(scene.rows(), (QStringList{"d", "a", "b", "c"}));
    QCOMPARE(scene.shownRun(), "c");
    QCOMPARE(scene.currentRow(), "c");
  }

  void oneRemovedElsewhereIsSaidToBeGone() {
    ThreeRuns scene;
    QVERIFY(scene.begin());
    scene.openRow("b");
    QTRY_VERIFY(scene.can("Resume"));
    const QRect before = scene.button("Resume")->geometry();
    QVERIFY(scene.writer.removeRun("b"));
    scene.notifyChanged("b");
    QTRY_VERIFY(scene.shows("no longer exists"));
    QCOMPARE(scene.state(), "Removed");
    QCOMPARE(scene.shownRun(), "b");
    for (const char* words : {"Resume", "Cancel run", "&Fetch…", "Duplicate"}) {
      QVERIFY2(scene.button(words), words);
      QVERIFY2(!scene.can(words), words);
    }
    for (const char* words : {"Rename…", "Pin as baseline", "Open folder", "Remove…"}) {
      QVERIFY2(scene.entry(words), words);
      QVERIFY2(!scene.mayChoose(words), words);
    }
    QCOMPARE(scene.button("Resume")->geometry(), before);
    QTRY_COMPARE(scene.rows(), (QStringList{"a", "c"}));
    QTRY_COMPARE(scene.currentRow(), QString());  // once the table is read again
    // The whole list comes again, as after a new connection.
    scene.add(named("d", "delta", 4, RunState::running));
    scene.reader->requestRuns();
    QTRY_COMPARE(scene.rows(), (QStringList{"d", "a", "c"}));
    QCOMPARE(scene.shownRun(), "b");
    scene.page->goTo("c");
    QCOMPARE(scene.shownRun(), "c");
    QVERIFY(!scene.shows("no longer exists"));
  }

  void whileASubmittedRunIsNotKnownNoneIsShown() {
    ThreeRuns scene;
    QVERIFY(scene.begin());
    scene.openRow("b");
    scene.page->showRun("new");
    QVERIFY(scene.page->currentRun()->isEmpty());
    QVERIFY(scene.shows("submitted run is shown here"));
    scene.add(named("new", "fresh", 9, RunState::preparing));
    scene.notifyChanged("new");
    QTRY_COMPARE(scene.shownRun(), "new");
    QTRY_VERIFY(scene.rows().contains("new"));
    scene.page->goTo({});
    QCOMPARE(scene.currentRow(), "new");
    // What the service says of it later takes nothing away from a person who has gone on.
    scene.page->goTo("b");
    scene.page->showRun("b");
    scene.notifyChanged("new");
    QCOMPARE(scene.shownRun(), "b");
  }

  void whoGoesOnMeanwhileIsNotTakenBack() {
    ThreeRuns scene;
    QVERIFY(scene.begin());
    scene.page->showRun("new");
    scene.page->goTo({});
    scene.openRow("c");
    QCOMPARE(scene.shownRun(), "c");
    scene.add(named("new", "fresh", 9, RunState::preparing));
    scene.notifyChanged("new");
    QTRY_COMPARE(scene.rows().size(), 4);
    QCOMPARE(scene.shownRun(), "c");
    QCOMPARE(scene.currentRow(), "c");
  }
};

TRAINYARD_WINDOW_TEST(ChosenRunTest);
#include "chosen_run_test.moc"
