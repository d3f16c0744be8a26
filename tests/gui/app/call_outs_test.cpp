// SPDX-License-Identifier: GPL-3.0-or-later
// The first start: four things to know, whose places light up, until somebody has had enough.
#include "gui/app/call_outs.h"

#include <QMenu>
#include <QPushButton>
#include <QTest>

#include "gui/app/call_out_mark.h"
#include "gui/app/rail.h"
#include "gui/home/four_things.h"
#include "gui/home/home_page.h"
#include "tests/gui/app/window_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

struct FirstScene : WindowScene {
  explicit FirstScene(Start start = Start::first) : WindowScene(Runs::none, start) {
    window->resize(1440, 900);
    window->show();
    window->activateWindow();
    if (!QTest::qWaitForWindowActive(window.get())) qFatal("the window has no keys");
  }
  FourThings* strip() const { return window->findChild<FourThings*>(); }
  // In the order of the four things.
  QList<CallOutMark*> marks() const { return window->findChild<CallOuts*>()->marks(); }
  int shownMarks() const {
    int shown = 0;
    for (const CallOutMark* mark : marks()) shown += mark->isVisible();
    return shown;
  }
  int litMark() const {
    for (int i = 0; i < marks().size(); ++i)
      if (marks()[i]->isLit()) return i;
    return -1;
  }
  // The place in the window that a mark is around.
  bool isAround(int number, QWidget* place) const {
    const QRect wanted(place->mapTo(window->centralWidget(), QPoint()), place->size());
    return marks()[number]->geometry().contains(wanted) &&
           marks()[number]->geometry().center() == wanted.center();
  }
};

}  // namespace

class CallOutsTest : public QObject {
  Q_OBJECT
 private slots:
  void theFirstWindowHasThem() {
    FirstScene scene;
    QVERIFY(scene.strip()->isVisible());
    QTRY_COMPARE(scene.shownMarks(), 4);
    QTRY_VERIFY(scene.isAround(0, scene.window->rail()->searchRow()));
    QTRY_VERIFY(scene.isAround(1, scene.window->rail()->placeRow(5)));
    QTRY_VERIFY(scene.isAround(3, scene.window->rail()->helpButton()));
    // The pointer goes through to what is there.
    for (const CallOutMark* mark : scene.marks())
      QVERIFY(mark->testAttribute(Qt::WA_TransparentForMouseEvents));
    QCOMPARE(scene.litMark(), -1);
  }

  void aLaterWindowDoesNot() {
    FirstScene scene(WindowScene::Start::later);
    QVERIFY(!scene.strip()->isVisible());
    QCOMPARE(scene.shownMarks(), 0);
    QVERIFY(!CallOuts::isFirstStart());
  }

  void arrowsAndThePointerLightAPlace() {
    FirstScene scene;
    QTest::keyClick(scene.strip(), Qt::Key_Right);
    QCOMPARE(scene.litMark(), 0);
    QTest::keyClick(scene.strip(), Qt::Key_Right);
    QCOMPARE(scene.litMark(), 1);
    QTest::keyClick(scene.strip(), Qt::Key_Left);
    QTest::keyClick(scene.strip(), Qt::Key_Left);
    QCOMPARE(scene.litMark(), 3);
  }

  void escapeEndsThemForGood() {
    FirstScene scene;
    QTRY_COMPARE(scene.shownMarks(), 4);
    QTest::keyClick(scene.window.get(), Qt::Key_Escape);
    QVERIFY(!scene.strip()->isVisible());
    QCOMPARE(scene.shownMarks(), 0);
    QVERIFY(!CallOuts::isFirstStart());
  }

  void skipEndsThemAndTheMenuBringsThemBack() {
    FirstScene scene;
    for (QPushButton* button : scene.strip()->findChildren<QPushButton*>())
      if (button->text() == "Skip") button->click();
    QVERIFY(!scene.strip()->isVisible());
    scene.window->pages()->goTo("runs");
    for (QAction* action : scene.window->rail()->menu()->actions())
      if (action->text() == "Four things to know") action->trigger();
    QVERIFY(scene.strip()->isVisible());
    QTRY_COMPARE(scene.shownMarks(), 4);
  }

  void theyBelongToHomeAndFollowTheirPlaces() {
    FirstScene scene;
    QTRY_COMPARE(scene.shownMarks(), 4);
    scene.window->pages()->goTo("runs");
    QCOMPARE(scene.shownMarks(), 0);
    scene.window->pages()->goTo("home");
    QTRY_COMPARE(scene.shownMarks(), 4);
    scene.window->resize(1024, 700);  // the rail folds
    QVERIFY(scene.window->rail()->isFolded());
    for (const int number : {0, 1, 3}) {
      QWidget* places[] = {scene.window->rail()->searchRow(), scene.window->rail()->placeRow(5),
                           nullptr, scene.window->rail()->helpButton()};
      QTRY_VERIFY(scene.isAround(number, places[number]));
    }
  }
};

TRAINYARD_WINDOW_TEST(CallOutsTest);
#include "call_outs_test.moc"
