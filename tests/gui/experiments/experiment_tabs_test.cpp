// SPDX-License-Identifier: GPL-3.0-or-later
// Several experiments open at once: each keeps what is its own, none is opened twice, and what is
// closed or left is there when somebody wants it again.
#include "gui/experiments/document/distinct_names.h"
#include "gui/experiments/experiment_tabs.h"

#include <QDropEvent>
#include <QMimeData>
#include <QUrl>

#include "gui/experiments/document_tab_bar.h"
#include "gui/experiments/target_chooser.h"
#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class ExperimentTabsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { qputenv("XDG_DATA_HOME", m_data.path().toLocal8Bit()); }
  void init() {
    m_scene = std::make_unique<PageScene>();
    QTRY_VERIFY(m_scene->client->isConnected() && m_scene->tabs->isActiveWindow());
  }
  void cleanup() {
    m_scene.reset();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QDir(DraftStore::usualFolder()).removeRecursively();
  }

  void eachDocumentKeepsWhatIsItsOwn() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("a.yaml", soundText));
    QCOMPARE(scene.tabs->count(), 1);  // the new document that nobody touched is gone
    ExperimentPage* first = scene.page;
    scene.type("seed", "7");
    QVERIFY(scene.open("b.yaml", soundText + "seed: 5\n"));
    QCOMPARE(scene.tabs->count(), 2);
    QVERIFY(scene.page != first);
    QCOMPARE(scene.line("seed")->text(), "5");
    QVERIFY(!scene.page->model()->document()->history().canUndo());
    QVERIFY(first->model()->document()->isModified());
    // Going round with the keys.
    QTest::keyClick(scene.page->sides()->editor(), Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(scene.tabs->current(), first);
    QVERIFY(first->model()->document()->text().contains("seed: 7"));
    QTest::keyClick(first->sides()->editor(), Qt::Key_Tab, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(scene.tabs->current(), scene.page);
    // A document that is open is shown, as it is.
    scene.tabs->open({scene.folder.filePath("a.yaml")});
    QCOMPARE(scene.tabs->current(), first);
    QVERIFY(first->model()->document()->text().contains("seed: 7"));
    QCOMPARE(scene.tabs->count(), 2);
    // Its name and its state are said, too.
    QCOMPARE(scene.tabs->bar()->tabText(0), "a.yaml");
    QCOMPARE(scene.tabs->bar()->accessibleTabName(0), "a.yaml, not saved");
    QCOMPARE(scene.tabs->bar()->accessibleTabName(1), "b.yaml");
  }

  // As much of their folders as it takes, as long as both are open.
  void filesOfOneNameAreToldApart() {
    QCOMPARE(distinctNames({"/home/me/one/a.yaml", "/home/me/two/a.yaml", "/home/me/b.yaml"}),
             (QStringList{"a.yaml — one", "a.yaml — two", "b.yaml"}));
    QCOMPARE(distinctNames({"/x/one/run/a.yaml", "/x/two/run/a.yaml", "/a.yaml", "a.yaml"}),
             (QStringList{"a.yaml — one/run", "a.yaml — two/run", "a.yaml", "a.yaml"}));
    QCOMPARE(distinctNames({"/x/a.yaml", "/x/a.yaml"}), (QStringList{"a.yaml", "a.yaml"}));
    QCOMPARE(distinctNames({"/x/run/a.yaml", "/run/a.yaml"}),
             (QStringList{"a.yaml — x/run", "a.yaml — /run"}));
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("one/a.yaml", soundText));
    DocumentTabBar* bar = scene.tabs->bar();
    QCOMPARE(bar->tabText(0), "a.yaml");
    QVERIFY(scene.open("two/a.yaml", soundText));
    QCOMPARE(bar->tabText(0), "a.yaml — one");
    QCOMPARE(bar->tabText(1), "a.yaml — two");
    QCOMPARE(bar->accessibleTabName(1), "a.yaml — two");
    scene.tabs->close(0);
    QTRY_COMPARE(bar->count(), 1);
    QCOMPARE(bar->tabText(0), "a.yaml");
  }

  void newDocumentsTakeATabUnlessOneIsUntouched() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("a.yaml", soundText));
    QTest::keyClick(scene.page->sides()->editor(), Qt::Key_N, Qt::ControlModifier);
    QCOMPARE(scene.tabs->count(), 2);
    QTest::keyClick(scene.tabs->current()->sides()->editor(), Qt::Key_N, Qt::ControlModifier);
    QCOMPARE(scene.tabs->count(), 2);
    scene.tabs->openPreset(presets().front());
    QCOMPARE(scene.tabs->count(), 2);
    scene.tabs->openPreset(presets().back());
    QCOMPARE(scene.tabs->count(), 2);
    scene.page = scene.tabs->current();
    scene.type("seed", "7");
    scene.tabs->openPreset(presets().front());
    QCOMPARE(scene.tabs->count(), 3);
    QVERIFY(scene.page->model()->document()->text().contains("seed: 7"));
  }

  void filesThatAreDroppedOpenEach() {
    PageScene& scene = *m_scene;
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(scene.write("a.yaml", soundText)),
                   QUrl::fromLocalFile(scene.write("b.yaml", soundText))});
    QDragEnterEvent enter({5, 5}, Qt::CopyAction, &files, Qt::LeftButton, {});
    QCoreApplication::sendEvent(scene.tabs.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({5, 5}, Qt::CopyAction, &files, Qt::LeftButton, {}, QEvent::Drop);
    QCoreApplication::sendEvent(scene.tabs.get(), &drop);
    QTRY_COMPARE(scene.tabs->count(), 2);
    QTRY_COMPARE(scene.tabs->bar()->tabText(0), "a.yaml");
    QTRY_COMPARE(scene.tabs->bar()->tabText(1), "b.yaml");
  }

  void closingAsksInThePageAndWhatIsClosedCanComeBack() {
    PageScene& scene = *m_scene;
    DocumentTabBar* bar = scene.tabs->bar();
    QVERIFY(scene.open("a.yaml", soundText));
    QVERIFY(scene.open("b.yaml", soundText));
    scene.type("seed", "7");
    const QString changed = scene.text();
    // Nothing would be lost of the first one.
    QTest::mouseClick(bar, Qt::MiddleButton, {}, bar->tabRect(0).center());
    QCOMPARE(scene.tabs->count(), 1);
    QVERIFY(!scene.button("Close without saving"));
    QTest::keyClick(scene.page->sides()->editor(), Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(scene.tabs->count(), 1);
    QTRY_VERIFY(scene.button("Close without saving")->isEnabled());
    QTest::mouseClick(scene.button("Close without saving"), Qt::LeftButton);
    // There is always a document.
    QCOMPARE(scene.tabs->count(), 1);
    scene.page = scene.tabs->current();
    QCOMPARE(scene.text(), emptyExperiment());
    QCOMPARE(scene.read(scene.folder.filePath("b.yaml")), soundText);
    QTRY_VERIFY(scene.button("Open it again")->isEnabled());
    QTest::mouseClick(scene.button("Open it again"), Qt::LeftButton);
    QTRY_COMPARE(scene.text(), changed);
    QCOMPARE(scene.page->model()->document()->path(), scene.folder.filePath("b.yaml"));
    QVERIFY(scene.page->model()->document()->isModified());
    // Or it is saved, and then closed.
    QTest::mouseClick(bar->tabButton(0, QTabBar::RightSide), Qt::LeftButton);
    QTRY_VERIFY(scene.button("Save") && scene.button("Save")->isEnabled());
    QTest::mouseClick(scene.button("Save"), Qt::LeftButton);
    QTRY_COMPARE(scene.tabs->current()->model()->document()->path(), "");
    QCOMPARE(scene.read(scene.folder.filePath("b.yaml")), changed);
    QVERIFY(!scene.tabs->current()->model()->draft()->closed());
  }

  // What another program wrote while the window was closed is not overwritten without a question.
  void aDraftWhoseFileWasChangedMeanwhileAsks() {
    PageScene& scene = *m_scene;
    scene.tabs->restore();
    QVERIFY(scene.open("a.yaml", soundText));
    scene.type("seed", "7");
    const QString mine = scene.text();
    scene.tabs->keepAll();
    scene.tabs.reset();
    const QString theirs = QString(soundText).replace("a comment", "changed elsewhere");
    scene.write("a.yaml", theirs);

    scene.tabs = std::make_unique<ExperimentTabs>(scene.client.get(), scene.targets.get());
    scene.tabs->resize(1300, 840);
    scene.tabs->show();
    scene.tabs->restore();
    QTRY_COMPARE(scene.tabs->current()->model()->document()->text(), mine);
    scene.page = scene.tabs->current();
    QTRY_VERIFY(scene.button("Keep mine"));
    scene.page->files()->save();
    QTest::qWait(50);  // a write would have happened
    QCOMPARE(scene.read(scene.folder.filePath("a.yaml")), theirs);
    QTRY_VERIFY(scene.button("Keep mine") && scene.button("Keep mine")->isEnabled());
    QTest::mouseClick(scene.button("Keep mine"), Qt::LeftButton);
    QTRY_COMPARE(scene.read(scene.folder.filePath("a.yaml")), mine);
  }

  // A window that is closed loses nothing, and builds only the page that it shows.
  void theNextWindowHasTheSameDocuments() {
    PageScene& scene = *m_scene;
    scene.tabs->restore();
    QVERIFY(scene.open("a.yaml", soundText));
    QVERIFY(scene.open("b.yaml", soundText));
    scene.type("seed", "7");
    const QString changed = scene.text();
    TargetRecord cluster;
    cluster.settings.name = "far";
    cluster.kind = "slurm";
    scene.targets->setTargets({cluster});
    scene.page->bar()->target()->choose("far");
    scene.tabs->openPreset(presets().front());
    const QString preset = scene.tabs->current()->model()->document()->text();
    scene.tabs->bar()->moveTab(2, 0);
    scene.tabs->showDocument(1);  // a.yaml
    scene.tabs->keepAll();
    scene.tabs.reset();

    scene.tabs = std::make_unique<ExperimentTabs>(scene.client.get(), scene.targets.get());
    ExperimentTabs& tabs = *scene.tabs;
    tabs.show();
    tabs.restore();
    QCOMPARE(tabs.count(), 3);
    QCOMPARE(tabs.bar()->tabText(1), "a.yaml");
    QCOMPARE(tabs.bar()->accessibleTabName(2), "b.yaml, not saved");
    QTRY_COMPARE(tabs.current()->model()->document()->path(), scene.folder.filePath("a.yaml"));
    QCOMPARE(tabs.findChildren<ExperimentPage*>().size(), 1);
    // What is open is not offered as left by a window that is gone.
    tabs.offerDraft();
    QCOMPARE(tabs.current()->notices()->text(), "");
    tabs.showDocument(2);
    QTRY_COMPARE(tabs.current()->model()->document()->text(), changed);
    QCOMPARE(tabs.current()->bar()->target()->chosen(), "far");
    tabs.current()->model()->document()->history().undo();
    QCOMPARE(tabs.current()->model()->document()->text(), soundText);
    tabs.showDocument(0);
    QTRY_COMPARE(tabs.current()->model()->document()->text(), preset);
    QCOMPARE(tabs.current()->model()->document()->path(), "");
  }

  // Nothing is cut off that is still on its way.
  void aSubmissionOutlivesItsTab() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("a.yaml", soundText));
    scene.submit();
    QTRY_COMPARE(scene.service.count("submit"), 1);  // is never answered
    const QPointer<ExperimentPage> page = scene.page;
    QTest::keyClick(scene.page->sides()->editor(), Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(scene.tabs->count(), 1);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(page && page->isHidden() && scene.tabs->current() != page);
  }

 private:
  QTemporaryDir m_data;
  std::unique_ptr<PageScene> m_scene;
};

TRAINYARD_WINDOW_TEST(ExperimentTabsTest);
#include "experiment_tabs_test.moc"
