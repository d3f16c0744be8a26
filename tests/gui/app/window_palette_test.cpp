// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever has an entry in a menu is found in the command palette, too.
#include <QFile>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "gui/app/rail.h"
#include "gui/experiments/document_menus.h"
#include "gui/forms/page.h"
#include "gui/runs/compare/compare_page.h"
#include "gui/runs/actions/run_action_bar.h"
#include "gui/runs/table/run_table_view.h"
#include "gui/runs/table/run_workspace.h"
#include "tests/gui/app/window_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

struct PaletteScene : WindowScene {
  PaletteScene() {
    const QJsonArray targets{QJsonObject{{"name", "leonardo"},
                                         {"kind", "slurm"},
                                         {"base", "/scratch"},
                                         {"host", "login"},
                                         {"facts", QJsonObject()},
                                         {"link", QJsonObject{{"link", "none"}}}}};
    service.answers["targets.list"] = [targets](const QJsonObject&) {
      return QJsonObject{{"targets", targets}};
    };
    service.answers["targets.connect"] = [](const QJsonObject&) {
      return ScriptedService::error("host.unreachable.test", "leonardo does not answer");
    };
    window->show();
    window->activateWindow();
    window->connectToService();
  }
  bool isReady() const {
    return client->isConnected() && window->pages()->runs()->runs()->count() == numRuns;
  }
  std::optional<PaletteEntry> command(const QString& title) const {
    for (const PaletteEntry& entry : window->entries().all())
      if (entry.group == PaletteEntry::Group::commands && entry.title == title) return entry;
    return std::nullopt;
  }
};

}  // namespace

class WindowPaletteTest : public QObject {
  Q_OBJECT
 private slots:
  void whatAMenuHasIsACommand() {
    PaletteScene scene;
    QTRY_VERIFY(scene.isReady());
    for (const char* place : {"experiments", "runs", "runs/run-3", "clusters", "queue", "files"}) {
      scene.window->pages()->goTo(place);
      QCoreApplication::processEvents();
      auto* page = scene.window->findChild<QStackedWidget*>()->currentWidget();
      QList<QMenu*> menus{scene.window->rail()->menu()};
      for (const QToolButton* button : page->findChildren<QToolButton*>())
        if (button->menu() && button->isVisible() && button->isEnabled()) menus << button->menu();
      QStringList titles;
      for (const PaletteEntry& entry : scene.window->entries().all()) titles << entry.title;
      for (const QMenu* menu : menus)
        for (const QAction* action : menu->actions()) {
          if (action->isSeparator() || !action->isEnabled() || action->menu()) continue;
          const QString words = action->text().section('\t', 0, 0).remove('&');
          QVERIFY2(std::ranges::any_of(titles,
                                       [&](const QString& title) { return title.endsWith(words); }),
                   qPrintable(place + (": " + words)));
        }
    }
    // From every page.
    for (const char* words : {"Language: Deutsch", "Theme: Dark", "Connect to leonardo",
                              "Review and submit gpt2-books.yaml", "Save gpt2-books.yaml", "Quit"})
      QVERIFY2(scene.command(words), words);
    scene.window->pages()->goTo("experiments");
    for (const char* words : {"Save", "Save under another name…", "Review and submit"})
      QVERIFY2(scene.command(words), words);
  }

  void commandsAct() {
    PaletteScene scene;
    QTRY_VERIFY(scene.isReady());
    scene.window->pages()->goTo("runs");
    auto* workspace = scene.window->pages()->runs()->workspace();
    QTRY_VERIFY(workspace->model()->indexOf("run-5").isValid());
    QVERIFY(!scene.command("Compare"));
    workspace->table()->selectAll();
    QVERIFY(scene.command("Compare"));
    scene.command("Compare")->act();
    QTRY_VERIFY(scene.window->pages()->runs()->comparison()->isVisible());
    // One of the cluster, and one of the document that is open.
    QTRY_VERIFY(scene.command("Connect to leonardo"));
    scene.command("Connect to leonardo")->act();
    QTRY_COMPARE(scene.service.count("targets.connect"), 1);
    QTRY_VERIFY(scene.command("Review and submit gpt2-books.yaml"));
    scene.command("Review and submit gpt2-books.yaml")->act();
    QTRY_VERIFY(scene.window->pages()->experiments()->isVisible());
    scene.window->pages()->goTo("home");
    scene.window->pages()->experiment()->enter("seed", "7");
    QVERIFY(scene.window->pages()->experiment()->model()->document()->isModified());
    QTRY_VERIFY(scene.command("Save gpt2-books.yaml"));
    scene.command("Save gpt2-books.yaml")->act();
    QTRY_VERIFY(!scene.window->pages()->experiment()->model()->document()->isModified());
    // The run that is shown.
    scene.window->pages()->goTo("runs/run-2");
    QTRY_VERIFY(scene.command("Resume") || scene.command("Submit again"));
    QVERIFY(!scene.command("Cancel run"));  // it is over
  }
};

TRAINYARD_WINDOW_TEST(WindowPaletteTest);
#include "window_palette_test.moc"
