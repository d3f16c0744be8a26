// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/follow/event_stream.h"
#include "tests/qt_tests.h"

#include <QTest>

using namespace trainyard;

namespace {
const QByteArray first =
    R"({"event":"metrics","time":1.5,"sequence":0,"step":10,"values":{"train/loss":2.5}})";
const QByteArray second =
    R"({"event":"end","time":2.5,"sequence":1,"outcome":"completed","exit_code":0,"code":"","arguments":{},"reason":""})";
}  // namespace

class EventStreamTest : public QObject {
  Q_OBJECT

 private slots:
  void stopsAtTheLastLineBreak() {
    const EventBatch batch = linesAt(100, first + '\n' + second);
    QCOMPARE(batch.events.size(), std::size_t(1));
    QCOMPARE(batch.offset, std::optional<qint64>(100 + first.size() + 1));
    QVERIFY(!linesAt(0, second).offset);
  }

  void countsBadLinesAndPassesOverUnknownKinds() {
    const EventBatch batch =
        linesAt(0, "{broken\n" + first + "\n{\"event\":\"tomorrow\",\"time\":1,\"sequence\":3}\n");
    QCOMPARE(batch.events.size(), std::size_t(1));
    QCOMPARE(batch.badLines, qint64(1));
  }

  // However the network cuts the bytes, the events are the same.
  void readsAStreamCutAnywhere() {
    const QByteArray stream = ": hello\n\nid: 2:90\ndata: " + first +
                              "\n\nevent: heartbeat\ndata: {}\n\nid: 1:500\ndata: " + second +
                              "\n\nid: 2:200\r\ndata: " + second + "\r\n\r\n";
    for (qsizetype piece = 1; piece < stream.size(); ++piece) {
      EventStreamParser parser(2);
      std::size_t events = 0;
      std::optional<qint64> offset;
      for (qsizetype at = 0; at < stream.size(); at += piece) {
        const EventBatch batch = parser.feed(stream.mid(at, piece));
        events += batch.events.size();
        QCOMPARE(batch.badLines, qint64(0));
        if (batch.offset) offset = batch.offset;
      }
      QCOMPARE(events, std::size_t(2));
      QCOMPARE(offset, std::optional<qint64>(200));
    }
  }
};

TRAINYARD_TEST(EventStreamTest);
#include "event_stream_test.moc"
