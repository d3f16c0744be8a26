// SPDX-License-Identifier: GPL-3.0-or-later
// Tunnels over real servers: through bastions, through a program of the host, for one user alone.
#include <QCoreApplication>

#include "remote/host/peer_user.h"
#include "tests/qt_tests.h"
#include "tests/remote/ssh/ssh_test.h"

using namespace trainyard;

namespace {

// Greets and gives back what it gets, with the count of those who came.
class EchoServer : public QTcpServer {
 public:
  int connections = 0, open = 0;
  EchoServer() {
    if (!listen(QHostAddress::LocalHost)) qFatal("cannot listen");
    connect(this, &QTcpServer::newConnection, this, [this] {
      ++connections, ++open;
      QTcpSocket* socket = nextPendingConnection();
      socket->write("secret\n");
      connect(socket, &QTcpSocket::readyRead, socket,
              [socket] { socket->write(socket->readAll()); });
      connect(socket, &QTcpSocket::disconnected, this, [this] { --open; });
      connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    });
  }
};

QByteArray allBytes(qsizetype count) {
  QByteArray bytes(count, '\0');
  for (qsizetype i = 0; i < count; ++i) bytes[i] = static_cast<char>(i * 7919 >> 5);
  return bytes;
}

QByteArray throughTunnel(quint16 port, const QByteArray& sent) {
  QTcpSocket socket;
  socket.connectToHost(QStringLiteral("127.0.0.1"), port);
  socket.write(sent);
  QByteArray got;
  (void)QTest::qWaitFor([&] { return (got += socket.readAll()).size() >= 7 + sent.size(); }, 30000);
  return got;
}

// What a program of this user id gets that connects, sends a line and waits two seconds.
QByteArray asUser(uint user, quint16 port) {
  QProcess process;
  process.start(QStringLiteral("setpriv"),
                {QStringLiteral("--reuid=%1").arg(user), QStringLiteral("--clear-groups"),
                 QStringLiteral("bash"), QStringLiteral("-c"),
                 QStringLiteral("exec 3<>/dev/tcp/127.0.0.1/%1; echo hello >&3; timeout 2 cat <&3; "
                                "true")
                     .arg(port)});
  if (!QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, 30000))
    qFatal("setpriv hangs");
  return process.readAllStandardOutput();
}

}  // namespace

class TunnelTest : public QObject {
  Q_OBJECT

  // A server behind as many bastions.
  static QString behind(std::vector<std::unique_ptr<SshServer>>& servers, int bastions) {
    QByteArray text;
    for (int i = 0; i <= bastions; ++i) {
      servers.push_back(std::make_unique<SshServer>());
      servers.back()->start();
      servers.back()->config();
      text += servers.back()
                  ->read(QStringLiteral("config"))
                  .replace("Host host", "Host hop" + QByteArray::number(i));
      if (i > 0) text += "  ProxyJump hop" + QByteArray::number(i - 1) + "\n";
    }
    return servers.front()->write(QStringLiteral("way"), text);
  }
  static QString agent() {
    return QCoreApplication::applicationDirPath() + QStringLiteral("/yard-agent");
  }
  static CommandLine relay() { return {agent(), {QStringLiteral("relay")}}; }
  static std::unique_ptr<Forward> relayed(TestHost& host, quint16 port) {
    auto forward = resultOf(host->tunnel({QStringLiteral("127.0.0.1"), port, 0, relay()}, {}));
    if (!forward) qFatal("%s", forward.error().message.c_str());
    return std::move(*forward);
  }
  // Of all logins.
  static QList<qint64> relays(const SshServer& server) {
    QList<qint64> found;
    for (const qint64 pid : server.sessions()) {
      QFile words(QStringLiteral("/proc/%1/cmdline").arg(pid));
      if (words.open(QFile::ReadOnly) &&
          words.readAll() == agent().toUtf8() + QByteArray("\0relay\0", 7))
        found << pid;
    }
    return found;
  }

 private slots:
  void initTestCase() {
    if (!QFile::exists(sshdProgram())) QSKIP("no sshd here: the package openssh-server is missing");
  }

  void throughBastionsByEitherWay() {
    const QByteArray sent = allBytes(3 << 20);
    for (const int bastions : {0, 2}) {
      std::vector<std::unique_ptr<SshServer>> servers;
      const QString config = behind(servers, bastions);
      TestHost host(config, QStringLiteral("hop%1").arg(bastions));
      EchoServer echo;
      for (const bool isRelayed : {false, true}) {
        ForwardWay way{QStringLiteral("127.0.0.1"), echo.serverPort()};
        if (isRelayed) way.relay = relay();
        auto forward = resultOf(host->tunnel(way, {}));
        QVERIFY2(forward, forward ? "" : forward.error().message.c_str());
        const QByteArray got = throughTunnel((*forward)->port(), sent);
        QCOMPARE(got.size(), 7 + sent.size());
        QVERIFY(got == "secret\n" + sent);
        const quint16 port = (*forward)->port();
        forward->reset();
        QTcpSocket late;
        late.connectToHost(QStringLiteral("127.0.0.1"), port);
        QVERIFY(!late.waitForConnected(1000));
      }
      // All logins were one.
      for (const auto& server : servers)
        QCOMPARE(server->read(QStringLiteral("sshd.log")).count("Accepted publickey"), 1);
    }
  }

  void anotherUserGetsNothing() {
    if (::geteuid() != 0) QSKIP("only root can be another user");
    SshServer server;
    server.start();
    TestHost host(server.config());
    EchoServer echo;
    for (const bool isRelayed : {false, true}) {
      ForwardWay way{QStringLiteral("127.0.0.1"), echo.serverPort()};
      if (isRelayed) way.relay = relay();
      auto forward = resultOf(host->tunnel(way, {}));
      QVERIFY2(forward, forward ? "" : forward.error().message.c_str());
      const int before = echo.connections;
      for (int i = 0; i < 5; ++i) QCOMPARE(asUser(65534, (*forward)->port()), QByteArray());
      // Nor did the service hear of it.
      QCOMPARE(echo.connections, before);
      QCOMPARE(asUser(::geteuid(), (*forward)->port()), QByteArray("secret\nhello\n"));
    }
  }

  void aConnectionEndsAloneAndTheRelayWithItsLastTunnel() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    EchoServer echo, other;
    auto first = relayed(host, echo.serverPort()), second = relayed(host, other.serverPort());
    // Nobody has connected.
    QCOMPARE(relays(server).size(), 0);
    QTcpSocket socket, kept;
    socket.connectToHost(QStringLiteral("127.0.0.1"), first->port());
    kept.connectToHost(QStringLiteral("127.0.0.1"), second->port());
    QTRY_COMPARE_WITH_TIMEOUT(socket.bytesAvailable(), 7, 10000);
    QTRY_COMPARE_WITH_TIMEOUT(kept.bytesAvailable(), 7, 10000);
    QCOMPARE(relays(server).size(), 1);
    socket.abort();
    QTRY_COMPARE_WITH_TIMEOUT(echo.open, 0, 10000);
    first.reset();
    QCOMPARE(throughTunnel(second->port(), "x"), QByteArray("secret\nx"));
    QCOMPARE(kept.state(), QAbstractSocket::ConnectedState);
    QCOMPARE(relays(server).size(), 1);
    second.reset();
    QTRY_COMPARE_WITH_TIMEOUT(relays(server).size(), 0, 10000);
    QTRY_COMPARE_WITH_TIMEOUT(other.open, 0, 10000);
    QTRY_COMPARE_WITH_TIMEOUT(kept.state(), QAbstractSocket::UnconnectedState, 10000);
  }

  // Where the server allows two programs in a session, many connections leave one of them.
  void manyConnectionsAreOneProgram() {
    SshServer server("MaxSessions 2");
    server.start();
    TestHost host(server.config());
    host->useHelper(server.path(QStringLiteral("home")), QCoreApplication::applicationDirPath());
    const QString file = server.write(QStringLiteral("home/file"), "content");
    QTRY_VERIFY_WITH_TIMEOUT(resultOf(host->readFile(file, 0, 100, {})) && host->helper().isThere(),
                             20000);
    EchoServer echo, other;
    const auto first = relayed(host, echo.serverPort()), second = relayed(host, other.serverPort());
    std::vector<std::unique_ptr<QTcpSocket>> sockets;
    for (int i = 0; i < 10; ++i) {
      sockets.push_back(std::make_unique<QTcpSocket>());
      sockets.back()->connectToHost(QStringLiteral("127.0.0.1"),
                                    i % 2 ? first->port() : second->port());
    }
    for (const auto& socket : sockets)
      QTRY_COMPARE_WITH_TIMEOUT(socket->bytesAvailable(), 7, 20000);
    QCOMPARE(echo.open + other.open, 10);
    QCOMPARE(relays(server).size(), 1);
    // Programs and files have a place beside them, and the connections do not change.
    for (int i = 0; i < 3; ++i) {
      const auto said = host.shell(QStringLiteral("echo there"), {}, std::chrono::seconds(15));
      QVERIFY2(said, said ? "" : said.error().message.c_str());
      QCOMPARE(said->out, QByteArray("there\n"));
      QCOMPARE(*resultOf(host->readFile(file, 0, 100, {})), QByteArray("content"));
    }
    const QByteArray sent = allBytes(3 << 20);
    QVERIFY(throughTunnel(first->port(), sent) == "secret\n" + sent);
    QCOMPARE(relays(server).size(), 1);
    for (const auto& socket : sockets) QCOMPARE(socket->state(), QAbstractSocket::ConnectedState);
  }

  // One who takes nothing holds up nobody else.
  void oneThatIsNotReadHoldsUpNobody() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    EchoServer echo;
    const auto forward = relayed(host, echo.serverPort());
    QTcpSocket slow;
    slow.setReadBufferSize(1000);
    slow.connectToHost(QStringLiteral("127.0.0.1"), forward->port());
    slow.write(allBytes(32 << 20));
    QTRY_VERIFY_WITH_TIMEOUT(slow.bytesToWrite() < 31 << 20, 20000);
    const QByteArray sent = allBytes(3 << 20);
    QVERIFY(throughTunnel(forward->port(), sent) == "secret\n" + sent);
    QVERIFY(slow.bytesAvailable() > 0);
    QVERIFY(slow.bytesAvailable() <= 1000);
  }

  void aRelayThatEndedIsStartedAgain() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    EchoServer echo;
    const auto forward = relayed(host, echo.serverPort());
    for (const bool isConnectionLost : {false, true}) {
      QTcpSocket socket;
      socket.connectToHost(QStringLiteral("127.0.0.1"), forward->port());
      QTRY_COMPARE_WITH_TIMEOUT(socket.bytesAvailable(), 7, 10000);
      QCOMPARE(relays(server).size(), 1);
      if (isConnectionLost)
        server.cut();
      else
        ::kill(static_cast<pid_t>(relays(server).first()), SIGKILL);
      QTRY_COMPARE_WITH_TIMEOUT(socket.state(), QAbstractSocket::UnconnectedState, 10000);
      QTRY_COMPARE_WITH_TIMEOUT(throughTunnel(forward->port(), "x"), QByteArray("secret\nx"),
                                20000);
    }
  }

  // What is no relay closes the connections, and so does an agent of an older version.
  void whatIsNoRelayCarriesNothing() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    for (const QString& words : {QStringLiteral("cat"), QStringLiteral("exit 2")}) {
      const auto forward =
          resultOf(host->tunnel({QStringLiteral("127.0.0.1"),
                                 80,
                                 0,
                                 {QStringLiteral("sh"), {QStringLiteral("-c"), words}}},
                                {}));
      QVERIFY(forward);
      QTcpSocket socket;
      socket.connectToHost(QStringLiteral("127.0.0.1"), (*forward)->port());
      QVERIFY(socket.waitForConnected(5000));
      QTRY_COMPARE_WITH_TIMEOUT(socket.state(), QAbstractSocket::UnconnectedState, 10000);
      QCOMPARE(socket.bytesAvailable(), 0);
    }
  }

  void aLocalPortIsTakenOrSaidToBe() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    EchoServer echo;
    quint16 free = 0;
    {
      QTcpServer any;
      any.listen(QHostAddress::LocalHost);
      free = any.serverPort();
    }
    auto forward =
        resultOf(host->tunnel({QStringLiteral("127.0.0.1"), echo.serverPort(), free}, {}));
    QVERIFY(forward);
    QCOMPARE((*forward)->port(), free);
    const auto taken =
        resultOf(host->tunnel({QStringLiteral("127.0.0.1"), echo.serverPort(), free}, {}));
    QVERIFY(!taken);
    QCOMPARE(taken.error().code, std::string("forward.port_taken"));
  }

  void theKernelsTableIsRead() {
    const QByteArray table =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  "
        "timeout "
        "inode\n"
        "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        "
        "0 "
        "11 1\n"
        "   1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        "
        "0 "
        "12 1\n"
        "   2: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        "
        "0 "
        "13 1\n"
        "   3: 0100007F:C351 0100007F:1F90 06 00000000:00000000 03:00000000 00000000     0        "
        "0 "
        "0 3\n"
        "   4: 0100007F:C352 0100007F:1F90 01\n";
    QCOMPARE(userInTable(table, "0100007F:C350", "0100007F:1F90"), std::optional<uid_t>(1001));
    QCOMPARE(userInTable(table, "0100007F:1F90", "0100007F:C350"), std::optional<uid_t>(1000));
    // What nobody holds any more is not root's.
    QCOMPARE(userInTable(table, "0100007F:C351", "0100007F:1F90"), std::optional<uid_t>());
    QCOMPARE(userInTable(table, "0100007F:C352", "0100007F:1F90"), std::optional<uid_t>());
    QCOMPARE(userInTable(table, "0100007F:C353", "0100007F:1F90"), std::optional<uid_t>());
    QCOMPARE(userInTable({}, "0100007F:C350", "0100007F:1F90"), std::optional<uid_t>());
  }
};

TRAINYARD_TEST(TunnelTest);
#include "tunnel_test.moc"
