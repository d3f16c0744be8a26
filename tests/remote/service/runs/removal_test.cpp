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
