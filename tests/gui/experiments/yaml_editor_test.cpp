// SPDX-License-Identifier: GPL-3.0-or-later
// The text beside the form follows what is entered there, and leaves the keys and the cursor alone.
#include "gui/experiments/yaml/yaml_editor.h"

#include <QScrollBar>
#include <QTextBlock>

#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// More lines than the editor has room for, with what is edited at both ends.
QString longText() {
  QString text = QStringLiteral("format: 1\nname: example\nseed: 7\nworkload: engine\nmodel:\n");
  text += QStringLiteral("  kind: gpt2\n");
  for (int i = 0; i < 200; ++i) text += QStringLiteral("  # line %1\n").arg(i);
  return text + QStringLiteral("data:\n  train: [a.txt]\ntraining:\n  max_steps: 240\n");
}

bool shows(const YamlEditor& editor, const QString& words) {
  const QTextCursor found = editor.document()->find(words);
  if (found.isNull()) return false;
  const QRect place = editor.cursorRect(found);
  return place.top() >= 0 && place.bottom() <= editor.viewport()->height();
}

}  // namespace

class YamlEditorTest : public QObject {
  Q_OBJECT
 private slots:
  void whatTheFormChangesComesIntoView() {
    PageScene scene;
    QTRY_VERIFY(scene.isReady());
    QVERIFY(scene.open("e.yaml", longText()));
    YamlEditor& editor = *scene.page->sides()->editor();
    QTRY_VERIFY(shows(editor, "seed: 7"));
    QVERIFY(!shows(editor, "max_steps"));
    editor.moveCursor(QTextCursor::Start);
    editor.moveCursor(QTextCursor::Down);
    const int cursor = editor.textCursor().position();
    QLineEdit* steps = scene.type("training.max_steps", "9");
    QVERIFY(shows(editor, "max_steps: 9"));
    QVERIFY(!shows(editor, "seed: 7"));
    QVERIFY(steps->hasFocus());
    QCOMPARE(editor.textCursor().position(), cursor);
    // What is in view already does not move.
    const int before = editor.verticalScrollBar()->value();
    scene.type("training.max_steps", "10");
    QCOMPARE(editor.verticalScrollBar()->value(), before);
    scene.type("seed", "8");
    QVERIFY(shows(editor, "seed: 8"));
    // A line that was not there, and one that comes back.
    scene.type("training.num_epochs", "5");
    QVERIFY(shows(editor, "num_epochs: 5"));
    scene.type("seed", "9");
    QVERIFY(shows(editor, "seed: 9"));
    scene.page->model()->document()->history().undo();
    scene.page->model()->document()->history().undo();
    QVERIFY(!scene.text().contains("num_epochs: 5"));
    QVERIFY(shows(editor, "max_steps: 10"));
  }

  // Whoever goes to the text finds its beginning.
  void theCursorIsAtTheBeginningOfADocument() {
    PageScene scene;
    QTRY_VERIFY(scene.isReady());
    QVERIFY(scene.open("e.yaml", longText()));
    QCOMPARE(scene.page->sides()->editor()->textCursor().position(), 0);
    scene.page->sides()->editor()->moveCursor(QTextCursor::End);
    scene.page->model()->document()->startFrom("name: another\nformat: 1\n");
    QCOMPARE(scene.page->sides()->editor()->textCursor().position(), 0);
  }

  // Its line break stands on the line before it, which is the last one in view.
  void aNewLastLineComesIntoView() {
    YamlEditor editor;
    editor.resize(400, 300);
    editor.show();
    const QString text = longText().trimmed();
    editor.showText(text);
    editor.verticalScrollBar()->setValue(editor.verticalScrollBar()->maximum());
    QVERIFY(shows(editor, "max_steps: 240"));
    editor.showText(text + "\n  num_epochs: 2");
    QVERIFY(shows(editor, "num_epochs: 2"));
  }
};

TRAINYARD_WINDOW_TEST(YamlEditorTest);
#include "yaml_editor_test.moc"
