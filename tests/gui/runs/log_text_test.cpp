// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_text.h"
#include "gui/runs/logs/level_marks.h"
#include "gui/runs/logs/log_names.h"
#include "gui/runs/logs/log_search.h"
#include "gui/runs/logs/sgr_colours.h"
#include "tests/qt_tests.h"

#include <QTest>
#include <QTextDocument>

using namespace trainyard;

namespace {

QStringList texts(const QList<LogLine>& lines) {
  QStringList all;
  for (const LogLine& line : lines) all << line.text;
  return all;
}

SgrStyle styleOf(const char* parameters) {
  SgrStyle style;
  style.apply(QString::fromLatin1(parameters));
  return style;
}

SgrColour rgb(int red, int green, int blue) {
  return {SgrColour::Kind::rgb, qRgb(red, green, blue)};
}

SgrColour indexed(QRgb index) { return {SgrColour::Kind::indexed, index}; }

}  // namespace

class LogTextTest : public QObject {
  Q_OBJECT
 private slots:
  void lines_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QStringList>("lines");
    QTest::addColumn<QString>("open");
    QTest::newRow("plain") << QByteArray("a\nb\nc") << QStringList{"a", "b"} << "c";
    QTest::newRow("markup stays text")
        << QByteArray("<b>x</b> &amp;\n") << QStringList{"<b>x</b> &amp;"} << "";
    QTest::newRow("progress bar") << QByteArray("10%\r50%\r100%\n") << QStringList{"100%"} << "";
    QTest::newRow("windows line end") << QByteArray("a\r\nb\r\n") << QStringList{"a", "b"} << "";
    QTest::newRow("colours") << QByteArray("\x1b[31mred\x1b[0m\n") << QStringList{"red"} << "";
    QTest::newRow("title") << QByteArray("\x1b]0;window\x07text\n") << QStringList{"text"} << "";
    QTest::newRow("bell and tab") << QByteArray("a\x07\tb\n") << QStringList{"a\tb"} << "";
    QTest::newRow("not UTF-8") << QByteArray("\xff\n") << QStringList{QString(QChar(0xfffd))} << "";
    QTest::newRow("begun characters lose nothing behind them")
        << QByteArray(
               "a\xe2\x96\nb\xc3\nc\xf0\x9f\x98"
               "d\n")
        << QStringList{QString::fromUtf8("a\xe2\x96"), QString::fromUtf8("b\xc3"),
                       QString::fromUtf8("c\xf0\x9f\x98") + 'd'}
        << "";
    QTest::newRow("ends of paragraphs are no ends of lines")
        << QByteArray("a\xe2\x80\xa9" "b\n") << QStringList{"a\ufffd" "b"} << "";
  }
  // Whole and byte by byte: how the pieces fall must not matter.
  void lines() {
    QFETCH(QByteArray, bytes);
    QFETCH(QStringList, lines);
    QFETCH(QString, open);
    LogText whole;
    QCOMPARE(texts(whole.feed(bytes)), lines);
    QCOMPARE(whole.open().text, open);
    LogText pieces;
    QStringList collected;
    for (const char c : bytes) collected << texts(pieces.feed(QByteArray(1, c)));
    QCOMPARE(collected, lines);
    QCOMPARE(pieces.open().text, open);
  }

  void charactersOfSeveralBytesMayBeCutAnywhere() {
    LogText text;
    QCOMPARE(texts(text.feed("Gr\xc3")), QStringList());
    QCOMPARE(texts(text.feed("\xb6\xc3\x9f"
                             "e\n")),
             QStringList{QStringLiteral("Größe")});
  }

  void aLineWithoutEndIsCut() {
    LogText text;
    const QList<LogLine> lines = text.feed(QByteArray(3 * LogText::maxLine + 5, 'x'));
    QCOMPARE(lines.size(), 3);
    QCOMPARE(text.open().text.size(), 5);
  }

  void updatesOfAProgressBarCanBeLines() {
    LogText text;
    text.setCollapsing(false);
    QCOMPARE(texts(text.feed("10%\r50%\r\r100%\r\nnext\r\n")),
             (QStringList{"10%", "50%", "100%", "next"}));
    QCOMPARE(texts(text.feed("\r1%\r2%")), QStringList{"1%"});
    QCOMPARE(text.open().text, "2%");
  }

  // A style lasts over the ends of lines until it is reset, however the pieces fall.
  void stylesAreSpansOfTheLines() {
    const QByteArray bytes("a \x1b[31mred \x1b[1mbold\x1b[0m b\n\x1b[4mx\ny\x1b[24m\n");
    LogText whole;
    const QList<LogLine> lines = whole.feed(bytes);
    QCOMPARE(texts(lines), (QStringList{"a red bold b", "x", "y"}));
    SgrStyle boldRed = styleOf("31;1");
    QCOMPARE(lines[0].spans, (QList<SgrSpan>{{2, 4, styleOf("31")}, {6, 4, boldRed}}));
    for (int line : {1, 2}) QCOMPARE(lines[line].spans, (QList<SgrSpan>{{0, 1, styleOf("4")}}));
    LogText pieces;
    QList<LogLine> collected;
    for (const char c : bytes) collected << pieces.feed(QByteArray(1, c));
    QCOMPARE(texts(collected), texts(lines));
    for (int line : {0, 1, 2}) QCOMPARE(collected[line].spans, lines[line].spans);
  }

  void whatIsOverwrittenTakesItsStyleAlong() {
    LogText text;
    const QList<LogLine> lines = text.feed("\x1b[32m10 %\x1b[0m\r100 %\n");
    QCOMPARE(texts(lines), QStringList{"100 %"});
    QVERIFY(lines[0].spans.isEmpty());
  }

  void sequences_data() {
    QTest::addColumn<SgrStyle>("style");
    QTest::addColumn<SgrStyle>("wanted");
    QTest::newRow("a colour") << styleOf("31") << SgrStyle{indexed(1)};
    QTest::newRow("a bright one") << styleOf("97;104") << SgrStyle{indexed(15), indexed(12)};
    QTest::newRow("of 256") << styleOf("38;5;208;48;5;17") << SgrStyle{indexed(208), indexed(17)};
    QTest::newRow("true colour") << styleOf("38;2;1;2;3") << SgrStyle{rgb(1, 2, 3)};
    QTest::newRow("with colons") << styleOf("48:2::9:8:7") << SgrStyle{{}, rgb(9, 8, 7)};
    QTest::newRow("with colons and no space")
        << styleOf("38:2:9:8:7;48:5:3") << SgrStyle{rgb(9, 8, 7), indexed(3)};
    QTest::newRow("an underline's colour is no word's") << styleOf("58;5;1") << SgrStyle();
    QTest::newRow("all shapes") << styleOf("1;2;3;4;7;9")
                                << SgrStyle{{}, {}, true, true, true, true, true, true};
    QTest::newRow("all taken back")
        << styleOf("1;2;3;4;7;9;31;41;22;23;24;27;29;39;49") << SgrStyle();
    QTest::newRow("reset") << styleOf("31;1;0") << SgrStyle();
    QTest::newRow("nothing is a reset") << styleOf("31;") << SgrStyle();
    QTest::newRow("cut off") << styleOf("38;5") << SgrStyle{indexed(0)};
    QTest::newRow("keys of a terminal") << styleOf(">4;2") << SgrStyle();
    QTest::newRow("no underline") << styleOf("4;4:0") << SgrStyle();
  }
  void sequences() {
    QFETCH(SgrStyle, style);
    QTEST(style, "wanted");
  }

  // Every colour that a program can ask for, in both themes.
  void allColoursAreLegible() {
    QList<SgrColour> colours;
    for (QRgb index = 0; index < 256; ++index) colours << indexed(index);
    for (int shade = 0; shade < 256; shade += 51)
      colours << rgb(shade, 255 - shade, shade / 2) << rgb(shade, shade, 255);
    for (const look::Tokens* tokens : {&look::lightTokens(), &look::darkTokens()})
      for (const SgrColour& colour : colours)
        for (const bool isFaint : {false, true}) {
          SgrStyle style{colour};
          style.isFaint = isFaint;
          const QColor words = sgrFormat(style, *tokens).foreground().color();
          for (const QColor& ground : {tokens->surface, levelGround(look::Tone::failed, *tokens),
                                       levelGround(look::Tone::waiting, *tokens)})
            QVERIFY2(look::contrast(words, ground) >= 4.5, qPrintable(words.name()));
          for (const bool isInverse : {false, true})
            for (const SgrColour& own : {SgrColour(), indexed(7), indexed(9)}) {
              SgrStyle filled{own, colour};
              filled.isFaint = isFaint;
              filled.isInverse = isInverse;
              const QTextCharFormat format = sgrFormat(filled, *tokens);
              QVERIFY2(
                  look::contrast(format.foreground().color(), format.background().color()) >= 4.5,
                  qPrintable(format.foreground().color().name()));
            }
        }
  }

  void namesOfColoursAreTokens() {
    for (const look::Tokens* tokens : {&look::lightTokens(), &look::darkTokens()}) {
      const auto words = [&](const char* parameters) {
        return sgrFormat(styleOf(parameters), *tokens).foreground().color();
      };
      QCOMPARE(words("31"), tokens->tone(look::Tone::failed).word);
      QCOMPARE(words("32"), tokens->tone(look::Tone::completed).word);
      QCOMPARE(words("90"), tokens->text3);
      QVERIFY(!sgrFormat(styleOf("1"), *tokens).hasProperty(QTextFormat::ForegroundBrush));
    }
  }

  void searches_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("isCaseSensitive");
    QTest::addColumn<bool>("isRegular");
    QTest::addColumn<int>("found");
    QTest::addColumn<bool>("isRight");
    QTest::newRow("any case") << "memory" << false << false << 3 << true;
    QTest::newRow("this case") << "memory" << true << false << 2 << true;
    QTest::newRow("no expression") << "m.m" << false << false << 0 << true;
    QTest::newRow("an expression") << "m.m" << false << true << 3 << true;
    QTest::newRow("an expression of this case") << "^M" << true << true << 1 << true;
    QTest::newRow("matches that are empty") << "x*" << false << true << 1 << true;
    QTest::newRow("not an expression") << "mem(" << false << true << 0 << false;
    QTest::newRow("nothing") << "" << false << false << 0 << true;
  }
  void searches() {
    QFETCH(QString, words);
    QFETCH(bool, isCaseSensitive);
    QFETCH(bool, isRegular);
    const QTextDocument document("Memory of memory\nnone\nof memory x");
    LogSearch search;
    search.setPattern({words, isCaseSensitive, isRegular});
    QVERIFY(search.look(document, 0, 1000));
    QTEST(static_cast<int>(search.matches().size()), "found");
    QTEST(search.problem().isEmpty(), "isRight");
  }

  // Lines are numbered as they came: older ones go, the last one is written again.
  void aSearchLooksOnlyAtWhatIsNew() {
    LogSearch search;
    search.setPattern({"x", false, false});
    search.look(QTextDocument("x\n-\nx x"), 0, 1000);
    const std::deque<LogMatch> all{{0, 0, 1}, {2, 0, 1}, {2, 2, 1}};
    QCOMPARE(search.matches(), all);
    // What was seen is not read again: the document says something else by now.
    search.look(QTextDocument("-\n-\n-\nxx"), 0, 1000);
    QCOMPARE(search.matches().size(), 5U);
    search.dropFrom(3);
    search.dropBefore(1);
    QCOMPARE(search.matches(), (std::deque<LogMatch>{{2, 0, 1}, {2, 2, 1}}));
    search.look(QTextDocument("-\n-\n-x"), 1, 1000);
    QCOMPARE(search.matches().back(), (LogMatch{3, 1, 1}));
    QCOMPARE(search.firstFrom(2, 1), 1);
    QCOMPARE(search.firstFrom(3, 2), -1);
    QCOMPARE(search.lastBefore(2, 2), 0);
    QCOMPARE(search.lastBefore(2, 0), -1);
  }

  void aLongSearchIsDoneInPieces() {
    const QTextDocument document(QString("a line of some words\n").repeated(200000));
    LogSearch search;
    search.setPattern({"some", false, false});
    int pieces = 1;
    while (!search.look(document, 0, 0)) ++pieces;
    QVERIFY(pieces > 10);
    QVERIFY(search.isFull());
    QCOMPARE(std::ssize(search.matches()), LogSearch::maxMatches);
  }

  void levels_data() {
    QTest::addColumn<QStringList>("lines");
    QTest::addColumn<QString>("levels");  // E and W begin, e and w go on
    const auto row = [](const char* name, const QStringList& lines, const char* levels) {
      QTest::newRow(name) << lines << levels;
    };
    row("traceback",
        {"a", "Traceback (most recent call last):", "  File \"x.py\", line 1", "    f()",
         "KeyError: 'labels'", "b"},
        "-Eeee-");
    row("of a rank",
        {"[rank1]: Traceback (most recent call last):", "[rank1]:   File \"x.py\"",
         "[rank1]: torch.cuda.OutOfMemoryError: CUDA out of memory.", "done"},
        "Eee-");
    row("with the time, the rank and the stream before it",
        {"2026-11-26 10:13:39.123 1 err Traceback (most recent call last):",
         "2026-11-26 10:13:39.124 1 err   f()", "2026-11-26 10:13:39.125 1 err A.Error: 1",
         "2026-11-26 10:13:39.126 - out E1126 12:51:41 x.cc:1] y",
         "2026-11-26 10:13:40.126 0 out step 1"},
        "EeeE-");
    row("no words", {"Traceback (most recent call last):", "  f()", "KeyboardInterrupt", "x"},
        "Eee-");
    row("one after the other",
        {"Traceback (most recent call last):", "  f()", "A.Error: 1", "",
         "During handling of the above exception, another exception occurred:", "",
         "Traceback (most recent call last):", "  g()", "ValueError"},
        "Eee---Eee");
    row("a block", {"engine: error: out of memory", "  asked for 3 GB", "\tfree 1 GB", "step 1"},
        "Eee-");
    row("C++", {"terminate called after throwing an instance of 'x'", "  what():  y", "Aborted"},
        "Ee-");
    row("Slurm", {"slurmstepd: error: *** JOB 1 CANCELLED ***", "srun: error: n1: task 0: Killed"},
        "EE");
    row("compilers", {"a.c:3:5: error: no", "a.c:4:5: warning: old", "fatal error: x.h"}, "EWE");
    row("loggers",
        {"ERROR:root:no", "[12:51] WARNING x", "E1126 12:51:41 x.cc:1] y",
         "[W ProcessGroupNCCL.cpp:1] z", "2 tests FAILED"},
        "EWEWE");
    row("Python's warnings", {"x.py:1: UserWarning: old", "  warnings.warn(", "  more"}, "Ww-");
    row("what only has the word",
        {"mean absolute error: 0.31", "Mean Absolute Error: 0.31", "train/error: 1e-3",
         "NCCL_ASYNC_ERROR_HANDLING=1", "ERROR=0", "no errors, 0 warnings", "error rate 3 %",
         "step 1 FAILED_TRIALS", "Exiting"},
        "---------");
  }
  void levels() {
    QFETCH(QStringList, lines);
    QString found;
    LineLevels levels;
    for (const QString& line : lines) {
      const LineLevels::Verdict verdict = levels.feed(line);
      found += verdict.level == LineLevel::none      ? '-'
               : verdict.level == LineLevel::warning ? (verdict.isStart ? 'W' : 'w')
               : verdict.isStart                     ? 'E'
                                                     : 'e';
    }
    QTEST(found, "levels");
  }

  void marksComeAndGo() {
    constexpr LineLevels::Verdict error{LineLevel::error, true}, more{LineLevel::error, false},
        warning{LineLevel::warning, true};
    LevelMarks marks;
    QVERIFY(!marks.next(0) && !marks.previous(0) && !marks.lastError());
    marks.add(2, error);
    marks.add(3, more);
    marks.add(4, {});
    marks.add(5, warning);
    QCOMPARE(marks.all(),
             (std::deque<LevelMark>{{2, 2, LineLevel::error}, {5, 1, LineLevel::warning}}));
    QCOMPARE(marks.next(0)->line, 2);
    QCOMPARE(marks.next(2)->line, 5);
    QCOMPARE(marks.next(5)->line, 2);
    QCOMPARE(marks.previous(5)->line, 2);
    QCOMPARE(marks.previous(2)->line, 5);
    QCOMPARE(marks.lastError()->line, 2);
    marks.takeBack(5);
    QCOMPARE(marks.numWarnings(), 0);
    marks.takeBack(3);
    QCOMPARE(marks.all().back(), (LevelMark{2, 1, LineLevel::error}));
    marks.add(3, more);
    marks.dropBefore(3);
    QCOMPARE(marks.numErrors(), 1);
    marks.dropBefore(4);
    QCOMPARE(marks.numErrors(), 0);
    QVERIFY(marks.all().empty());
  }

  void filesAreCalledByWhoWroteThem() {
    QCOMPARE(LogNames::title("stdout.log"), "Standard output");
    QCOMPARE(LogNames::title("nodes/n1/rank-3.err"), "Rank 3 on n1, standard error");
    QCOMPARE(LogNames::title("tasks/2/nodes/n1/rank-0.out"), "Task 2: Rank 0 on n1");
    QCOMPARE(LogNames::title("other.txt"), "other.txt");
    const LogPlace place = LogNames::place("tasks/2/nodes/n1/rank-10.err");
    QCOMPARE(place.task, "2");
    QCOMPARE(place.node, "n1");
    QVERIFY(place.rank == 10 && place.isError);
    QVERIFY(LogNames::place("stderr.log").isOfJob() && LogNames::place("stderr.log").isError);
  }

  void theCauseIsSoughtWhereTheFirstRankFailed() {
    RunRecord run;
    run.state = RunState::failed;
    QList<LogFile> files{{"stdout.log", 5},
                         {"stderr.log", 5},
                         {"nodes/n1/rank-1.out", 5},
                         {"nodes/n1/rank-1.err", 0},
                         {"nodes/n2/rank-1.err", 5}};
    QCOMPARE(LogNames::withCause(files, run), "stderr.log");
    run.rank = 1;
    run.node = "n1";
    QCOMPARE(LogNames::withCause(files, run), "nodes/n1/rank-1.out");
    files[3].bytes = 5;
    QCOMPARE(LogNames::withCause(files, run), "nodes/n1/rank-1.err");
    run.rank = 7;
    files[1].bytes = 0;
    QCOMPARE(LogNames::withCause(files, run), "stdout.log");
    QCOMPARE(LogNames::withCause({}, run), QString());
  }
};

TRAINYARD_TEST(LogTextTest);
#include "log_text_test.moc"
