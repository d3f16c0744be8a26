// SPDX-License-Identifier: GPL-3.0-or-later
// One file because the maker of configurations and what compares them are of no use apart.
// The way to a host as we read it, beside what OpenSSH makes of it: made-up configurations, every
// hop asked for with `ssh -G` as OpenSSH itself would call it.
#include "remote/ssh/config/ssh_config_file.h"
#include "remote/ssh/config/ssh_place.h"
#include "remote/ssh/config/ssh_settings.h"
#include "tests/qt_tests.h"

#include <random>

#include <QDir>
#include <QFile>
#include <QMap>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

using Said = QMap<QByteArray, QByteArrayList>;

// Makes configurations of all that is read, with names that meet each other often.
class ConfigMaker {
 public:
  ConfigMaker(unsigned seed, QString folder) : m_random(seed), m_folder(std::move(folder)) {}

  QByteArray file(int depth = 0) {
    QByteArray text;
    const int blocks = 2 + below(4);
    for (int i = 0; i < lines(); ++i) text += setting(depth);
    for (int block = 0; block < blocks; ++block) {
      text += header();
      for (int i = 0; i < 1 + lines(); ++i) text += setting(depth);
    }
    return text;
  }
  QByteArray alias() {
    return one({"cluster", "gate", "node1", "node2", "Mixed", "other.example.org"});
  }
  QByteArray target() {
    const QByteArray name = alias();
    return one({name, name, name, "me@" + name, "ssh://" + name, "ssh://you@" + name + ":2022"});
  }

 private:
  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(m_random); }
  int lines() { return below(4); }
  QByteArray one(const QByteArrayList& choices) {
    return choices[below(static_cast<int>(choices.size()))];
  }
  QByteArray quoted(const QByteArray& word) {
    return one({word, word, word, '"' + word + '"', '\'' + word + '\''});
  }
  QByteArray pattern() {
    return one(
        {alias(), alias(), "*", "!" + alias(), "node?", "*.example.org", "c*r", "!node?", "m*"});
  }
  QByteArray list() { return below(3) == 0 ? pattern() + ',' + pattern() : pattern(); }
  QByteArray header() {
    if (below(3) > 0) {
      QByteArray text = one({"Host ", "host ", "Host=", "HOST = ", "\tHost\t"});
      for (int i = 0; i < 1 + below(3); ++i) text += quoted(pattern()) + ' ';
      return text + one({"\n", "\n", "# comment\n"});
    }
    if (below(5) == 0) return one({"Match all\n", "Match final all\n", "Match canonical all\n"});
    QByteArray text = "Match";
    const QByteArray user = ::qgetenv("LOGNAME").isEmpty() ? "root" : ::qgetenv("LOGNAME");
    for (int i = 0; i < 1 + below(3); ++i)
      text += one({" ", " ", " !"}) +
              one({"host " + list(), "originalhost " + list(), "Host=" + list(), "user me,root",
                   "user y*", "localuser " + user, "localuser nobody", "final", "canonical",
                   "host \"" + list() + "\""});
    return text + '\n';
  }
  QByteArray place() {
    const QByteArray host = one({"gate", "node1", "node2", "hop.example.org", "10.0.0.9"});
    return one({host, host, "j@" + host, host + ":2200", "ssh://k@" + host + ":2300", "k@[::1]:99",
                "ssh://" + host});
  }
  QByteArray setting(int depth) {
    const QByteArray between = one({" ", " ", "=", " = ", "\t"});
    switch (below(14)) {
      case 0:
        return "  HostName" + between +
               quoted(one({"login.example.org", "%h.example.org", "10.1.2.3", "Other.Example.org",
                           "%%h", "fe80::1"})) +
               '\n';
      case 1:
        return "  Port" + between + QByteArray::number(1 + below(60000)) + '\n';
      case 2:
        return "  User" + between +
               quoted(one({"me", "you", "\"a b\"", "yves"}).replace("\"", "")) + '\n';
      case 3:
      case 4:
        return "\tIdentityFile" + between +
               one({"~/.ssh/id_%r@%h", "/keys/a", "/keys/b", "\"/keys/with space\"", "%d/x-%n-%p",
                    "/keys/a\\ b", "none", "/keys/%u-%i-%k"}) +
               '\n';
      case 5:
        return "  CertificateFile " + one({"/c/a-cert.pub", "~/b-cert.pub", "/c/%r-cert.pub"}) +
               '\n';
      case 6:
      case 7:
        return "  ProxyJump" + between +
               one({place(), place(), place() + ',' + place(), "none", "NONE",
                    place() + "  # way"}) +
               '\n';
      case 8:
        return "  ProxyCommand" + between +
               one({"nc %h %p", "ssh -W [%h]:%p gate", "none", "nc -x \"a b\" %n %r %% %h"}) + '\n';
      case 9:
        return "  HostKeyAlias " + one({"nodes", "Keys"}) + '\n';
      case 10:
        return "  UserKnownHostsFile " +
               one({"~/.ssh/known_%h", "/k/a /k/b", "none", "\"/k/c d\""}) + '\n';
      case 11:
        return one({"  IdentitiesOnly yes\n", "  IdentitiesOnly=no\n", "  HashKnownHosts yes\n",
                    "  StrictHostKeyChecking accept-new\n", "  StrictHostKeyChecking yes\n",
                    "  RevokedHostKeys /k/revoked\n", "  IdentityAgent /run/agent\n",
                    "  IdentityAgent none\n", "  GlobalKnownHostsFile /k/global /k/more\n"});
      case 12:
        if (depth < 2) return include(depth);
        return "# nothing\n";
      default:
        return one({"\n", "  # a comment\n", "  Compression yes\n", "  ServerAliveInterval 30\n"});
    }
  }
  QByteArray include(int depth) {
    const QString group = QStringLiteral("inc%1").arg(++m_included);
    for (int i = 0; i < 1 + below(2); ++i) {
      QFile file(m_folder + QStringLiteral("/%1_%2").arg(group).arg(i));
      const QByteArray text = this->file(depth + 1);
      if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("write");
    }
    return "Include " + m_folder.toUtf8() + '/' + group.toUtf8() +
           one({"_*", "_0", "_* /no/such"}) + '\n';
  }

  std::mt19937 m_random;
  QString m_folder;
  int m_included = 0;
};

// Empty where ssh refuses it.
Said askOpenSsh(const QStringList& arguments) {
  QProcess ssh;
  ssh.start(QStringLiteral("ssh"), QStringList{QStringLiteral("-G")} + arguments);
  if (!ssh.waitForFinished(20000)) qFatal("ssh -G");
  Said values;
  if (ssh.exitCode() != 0) return values;
  for (const QByteArray& line : ssh.readAllStandardOutput().split('\n')) {
    const qsizetype space = line.indexOf(' ');
    values[line.left(space)] << (space < 0 ? QByteArray() : line.mid(space + 1));
  }
  return values;
}

QString firstOf(const Said& said, const char* key) {
  return QString::fromUtf8(said.value(key).value(0));
}

// As ssh calls itself for its last jump host.
QStringList callOf(const QString& config, const QString& jumps) {
  const QString before = jumps.section(QLatin1Char(','), 0, -2);
  const auto place = sshPlace(jumps.section(QLatin1Char(','), -1));
  if (!place) qFatal("%s", qPrintable(jumps));
  QStringList call;
  if (!place->user.isEmpty()) call << QStringLiteral("-l") << place->user;
  if (place->port != 0) call << QStringLiteral("-p") << QString::number(place->port);
  if (!before.isEmpty()) call << QStringLiteral("-J") << before;
  return call + QStringList{QStringLiteral("-F"), config, place->host};
}

QStringList listOf(const Said& said, const char* key) {
  QStringList values;
  for (const QByteArray& value : said.value(key)) values << QString::fromUtf8(value);
  return values;
}

// What ssh prints as it is written.
QString filled(QString name, const SshSettings& settings) {
  if (name.startsWith(QStringLiteral("~/"))) name = QDir::homePath() + name.mid(1);
  const QMap<QString, QString> tokens{
      {QStringLiteral("%d"), QDir::homePath()},
      {QStringLiteral("%h"), settings.host},
      {QStringLiteral("%n"), settings.alias},
      {QStringLiteral("%p"), QString::number(settings.port)},
      {QStringLiteral("%r"), settings.user},
      {QStringLiteral("%u"), sshLocalUser()},
      {QStringLiteral("%i"), QString::number(::getuid())},
      {QStringLiteral("%k"),
       settings.hostKeyAlias.isEmpty() ? settings.alias : settings.hostKeyAlias}};
  for (auto token = tokens.begin(); token != tokens.end(); ++token)
    name.replace(token.key(), token.value());
  return name;
}
QStringList filled(QStringList names, const SshSettings& settings) {
  for (QString& name : names) name = filled(name, settings);
  names.removeAll(QStringLiteral("none"));
  return names;
}

// What differs, a line each.
QStringList differences(const SshSettings& ours, const Said& said, bool isFirst) {
  QStringList found;
  const auto compare = [&](const char* what, const QString& a, const QString& b) {
    if (a != b) found << QStringLiteral("%1: %2, ssh says %3").arg(QLatin1String(what), a, b);
  };
  const auto lists = [&](const char* what, const QStringList& a, const QStringList& b) {
    compare(what, a.join(QLatin1Char('|')), b.join(QLatin1Char('|')));
  };
  compare("hostname", ours.host, firstOf(said, "hostname").toLower());
  compare("port", QString::number(ours.port), firstOf(said, "port"));
  compare("user", ours.user, firstOf(said, "user"));
  compare("hostkeyalias", ours.hostKeyAlias, firstOf(said, "hostkeyalias"));
  compare("identitiesonly", ours.identitiesOnly ? QStringLiteral("yes") : QStringLiteral("no"),
          firstOf(said, "identitiesonly"));
  compare("hashknownhosts", ours.hashKnownHosts ? QStringLiteral("yes") : QStringLiteral("no"),
          firstOf(said, "hashknownhosts"));
  const QString strict = firstOf(said, "stricthostkeychecking");
  compare("strict",
          ours.unknownHostKeys == UnknownHostKeys::asked     ? QStringLiteral("ask")
          : ours.unknownHostKeys == UnknownHostKeys::refused ? QStringLiteral("true")
                                                             : QStringLiteral("accept-new"),
          strict);
  compare("revoked", ours.revokedHostKeys,
          firstOf(said, "revokedhostkeys").remove(QStringLiteral("none")));
  if (said.contains("identityagent"))
    compare("agent", ours.agentSocket,
            firstOf(said, "identityagent").remove(QStringLiteral("none")));
  QStringList keys = filled(listOf(said, "identityfile"), ours);
  keys.removeIf([](const QString& name) {  // kinds of keys that are not read here
    return name.endsWith(QStringLiteral("/.ssh/id_xmss")) ||
           name.endsWith(QStringLiteral("/.ssh/id_dsa"));
  });
  lists("identityfile", ours.identityFiles, keys);
  lists("certificatefile", ours.certificateFiles, filled(listOf(said, "certificatefile"), ours));
  const auto words = [&](const char* key) {
    return filled(firstOf(said, key), ours).replace(QStringLiteral("none"), QString());
  };
  compare("userknownhostsfile", ours.knownHostsFiles.join(QLatin1Char(' ')),
          words("userknownhostsfile"));
  compare("globalknownhostsfile", ours.sharedKnownHostsFiles.join(QLatin1Char(' ')),
          words("globalknownhostsfile"));
  compare("has a jump host", QString::number(!ours.jumps.isEmpty()),
          QString::number(said.contains("proxyjump")));
  // ssh prints the command as it is written.
  QString command = firstOf(said, "proxycommand");
  command.replace(QStringLiteral("%%"), QStringLiteral("%"));
  if (isFirst) compare("proxycommand", ours.proxyCommand, filled(command, ours));
  return found;
}

}  // namespace

class SshPathTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString file(const QString& name, const QByteArray& content) {
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
    file.write(content);
    return file.fileName();
  }
  static QStringList hostsOf(const Result<SshPath>& path) {
    QStringList hosts;
    if (!path) return {QString::fromStdString(path.error().message)};
    for (const SshSettings& hop : *path)
      hosts << QStringLiteral("%1@%2:%3").arg(hop.user, hop.host).arg(hop.port);
    return hosts;
  }
  QStringList pathOf(const QByteArray& config, const char* alias = "cluster") {
    return hostsOf(readSshPath(QString::fromLatin1(alias), file(QStringLiteral("config"), config)));
  }

 private slots:
  void madeUpConfigurationsAreReadAsOpenSshDoes() {
    if (QStandardPaths::findExecutable(QStringLiteral("ssh")).isEmpty())
      QSKIP("no ssh here to compare with");
    int compared = 0, refused = 0, hops = 0;
    for (unsigned seed = 1; compared < 200 && seed <= 1000; ++seed) {
      ConfigMaker maker(seed, m_folder.path());
      const QString config = file(QStringLiteral("config"), maker.file());
      const QString target = QString::fromUtf8(maker.target());
      const auto path = readSshPath(target, config);
      const QString words = path ? QString() : QString::fromStdString(path.error().message);
      const auto context = [&](const QString& what) {
        QString texts;
        const QDir folder(m_folder.path());
        for (const QString& name : folder.entryList(QDir::Files)) {
          QFile text(folder.filePath(name));
          if (text.open(QIODevice::ReadOnly)) texts += QStringLiteral("-- %1\n").arg(name);
          texts += QString::fromUtf8(text.readAll());
        }
        return QStringLiteral("seed %1, %2: %3\n%4").arg(seed).arg(target, what, texts).toUtf8();
      };
      QStringList call{QStringLiteral("-F"), config, target};
      // From the target to the first host, as ssh calls itself; as far as it goes round in circles.
      const std::size_t most = path ? path->size() : 1;
      for (std::size_t back = 0; back < most; ++back) {
        const Said said = askOpenSsh(call);
        if (!path) {
          // Only what ssh finds when it goes on may be refused where it still answers.
          // A user with a space in a command line is refused here alone.
          const bool isOfWay = words.contains(QStringLiteral("not allowed on a command line")) ||
                               words.contains(QStringLiteral("reached through itself")) ||
                               words.contains(QStringLiteral("on the way to"));
          QVERIFY2(said.isEmpty() || isOfWay, context(words).constData());
          ++refused;
          break;
        }
        const SshSettings& ours = (*path)[path->size() - 1 - back];
        QVERIFY2(!said.isEmpty(), context(QStringLiteral("ssh refuses it")).constData());
        const QStringList wrong = differences(ours, said, back + 1 == path->size());
        QVERIFY2(
            wrong.isEmpty(),
            context(ours.alias + QStringLiteral(": ") + wrong.join(QLatin1Char('\n'))).constData());
        ++hops;
        const QString jumps = firstOf(said, "proxyjump");
        QCOMPARE(jumps.isEmpty(), back + 1 == path->size());
        if (!jumps.isEmpty()) call = callOf(config, jumps);
      }
      if (path) ++compared;
    }
    qInfo("%d configurations, %d hosts compared, %d refused by both or for their way", compared,
          hops, refused);
    QCOMPARE(compared, 200);
    QVERIFY(hops > 200);
  }

  void hopsAreInTheirOrder() {
    const QByteArray head = "Host *\n  User me\n";
    QCOMPARE(pathOf(head + "Host cluster\n  ProxyJump gate\n"),
             QStringList({QStringLiteral("me@gate:22"), QStringLiteral("me@cluster:22")}));
    QCOMPARE(pathOf(head + "Host cluster\n  ProxyJump a@one:1,ssh://b@two:2\nHost two\n  ProxyJump "
                           "never\nHost one\n  HostName first.org\n  ProxyJump [::1]:7\n"),
             QStringList({QStringLiteral("me@::1:7"), QStringLiteral("a@first.org:1"),
                          QStringLiteral("b@two:2"), QStringLiteral("me@cluster:22")}));
    QCOMPARE(pathOf(head + "Host cluster\n  ProxyJump none\n  ProxyCommand nc %h %p\n"),
             QStringList{QStringLiteral("me@cluster:22")});
  }

  void whatCannotBeAWayIsRefusedInOneSentence() {
    const QList<QPair<QByteArray, QString>> cases{
        {"Host cluster\n  ProxyJump gate\nHost gate\n  ProxyJump cluster\n",
         QStringLiteral("reached through itself")},
        {"Host *\n  ProxyJump %h1\n", QStringLiteral("more than 8 hosts")},
        {"Host cluster\n  ProxyJump a b\n", QStringLiteral("line 2")},
        {"Host cluster\n\n  ProxyJump a:0\n", QStringLiteral("line 3")},
        {"Host cluster\n  ProxyJump a,,b\n", QStringLiteral("line 2")},
        {"Host cluster\n  ProxyJump -oProxyCommand=x\n", QStringLiteral("line 2")},
        {"Host cluster\n  ProxyCommand nc %h\n  ProxyUseFdpass yes\n", QStringLiteral("line 3")},
        {"Host cluster\n  ProxyCommand nc %q\n", QStringLiteral("line 2")},
        {"Host cluster\n  User $(id)\n  ProxyCommand nc %r\n", QStringLiteral("command line")},
        {"Host cluster\n  HostName a;b\n  ProxyCommand nc %h\n", QStringLiteral("not a host name")},
        {"Host cluster\n  IdentityFile ${NO_SUCH_VARIABLE_HERE}/x\n", QStringLiteral("line 2")},
        {"Host cluster\n  User a b\n", QStringLiteral("line 2")}};
    for (const auto& [config, expected] : cases) {
      const QStringList said = pathOf(config);
      QCOMPARE(said.size(), 1);
      QVERIFY2(said[0].contains(expected), (config + said[0].toUtf8()).constData());
      QVERIFY2(!said[0].contains(QLatin1Char('\n')), qPrintable(said[0]));
    }
  }

  void namesOfHosts() {
    const auto text = [](const char* name) {
      const auto place = sshPlace(QString::fromUtf8(name));
      return place ? QStringLiteral("%1|%2|%3").arg(place->user, place->host).arg(place->port)
                   : QStringLiteral("no");
    };
    QCOMPARE(text("cluster"), QStringLiteral("|cluster|0"));
    QCOMPARE(text("me@cluster:2222"), QStringLiteral("me|cluster|2222"));
    QCOMPARE(text("me@site@cluster"), QStringLiteral("me@site|cluster|0"));
    QCOMPARE(text("[fe80::1]:23"), QStringLiteral("|fe80::1|23"));
    QCOMPARE(text("fe80::1"), QStringLiteral("|fe80::1|0"));
    QCOMPARE(text("ssh://a%2Bb@host:5/"), QStringLiteral("a+b|host|5"));
    for (const char* wrong : {"",
                              "-oProxyCommand=x",
                              "a b",
                              "me@",
                              "@host",
                              "host:",
                              "host:0",
                              "host:70000",
                              "host:x",
                              "[::1",
                              "[::1]x",
                              "a;b",
                              "a$b",
                              "me@-x",
                              "`id`@host",
                              "ssh://",
                              "ssh://host/path",
                              "a\nb",
                              "host:+5",
                              "ssh://%2Doption",
                              "me@a%00b\n"})
      QCOMPARE(text(wrong), QStringLiteral("no"));
  }

  void hostsAreListedWithIncludedOnes() {
    file(QStringLiteral("more"), "Host inner !not *.org\nMatch host x\nHost late\n");
    const QString config =
        file(QStringLiteral("config"), "Host one two *\nHost gate?\n  Include " +
                                           m_folder.filePath(QStringLiteral("more")).toUtf8() +
                                           "\nhost=\"one\" three\nUser \"open\nHost never\n");
    QCOMPARE(sshConfigHosts(config).join(QLatin1Char(' ')),
             QStringLiteral("one two inner late three"));
    QVERIFY(sshConfigHosts(m_folder.filePath(QStringLiteral("nothing"))).isEmpty());
  }
};

TRAINYARD_TEST(SshPathTest);
#include "ssh_path_test.moc"
