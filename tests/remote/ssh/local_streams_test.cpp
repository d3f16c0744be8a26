// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/channels/local_streams.h"
#include "tests/qt_tests.h"

#include <csignal>

#include <QTest>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace trainyard;

class LocalStreamsTest : public QObject {
  Q_OBJECT

  // The program's ends.
  Descriptor m_input, m_output, m_errors;
  std::unique_ptr<LocalStreams> m_streams;

  static std::pair<Descriptor, Descriptor> pipePair() {
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) qFatal("no pipe");
    return {Descriptor(ends[0]), Descriptor(ends[1])};
  }
  static QByteArray readSome(const Descriptor& from, qsizetype most = 1 << 20) {
    ::fcntl(from.number(), F_SETFL, O_NONBLOCK);
    QByteArray got(most, '\0');
    const ssize_t count = ::read(from.number(), got.data(), static_cast<std::size_t>(most));
    got.truncate(std::max<qsizetype>(count, 0));
    return got;
  }
  void write(LocalStreams::Stream stream, const QByteArray& bytes) {
    m_streams->write(stream, bytes.constData(), bytes.size());
  }
  void pastSentinel() {
    write(LocalStreams::out, "sentinel42\n");
    write(LocalStreams::err, "sentinel42\n");
  }

 private slots:
  void init() {
    auto [inRead, inWrite] = pipePair();
    auto [outRead, outWrite] = pipePair();
    auto [errRead, errWrite] = pipePair();
    m_input = std::move(inWrite);
    m_output = std::move(outRead);
    m_errors = std::move(errRead);
    m_streams = std::make_unique<LocalStreams>(std::move(inRead), std::move(outWrite),
                                               std::move(errWrite), "sentinel");
  }

  void readsUntilTheProgramSaysNoMore() {
    char buffer[8];
    QCOMPARE(m_streams->read(buffer, 8), qsizetype(0));
    QVERIFY(!m_streams->isInputEnded());
    QCOMPARE(::write(m_input.number(), "0123456789", 10), ssize_t(10));
    QCOMPARE(m_streams->read(buffer, 8), qsizetype(8));
    QCOMPARE(m_streams->read(buffer, 8), qsizetype(2));
    m_input = Descriptor();
    QCOMPARE(m_streams->read(buffer, 8), qsizetype(0));
    QVERIFY(m_streams->isInputEnded());
    std::vector<pollfd> polled;
    m_streams->addTo(polled, true);
    QVERIFY(polled.empty());
  }

  void noiseBeforeTheSentinelIsDropped() {
    write(LocalStreams::out, "Welcome!\nsenti");
    write(LocalStreams::out, "nel42\nfirst");
    QCOMPARE(readSome(m_output), QByteArray("first"));
    write(LocalStreams::err, "banner");
    QCOMPARE(readSome(m_errors), QByteArray());
  }

  void whatIsNotTakenWaitsInOrder() {
    pastSentinel();
    QByteArray sent(300000, '\0');
    for (qsizetype i = 0; i < sent.size(); ++i) sent[i] = static_cast<char>(i * 2654435761u >> 13);
    for (const LocalStreams::Stream stream : {LocalStreams::out, LocalStreams::err}) {
      const Descriptor& end = stream == LocalStreams::out ? m_output : m_errors;
      write(stream, sent.left(200000));
      QVERIFY(m_streams->isFull(stream));
      std::vector<pollfd> polled;
      m_streams->addTo(polled, false);
      QCOMPARE(polled.size(), std::size_t(1));
      write(stream, sent.mid(200000));
      QByteArray got = readSome(end);
      while (m_streams->isFull(stream)) {
        m_streams->flush();
        got += readSome(end);
      }
      got += readSome(end);
      QVERIFY(got == sent);
      QVERIFY(m_streams->isDelivered());
    }
  }

  void wordsComeBeforeTheEndTheyExplain() {
    pastSentinel();
    const QByteArray end("\x04\0\0\x5d\x0b\0\0\0", 8);
    write(LocalStreams::out, "data" + end);
    m_streams->flush();
    QCOMPARE(readSome(m_output), QByteArray());
    QVERIFY(m_streams->maxPause() < std::chrono::seconds(1));
    write(LocalStreams::err, "disk full\n");
    QCOMPARE(readSome(m_errors), QByteArray("disk full\n"));
    m_streams->flush();
    QCOMPARE(readSome(m_output), "data" + end);
    // Without words: when it is certain that none come, or after a moment.
    write(LocalStreams::out, end);
    QVERIFY(!m_streams->isDelivered());
    m_streams->letGo();
    m_streams->flush();
    QVERIFY(m_streams->isDelivered());
    QCOMPARE(readSome(m_output), end);
    write(LocalStreams::out, end);
    QVERIFY(QTest::qWaitFor(
        [&] {
          m_streams->flush();
          return m_streams->isDelivered();
        },
        20000));
    QCOMPARE(readSome(m_output), end);
  }

  void aProgramThatHasGoneIsNoticed() {
    ::signal(SIGPIPE, SIG_IGN);
    pastSentinel();
    m_errors = Descriptor();
    write(LocalStreams::err, "nobody hears it");
    QVERIFY(!m_streams->isBroken() && m_streams->isDelivered());
    m_output = Descriptor();
    write(LocalStreams::out, "nobody reads it");
    QVERIFY(m_streams->isBroken() && m_streams->isDelivered());
  }
};

TRAINYARD_TEST(LocalStreamsTest);
#include "local_streams_test.moc"
