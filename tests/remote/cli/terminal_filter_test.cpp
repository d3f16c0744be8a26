// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/terminal_filter.h"
#include "tests/qt_tests.h"

#include <QTest>

using namespace trainyard;

class TerminalFilterTest : public QObject {
  Q_OBJECT

 private slots:
  void keepsTextAndColours() {
    const QByteArray log = "step 1\r\x1b[1;32mstep 2\x1b[0m\tdone\n\xc3\xa4\n";
    QCOMPARE(TerminalFilter().pass(log), log);
  }

  // The clipboard, the title, the screen, a C1 control and text that runs backwards.
  void showsWhatWouldDriveTheTerminal() {
    const QByteArray bad = "\xef\xbf\xbd";
    QCOMPARE(TerminalFilter().pass("\x1b]52;c;ZXZpbA==\x07"), bad + "]52;c;ZXZpbA==" + bad);
    QCOMPARE(TerminalFilter().pass("\x1b]0;title\x07"), bad + "]0;title" + bad);
    QCOMPARE(TerminalFilter().pass("\x1b[2Jx"), bad + "[2Jx");
    QCOMPARE(TerminalFilter().pass("\xc2\x9b"
                                   "2J"),
             bad + "2J");
    QCOMPARE(TerminalFilter().pass("\xe2\x80\xae"
                                   "x"),
             bad + "x");
    QVERIFY(!TerminalFilter().pass("\x1b\x1b[8;1mx").startsWith('\x1b'));
  }

  void isTheSameHoweverTheBytesAreCut() {
    // At the end, three characters that never become complete: what follows them is not lost.
    const QByteArray log = "a\x1b[31mb\x1b]0;t\x07\xc3\xa4\x1b[0m\n\xe2\x96\n\xf0\x9f\x98\n\xc3\n";
    const QByteArray whole = TerminalFilter().pass(log);
    for (qsizetype cut = 1; cut < log.size(); ++cut) {
      TerminalFilter filter;
      QByteArray pieces = filter.pass(log.left(cut));
      pieces += filter.pass(log.mid(cut));
      QCOMPARE(pieces, whole);
    }
  }
};

TRAINYARD_TEST(TerminalFilterTest);
#include "terminal_filter_test.moc"
