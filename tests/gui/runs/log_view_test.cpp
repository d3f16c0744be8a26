// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/runs/log_scene.h"

#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextBlock>

#include "gui/runs/logs/find_field.h"
#include "gui/runs/logs/log_side.h"
#include "gui/runs/logs/mark_scroll_bar.h"
#include "gui/runs/logs/sgr_colours.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class LogViewTest : public QObject {
  Q_OBJECT
 private slots:
  void whatIsWrittenAppears() {
    LogScene scene(RunState::running);
    scene.files = {{"stdout.log", "one\ntw"}, {"stderr.log", "noise\n"}};
    QTRY_COMPARE(scene.text(), "one\ntw");
    QCOMPARE(scene.file(), "stdout.log");
    scene.files[0].second += "o\nthree\n";
    QTRY_COMPARE(scene.text(), "one\ntwo\nthree");
    scene.files[0].second += "50 %\r100 %";
    QTRY_COMPARE(scene.text(), "one\ntwo\nthree\n100 %");
  }

  void coloursFollowTheThemeAndTheSwitch() {
    LogScene scene(RunState::completed);
    scene.files = {{"stdout.log", "plain \x1b[31mred\x1b[0m\n"}};
    QTRY_COMPARE(scene.text(), "plain red");
    const auto ink = [&]() -> QColor {
      scene.pane()->viewport()->grab();
      const auto formats = scene.pane()->document()->firstBlock().layout()->formats();
      return formats.isEmpty() ? QColor() : formats[0].format.foreground().color();
    };
    const QPalette before = QApplication::palette();
    QApplication::setPalette(look::paletteOf(look::lightTokens()));
    QTRY_COMPARE(ink(), look::lightTokens().tone(look::Tone::failed).word);
    QApplication::setPalette(look::paletteOf(look::darkTokens()));
    QTRY_COMPARE(ink(), look::darkTokens().tone(look::Tone::failed).word);
    QApplication::setPalette(before);
    scene.turn("Colours of the program");
    QVERIFY(!ink().isValid());
    QCOMPARE(scene.text(), "plain red");
  }

  void updatesOfAProgressBarAreLinesOnRequest() {
    LogScene scene(RunState::completed);
    scene.files = {{"stdout.log", "1 %\r50 %\r100 %\nend\n"}};
    QTRY_COMPARE(scene.text(), "100 %\nend");
    scene.turn("Collapse progress bars");
    QTRY_COMPARE(scene.text(), "1 %\n50 %\n100 %\nend");
    scene.turn("Collapse progress bars");
    QTRY_COMPARE(scene.text(), "100 %\nend");
  }

  // Of what is written, only the newest lines are held; a reader's place is not moved by that.
  void theReadersPlaceIsKeptWhileOlderLinesGo() {
    LogScene scene(RunState::running);
    QByteArray text;
    int line = 0;
    const auto write = [&](int lines) {
      for (int end = line + lines; line < end; ++line) text += QByteArray::number(line) + '\n';
      scene.files = {{"stdout.log", text}};
    };
    write(20000);
    QTRY_VERIFY(scene.text().endsWith("19999"));
    scene.turn("Follow");
    scene.pane()->verticalScrollBar()->setValue(500);
    write(100);
    QTRY_VERIFY(scene.text().endsWith("20099"));
    QVERIFY(scene.text().startsWith("100\n"));
    QCOMPARE(scene.pane()->verticalScrollBar()->value(), 400);
  }

  // The reason of a failure is what is looked for, not what was printed before it.
  void aFailedRunBeginsWithItsStandardError() {
    LogScene scene(RunState::failed);
    scene.files = {{"stdout.log", "step 1\n"}, {"stderr.log", "KeyError: 'labels'\n"}};
    QTRY_COMPARE(scene.text(), "KeyError: 'labels'");
    QCOMPARE(scene.file(), "stderr.log");
  }

  void anEmptyFileGivesWayToTheNext() {
    LogScene scene(RunState::running);
    scene.files = {{"stdout.log", ""}, {"stderr.log", "only here\n"}};
    QTRY_COMPARE(scene.text(), "only here");
  }

  void anotherRunBeginsAnew() {
    LogScene scene(RunState::running);
    scene.files = {{"stdout.log", "an open line"}};
    QTRY_COMPARE(scene.text(), "an open line");
    scene.files = {{"stdout.log", "of the other\n"}};
    RunRecord other;
    other.run = "s";
    other.state = RunState::running;
    scene.model.choose(other);
    QCOMPARE(scene.text(), QString());
    QTRY_COMPARE(scene.text(), "of the other");
    QCOMPARE(scene.service.last("logs.read")["run"].toString(), "s");
  }

  void whatIsOverIsReadToItsEndAndNoFurther() {
    LogScene scene(RunState::completed);
    scene.files = {{"stdout.log", "all\n"}};
    QTRY_COMPARE(scene.text(), "all");
    // Asked again once, to learn that nothing follows.
    QTRY_VERIFY(scene.service.count("logs.read") >= 2);
    const int asked = scene.service.count("logs.read");
    // Three times the clock of reading: it would have asked again.
    QTest::qWait(1500);
    QCOMPARE(scene.service.count("logs.read"), asked);
    // Resumed, it is followed again.
    RunRecord again = scene.model.record();
    again.state = RunState::running;
    scene.model.showRecord(again);
    scene.files[0].second += "more\n";
    QTRY_COMPARE(scene.text(), "all\nmore");
  }

  void findingGoesBothWays() {
    LogScene scene(RunState::completed);
    scene.files = {{"stdout.log", "x1\nx2\nx3\n"}};
    QTRY_COMPARE(scene.text(), "x1\nx2\nx3");
    scene.view.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&scene.view));
    QTest::keyClick(&scene.view, Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(scene.search()->hasFocus());
    QTest::keyClicks(scene.search(), "x");
    const auto line = [&] { return scene.cursor().blockNumber(); };
    QTextCursor start = scene.cursor();
    start.movePosition(QTextCursor::Start);
    scene.view.findChild<QPlainTextEdit*>()->setTextCursor(start);
    for (int wanted : {0, 1, 2}) {
      QTest::keyClick(scene.search(), Qt::Key_Return);
      QCOMPARE(line(), wanted);
    }
    QTest::keyClick(scene.search(), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(line(), 1);
    QTest::keyClick(scene.search(), Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClick(scene.search(), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(line(), 2);  // from the other end
  }

  void whatIsTypedIsFoundAtOnceAndCounted() {
    LogScene scene(RunState::running);
    scene.files = {{"stdout.log", "Memory\nmemory\n-\nmemory"}};
    QTRY_COMPARE(scene.text(), "Memory\nmemory\n-\nmemory");
    auto* field = scene.view.findChild<FindField*>();
    auto* bar = qobject_cast<MarkScrollBar*>(scene.pane()->verticalScrollBar());
    const QColor outline = look::tokens(scene.view.palette()).tone(look::Tone::waiting).word;
    QCOMPARE(scene.pixelsOf(outline), 0);
    field->setText("memory");
    QTRY_COMPARE(field->count(), "1 of 3");
    QVERIFY(scene.pixelsOf(outline) > 60);
    QCOMPARE(bar->marks().size(), 3);
    QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(field->count(), "3 of 3");
    QCOMPARE(scene.cursor().selectedText(), "memory");
    QCOMPARE(scene.cursor().blockNumber(), 3);
    // What is written on is searched, too, and the last line only once.
    scene.files[0].second += " and memory\nmemory\n";
    QTRY_COMPARE(field->count(), "3 of 5");
    QCOMPARE(scene.cursor().selectedText(), "memory");
    scene.button("Match case")->click();
    QTRY_VERIFY(field->count().endsWith("of 4"));
    field->setText("Mem.*$");
    QTRY_COMPARE(field->count(), "No match");
    scene.button("Regular expression")->click();
    QTRY_COMPARE(field->count(), "1 of 1");
    QCOMPARE(scene.cursor().selectedText(), "Memory");
    field->setText("(");
    QVERIFY(scene.says("The regular expression is not valid at character 2: "));
    QCOMPARE(field->count(), QString());
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(field->text(), QString());
    QVERIFY(!scene.says("regular expression"));
    QVERIFY(bar->marks().isEmpty());
  }

  void errorsAndWarningsAreMarkedAndVisited() {
    LogScene scene(RunState::running);
    QByteArray text("one\nwarning: two\nthree\n");
    for (int i = 0; i < 100; ++i) text += "line\n";
    text += "Traceback (most recent call last):\n  f()\nKeyErr";
    scene.files = {{"stdout.log", text}};
    QTRY_VERIFY(scene.text().endsWith("KeyErr"));
    QVERIFY(scene.counts("1 error") && scene.counts("1 warning"));
    auto* bar = qobject_cast<MarkScrollBar*>(scene.pane()->verticalScrollBar());
    QCOMPARE(bar->marks().size(), 2);
    const look::Tokens& tokens = look::tokens(scene.view.palette());
    QVERIFY(scene.pixelsOf(levelGround(look::Tone::failed, tokens)) > 1000);
    // An open line counts once.
    scene.files[0].second += "or: 'x'\nwarning: y\n";
    QTRY_VERIFY(scene.counts("2 warnings"));
    QVERIFY(scene.counts("1 error"));
    const auto line = [&] { return scene.cursor().blockNumber(); };
    scene.pane()->moveCursor(QTextCursor::Start);
    for (const int wanted : {1, 103, 106, 1}) {
      QTest::keyClick(scene.pane(), Qt::Key_F8);
      QCOMPARE(line(), wanted);
    }
    QVERIFY(scene.pixelsOf(tokens.tone(look::Tone::waiting).ground) > 1000);  // the current one
    QTest::keyClick(scene.pane(), Qt::Key_F8, Qt::ShiftModifier);
    QCOMPARE(line(), 106);
    QTest::keyClick(scene.pane(), Qt::Key_F8, Qt::ShiftModifier);
    QCOMPARE(line(), 103);
    QVERIFY(!scene.view.findChild<LogFoot*>()->isFollowing());
    scene.files = {{"stdout.log", "all is well\n"}};
    RunRecord other;
    other.run = "s";
    other.state = RunState::running;
    scene.model.choose(other);
    QTRY_COMPARE(scene.text(), "all is well");
    QVERIFY(!scene.counts("1 error") && bar->marks().isEmpty());
  }

  void aForeignSentenceIsShownAsItIs() {
    LogScene scene(RunState::running);
    scene.failure = "<img src=x><b>no</b>";
    scene.files = {{"stdout.log", "text\n"}};
    const QLabel* said = nullptr;
    QTRY_VERIFY([&] {
      for (const QLabel* label : scene.view.findChildren<QLabel*>())
        if (label->text().contains("<img")) said = label;
      return said != nullptr;
    }());
    QCOMPARE(said->textFormat(), Qt::PlainText);
  }

  void everythingHasAName() {
    LogScene scene(RunState::running);
    QStringList found;
    for (const QWidget* widget : scene.view.findChildren<QWidget*>()) {
      const bool isControl =
          widget->focusPolicy() != Qt::NoFocus || qobject_cast<const QAbstractButton*>(widget);
      // Lists and menus that open have windows of their own, and the field's sign is no control.
      if (!isControl || widget->window() != &scene.view || widget->objectName().startsWith("qt_") ||
          widget->inherits("QLineEditIconButton"))
        continue;
      QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
      found << widget->accessibleName();
    }
    for (const char* name :
         {"Whose output", "Attempt", "Output", "Output of processes", "Output of the job",
          "Wrap long lines", "Copy the output", "Save the output", "How the output is shown",
          "Earlier output", "Follow", "Find in the output", "Previous match", "Next match",
          "Match case", "Regular expression", "Colours of the program", "Collapse progress bars"})
      QVERIFY2(found.contains(QLatin1String(name)), name);
  }

  // The end of a long file begins with a whole line, says that it is an end, and gives more.
  void theEndOfALongFileIsWholeLinesAndMoreCanBeHad() {
    LogScene scene(RunState::completed);
    QByteArray text;
    for (int i = 0; text.size() < (2 << 20); ++i) text += "line " + QByteArray::number(i) + "\n";
    scene.files = {{"stdout.log", text}};
    QTRY_VERIFY(scene.text().endsWith(QString::fromLatin1(text.right(20).trimmed())));
    QVERIFY(scene.text().startsWith("line "));
    const QString shown = scene.text().section('\n', 0, 0);
    QVERIFY(text.contains('\n' + shown.toLatin1() + '\n'));
    QVERIFY(scene.says("The last " + QLocale().toString(20000) + " lines"));
    scene.search()->setText("line");
    QTest::keyClick(scene.search(), Qt::Key_Return);
    QVERIFY(scene.says("The last " + QLocale().toString(20000) + " lines"));
    scene.search()->setText("nothing like it");
    QTest::keyClick(scene.search(), Qt::Key_Return);
    QTRY_VERIFY(scene.says("is not in these lines") &&
                scene.says("The last " + QLocale().toString(20000) + " lines"));
    for (auto* button : scene.view.findChildren<QAbstractButton*>())
      if (button->text() == "Earlier") button->click();
    QTRY_VERIFY(scene.text().startsWith("line 0\n"));
    QVERIFY(!scene.says("The last"));
  }

  void theSideHasAllFilesAndANarrowWindowABox() {
    LogScene scene(RunState::running);
    scene.files = {{"stdout.log", "of all\n"},
                   {"stderr.log", ""},
                   {"nodes/n1/rank-0.out", "zero\n"},
                   {"nodes/n1/rank-0.err", "trouble\n"},
                   {"nodes/n1/rank-1.out", "one\n"}};
    QTRY_COMPARE(scene.text(), "of all");
    QCOMPARE(scene.rows("Output of the job"), (QStringList{"Standard output", "Standard error"}));
    QCOMPARE(scene.rows("Output of processes"), (QStringList{"n1", "Rank 0", "stderr", "Rank 1"}));
    scene.chooseRow("Rank 1");
    QTRY_COMPARE(scene.text(), "one");
    QCOMPARE(scene.file(), "nodes/n1/rank-1.out");
    QComboBox* box = scene.box("Whose output");
    QVERIFY(!box->isVisible());
    scene.view.resize(700, 400);
    QTRY_VERIFY(box->isVisible());
    QVERIFY(!scene.view.findChild<LogSide*>()->isVisible());
    box->setCurrentIndex(3);
    emit box->activated(3);
    QTRY_COMPARE(scene.text(), "trouble");
    QCOMPARE(scene.view.findChild<LogSide*>()->chosen(), "nodes/n1/rank-0.err");
  }

  void anEarlierAttemptCanBeRead() {
    LogScene scene(RunState::running);
    scene.files = {{"stdout.log", "x\n"}};
    RunDetail detail;
    detail.record = scene.model.record();
    for (int attempt : {1, 2}) {
      AttemptRecord record;
      record.attempt = attempt;
      record.resumeStep = attempt == 2 ? 130 : 0;
      detail.attempts << record;
    }
    scene.model.showDetail(detail);
    scene.view.hide();
    scene.view.show();
    QComboBox* box = scene.box("Attempt");
    QTRY_COMPARE(box->count(), 2);
    QCOMPARE(box->currentText(), "Attempt 2, from step 130");
    emit box->activated(0);
    QTRY_COMPARE(scene.service.last("logs.read")["attempt"].toInt(), 1);
  }

  void longLinesWrapOnRequest() {
    LogScene scene(RunState::completed);
    scene.files = {{"stdout.log", QByteArray("word ").repeated(200) + '\n'}};
    QTRY_COMPARE(scene.pane()->blockCount(), 1);
    QTRY_VERIFY(scene.pane()->horizontalScrollBar()->maximum() > 0);
    scene.turn("Wrap long lines");
    QTRY_COMPARE(scene.pane()->horizontalScrollBar()->maximum(), 0);
    QVERIFY(scene.pane()->document()->firstBlock().layout()->lineCount() > 1);
  }

  void whatIsShownIsCountedAndCopied() {
    LogScene scene(RunState::completed);
    scene.files = {{"stdout.log", "one\n\x1b[31mtwo\x1b[0m\n"}};
    scene.view.resize(1400, 400);
    QTRY_VERIFY(scene.says("2 lines, 17 bytes, all of it is here"));
    QVERIFY(scene.says("The run is over: nothing follows."));
    scene.button("Copy")->click();
    QCOMPARE(QApplication::clipboard()->text(), "one\ntwo");
    scene.pane()->moveCursor(QTextCursor::Start);
    scene.pane()->moveCursor(QTextCursor::EndOfLine, QTextCursor::KeepAnchor);
    scene.button("Copy")->click();
    QCOMPARE(QApplication::clipboard()->text(), "one");
  }

  // All of the file as it is, however little of it is shown.
  void theWholeFileIsSaved() {
    LogScene scene(RunState::completed);
    QByteArray text;
    for (int i = 0; text.size() < (5 << 19); ++i) text += "\x1b[1mline\r" + QByteArray::number(i);
    text += "\nend\n";
    scene.files = {{"stdout.log", text}};
    QTRY_VERIFY(scene.text().endsWith("end"));
    const QTemporaryDir folder;
    scene.save(folder.filePath("saved.log"));
    QVERIFY(scene.says("Saved as "));
    QFile saved(folder.filePath("saved.log"));
    QVERIFY(saved.open(QIODevice::ReadOnly));
    QVERIFY(saved.readAll() == text);
    scene.save(folder.filePath("none/saved.log"));
    QVERIFY(scene.says("none/saved.log could not be saved: "));
  }

  void theErrorOfAFailedRankIsShown() {
    RunRecord run = LogScene::recordOf(RunState::failed);
    run.rank = 1;
    run.node = "n1";
    LogScene scene(run);
    QByteArray own("warning: old\nTraceback (most recent call last):\n  f()\nKeyError: 'x'\n");
    for (int i = 0; i < 200; ++i) own += "after it\n";
    scene.files = {{"stdout.log", "fine\n"},
                   {"stderr.log", "srun: error: n1: task 1: exited\n"},
                   {"nodes/n1/rank-1.out", "one\n"},
                   {"nodes/n1/rank-1.err", own}};
    QTRY_VERIFY(scene.text().startsWith("srun"));
    scene.view.showError();
    QTRY_COMPARE(scene.cursor().block().text(), "Traceback (most recent call last):");
    QCOMPARE(scene.file(), "nodes/n1/rank-1.err");
    QVERIFY(scene.pane()->verticalScrollBar()->value() < 10);
    // Without a rank it is the job's standard error, which has nothing but its end to show.
    run.run = "s";
    run.rank.reset();
    scene.files[1].second = "exited\n";
    scene.model.choose(run);
    scene.view.showError();
    QTRY_COMPARE(scene.text(), "exited");
    QCOMPARE(scene.file(), "stderr.log");
  }
};

TRAINYARD_WINDOW_TEST(LogViewTest);
#include "log_view_test.moc"
