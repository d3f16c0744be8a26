// SPDX-License-Identifier: GPL-3.0-or-later
// Logging in to a real sshd: keys, passphrases, agents, certificates, and what is said when it
// fails. One file because one agent of the test's own and its keys serve all of it.
#include <QElapsedTimer>
#include <QLocalSocket>

#include "tests/remote/ssh/ssh_test.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// An ssh-agent of the test's own.
class Agent {
 public:
  explicit Agent(SshServer& server) : m_server(server) {
    m_process.start(QStringLiteral("ssh-agent"),
                    {QStringLiteral("-D"), QStringLiteral("-a"), socket()});
    for (int i = 0; i < 200 && !isListening(); ++i) QTest::qWait(25);
  }
  ~Agent() {
    m_process.kill();
    m_process.waitForFinished(5000);
  }
  QString socket() const { return m_server.path(QStringLiteral("agent")); }
  void add(const QString& key) {
    m_server.tool(QStringLiteral("env"),
                  {QStringLiteral("SSH_AUTH_SOCK=") + socket(), QStringLiteral("ssh-add"),
                   QStringLiteral("-q"), m_server.path(key)});
  }
  qint64 pid() const { return m_process.processId(); }

 private:
  // The socket's file is there a moment before.
  bool isListening() const {
    QLocalSocket client;
    client.connectToServer(socket());
    return client.waitForConnected(1000);
  }

  SshServer& m_server;
  QProcess m_process;
};

QByteArray identity(const SshServer& server, const QString& key) {
  return "  IdentityFile " + server.path(key).toUtf8() + "\n";
}

void allow(SshServer& server, const QString& key) {
  server.write(QStringLiteral("authorized_keys"), server.read(key + QStringLiteral(".pub")));
}

// The key `signed` with a certificate of an authority that the account trusts.
void makeSignedKey(SshServer& server) {
  server.makeKey(QStringLiteral("authority"), QStringLiteral("ed25519"));
  server.makeKey(QStringLiteral("signed"), QStringLiteral("ed25519"));
  server.tool(QStringLiteral("ssh-keygen"),
              {QStringLiteral("-q"), QStringLiteral("-s"), QStringLiteral("authority"),
               QStringLiteral("-I"), QStringLiteral("me"), QStringLiteral("-n"), server.user(),
               QStringLiteral("signed.pub")});
  server.write(QStringLiteral("authorized_keys"),
               "cert-authority " + server.read(QStringLiteral("authority.pub")));
}

// An ssh configuration that uses the agent.
QString configWith(SshServer& server, const Agent& agent, const QByteArray& more) {
  server.config(more);
  return server.write(
      QStringLiteral("config"),
      server.read(QStringLiteral("config"))
          .replace("IdentityAgent none", "IdentityAgent " + agent.socket().toUtf8()));
}

LoginAnswer secret(const char* text) { return {LoginAnswer::Kind::secret, text}; }

}  // namespace

class LoginTest : public QObject {
  Q_OBJECT

  static void verifyRuns(TestHost& host) {
    const auto output = host.shell(QStringLiteral("echo in"));
    QVERIFY2(output, output ? "" : output.error().message.c_str());
    QCOMPARE(output->out, QByteArray("in\n"));
  }

  static void verifyConnects(TestHost& host) {
    const auto connected = resultOf(host->connect({}));
    QVERIFY2(connected, connected ? "" : connected.error().message.c_str());
  }

  template <class T>
  static std::string messageOf(const Result<T>& result, const char* code) {
    if (result.ok() || result.error().code != code)
      qWarning("not %s: %s", code, result ? "it worked" : result.error().code.c_str());
    return result.ok() || result.error().code != code ? std::string() : result.error().message;
  }

  static void verifyRefused(TestHost& host, const char* code, const QByteArray& word) {
    const auto connected = resultOf(host->connect({}));
    QVERIFY(!connected);
    QCOMPARE(connected.error().code, std::string(code));
    QCOMPARE(connected.error().exit_code, ExitCode::unreachable);
    QVERIFY2(connected.error().message.find(word.toStdString()) != std::string::npos,
             connected.error().message.c_str());
    QCOMPARE(connected.error().message.find('\n'), std::string::npos);
    QCOMPARE(host->state().link, Link::refused);
    QCOMPARE(host->state().code, std::string(code));
  }

  static QByteArray lockedConfig(SshServer& server) {
    server.makeKey(QStringLiteral("locked"), QStringLiteral("ed25519"), QStringLiteral("a secret"));
    allow(server, QStringLiteral("locked"));
    return identity(server, QStringLiteral("locked"));
  }

 private slots:
  void initTestCase() {
    if (!QFile::exists(sshdProgram())) QSKIP("no sshd here: the package openssh-server is missing");
  }

  void everyKindOfKeyLogsIn_data() {
    QTest::addColumn<QString>("type");
    for (const char* type : {"ed25519", "ecdsa", "rsa"})
      QTest::newRow(type) << QString::fromLatin1(type);
  }
  void everyKindOfKeyLogsIn() {
    QFETCH(QString, type);
    SshServer server;
    server.makeKey(QStringLiteral("mine"), type);
    allow(server, QStringLiteral("mine"));
    server.start();
    TestHost host(server.config(identity(server, QStringLiteral("nothing")) +
                                identity(server, QStringLiteral("mine"))));
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
    QCOMPARE(host.person.questions[0].kind, LoginQuestion::Kind::passphrase);
    QCOMPARE(host.person.questions[0].keyFile, server.path(QStringLiteral("locked")));
    QCOMPARE(host.person.questions[0].target, QStringLiteral("target"));
    server.cut();
    QTRY_COMPARE_WITH_TIMEOUT(host->state().link != Link::connected, true, 5000);
    verifyRuns(host);
    QCOMPARE(host.person.questions.size(), 1);
  }

  void aKeyThatWasUnlockedForOneHostServesAnother() {
    SshServer server;
    const QByteArray key = lockedConfig(server);
    server.start();
    const auto keys = std::make_shared<KeyRing>();
    TestHost first(server.config(key), QStringLiteral("host"), keys),
        second(server.config(key), QStringLiteral("host"), keys);
    first.person.answers = {secret("a secret")};
    verifyRuns(first);
    verifyRuns(second);
    QCOMPARE(second.person.questions.size(), 0);
  }

  void passphraseOfAKeyThatTheServerDoesNotWantIsNotAsked() {
    SshServer server;
    server.makeKey(QStringLiteral("locked"), QStringLiteral("rsa"), QStringLiteral("a secret"));
    server.start();
    TestHost host(server.config(identity(server, QStringLiteral("locked")) +
                                identity(server, QStringLiteral("user"))));
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
      for (int i = 0; i < 3; ++i) QCOMPARE(host.person.questions[i].wrongTries, i);
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
    host.person.answers = {LoginAnswer{}};
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
    allow(server, QStringLiteral("open"));
    server.start();
    Agent agent(server);
    agent.add(QStringLiteral("user"));
    agent.add(QStringLiteral("open"));
    TestHost host(configWith(server, agent, identity(server, QStringLiteral("locked"))));
    verifyRuns(host);
    QCOMPARE(host.person.questions.size(), 0);
  }

  void certificateOfTheAgentLogsIn() {
    SshServer server;
    makeSignedKey(server);
    server.start();
    Agent agent(server);
    agent.add(QStringLiteral("signed"));
    TestHost host(configWith(server, agent, "  IdentityFile /nonexistent\n"));
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
    makeSignedKey(server);
    server.start();
    QByteArray config = identity(server, QStringLiteral("signed"));
    if (!name.isEmpty()) {
      QFile::rename(server.path(QStringLiteral("signed-cert.pub")), server.path(name));
      config += "  CertificateFile " + server.path(name).toUtf8() + "\n";
    }
    TestHost host(server.config(config));
    verifyRuns(host);
  }

  void aRenewedCertificateIsReadAgain() {
    SshServer server;
    makeSignedKey(server);
    const auto sign = [&](const QString& validity) {
      server.tool(QStringLiteral("ssh-keygen"),
                  {QStringLiteral("-q"), QStringLiteral("-s"), QStringLiteral("authority"),
                   QStringLiteral("-I"), QStringLiteral("me"), QStringLiteral("-n"), server.user(),
                   QStringLiteral("-V"), validity, QStringLiteral("signed.pub")});
    };
    sign(QStringLiteral("-2h:-1h"));
    server.start();
    TestHost host(server.config(identity(server, QStringLiteral("signed"))));
    const auto connected = resultOf(host->connect({}));
    QVERIFY(!connected);
    QCOMPARE(connected.error().code, std::string("host.refused"));
    sign(QStringLiteral("-1h:+1h"));
    verifyConnects(host);
  }

  void aForgottenKeyIsAskedForAgain() {
    SshServer server;
    const QByteArray key = lockedConfig(server);
    server.start();
    const auto keys = std::make_shared<KeyRing>();
    TestHost first(server.config(key), QStringLiteral("host"), keys),
        second(server.config(key), QStringLiteral("host"), keys);
    first.person.answers = {secret("a secret")};
    verifyRuns(first);
    keys->forget();
    second.person.answers = {secret("a secret")};
    verifyRuns(second);
    QCOMPARE(second.person.questions.size(), 1);
    verifyRuns(first);
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
    TestHost host(configWith(server, agent, "  IdentitiesOnly yes\n"));
    verifyRuns(host);
  }

  void anAgentThatDoesNotAnswerEndsWithTheStop() {
    SshServer server;
    server.start();
    Agent agent(server);
    ::kill(static_cast<pid_t>(agent.pid()), SIGSTOP);
    const QString file = configWith(server, agent, "  IdentityFile /nonexistent\n");
    QElapsedTimer timer;
    {
      TestHost host(file);
      std::stop_source stop;
      QTimer::singleShot(500, [&] { stop.request_stop(); });
      QVERIFY(
          !messageOf(host.shell(QStringLiteral("true"), stop.get_token()), "cancelled").empty());
      timer.start();
    }
    QVERIFY(timer.elapsed() < 3000);
    ::kill(static_cast<pid_t>(agent.pid()), SIGCONT);
  }

  void refusedKeyIsNamed() {
    SshServer server;
    server.makeKey(QStringLiteral("stranger"), QStringLiteral("ed25519"));
    server.start();
    TestHost host(server.config(identity(server, QStringLiteral("stranger"))));
    verifyRefused(host, "host.refused", server.path(QStringLiteral("stranger")).toUtf8());
    verifyRefused(host, "host.refused", "publickey");
  }

  void siteWithPasswordsOnlyIsNamed() {
    SshServer server("PubkeyAuthentication no\nPasswordAuthentication yes");
    server.start();
    TestHost host(server.config());
    // The first word for an option counts in sshd_config, so passwords stay off here: no method at
    // all.
    verifyRefused(host, "host.refused", "does not accept keys");
  }

  void closedPortIsUnreachable() {
    SshServer server;
    TestHost host(server.config());
    const std::string said = messageOf(host.shell(QStringLiteral("true")), "host.unreachable");
    QVERIFY2(said.find("refused") != std::string::npos, said.c_str());
    QVERIFY(said.find(std::to_string(server.port())) != std::string::npos);
    QCOMPARE(host->state().link, Link::waiting);
    QVERIFY(host->state().nextTry > 0);
  }

  void unknownNameIsUnreachable() {
    SshServer server;
    server.write(QStringLiteral("config"), "Host host\n  HostName no-such-host.invalid\n");
    TestHost host(server.path(QStringLiteral("config")));
    const std::string said = messageOf(host.shell(QStringLiteral("true")), "host.unreachable");
    QVERIFY2(said.find("no-such-host.invalid") != std::string::npos, said.c_str());
  }

  void aServerThatIsNoSshServerIsUnreachable() {
    SshServer server;
    QTcpServer web;
    web.listen(QHostAddress::LocalHost);
    connect(&web, &QTcpServer::newConnection, &web,
            [&] { web.nextPendingConnection()->write("HTTP/1.1 400 Bad Request\r\n\r\n"); });
    TestHost host(server.config({}, true, web.serverPort()));
    QVERIFY(!messageOf(resultOf(host->connect({})), "host.unreachable").empty());
  }

  void badConfigurationIsNamed() {
    SshServer server;
    server.write(QStringLiteral("config"), "Host host\n  HostName \"127.0.0.1\n");
    TestHost host(server.path(QStringLiteral("config")));
    QVERIFY(messageOf(resultOf(host->connect({})), "ssh.config").find("line 2") !=
            std::string::npos);
  }

  void hostileNamesAreNoHosts() {
    SshServer server;
    for (const char* name : {"-oProxyCommand=x", "a b", "a;b", "$(id)", "", "a\nb"}) {
      TestHost host(server.config(), QString::fromLatin1(name));
      QVERIFY(!messageOf(resultOf(host->connect({})), "ssh.config").empty());
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
    QVERIFY(!messageOf(host.shell(QStringLiteral("true")), "host.refused").empty());
  }

  // A server that ends the connection is heard at once, not asked until the login is late.
  void anAgentWithTooManyKeysIsToldAtOnce() {
    SshServer server("MaxAuthTries 3");
    server.start();
    Agent agent(server);
    for (int i = 0; i < 8; ++i) {
      server.makeKey(QStringLiteral("other%1").arg(i), QStringLiteral("ed25519"));
      agent.add(QStringLiteral("other%1").arg(i));
    }
    QElapsedTimer took;
    took.start();
    TestHost host(configWith(server, agent, "  IdentityFile /nonexistent\n"));
    verifyRefused(host, "host.refused", "allowed only some of the keys to be tried");
    QVERIFY2(took.elapsed() < 10000, qPrintable(QString::number(took.elapsed())));
  }

  // As ssh: whoever else reads it has it too.
  void aKeyThatOthersMayReadIsNotUsed() {
    SshServer server;
    server.makeKey(QStringLiteral("open"), QStringLiteral("ed25519"));
    allow(server, QStringLiteral("open"));
    server.start();
    QFile::setPermissions(server.path(QStringLiteral("open")),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup);
    TestHost host(server.config(identity(server, QStringLiteral("open"))));
    verifyRefused(host, "host.refused", "readable by others: run chmod 600 on it");
    QFile::setPermissions(server.path(QStringLiteral("open")),
                          QFile::ReadOwner | QFile::WriteOwner);
    verifyConnects(host);
  }

  void whyACertificateIsNotTakenIsSaid_data() {
    QTest::addColumn<QString>("validity");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isOfAgent");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("expired") << QStringLiteral("-2h:-1h") << QString() << false
                             << QByteArray("expired at ");
    QTest::newRow("of the agent") << QStringLiteral("-2h:-1h") << QString() << true
                                  << QByteArray("expired at ");
    QTest::newRow("not yet") << QStringLiteral("+1h:+2h") << QString() << false
                             << QByteArray("is not valid before ");
    QTest::newRow("for another account") << QStringLiteral("-1h:+1h") << QStringLiteral("bea")
                                         << false << QByteArray("is for bea, not for ");
  }
  void whyACertificateIsNotTakenIsSaid() {
    QFETCH(QString, validity);
    QFETCH(QString, name);
    QFETCH(bool, isOfAgent);
    QFETCH(QByteArray, word);
    SshServer server;
    makeSignedKey(server);
    server.tool(QStringLiteral("ssh-keygen"),
                {QStringLiteral("-q"), QStringLiteral("-s"), QStringLiteral("authority"),
                 QStringLiteral("-I"), QStringLiteral("me"), QStringLiteral("-n"),
                 name.isEmpty() ? server.user() : name, QStringLiteral("-V"), validity,
                 QStringLiteral("signed.pub")});
    server.start();
    Agent agent(server);
    if (isOfAgent) agent.add(QStringLiteral("signed"));
    TestHost host(configWith(server, agent,
                             isOfAgent ? QByteArray("  IdentityFile /nonexistent\n")
                                       : identity(server, QStringLiteral("signed"))));
    verifyRefused(host, "host.refused", word);
  }

  // A site whose certificates expire says in its banner how to get a new one.
  void theBannerGoesWithAnExpiredCertificate() {
    SshServer server;
    makeSignedKey(server);
    server.tool(QStringLiteral("ssh-keygen"),
                {QStringLiteral("-q"), QStringLiteral("-s"), QStringLiteral("authority"),
                 QStringLiteral("-I"), QStringLiteral("me"), QStringLiteral("-n"), server.user(),
                 QStringLiteral("-V"), QStringLiteral("-2h:-1h"), QStringLiteral("signed.pub")});
    server.write(QStringLiteral("banner"), "Renew it:\n\033[1mstep ssh login\n");
    server.setFirst("Banner " + server.path(QStringLiteral("banner")).toUtf8() + "\n", {});
    server.start();
    TestHost host(server.config(identity(server, QStringLiteral("signed"))));
    verifyRefused(host, "host.refused", "the site says: Renew it: [1mstep ssh login");
  }

  // What the configuration allows is tried, and nothing else.
  void waysThatTheConfigurationForbidsAreNotTaken_data() {
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("no keys") << QByteArray("  PubkeyAuthentication no\n")
                             << QByteArray("the ssh configuration allows none of these");
    QTest::newRow("others first") << QByteArray("  PreferredAuthentications password\n")
                                  << QByteArray("only: password");
  }
  void waysThatTheConfigurationForbidsAreNotTaken() {
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, word);
    SshServer server;
    server.start();
    TestHost host(server.config(config));
    verifyRefused(host, "host.refused", word);
    QCOMPARE(host.person.questions.size(), 0);
  }

  void nobodyIsAskedInBatchMode() {
    SshServer server;
    const QByteArray locked = lockedConfig(server);
    server.start();
    TestHost host(server.config(locked + "  BatchMode yes\n"));
    host.person.answers = {secret("a secret")};
    verifyRefused(host, "host.refused", "BatchMode yes");
    QCOMPARE(host.person.questions.size(), 0);
    QFile::remove(server.path(QStringLiteral("known_hosts")));
    TestHost unknown(server.config("  BatchMode yes\n", false));
    verifyRefused(unknown, "host.refused", "BatchMode yes");
    QCOMPARE(unknown.person.questions.size(), 0);
  }

  // A rule that is not followed may be what the way to the host lacks.
  void aRuleThatWasLeftOutIsNamedWithTheFailure() {
    SshServer server;
    server.start();
    const QString config = server.config();
    server.write(QStringLiteral("config"),
                 "Match originalhost host exec \"true\"\n  Port " +
                     QByteArray::number(server.port()) + "\n" +
                     server.read(QStringLiteral("config"))
                         .replace("Port " + QByteArray::number(server.port()), "Port 1"));
    TestHost host(config);
    const auto connected = resultOf(host->connect({}));
    QVERIFY(!connected);
    QVERIFY2(connected.error().message.find("line 1: 'Match exec' is not evaluated") !=
                 std::string::npos,
             connected.error().message.c_str());
  }
};

TRAINYARD_TEST(LoginTest);
#include "login_test.moc"
