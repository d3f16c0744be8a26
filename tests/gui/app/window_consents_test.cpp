// SPDX-License-Identifier: GPL-3.0-or-later
// How the window tells of an agent's request: it says so, keeps the keys where they are, and opens
// the dialog when it is asked to.
#include <QMenu>
#include <QPushButton>
#include <QTest>

#include "gui/app/bell_button.h"
#include "gui/app/consent_notices.h"
#include "gui/app/rail.h"
#include "gui/consents/consent_text.h"
#include "gui/experiments/experiment_tabs.h"
#include "gui/forms/message_bar.h"
#include "gui/home/home_page.h"
#include "tests/gui/app/window_scene.h"
#include "tests/gui/consents/consent_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

struct AskedScene : WindowScene {
  AskedScene() : WindowScene(Runs::none) {
    service.answers["consent.list"] = [this](const QJsonObject&) {
      return toJson(ConsentRecords{requests});
    };
    window->show();
    window->activateWindow();
    window->connectToService();
    window->pages()->goTo("home");
  }
  bool isReady() const { return service.count("consent.list") > 0 && window->isActiveWindow(); }
  void ask(const ConsentRecord& record) {
    requests << record;
    service.notify("consents.changed", {});
  }
  MessageBar* notices() const {
    return window->findChild<HomePage*>()->findChild<MessageBar*>(QString(),
                                                                  Qt::FindDirectChildrenOnly);
  }
  int count() const { return window->rail()->bell()->count(); }
  ConsentDialog* dialog() const { return window->consents()->dialog(); }

  QList<ConsentRecord> requests;
};

}  // namespace

class WindowConsentsTest : public QObject {
  Q_OBJECT
 private slots:
  void aRequestIsToldAndTakesNoKeys() {
    AskedScene scene;
    QTRY_VERIFY(scene.isReady());
    QCOMPARE(scene.count(), 0);
    QWidget* focus = scene.window->focusWidget();
    scene.ask(ConsentScene::five());
    QTRY_COMPARE(scene.notices()->text(), "lab-agent asks to submit 5 runs.");
    QCOMPARE(scene.count(), 1);
    QVERIFY(!scene.dialog());
    QCOMPARE(scene.window->focusWidget(), focus);
    QVERIFY(scene.window->isActiveWindow());
    auto* look = scene.notices()->findChild<QPushButton*>();
    QCOMPARE(look->text(), "Look");
    QTRY_VERIFY(look->isEnabled());
    QTest::mouseClick(look, Qt::LeftButton);
    QTRY_VERIFY(scene.dialog() && scene.dialog()->isVisible());
  }

  void theBellAndThePaletteHaveIt() {
    AskedScene scene;
    QTRY_VERIFY(scene.isReady());
    scene.ask(ConsentScene::five());
    ConsentRecord other = ConsentScene::five();
    other.id = "a1b2c3";
    other.request.agent = "night & day";
    scene.ask(other);
    QTRY_COMPARE(scene.count(), 2);
    QMenu* menu = scene.window->rail()->bell()->menu();
    emit menu->aboutToShow();
    QCOMPARE(menu->actions().value(1)->text(), "night && day asks to submit 5 runs");
    menu->actions().value(1)->trigger();
    QTRY_VERIFY(scene.dialog());
    QCOMPARE(scene.service.last("consent.list")["id"].toString(), "a1b2c3");
    int offered = 0;
    for (const PaletteEntry& entry : scene.window->entries().all())
      offered += entry.title.contains("asks to submit");
    QCOMPARE(offered, 2);
  }

  // A question that waits for an answer is not covered.
  void anotherQuestionStays() {
    AskedScene scene;
    QTRY_VERIFY(scene.isReady());
    scene.notices()->ask("Keep it?", {{"Yes", [] {}}});
    scene.ask(ConsentScene::five());
    QTRY_COMPARE(scene.count(), 1);
    QCOMPARE(scene.notices()->text(), "Keep it?");
  }

  void whatIsWithdrawnIsToldNoMore() {
    AskedScene scene;
    QTRY_VERIFY(scene.isReady());
    scene.ask(ConsentScene::five());
    QTRY_COMPARE(scene.count(), 1);
    scene.requests.clear();
    scene.service.notify("consents.changed", {});
    QTRY_COMPARE(scene.count(), 0);
    QVERIFY(scene.notices()->text().isEmpty());
    QMenu* menu = scene.window->rail()->bell()->menu();
    emit menu->aboutToShow();
    QVERIFY(!menu->actions().first()->isEnabled());
  }

  void itsDocumentOpensInATab() {
    AskedScene scene;
    QTRY_VERIFY(scene.isReady());
    scene.ask(ConsentScene::five());
    QTRY_COMPARE(scene.count(), 1);
    scene.window->consents()->show("3f2a9c");
    QTRY_VERIFY(scene.dialog());
    emit scene.dialog()->experimentWanted(ConsentText::copyOf(scene.requests.first().request));
    QTRY_VERIFY(
        scene.window->pages()->experiment()->model()->document()->text().contains("seed: 7"));
    QCOMPARE(scene.window->pages()->experiment()->model()->document()->path(), QString());
  }
};

TRAINYARD_WINDOW_TEST(WindowConsentsTest);
#include "window_consents_test.moc"
