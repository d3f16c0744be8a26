// SPDX-License-Identifier: GPL-3.0-or-later
// The bar above an experiment: what is shown of it, in how much detail, and what is done with its
// file. Everything stays in reach where there is little room.
#include "gui/experiments/document_bar.h"

#include <QMenu>
#include <QMouseEvent>
#include <QSplitter>
#include <QTextBrowser>
#include <QToolButton>
#include <algorithm>

#include "gui/experiments/data/data_page.h"
#include "gui/experiments/document_menus.h"
#include "gui/experiments/target_chooser.h"
#include "gui/look/segmented_control.h"
#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class DocumentBarTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    m_scene = std::make_unique<PageScene>();
    QTRY_VERIFY(m_scene->isReady());
    QVERIFY(m_scene->open("e.yaml", soundText));
  }
  void cleanup() { m_scene.reset(); }

  void theSegmentsChooseWhatIsShown() {
    ExperimentPage& page = *m_scene->page;
    QVERIFY(page.sides()->formView()->isVisible() && page.sides()->editor()->isVisible());
    clickSegment(0);
    QVERIFY(page.sides()->formView()->isVisible() && !page.sides()->editor()->isVisible());
    // The problems are below what is left.
    QVERIFY(page.sides()->findings()->isVisible());
    QVERIFY(topOf(page.sides()->findings()) >=
            topOf(page.sides()->formView()) + page.sides()->formView()->height());
    clickSegment(2);
    QVERIFY(!page.sides()->formView()->isVisible() && page.sides()->editor()->isVisible());
    QVERIFY(topOf(page.sides()->findings()) >=
            topOf(page.sides()->editor()) + page.sides()->editor()->height());
    clickSegment(1);
    QVERIFY(page.sides()->formView()->isVisible() && page.sides()->editor()->isVisible());
    QVERIFY(page.sides()->findings()->mapTo(&page, QPoint()).x() >=
            page.sides()->formView()->width());
  }

  void dataIsShownInTheirPlaceAndEscLeavesIt() {
    ExperimentPage& page = *m_scene->page;
    page.sides()->editor()->setFocus();
    QTest::keyClick(page.sides()->editor(), Qt::Key_D, Qt::ControlModifier);
    QVERIFY(page.sides()->data()->isVisible() && !page.sides()->editor()->isVisible());
    QVERIFY(page.bar()->dataButton()->isChecked());
    QVERIFY(page.sides()->data()->isAncestorOf(QApplication::focusWidget()));
    page.sides()->data()->inspection()->stop();
    QTest::keyClick(page.sides()->data()->text(), Qt::Key_Escape);
    QVERIFY(!page.sides()->data()->isVisible() && page.sides()->editor()->isVisible());
    QVERIFY(!page.bar()->dataButton()->isChecked());
    QCOMPARE(QApplication::focusWidget(), page.sides()->editor());
    // With the pointer, and back with the part that was shown before.
    QTest::mouseClick(page.bar()->dataButton(), Qt::LeftButton);
    QVERIFY(page.sides()->data()->isVisible());
    clickSegment(1);
    QVERIFY(!page.sides()->data()->isVisible() && page.sides()->formView()->isVisible());
  }

  void theDetailIsChosenInTheBar() {
    ExperimentPage& page = *m_scene->page;
    const auto numShown = [&] {
      const auto& all = page.sides()->formView()->editors();
      return std::ranges::count_if(all, [](const FieldEditor* each) { return each->isVisible(); });
    };
    QCoreApplication::processEvents();  // what the document that was opened shows
    const auto essential = numShown();
    QTest::keyClick(page.bar()->tiers(), Qt::Key_Down);
    const auto advanced = numShown();
    QVERIFY(advanced > essential);
    QTest::keyClick(page.bar()->tiers(), Qt::Key_Down);
    QVERIFY(numShown() > advanced);
    QTest::keyClick(page.bar()->tiers(), Qt::Key_Home);
    QCOMPARE(numShown(), essential);
  }

  void theNextDocumentIsShownAsThisOneWas() {
    PageScene& scene = *m_scene;
    ExperimentPage& page = *scene.page;
    QTest::keyClick(page.bar()->tiers(), Qt::Key_End);
    auto* sides = page.findChild<QSplitter*>();
    const int before = sides->sizes().front();
    drag(sides->handle(1), {-60, 0});
    const int narrow = sides->sizes().front();
    QVERIFY(narrow < before);
    auto* half = qobject_cast<QSplitter*>(page.sides()->findings()->parentWidget());
    const int low = page.sides()->findings()->height();
    drag(half->handle(1), {0, -40});
    const int high = page.sides()->findings()->height();
    QVERIFY(high > low + 20);
    QVERIFY(scene.open("f.yaml", soundText));
    QVERIFY(scene.page != &page);
    QCOMPARE(scene.page->bar()->tier(), Tier::expert);
    QVERIFY(scene.page->findChild<QWidget*>("tags")->isVisible());
    QTRY_COMPARE(scene.page->findChild<QSplitter*>()->sizes().front(), narrow);
    QTRY_COMPARE(scene.page->sides()->findings()->height(), high);
    scene.page->bar()->chooseShown(DocumentBar::Shown::text);
    QVERIFY(scene.open("g.yaml", soundText));
    QVERIFY(scene.page->sides()->editor()->isVisible() &&
            !scene.page->sides()->formView()->isVisible());
  }

  void undoAndRedoAreButtons() {
    ExperimentPage& page = *m_scene->page;
    QToolButton* undo = tool("Undo");
    QToolButton* redo = tool("Redo");
    QVERIFY(undo && redo && !undo->isEnabled() && !redo->isEnabled());
    m_scene->type("seed", "7");
    QTest::mouseClick(undo, Qt::LeftButton);
    QCOMPARE(m_scene->text(), soundText);
    QTest::mouseClick(redo, Qt::LeftButton);
    QVERIFY(page.model()->document()->text().contains("seed: 7"));
  }

  void theMenusBeginOpenAndSave() {
    PageScene& scene = *m_scene;
    DocumentMenus& menus = *scene.tabs->menus();
    scene.type("seed", "7");
    action(menus.file(), "Save")->trigger();
    QTRY_VERIFY(scene.read(scene.page->model()->document()->path()).contains("seed: 7"));
    // Its key stands in the menu, and acts elsewhere.
    QVERIFY(action(menus.file(), "Save")->text().endsWith("\tCtrl+S"));
    action(menus.beginning(), "Empty experiment")->trigger();
    QCOMPARE(scene.tabs->count(), 2);
    QAction* recent = action(menus.beginning(), "Open recent");
    emit menus.beginning()->menu()->aboutToShow();
    QVERIFY(recent->menu()->actions().front()->text().endsWith("e.yaml"));
    QMenu* fromPreset = action(menus.beginning(), "From a preset")->menu();
    QCOMPARE(fromPreset->actions().size(), static_cast<qsizetype>(presets().size()));
    fromPreset->actions().front()->trigger();
    QCOMPARE(scene.tabs->current()->model()->document()->preset(), presets().front().name);
    action(menus.file(), "Close")->trigger();
    QTRY_COMPARE(scene.tabs->count(), 1);
  }

  void theStateOfAClusterIsAMark() {
    PageScene& scene = *m_scene;
    TargetRecord cluster;
    cluster.settings.name = "far";
    cluster.kind = "slurm";
    cluster.link = TargetLink::waiting;
    scene.targets->setTargets({cluster});
    TargetChooser* target = scene.page->bar()->target();
    target->choose("far");
    QCOMPARE(target->currentText(), "far");
    QVERIFY(target->itemIcon(target->currentIndex()).name().endsWith("plug-connected-x"));
    QCOMPARE(target->accessibleDescription(), "far (Out of reach)");
  }

  // What is given up is words, never a control.
  void itFitsIntoLittleRoom() {
    DocumentBar& bar = *m_scene->page->bar();
    QList<QWidget*> controls{bar.target(),     bar.reviewButton(), bar.changesButton(),
                             bar.dataButton(), bar.tiers(),        bar.sides(),
                             tool("Undo"),     tool("Redo")};
    QCOMPARE(bar.dataButton()->text(), "Data");
    const QString changes = bar.changesButton()->text();
    QVERIFY(changes.size() > 3);
    m_scene->tabs->resize(700, 700);
    QTRY_COMPARE(bar.width(), 700);
    for (const QWidget* control : controls) {
      QVERIFY(control->isVisible());
      QVERIFY(bar.rect().contains(control->geometry()));
      QVERIFY(!control->accessibleName().isEmpty() || control == bar.reviewButton());
    }
    QTest::keyClick(m_scene->page->sides()->editor(), Qt::Key_O, Qt::AltModifier);
    QVERIFY(bar.target()->hasFocus());
    QCOMPARE(bar.dataButton()->text(), "");
    QCOMPARE(bar.reviewButton()->text(), "Review and submit");
    m_scene->tabs->resize(1300, 700);
    QTRY_COMPARE(bar.dataButton()->text(), "Data");
    QCOMPARE(bar.changesButton()->text(), changes);
  }

 private:
  int topOf(const QWidget* widget) { return widget->mapTo(m_scene->page, QPoint()).y(); }

  void clickSegment(int part) {
    look::SegmentedControl* sides = m_scene->page->bar()->sides();
    const int third = sides->width() / 3;
    QTest::mouseClick(sides, Qt::LeftButton, {}, {third * part + third / 2, sides->height() / 2});
    QCOMPARE(sides->current(), part);
  }

  static void drag(QWidget* handle, QPoint by) {
    const QPoint from = handle->rect().center();
    QTest::mousePress(handle, Qt::LeftButton, {}, from);
    QMouseEvent move(QEvent::MouseMove, QPointF(from + by), handle->mapToGlobal(QPointF(from + by)),
                     Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(handle, &move);
    QTest::mouseRelease(handle, Qt::LeftButton, {}, handle->rect().center());
  }

  QToolButton* tool(const QString& name) {
    for (auto* button : m_scene->page->bar()->findChildren<QToolButton*>())
      if (button->accessibleName() == name) return button;
    return nullptr;
  }

  QAction* action(const QToolButton* button, const QString& words) {
    for (QAction* each : button->menu()->actions())
      if (each->text().section('\t', 0, 0) == words) return each;
    qFatal("no action %s", qPrintable(words));
  }

  std::unique_ptr<PageScene> m_scene;
};

TRAINYARD_WINDOW_TEST(DocumentBarTest);
#include "document_bar_test.moc"
