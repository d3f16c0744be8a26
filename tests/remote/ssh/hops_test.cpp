// SPDX-License-Identifier: GPL-3.0-or-later
// A host behind others: real servers on ports of their own, one a bastion of the other.
#include "tests/remote/ssh/pam_server.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// One server for each name, and the configuration that leads to the last of them.
class Way {
 public:
  explicit Way(const QList<QByteArray>& optionsOfEach) {
    for (const QByteArray& options : optionsOfEach)
      m_servers.push_back(std::make_unique<SshServer>(options));
    for (auto& server : m_servers) server->start();
  }
  SshServer& server(std::size_t i) { return *m_servers[i]; }
  static QByteArray name(std::size_t i) { return "hop" + QByteArray::number(qulonglong(i)); }

  // `unknown`: a server whose host key is not known. `how`: instead of ProxyJump, for the last one.
  QString config(int unknown = -1, QByteArray how = {}) {
    QByteArray text;
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
      m_servers[i]->config({}, static_cast<int>(i) != unknown);
      text += m_servers[i]->read(QStringLiteral("config")).replace("Host host", "Host " + name(i));
      const bool isLast = i + 1 == m_servers.size();
      if (isLast && !how.isEmpty())
        text += "  " + how + "\n";
      else if (i > 0)
        text += "  ProxyJump " + name(i - 1) + "\n";
    }
    return m_servers[0]->write(QStringLiteral("way"), text);
  }
  QString target() const { return QString::fromLatin1(name(m_servers.size() - 1)); }

 private:
  std::vector<std::unique_ptr<SshServer>> m_servers;
};

std::string messageOf(const Result<void>& result) {
  return result ? std::string() : result.error().message;
}
std::string messageOf(const Result<ProgramOutput>& result) {
  return result ? std::string() : result.error().message;
}

bool holds(const std::string& text, const QByteArray& part) {
  return text.find(part.toStdString()) != std::string::npos;
}

}  // namespace

class HopsTest : public QObject {
  Q_OBJECT

  // A command runs there, and bytes go both ways unharmed.
  static void useIt(TestHost& host) {
    QByteArray bytes(8 << 20, '\0');
    for (qsizetype i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7919 >> 7);
    const auto output = host.shell(QStringLiteral("cat"), {}, std::chrono::seconds(60), bytes);
    QVERIFY2(output, messageOf(output).c_str());
    QCOMPARE(output->out.size(), bytes.size());
    QVERIFY(output->out == bytes);
  }

 private slots:
  void initTestCase() {
    if (!QFile::exists(sshdProgram())) QSKIP("no sshd here: the package openssh-server is missing");
  }

  void throughOneBastionAndThroughTwo() {
    for (const int servers : {2, 3}) {
      Way way{QList<QByteArray>(qsizetype{servers})};
      TestHost host(way.config(), way.target());
      useIt(host);
      QCOMPARE(host.person.questions.size(), 0);
      for (int i = 0; i < servers; ++i)
        QCOMPARE(way.server(static_cast<std::size_t>(i))
                     .read(QStringLiteral("sshd.log"))
                     .count("Accepted publickey"),
                 1);
    }
  }

  // Each host asks in its own name, in one connection each, and nobody is asked again by itself.
  void aBastionAndATargetThatAskForACode() {
    if (const QString problem = PamServer::problem(); !problem.isEmpty())
      QSKIP(qPrintable(QStringLiteral("no sshd with PAM: ") + problem));
    const QByteArray keyThenCode =
        QByteArray(interactive) + "\nAuthenticationMethods publickey,keyboard-interactive";
    PamServer bastion(asking("Code_of_the_gate:=7"), keyThenCode),
        target(asking("Code_of_the_cluster:=8"), keyThenCode);
    bastion.config();
    target.config();
    const QByteArray text =
        bastion.read(QStringLiteral("config")).replace("Host host", "Host gate") +
        target.read(QStringLiteral("config")).replace("Host host", "Host far") +
        "  ProxyJump ada@gate\n";
    TestHost host(bastion.write(QStringLiteral("way"), text), QStringLiteral("ada@far"));
    host.person.answers = {said({"7"}), said({"8"})};
    useIt(host);
    QCOMPARE(host.person.questions.size(), 2);
    QCOMPARE(host.person.questions[0].port, int(bastion.port()));
    QCOMPARE(host.person.questions[0].prompts[0].text, QStringLiteral("Code of the gate:"));
    QCOMPARE(host.person.questions[1].port, int(target.port()));
    QCOMPARE(host.person.questions[1].prompts[0].text, QStringLiteral("Code of the cluster:"));
    QVERIFY(host->state().neededInteraction);
    bastion.cut();
    QTRY_COMPARE_WITH_TIMEOUT(host->state().link, Link::refused, 20000);
    QCOMPARE(host->state().code, std::string("host.needs_person"));
    QVERIFY(!host.shell(QStringLiteral("true")));
    QCOMPARE(host.person.questions.size(), 2);
    QCOMPARE(bastion.logins(), 1);
    QCOMPARE(target.logins(), 1);
    host.person.answers = {said({"7"}), said({"8"})};
    QVERIFY(resultOf(host->connect({})));  // a click
    QCOMPARE(host.person.questions.size(), 4);
  }

  void anUnknownBastionIsAskedForByName() {
    Way way({{}, {}});
    TestHost host(way.config(0), way.target());
    host.person.answers = {{LoginAnswer::Kind::once, {}}, {LoginAnswer::Kind::once, {}}};
    useIt(host);
    QCOMPARE(host.person.questions.size(), 1);
    QCOMPARE(host.person.questions[0].host, QStringLiteral("127.0.0.1"));
    QCOMPARE(host.person.questions[0].port, int(way.server(0).port()));
    TestHost refusing(way.config(0), way.target());
    refusing.person.answers = {{LoginAnswer::Kind::refused, {}}};
    const std::string said = messageOf(resultOf(refusing->connect({})));
    QVERIFY2(holds(said, "'hop1' cannot be used: at the bastion 'hop0'"), said.c_str());
  }

  // Who holds the bastion's key must not be able to pass for the target.
  void aKeyAcceptedForTheBastionIsNotTheTargets() {
    Way way({{}, {}});
    way.server(1).stop();
    for (const char* name : {"host_ed25519", "host_ed25519.pub"})
      way.server(1).write(QString::fromLatin1(name), way.server(0).read(QString::fromLatin1(name)));
    way.server(1).start();
    const QString config = way.config(0);
    way.server(1).write(QStringLiteral("known_hosts"), {});
    TestHost host(config, way.target());
    host.person.answers = {{LoginAnswer::Kind::once, {}}, {LoginAnswer::Kind::refused, {}}};
    QVERIFY(!resultOf(host->connect({})));
    QCOMPARE(host.person.questions.size(), 2);
    QCOMPARE(host.person.questions[1].port, int(way.server(1).port()));
  }

  void aBastionThatForbidsForwardingIsSaid() {
    Way way({"AllowTcpForwarding no\n", {}});
    TestHost host(way.config(), way.target());
    const auto result = resultOf(host->connect({}));
    QVERIFY(!result);
    QCOMPARE(result.error().code, std::string("host.refused"));
    QVERIFY2(holds(result.error().message, "the bastion 'hop0' forbids forwarding to 127.0.0.1"),
             result.error().message.c_str());
    QCOMPARE(host->state().link, Link::refused);
  }

  void whoRefusesIsSaid() {
    Way way({{}, {}});
    way.server(0).write(QStringLiteral("authorized_keys"), {});
    TestHost host(way.config(), way.target());
    const std::string said = messageOf(resultOf(host->connect({})));
    QVERIFY2(holds(said, "'hop1' cannot be used: at the bastion 'hop0' on the way: " +
                             way.server(0).user().toUtf8() + "@127.0.0.1"),
             said.c_str());
    way.server(0).stop();
    TestHost away(way.config(), way.target());
    const std::string unreachable = messageOf(resultOf(away->connect({})));
    QVERIFY2(holds(unreachable, "'hop1' could not be reached: at the bastion 'hop0'"),
             unreachable.c_str());
  }

  void aTargetThatTheBastionDoesNotReachIsSaid() {
    Way way({{}, {}});
    way.server(1).stop();
    TestHost host(way.config(), way.target());
    const auto result = resultOf(host->connect({}));
    QVERIFY(!result);
    QCOMPARE(result.error().code, std::string("host.unreachable"));
    QVERIFY2(holds(result.error().message, "the bastion 'hop0' cannot connect to 127.0.0.1"),
             result.error().message.c_str());
  }

  void aProxyCommandCarries_data() {
    QTest::addColumn<bool>("isSsh");
    QTest::newRow("ssh -W") << true;
    QTest::newRow("a small program") << false;
  }
  void aProxyCommandCarries() {
    QFETCH(bool, isSsh);
    Way way({{}, {}});
    way.config();
    const QByteArray netcat =
        way.server(0)
            .write(QStringLiteral("connect"),
                   "#!/bin/bash\nexec 3<>/dev/tcp/$1/$2\ncat <&3 &\ncat >&3\nkill $!\n", true)
            .toUtf8();
    const QByteArray command = isSsh ? "ProxyCommand ssh -F " +
                                           way.server(0).path(QStringLiteral("gate")).toUtf8() +
                                           " -W [%h]:%p hop0"
                                     : "ProxyCommand " + netcat + " %h %p";
    way.server(0).write(QStringLiteral("gate"), way.server(0).read(QStringLiteral("way")));
    TestHost host(way.config(-1, command), way.target());
    useIt(host);
    QCoro::waitFor(host.host.finish());
    if (!isSsh) return;
    QTRY_COMPARE_WITH_TIMEOUT(way.server(0).sessions().size(), 0, 5000);
  }

  void aProxyCommandThatFailsIsShown() {
    Way way({{}, {}});
    TestHost host(way.config(-1, "ProxyCommand sh -c 'echo no way to %n >&2; exit 3'"),
                  way.target());
    const auto result = resultOf(host->connect({}));
    QVERIFY(!result);
    QCOMPARE(result.error().code, std::string("host.unreachable"));
    QVERIFY2(holds(result.error().message, "exited with code 3 and said: no way to hop1"),
             result.error().message.c_str());
    TestHost loud(way.config(-1, "ProxyCommand sh -c 'yes | head -c 1000000 >&2'"), way.target());
    QVERIFY(messageOf(resultOf(loud->connect({}))).size() < 2000);
  }

  void aBastionThatIsKilledIsLostAndBack() {
    Way way({{}, {}});
    QStringList reasons;  // outlives the host
    TestHost host(way.config(), way.target());
    useIt(host);
    connect(&host.host, &SshHost::stateChanged, this, [&] {
      if (host->state().link == Link::waiting) reasons += host->state().reason;
    });
    way.server(0).cut();
    QTRY_VERIFY_WITH_TIMEOUT(!reasons.isEmpty(), 10000);
    QVERIFY2(reasons.first().startsWith(
                 QStringLiteral("'hop1' could not be reached: at the bastion 'hop0' on the way: ")),
             qPrintable(reasons.first()));
    QTRY_COMPARE_WITH_TIMEOUT(host->state().link, Link::connected, 30000);
    useIt(host);
    // The target's own end is not the bastion's.
    reasons.clear();
    way.server(1).cut();
    QTRY_VERIFY_WITH_TIMEOUT(!reasons.isEmpty(), 10000);
    QVERIFY2(!reasons.first().contains(QStringLiteral("bastion")), qPrintable(reasons.first()));
    QTRY_COMPARE_WITH_TIMEOUT(host->state().link, Link::connected, 30000);
    QCOMPARE(host.person.questions.size(), 0);
  }

  void nothingIsLeftAfterTwentyConnects() {
    Way way({{}, {}});
    const QString jump = way.config();
    {
      TestHost first(jump, way.target());
      QVERIFY(resultOf(first->connect({})));
    }
    const int descriptors = countOf("/proc/self/fd"), threads = ownThreads();
    for (int i = 0; i < 20; ++i) {
      TestHost host(jump, way.target());
      const auto result = resultOf(host->connect({}));
      QVERIFY2(result, messageOf(result).c_str());
    }
    QTRY_COMPARE_WITH_TIMEOUT(countOf("/proc/self/fd"), descriptors, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(ownThreads(), threads, 5000);
    const QString program =
        way.config(-1, "ProxyCommand bash -c 'exec 3<>/dev/tcp/%h/%p; cat <&3 & cat >&3'");
    for (int i = 0; i < 20; ++i) {
      TestHost host(program, way.target());
      const auto result = resultOf(host->connect({}));
      QVERIFY2(result, messageOf(result).c_str());
    }
    QTRY_COMPARE_WITH_TIMEOUT(countOf("/proc/self/fd"), descriptors, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(ownThreads(), threads, 5000);
  }
};

TRAINYARD_TEST(HopsTest);
#include "hops_test.moc"
