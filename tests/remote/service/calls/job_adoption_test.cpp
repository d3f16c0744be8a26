// SPDX-License-Identifier: GPL-3.0-or-later
// A job of the queue that was not started from here becomes a run.
#include "remote/schedulers/slurm/slurm_cluster_text.h"
#include "tests/remote/service/served_fixture.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class JobAdoptionTest : public ServedFixture {
  Q_OBJECT

  QueuedJob strangeJob() {
    QueuedJob job;
    job.id = job.number = QStringLiteral("77");
    job.name = QStringLiteral("my train");
    job.user = m_service->targets.facts(QStringLiteral("far")).user;
    job.phase = QueuedJob::Phase::running;
    return job;
  }

 private slots:
  // As Slurm 22.05 prints them; the job's name is what its user wants.
  void theFilesOfAJob() {
    const QueuedFiles files = readQueuedFiles(
        "JobId=77 JobName=a\n   StdOut=/etc/passwd\n   UserId=me(1000) GroupId=me(1000)\n"
        "   Command=/home/me/my train.sh --lr 1\n   WorkDir=/home/me/a b\n"
        "   StdErr=/home/me/a b/slurm-77.err\n   StdIn=/dev/null\n"
        "   StdOut=/home/me/a b/slurm-77.out\n   Power=\n");
    QCOMPARE(files.command, QStringLiteral("/home/me/my train.sh --lr 1"));
    QCOMPARE(files.workFolder, QStringLiteral("/home/me/a b"));
    QCOMPARE(files.output, QStringLiteral("/home/me/a b/slurm-77.out"));
    QCOMPARE(files.errorOutput, QStringLiteral("/home/me/a b/slurm-77.err"));
    QCOMPARE(readQueuedFiles("   Command=(null)\n   StdOut=out\n").output, QString());
    QCOMPARE(readQueuedFiles("   Command=(null)\n   StdOut=out\n").command, QString());
  }

  void aJobOfTheQueueBecomesARun() {
    const auto person = client();
    site().queue.cluster.jobs = {strangeJob()};
    const QString output = write(QStringLiteral("elsewhere/slurm-77.out"), "epoch 1\nepoch 2\n");
    site().queue.files = {path(QStringLiteral("elsewhere")), QStringLiteral("train.sh"), output,
                          output};
    site().queue.now = running();
    const QueuedArguments job{QStringLiteral("far"), QStringLiteral("77")};
    const auto details = resultOf(person->call(methods::queueShow, {}, job));
    QVERIFY2(details, details ? "" : details.error().message.c_str());
    QCOMPARE(details->files.output, output);
    const auto adopted = resultOf(person->call(methods::queueAdopt, {}, job));
    QVERIFY2(adopted, adopted ? "" : adopted.error().message.c_str());
    QTRY_COMPARE(stateOf(adopted->run), QStringLiteral("running"));
    QCOMPARE(runOf(adopted->run).name, QStringLiteral("my-train"));
    const auto logs = resultOf(person->call(methods::logsList, {}, adopted->run));
    QVERIFY(logs && logs->files.size() == 1);
    QCOMPARE(logs->files[0].bytes, 16);
    QCOMPARE(resultOf(person->call(methods::logsRead, {}, adopted->run, 0,
                                   QStringLiteral("stdout.log"), qint64{8}))
                 ->data.content,
             QByteArray("epoch 2\n"));
    QCOMPARE(resultOf(person->call(methods::queueAdopt, {}, job)).error().code,
             std::string("queue.is_run"));
    QVERIFY(!resultOf(person->call(methods::resume, {}, adopted->run)));
    site().queue.now = gone(endOf(Outcome::completed, "slurm.completed", 0));
    QTRY_COMPARE(stateOf(adopted->run), QStringLiteral("completed"));
  }

  void anArrayStaysAJob() {
    QueuedJob job = strangeJob();
    job.id = QStringLiteral("77_[1-3]");
    site().queue.cluster.jobs = {job};
    const QueuedArguments asked{QStringLiteral("far"), QStringLiteral("77")};
    QCOMPARE(resultOf(client()->call(methods::queueAdopt, {}, asked)).error().code,
             std::string("queue.is_array"));
  }
};

TRAINYARD_TEST(JobAdoptionTest);
#include "job_adoption_test.moc"
