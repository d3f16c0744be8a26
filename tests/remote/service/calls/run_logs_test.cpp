// SPDX-License-Identifier: GPL-3.0-or-later
// The output of runs and of an array's tasks, as a client gets it.
#include "engine/system/unix_time.h"
#include "remote/service/requests/run_logs.h"
#include "tests/remote/service/served_fixture.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class RunLogsTest : public ServedFixture {
  Q_OBJECT

  // An attempt of a task, with one line of output.
  void taskRuns(const QString& array, int index) {
    const QString folder =
        QStringLiteral("base/far-%1/tasks/%2/attempts/0001/").arg(array.left(8)).arg(index);
    write(folder + QStringLiteral("events.jsonl"),
          line("\"event\": \"header\", \"format\": 1, \"run\": \"x\", \"attempt\": 1, \"nodes\": "
               "[\"n1\"], \"job_id\": \"101_1\", \"versions\": {}",
               0));
    write(folder + QStringLiteral("stdout.log"), "task " + QByteArray::number(index) + '\n');
    write(folder + QStringLiteral("nodes/n1/rank-0.out"),
          "rank of " + QByteArray::number(index) + '\n');
  }

  static QStringList namesOf(const QList<LogFile>& files) {
    QStringList names;
    for (const LogFile& file : files) names << file.name;
    return names;
  }

 private slots:
  void ofAnArrayThoseOfItsTasks() {
    site().queue.tasks = {{1, running()}, {2, running()}, {3, waitingFor(QStringLiteral("waits"))}};
    const QString array = submit("resources: {array: '1-3'}\n");
    QVERIFY(!array.isEmpty());
    const auto person = client();
    QVERIFY(resultOf(person->call(methods::logsList, {}, array))->files.isEmpty());
    taskRuns(array, 2);
    taskRuns(array, 1);
    const auto tasks = *m_service->registry.store.tasksOf(array);
    for (int i : {0, 1}) QTRY_COMPARE(runOf(tasks[i].run).attempt, 1);
    const auto files = resultOf(person->call(methods::logsList, {}, array));
    QVERIFY(files);
    QCOMPARE(namesOf(files->files),
             (QStringList{"tasks/1/stdout.log", "tasks/1/nodes/n1/rank-0.out", "tasks/2/stdout.log",
                          "tasks/2/nodes/n1/rank-0.out"}));
    QCOMPARE(files->files.first().bytes, 7);
    const auto read = [&](const QString& file, qint64 offset) {
      return resultOf(person->call(methods::logsRead, {}, array, 0, file, offset))->data.content;
    };
    QCOMPARE(read(QStringLiteral("tasks/2/stdout.log"), 0), QByteArray("task 2\n"));
    QCOMPARE(read(QStringLiteral("tasks/1/nodes/n1/rank-0.out"), 8), QByteArray("1\n"));
    QCOMPARE(namesOf(resultOf(person->call(methods::logsList, {}, tasks[0].run))->files),
             (QStringList{"stdout.log", "nodes/n1/rank-0.out"}));
    // A name leads to no other file.
    for (const char* name :
         {"tasks/3/stdout.log", "tasks/4/stdout.log", "tasks/x/stdout.log", "tasks/1/events.jsonl",
          "tasks/1/../2/stdout.log", "tasks/1/tasks/2/stdout.log", "tasks/1/"})
      QCOMPARE(read(QLatin1String(name), 0), QByteArray());
  }

  // Who shows the output of a run that is long over asks again and again; its cluster is not.
  void anEndedRunIsAskedForOnce() {
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1), ends("failed", 1)});
    write(QStringLiteral("base/far-%1/attempts/0001/stdout.log").arg(run.left(8)), "said\n");
    QTRY_COMPARE(stateOf(run), QStringLiteral("failed"));
    site().queue.now = gone();
    QTRY_COMPARE(m_service->runs.openRuns(), 0);
    RunRecord record = runOf(run);
    LogListings listings;
    const auto calls = [&] {
      const int before = site().machine.calls;
      const auto files = resultOf(listings.list(site().machine, record, 0, {}));
      return files && files->size() == 1 ? site().machine.calls - before : -1;
    };
    record.ended = unix_time() - record.clockOffset;  // just now: there may come more
    QVERIFY(calls() > 0 && calls() > 0);
    record.ended -= 3600;
    QVERIFY(calls() > 0);
    QCOMPARE(calls(), 0);
    record.state = RunState::running;  // resumed: it writes again
    QVERIFY(calls() > 0);
  }

  // Each look at a task costs its login node something.
  void ofAGreatArrayThoseThatRunFirst() {
    for (int index = 0; index < 40; ++index) site().queue.tasks[index] = running();
    const QString array = submit("resources: {array: '0-39'}\n");
    QVERIFY(!array.isEmpty());
    for (int index = 0; index < 40; ++index) taskRuns(array, index);
    const auto allKnown = [&] {
      const auto tasks = *m_service->registry.store.tasksOf(array);
      return std::all_of(tasks.begin(), tasks.end(),
                         [](const RunRecord& task) { return task.attempt == 1; });
    };
    QTRY_VERIFY_WITH_TIMEOUT(allKnown(), 30000);
    const auto tasks = *m_service->registry.store.tasksOf(array);
    QVERIFY(m_service->registry.writer.setEnded(tasks[0].run, RunState::completed,
                                                QStringLiteral("completed"),
                                                Message(QStringLiteral("done")), 0));
    const QStringList names =
        namesOf(resultOf(client()->call(methods::logsList, {}, array))->files);
    QCOMPARE(names.size(), 64);
    QVERIFY(!names.contains(QStringLiteral("tasks/0/stdout.log")) &&
            names.contains(QStringLiteral("tasks/32/stdout.log")));
  }
};

TRAINYARD_TEST(RunLogsTest);
#include "run_logs_test.moc"
