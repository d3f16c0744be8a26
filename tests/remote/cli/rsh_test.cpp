// SPDX-License-Identifier: GPL-3.0-or-later
// `yard rsh` against a door of the test's own: it hands its three streams over and waits for the
// exit status.
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "remote/host/places.h"
#include "remote/process/descriptor.h"
#include "tests/remote/transfer/test_listener.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class RshTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::unique_ptr<TestListener> m_listener;
  StreamListener::Ticket m_ticket;
  Descriptor m_socket;
  QByteArray m_command;

  static QByteArray frame(char kind, const QByteArray& content) {
    QByteArray head(5, kind);
    qToBigEndian(static_cast<quint32>(content.size()), head.data() + 1);
    return head + content;
  }
  static QByteArray exitFrame(quint32 code) {
    QByteArray number(4, '\0');
    qToBigEndian(code, number.data());
    return frame('X', number);
  }
  void start(QProcess& program, const QStringList& words, const QString& token = {}) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TRAINYARD_RSH_SOCKET"), m_ticket.socket);
    environment.insert(QStringLiteral("TRAINYARD_RSH_TOKEN"),
                       token.isEmpty() ? m_ticket.token : token);
    program.setProcessEnvironment(environment);
    program.start(programPath(QStringLiteral("yard")),
                  QStringList{QStringLiteral("rsh"), QStringLiteral("target")} + words);
  }
  bool isConnected() {
    return QTest::qWaitFor([&] { return m_socket.is_open(); }, 20000);
  }
  static bool isFinished(QProcess& program) {
    return QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, 20000);
  }
  void send(const QByteArray& frames) {
    QCOMPARE(::send(m_socket.number(), frames.constData(), static_cast<std::size_t>(frames.size()),
                    MSG_NOSIGNAL),
             frames.size());
  }
  std::vector<Descriptor> streams() {
    PassedDescriptors passed;
    const bool came = QTest::qWaitFor(
        [&] {
          passed = receiveDescriptors(m_socket.number(), 64);
          return !passed.bytes.empty() || passed.isEnded;
        },
        20000);
    if (!came || passed.bytes != std::string("D\0\0\0\0", 5)) passed.descriptors.clear();
    return std::move(passed.descriptors);
  }
  static void writeAll(const Descriptor& to, const QByteArray& bytes) {
    QCOMPARE(::write(to.number(), bytes.constData(), static_cast<std::size_t>(bytes.size())),
             bytes.size());
  }

 private slots:
  void init() {
    m_socket = Descriptor();
    m_listener = std::make_unique<TestListener>(m_folder.path());
    m_ticket = m_listener->expect([this](std::unique_ptr<QLocalSocket> socket, QByteArray command) {
      socket->flush();
      m_socket =
          Descriptor(::fcntl(static_cast<int>(socket->socketDescriptor()), F_DUPFD_CLOEXEC, 3));
      socket->abort();
      socket.release()->deleteLater();
      m_command = command;
    });
  }
  void cleanup() {
    m_listener.reset();
    QFile::remove(m_folder.filePath(QStringLiteral("door")));
  }

  void wordsAreJoinedStreamsHandedOverAndTheStatusComesBack() {
    QProcess program;
    start(program, {QStringLiteral("rsync"), QStringLiteral("--server"), QStringLiteral("it\\'s"),
                    QString()});
    QVERIFY(isConnected());
    QCOMPARE(m_command, QByteArray("rsync --server it\\'s "));
    {
      const std::vector<Descriptor> given = streams();
      QCOMPARE(given.size(), std::size_t(3));
      program.write("to the command");
      QByteArray got(100, '\0');
      QVERIFY(QTest::qWaitFor([&] { return program.bytesToWrite() == 0; }, 20000));
      got.truncate(::read(given[0].number(), got.data(), 100));
      QCOMPARE(got, QByteArray("to the command"));
      writeAll(given[1], "output");
      writeAll(given[2], "err");
    }
    send(frame('R', " and words\n") + exitFrame(23));
    QVERIFY(isFinished(program));
    QCOMPARE(program.exitCode(), 23);
    QCOMPARE(program.readAllStandardOutput(), QByteArray("output"));
    QCOMPARE(program.readAllStandardError(), QByteArray("err and words\n"));
  }

  void brokenConnectionIs255() {
    QProcess program;
    start(program, {QStringLiteral("rsync")});
    QVERIFY(isConnected());
    QCOMPARE(streams().size(), std::size_t(3));
    send(exitFrame(0).left(7));
    m_socket = Descriptor();
    QVERIFY(isFinished(program));
    QCOMPARE(program.exitCode(), 255);
    // What is no frame at all too.
    QProcess other;
    start(other, {QStringLiteral("rsync")});
    QVERIFY(isConnected());
    send("HTTP/1.1 200 OK\r\n\r\n");
    QVERIFY(isFinished(other));
    QCOMPARE(other.exitCode(), 255);
  }

  void unknownTokenOrServiceIs255() {
    QProcess program;
    start(program, {QStringLiteral("rsync")}, QStringLiteral("guessed"));
    QVERIFY(isFinished(program));
    QCOMPARE(program.exitCode(), 255);
    QVERIFY(!m_socket.is_open());
    m_ticket.socket = QStringLiteral("/no/such/socket");
    start(program, {QStringLiteral("rsync")});
    QVERIFY(isFinished(program));
    QCOMPARE(program.exitCode(), 255);
    QVERIFY(program.readAllStandardError().contains("yard rsh:"));
  }
};

TRAINYARD_TEST(RshTest);
#include "rsh_test.moc"
