// SPDX-License-Identifier: GPL-3.0-or-later
// What happens when the connection does: cut, stalled, server gone, host finished in the middle of
// everything. The far end is a relay in front of a real sshd.
#include <QElapsedTimer>
#include <QTimer>

#include <sys/socket.h>

#include "tests/remote/ssh/ssh_test.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// Passes bytes on until it is told otherwise.
class Relay : public QObject {
 public:
  explicit Relay(quint16 to) {
    m_server.listen(QHostAddress::LocalHost);
    connect(&m_server, &QTcpServer::newConnection, this, [this, to] {
      QTcpSocket* near = m_server.nextPendingConnection();
      if (m_isClosed) return close(near);
      auto* far = new QTcpSocket(near);
      far->connectToHost(QStringLiteral("127.0.0.1"), to);
      near->setReadBufferSize(1 << 20);
      far->setReadBufferSize(1 << 20);
      m_pairs << QPair(near, far);
      for (const auto& [from, into] : {QPair(near, far), QPair(far, near)}) {
        connect(from, &QTcpSocket::readyRead, this,
                [this, from = from, into = into] { pass(from, into); });
        connect(into, &QTcpSocket::bytesWritten, this,
                [this, from = from, into = into] { pass(from, into); });
        connect(from, &QTcpSocket::disconnected, into,
                [into = into] { into->disconnectFromHost(); });
      }
      connect(far, &QTcpSocket::connected, this, [this, near, far] { pass(near, far); });
    });
  }
  quint16 port() const { return m_server.serverPort(); }
  // Connections are closed at once, as by a firewall: with a reset, or in order.
  enum class Closing { byReset, inOrder };
  void closeAtOnce(Closing how) {
    m_isClosed = true;
    m_closing = how;
  }
  void setStalled(bool isStalled) {
    m_isStalled = isStalled;
    for (const auto& [near, far] : m_pairs) {
      pass(near, far);
      pass(far, near);
    }
  }
  void cut() {
    for (const auto& [near, far] : std::exchange(m_pairs, {})) {
      far->abort();
      near->abort();
      near->deleteLater();
    }
  }

 private:
  void close(QTcpSocket* near) {
    const linger atOnce{1, 0};
    if (m_closing == Closing::byReset)
      ::setsockopt(static_cast<int>(near->socketDescriptor()), SOL_SOCKET, SO_LINGER, &atOnce,
                   sizeof atOnce);
    near->abort();
    near->deleteLater();
  }
  void pass(QTcpSocket* from, QTcpSocket* into) {
    if (!m_isStalled && into->state() == QAbstractSocket::ConnectedState &&
        into->bytesToWrite() < (1 << 20))
      into->write(from->readAll());
  }
  bool m_isClosed = false;
  Closing m_closing = Closing::inOrder;
  QTcpServer m_server;
  QList<QPair<QTcpSocket*, QTcpSocket*>> m_pairs;
  bool m_isStalled = false;
};

struct Place {
  SshServer server;
  std::unique_ptr<Relay> relay;
  std::unique_ptr<TestHost> host;
  Place() {
    server.start();
    relay = std::make_unique<Relay>(server.port());
    host = std::make_unique<TestHost>(server.config({}, true, relay->port()));
  }
};

QCoro::Task<void> runInto(SshHost& host, QString script, QByteArray input, QStringList& codes) {
  const CommandLine command{QStringLiteral("sh"), {QStringLiteral("-c"), script}};
  auto output =
      co_await host.run(command, TestHost::with(std::move(input)), {}, QDeadlineTimer(120000));
  codes << (output ? QStringLiteral("ended") : QString::fromStdString(output.error().code));
}

}  // namespace

class FaultsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (!QFile::exists(sshdProgram())) QSKIP("no sshd here: the package openssh-server is missing");
  }

  void aCutEndsWhatRunsAndTheNextConnectsAgain() {
    Place place;
    SshHost& host = place.host->host;
    QVERIFY(resultOf(host.connect({})));
    QStringList codes;
    std::vector<QCoro::Task<void>> running;
    for (int i = 0; i < 3; ++i)
      running.push_back(runInto(host, QStringLiteral("sleep 1000"), {}, codes));
    QTimer::singleShot(500, [&] { place.relay->cut(); });
    QElapsedTimer timer;
    timer.start();
    for (auto& task : running) QCoro::waitFor(task);
    QVERIFY(timer.elapsed() < 5000);
    QCOMPARE(codes,
             QStringList({QStringLiteral("host.unreachable"), QStringLiteral("host.unreachable"),
                          QStringLiteral("host.unreachable")}));
    const auto output = place.host->shell(QStringLiteral("echo again"));
    QVERIFY2(output, output ? "" : output.error().message.c_str());
    QCOMPARE(output->out, QByteArray("again\n"));
    QCOMPARE(place.host->person.questions.size(), 0);
  }

  void aSilentPeerIsNoticedWithin15Seconds_data() {
    QTest::addColumn<bool>("isBusy");
    QTest::newRow("idle") << false;
    QTest::newRow("while sending") << true;
  }
  void aSilentPeerIsNoticedWithin15Seconds() {
    QFETCH(bool, isBusy);
    // The link waits for a random time below a second before it tries again: looking may be too
    // late.
    QStringList reasons;  // outlives the host
    Place place;
    SshHost& host = place.host->host;
    QVERIFY(resultOf(host.connect({})));
    QStringList codes;
    auto running = runInto(host, QStringLiteral("cat >/dev/null; sleep 1000"),
                           isBusy ? QByteArray(200 << 20, 'x') : QByteArray(), codes);
    QTest::qWait(1000);  // nothing tells that the program runs there and the data flow
    connect(&host, &SshHost::stateChanged, this, [&] {
      if (host.state().link == Link::waiting) reasons += host.state().reason;
    });
    place.relay->setStalled(true);
    QElapsedTimer timer;
    timer.start();
    QCoro::waitFor(running);
    QVERIFY2(timer.elapsed() < 15500, QByteArray::number(timer.elapsed()).constData());
    QCOMPARE(codes, QStringList{QStringLiteral("host.unreachable")});
    QTRY_VERIFY_WITH_TIMEOUT(!reasons.isEmpty(), 1000);
    QVERIFY2(reasons.first().contains(QStringLiteral("not answered")), qPrintable(reasons.first()));
  }

  void aShortSilenceIsNothing() {
    Place place;
    SshHost& host = place.host->host;
    QVERIFY(resultOf(host.connect({})));
    QStringList codes;
    auto running = runInto(host, QStringLiteral("sleep 13"), {}, codes);
    QTest::qWait(1000);  // nothing tells that the program runs there
    place.relay->setStalled(true);
    QTest::qWait(9000);  // the silence itself, shorter than what counts as a broken link
    place.relay->setStalled(false);
    QCoro::waitFor(running);
    QCOMPARE(codes, QStringList{QStringLiteral("ended")});
  }

  void manyCutsLeaveNothingBehind() {
    Place place;
    SshHost& host = place.host->host;
    QVERIFY(resultOf(host.connect({})));
    QTcpServer sink;
    sink.listen(QHostAddress::LocalHost);
    connect(&sink, &QTcpServer::newConnection, &sink, [&] {
      QTcpSocket* socket = sink.nextPendingConnection();
      connect(socket, &QTcpSocket::readyRead, socket, [socket] { socket->readAll(); });
      connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    });
    QTest::qWait(200);  // what the login began is given time to end
    int descriptors = 0, threads = 0;
    for (int round = 0; round <= 11; ++round) {
      auto forward = resultOf(host.forward(QStringLiteral("127.0.0.1"), sink.serverPort(), {}));
      QVERIFY2(forward, forward ? "" : forward.error().message.c_str());
      QTcpSocket client;
      client.connectToHost((*forward)->address(), (*forward)->port());
      client.write(QByteArray(1 << 20, 'x'));
      QStringList codes;
      std::vector<QCoro::Task<void>> running;
      running.push_back(runInto(host, QStringLiteral("yes | head -c 100000000"), {}, codes));
      running.push_back(
          runInto(host, QStringLiteral("cat >/dev/null"), QByteArray(20 << 20, 'x'), codes));
      running.push_back(runInto(host, QStringLiteral("sleep 1000"), {}, codes));
      QTest::qWait(20 + 37 * (round % 11));  // each round cuts the link at another moment
      place.relay->cut();
      for (auto& task : running) QCoro::waitFor(task);
      QVERIFY2(codes.contains(QStringLiteral("host.unreachable")),
               qPrintable(codes.join(QLatin1Char(' '))));
      client.abort();
      forward->reset();
      QCOMPARE(place.host->shell(QStringLiteral("echo again"))->out, QByteArray("again\n"));
      QTest::qWait(100);  // nothing tells when all that the cut left is gone: it is counted then
      if (round == 0) descriptors = countOf("/proc/self/fd"), threads = ownThreads();
    }
    QTRY_COMPARE_WITH_TIMEOUT(countOf("/proc/self/fd"), descriptors, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(ownThreads(), threads, 5000);
  }

  void finishInTheMiddleOfEverything() {
    SshServer server;
    server.start();
    Relay relay(server.port());
    const QString config = server.config({}, true, relay.port());
    QTest::qWait(100);  // what the server began is given time: it is counted next
    const int descriptors = countOf("/proc/self/fd"), threads = ownThreads();
    for (int round = 0; round < 12; ++round) {
      auto host = std::make_unique<TestHost>(config);
      QStringList codes;
      std::vector<QCoro::Task<void>> running;
      for (int i = 0; i < 4; ++i)
        running.push_back(
            runInto(host->host, QStringLiteral("sleep 1000"), QByteArray(1 << 20, 'x'), codes));
      QTest::qWait(round * 40);
      QElapsedTimer timer;
      timer.start();
      QCoro::waitFor(host->host.finish());
      for (auto& task : running) QCoro::waitFor(task);
      QVERIFY2(timer.elapsed() < 5000, QByteArray::number(timer.elapsed()).constData());
      for (const QString& code : codes) QCOMPARE(code, QStringLiteral("cancelled"));
      QCOMPARE(resultOf(host->host.connect({})).error().code, std::string("cancelled"));
    }
    relay.cut();
    QTRY_COMPARE_WITH_TIMEOUT(countOf("/proc/self/fd"), descriptors, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(ownThreads(), threads, 5000);
  }

  void disconnectIsNotUndone() {
    Place place;
    SshHost& host = place.host->host;
    QVERIFY(resultOf(host.connect({})));
    QStringList codes;
    auto running = runInto(host, QStringLiteral("sleep 1000"), {}, codes);
    QTest::qWait(200);  // nothing tells that the program runs there
    host.disconnect();
    QCoro::waitFor(running);
    QCOMPARE(codes, QStringList{QStringLiteral("host.unreachable")});
    QTRY_COMPARE_WITH_TIMEOUT(host.state().link, Link::none, 5000);
    QTest::qWait(2500);  // nothing tells that it did not connect again
    QCOMPARE(host.state().link, Link::none);
    QVERIFY(resultOf(host.connect({})));
  }

  // A person has logged out: what works by itself does not log in again.
  void whoLeavesStaysOutUntilTheNextClick() {
    Place place;
    TestHost& host = *place.host;
    QVERIFY(resultOf(host->connect({})));
    host->leave();
    QTRY_COMPARE_WITH_TIMEOUT(host->state().link, Link::none, 5000);
    const auto output = host.shell(QStringLiteral("true"));
    QVERIFY(!output);
    QVERIFY2(output.error().message.find("connect again") != std::string::npos,
             output.error().message.c_str());
    QCOMPARE(host->state().link, Link::none);
    QVERIFY(resultOf(host->connect({})));
    QVERIFY(host.shell(QStringLiteral("true")));
  }

  void aDisconnectDuringTheFirstLoginIsAnAnswer() {
    Place place;
    place.relay->setStalled(true);
    SshHost& host = place.host->host;
    for (int round = 0; round < 5; ++round) {
      QStringList codes;
      std::vector<QCoro::Task<void>> running;
      for (int i = 0; i < 3; ++i)
        running.push_back(runInto(host, QStringLiteral("true"), {}, codes));
      QTRY_COMPARE_WITH_TIMEOUT(host.state().link, Link::connecting, 5000);
      host.disconnect();
      QTRY_COMPARE_WITH_TIMEOUT(codes.size(), 3, 5000);
      for (const QString& code : codes) QCOMPARE(code, QStringLiteral("host.unreachable"));
      QTRY_COMPARE_WITH_TIMEOUT(host.state().link, Link::none, 5000);
    }
    place.relay->setStalled(false);
    QVERIFY(resultOf(host.connect({})));
  }

  // The port answers, so it need not be the wrong one: what closes it is named first.
  void aWayThatIsClosedIsSaid_data() {
    QTest::addColumn<int>("closing");
    QTest::newRow("by a reset") << static_cast<int>(Relay::Closing::byReset);
    QTest::newRow("in order") << static_cast<int>(Relay::Closing::inOrder);
  }
  void aWayThatIsClosedIsSaid() {
    QFETCH(int, closing);
    Place place;
    place.relay->closeAtOnce(static_cast<Relay::Closing>(closing));
    const auto reached = resultOf(place.host->host.connect({}));
    QVERIFY(!reached.ok());
    const QString message = QString::fromStdString(reached.error().message);
    // A reset that arrives while the connection is made is said as it is.
    QVERIFY2(message.contains(QLatin1String("a VPN that is not connected, a firewall")) ||
                 message.contains(QLatin1String("Connection reset by peer")),
             qPrintable(message));
    QVERIFY2(!message.contains(QLatin1String("did not identify itself")), qPrintable(message));
  }

  void aServerThatComesBackIsFoundAgain() {
    Place place;
    SshHost& host = place.host->host;
    QVERIFY(resultOf(host.connect({})));
    place.server.stop();
    // Others may listen at its port by now and say nothing: a try then takes its whole limit.
    QTRY_COMPARE_WITH_TIMEOUT(host.state().link, Link::waiting, 30000);
    QTest::qWait(1500);  // the server is away for some time, so that a try may fail
    place.server.start();
    QTRY_COMPARE_WITH_TIMEOUT(host.state().link, Link::connected, 30000);
  }
};

TRAINYARD_TEST(FaultsTest);
#include "faults_test.moc"
