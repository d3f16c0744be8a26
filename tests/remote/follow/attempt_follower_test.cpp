// SPDX-License-Identifier: GPL-3.0-or-later
// The way of an attempt's events: who is believed, where reading goes on, what is passed over.
#include "remote/follow/attempt_follower.h"

#include <QDir>
#include <QElapsedTimer>
#include <QNetworkProxy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTimer>

#include "engine/contract/messages.h"
#include "remote/follow/stream_proof.h"
#include "remote/host/local_host.h"
#include "tests/remote/result_of.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

QByteArray lossLine(int sequence) {
  return "{\"event\":\"metrics\",\"time\":1.5,\"sequence\":" + QByteArray::number(sequence) +
         ",\"step\":" + QByteArray::number(sequence) + ",\"values\":{\"train/loss\":2.5}}";
}
const QByteArray endLine =
    R"({"event":"end","time":2.5,"sequence":99,"outcome":"completed","exit_code":0,"code":"","arguments":{},"reason":""})";

QByteArray requestHeader(const QByteArray& request, const QByteArray& name) {
  for (const QByteArray& line : request.split('\n'))
    if (line.toLower().startsWith(name.toLower() + ':')) return line.mid(name.size() + 1).trimmed();
  return {};
}

// A host whose login is gone.
class LostHost : public LocalHost {
 public:
  std::string code;
  QCoro::Task<Result<QByteArray>> readFile(QString, qint64, qint64, std::stop_token) override {
    co_return foreign_error(code, {}, "it needs somebody", ExitCode::unreachable);
  }
};

}  // namespace

class AttemptFollowerTest : public QObject {
  Q_OBJECT

  static constexpr char token[] = "secret-of-the-agent";
  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<QTcpServer> m_server;
  QByteArray m_asked;  // all that arrived at the port
  LocalHost m_host;
  QNetworkAccessManager m_network;
  std::vector<Event> m_events;
  QList<qint64> m_longLines;
  std::optional<qint64> m_offset;
  QStringList m_onFile;
  bool m_gone = false;
  std::stop_source m_stop;
  std::optional<FollowEnd> m_end;
  std::unique_ptr<AttemptFollower> m_follower;

  void append(const QByteArray& bytes) {
    QFile file(m_folder->filePath(QStringLiteral("events.jsonl")));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Append));
    QCOMPARE(file.write(bytes), bytes.size());
  }

  // Somebody at the port that agent.json names; `knows`: the token.
  void answerWith(const QByteArray& events, bool knows) {
    m_server = std::make_unique<QTcpServer>();
    QVERIFY(m_server->listen(QHostAddress::LocalHost));
    connect(m_server.get(), &QTcpServer::newConnection, this, [this, events, knows] {
      QTcpSocket* socket = m_server->nextPendingConnection();
      connect(socket, &QTcpSocket::readyRead, this, [this, socket, events, knows] {
        const QByteArray request = socket->readAll();
        m_asked += request;
        QByteArray answer = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
        if (knows)
          answer += QByteArray(proofHeader) + ": " +
                    serverProof(token, requestHeader(request, nonceHeader)) + "\r\n";
        else  // what it was told itself
          answer += QByteArray(proofHeader) + ": " + requestHeader(request, proofHeader) + "\r\n";
        socket->write(answer + "Connection: close\r\n\r\n" + events);
        socket->disconnectFromHost();
      });
    });
    QFile agent(m_folder->filePath(QStringLiteral("agent.json")));
    QVERIFY(agent.open(QIODevice::WriteOnly));
    agent.write("{\"addresses\": [\"127.0.0.1\"], \"port\": " +
                QByteArray::number(m_server->serverPort()) + ", \"token\": \"" + token + "\"}");
  }

  void follow(qint64 offset = 0) {
    const auto sink = [this](const EventBatch& batch) -> Result<void> {
      m_events.insert(m_events.end(), batch.events.begin(), batch.events.end());
      m_longLines += batch.longLines;
      m_offset = batch.offset;
      return {};
    };
    const auto isGone = [this]() -> QCoro::Task<bool> { co_return m_gone; };
    m_follower = std::make_unique<AttemptFollower>(
        m_host, m_network, sink, isGone,
        [this](const Error& error) { m_onFile << QString::fromStdString(error.code); });
    keepResult(m_follower->follow({m_folder->path(), 1, offset}, m_stop.get_token()), m_end);
  }
  bool has(std::int64_t sequence) const {
    return std::any_of(m_events.begin(), m_events.end(),
                       [&](const Event& event) { return event.sequence == sequence; });
  }

 private slots:
  void init() {
    m_network.setProxy(QNetworkProxy::NoProxy);
    m_folder = std::make_unique<QTemporaryDir>();
    m_asked.clear();
    m_events.clear();
    m_longLines.clear();
    m_offset.reset();
    m_onFile.clear();
    m_end.reset();
    m_gone = false;
    m_stop = std::stop_source();
  }
  void cleanup() {
    m_stop.request_stop();
    QTRY_VERIFY(m_end || !m_follower);
    m_follower.reset();
    m_server.reset();
  }

  void whoKnowsTheTokenIsBelieved() {
    append("");
    answerWith("id: 1:90\ndata: " + lossLine(7) + "\n\n", true);
    follow();
    QTRY_VERIFY(has(7));
    QVERIFY(!m_asked.contains(token));
    QCOMPARE(requestHeader(m_asked, nonceHeader).size(), qsizetype(32));
    QVERIFY(m_onFile.isEmpty());
  }

  // The agent computes the same (formats.md).
  void theProofsAreThoseOfTheWire() {
    const QByteArray nonce = "0123456789abcdef0123456789abcdef";
    QCOMPARE(clientProof(token, nonce),
             QByteArray("97e3ba497c8ad7e1ad7ce4e54d16cf3abb85c6bb456beb863db9c9094932671e"));
    QCOMPARE(serverProof(token, nonce),
             QByteArray("2e0890886f7031fb86731bc976cfbe53c3e8f844693deb0022d6c7714e7c8bb1"));
    QVERIFY(!isSame(clientProof(token, nonce), serverProof(token, nonce)));
    QVERIFY(freshNonce() != freshNonce());
  }

  // The agent is dead and somebody else has its port.
  void whoDoesNotKnowItIsNotBelievedAndLearnsNothing() {
    append(lossLine(1) + '\n');
    answerWith(
        "id: 1:90000000\ndata: " + lossLine(50) + "\n\nid: 1:90000500\ndata: " + endLine + "\n\n",
        false);
    follow();
    QTRY_COMPARE(m_onFile, QStringList{QStringLiteral("follow.unproven")});
    QVERIFY(!m_asked.isEmpty() && !m_asked.contains(token));
    QVERIFY(has(1) && !has(50) && !has(99));
    append(lossLine(2) + '\n');
    QTRY_VERIFY(has(2));
    append(endLine + '\n');
    QTRY_COMPARE(m_end, std::optional(FollowEnd::ended));
    QVERIFY(!has(50));
  }

  // Whatever a stream says, what the file holds is read.
  void thePlaceIsNeverBeyondTheFile() {
    append(lossLine(1) + '\n');
    answerWith("id: 1:90000000\ndata: " + lossLine(2) + "\n\n", true);
    follow();
    QTRY_VERIFY(has(2));
    append(lossLine(3) + '\n' + endLine + '\n');
    QTRY_COMPARE(m_end, std::optional(FollowEnd::ended));
    QVERIFY(has(3));
  }
  void aPlaceFromEarlierThatIsBeyondTheFileIsGivenUp() {
    append(lossLine(1) + '\n' + endLine + '\n');
    follow(90000000);
    QTRY_COMPARE(m_end, std::optional(FollowEnd::ended));
    QVERIFY(has(1));
  }

  void aLineLongerThanOneCanBeIsPassedOver() {
    const QByteArray longLine(5 << 20, 'x');
    append(lossLine(1) + '\n' + longLine.left(4500000));
    follow();
    QTRY_VERIFY(has(1));
    QTest::qWait(300);  // it is looked through while it grows
    append(longLine.mid(4500000) + '\n' + lossLine(2) + '\n');
    QTRY_VERIFY(has(2));
    QCOMPARE(m_longLines, QList<qint64>{longLine.size() + 1});
    append(endLine + '\n');
    QTRY_COMPARE(m_end, std::optional(FollowEnd::ended));
  }

  // Somebody who knows the token, and sends a line without an end.
  void aStreamCannotFillTheMemory() {
    EventStreamParser parser(1);
    for (int i = 0; i < 8 && !parser.isOver(); ++i)
      QVERIFY(!parser.feed(QByteArray(1 << 20, 'x')).offset);
    QVERIFY(parser.isOver());
  }

  // Whatever keeps a host out of reach, it is told instead of waited for.
  void aHostThatIsOutOfReachIsTold_data() {
    QTest::addColumn<QString>("code");
    for (const char* code :
         {"host.unreachable", "host.refused", "host.needs_person", "ask.nobody", "ssh.config"})
      QTest::newRow(code) << QString::fromLatin1(code);
  }
  void aHostThatIsOutOfReachIsTold() {
    QFETCH(QString, code);
    LostHost host;
    host.code = code.toStdString();
    const auto sink = [](const EventBatch&) -> Result<void> { return {}; };
    const auto isGone = []() -> QCoro::Task<bool> { co_return false; };
    AttemptFollower follower(host, m_network, sink, isGone, {});
    std::stop_source stop;
    std::optional<FollowEnd> end;
    keepResult(follower.follow({m_folder->path(), 1, 0}, stop.get_token()), end);
    QTRY_VERIFY_WITH_TIMEOUT(end, 3000);
    QCOMPARE(*end, FollowEnd::unreachable);
    QCOMPARE(follower.problem().code, host.code);
  }

  // Much that is read at once does not hold up everything else in this thread.
  void aLargeFileLeavesOthersTheirTurn() {
    QByteArray lines;
    for (int i = 1; lines.size() < (8 << 20); ++i) lines += lossLine(i) + '\n';
    append(lines + endLine + '\n');
    qint64 longest = 0;
    QElapsedTimer since;
    QTimer clock;
    connect(&clock, &QTimer::timeout, this, [&] {
      if (since.isValid()) longest = std::max(longest, since.elapsed());
      since.start();
    });
    clock.start(1);
    int pieces = 0;
    const auto sink = [&](const EventBatch&) -> Result<void> {
      ++pieces;
      QThread::msleep(10);  // as long as a store takes
      return {};
    };
    const auto isGone = []() -> QCoro::Task<bool> { co_return true; };
    AttemptFollower follower(m_host, m_network, sink, isGone, {});
    std::optional<FollowEnd> end;
    keepResult(follower.follow({m_folder->path(), 1, 0}, {}), end);
    QTRY_VERIFY_WITH_TIMEOUT(end, 20000);
    QCOMPARE(*end, FollowEnd::ended);
    QVERIFY2(pieces > 50, qPrintable(QString::number(pieces)));
    QVERIFY2(longest < 10 * pieces / 4, qPrintable(QString::number(longest)));
  }

  // Nor does what is left in a stream when its other end has closed: all of it is here then.
  void aLargeStreamLeavesOthersTheirTurn() {
    append("");
    QByteArray events;
    for (int i = 1; events.size() < (8 << 20); ++i)
      events += "id: 1:" + QByteArray::number(100 * i) + "\ndata: " + lossLine(i) + "\n\n";
    answerWith(events + "id: 1:900000000\ndata: " + endLine + "\n\n", true);
    int turns = 0, pieces = 0, withoutTurn = 0;
    std::size_t most = 0;
    QTimer others;
    connect(&others, &QTimer::timeout, this, [&] { ++turns; });
    others.start(0);
    const auto sink = [&](const EventBatch& batch) -> Result<void> {
      ++pieces;
      if (std::exchange(turns, 0) == 0) ++withoutTurn;
      most = std::max(most, batch.events.size());
      QThread::msleep(1);
      return {};
    };
    const auto isGone = []() -> QCoro::Task<bool> { co_return false; };
    AttemptFollower follower(m_host, m_network, sink, isGone, {});
    std::optional<FollowEnd> end;
    keepResult(follower.follow({m_folder->path(), 1, 0}, {}), end);
    QTRY_VERIFY_WITH_TIMEOUT(end, 60000);
    QCOMPARE(*end, FollowEnd::ended);
    QVERIFY2(pieces > 200, qPrintable(QString::number(pieces)));
    QCOMPARE(withoutTurn, 0);
    QVERIFY2(most < 400, qPrintable(QString::number(most)));
  }
};

TRAINYARD_TEST(AttemptFollowerTest);
#include "attempt_follower_test.moc"
