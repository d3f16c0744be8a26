// SPDX-License-Identifier: GPL-3.0-or-later
// A page that has nothing to show says so in a sentence that can be read whole, and has a button
// that leads on.
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include "gui/app/rail.h"
#include "gui/clusters/clusters_page.h"
#include "gui/home/home_page.h"
#include "gui/queue/queue_page.h"
#include "tests/gui/app/window_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

struct EmptyScene : WindowScene {
  EmptyScene() : WindowScene(Runs::none) {
    window->resize(1280, 800);
    window->show();
    window->connectToService();
  }
  QLabel* saying(const QWidget* page, const QString& words) const {
    for (QLabel* label : page->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return label;
    return nullptr;
  }
  QPushButton* button(const QWidget* page, const QString& words) const {
    for (QPushButton* one : page->findChildren<QPushButton*>())
      if (one->isVisible() && one->text().contains(words)) return one;
    return nullptr;
  }
};

bool isWhole(const QLabel* label) {
  return label->height() >= label->heightForWidth(label->width());
}

}  // namespace

class EmptyPagesTest : public QObject {
  Q_OBJECT
 private slots:
  void runs() {
    EmptyScene scene;
    scene.window->pages()->goTo("runs");
    const QWidget* page = scene.window->pages()->runs();
    QTRY_VERIFY(scene.saying(page, "No runs yet"));
    QVERIFY(isWhole(scene.saying(page, "No runs yet")));
    QPushButton* begin = scene.button(page, "Start from a preset");
    QVERIFY(begin);
    begin->click();
    QVERIFY(scene.window->findChild<HomePage*>()->isVisible());
  }

  void studies() {
    EmptyScene scene;
    scene.window->pages()->goTo("studies");
    const QWidget* page = scene.window->pages()->studies();
    QTRY_VERIFY(scene.saying(page, "No study yet"));
    QVERIFY(isWhole(scene.saying(page, "No study yet")));
    QPushButton* begin = scene.button(page, "Open an experiment");
    QVERIFY(begin);
    begin->click();
    QVERIFY(scene.window->pages()->experiments()->isVisible());
  }

  void studiesInGerman() {
    German german;
    QCoreApplication::installTranslator(&german);
    {
      EmptyScene scene;
      scene.window->pages()->goTo("studies");
      const QWidget* page = scene.window->pages()->studies();
      QTRY_VERIFY(scene.saying(page, "Noch keine Studie"));
      QVERIFY(isWhole(scene.saying(page, "Noch keine Studie")));
    }
    QCoreApplication::removeTranslator(&german);
  }

  void queueAndClusters() {
    EmptyScene scene;
    scene.window->pages()->goTo("queue");
    const QWidget* page = scene.window->findChild<QueuePage*>();
    QTRY_VERIFY(scene.saying(page, "No cluster yet"));
    QPushButton* add = scene.button(page, "Add a cluster");
    QVERIFY(add);
    add->click();
    QVERIFY(scene.window->pages()->clusters()->isVisible());
    QVERIFY(scene.saying(scene.window->pages()->clusters(), "No cluster yet"));
    QVERIFY(scene.button(scene.window->pages()->clusters(), "Add cluster"));
  }
};

TRAINYARD_WINDOW_TEST(EmptyPagesTest);
#include "empty_pages_test.moc"
