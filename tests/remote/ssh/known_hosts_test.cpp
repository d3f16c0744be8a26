// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/host_keys/known_hosts.h"
#include "tests/qt_tests.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

QByteArray blob(const QByteArray& type, const QByteArray& rest) {
  return QByteArray("\0\0\0", 3) + char(type.size()) + type + rest;
}
const HostKey ed{"ssh-ed25519", blob("ssh-ed25519", "one")},
    other{"ssh-ed25519", blob("ssh-ed25519", "two")}, rsa{"ssh-rsa", blob("ssh-rsa", "three")};
QByteArray text(const HostKey& key) { return key.type + ' ' + key.blob.toBase64(); }

}  // namespace

class KnownHostsTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString file(const QByteArray& content) {
    QFile file(m_folder.filePath(QStringLiteral("known_hosts")));
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
    file.write(content);
    return file.fileName();
  }

 private slots:
  void namesMatch_data() {
    QTest::addColumn<QByteArray>("names");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("matches");
    const auto row = [](const char* names, const char* name, bool matches) {
      QTest::addRow("%s %s", names, name)
          << QByteArray(names) << QString::fromLatin1(name) << matches;
    };
    row("login.example.org", "login.example.org", true);
    row("Login.Example.ORG", "login.example.org", true);
    row("login.example.org", "login.example.or", false);
    row("a,login.example.org,b", "login.example.org", true);
    row("*.example.org", "login.example.org", true);
    row("*.example.org", "example.org", false);
    row("login?.example.org", "login1.example.org", true);
    row("login?.example.org", "login.example.org", false);
    row("*.example.org,!login.example.org", "login.example.org", false);
    row("!login.example.org,*.example.org", "login.example.org", false);
    row("!other.example.org", "login.example.org", false);
    row("[login.example.org]:2222", "[login.example.org]:2222", true);
    row("[login.example.org]:2222", "login.example.org", false);
    row("login.example.org", "[login.example.org]:2222", false);
    row("***************************a", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", false);
    // HMAC-SHA1 of "login.example.org" with a salt of zeros.
    row("|1|AAAAAAAAAAAAAAAAAAAAAAAAAAA=|HRF6ZBYjqHP6FAIGrN2IsDAYk/c=", "login.example.org", true);
    row("|1|AAAAAAAAAAAAAAAAAAAAAAAAAAA=|HRF6ZBYjqHP6FAIGrN2IsDAYk/c=", "[login.example.org]:2222",
        false);
    row("|1|%%%|x", "login.example.org", false);
    row("|2|AAAA|AAAA", "login.example.org", false);
  }
  void namesMatch() {
    QFETCH(QByteArray, names);
    QFETCH(QString, name);
    QFETCH(bool, matches);
    const KnownKeys keys = readKnownHosts({file(names + ' ' + text(ed) + '\n')}, name);
    QCOMPARE(keys.trusted.size(), matches ? 1 : 0);
    QCOMPARE(keys.revoked.size(), 0);
    QVERIFY(keys.warnings.empty());
  }

  void damagedLinesAreNamedAndTheRestIsRead() {
    const QByteArray content = "h\nh ssh-ed25519\nh ssh-ed25519 !!!!\nh ssh-rsa " +
                               ed.blob.toBase64() + "\nh ssh-ed25519 AAAA\n@unknown h " + text(ed) +
                               "\n@revoked\n\n   \n# h " + text(other) + "\n" +
                               QByteArray(100000, 'x') + "\nh " + text(ed) + " comment\r\n";
    const KnownKeys keys = readKnownHosts({file(content)}, QStringLiteral("h"));
    QCOMPARE(keys.trusted.size(), 1);
    QCOMPARE(keys.trusted[0].key, ed);
    QCOMPARE(keys.trusted[0].line, 12);
    QCOMPARE(keys.warnings.size(), std::size_t(8));
    QCOMPARE(keys.warnings[0].code, std::string("known_hosts.line"));
    QCOMPARE(get<std::int64_t>(keys.warnings[0].arguments, "line"), 1);
  }

  void verdicts_data() {
    using Verdict = KnownKeys::Verdict;
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("verdict");
    const auto row = [](const char* name, const QByteArray& content, Verdict verdict) {
      QTest::newRow(name) << content << static_cast<int>(verdict);
    };
    row("nothing", "", Verdict::unknown);
    row("known", "h " + text(ed), Verdict::known);
    row("known among others", "h " + text(other) + "\nh " + text(rsa) + "\nh " + text(ed),
        Verdict::known);
    row("changed", "h " + text(other), Verdict::changed);
    row("changed, with another type too", "h " + text(rsa) + "\nh " + text(other),
        Verdict::changed);
    row("other type", "h " + text(rsa), Verdict::otherType);
    row("other host", "g " + text(ed), Verdict::unknown);
    row("revoked", "@revoked h " + text(ed), Verdict::revoked);
    row("revoked after it was known", "h " + text(ed) + "\n@revoked * " + text(ed),
        Verdict::revoked);
    row("revoked for another host", "h " + text(ed) + "\n@revoked g " + text(ed), Verdict::known);
    row("only another one revoked", "@revoked h " + text(other), Verdict::unknown);
    row("authority", "@cert-authority h " + text(ed), Verdict::unknown);
    row("authority beside a changed key", "@cert-authority h " + text(ed) + "\nh " + text(other),
        Verdict::changed);
  }
  void verdicts() {
    QFETCH(QByteArray, content);
    QFETCH(int, verdict);
    QCOMPARE(static_cast<int>(readKnownHosts({QStringLiteral("/no/such/file"), file(content)},
                                             QStringLiteral("h"))
                                  .verify(ed)),
             verdict);
  }

  void namesOfPorts() {
    QCOMPARE(knownHostsName(QStringLiteral("Login.Example.org"), 22),
             QStringLiteral("login.example.org"));
    QCOMPARE(knownHostsName(QStringLiteral("Login.Example.org"), 2222),
             QStringLiteral("[login.example.org]:2222"));
  }

  void appendsToWhatIsThere() {
    const QString path = m_folder.filePath(QStringLiteral("new/known_hosts"));
    QVERIFY(appendKnownHost(path, QStringLiteral("h"), ed, WrittenName::plain));
    QVERIFY(appendKnownHost(path, QStringLiteral("g"), rsa, WrittenName::plain));
    QFile written(path);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll(), "h " + text(ed) + "\ng " + text(rsa) + "\n");
    QCOMPARE(written.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    const QString unfinished = file("h " + text(ed));
    QVERIFY(appendKnownHost(unfinished, QStringLiteral("g"), rsa, WrittenName::plain));
    QCOMPARE(readKnownHosts({unfinished}, QStringLiteral("h")).verify(ed),
             KnownKeys::Verdict::known);
    QCOMPARE(readKnownHosts({unfinished}, QStringLiteral("g")).verify(rsa),
             KnownKeys::Verdict::known);
    const auto refused = appendKnownHost(QStringLiteral("/proc/known_hosts"), QStringLiteral("h"),
                                         ed, WrittenName::plain);
    QVERIFY(!refused);
  }
};

TRAINYARD_TEST(KnownHostsTest);
#include "known_hosts_test.moc"
