// SPDX-License-Identifier: GPL-3.0-or-later
// The call that starts the practice cluster, before a script that stands in for ./dev.
#include "remote/service/calls/practice_cluster.h"

#include <QSignalSpy>

#include "tests/remote/service/served_fixture.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class PracticeClusterTest : public ServedFixture {
  Q_OBJECT

  // Each call of the script is written to a file.
  void scriptDoes(const QByteArray& commands) {
    write(QStringLiteral("checkout/packaging/cluster/cluster.py"), "");
    write(QStringLiteral("checkout/dev"),
          "#!/bin/bash\necho \"$PWD $*\" >> calls\n[ \"$2\" = start ] || exit 0\n" + commands);
    QFile(path(QStringLiteral("checkout/dev")))
        .setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv("TRAINYARD_CHECKOUT", QFile::encodeName(path(QStringLiteral("checkout"))));
  }
  QByteArray calls() {
    QFile file(path(QStringLiteral("checkout/calls")));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  QByteArray call(const char* verb) {
    return path(QStringLiteral("checkout")).toUtf8() + " cluster " + verb + '\n';
  }

 private slots:
  void cleanup() {
    qunsetenv("TRAINYARD_CHECKOUT");
    ServedFixture::cleanup();
  }

  void saysWhatItDoesAndHasATargetAtItsEnd() {
    scriptDoes(
        "echo '==> munge and the login node' >&2\nsleep 0.3\n"
        "echo '==> controller and four nodes' >&2\necho 'node1 idle'\n");
    const auto window = client();
    QStringList lines;
    connect(window.get(), &ServiceClient::progressArrived, this, [&](const ProgressReport& report) {
      QCOMPARE(report.target, QStringLiteral("practice"));
      lines << report.what;
    });
    QSignalSpy changed(window.get(), &ServiceClient::targetsChanged);
    const auto started = resultOf(window->call(methods::startPractice));
    QVERIFY2(started, started ? "" : started.error().message.c_str());
    QCOMPARE(started->target, QStringLiteral("practice"));
    QCOMPARE(calls(), call("start"));
    QTRY_COMPARE(lines, (QStringList{QStringLiteral("munge and the login node"),
                                     QStringLiteral("controller and four nodes")}));
    QTRY_VERIFY(changed.count() > 0);
    QVERIFY(changed.front().front().toStringList().contains(QStringLiteral("practice")));
  }

  void saysInOneSentenceWhyItDidNotStart() {
    scriptDoes("echo '==> accounting' >&2\necho './dev cluster: port 7 is taken' >&2\nexit 1\n");
    const auto window = client();
    const auto failed = resultOf(window->call(methods::startPractice));
    QVERIFY(!failed);
    QCOMPARE(failed.error().code, "practice.not_started");
    QVERIFY2(failed.error().message.find("not started: port 7 is taken; run") != std::string::npos,
             failed.error().message.c_str());
  }

  void saysWhatToTypeWherePackagesNeedAPassword() {
    scriptDoes(
        "echo 'sudo: a password is required' >&2\n"
        "echo './dev: apt-get could not install the packages above' >&2\nexit 1\n");
    const auto window = client();
    const auto failed = resultOf(window->call(methods::startPractice));
    QVERIFY(!failed);
    QCOMPARE(failed.error().code, "practice.needs_password");
    const std::string command =
        path(QStringLiteral("checkout")).toStdString() + "/dev cluster start";
    QVERIFY(failed.error().message.find(command) != std::string::npos);
  }

  void whatWasBegunIsEndedWhenItIsCancelled() {
    scriptDoes("echo '==> nodes' >&2\nsleep 60\n");
    const auto window = client();
    QSignalSpy progress(window.get(), &ServiceClient::progressArrived);
    std::stop_source stop;
    std::optional<Result<StartedCluster>> answer;
    keepResult(window->call(methods::startPractice, stop.get_token()), answer);
    QTRY_VERIFY(progress.count() > 0);
    stop.request_stop();
    QTRY_VERIFY(answer);
    QCOMPARE(answer->error().kind, ErrorKind::cancelled);
    QTRY_COMPARE(calls(), call("start") + call("stop"));
  }

  void aProgramThatLiesInNoCheckoutSaysSo() {
    QCOMPARE(checkoutOf(path(QStringLiteral("bin"))), QString());
    scriptDoes("");
    qunsetenv("TRAINYARD_CHECKOUT");
    QCOMPARE(checkoutOf(path(QStringLiteral("checkout/build/bin"))), QString());  // is no folder
    QVERIFY(QDir().mkpath(path(QStringLiteral("checkout/build/bin"))));
    QCOMPARE(checkoutOf(path(QStringLiteral("checkout/build/bin"))),
             path(QStringLiteral("checkout")));
    qputenv("TRAINYARD_CHECKOUT", "/nowhere");
    const auto window = client();
    const auto failed = resultOf(window->call(methods::startPractice));
    QVERIFY(!failed);
    QCOMPARE(failed.error().code, "practice.no_checkout");
  }
};

TRAINYARD_TEST(PracticeClusterTest);
#include "practice_cluster_test.moc"
