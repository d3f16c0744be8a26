// SPDX-License-Identifier: GPL-3.0-or-later
// Logins in which a real sshd with PAM asks a person: everything in one connection.
#include "tests/remote/ssh/pam_server.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class ConversationTest : public QObject {
  Q_OBJECT

  static void verifyConnects(TestHost& host) {
    const auto connected = resultOf(host->connect({}));
    QVERIFY2(connected, connected ? "" : connected.error().message.c_str());
    const auto output = host.shell(QStringLiteral("echo in"));
    QVERIFY2(output, output ? "" : output.error().message.c_str());
    QCOMPARE(output->out, QByteArray("in\n"));
  }
  static std::string messageOfRefusal(TestHost& host) {
    const auto connected = resultOf(host->connect({}));
    if (connected || connected.error().code != "host.refused" ||
        host->state().link != Link::refused)
      return "it was not refused: " + (connected ? std::string("in") : connected.error().message);
    return connected.error().message;
  }

 private slots:
  void initTestCase() {
    if (const QString problem = PamServer::problem(); !problem.isEmpty())
      QSKIP(qPrintable(QStringLiteral("no sshd with PAM: ") + problem));
  }

  void aPasswordLogsInAndOneThatIsWrongIsAskedAgain() {
    PamServer server(unixAuth, passwords);
    TestHost host(server.config(noKeys), ada);
    host.person.answers = {password("wrong"), password("first")};
    verifyConnects(host);
    QCOMPARE(host.person.questions.size(), 2);
    QCOMPARE(host.person.questions[0].kind, LoginQuestion::Kind::password);
    QCOMPARE(host.person.questions[0].user, QStringLiteral("ada"));
    QCOMPARE(host.person.questions[0].host, QStringLiteral("127.0.0.1"));
    QVERIFY(host.person.questions[0].connectedAt > 0);
    QCOMPARE(host.person.questions[1].wrongTries, 1);
    QCOMPARE(server.logins(), 1);
    QVERIFY(host->state().neededInteraction);
  }

  void threeWrongPasswordsAreARefusal() {
    PamServer server(unixAuth, passwords);
    TestHost host(server.config(noKeys), ada);
    host.person.answers = {password("a"), password("b"), password("c"), password("first")};
    const std::string message = messageOfRefusal(host);
    QVERIFY2(message.find("did not accept the answer") != std::string::npos, message.c_str());
    QCOMPARE(host.person.questions.size(), 3);
    QVERIFY(!host->state().neededInteraction);
    for (const char* secret : {"\"a\"", "first"})
      QVERIFY(message.find(secret) == std::string::npos);
  }

  void roundsOfQuestions_data() {
    QTest::addColumn<QByteArray>("auth");
    QTest::addColumn<int>("rounds");
    QTest::newRow("one") << asking("Code:=1") << 1;
    QTest::newRow("three") << asking("Be_quick Code:=1 +Colour:=2 Code_again:=3") << 3;
  }
  void roundsOfQuestions() {
    QFETCH(QByteArray, auth);
    QFETCH(int, rounds);
    PamServer server(auth, interactive);
    TestHost host(server.config(noKeys), ada);
    host.person.answers = {said({"1"}), said({"2"}), said({"3"})};
    verifyConnects(host);
    QCOMPARE(host.person.questions.size(), rounds);
    for (const LoginQuestion& question : host.person.questions) {
      QCOMPARE(question.kind, LoginQuestion::Kind::prompts);
      QCOMPARE(question.prompts.size(), 1);
    }
    QCOMPARE(host.person.questions[0].prompts[0].text, QStringLiteral("Code:"));
    QVERIFY(!host.person.questions[0].prompts[0].isShown);
    if (rounds == 3) {
      QVERIFY(host.person.questions[1].prompts[0].isShown);
      QVERIFY2(host.person.questions[0].text.contains(QStringLiteral("Be quick")),
               qPrintable(host.person.questions[0].text));
    }
    QCOMPARE(server.logins(), 1);
  }

  void aWrongCodeIsAskedAgain() {
    PamServer server(asking("Code:=1"), interactive);
    TestHost host(server.config(noKeys), ada);
    host.person.answers = {said({"9"}), said({"1"})};
    verifyConnects(host);
    QCOMPARE(host.person.questions[1].wrongTries, 1);
    QCOMPARE(server.logins(), 1);
  }

  void aKeyAndThenACode() {
    PamServer server(
        asking("Code:=1"),
        QByteArray(interactive) + "\nAuthenticationMethods publickey,keyboard-interactive");
    TestHost host(server.config(), ada);
    host.person.answers = {said({"1"})};
    verifyConnects(host);
    QCOMPARE(host.person.questions.size(), 1);
    QCOMPARE(server.logins(), 1);
  }

  void aPasswordAndThenACode() {
    // PAM has one configuration for both: where the password is not right, a code will do.
    PamServer server("auth [success=done default=ignore] pam_unix.so nodelay\n" + asking("Code:=1"),
                     QByteArray(interactive) + "\n" + passwords +
                         "\nAuthenticationMethods password,keyboard-interactive");
    TestHost host(server.config(noKeys), ada);
    host.person.answers = {password("first"), said({"no"}), said({"1"})};
    verifyConnects(host);
    QCOMPARE(host.person.questions[0].kind, LoginQuestion::Kind::password);
    QCOMPARE(host.person.questions[2].prompts[0].text, QStringLiteral("Code:"));
    QCOMPARE(server.logins(), 1);
  }

  void anExpiredPasswordIsChanged() {
    PamServer server(unixAuth, interactive, 10000);
    TestHost host(server.config(noKeys), ada);
    host.person.answers = {said({"first"}), said({"first"}), said({"an0ther-Secret"}),
                           said({"an0ther-Secret"})};
    // Root is not asked for the old one by every PAM.
    const auto connected = resultOf(host->connect({}));
    for (const LoginQuestion& question : host.person.questions)
      qInfo("asked: %s | %s", qPrintable(question.text), qPrintable(question.prompts[0].text));
    QVERIFY2(connected, connected ? "" : connected.error().message.c_str());
    const qsizetype asked = host.person.questions.size();
    QVERIFY(asked == 3 || asked == 4);
    QCOMPARE(server.logins(), 1);
    QVERIFY(!server.read(QStringLiteral("etc/shadow")).contains(":10000:0:90:"));
  }

  void keyPassphraseAndCodeInOneConnection() {
    PamServer server(
        asking("Code:=1"),
        QByteArray(interactive) + "\nAuthenticationMethods publickey,keyboard-interactive");
    server.makeKey(QStringLiteral("locked"), QStringLiteral("ed25519"), QStringLiteral("a secret"));
    server.write(QStringLiteral("authorized_keys"), server.read(QStringLiteral("locked.pub")));
    TestHost host(
        server.config("  IdentityFile " + server.path(QStringLiteral("locked")).toUtf8() + "\n",
                      false),
        ada);
    host.person.answers = {LoginAnswer{LoginAnswer::Kind::trusted}, password("a secret"),
                           said({"1"})};
    verifyConnects(host);
    QCOMPARE(host.person.questions.size(), 3);
    QCOMPARE(host.person.questions[0].kind, LoginQuestion::Kind::hostKey);
    QCOMPARE(host.person.questions[1].kind, LoginQuestion::Kind::passphrase);
    QCOMPARE(host.person.questions[2].kind, LoginQuestion::Kind::prompts);
    QCOMPARE(server.logins(), 1);
    QVERIFY(server.read(QStringLiteral("known_hosts")).contains("ssh-ed25519"));
  }

  void whoTakesTooLongIsToldSo() {
    PamServer server(asking("Code:=1"), QByteArray(interactive) + "\nLoginGraceTime 2");
    TestHost host(server.config(noKeys), ada);
    host.person.isThinking = true;
    const std::string message = messageOfRefusal(host);
    QVERIFY2(message.find("closed the connection after waiting") != std::string::npos,
             message.c_str());
    // A click tries again.
    host.person.isThinking = false;
    host.person.answers = {said({"1"})};
    verifyConnects(host);
  }

  void aRefusalAndACancelledQuestionEndTheLogin() {
    PamServer server(asking("Code:=1"), interactive);
    TestHost host(server.config(noKeys), ada);
    host.person.answers = {LoginAnswer()};
    const std::string message = messageOfRefusal(host);
    QVERIFY2(message.find("was not answered") != std::string::npos, message.c_str());
    host.person.isThinking = true;
    std::stop_source stop;
    QTimer::singleShot(500, [&] { stop.request_stop(); });
    const auto connected = resultOf(host->connect(stop.get_token()));
    QVERIFY(!connected);
    QCOMPARE(connected.error().code, std::string("cancelled"));
    QTRY_VERIFY_WITH_TIMEOUT(host->state().link != Link::connecting, 5000);
  }

  void nobodyIsAskedAgainWhenTheConnectionIsLost() {
    PamServer server(asking("Code:=1"), interactive);
    TestHost host(server.config(noKeys), ada);
    host.person.answers = {said({"1"}), said({"1"})};
    verifyConnects(host);
    server.cut();
    QTRY_COMPARE_WITH_TIMEOUT(host->state().link, Link::refused, 10000);
    QCOMPARE(host->state().code, std::string("host.needs_person"));
    QVERIFY(!host->state().neededInteraction);
    const auto output = host.shell(QStringLiteral("true"));
    QVERIFY(!output);
    QCOMPARE(output.error().code, std::string("host.needs_person"));
    QCOMPARE(host.person.questions.size(), 1);
    QCOMPARE(server.logins(), 1);
    verifyConnects(host);  // a click
    QCOMPARE(host.person.questions.size(), 2);
    host->disconnect();
    QTRY_COMPARE_WITH_TIMEOUT(host->state().link, Link::none, 5000);
    QVERIFY(!host.shell(QStringLiteral("true")));
    QCOMPARE(host.person.questions.size(), 2);
  }

  // The server takes the password and then wants another, which the method `password` has no words
  // for: it asks in a terminal.
  void anExpiredPasswordOfTheOtherMethodIsChanged() {
    PamServer server(unixAuth, passwords, 10000);
    TestHost host(server.config(noKeys), ada);
    // The two new ones differ the first time.
    host.person.answers = {password("first"), said({"first"}), said({"S3cond-one"}),
                           said({"S3cond-two"})};
    const std::string message = messageOfRefusal(host);
    static const QRegularExpression words(QStringLiteral("was not changed: (Sorry|PAM: pam_)"));
    QVERIFY2(words.match(QString::fromStdString(message)).hasMatch(), message.c_str());
    QCOMPARE(host.person.questions.size(), 4);
    QCOMPARE(host.person.questions[1].prompts[0].text, QStringLiteral("Current password:"));
    QCOMPARE(host.person.questions[2].prompts[0].text, QStringLiteral("New password:"));
    QVERIFY(!host.person.questions[1].prompts[0].isShown);
    host.person.answers = {password("first"), said({"first"}), said({"S3cond-one"}),
                           said({"S3cond-one"}), password("S3cond-one")};
    verifyConnects(host);
    QCOMPARE(host.person.questions.size(), 9);
    QCOMPARE(host.person.questions[8].kind, LoginQuestion::Kind::password);
  }

  void aPersonMayKeepAnExpiredPassword() {
    PamServer server(unixAuth, passwords, 10000);
    TestHost host(server.config(noKeys), ada);
    host.person.answers = {password("first"), LoginAnswer()};
    const std::string message = messageOfRefusal(host);
    QVERIFY2(message.find("was not answered") != std::string::npos, message.c_str());
    QCOMPARE(host.person.questions.size(), 2);
  }

  void asManyTriesAsTheConfigurationSays() {
    PamServer server(unixAuth, passwords);
    TestHost host(server.config(QByteArray(noKeys) + "  NumberOfPasswordPrompts 1\n"), ada);
    host.person.answers = {password("a"), password("first")};
    QVERIFY(!resultOf(host->connect({})));
    QCOMPARE(host.person.questions.size(), 1);
  }

  void theWayThatThePersonPrefersComesFirst() {
    PamServer server(unixAuth, QByteArray(passwords) + "\n" + interactive);
    TestHost host(server.config(QByteArray(noKeys) +
                                "  PreferredAuthentications password,keyboard-interactive\n"),
                  ada);
    host.person.answers = {password("first")};
    verifyConnects(host);
    QCOMPARE(host.person.questions[0].kind, LoginQuestion::Kind::password);
    TestHost other(server.config(QByteArray(noKeys) + "  KbdInteractiveAuthentication no\n"), ada);
    other.person.answers = {password("first")};
    verifyConnects(other);
    QCOMPARE(other.person.questions[0].kind, LoginQuestion::Kind::password);
  }

  // It says which connection was lost, and asks nobody by itself.
  void aLostLoginSaysWhatBecameOfIt() {
    PamServer server(unixAuth, passwords);
    TestHost host(server.config(noKeys), ada);
    host.person.answers = {password("first")};
    verifyConnects(host);
    server.cut();
    QTRY_COMPARE(host->state().link, Link::refused);
    QCOMPARE(host->state().code, std::string("host.needs_person"));
    QVERIFY2(host->state().reason.contains(QStringLiteral("the connection was lost")),
             qPrintable(host->state().reason));
    QVERIFY(!host->state().reason.contains(QStringLiteral("channel")));
    QCOMPARE(host.person.questions.size(), 1);
  }
};

TRAINYARD_TEST(ConversationTest);
#include "conversation_test.moc"
