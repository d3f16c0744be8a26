// SPDX-License-Identifier: GPL-3.0-or-later
// What is learned of a real cluster, and its check job; then hosts that lack something.
#include <QDir>
#include <QTest>

#include "engine/contract/messages.h"
#include "remote/host/local_host.h"
#include "remote/process/waiter.h"
#include "remote/schedulers/slurm/slurm_scheduler.h"
#include "remote/schedulers/login_facts.h"
#include "remote/schedulers/slurm/learn.h"
#include "tests/remote/result_of.h"
#include "tests/remote/schedulers/practice_cluster.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// Programs never end by themselves, as while a controller is away.
class SilentHost : public LocalHost {
 public:
  int numPrograms = 0;

  QCoro::Task<Result<ProgramOutput>> run(CommandLine, ProgramOptions, std::stop_token stop,
                                         QDeadlineTimer deadline) override {
    ++numPrograms;
    Waiter waiter;
    const Waited waited = co_await waiter.wait(stop, deadline);
    if (waited == Waited::stopped) co_return cancelledError();
    co_return make_error("host.timed_out", {});
  }
};

}  // namespace

class LearnTest : public QObject {
  Q_OBJECT

  PracticeCluster m_cluster;
  LocalHost m_host;
  QTemporaryDir m_folder;

  // Jobs in the queue, whatever their state.
  QByteArray queued() {
    QProcess squeue;
    squeue.start(QStringLiteral("squeue"),
                 {QStringLiteral("-h"), QStringLiteral("-o"), QStringLiteral("%i %j %T")});
    squeue.waitForFinished(20000);
    return squeue.readAllStandardOutput().trimmed();
  }

  // A folder of programs that is all that a command finds; Slurm's are left out.
  QByteArray pathWithout(const QStringList& missing) {
    const QString folder =
        m_folder.filePath(QStringLiteral("bin-") + missing.join(QLatin1Char('-')));
    QDir().mkpath(folder);
    for (const char* from : {"/usr/bin", "/bin"})
      for (const QFileInfo& program : QDir(QLatin1String(from)).entryInfoList(QDir::Files))
        if (!missing.contains(program.fileName()))
          QFile::link(program.filePath(), folder + QLatin1Char('/') + program.fileName());
    return QFile::encodeName(folder);
  }

 private slots:
  void initTestCase() {
    if (!m_cluster.start()) QSKIP(qPrintable(m_cluster.whyNot()));
  }
  void cleanupTestCase() { m_cluster.stop(); }

  void aClusterIsLearnedWithOneCommand() {
    const QString base = m_folder.filePath(QStringLiteral("a b/runs"));
    const auto facts = resultOf(learnTarget(m_host, base, {}));
    QVERIFY2(facts.ok(), facts ? "" : facts.error().message.c_str());
    QVERIFY(facts->time > 0);
    QCOMPARE(facts->home, QString::fromLocal8Bit(qgetenv("HOME")));
    for (const QString& text : {facts->user, facts->loginHost, facts->glibc, facts->rsyncVersion})
      QVERIFY(!text.isEmpty());
    QVERIFY2(facts->schedulerVersion.count(QLatin1Char('.')) >= 1,
             qPrintable(facts->schedulerVersion));
    QCOMPARE(facts->clusterName, QStringLiteral("practice"));
    QVERIFY(facts->hasAccounting && facts->canRequeue);
    QCOMPARE(facts->maxArraySize, 1001);
    QVERIFY(facts->baseFreeBytes.value_or(0) > 0);
    QCOMPARE(facts->partitions.size(), 3);
    const PartitionFacts& gpu = facts->partitions[0];
    QCOMPARE(gpu.name, QStringLiteral("gpu"));
    QVERIFY(gpu.isDefault && gpu.state == QLatin1String("UP"));
    QCOMPARE(gpu.maxSeconds, std::optional<qint64>(3600));
    QCOMPARE(gpu.nodes, 4);
    QCOMPARE(gpu.processorsPerNode, 32);
    QCOMPARE(gpu.memoryMibPerNode, 256000);
    QCOMPARE(gpu.gpus.size(), 1);
    QVERIFY(gpu.gpus[0].type == QLatin1String("a100") && gpu.gpus[0].perNode == 8 &&
            gpu.gpus[0].nodes == 4);
    QVERIFY(!facts->partitions[1].maxSeconds);
    QCOMPARE(facts->partitions[2].state, QStringLiteral("DOWN"));
    QVERIFY(facts->accounts.contains(QLatin1String("lab")));
    QVERIFY(!QFile::exists(base));  // nothing is made by looking
    QVERIFY(!has_errors(findingsOf(*facts)));
  }

  void basesAreOfferedWithTheirSpace() {
    const QString scratch = m_folder.filePath(QStringLiteral("scratch"));
    QDir().mkpath(scratch);
    qputenv("SCRATCH", QFile::encodeName(scratch));
    const auto offers = resultOf(offerBases(m_host, {}));
    qunsetenv("SCRATCH");
    QVERIFY2(offers.ok(), offers ? "" : offers.error().message.c_str());
    QVERIFY(offers->size() >= 2);
    QCOMPARE(offers->first().path, scratch + QStringLiteral("/trainyard"));
    QCOMPARE(offers->first().label, QStringLiteral("scratch"));
    QVERIFY(offers->first().isWritable && offers->first().freeBytes.value_or(0) > 0);
    QCOMPARE(offers->last().label, QStringLiteral("home"));
    QVERIFY(QDir(scratch).isEmpty());
  }

  void aJobSeesANode() {
    auto facts = resultOf(learnTarget(m_host, m_folder.path(), {}));
    QVERIFY(facts.ok());
    SlurmScheduler slurm(m_host, *facts);
    const QString base = m_folder.filePath(QStringLiteral("base"));
    facts = resultOf(checkSlurmJob(m_host, slurm, *facts, base, {}));
    QVERIFY2(facts.ok(), facts ? "" : facts.error().message.c_str());
    QVERIFY(facts->node.time > 0);
    QVERIFY(facts->node.node.startsWith(QLatin1String("gpu")));
    QVERIFY(!facts->node.kernel.isEmpty() && !facts->node.glibc.isEmpty());
    QVERIFY(facts->node.seesBase && facts->node.writesBase);
    QCOMPARE(facts->node.isReachable, std::optional(true));
    QVERIFY(facts->canRequeue);
    QVERIFY(QDir(base).isEmpty());  // nothing stays
  }

  // While sbatch has the job and its answer is not there yet, also if nobody will read it any more:
  // nothing of it stays in the queue.
  void aCheckThatIsStoppedInItsSubmissionLeavesNoJob_data() {
    QTest::addColumn<QByteArray>("afterSbatch");
    QTest::newRow("slow") << QByteArray("sleep 3");
    QTest::newRow("killed") << QByteArray(
        "read -r pid name state script rest </proc/$PPID/stat; kill -9 \"$script\"");
  }
  void aCheckThatIsStoppedInItsSubmissionLeavesNoJob() {
    QFETCH(QByteArray, afterSbatch);
    const QString which = QString::fromLatin1(QTest::currentDataTag());
    const QString folder = m_folder.filePath(QStringLiteral("sbatch-") + which),
                  asked = m_folder.filePath(QStringLiteral("asked-") + which);
    QDir().mkpath(folder);
    QFile slow(folder + QStringLiteral("/sbatch"));
    QVERIFY(slow.open(QIODevice::WriteOnly));
    slow.write(
        "#!/bin/sh\ncase \" $* \" in *\" --test-only \"*) exec /usr/bin/sbatch \"$@\";; "
        "esac\n/usr/bin/sbatch \"$@\"; code=$?; touch '" +
        QFile::encodeName(asked) + "'; " + afterSbatch + "; exit $code\n");
    slow.close();
    slow.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", QFile::encodeName(folder) + ':' + path);
    const auto facts = resultOf(learnTarget(m_host, m_folder.path(), {}));
    QVERIFY(facts.ok());
    SlurmScheduler slurm(m_host, *facts);
    const QString base = m_folder.filePath(QStringLiteral("stopped-") + which);
    std::stop_source stop;
    std::optional<Result<TargetFacts>> done;
    keepResult(checkSlurmJob(m_host, slurm, *facts, base, stop.get_token()), done);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(asked), 30000);
    stop.request_stop();
    QTRY_VERIFY_WITH_TIMEOUT(done, 40000);
    qputenv("PATH", path);
    QCOMPARE(done->error().code, std::string("cancelled"));
    QTRY_COMPARE_WITH_TIMEOUT(queued(), QByteArray(), 20000);
    QVERIFY(QDir(base).isEmpty());
  }

  // What a check that was stopped had to leave, the next one removes; another's stays.
  void leftoversOfChecksAreRemoved() {
    const QString base = m_folder.filePath(QStringLiteral("leftovers"));
    const auto leave = [&](const QString& name, const QByteArray& journal, bool isMarked) {
      const QString folder = base + QStringLiteral("/") + name;
      QDir().mkpath(folder + QStringLiteral("/submissions/1"));
      QFile file(folder + QStringLiteral("/submissions/1/journal"));
      if (file.open(QIODevice::WriteOnly)) file.write(journal);
      QFile mark(folder + QStringLiteral("/cancel"));
      if (isMarked && mark.open(QIODevice::WriteOnly)) mark.write("");
    };
    leave(QStringLiteral("check-00000001"), "claimed 1\nsbatch 1\njob 5\ncancelled 2\n", true);
    leave(QStringLiteral("check-00000002"), "claimed 1\nsbatch 1\njob 5\nreleased 2\n", false);
    leave(QStringLiteral("other-00000003"), "claimed 1\nsbatch 1\ncancelled 2\n", true);
    const auto facts = resultOf(learnTarget(m_host, m_folder.path(), {}));
    SlurmScheduler slurm(m_host, *facts);
    QVERIFY(resultOf(checkSlurmJob(m_host, slurm, *facts, base, {})));
    QCOMPARE(QDir(base).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name),
             (QStringList{QStringLiteral("check-00000002"), QStringLiteral("other-00000003")}));
  }

  // Nobody who gives up waits for each of the checks that were given up before.
  void manyLeftoversHoldNobody() {
    const QString base = m_folder.filePath(QStringLiteral("many"));
    for (int i = 0; i < 9; ++i) {
      const QString folder = QStringLiteral("%1/check-0000000%2").arg(base).arg(i);
      QVERIFY(QDir().mkpath(folder));
      QFile mark(folder + QStringLiteral("/cancel"));
      QVERIFY(mark.open(QIODevice::WriteOnly));
    }
    SilentHost host;
    SlurmScheduler slurm(host, {});
    std::stop_source stop;
    std::optional<Result<TargetFacts>> done;
    keepResult(checkSlurmJob(host, slurm, {}, base, stop.get_token()), done);
    QTRY_VERIFY(host.numPrograms > 0);
    stop.request_stop();
    QTRY_VERIFY_WITH_TIMEOUT(done, 10000);
    QCOMPARE(done->error().code, std::string("cancelled"));
    QCOMPARE(QDir(base).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 9);
  }

  void whatIsMissingIsNamed_data() {
    QTest::addColumn<QStringList>("missing");
    QTest::addColumn<QString>("code");
    QTest::newRow("Slurm") << QStringList{QStringLiteral("sinfo"), QStringLiteral("scontrol")}
                           << QStringLiteral("host.no_scheduler");
    QTest::newRow("rsync") << QStringList{QStringLiteral("rsync")}
                           << QStringLiteral("host.no_rsync");
  }
  void whatIsMissingIsNamed() {
    QFETCH(QStringList, missing);
    QFETCH(QString, code);
    const QByteArray before = qgetenv("PATH");
    qputenv("PATH", pathWithout(missing));
    const auto facts = resultOf(learnTarget(m_host, m_folder.path(), {}));
    qputenv("PATH", before);
    QVERIFY(!facts.ok());
    QCOMPARE(QString::fromStdString(facts.error().code), code);
    QVERIFY(facts.error().message.size() > 40);
  }

  void aBaseThatCannotBeWrittenIsSaid() {
    const auto facts = resultOf(learnTarget(m_host, QStringLiteral("/proc/nowhere"), {}));
    QVERIFY(!facts.ok());
    QCOMPARE(facts.error().code, std::string("target.base_readonly"));
  }

  void aSilentControllerIsSaid() {
    QVERIFY(m_cluster.signalDaemon(QStringLiteral("slurmctld"), SIGTERM));
    QTest::qWait(1500);  // the controller takes a moment to end, and tells nobody
    const auto facts = resultOf(learnTarget(m_host, m_folder.path(), {}));
    QVERIFY(!facts.ok());
    QCOMPARE(facts.error().code, std::string("scheduler.silent"));
    QVERIFY2(QString::fromStdString(facts.error().message)
                 .contains(QLatin1String("controller does not answer")),
             facts.error().message.c_str());
  }
};

TRAINYARD_TEST(LearnTest);
#include "learn_test.moc"
