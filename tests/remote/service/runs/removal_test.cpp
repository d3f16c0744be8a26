// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are removed, and folders that are none.
#include "tests/remote/service/runs_fixture.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class RemovalTest : public RunsFixture {
  Q_OBJECT

  // A run that is ended, as a test of what may be done with it then.
  QString endedRun() {
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1), ends("failed", 1)});
    if (!QTest::qWaitFor([&] { return stateOf(run) == QStringLiteral("failed"); })) return {};
    site().queue.now = gone();
    return QTest::qWaitFor([&] { return m_service->runs.openRuns() == 0; }) ? run : QString();
  }

  static QString checkpointsOf(const QString& run) {
    return QStringLiteral("base/far-%1/checkpoints").arg(run.left(8));
  }
  void saveCheckpoint(const QString& run, int step) {
    const QString folder =
        checkpointsOf(run) + QStringLiteral("/step-%1/").arg(step, 8, 10, QLatin1Char('0'));
    write(folder + "model.safetensors", "weights");
    write(folder + "manifest.json", "{}");
  }

 private slots:
  void whatIsBeingRemovedIsNotResumed() {
    const QString run = endedRun();
    QVERIFY(!run.isEmpty());
    site().machine.isSlowToRemove = true;
    std::optional<Result<void>> removed;
    keepResult(m_service->runs.remove(run, RemoveWhat::all), removed);
    QTest::qWait(50);  // nothing tells that the removal has begun
    QCOMPARE(resultOf(m_service->runs.resume(run, {}, {}, {})).error().code,
             std::string("run.being_removed"));
    QCOMPARE(resultOf(m_service->runs.remove(run, RemoveWhat::all)).error().code,
             std::string("run.being_removed"));
    site().machine.isSlowToRemove = false;
    QTRY_VERIFY(removed);
    QVERIFY(*removed);
    QCOMPARE(site().queue.submitted, 1);
  }

  void whatIsBeingResumedIsNotRemoved() {
    const QString run = endedRun();
    QVERIFY(!run.isEmpty());
    site().queue.isSlow = true;
    std::optional<Result<void>> resumed;
    keepResult(m_service->runs.resume(run, {}, {}, {}), resumed);
    QTest::qWait(50);  // nothing tells that the submission has begun
    QCOMPARE(resultOf(m_service->runs.remove(run, RemoveWhat::all)).error().code,
             std::string("run.being_resumed"));
    site().queue.isSlow = false;
    QTRY_VERIFY(resumed);
    QVERIFY(*resumed);
    QVERIFY(QFile::exists(runOf(run).folder));
  }

  // A cluster that was switched off for good: its runs can be forgotten, and only then.
  void aRunOfATargetThatIsGoneCanBeForgotten() {
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1)});
    QTRY_COMPARE(points(run), 1);
    const QString folder = runOf(run).folder;
    QCOMPARE(resultOf(m_service->runs.remove(run, RemoveWhat::entry)).error().code,
             std::string("run.target_answers"));
    site().setAway(true);
    QTRY_COMPARE(QString::fromStdString(runOf(run).reasonCode),
                 QStringLiteral("run.unreachable_since"));
    QVERIFY(resultOf(m_service->runs.remove(run, RemoveWhat::entry)));
    QVERIFY(!m_service->registry.store.run(run));
    QCOMPARE(m_service->runs.openRuns(), 0);
    QVERIFY(QFile::exists(folder));
  }

  void aCheckpointIsRemovedAndLatestPointsAtOneThatIsLeft() {
    const QString run = endedRun();
    const QString folder = checkpointsOf(run);
    for (const int step : {10, 20, 30}) saveCheckpoint(run, step);
    write(folder + "/latest", "step-00000030\n");
    const auto removed =
        resultOf(m_service->runs.removeCheckpoints(run, {"step-00000030", "step-00000090"}));
    QVERIFY2(removed, removed ? "" : removed.error().message.c_str());
    QCOMPARE(*removed, QStringList{"step-00000030"});
    QCOMPARE(QDir(path(folder)).entryList(QDir::Dirs | QDir::NoDotAndDotDot),
             QStringList({"step-00000010", "step-00000020"}));
    QFile latest(path(folder + "/latest"));
    QVERIFY(latest.open(QIODevice::ReadOnly));
    QCOMPARE(latest.readAll(), QByteArray("step-00000020\n"));
  }

  void aRunKeepsWhatItNeedsWhileItGoesOn() {
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1)});
    QTRY_COMPARE(stateOf(run), QStringLiteral("running"));
    const QString folder = checkpointsOf(run);
    for (const int step : {10, 20, 30}) saveCheckpoint(run, step);
    write(folder + "/step-00000040/model.safetensors", "half");  // without its manifest
    write(folder + "/step-00000050.tmp-0001/model.safetensors", "half");
    write(folder + "/best", "step-00000010\n");
    for (const char* needed :
         {"step-00000010", "step-00000030", "step-00000040", "step-00000050.tmp-0001"}) {
      const auto refused =
          resultOf(m_service->runs.removeCheckpoints(run, {"step-00000020", needed}));
      QVERIFY2(!refused, needed);
      QCOMPARE(refused.error().code, std::string("checkpoint.needed"));
    }
    QVERIFY(QFile::exists(path(folder + "/step-00000020")));
    QVERIFY(resultOf(m_service->runs.removeCheckpoints(run, {"step-00000020"})));
    QVERIFY(!QFile::exists(path(folder + "/step-00000020")));
    QVERIFY(QFile::exists(path(folder + "/step-00000030/manifest.json")));
  }

  void onlyAFolderOfTheRunItselfIsACheckpoint() {
    const QString run = endedRun();
    const QString folder = checkpointsOf(run);
    saveCheckpoint(run, 10);
    write("elsewhere/kept", "words");
    QVERIFY(QFile::link(path("elsewhere"), path(folder + "/step-00000020")));
    for (const char* name : {"../checkpoints", "..", ".", "", "step-00000010/..", "/etc"}) {
      const auto refused = resultOf(m_service->runs.removeCheckpoints(run, {name}));
      QVERIFY2(!refused, name);
      QCOMPARE(refused.error().code, std::string("checkpoint.no_name"));
    }
    const auto removed =
        resultOf(m_service->runs.removeCheckpoints(run, {"step-00000020", "latest"}));
    QVERIFY(removed && removed->isEmpty());
    QVERIFY(QFile::exists(path("elsewhere/kept")));
    QVERIFY(QFile::exists(path(folder + "/step-00000010/manifest.json")));
  }

  // What others write into the base folder.
  void aFolderWithAForeignIdentityIsNoRun() {
    const auto folder = [&](const QString& name, const QByteArray& run, const QByteArray& of) {
      write(QStringLiteral("base/%1/run.json").arg(name),
            "{\"format\": 1, \"run\": \"" + run + "\", \"name\": \"" + of +
                "\", \"created\": 5, \"versions\": {}}");
    };
    const QByteArray uuid = newId().toUtf8();
    folder(QStringLiteral("good"), uuid, "good");
    folder(QStringLiteral("markup"), newId().toUtf8(), "<b>bold</b>");
    folder(QStringLiteral("path"), "../../elsewhere", "path");
    folder(QStringLiteral("capitals"), newId().toUpper().toUtf8(), "capitals");
    const auto added = resultOf(m_service->runs.scan(QStringLiteral("far"), {}));
    QVERIFY2(added && added->added == 1, added ? "" : added.error().message.c_str());
    QCOMPARE(runOf(QString::fromUtf8(uuid)).name, QStringLiteral("good"));
  }
};

TRAINYARD_TEST(RemovalTest);
#include "removal_test.moc"
