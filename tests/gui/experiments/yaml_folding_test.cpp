// SPDX-License-Identifier: GPL-3.0-or-later
// Sections of the text fold, by the arrow, by keys and by the menu; what somebody needs to see
// unfolds them, and nothing else does. What is folded is still the text.
#include <QMenu>
#include <QScrollBar>
#include <QTextBlock>

#include "gui/experiments/yaml/yaml_editor.h"
#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QString folding = QStringLiteral(
    "format: 1\n"         // 1
    "name: example\n"     // 2
    "workload: engine\n"  // 3
    "model:\n"            // 4
    "  kind: gpt2\n"      // 5
    "  overrides:\n"      // 6
    "    n_layer: 2\n"    // 7
    "    n_head: 2\n"     // 8
    "data:\n"             // 9
    "  kind: text\n"      // 10
    "  train: [a.txt]\n"  // 11
    "training:\n"         // 12
    "  max_steps: 240\n"  // 13
    "  # not too many\n"  // 14
    "\n"                  // 15
    "optimizer:\n"        // 16
    "  kind: adamw\n");   // 17

}  // namespace

class YamlFoldingTest : public QObject {
  Q_OBJECT
 private slots:
  void theOutlineKnowsSettingsAndWhatBelongsToThem() {
    YamlOutline outline;
    outline.read(folding.split('\n'));
    QCOMPARE(outline.lineOf("model.overrides.n_head"), 7);
    QCOMPARE(outline.at(3).last, 7);
    QCOMPARE(outline.at(5).last, 7);
    QCOMPARE(outline.at(11).last, 13);  // with the comment, without the empty line
    QVERIFY(!outline.isHead(0) && !outline.isHead(16));
    QCOMPARE(outline.headOf(7), 5);
    QCOMPARE(outline.headOf(5), 3);
    QCOMPARE(outline.headOf(3), -1);
    QCOMPARE(outline.nearestLineOf("optimizer.learning_rate"), 15);
    QCOMPARE(outline.sectionAt(13, 2), "training");
    QCOMPARE(outline.sectionAt(13, 0), "");
    // Texts of several lines have no keys; items may stand as far left as their key.
    outline.read(QString("notes: |\n  a: 1\n\n  b\ntags:\n- x\n- y\nscript: {a: 1}\ndata:\n"
                         "  train:\n    - a: 1\n      b: 2\n")
                     .split('\n'));
    QCOMPARE(outline.at(0).last, 3);
    QCOMPARE(outline.at(1).path, "");
    QCOMPARE(outline.at(4).last, 6);
    QCOMPARE(outline.at(7).path, "script");
    QCOMPARE(outline.at(11).path, "data.train.b");
  }

  void theArrowFoldsAndUnfolds() {
    YamlEditor editor;
    show(editor, folding);
    click(editor, 4);
    QVERIFY(editor.isFolded(4));
    QCOMPARE(hidden(editor), (QList<int>{5, 6, 7, 8}));
    QCOMPARE(editor.toPlainText(), folding);
    // What is below moves up, and can be folded where it stands now.
    QCOMPARE(editor.foldArrow(9).top(), editor.foldArrow(4).bottom() + 1);
    QVERIFY(editor.besideLine(4).contains("4"));
    click(editor, 9);
    QCOMPARE(hidden(editor), (QList<int>{5, 6, 7, 8, 10, 11}));
    click(editor, 4);
    QCOMPARE(hidden(editor), (QList<int>{10, 11}));
    // One within another stays folded while the other goes.
    click(editor, 6);
    click(editor, 4);
    click(editor, 4);
    QCOMPARE(hidden(editor), (QList<int>{7, 8, 10, 11}));
    QVERIFY(editor.foldArrow(5).isEmpty());
  }

  void keysFoldTheSectionOfTheCursor() {
    YamlEditor editor;
    show(editor, folding);
    editor.jumpTo(8, 1);
    QTest::keyClick(&editor, Qt::Key_BraceLeft, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(hidden(editor), (QList<int>{7, 8}));
    QCOMPARE(editor.textCursor().blockNumber() + 1, 6);  // where it is seen
    QTest::keyClick(&editor, Qt::Key_BracketRight, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(hidden(editor), QList<int>());
    editor.foldAtCursor(true);
    // Going down passes what is folded.
    QTest::keyClick(&editor, Qt::Key_Down);
    QCOMPARE(editor.textCursor().blockNumber() + 1, 9);
    QTest::keyClick(&editor, Qt::Key_Up);
    QCOMPARE(editor.textCursor().blockNumber() + 1, 6);
    QCOMPARE(hidden(editor), (QList<int>{7, 8}));
    QCOMPARE(editor.toPlainText(), folding);
  }

  void theMenuFoldsAll() {
    YamlEditor editor;
    show(editor, folding);
    editor.jumpTo(7, 1);
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {20, 20}, editor.mapToGlobal(QPoint()));
    QCoreApplication::sendEvent(editor.viewport(), &event);
    menuAction(editor, "Fold all sections")->trigger();
    QCOMPARE(hidden(editor), (QList<int>{5, 6, 7, 8, 10, 11, 13, 14, 17}));
    QCOMPARE(editor.textCursor().blockNumber() + 1, 4);
    QCOMPARE(editor.verticalScrollBar()->maximum(), 0);
    menuAction(editor, "Unfold all sections")->trigger();
    QCOMPARE(hidden(editor), QList<int>());
  }

  void whatIsWantedUnfolds() {
    YamlEditor editor;
    show(editor, folding);
    for (const int line : {4, 9, 12}) editor.setFolded(line, true);
    editor.setFolded(6, true);
    editor.jumpTo(7, 1);
    QCOMPARE(hidden(editor), (QList<int>{10, 11, 13, 14}));
    // A search that moves the cursor there.
    QVERIFY(editor.find("train: ["));
    QCOMPARE(hidden(editor), (QList<int>{13, 14}));
    // What is typed at the end of a folded section is in it, and seen.
    editor.setFolded(9, true);
    QTest::keyClick(&editor, Qt::Key_End);
    QTest::keyClick(&editor, Qt::Key_Return);
    QTest::keyClicks(&editor, "split: x");
    QVERIFY(editor.toPlainText().contains("data:\n  split: x\n  kind"));
    QCOMPARE(hidden(editor), (QList<int>{14, 15}));
  }

  void foldsSurviveChangesElsewhere() {
    YamlEditor editor;
    show(editor, folding);
    editor.setFolded(4, true);
    QString text = folding;
    text.replace("workload: engine\n", "seed: 7\nworkload: engine\n");
    editor.showText(text);
    QCOMPARE(hidden(editor), (QList<int>{6, 7, 8, 9}));
    text.replace("max_steps: 240", "max_steps: 9");
    editor.showText(text);
    QCOMPARE(hidden(editor), (QList<int>{6, 7, 8, 9}));
    QCOMPARE(editor.toPlainText(), text);
    // One that is changed inside is seen.
    text.replace("n_head: 2", "n_head: 4");
    editor.showText(text);
    QCOMPARE(hidden(editor), QList<int>());
    // A section whose key goes leaves nothing hidden behind.
    editor.setFolded(5, true);
    text.replace("model:\n", "# model\n");
    editor.showText(text);
    QCOMPARE(hidden(editor), QList<int>());
    QCOMPARE(editor.toPlainText(), text);
  }

  void aPageWithFoldsIsTheSameDocument() {
    PageScene scene;
    QTRY_VERIFY(scene.isReady());
    QVERIFY(scene.open("e.yaml", folding));
    YamlEditor& editor = *scene.page->sides()->editor();
    editor.foldAll();
    QVERIFY(!scene.page->model()->document()->isModified());
    QVERIFY(!scene.page->model()->document()->history().canUndo());
    scene.type("training.max_steps", "9");
    QCOMPARE(hidden(editor), (QList<int>{5, 6, 7, 8, 10, 11, 17}));
    QCOMPARE(scene.text(), QString(folding).replace("240", "9"));
    scene.page->model()->document()->history().undo();
    QCOMPARE(editor.toPlainText(), folding);
    // A finding in a fold marks its section; going there unfolds it.
    scene.type("training.max_steps", "many");
    editor.setFolded(12, true);
    scene.page->sides()->findings()->step(1);
    QVERIFY(!editor.isFolded(12));
    // Another document has its own.
    QVERIFY(scene.open("f.yaml", folding));
    QCOMPARE(hidden(*scene.page->sides()->editor()), QList<int>());
  }

 private:
  static void show(YamlEditor& editor, const QString& text) {
    editor.resize(500, 500);
    editor.show();
    editor.activateWindow();
    editor.showText(text);
    QVERIFY(QTest::qWaitForWindowExposed(&editor));
  }
  static void click(YamlEditor& editor, int line) {
    const QRect arrow = editor.foldArrow(line);
    QVERIFY(!arrow.isEmpty());
    QTest::mouseClick(editor.margin(), Qt::LeftButton, {}, arrow.center());
  }
  static QList<int> hidden(const YamlEditor& editor) {
    QList<int> out;
    for (QTextBlock block = editor.document()->begin(); block.isValid(); block = block.next())
      if (!block.isVisible()) out << block.blockNumber() + 1;
    return out;
  }
  static QAction* menuAction(const YamlEditor& editor, const QString& words) {
    for (const QMenu* menu : editor.findChildren<QMenu*>())
      for (QAction* action : menu->actions())
        if (action->text() == words) return action;
    qFatal("no action %s", qPrintable(words));
  }
};

TRAINYARD_WINDOW_TEST(YamlFoldingTest);
#include "yaml_folding_test.moc"
