// SPDX-License-Identifier: GPL-3.0-or-later
// Host keys: 0 let through wrongly. Each row is a known_hosts file, and what must happen with a
// server that shows its ed25519 key.
#include "tests/remote/ssh/ssh_test.h"
#include "tests/qt_tests.h"

#include <QCryptographicHash>
#include <QMessageAuthenticationCode>

using namespace trainyard;

namespace {

using AnswerKind = LoginAnswer::Kind;

QByteArray hashed(const QByteArray& name) {
  const QByteArray salt("0123456789abcdefghij");
  return "|1|" + salt.toBase64() + "|" +
         QMessageAuthenticationCode::hash(name, salt, QCryptographicHash::Sha1).toBase64();
}

}  // namespace

class HostKeysTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (!QFile::exists(sshdProgram())) QSKIP("no sshd here: the package openssh-server is missing");
  }

  void table_data() {
    QTest::addColumn<QByteArray>(
        "known");  // NAME: [127.0.0.1]:port, HASHED: the same hashed, PORT; KEY: the server's,
                   // OTHER: another ed25519 key, RSA: an RSA key
    QTest::addColumn<QList<int>>("answers");  // of the person; nobody when there is none
    QTest::addColumn<bool>("isLetIn");
    QTest::addColumn<int>("questions");
    QTest::addColumn<QByteArray>("word");  // of the refusal
    const QList<int> none;
    const auto row = [](const char* name, const char* known, QList<int> answers, bool isLetIn,
                        int questions, const char* word = "") {
      QTest::newRow(name) << QByteArray(known) << answers << isLetIn << questions
                          << QByteArray(word);
    };
    row("known", "NAME KEY", none, true, 0);
    row("known by hash", "HASHED KEY", none, true, 0);
    row("known by pattern", "[127.0.0.*]:PORT KEY", none, true, 0);
    row("known among others", "NAME OTHER\nNAME KEY", none, true, 0);
    row("known with comment and blanks", "  NAME   KEY me@there\n", none, true, 0);
    row("known after damage",
        "NAME ssh-ed25519 %%%\nrubbish\nNAME ssh-ed25519 AAAA\n\xff\xfe\nNAME KEY", none, true, 0);
    row("unknown, nobody there", "", none, false, 1, "nobody");
    row("unknown, declined", "", {int(AnswerKind::refused)}, false, 1, "not trusted");
    row("unknown, a secret is no yes", "", {int(AnswerKind::secret)}, false, 1, "not trusted");
    row("unknown, once", "", {int(AnswerKind::once)}, true, 1);
    row("unknown, trusted", "", {int(AnswerKind::trusted)}, true, 1);
    row("other port only", "127.0.0.1 KEY\n[127.0.0.1]:1 KEY", {int(AnswerKind::refused)}, false, 1,
        "not trusted");
    row("other host only", "[127.0.0.2]:PORT KEY", {int(AnswerKind::refused)}, false, 1,
        "not trusted");
    row("negated", "[127.0.0.*]:PORT,!NAME KEY", {int(AnswerKind::refused)}, false, 1,
        "not trusted");
    row("authority is no host key", "@cert-authority NAME KEY", {int(AnswerKind::refused)}, false,
        1, "not trusted");
    row("commented out", "# NAME KEY", {int(AnswerKind::refused)}, false, 1, "not trusted");
    row("unknown marker", "@trusted NAME KEY", {int(AnswerKind::refused)}, false, 1, "not trusted");
    row("key of another type in name only", "NAME ssh-rsa KEYBLOB", {int(AnswerKind::refused)},
        false, 1, "not trusted");
    row("changed", "NAME OTHER", {int(AnswerKind::trusted)}, false, 0, "has changed");
    row("changed, hashed", "HASHED OTHER", {int(AnswerKind::trusted)}, false, 0, "has changed");
    row("changed, by pattern", "[127.*]:PORT OTHER", {int(AnswerKind::trusted)}, false, 0,
        "has changed");
    row("other type", "NAME RSA", {int(AnswerKind::trusted)}, false, 0, "a different type");
    row("revoked", "@revoked NAME KEY", {int(AnswerKind::trusted)}, false, 0, "revoked");
    row("revoked, though known", "NAME KEY\n@revoked NAME KEY", {int(AnswerKind::trusted)}, false,
        0, "revoked");
    row("revoked first, known then", "@revoked NAME KEY\nNAME KEY", {int(AnswerKind::trusted)},
        false, 0, "revoked");
    row("revoked everywhere", "NAME KEY\n@revoked * KEY", {int(AnswerKind::trusted)}, false, 0,
        "revoked");
    row("revoked, hashed", "NAME KEY\n@revoked HASHED KEY", {int(AnswerKind::trusted)}, false, 0,
        "revoked");
    row("revoked for others", "NAME KEY\n@revoked [127.0.0.2]:PORT KEY", none, true, 0);
    row("another key revoked", "NAME KEY\n@revoked * OTHER", none, true, 0);
  }

  void table() {
    QFETCH(QByteArray, known);
    QFETCH(QList<int>, answers);
    QFETCH(bool, isLetIn);
    QFETCH(int, questions);
    QFETCH(QByteArray, word);
    SshServer server;
    server.makeKey(QStringLiteral("other"), QStringLiteral("ed25519"));
    if (known.contains("RSA")) server.makeKey(QStringLiteral("rsa"), QStringLiteral("rsa"));
    server.start();
    const auto key = [&](const char* name) {
      return server.read(QString::fromLatin1(name)).split(' ').mid(0, 2).join(' ');
    };
    const QByteArray name = "[127.0.0.1]:" + QByteArray::number(server.port());
    known.replace("KEYBLOB", key("host_ed25519.pub").split(' ')[1])
        .replace("KEY", key("host_ed25519.pub"))
        .replace("OTHER", key("other.pub"))
        .replace("RSA", key("rsa.pub"))
        .replace("NAME", name)
        .replace("HASHED", hashed(name))
        .replace("PORT", QByteArray::number(server.port()));
    server.write(QStringLiteral("known_hosts"), known);
    TestHost host(server.config({}, false));
    for (const int answer : answers)
      host.person.answers << LoginAnswer{static_cast<AnswerKind>(answer), {}};

    const auto connected = resultOf(host->connect({}));
    QCOMPARE(connected.ok(), isLetIn);
    QCOMPARE(host.person.questions.size(), questions);
    if (!isLetIn) {
      QVERIFY2(connected.error().message.find(word.toStdString()) != std::string::npos,
               connected.error().message.c_str());
      QCOMPARE(host->state().link, Link::refused);
      QCOMPARE(server.read(QStringLiteral("known_hosts")), known);
    }
    if (questions == 1) {
      const LoginQuestion& question = host.person.questions[0];
      QCOMPARE(question.keyType, QStringLiteral("ssh-ed25519"));
      QCOMPARE(question.host, QStringLiteral("127.0.0.1"));
      QCOMPARE(question.port, int(server.port()));
      const QByteArray said =
          server.tool(QStringLiteral("ssh-keygen"),
                      {QStringLiteral("-lf"), QStringLiteral("host_ed25519.pub")});
      QCOMPARE(question.fingerprint.toUtf8(), said.split(' ')[1]);
    }
    const bool isWritten = isLetIn && !answers.isEmpty() && answers[0] == int(AnswerKind::trusted);
    QCOMPARE(server.read(QStringLiteral("known_hosts")),
             isWritten ? known + name + " " + key("host_ed25519.pub") + "\n" : known);
  }

  // What the ssh configuration forbids is forbidden. {KEY, OTHER, NAME as above; FILE: a file that
  // holds `list`}.
  void configuration_data() {
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QByteArray>("known");
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<bool>("isLetIn");
    QTest::addColumn<int>("questions");  // each is answered with yes
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char* name, const char* lines, const char* known, const char* list,
                        bool isLetIn, int questions, const char* code = "") {
      QTest::newRow(name) << QByteArray(lines) << QByteArray(known) << QByteArray(list) << isLetIn
                          << questions << QByteArray(code);
    };
    row("strict, unknown", "StrictHostKeyChecking yes", "", "", false, 0, "login.key_unknown");
    row("strict, known", "StrictHostKeyChecking yes", "NAME KEY", "", true, 0);
    row("strict, authority", "StrictHostKeyChecking yes", "@cert-authority * OTHER", "", false, 0,
        "login.key_of_authority");
    row("accept-new, unknown", "StrictHostKeyChecking accept-new", "", "", true, 0);
    row("accept-new, changed", "StrictHostKeyChecking accept-new", "NAME OTHER", "", false, 0,
        "login.key_changed");
    row("never strict, unknown", "StrictHostKeyChecking no", "", "", true, 0);
    row("never strict, changed", "StrictHostKeyChecking no", "NAME OTHER", "", false, 0,
        "login.key_changed");
    row("revoked, known", "RevokedHostKeys FILE", "NAME KEY", "# ours\nKEY a comment\n", false, 0,
        "login.key_revoked");
    row("revoked, unknown", "RevokedHostKeys FILE", "", "OTHER\nKEY\n", false, 0,
        "login.key_revoked");
    row("another one revoked", "RevokedHostKeys FILE", "NAME KEY", "OTHER\n", true, 0);
    row("revoked keys unreadable", "RevokedHostKeys /nonexistent/keys", "NAME KEY", "", false, 0,
        "known_hosts.unreadable");
    row("revoked keys in a binary list", "RevokedHostKeys FILE", "NAME KEY", "SSHKRL\n", false, 0,
        "known_hosts.binary");
    row("known hosts unreadable", "", "FOLDER", "", false, 0, "known_hosts.unreadable");
    row("authority, asked", "", "@cert-authority * OTHER", "", true, 1);
    row("hashed", "HashKnownHosts yes", "", "", true, 1);
  }

  void configuration() {
    QFETCH(QByteArray, lines);
    QFETCH(QByteArray, known);
    QFETCH(QByteArray, list);
    QFETCH(bool, isLetIn);
    QFETCH(int, questions);
    QFETCH(QByteArray, code);
    SshServer server;
    server.makeKey(QStringLiteral("other"), QStringLiteral("ed25519"));
    server.start();
    const QByteArray name = "[127.0.0.1]:" + QByteArray::number(server.port());
    for (QByteArray* text : {&known, &list})
      text->replace("KEY",
                    server.read(QStringLiteral("host_ed25519.pub")).split(' ').mid(0, 2).join(' '))
          .replace("OTHER", server.read(QStringLiteral("other.pub")).split(' ').mid(0, 2).join(' '))
          .replace("NAME", name);
    // A binary list begins so, with a zero behind.
    if (code == "known_hosts.binary") list = QByteArray("SSHKRL\n\0\0\0\0\1", 12);
    lines.replace("FILE", server.write(QStringLiteral("revoked"), list).toUtf8());
    if (known == "FOLDER")
      QDir().mkpath(server.path(QStringLiteral("known_hosts")));  // also unreadable for root
    else
      server.write(QStringLiteral("known_hosts"), known);
    TestHost host(server.config("  " + lines + "\n", false));
    for (int i = 0; i < questions; ++i) host.person.answers << LoginAnswer{AnswerKind::trusted, {}};
    const auto connected = resultOf(host->connect({}));
    QVERIFY2(connected.ok() == isLetIn, connected ? "let in" : connected.error().message.c_str());
    QCOMPARE(host.person.questions.size(), questions);
    if (!isLetIn) {
      QCOMPARE(connected.error().code, std::string("host.refused"));
      QCOMPARE(get<std::string>(get<Map>(connected.error().arguments, "why"), "code"),
               code.toStdString());
      if (known != "FOLDER") QCOMPARE(server.read(QStringLiteral("known_hosts")), known);
    }
    if (questions == 1)
      QCOMPARE(host.person.questions[0].hasAuthority, known.contains("@cert-authority"));
    if (!lines.startsWith("Hash")) return;
    QVERIFY(server.read(QStringLiteral("known_hosts")).startsWith("|1|"));
    server.tool(QStringLiteral("ssh-keygen"),
                {QStringLiteral("-F"), QString::fromUtf8(name), QStringLiteral("-f"),
                 QStringLiteral("known_hosts")});
  }

  // "This time only" was said of a host without a known key: it says nothing of one that has one.
  void onceDoesNotOutrankAKnownKey() {
    SshServer server;
    server.makeKey(QStringLiteral("other"), QStringLiteral("ed25519"));
    server.start();
    TestHost host(server.config({}, false));
    host.person.answers = {{AnswerKind::once, {}}};
    QVERIFY(resultOf(host->connect({})));
    server.write(QStringLiteral("known_hosts"), "[127.0.0.1]:" + QByteArray::number(server.port()) +
                                                    " " + server.read(QStringLiteral("other.pub")));
    server.cut();
    QTRY_COMPARE_WITH_TIMEOUT(host->state().link, Link::refused, 20000);
    QCOMPARE(host.person.questions.size(), 1);
  }

  void trustedIsReadByOpenSsh() {
    SshServer server;
    server.start();
    server.write(QStringLiteral("known_hosts"), "example.org ssh-ed25519 AAAA");  // no end of line
    const QString config = server.config({}, false);
    {
      TestHost host(config);
      host.person.answers = {{AnswerKind::trusted, {}}};
      QVERIFY(resultOf(host->connect({})));
    }
    TestHost again(config);
    QVERIFY(resultOf(again->connect({})));
    QCOMPARE(again.person.questions.size(), 0);
    QCOMPARE(again->warnings().size(), std::size_t(1));
    server.tool(QStringLiteral("ssh"),
                {QStringLiteral("-F"), config, QStringLiteral("-o"),
                 QStringLiteral("StrictHostKeyChecking=yes"), QStringLiteral("-o"),
                 QStringLiteral("BatchMode=yes"), QStringLiteral("host"), QStringLiteral("true")});
  }

  void onceIsForThisSessionAndItsReconnects() {
    SshServer server;
    server.start();
    TestHost host(server.config({}, false));
    host.person.answers = {{AnswerKind::once, {}}};
    QVERIFY(resultOf(host->connect({})));
    server.cut();
    QTRY_VERIFY_WITH_TIMEOUT(host->state().link != Link::connected, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(host->state().link, Link::connected, 10000);
    QCOMPARE(host.person.questions.size(), 1);
    host->disconnect();
    QTRY_COMPARE_WITH_TIMEOUT(host->state().link, Link::none, 5000);
    QVERIFY(!resultOf(host->connect({})));
    QCOMPARE(host.person.questions.size(), 2);
  }

  void aKeyThatChangesBetweenSessionsStopsTheReconnect() {
    SshServer server;
    server.makeKey(QStringLiteral("other"), QStringLiteral("ed25519"));
    server.start();
    TestHost host(server.config());
    QVERIFY(resultOf(host->connect({})));
    server.stop();
    server.start({QStringLiteral("other")});
    QTRY_COMPARE_WITH_TIMEOUT(host->state().link, Link::refused, 20000);
    QVERIFY2(host->state().reason.contains(QStringLiteral("has changed")),
             qPrintable(host->state().reason));
    QVERIFY2(host->state().reason.contains(QStringLiteral("ssh-keygen -R '[127.0.0.1]:%1' -f '%2'")
                                               .arg(server.port())
                                               .arg(server.path(QStringLiteral("known_hosts")))),
             qPrintable(host->state().reason));
    // The command does what the sentence says.
    server.tool(QStringLiteral("ssh-keygen"),
                {QStringLiteral("-R"), QStringLiteral("[127.0.0.1]:%1").arg(server.port()),
                 QStringLiteral("-f"), server.path(QStringLiteral("known_hosts"))});
    host.person.answers = {{AnswerKind::trusted, {}}};
    QVERIFY(resultOf(host->connect({})));
  }

  // A host with keys of several types shows the one that is known.
  void theKnownTypeIsAskedFor() {
    SshServer server;
    server.makeKey(QStringLiteral("host_rsa"), QStringLiteral("rsa"));
    server.makeKey(QStringLiteral("host_ecdsa"), QStringLiteral("ecdsa"));
    server.start(
        {QStringLiteral("host_ed25519"), QStringLiteral("host_rsa"), QStringLiteral("host_ecdsa")});
    for (const char* name : {"host_rsa.pub", "host_ecdsa.pub", "host_ed25519.pub"}) {
      server.write(QStringLiteral("known_hosts"),
                   "[127.0.0.1]:" + QByteArray::number(server.port()) + " " +
                       server.read(QString::fromLatin1(name)));
      TestHost host(server.config({}, false));
      const auto connected = resultOf(host->connect({}));
      QVERIFY2(connected, connected ? "" : connected.error().message.c_str());
    }
  }

  void hostKeyAliasIsTheName() {
    SshServer server;
    server.start();
    server.write(QStringLiteral("known_hosts"),
                 "login-nodes " + server.read(QStringLiteral("host_ed25519.pub")));
    TestHost host(server.config("  HostKeyAlias login-nodes\n", false));
    QVERIFY(resultOf(host->connect({})));
  }
};

TRAINYARD_TEST(HostKeysTest);
#include "host_keys_test.moc"
