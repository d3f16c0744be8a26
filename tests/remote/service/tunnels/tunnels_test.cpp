// SPDX-License-Identifier: GPL-3.0-or-later
// The life of tunnels in the service: opened, given again, closed with what they belong to.
#include <QDirIterator>
#include <QScopeGuard>

#include "tests/qt_tests.h"
#include "tests/remote/service/served_fixture.h"

using namespace trainyard;

class TunnelsTest : public ServedFixture {
  Q_OBJECT

  // The queue has one state for all of its jobs, so all are submitted before the first one runs.
  QStringList runs(int count) {
    QStringList all;
    while (all.size() < count) all << submit();
    site().queue.now = running();
    for (const QString& run : all) happens(run, 1, {step(1)});
    for (const QString& run : all)
      if (!QTest::qWaitFor([&] { return stateOf(run) == QStringLiteral("running"); }, 10000))
        qFatal("it does not run");
    return all;
  }
  QString runs() { return runs(1).first(); }
  void says(const QString& run, const QByteArray& output) {
    write(QStringLiteral("base/far-%1/attempts/0001/stdout.log").arg(run.left(8)), output);
  }
  static TunnelRequest to(const QString& run, quint16 port = 0) {
    TunnelRequest request;
    request.run = run;
    request.port = port;
    return request;
  }
  static std::string codeOf(const Result<TunnelRecord>& result) {
    return result ? std::string() : result.error().code;
  }
  static qsizetype countOf(ServiceClient& person) {
    return resultOf(person.call(methods::tunnelsList))->tunnels.size();
  }

 private slots:
  void whatARunAnnouncesIsOpened() {
    const auto person = client();
    const QStringList both = runs(2);
    const QString run = both.first(), second = both.last();
    QCOMPARE(codeOf(resultOf(person->call(methods::tunnelsOpen, {}, to(run)))),
             std::string("tunnel.nothing_announced"));
    says(run, "x\nhttp://127.0.0.1:8888/lab?token=abc\n");
    const auto opened = resultOf(person->call(methods::tunnelsOpen, {}, to(run)));
    QVERIFY2(opened, codeOf(opened).c_str());
    QCOMPARE(opened->service, QStringLiteral("jupyter"));
    QCOMPARE(opened->node, QStringLiteral("n1"));
    QVERIFY(opened->url().endsWith(QStringLiteral(":8888/lab?token=abc")));
    // The same again is the same.
    QCOMPARE(resultOf(person->call(methods::tunnelsOpen, {}, to(run)))->id, opened->id);
    QCOMPARE(resultOf(person->call(methods::tunnelsOpen, {}, to(run, 8888)))->id, opened->id);
    QCOMPARE(countOf(*person), 1);
    // A port that nobody announced may be named.
    const auto other = resultOf(person->call(methods::tunnelsOpen, {}, to(run, 9999)));
    QVERIFY(other);
    QVERIFY(other->service.isEmpty());
    QVERIFY(resultOf(person->call(methods::tunnelsClose, {}, other->id)));
    QCOMPARE(resultOf(person->call(methods::tunnelsClose, {}, other->id)).error().code,
             std::string("tunnel.unknown"));
    QCOMPARE(countOf(*person), 1);
    // Closed with the run, while another one goes on.
    QVERIFY(resultOf(person->call(methods::tunnelsOpen, {}, to(second, 7777))));
    happens(run, 1, {ends("completed", 0)});
    QTRY_COMPARE(countOf(*person), 1);
    QCOMPARE(resultOf(person->call(methods::tunnelsList))->tunnels.first().run, second);
    QCOMPARE(codeOf(resultOf(person->call(methods::tunnelsOpen, {}, to(run, 8888)))),
             std::string("tunnel.not_running"));
  }

  void noTokenIsWrittenDown() {
    const auto person = client();
    const QString run = runs();
    says(run, "http://127.0.0.1:8888/lab?token=canary6f1d\n");
    QVERIFY(resultOf(person->call(methods::tunnelsOpen, {}, to(run))));
    QDirIterator files(m_folder->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    int looked = 0;
    while (files.hasNext()) {
      QFile file(files.next());
      if (!file.open(QIODevice::ReadOnly) || file.fileName().endsWith("/stdout.log")) continue;
      ++looked;
      QVERIFY2(!file.readAll().contains("canary6f1d"), qPrintable(file.fileName()));
    }
    QVERIFY(looked > 5);
  }

  void aTargetsPortAndItsConnection() {
    const auto person = client();
    TunnelRequest request;
    request.target = QStringLiteral("far");
    request.port = 8080;
    QCOMPARE(codeOf(resultOf(person->call(methods::tunnelsOpen, {}, request))),
             std::string("tunnel.no_node"));
    request.node = QStringLiteral("n7");
    QVERIFY(resultOf(person->call(methods::tunnelsOpen, {}, request)));
    QCOMPARE(countOf(*person), 1);
    // The target cannot be removed under it.
    QCOMPARE(resultOf(person->call(methods::targetsRemove, {}, QStringLiteral("far"))).error().code,
             std::string("target.in_use"));
    QVERIFY(resultOf(person->call(methods::targetsDisconnect, {}, QStringLiteral("far"))));
    QTRY_COMPARE(countOf(*person), 0);
    QVERIFY(resultOf(person->call(methods::targetsRemove, {}, QStringLiteral("far"))));
    request.target = QStringLiteral("nowhere");
    QCOMPARE(codeOf(resultOf(person->call(methods::tunnelsOpen, {}, request))),
             std::string("target.unknown"));
  }

  void thisComputerNeedsNone() {
    const auto person = client();
    TunnelRequest request;
    request.target = QStringLiteral("here");
    request.port = 8080;
    QCOMPARE(resultOf(person->call(methods::tunnelsOpen, {}, request))->url(),
             QStringLiteral("http://127.0.0.1:8080/"));
    request.localPort = 8081;
    QCOMPARE(codeOf(resultOf(person->call(methods::tunnelsOpen, {}, request))),
             std::string("tunnel.here"));
  }

  // Where nothing is forwarded, a step of the job is tried, and what it says is said.
  void whatTheJobCanNotReachIsSaid() {
    const auto person = client();
    const QString run = runs();
    const QByteArray before = qgetenv("PATH");
    const auto back = qScopeGuard([&] { qputenv("PATH", before); });
    const QString srun = write(QStringLiteral("bin/srun"),
                               "#!/bin/sh\necho \"$@\" >\"$(dirname \"$0\")/said\"\n"
                               "echo 'srun: error: no step for you' >&2\nexit 1\n");
    QFile::setPermissions(srun, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv("PATH", path(QStringLiteral("bin")).toUtf8() + ':' + before);
    site().machine.refusesForwards = true;
    const auto refused = resultOf(person->call(methods::tunnelsOpen, {}, to(run, 8888)));
    QCOMPARE(codeOf(refused), std::string("tunnel.relay"));
    QVERIFY2(refused.error().message.find("no step for you") != std::string::npos,
             refused.error().message.c_str());
    QFile said(path(QStringLiteral("bin/said")));
    QVERIFY(said.open(QIODevice::ReadOnly));
    const QByteArray words = said.readAll();
    QVERIFY2(words.startsWith("--jobid=101 --overlap --nodes=1 --ntasks=1 --nodelist=n1 "),
             words.constData());
    QVERIFY2(words.endsWith("/programs/yard-agent relay --probe 8888\n"), words.constData());
    QCOMPARE(countOf(*person), 0);
    // An agent of an older version tries the port and says nothing.
    write(QStringLiteral("bin/srun"), "#!/bin/sh\nexit 0\n");
    const auto older = resultOf(person->call(methods::tunnelsOpen, {}, to(run, 8888)));
    QCOMPARE(codeOf(older), std::string("tunnel.relay"));
    QVERIFY2(older.error().message.find("older version") != std::string::npos,
             older.error().message.c_str());
    QCOMPARE(countOf(*person), 0);
  }

  void thereIsALimit() {
    const auto person = client();
    TunnelRequest request;
    request.target = QStringLiteral("here");
    for (quint16 port = 1; port <= Tunnels::limit; ++port) {
      request.port = port;
      QVERIFY(resultOf(person->call(methods::tunnelsOpen, {}, request)));
    }
    request.port = 1000;
    QCOMPARE(codeOf(resultOf(person->call(methods::tunnelsOpen, {}, request))),
             std::string("tunnel.too_many"));
    request.port = 1;
    QVERIFY(resultOf(person->call(methods::tunnelsOpen, {}, request)));
  }
};

TRAINYARD_TEST(TunnelsTest);
#include "tunnels_test.moc"
