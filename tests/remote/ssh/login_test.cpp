// Logging in to a real sshd: keys, passphrases, agents, certificates, and what is said when it fails.
#include "tests/remote/ssh/ssh_test.h"

using namespace trainyard;

namespace {

// An ssh-agent of the test's own.
class Agent {
 public:
  explicit Agent(SshServer& server) : m_server(server) {
    m_process.start(QStringLiteral("ssh-agent"), {QStringLiteral("-D"), QStringLiteral("-a"), socket()});
    for (int i = 0; i < 200 && !QFile::exists(socket()); ++i) QTest::qWait(25);
  }
  ~Agent() {
    m_process.kill();
    m_process.waitForFinished(5000);
  }
  QString socket() const { return m_server.path(QStringLiteral("agent")); }
  void add(const QString& key) {
    m_server.tool(QStringLiteral("env"), {QStringLiteral("SSH_AUTH_SOCK=") + socket(), QStringLiteral("ssh-add"), QStringLiteral("-q"), m_server.path(key)});
  }
  qint64 pid() const { return m_process.processId(); }

 private:
  SshServer& m_server;
  QProcess m_process;
};

SshAnswer secret(const char* text) { return {SshAnswer::Kind::secret, text}; }

}  // namespace

class LoginTest : public QObject {
  Q_OBJECT

  static void verifyRuns(TestHost& host) {
    const auto output = host.shell(QStringLiteral("echo in"));
    QVERIFY2(output, output ? "" : output.error().message.c_str());
    QCOMPARE(output->out, QByteArray("in\n"));
  }

  static void verifyRefused(TestHost& host, const char* code, const QByteArray& word) {
    const auto connected = resultOf(host->connect({}));
    QVERIFY(!connected);
    QCOMPARE(connected.error().code, std::string(code));
    QCOMPARE(connected.error().exit_code, ExitCode::unreachable);
    QVERIFY2(connected.error().message.find(word.toStdString()) != std::string::npos, connected.error().message.c_str());
    QCOMPARE(connected.error().message.find('\n'), std::string::npos);
    QCOMPARE(host->state().link, Link::refused);
    QCOMPARE(host->state().code, std::string(code));
  }

  static QByteArray lockedConfig(SshServer& server) {
    server.makeKey(QStringLiteral("locked"), QStringLiteral("ed25519"), QStringLiteral("a secret"));
    server.write(QStringLiteral("authorized_keys"), server.read(QStringLiteral("locked.pub")));
    return "  IdentityFile " + server.path(QStringLiteral("locked")).toUtf8() + "\n";
  }

 private slots:
  void initTestCase() {
    if (!QFile::exists(sshdProgram())) QSKIP("no sshd here: the package openssh-server is missing");
  }

  void everyKindOfKeyLogsIn_data() {
    QTest::addColumn<QString>("type");
    for (const char* type : {"ed25519", "ecdsa", "rsa"}) QTest::newRow(type) << QString::fromLatin1(type);
  }
  void everyKindOfKeyLogsIn() {
    QFETCH(QString, type);
    SshServer server;
    server.makeKey(QStringLiteral("mine"), type);
    server.write(QStringLiteral("authorized_keys"), server.read(QStringLiteral("mine.pub")));
    server.start();
    TestHost host(server.config("  IdentityFile " + server.path(QStringLiteral("nothing")).toUtf8() + "\n  IdentityFile " + server.path(QStringLiteral("mine")).toUtf8() + "\n"));
    verifyRuns(host);
    QCOMPARE(host.person.questions.size(), 0);
  }

  void passphraseIsAskedOnceAndNotForAReconnect() {
    SshServer server;
    const QByteArray key = lockedConfig(server);
    server.start();
    TestHost host(server.config(key));
    host.person.answers = {secret("a secret")};
    verifyRuns(host);
    QCOMPARE(host.person.questions.size(), 1);
    QCOMPARE(host.person.questions[0].kind, SshQuestion::Kind::passphrase);
    QCOMPARE(host.person.questions[0].keyFile, server.path(QStringLiteral("locked")));
    QCOMPARE(host.person.questions[0].target, QStringLiteral("target"));
    server.cut();
    QTRY_COMPARE_WITH_TIMEOUT(host->state().link != Link::connected, true, 5000);
    verifyRuns(host);
    QCOMPARE(host.person.questions.size(), 1);
  }

  void passphraseOfAKeyThatTheServerDoesNotWantIsNotAsked() {
    SshServer server;
    server.makeKey(QStringLiteral("locked"), QStringLiteral("rsa"), QStringLiteral("a secret"));
    server.start();
    TestHost host(server.config("  IdentityFile " + server.path(QStringLiteral("locked")).toUtf8() + "\n  IdentityFile " + server.path(QStringLiteral("user")).toUtf8() + "\n"));
    verifyRuns(host);
    QCOMPARE(host.person.questions.size(), 0);
  }

  void wrongPassphraseIsAskedThreeTimes() {
    SshServer server;
    const QByteArray key = lockedConfig(server);
    server.start();
    {
      TestHost host(server.config(key));
      host.person.answers = {secret("no"), secret("neither"), secret("a secret")};
      verifyRuns(host);
      QCOMPARE(host.person.questions.size(), 3);
    }
    TestHost host(server.config(key));
    host.person.answers = {secret("no"), secret("neither"), secret("nor this")};
    verifyRefused(host, "host.refused", "was wrong 3 times");
    host.person.answers = {secret("a secret")};
    QVERIFY(resultOf(host->connect({})));
  }

  void noPassphraseAndNobodyToAsk() {
    SshServer server;
    const QByteArray key = lockedConfig(server);
    server.start();
    TestHost host(server.config(key));
    verifyRefused(host, "ask.nobody", "nobody");
    host.person.answers = {SshAnswer{}};
    verifyRefused(host, "host.refused", "no passphrase was given");
    // Refused is refused: nothing asks again without a click.
    host.person.answers = {secret("a secret")};
    const auto output = host.shell(QStringLiteral("true"));
    QVERIFY(!output);
    QCOMPARE(host.person.questions.size(), 2);
  }

  void agentLogsIn() {
    SshServer server;
    lockedConfig(server);
    server.makeKey(QStringLiteral("open"), QStringLiteral("ecdsa"));
    server.write(QStringLiteral("authorized_keys"), server.read(QStringLiteral("open.pub")));
    server.start();
    Agent agent(server);
    agent.add(QStringLiteral("user"));
    agent.add(QStringLiteral("open"));
    const QByteArray config = "  IdentityFile " + server.path(QStringLiteral("locked")).toUtf8() + "\n";
    QString file = server.config(config);
    server.write(QStringLiteral("config"), server.read(QStringLiteral("config")).replace("IdentityAgent none", "IdentityAgent " + agent.socket().toUtf8()));
    TestHost host(file);
    verifyRuns(host);
    QCOMPARE(host.person.questions.size(), 0);
  }

  void certificateOfTheAgentLogsIn() {
    SshServer server;
    server.makeKey(QStringLiteral("authority"), QStringLiteral("ed25519"));
    server.makeKey(QStringLiteral("signed"), QStringLiteral("ed25519"));
    server.tool(QStringLiteral("ssh-keygen"), {QStringLiteral("-q"), QStringLiteral("-s"), QStringLiteral("authority"), QStringLiteral("-I"), QStringLiteral("me"), QStringLiteral("-n"), server.user(), QStringLiteral("signed.pub")});
    server.write(QStringLiteral("authorized_keys"), "cert-authority " + server.read(QStringLiteral("authority.pub")));
    server.start();
    Agent agent(server);
    agent.add(QStringLiteral("signed"));
    const QString file = server.config("  IdentityFile /nonexistent\n");
    server.write(QStringLiteral("config"), server.read(QStringLiteral("config")).replace("IdentityAgent none", "IdentityAgent " + agent.socket().toUtf8()));
    TestHost host(file);
    verifyRuns(host);
  }

  void certificateOfAFileLogsIn_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("beside its key") << QString();
    QTest::newRow("named by CertificateFile") << QStringLiteral("elsewhere.pub");
  }
  void certificateOfAFileLogsIn() {
    QFETCH(QString, name);
    SshServer server;
    server.makeKey(QStringLiteral("authority"), QStringLiteral("ed25519"));
    server.makeKey(QStringLiteral("signed"), QStringLiteral("ed25519"));
    server.tool(QStringLiteral("ssh-keygen"), {QStringLiteral("-q"), QStringLiteral("-s"), QStringLiteral("authority"), QStringLiteral("-I"), QStringLiteral("me"), QStringLiteral("-n"), server.user(), QStringLiteral("signed.pub")});
    server.write(QStringLiteral("authorized_keys"), "cert-authority " + server.read(QStringLiteral("authority.pub")));
    server.start();
    QByteArray config = "  IdentityFile " + server.path(QStringLiteral("signed")).toUtf8() + "\n";
    if (!name.isEmpty()) {
      QFile::rename(server.path(QStringLiteral("signed-cert.pub")), server.path(name));
      config += "  CertificateFile " + server.path(name).toUtf8() + "\n";
    }
    TestHost host(server.config(config));
    verifyRuns(host);
  }

  // A server lets six keys be tried; an agent may hold more.
  void onlyTheNamedKeysOfAFullAgentAreOffered() {
    SshServer server;
    server.start();
    Agent agent(server);
    for (int i = 0; i < 8; ++i) {
      server.makeKey(QStringLiteral("other%1").arg(i), QStringLiteral("ed25519"));
      agent.add(QStringLiteral("other%1").arg(i));
    }
    agent.add(QStringLiteral("user"));
    QFile::remove(server.path(QStringLiteral("user")));  // only its public half is left as a file
    const QString file = server.config("  IdentitiesOnly yes\n");
    server.write(QStringLiteral("config"), server.read(QStringLiteral("config")).replace("IdentityAgent none", "IdentityAgent " + agent.socket().toUtf8()));
    TestHost host(file);
    verifyRuns(host);
  }

  void anAgentThatDoesNotAnswerEndsWithTheStop() {
    SshServer server;
    server.start();
    Agent agent(server);
    ::kill(static_cast<pid_t>(agent.pid()), SIGSTOP);
    const QString file = server.config("  IdentityFile /nonexistent\n");
    server.write(QStringLiteral("config"), server.read(QStringLiteral("config")).replace("IdentityAgent none", "IdentityAgent " + agent.socket().toUtf8()));
    QElapsedTimer timer;
    {
      TestHost host(file);
      std::stop_source stop;
      QTimer::singleShot(500, [&] { stop.request_stop(); });
      const auto output = host.shell(QStringLiteral("true"), stop.get_token());
      QVERIFY(!output);
      QCOMPARE(output.error().code, std::string("cancelled"));
      timer.start();
    }
    QVERIFY(timer.elapsed() < 3000);
    ::kill(static_cast<pid_t>(agent.pid()), SIGCONT);
  }

  void refusedKeyIsNamed() {
    SshServer server;
    server.makeKey(QStringLiteral("stranger"), QStringLiteral("ed25519"));
    server.start();
    TestHost host(server.config("  IdentityFile " + server.path(QStringLiteral("stranger")).toUtf8() + "\n"));
    verifyRefused(host, "host.refused", server.path(QStringLiteral("stranger")).toUtf8());
    verifyRefused(host, "host.refused", "publickey");
  }

  void siteWithPasswordsOnlyIsNamed() {
    SshServer server("PubkeyAuthentication no\nPasswordAuthentication yes");
    server.start();
    TestHost host(server.config());
    // The first word for an option counts in sshd_config, so passwords stay off here: no method at all.
    verifyRefused(host, "host.refused", "takes no keys");
  }

  void jumpHostIsRefusedWithASentence() {
    SshServer server;
    TestHost host(server.config("  ProxyJump other.example.org\n"));
    verifyRefused(host, "host.refused", "other.example.org");
  }

  void closedPortIsUnreachable() {
    SshServer server;
    TestHost host(server.config());
    const auto output = host.shell(QStringLiteral("true"));
    QVERIFY(!output);
    QCOMPARE(output.error().code, std::string("host.unreachable"));
    QVERIFY2(output.error().message.find("refused") != std::string::npos, output.error().message.c_str());
    QVERIFY(output.error().message.find(std::to_string(server.port())) != std::string::npos);
    QCOMPARE(host->state().link, Link::waiting);
    QVERIFY(host->state().nextTry > 0);
  }

  void unknownNameIsUnreachable() {
    SshServer server;
    server.write(QStringLiteral("config"), "Host host\n  HostName no-such-host.invalid\n");
    TestHost host(server.path(QStringLiteral("config")));
    const auto output = host.shell(QStringLiteral("true"));
    QVERIFY(!output);
    QCOMPARE(output.error().code, std::string("host.unreachable"));
    QVERIFY2(output.error().message.find("no-such-host.invalid") != std::string::npos, output.error().message.c_str());
  }

  void aServerThatIsNoSshServerIsUnreachable() {
    SshServer server;
    QTcpServer web;
    web.listen(QHostAddress::LocalHost);
    connect(&web, &QTcpServer::newConnection, &web, [&] { web.nextPendingConnection()->write("HTTP/1.1 400 Bad Request\r\n\r\n"); });
    TestHost host(server.config({}, true, web.serverPort()));
    const auto output = resultOf(host->connect({}));
    QVERIFY(!output);
    QCOMPARE(output.error().code, std::string("host.unreachable"));
  }

  void badConfigurationIsNamed() {
    SshServer server;
    server.write(QStringLiteral("config"), "Host host\n  HostName \"127.0.0.1\n");
    TestHost host(server.path(QStringLiteral("config")));
    const auto connected = resultOf(host->connect({}));
    QVERIFY(!connected);
    QCOMPARE(connected.error().code, std::string("ssh.config"));
    QVERIFY(connected.error().message.find("line 2") != std::string::npos);
  }

  void hostileNamesAreNoHosts() {
    SshServer server;
    for (const char* name : {"-oProxyCommand=x", "a b", "a;b", "$(id)", "", "a\nb"}) {
      TestHost host(server.config(), QString::fromLatin1(name));
      const auto connected = resultOf(host->connect({}));
      QVERIFY(!connected);
      QCOMPARE(connected.error().code, std::string("ssh.config"));
    }
  }

  void aPasswordIsNeverAskedTwiceByItself() {
    SshServer server;
    const QByteArray key = lockedConfig(server);
    server.start();
    TestHost host(server.config(key));
    host.person.answers = {secret("a secret")};
    verifyRuns(host);
    // The account's key is taken away and the connection cut: two tries, then a person must act.
    server.write(QStringLiteral("authorized_keys"), "");
    server.cut();
    QTRY_COMPARE_WITH_TIMEOUT(host->state().link, Link::refused, 20000);
    QCOMPARE(host.person.questions.size(), 1);
    const auto output = host.shell(QStringLiteral("true"));
    QVERIFY(!output);
    QCOMPARE(output.error().code, std::string("host.refused"));
  }
};

QTEST_GUILESS_MAIN(LoginTest)
#include "login_test.moc"
