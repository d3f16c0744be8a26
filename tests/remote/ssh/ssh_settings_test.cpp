// SPDX-License-Identifier: GPL-3.0-or-later
// The ssh configuration as we read it, beside what OpenSSH makes of it (`ssh -G`).
#include "remote/ssh/config/ssh_settings.h"
#include "tests/qt_tests.h"

#include <QDir>
#include <QFile>
#include <QMap>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class SshSettingsTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString file(const QString& name, const QByteArray& content) {
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
    file.write(content);
    return file.fileName();
  }

  static QMap<QByteArray, QByteArrayList> askOpenSsh(const QString& config, const QString& alias) {
    QProcess ssh;
    ssh.start(QStringLiteral("ssh"), {QStringLiteral("-G"), QStringLiteral("-F"), config, alias});
    if (!ssh.waitForFinished(20000) || ssh.exitCode() != 0)
      qFatal("ssh -G: %s", ssh.readAllStandardError().constData());
    QMap<QByteArray, QByteArrayList> values;
    for (const QByteArray& line : ssh.readAllStandardOutput().split('\n'))
      values[line.left(line.indexOf(' '))] << line.mid(line.indexOf(' ') + 1);
    return values;
  }

 private slots:
  void readsAsOpenSsh_data() {
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QString>("alias");
    const auto row = [](const char* name, const QByteArray& config, const char* alias = "cluster") {
      QTest::newRow(name) << config << QString::fromLatin1(alias);
    };
    row("nothing", "");
    row("simple", "Host cluster\n  HostName login.example.org\n  Port 2222\n  User me\n");
    row("first value wins",
        "Host cluster\n  User one\nHost *\n  User two\n  Port 23\nHost cluster\n  Port 24\n");
    row("equals and quotes", "Host=cluster\nHostName = \"login.example.org\"\n\tUser=\"a b\"\n");
    row("case", "HOST cluster\nHOSTNAME Login.Example.org\nuser Me\n");
    row("comment", "# Host cluster\n  # User no\nHost cluster # with a comment\n  User me\n");
    row("before any host", "User everywhere\nHost cluster\n  User late\n");
    row("patterns", "Host clust?r\n  User one\nHost *.org\n  Port 23\nHost c*\n  Port 24\n");
    row("negated", "Host * !cluster\n  User no\nHost *\n  User yes\n");
    row("several names", "Host other cluster third\n  User me\n");
    row("tokens",
        "Host cluster\n  HostName %h.example.org\n  IdentityFile ~/.ssh/%r@%h-%n-%p\n  User me\n  "
        "UserKnownHostsFile %d/known_%h ~/second\n");
    row("identities add up",
        "Host cluster\n  IdentityFile /a\nHost *\n  IdentityFile /b\n  IdentityFile /a\n  "
        "IdentitiesOnly yes\n");
    row("certificates",
        "Host cluster\n  CertificateFile /a-cert.pub\n  CertificateFile ~/b-cert.pub\n");
    row("match",
        "Match host cluster\n  User one\nMatch all\n  Port 23\nMatch user one\n  HostName "
        "matched\n");
    row("match original",
        "Host cluster\n  HostName login.example.org\nMatch originalhost cluster\n  User a\nMatch "
        "host login.example.org\n  Port 24\nMatch host cluster\n  Port 25\n");
    row("match negated", "Match !host other\n  User a\nMatch host *.org,clus* user a\n  Port 30\n");
    row("jump", "Host cluster\n  ProxyJump gate.example.org\n");
    row("no jump", "Host cluster\n  ProxyJump none\nHost *\n  ProxyJump gate\n");
    row("host key alias", "Host cluster\n  HostKeyAlias nodes\n");
    row("include", "Include INCLUDED\nHost *\n  Port 99\n");
    row("include under a host", "Host other\n  Include INCLUDED\nHost *\n  Port 99\n");
    row("upper case alias", "Host cluster\n  User me\n", "Cluster");
    row("agent", "Host cluster\n  IdentityAgent /run/agent\n");
    row("no keys", "Host cluster\n  PubkeyAuthentication no\n");
    row("only prompts", "Host cluster\n  PasswordAuthentication no\n  NumberOfPasswordPrompts 1\n");
    row("only a password", "Host cluster\n  KbdInteractiveAuthentication no\n");
    row("an older name", "Host cluster\n  ChallengeResponseAuthentication no\n");
    row("preferred", "Host cluster\n  PreferredAuthentications hostbased,password,publickey\n");
    row("batch", "Host cluster\n  BatchMode yes\n");
  }

  void readsAsOpenSsh() {
    if (QStandardPaths::findExecutable(QStringLiteral("ssh")).isEmpty())
      QSKIP("no ssh here to compare with");
    QFETCH(QByteArray, config);
    QFETCH(QString, alias);
    const QString included =
        file(QStringLiteral("included"), "Host cluster\n  User included\n  Port 77\n");
    const QString path =
        file(QStringLiteral("config"), config.replace("INCLUDED", included.toUtf8()));
    const auto settings = readSshSettings(alias, path);
    QVERIFY2(settings, settings ? "" : settings.error().message.c_str());
    const auto said = askOpenSsh(path, alias);
    const auto first = [&](const char* key) { return QString::fromUtf8(said.value(key).value(0)); };
    QCOMPARE(settings->host.toLower(), first("hostname").toLower());
    QCOMPARE(QString::number(settings->port), first("port"));
    QCOMPARE(settings->user, first("user"));
    QCOMPARE(settings->identitiesOnly, first("identitiesonly") == QStringLiteral("yes"));
    QCOMPARE(settings->hostKeyAlias, first("hostkeyalias"));
    QCOMPARE(settings->asksNobody, first("batchmode") == QStringLiteral("yes"));
    QCOMPARE(QString::number(settings->promptTries), first("numberofpasswordprompts"));
    QList<LoginMethod> methods;
    const QString preferred = said.contains("preferredauthentications")
                                  ? first("preferredauthentications")
                                  : QStringLiteral("publickey,keyboard-interactive,password");
    for (const QString& name : preferred.split(QLatin1Char(','))) {
      if (name == QStringLiteral("publickey") &&
          first("pubkeyauthentication") != QStringLiteral("false") &&
          first("pubkeyauthentication") != QStringLiteral("no"))
        methods << LoginMethod::keys;
      if (name == QStringLiteral("keyboard-interactive") &&
          first("kbdinteractiveauthentication") == QStringLiteral("yes"))
        methods << LoginMethod::prompts;
      if (name == QStringLiteral("password") &&
          first("passwordauthentication") == QStringLiteral("yes"))
        methods << LoginMethod::password;
    }
    QCOMPARE(settings->methods, methods);
    QCOMPARE(!settings->jumps.isEmpty() || !settings->proxyCommand.isEmpty(),
             said.contains("proxyjump") || said.contains("proxycommand"));
    if (said.contains("identityagent")) QCOMPARE(settings->agentSocket, first("identityagent"));
    // ssh prints these as they are written.
    const auto plain = [&](const QStringList& files) {
      QStringList result;
      for (QString name : files) {
        if (name.startsWith(QStringLiteral("~/"))) name = QDir::homePath() + name.mid(1);
        name.replace(QStringLiteral("%d"), QDir::homePath())
            .replace(QStringLiteral("%h"), settings->host)
            .replace(QStringLiteral("%n"), alias);
        result << name.replace(QStringLiteral("%p"), QString::number(settings->port))
                      .replace(QStringLiteral("%r"), settings->user);
      }
      return result;
    };
    const auto list = [&](const char* key) {
      QStringList values;
      for (const QByteArray& value : said.value(key)) values << QString::fromUtf8(value);
      return values;
    };
    QStringList wanted = plain(list("identityfile"));
    if (!config.contains("IdentityFile"))
      wanted = wanted.filter(
          QRegularExpression(QStringLiteral("id_(rsa|ecdsa|ecdsa_sk|ed25519|ed25519_sk)$")));
    QCOMPARE(settings->identityFiles, wanted);
    QCOMPARE(settings->certificateFiles, plain(list("certificatefile")));
    QCOMPARE(settings->knownHostsFiles, plain(first("userknownhostsfile").split(QLatin1Char(' '))));
  }

  void userInFrontOfTheName() {
    const auto settings =
        readSshSettings(QStringLiteral("you@cluster"),
                        file(QStringLiteral("config"), "Host cluster\n  User me\n  HostName h\n"));
    QVERIFY(settings);
    QCOMPARE(settings->user, QStringLiteral("you"));
    QCOMPARE(settings->host, QStringLiteral("h"));
  }

  void whatIsNotDoneIsSaid() {
    const QString path = file(
        QStringLiteral("config"),
        "Match exec \"touch " + m_folder.filePath(QStringLiteral("mark")).toUtf8() +
            "\"\n  User no\nHost *\n  Ciphers +aes128-cbc\n  MACs hmac-sha2-512\n  BindAddress "
            "10.0.0.1\n  AddressFamily any\n");
    const auto settings = readSshSettings(QStringLiteral("cluster"), path);
    QVERIFY(settings);
    QCOMPARE(settings->warnings.size(), std::size_t(3));
    QCOMPARE(settings->warnings[1].code, std::string("ssh_config.word_left_out"));
    QCOMPARE(settings->warnings[0].code, std::string("ssh_config.match_left_out"));
    QVERIFY(settings->user != QStringLiteral("no"));
    QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("mark"))));
    QCOMPARE(settings->algorithms.size(), 1);
  }

  void badFilesAreNamed() {
    QCOMPARE(readSshSettings(QStringLiteral("c"), m_folder.filePath(QStringLiteral("nothing")))
                 .error()
                 .code,
             std::string("ssh.config"));
    for (const char* content :
         {"Host \"c\n", "User\n", "Port many\n", "Port 0\n", "Port 70000\n"}) {
      const auto settings =
          readSshSettings(QStringLiteral("c"), file(QStringLiteral("config"), content));
      QVERIFY2(!settings, content);
      QCOMPARE(settings.error().code, std::string("ssh.config"));
    }
    const QString loop = m_folder.filePath(QStringLiteral("loop"));
    file(QStringLiteral("loop"), "Include " + loop.toUtf8() + "\n");
    QVERIFY(!readSshSettings(QStringLiteral("c"), loop));
  }
};

TRAINYARD_TEST(SshSettingsTest);
#include "ssh_settings_test.moc"
