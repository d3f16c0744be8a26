// `yard rsh` against a server of the test's own that speaks the same frames.
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include "remote/host/places.h"
#include "tests/remote/transfer/test_door.h"

using namespace trainyard;

class RshTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::unique_ptr<TestDoor> m_door;
  StreamDoor::Ticket m_ticket;
  std::unique_ptr<QLocalSocket> m_socket;
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
    environment.insert(QStringLiteral("TRAINYARD_RSH_TOKEN"), token.isEmpty() ? m_ticket.token : token);
    program.setProcessEnvironment(environment);
    program.start(programPath(QStringLiteral("yard")), QStringList{QStringLiteral("rsh"), QStringLiteral("target")} + words);
  }
  bool isConnected() { return QTest::qWaitFor([&] { return m_socket != nullptr; }, 20000); }
  static bool isFinished(QProcess& program) { return QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, 20000); }

 private slots:
  void init() {
    m_socket.reset();
    m_door = std::make_unique<TestDoor>(m_folder.path());
    m_ticket = m_door->expect([this](std::unique_ptr<QLocalSocket> socket, QByteArray command) {
      m_socket = std::move(socket);
      m_command = command;
    });
  }
  void cleanup() {
    m_socket.reset();
    m_door.reset();
    QFile::remove(m_folder.filePath(QStringLiteral("door")));
  }

  void wordsAreJoinedAndTheStatusComesBack() {
    QProcess program;
    start(program, {QStringLiteral("rsync"), QStringLiteral("--server"), QStringLiteral("it\\'s"), QString()});
    QVERIFY(isConnected());
    QCOMPARE(m_command, QByteArray("rsync --server it\\'s "));
    m_socket->write(frame('O', "out") + frame('R', "err") + frame('O', "put") + exitFrame(23));
    QVERIFY(isFinished(program));
    QCOMPARE(program.exitCode(), 23);
    QCOMPARE(program.readAllStandardOutput(), QByteArray("output"));
    QCOMPARE(program.readAllStandardError(), QByteArray("err"));
  }

  void muchGoesBothWaysInAnyPieces() {
    QProcess program;
    start(program, {QStringLiteral("cat")});
    QVERIFY(isConnected());
    QByteArray sent(20 << 20, '\0');
    for (qsizetype i = 0; i < sent.size(); ++i) sent[i] = static_cast<char>(i * 2654435761u >> 13);
    QByteArray frames, got, back;
    bool isEnded = false;
    // An echo that cuts its frames at odd places.
    connect(m_socket.get(), &QLocalSocket::readyRead, this, [&] {
      frames += m_socket->readAll();
      qsizetype at = 0;
      while (frames.size() - at >= 5) {
        const auto length = static_cast<qsizetype>(qFromBigEndian<quint32>(frames.constData() + at + 1));
        if (frames.size() - at - 5 < length) break;
        if (frames[at] == 'E') isEnded = true;
        else {
          const QByteArray echo = frame('O', frames.mid(at + 5, length));
          m_socket->write(echo.left(3));
          m_socket->flush();
          m_socket->write(echo.mid(3));
        }
        at += 5 + length;
      }
      frames.remove(0, at);
      if (isEnded) m_socket->write(exitFrame(0));
    });
    connect(&program, &QProcess::readyReadStandardOutput, this, [&] { back += program.readAllStandardOutput(); });
    program.write(sent);
    program.closeWriteChannel();
    QVERIFY(QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, 60000));
    back += program.readAllStandardOutput();
    QCOMPARE(program.exitCode(), 0);
    QVERIFY(back == sent);
  }

  void brokenConnectionIs255() {
    QProcess program;
    start(program, {QStringLiteral("rsync")});
    QVERIFY(isConnected());
    m_socket->write(frame('O', "half"));
    m_socket->flush();
    m_socket->abort();
    QVERIFY(isFinished(program));
    QCOMPARE(program.exitCode(), 255);
    // What is no frame at all too.
    m_socket.reset();
    QProcess other;
    start(other, {QStringLiteral("rsync")});
    QVERIFY(isConnected());
    m_socket->write("HTTP/1.1 200 OK\r\n\r\n");
    QVERIFY(isFinished(other));
    QCOMPARE(other.exitCode(), 255);
  }

  void unknownTokenOrServiceIs255() {
    QProcess program;
    start(program, {QStringLiteral("rsync")}, QStringLiteral("guessed"));
    QVERIFY(isFinished(program));
    QCOMPARE(program.exitCode(), 255);
    QVERIFY(m_socket == nullptr);
    m_ticket.socket = QStringLiteral("/no/such/socket");
    start(program, {QStringLiteral("rsync")});
    QVERIFY(isFinished(program));
    QCOMPARE(program.exitCode(), 255);
    QVERIFY(program.readAllStandardError().contains("yard rsh:"));
  }

  void wordsComeBeforeTheEndOfTheOther() {
    // rsync's "I end with this error" is held until its words are out.
    QProcess program;
    program.setProcessChannelMode(QProcess::MergedChannels);
    start(program, {QStringLiteral("rsync")});
    QVERIFY(isConnected());
    m_socket->write(frame('O', QByteArray("\x04\0\0\x5d\x0b\0\0\0", 8)));
    m_socket->flush();
    QTest::qWait(30);
    m_socket->write(frame('R', "disk full\n"));
    m_socket->flush();
    QVERIFY(QTest::qWaitFor([&] { return program.bytesAvailable() >= 18; }, 20000));
    QVERIFY(program.readAll().startsWith("disk full\n"));
    m_socket->write(exitFrame(11));
    QVERIFY(isFinished(program));
    QCOMPARE(program.exitCode(), 11);
  }
};

QTEST_GUILESS_MAIN(RshTest)
#include "rsh_test.moc"
