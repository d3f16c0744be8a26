// SPDX-License-Identifier: GPL-3.0-or-later
// What arrives at the service's socket may be anything: it answers with an error, or ends that
// connection, and goes on for all others.
#include <QJsonDocument>
#include <QLocalSocket>

#include "tests/remote/service/served_fixture.h"
#include "tests/qt_tests.h"

using namespace trainyard;

// A client that sends what it likes.
struct Raw {
  explicit Raw(const QString& path) { socket.connectToServer(path); }

  // The next answer, notifications passed over; an empty object when the connection ended first, or
  // nothing came.
  const QJsonObject next() {
    while (QTest::qWaitFor(
               [&] {
                 return socket.canReadLine() || socket.state() == QLocalSocket::UnconnectedState;
               },
               10000) &&
           socket.canReadLine()) {
      const QJsonObject message = QJsonDocument::fromJson(socket.readLine()).object();
      if (!message.contains(QStringLiteral("method"))) return message;
    }
    return {};
  }
  const QJsonObject send(const QByteArray& line) {
    socket.write(line + '\n');
    return next();
  }
  const QJsonObject call(const QString& method, const QJsonObject& parameters) {
    socket.write(rpc::request(7, method, parameters));
    return next();
  }
  bool greet() {
    return call(QStringLiteral("hello"),
                {{"protocol", 1}, {"version", "0"}, {"build", 0}, {"asks", false}})
        .contains(QStringLiteral("result"));
  }
  bool isClosed() {
    return QTest::qWaitFor([&] { return socket.state() == QLocalSocket::UnconnectedState; }, 10000);
  }

  QLocalSocket socket;
};

static QString codeOf(const QJsonObject& answer) {
  return answer["error"]["data"]["code"].toString();
}
static int numberOf(const QJsonObject& answer) { return answer["error"]["code"].toInt(); }

class HostileLinesTest : public ServedFixture {
  Q_OBJECT

  // Whoever else is there notices nothing.
  bool isWell() {
    Raw other(socketPath());
    return other.greet() &&
           other.call(QStringLiteral("targets.list"), {})["result"]["targets"].toArray().size() ==
               2;
  }

 private slots:
  void whatIsNoRequestEndsTheConnection_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("number");
    QTest::newRow("not JSON") << QByteArray("GET / HTTP/1.1\r") << -32700;
    QTest::newRow("half of JSON") << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1") << -32700;
    QTest::newRow("bytes that are no UTF-8")
        << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\xfe\"}") << -32700;
    QTest::newRow("zero bytes") << QByteArray(16, '\0') << -32700;
    QTest::newRow("two thousand levels")
        << "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\",\"params\":" +
               QByteArray(2000, '[') + QByteArray(2000, ']') + '}'
        << -32700;
    QTest::newRow("a list") << QByteArray("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\"}]")
                            << -32600;
    QTest::newRow("an empty object") << QByteArray("{}") << -32600;
    QTest::newRow("a method that is no text")
        << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}") << -32600;
    QTest::newRow("another version")
        << QByteArray("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"hello\"}") << -32600;
    QTest::newRow("no version") << QByteArray("{\"id\":1,\"method\":\"hello\"}") << -32600;
  }

  void whatIsNoRequestEndsTheConnection() {
    QFETCH(const QByteArray, line);
    QFETCH(const int, number);
    Raw raw(socketPath());
    const QJsonObject answer = raw.send(line);
    QCOMPARE(numberOf(answer), number);
    QCOMPARE(codeOf(answer), QStringLiteral("protocol.invalid"));
    QVERIFY(raw.isClosed());
    QVERIFY(isWell());
  }

  void theLongestLineIsTakenAndALongerOneIsNot() {
    Raw raw(socketPath());
    QVERIFY(raw.greet());
    const QByteArray
        head = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"targets.list\",\"params\":{\"x\":\"",
        tail = "\"}}";
    const QByteArray longest =
        head + QByteArray(rpc::lineLimitBytes - head.size() - tail.size(), 'x') + tail;
    QVERIFY(raw.send(longest).contains(QStringLiteral("result")));
    QCOMPARE(codeOf(raw.send(head + QByteArray(rpc::lineLimitBytes, 'x') + tail)),
             QStringLiteral("protocol.line_too_long"));
    QVERIFY(raw.isClosed());
    Raw endless(socketPath());
    endless.socket.write(QByteArray(rpc::lineLimitBytes + 4096, 'x'));
    QCOMPARE(codeOf(endless.next()), QStringLiteral("protocol.line_too_long"));
    QVERIFY(endless.isClosed());
    QVERIFY(isWell());
  }

  void linesComeInAnyPieces() {
    Raw raw(socketPath());
    QVERIFY(raw.greet());
    const QByteArray line = rpc::request(3, QStringLiteral("targets.list"), {});
    for (const char byte : line) {
      raw.socket.write(&byte, 1);
      raw.socket.flush();
      QCoreApplication::processEvents();
    }
    QCOMPARE(raw.next()["id"].toInt(), 3);
    raw.socket.write("\n\n" + line + '\n' + line + line);
    for (int i = 0; i < 3; ++i) QVERIFY(raw.next().contains(QStringLiteral("result")));
    // One that leaves in the middle of a line.
    raw.socket.write(line.left(20));
    raw.socket.disconnectFromServer();
    QVERIFY(isWell());
  }

  void nothingIsDoneBeforeHello() {
    Raw raw(socketPath());
    for (const char* method : {"submit", "remove", "targets.add", "targets.list", "logs.read"})
      QCOMPARE(codeOf(raw.call(QLatin1String(method), {})), QStringLiteral("protocol.no_hello"));
    QCOMPARE(codeOf(raw.call(QStringLiteral("hello"), {{"protocol", 2}})),
             QStringLiteral("protocol.version"));
    QCOMPARE(codeOf(raw.call(QStringLiteral("targets.list"), {})),
             QStringLiteral("protocol.no_hello"));
    QVERIFY(raw.greet());
    QVERIFY(raw.call(QStringLiteral("targets.list"), {}).contains(QStringLiteral("result")));
  }

  void unknownMethodsAndIds() {
    Raw raw(socketPath());
    QVERIFY(raw.greet());
    for (const char* method :
         {"", "Submit", "targets", "targets.list ", "rpc.discover", "../submit"}) {
      const QJsonObject answer = raw.call(QLatin1String(method), {});
      QCOMPARE(numberOf(answer), -32601);
      QCOMPARE(codeOf(answer), QStringLiteral("protocol.no_method"));
    }
    for (const char* id : {"\"a text\"", "1.5", "-3", "null", "true", "[1]", "1e300"}) {
      const QJsonObject answer = raw.send("{\"jsonrpc\":\"2.0\",\"id\":" + QByteArray(id) +
                                          ",\"method\":\"targets.list\"}");
      QCOMPARE(answer["id"], QJsonDocument::fromJson('[' + QByteArray(id) + ']').array().first());
      QVERIFY(answer.contains(QStringLiteral("result")));
    }
    // No id: no answer, whatever came of it. The next answer is that of the next call.
    raw.socket.write(rpc::notification(QStringLiteral("targets.list"), {}) +
                     rpc::notification(QStringLiteral("nothing"), {}) +
                     "{\"jsonrpc\":\"2.0\",\"method\":\"submit\",\"params\":[1]}\n");
    QCOMPARE(raw.call(QStringLiteral("targets.list"), {})["id"].toInt(), 7);
    // Answers to what nobody asked.
    raw.socket.write(rpc::answer(1, {{"answer", "trust"}}) + rpc::answer(QStringLiteral("x"), {}) +
                     "{\"jsonrpc\":\"2.0\",\"error\":5}\n");
    QVERIFY(raw.call(QStringLiteral("targets.list"), {}).contains(QStringLiteral("result")));
  }

  void parametersOfAWrongKindAreRefused_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<QByteArray>("parameters");
    QTest::newRow("a list") << "submit" << QByteArray("[\"/x.yaml\"]");
    QTest::newRow("a text") << "submit" << QByteArray("\"x\"");
    QTest::newRow("null") << "submit" << QByteArray("null");
    // Taken for absent, it would be this computer.
    QTest::newRow("a target that is a number")
        << "submit" << QByteArray("{\"path\":\"/x.yaml\",\"target\":5}");
    QTest::newRow("a target that is null")
        << "submit" << QByteArray("{\"path\":\"/x.yaml\",\"target\":null}");
    QTest::newRow("a run that is a list")
        << "submit" << QByteArray("{\"path\":\"/x.yaml\",\"run\":[]}");
    QTest::newRow("a text that is an object")
        << "submit" << QByteArray("{\"path\":\"/x.yaml\",\"text\":{}}");
    QTest::newRow("overrides that are a text")
        << "submit" << QByteArray("{\"path\":\"/x.yaml\",\"overrides\":\"a=b\"}");
    QTest::newRow("an override that is a number")
        << "submit" << QByteArray("{\"path\":\"/x.yaml\",\"overrides\":[\"a=b\",5]}");
    QTest::newRow("a variable that is a number")
        << "submit" << QByteArray("{\"path\":\"/x.yaml\",\"environment\":{\"A\":1}}");
    QTest::newRow("an attempt that is a text")
        << "logs.list" << QByteArray("{\"run\":\"x\",\"attempt\":\"1\"}");
    QTest::newRow("a broken attempt")
        << "logs.list" << QByteArray("{\"run\":\"x\",\"attempt\":1.5}");
    QTest::newRow("an offset below 0")
        << "logs.read" << QByteArray("{\"run\":\"x\",\"offset\":-1}");
    QTest::newRow("an offset beyond all")
        << "logs.read" << QByteArray("{\"run\":\"x\",\"offset\":1e300}");
    QTest::newRow("a file that is a list")
        << "logs.read" << QByteArray("{\"run\":\"x\",\"file\":[\"stdout.log\"]}");
    QTest::newRow("a flag that is a number")
        << "targets.check" << QByteArray("{\"name\":\"far\",\"job\":1}");
    QTest::newRow("a base that is a number")
        << "targets.add" << QByteArray("{\"name\":\"x\",\"host\":\"x\",\"base\":5}");
    QTest::newRow("watched runs that are numbers") << "watch" << QByteArray("{\"runs\":[1,2]}");
    QTest::newRow("what to remove that is a flag")
        << "remove" << QByteArray("{\"run\":\"RUN\",\"what\":true}");
    QTest::newRow("what to remove that is unknown")
        << "remove" << QByteArray("{\"run\":\"RUN\",\"what\":\"checkpoint\"}");
    QTest::newRow("nothing said about what to remove")
        << "remove" << QByteArray("{\"run\":\"RUN\"}");
    QTest::newRow("what to fetch that is unknown")
        << "fetch" << QByteArray("{\"run\":\"RUN\",\"what\":\"everything\"}");
  }

  void parametersOfAWrongKindAreRefused() {
    QFETCH(const QString, method);
    QFETCH(QByteArray, parameters);
    const QString run = submit();
    site().queue.now = gone();
    QTRY_COMPARE(m_service->runs.openRuns(), 0);
    Raw raw(socketPath());
    QVERIFY(raw.greet());
    const QJsonObject answer =
        raw.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method.toUtf8() +
                 "\",\"params\":" + parameters.replace("RUN", run.toUtf8()) + '}');
    QCOMPARE(numberOf(answer), -32602);
    QCOMPARE(codeOf(answer), QStringLiteral("protocol.parameters"));
    QVERIFY(answer["error"]["message"].toString().contains(QStringLiteral(" must be ")));
    QCOMPARE(m_service->registry.store.runs()->size(), 1);
    QVERIFY(QDir(runOf(run).folder).exists());
    // The connection goes on.
    QCOMPARE(raw.call(QStringLiteral("targets.list"), {})["result"]["targets"].toArray().size(), 2);
  }

  void valuesThatMeanNothingAreErrorsOfOneSentence() {
    const QString run = submit();
    Raw raw(socketPath());
    QVERIFY(raw.greet());
    const auto fails = [&](const char* method, const QJsonObject& parameters, const char* code) {
      const QJsonObject answer = raw.call(QLatin1String(method), parameters);
      const QString said = codeOf(answer);
      if (said != QLatin1String(code))
        qWarning("%s: %s", method,
                 QJsonDocument(answer).toJson(QJsonDocument::Compact).constData());
      return said == QLatin1String(code) &&
             !answer["error"]["message"].toString().contains(QLatin1Char('\n'));
    };
    QVERIFY(fails("submit", {}, "protocol.path"));
    QVERIFY(fails("submit", {{"path", "relative.yaml"}}, "protocol.path"));
    QVERIFY(fails("submit", {{"path", source().path}, {"target", "far"}, {"run", "../../x"}},
                  "protocol.run"));
    QVERIFY(fails("submit", {{"path", source().path}, {"target", "nowhere"}}, "target.unknown"));
    for (const char* method : {"cancel", "resume", "remove", "logs.list", "logs.read", "fetch"})
      QVERIFY(fails(method, {{"run", "no such run"}, {"what", "all"}, {"file", "stdout.log"}},
                    "run.unknown"));
    QVERIFY(fails("fetch", {{"run", run}, {"what", "results"}, {"destination", "relative"}},
                  "protocol.path"));
    QVERIFY(fails("targets.remove", {{"name", "nowhere"}}, "target.unknown"));
    // A name never leads out of an attempt's folder.
    for (const char* file : {"../../run.json", "/etc/passwd", "nodes/../../../run.json",
                             "nodes/n1/../../events.jsonl", "events.jsonl", ""})
      QCOMPARE(
          raw.call(QStringLiteral("logs.read"), {{"run", run}, {"file", file}})["result"]["data"]
              .toString(),
          QString());
    site().queue.now = gone();
    QTRY_COMPARE(m_service->runs.openRuns(), 0);
  }

  void aCallIsGivenUpByItsIdOrWithItsClient() {
    site().queue.isSlow = true;
    Raw raw(socketPath());
    QVERIFY(raw.greet());
    const auto submission = [&](const QByteArray& id, const QString& run) {
      return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"submit\",\"params\":" +
             QJsonDocument(QJsonObject{{"path", source().path}, {"target", "far"}, {"run", run}})
                 .toJson(QJsonDocument::Compact) +
             "}\n";
    };
    const QString first = newId(), second = newId();
    raw.socket.write(submission("1", first) + submission("\"1\"", second));
    QTRY_COMPARE(m_service->runs.submissions().size(), 2);
    raw.socket.write("{\"jsonrpc\":\"2.0\",\"method\":\"call.stop\",\"params\":{\"id\":\"1\"}}\n");
    const QJsonObject answer = raw.next();
    QCOMPARE(answer["id"].toString(), QStringLiteral("1"));
    QCOMPARE(codeOf(answer), QStringLiteral("cancelled"));
    raw.socket.disconnectFromServer();
    QTRY_COMPARE(runOf(second).reason, QStringLiteral("submitting"));
    site().queue.isSlow = false;
    QTRY_COMPARE(stateOf(first), QStringLiteral("waiting"));
    QTRY_COMPARE(stateOf(second), QStringLiteral("waiting"));
  }

  void moreClientsThanThereMayBe() {
    std::vector<std::unique_ptr<Raw>> many;
    for (int i = 0; i < 64; ++i) {
      many.push_back(std::make_unique<Raw>(socketPath()));
      QVERIFY(many.back()->greet());
    }
    Raw late(socketPath());
    QVERIFY(late.isClosed());
    many.pop_back();
    QTRY_VERIFY(m_socket->server.findChildren<ClientConnection*>().size() < 64);
    QVERIFY(isWell());
  }
};

TRAINYARD_TEST(HostileLinesTest);
#include "hostile_lines_test.moc"
