// SPDX-License-Identifier: GPL-3.0-or-later
// Links lead to runs and experiments, and F6 goes round the panes of the window.
#include <QAbstractButton>
#include <QApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QMenu>
#include <QTest>
#include <QToolTip>

#include "gui/forms/message_bar.h"
#include "gui/app/command_palette.h"
#include "gui/app/pane_focus.h"
#include "gui/app/place_link.h"
#include "gui/app/rail.h"
#include "gui/app/window_help.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/experiment_tabs.h"
#include "gui/experiments/yaml/yaml_editor.h"
#include "gui/forms/form_view.h"
#include "gui/help/help_browser.h"
#include "gui/help/help_drawer.h"
#include "gui/runs/table/run_views.h"
#include "gui/runs/table/run_workspace.h"
#include "gui/targets/free_gpus.h"
#include "tests/gui/app/window_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class WindowKeysTest : public QObject {
  Q_OBJECT
 private slots:
  void linksAreRead() {
    const auto run = PlaceLink::from("trainyard:run/7c41e09b/logs");
    QVERIFY(run && run->kind == PlaceLink::Kind::run);
    QCOMPARE(run->target, "7c41e09b/logs");
    const auto experiment = PlaceLink::from(" trainyard:experiment/home/me/a%20b.yaml");
    QVERIFY(experiment && experiment->kind == PlaceLink::Kind::experiment);
    QCOMPARE(experiment->target, "/home/me/a b.yaml");
    QCOMPARE(PlaceLink::from("trainyard:experiment//a.yaml")->target, "/a.yaml");
    QCOMPARE(PlaceLink::from("trainyard://run/7c41e09b")->target, "7c41e09b");
    const auto study = PlaceLink::from("trainyard:study/5e6f8f6c-0000-4000-8000-000000000001");
    QVERIFY(study && study->kind == PlaceLink::Kind::study);
    QCOMPARE(study->target, "5e6f8f6c-0000-4000-8000-000000000001");
    for (const char* none : {"", "trainyard:", "trainyard:run/", "trainyard:study/7c41e09b",
                             "trainyard:run/../x", "trainyard:job/7", "https://run/7c41", "a.yaml"})
      QVERIFY2(!PlaceLink::from(QLatin1String(none)), none);
  }

  void thePaletteFollowsALink() {
    WindowScene scene;
    MainWindow& window = *scene.window;
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTRY_COMPARE(window.pages()->runs()->runs()->count(), WindowScene::numRuns);
    const QString path = scene.folder.filePath("a.yaml");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("format: 1\nname: linked\n");
    file.close();
    QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
    auto* field = window.commandPalette()->findChild<QLineEdit*>();
    field->setText("trainyard:experiment" + path);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(window.pages()->experiment()->model()->document()->path(), path);
    // A run that is not there is said where the user is.
    window.pages()->follow(*PlaceLink::from("trainyard:run/deadbeef"));
    QVERIFY(window.pages()->experiment()->notices()->text().contains("deadbeef"));
  }

  void aPlaceThatIsChosenAgainGoesBackToItsStart() {
    WindowScene scene;
    MainWindow& window = *scene.window;
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTRY_COMPARE(window.pages()->runs()->runs()->count(), WindowScene::numRuns);
    const auto chooseRuns = [&] { QTest::keyClick(&window, Qt::Key_3, Qt::ControlModifier); };
    chooseRuns();
    window.pages()->runs()->goTo(window.pages()->runs()->runs()->all().first().run);
    QTRY_VERIFY(!window.pages()->runs()->address().isEmpty());
    chooseRuns();
    QTRY_COMPARE(window.pages()->runs()->address(), QString());
    // A study that was asked for once does not stay in the table's filter.
    auto* workspace = window.pages()->runs()->findChild<RunWorkspace*>();
    window.pages()->runs()->showStudy("6d01d5c8-0000-4000-8000-000000000001");
    QCOMPARE(workspace->searched(), "study:6d01d5c8");
    chooseRuns();
    QCOMPARE(workspace->searched(), QString());
  }

  void paneKeysGoRound() {
    WindowScene scene;
    MainWindow& window = *scene.window;
    window.resize(1440, 900);
    window.show();
    window.pages()->goTo("experiments");
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    ExperimentPage* page = window.pages()->experiment();
    page->sides()->editor()->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
    const QWidget* findings = QApplication::focusWidget();
    QVERIFY(!page->sides()->editor()->isAncestorOf(findings) &&
            findings != page->sides()->editor());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
    QCOMPARE(QApplication::focusWidget(), page->sides()->editor());
    // All the way round: rail, what is above, sections, form, text.
    QStringList kinds;
    for (int i = 0; i < 12 && (i == 0 || QApplication::focusWidget() != page->sides()->editor());
         ++i) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
      QWidget* now = QApplication::focusWidget();
      kinds << (window.rail()->isAncestorOf(now)                   ? "rail"
                : page->sides()->formView()->isAncestorOf(now)     ? "form"
                : now == page->sides()->editor()                   ? "text"
                : window.pages()->experiments()->isAncestorOf(now) ? "page"
                                                                   : "?");
    }
    QCOMPARE(kinds.filter("rail").size(), 1);
    QCOMPARE(kinds.filter("form").size(), 2);  // its sections and its fields
    QCOMPARE(kinds.last(), "text");
    QVERIFY(!kinds.contains("?"));
  }

  // Of the setting, and where nothing is said of the control, the page's part of the help.
  void theHelpIsOfWhatHasTheFocus() {
    WindowScene scene;
    MainWindow& window = *scene.window;
    window.resize(1440, 900);
    window.show();
    window.pages()->goTo("experiments");
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    FormView* form = window.pages()->experiment()->sides()->formView();
    form->jumpTo("optimizer.learning_rate");
    QWidget* field = QApplication::focusWidget();
    QTest::keyClick(field, Qt::Key_F1);
    const HelpDrawer* help = window.help()->drawer();
    QVERIFY(help->isVisible() && help->isAncestorOf(QApplication::focusWidget()));
    QCOMPARE(help->name(), "optimizer.learning_rate");
    // Again, in the help: the page's.
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    QVERIFY2(help->heading().startsWith("Experiments"), qPrintable(help->heading()));
    QVERIFY(help->body()->toPlainText().contains("Ctrl+Space"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(help->name(), "optimizer.learning_rate");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!help->isVisible());
    QCOMPARE(QApplication::focusWidget(), field);
    window.pages()->goTo("studies");
    QTest::keyClick(&window, Qt::Key_F1);
    QVERIFY2(help->heading().startsWith("Studies"), qPrintable(help->heading()));
  }

  void f10AndAltOpenTheMenu() {
    WindowScene scene;
    MainWindow& window = *scene.window;
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QMenu* menu = window.rail()->menu();
    QTest::keyClick(&window, Qt::Key_F10);
    QTRY_VERIFY(menu->isVisible());
    menu->close();
    const auto alt = [&](QEvent::Type type) {
      QKeyEvent event(type, Qt::Key_Alt,
                      type == QEvent::KeyPress ? Qt::AltModifier : Qt::NoModifier);
      QApplication::sendEvent(&window, &event);
    };
    alt(QEvent::KeyPress);
    alt(QEvent::KeyRelease);
    QTRY_VERIFY(menu->isVisible());
    menu->close();
    // With another key it is that key's.
    alt(QEvent::KeyPress);
    QTest::keyClick(&window, Qt::Key_Left, Qt::AltModifier);
    alt(QEvent::KeyRelease);
    QCoreApplication::processEvents();
    QVERIFY(!menu->isVisible());
  }

  void savedViewsStandInTheRail() {
    WindowScene scene;
    RunTableQuery query;
    query.filter = "state:failed";
    RunViews::save({"what failed", query});
    MainWindow window(scene.client.get(), scene.reader.get());
    window.show();
    QAbstractButton* row = nullptr;
    for (auto* button : window.findChildren<QAbstractButton*>())
      if (button->text() == "what failed") row = button;
    QVERIFY(row);
    row->click();
    QTRY_COMPARE(window.pages()->runs()->workspace()->model()->runs(), QStringList{"run-2"});
    RunViews::remove("what failed");
  }

  void freeGpusAreThoseOfTheLastAnswer() {
    ClusterState state;
    state.time = 1000;
    QCOMPARE(FreeGpus::wordsOf(state, 1000), "");
    state.nodes.idle = 3;
    QCOMPARE(FreeGpus::wordsOf(state, 1000), "3 nodes free");
    state.gpus = {{"a100", 64, 38, 4}, {"v100", 8, 2, 2}};
    QCOMPARE(FreeGpus::wordsOf(state, 1000), "40 GPUs free");
    QCOMPARE(FreeGpus::wordsOf(state, 1000 + FreeGpus::oldestSeconds + 1), "");
    // The rail has them at a cluster that is connected.
    WindowScene scene;
    scene.service.answers["cluster.state"] = [](const QJsonObject& arguments) {
      if (arguments["when"].toString() != "known") qFatal("the cluster was asked");
      ClusterState known;
      known.time = unix_time();
      known.gpus = {{"a100", 64, 38, 4}};
      return toJson(known);
    };
    TargetRecord cluster;
    cluster.settings.name = "far";
    cluster.kind = "slurm";
    cluster.link = TargetLink::connected;
    scene.service.answers["targets.list"] = [&](const QJsonObject&) {
      return QJsonObject{{"targets", QJsonArray{toJson(cluster)}}};
    };
    scene.window->show();
    scene.window->connectToService();
    const auto note = [&] {
      for (const QWidget* row : scene.window->rail()->findChildren<QWidget*>())
        if (row->accessibleName() == "far") return row->accessibleDescription();
      return QString();
    };
    QTRY_COMPARE(note(), "38 GPUs free");
  }
};

TRAINYARD_WINDOW_TEST(WindowKeysTest);
#include "window_keys_test.moc"
