// SPDX-License-Identifier: GPL-3.0-or-later
// The protocol alone, with tools of its own: no service is started.
#include <deque>

#include <QJsonDocument>
#include <QTest>

#include "remote/mcp/line_input.h"
#include "remote/mcp/mcp_server.h"
#include "remote/mcp/tool_arguments.h"
#include "remote/process/waiter.h"
#include "tests/qt_tests.h"
#include "tests/remote/result_of.h"

using namespace trainyard;

namespace {

struct EchoArguments {
  QString words;
  int times = 1;
};
void describe(Section<EchoArguments>& section) {
  section.field("words", &EchoArguments::words).required().help("What is said.");
  section.field("times", &EchoArguments::times).minimum(1).maximum(3);
}

// JSON with single quotes, which C++ and moc read more easily.
QByteArray json(QByteArray text) { return text.replace('\'', '"'); }

QCoro::Task<Result<ToolAnswer>> echo(AgentSession&, EchoArguments arguments, ToolCall call) {
  for (int i = 0; i < arguments.times; ++i) call.say(arguments.words);
  co_return ToolAnswer{{{QStringLiteral("words"), arguments.words}}, arguments.words};
}

QCoro::Task<Result<ToolAnswer>> hang(AgentSession&, NoArguments, ToolCall call) {
  Waiter waiter;
  while (!call.stop.stop_requested()) co_await waiter.wait(call.stop);
  co_return cancelledError();
}

ToolTable testTools() {
  ToolTable table;
  table.add({"echo", "Echo", "Says it again."}, Effect::reads, echo);
  table.add({"wait", "Wait", "Waits."}, Effect::spends, hang);
  return table;
}

}  // namespace

class McpServerTest : public QObject {
  Q_OBJECT

  struct Peer {
    ToolTable tools = testTools();
    ServiceClient client;
    AgentSession session{client, {{}, QStringLiteral("/tmp"), QStringLiteral("1.2.3")}};
    std::deque<QByteArray> sent;
    McpServer server{tools, session, [this](const QByteArray& line) { sent.push_back(line); }};
    ~Peer() { QCoro::waitFor(server.finish()); }

    QJsonDocument next() {
      if (sent.empty()) return {};
      const QByteArray line = sent.front();
      sent.pop_front();
      return line.endsWith('\n') ? QJsonDocument::fromJson(line) : QJsonDocument();
    }
    QJsonObject ask(const QByteArray& line) {
      server.take(line);
      QCoreApplication::processEvents();
      return next().object();
    }
    QJsonObject call(const QByteArray& name, const QByteArray& arguments) {
      return ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" +
                 name + "\",\"arguments\":" + arguments + "}}");
    }
    QString version(const QByteArray& wanted) {
      return ask("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
                 "{\"protocolVersion\":\"" +
                 wanted + "\",\"clientInfo\":{\"name\":\"tester\"}}}")["result"]
          .toObject()["protocolVersion"]
          .toString();
    }
  };

  static int codeOf(const QJsonObject& answer) {
    return answer["error"].toObject()["code"].toInt();
  }

 private slots:
  void agreesOnAVersion() {
    Peer peer;
    for (const char* version : {"2024-11-05", "2025-03-26", "2025-06-18"})
      QCOMPARE(peer.version(version), QLatin1String(version));
    QCOMPARE(peer.version("1999-01-01"), QStringLiteral("2025-06-18"));
    QCOMPARE(peer.session.agent, QStringLiteral("tester"));
    QVERIFY(peer.ask(json("{'jsonrpc':'2.0','id':'p','method':'ping'}"))["result"].isObject());
  }

  void toolsAreDescribed() {
    Peer peer;
    const QJsonArray tools = peer.ask(json(
        "{'jsonrpc':'2.0','id':1,'method':'tools/list'}"))["result"][QLatin1String("tools")]
                                 .toArray();
    QCOMPARE(tools.size(), 2);
    const QJsonObject schema = tools[0][QLatin1String("inputSchema")].toObject();
    QCOMPARE(schema["required"].toArray(), QJsonArray{"words"});
    QCOMPARE(schema["properties"][QLatin1String("times")]["maximum"].toInt(), 3);
    QCOMPARE(schema["properties"][QLatin1String("words")]["description"].toString(),
             QStringLiteral("What is said."));
    QCOMPARE(schema["additionalProperties"], QJsonValue(false));
    QVERIFY(!tools[1][QLatin1String("annotations")]["readOnlyHint"].toBool());
  }

  void refusesWhatIsNoCall() {
    Peer peer;
    QCOMPARE(codeOf(peer.ask("{ this is no JSON")), -32700);
    QCOMPARE(codeOf(peer.ask("{}")), -32600);
    QCOMPARE(codeOf(peer.ask(json("{'id':1,'method':'ping'}"))), -32600);
    QCOMPARE(codeOf(peer.ask(json("{'jsonrpc':'2.0','id':{},'method':'ping'}"))), -32600);
    QCOMPARE(codeOf(peer.ask(json("{'jsonrpc':'2.0','id':1,'method':'ping','params':[]}"))),
             -32600);
    QCOMPARE(codeOf(peer.ask(json("{'jsonrpc':'2.0','id':1,'method':'resources/list'}"))), -32601);
    QCOMPARE(codeOf(peer.call("nothing", "{}")), -32602);
    QCOMPARE(codeOf(peer.call("echo", "[]")), -32602);
    peer.server.take(json("{'jsonrpc':'2.0','method':'notifications/initialized'}"));
    peer.server.take(json("{'jsonrpc':'2.0','method':'notifications/nobody_knows'}"));
    peer.server.take(json("{'jsonrpc':'2.0','id':9,'result':{}}"));
    peer.server.take("  ");
    QVERIFY(peer.sent.empty());
  }

  void wrongArgumentsAreAnswersOfTheTool() {
    Peer peer;
    for (const QByteArray& arguments :
         {QByteArray("{}"), json("{'words':1}"), json("{'words':'a','times':4}"),
          json("{'words':'a','tims':1}")}) {
      const QJsonObject result = peer.call("echo", arguments)["result"].toObject();
      QVERIFY2(result["isError"].toBool(), arguments.constData());
      QVERIFY(!result["content"][0][QLatin1String("text")].toString().isEmpty());
    }
    const QJsonObject misspelt =
        peer.call("echo", json("{'words':'a','tims':1}"))["result"].toObject();
    QCOMPARE(misspelt["structuredContent"][QLatin1String("error")]["code"].toString(),
             QStringLiteral("mcp.argument"));
  }

  void answersAreCleanAndForEachVersion() {
    Peer peer;
    peer.session.redaction.add(QStringLiteral("A_TOKEN"), QStringLiteral("sesame"));
    peer.version("2025-06-18");
    QJsonObject result =
        peer.call("echo", json("{'words':'\\u001b[1msesame\\u0007'}"))["result"].toObject();
    QCOMPARE(result["content"].toArray().size(), 1);
    QCOMPARE(result["content"][0][QLatin1String("text")].toString(), QStringLiteral("[redacted]"));
    QCOMPARE(result["structuredContent"][QLatin1String("words")].toString(),
             QStringLiteral("[redacted]"));
    peer.version("2024-11-05");
    result = peer.call("echo", json("{'words':'sesame'}"))["result"].toObject();
    QCOMPARE(result["content"][1][QLatin1String("text")].toString(),
             QStringLiteral("{\"words\":\"[redacted]\"}"));
  }

  void saysHowFarItIs() {
    Peer peer;
    peer.server.take(
        json("{'jsonrpc':'2.0','id':5,'method':'tools/"
             "call','params':{'name':'echo','arguments':{'words':'on','times':2},'_meta':{'"
             "progressToken':'t'}}}"));
    for (int i = 1; i <= 2; ++i) {
      const QJsonObject said = peer.next().object();
      QCOMPARE(said["method"].toString(), QStringLiteral("notifications/progress"));
      QCOMPARE(said["params"][QLatin1String("progressToken")].toString(), QStringLiteral("t"));
      QCOMPARE(said["params"][QLatin1String("progress")].toInt(), i);
    }
    QCOMPARE(peer.next().object()["id"].toInt(), 5);
  }

  void aCancelledCallEndsWithoutAnAnswer() {
    Peer peer;
    peer.server.take(
        json("{'jsonrpc':'2.0','id':'w','method':'tools/call','params':{'name':'wait'}}"));
    peer.server.take(
        json("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}"));
    // The same id again while it is in use is refused; the call goes on.
    QCOMPARE(codeOf(peer.ask(json(
                 "{'jsonrpc':'2.0','id':'w','method':'tools/call','params':{'name':'wait'}}"))),
             -32600);
    peer.server.take(
        json("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'w'}}"));
    QTRY_VERIFY(peer.call("echo", json("{'words':'free'}"))["result"].isObject());
    QVERIFY(peer.sent.empty());
  }

  void aBatchIsAnsweredAsOne() {
    Peer peer;
    const QByteArray batch = json(
        "[{'jsonrpc':'2.0','id':1,'method':'ping'},{'jsonrpc':'2.0','method':'notifications/"
        "x'},{'jsonrpc':'2.0','id':2,'method':'tools/"
        "call','params':{'name':'echo','arguments':{'words':'a'}}},{'jsonrpc':'2.0','id':3,'method'"
        ":'nothing'},{'jsonrpc':'2.0','id':4,'result':{}}]");
    QCOMPARE(codeOf(peer.ask(batch)), -32600);
    peer.version("2025-03-26");
    peer.server.take(batch);
    const QJsonArray answers = peer.next().array();
    QCOMPARE(answers.size(), 3);
    QCOMPARE(codeOf(answers[1].toObject()["id"].toInt() == 3 ? answers[1].toObject()
                                                             : answers[2].toObject()),
             -32601);
    QCOMPARE(codeOf(peer.ask("[]")), -32600);
  }

  void onlySoManyCallsAtOnce() {
    Peer peer;
    for (int i = 0; i <= McpServer::callLimit; ++i)
      peer.server.take("{\"jsonrpc\":\"2.0\",\"id\":" + QByteArray::number(i) +
                       ",\"method\":\"tools/call\",\"params\":{\"name\":\"wait\"}}");
    QCOMPARE(peer.sent.size(), std::size_t{1});
    const QJsonObject answer = peer.next().object();
    QCOMPARE(answer["id"].toInt(), int{McpServer::callLimit});
    QCOMPARE(codeOf(answer), -32000);
  }

  void linesArriveInPieces() {
    QList<QByteArray> lines;
    int tooLong = 0;
    LineInput input(5, [&](const QByteArray& line) { lines << line; }, [&] { ++tooLong; });
    for (const char* piece : {"ab", "c\nde\n", "123456", "789\n", "12345\n", "123456\nx\n", "y"})
      input.feed(piece);
    QCOMPARE(lines, (QList<QByteArray>{"abc", "de", "12345", "x"}));
    QCOMPARE(tooLong, 2);
  }
};

TRAINYARD_TEST(McpServerTest);
#include "mcp_server_test.moc"
