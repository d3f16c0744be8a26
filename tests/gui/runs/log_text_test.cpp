// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_text.h"
#include "tests/qt_tests.h"

#include <QTest>

using namespace trainyard;

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
  }
  // Whole and byte by byte: how the pieces fall must not matter.
  void lines() {
    QFETCH(QByteArray, bytes);
    QFETCH(QStringList, lines);
    QFETCH(QString, open);
    LogText whole;
    QCOMPARE(whole.feed(bytes), lines);
    QCOMPARE(whole.open(), open);
    LogText pieces;
    QStringList collected;
    for (const char c : bytes) collected << pieces.feed(QByteArray(1, c));
    QCOMPARE(collected, lines);
    QCOMPARE(pieces.open(), open);
  }

  void charactersOfSeveralBytesMayBeCutAnywhere() {
    LogText text;
    QCOMPARE(text.feed("Gr\xc3"), QStringList());
    QCOMPARE(text.feed("\xb6\xc3\x9f"
                       "e\n"),
             QStringList{QStringLiteral("Größe")});
  }

  void aLineWithoutEndIsCut() {
    LogText text;
    const QStringList lines = text.feed(QByteArray(3 * LogText::maxLine + 5, 'x'));
    QCOMPARE(lines.size(), 3);
    QCOMPARE(text.open().size(), 5);
  }
};

TRAINYARD_TEST(LogTextTest);
#include "log_text_test.moc"
