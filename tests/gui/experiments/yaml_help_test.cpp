// SPDX-License-Identifier: GPL-3.0-or-later
// What the text says beside what is written: sentences of findings, notes, help under the pointer,
// and what can be written at the cursor.
#include <QAbstractItemView>
#include <QCompleter>
#include <QHelpEvent>
#include <QTextBlock>
#include <QToolTip>

#include "engine/contract/experiment/experiment.h"
#include "gui/experiments/yaml/yaml_completer.h"
#include "gui/experiments/yaml/yaml_editor.h"
#include "gui/forms/contract_text.h"
#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

Diagnostic findingIn(int line, const QString& sentence, Severity severity = Severity::error) {
  Diagnostic out;
  out.severity = severity;
  out.code = "test.finding";
  out.line = line;
  out.column = 1;
  out.text = sentence.toStdString();
  return out;
}

QStringList wordsOf(const YamlCompletion& completion) {
  QStringList out;
  for (const YamlProposal& proposal : completion.proposals) out << proposal.word;
  return out;
}

YamlCompletion completionAt(const QString& text) {
  const QStringList lines = text.left(text.indexOf('|')).split('\n');
  return YamlCompletion::at(QString(text).remove('|').split('\n'),
                            static_cast<int>(lines.size()) - 1,
                            static_cast<int>(lines.back().size()));
}

}  // namespace

class YamlHelpTest : public QObject {
  Q_OBJECT
 private slots:
  void aSentenceStandsBesideItsLine() {
    YamlEditor editor;
    editor.resize(600, 300);
    editor.show();
    editor.showText("format: 1\nname: a\nseed: 42\n# " + QString(200, 'x') + "\n");
    editor.showDiagnostics({findingIn(2, "A warning.", Severity::warning),
                            findingIn(2, "It is wrong."), findingIn(4, "There is no room.")});
    QCOMPARE(editor.besideLine(1), "");
    QCOMPARE(editor.besideLine(2), "It is wrong.");  // the worst of a line
    QCOMPARE(editor.besideLine(4), "");              // its line is as wide as the view
    // Never over the text, and shortened where there is little room.
    editor.showDiagnostics({findingIn(2, QString("many words ").repeated(40))});
    QVERIFY(editor.besideLine(2).endsWith(QChar(0x2026)));
    const QImage shown = editor.grab().toImage();
    editor.showDiagnostics({});
    QVERIFY(editor.grab().toImage() != shown);
    editor.showNotes({{"seed", "study: 5 values"}});
    QCOMPARE(editor.besideLine(3), "study: 5 values");
    editor.showNotes({});
    QCOMPARE(editor.besideLine(3), "");
  }

  void severalValuesAreSaidBesideTheirLine() {
    PageScene scene;
    QTRY_VERIFY(scene.isReady());
    QVERIFY(scene.open("e.yaml", "format: 1\nname: a\nseed: 1\n"));
    FormModel* form = scene.page->model()->form();
    form->enter(form->rowOf("seed"), "1, 2, 3");
    QCOMPARE(scene.page->sides()->editor()->besideLine(3), "study: 3 values");
    form->enter(form->rowOf("seed"), "4");
    QCOMPARE(scene.page->sides()->editor()->besideLine(3), "");
  }

  void theFieldThatIsEditedIsMarked() {
    PageScene scene;
    QTRY_VERIFY(scene.isReady());
    QVERIFY(scene.open("e.yaml", "format: 1\nname: a\nseed: 1\n"));
    YamlEditor& editor = *scene.page->sides()->editor();
    const auto ground = [&](int line) {
      const QTextBlock block = editor.document()->findBlockByNumber(line - 1);
      const QRect place = editor.cursorRect(QTextCursor(block));
      return editor.viewport()->grab().toImage().pixelColor(editor.viewport()->width() - 4,
                                                            place.center().y());
    };
    scene.line("seed")->setFocus();
    QVERIFY(ground(3) != ground(2));
    scene.line("name")->setFocus();
    QVERIFY(ground(2) != ground(3));
    QCOMPARE(ground(3), ground(1));
    editor.jumpTo(1, 1);
    QVERIFY(ground(1) != ground(2));
  }

  void keysThatAreMissingAreProposed() {
    const QString text = "format: 1\noptimizer:\n  kind: adamw\n  |\ntraining:\n  max_steps: 3\n";
    const YamlCompletion here = completionAt(text);
    QVERIFY(wordsOf(here).contains("learning_rate") && !wordsOf(here).contains("kind"));
    QVERIFY(!wordsOf(here).contains("max_steps"));
    const auto rate = std::ranges::find(here.proposals, "learning_rate", &YamlProposal::word);
    QCOMPARE(rate->label, "Learning rate");
    QCOMPARE(rate->text, "learning_rate: ");
    // At the left edge: fields without a section, and sections.
    const YamlCompletion top = completionAt("format: 1\nmodel:\n  kind: gpt2\n|");
    QVERIFY(wordsOf(top).contains("name") && wordsOf(top).contains("data"));
    QVERIFY(!wordsOf(top).contains("model") && !wordsOf(top).contains("format"));
    // The one that is written keeps its colon.
    const YamlCompletion half = completionAt("optimizer:\n  learn|: 3\n");
    QCOMPARE(half.prefix, "learn");
    QCOMPARE(std::ranges::find(half.proposals, "learning_rate", &YamlProposal::word)->text,
             "learning_rate");
    QVERIFY(completionAt("notes: a b |").proposals.isEmpty());
  }

  void choicesOfAFieldAreProposed() {
    const YamlCompletion kinds = completionAt("optimizer:\n  kind: |");
    const FieldInfo* field = find_field("optimizer.kind");
    QCOMPARE(wordsOf(kinds).size(), static_cast<qsizetype>(field->choices.size()));
    QVERIFY(wordsOf(kinds).contains("adamw"));
    QVERIFY(wordsOf(completionAt("checkpoint:\n  save_best: t|")).contains("true"));
    QVERIFY(completionAt("seed: |").proposals.isEmpty());
  }

  void theListWritesWhatIsChosen() {
    PageScene scene;
    QTRY_VERIFY(scene.isReady());
    QVERIFY(scene.open("e.yaml", "format: 1\nname: a\noptimizer:\n  kind: adamw\n"));
    YamlEditor& editor = *scene.page->sides()->editor();
    editor.jumpTo(4, 100);
    QTest::keyClick(&editor, Qt::Key_Return);
    QTest::keyClick(&editor, Qt::Key_Space, Qt::ControlModifier);
    QAbstractItemView* list = editor.completer()->list()->popup();
    QVERIFY(list->isVisible());
    QTest::keyClicks(list, "learning_r");
    QVERIFY(editor.completer()->isOpen());
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(!list->isVisible());
    QTest::keyClicks(&editor, "3.0e-4");
    QCOMPARE(scene.text(),
             "format: 1\nname: a\noptimizer:\n  kind: adamw\n  learning_rate: 3.0e-4\n");
    // Escape leaves the text as it is.
    QTest::keyClick(&editor, Qt::Key_Return);
    const QString before = scene.text();
    QTest::keyClick(&editor, Qt::Key_Space, Qt::ControlModifier);
    QVERIFY(list->isVisible());
    QTest::keyClick(list, Qt::Key_Escape);
    QVERIFY(!list->isVisible());
    QCOMPARE(scene.text(), before);
    // The only one that fits is written at once.
    QTest::keyClicks(&editor, "weight_d");
    QTest::keyClick(&editor, Qt::Key_Space, Qt::ControlModifier);
    QVERIFY(!list->isVisible());
    QVERIFY(scene.text().endsWith("  weight_decay: \n"));
  }

  void theKeyUnderThePointerIsExplained() {
    YamlEditor editor;
    editor.resize(600, 300);
    editor.show();
    editor.showText("format: 1\nname: <b>a\nseed: 42\n");
    const auto help = [&](int line, int column) {
      QTextCursor cursor(editor.document()->findBlockByNumber(line - 1));
      cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor, column - 1);
      QToolTip::hideText();
      if (!QTest::qWaitFor([] { return !QToolTip::isVisible(); })) qFatal("the help stays");
      const QPoint at = editor.viewport()->mapTo(&editor, editor.cursorRect(cursor).center());
      QHelpEvent event(QEvent::ToolTip, at, editor.mapToGlobal(at));
      QCoreApplication::sendEvent(&editor, &event);
      return QToolTip::text();
    };
    const FieldInfo& seed = *find_field("seed");
    QVERIFY(help(3, 2).contains(ContractText::label(seed)));
    QVERIFY(help(3, 2).contains(ContractText::help(seed).left(20)));
    help(3, 8);
    QVERIFY(!QToolTip::isVisible());
    editor.showDiagnostics({findingIn(3, "It is <wrong>.")});
    QVERIFY(help(3, 8).contains("It is &lt;wrong&gt;."));
    QVERIFY(help(3, 2).contains(ContractText::label(seed)));
  }
};

TRAINYARD_WINDOW_TEST(YamlHelpTest);
#include "yaml_help_test.moc"
