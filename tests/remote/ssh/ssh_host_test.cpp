#include "remote/host/ssh_host.h"

#include "tests/remote/ssh/ssh_test.h"

using namespace trainyard;

class SshHostTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (!QFile::exists(sshdProgram())) QSKIP("no sshd here: the package openssh-server is missing");
  }

  void runsACommand() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    const auto output = host.shell(QStringLiteral("cat; echo oops >&2; exit 7"), {}, std::chrono::seconds(20), "hello");
    QVERIFY2(output, output ? "" : output.error().message.c_str());
    QCOMPARE(output->out, QByteArray("hello"));
    QCOMPARE(output->err, QByteArray("oops\n"));
    QCOMPARE(output->exitCode, 7);
    QCOMPARE(host->state().link, Link::connected);
  }

  void keepsFiles() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    const QString path = server.path(QStringLiteral("a file"));
    auto written = resultOf(host->writeFile(path, "one\ntwo\n", {}));
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    QCOMPARE(server.read(QStringLiteral("a file")), QByteArray("one\ntwo\n"));
    auto content = resultOf(host->readFile(path, 4, 2, {}));
    QVERIFY2(content, content ? "" : content.error().message.c_str());
    QCOMPARE(*content, QByteArray("tw"));
  }
};

QTEST_GUILESS_MAIN(SshHostTest)
#include "ssh_host_test.moc"
