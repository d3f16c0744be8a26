// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes, reservations, classes of service and the whole queue as Slurm prints them, and what
// follows: what is free, and who is before whom.
#include <random>

#include <QTest>

#include "remote/schedulers/slurm/slurm_cluster.h"
#include "remote/schedulers/slurm/slurm_cluster_text.h"
#include "remote/schedulers/slurm/slurm_site_text.h"
#include "remote/service/protocol/cluster_values.h"
#include "remote/values/records.h"
#include "tests/remote/result_of.h"
#include "tests/remote/schedulers/scripted_host.h"
#include "tests/remote/schedulers/slurm/slurm_recordings.h"
#include "tests/qt_tests.h"

using namespace trainyard;
using Use = SlurmNode::Use;

namespace {

QByteArray queueRow(const QList<QByteArray>& columns) { return columns.join('\x1f') + '\n'; }

// job, state, reason, user, partitions, priority, submitted
QByteArray simpleRow(int job, const char* state, const char* reason, const char* user,
                     const char* partitions, int priority, int submitted) {
  const QByteArray id = QByteArray::number(job);
  return queueRow({id, id, "N/A", "train|v2", state, reason, "N/A", QByteArray::number(submitted),
                   "0:00", "20:00", "2", "", user, "lab", "normal", partitions,
                   QByteArray::number(priority), "cpu=2,mem=1G,node=2,billing=2,gres/gpu=8",
                   "gres:gpu:4"});
}

ClusterState stateOf(const QByteArray& partitions, const QByteArray& nodes,
                     const QByteArray& queue = {}) {
  ClusterState state;
  for (const PartitionFacts& facts : readPartitions(partitions)) {
    PartitionState one;
    one.limits = facts;
    state.partitions.append(one);
  }
  addUse(readNodes(nodes), state);
  addJobs(readJobRows(queue, clusterQueueLayout()), state);
  return state;
}

QString gpuWords(const QList<GpuCount>& gpus) {
  QStringList words;
  for (const GpuCount& each : gpus)
    words << QStringLiteral("%1 %2/%3").arg(each.type).arg(each.free).arg(each.total);
  return words.join(QStringLiteral(", "));
}

QByteArray answerLine(const char* name, int code, const QByteArray& text) {
  return QByteArray(name) + ' ' + QByteArray::number(code) + ' ' + text.toBase64() + '\n';
}

}  // namespace

class SlurmClusterTest : public QObject {
  Q_OBJECT

  static void eachVersion() {
    QTest::addColumn<QString>("version");
    for (const QString& version : recordings::versions())
      QTest::newRow(qPrintable(version)) << version;
  }
  static QByteArray recorded(const QString& version, const char* name) {
    return recordings::stream(version, QLatin1String(name), "stdout").text;
  }

 private slots:
  void nodesOfAllVersions_data() { eachVersion(); }
  void nodesOfAllVersions() {
    QFETCH(QString, version);
    const QByteArray partitions = recorded(version, "scontrol_show_partition");
    const ClusterState state = stateOf(partitions, recorded(version, "scontrol_show_node"));
    // gpu1 and gpu2 have all eight in use, gpu3 and gpu4 none; all of them run something.
    QCOMPARE(state.nodes.mixed, 4);
    QCOMPARE(state.nodes.total(), 4);
    QCOMPARE(gpuWords(state.gpus), QStringLiteral("a100 16/32"));
    QCOMPARE(state.features, (QStringList{QStringLiteral("a100"), QStringLiteral("nvlink")}));
    QCOMPARE(state.partitions.size(), 3);
    QCOMPARE(gpuWords(state.partitions[0].gpus), QStringLiteral("a100 16/32"));
    QCOMPARE(gpuWords(state.partitions[2].gpus), QStringLiteral("a100 8/8"));
    QCOMPARE(state.partitions[0].processors, 128);
    QVERIFY(state.partitions[0].freeProcessors > 64);
    QCOMPARE(state.partitions[0].limits.processorsPerNode, 32);
    QCOMPARE(state.partitions[0].limits.gpus.size(), 1);
    QCOMPARE(state.partitions[0].limits.gpus[0].nodes, 4);

    // gpu3 drained, gpu4 down: what is on them is nobody's to have.
    const ClusterState down = stateOf(partitions, recorded(version, "scontrol_show_node_down"));
    QCOMPARE(down.nodes.mixed, 2);
    QCOMPARE(down.nodes.down, 2);
    QCOMPARE(gpuWords(down.gpus), QStringLiteral("a100 0/16"));
    QCOMPARE(gpuWords(down.partitions[2].gpus), QString());
  }

  void usedGpusOfAllVersions_data() { eachVersion(); }
  void usedGpusOfAllVersions() {
    QFETCH(QString, version);
    // What -d shows as GresUsed is sinfo's word of the same name.
    QStringList used;
    const QByteArray text = recorded(version, "sinfo_O_N");
    for (const QByteArrayView line : slurmLines(text)) {
      const QByteArray gres = line.sliced(40, 80).toByteArray().trimmed(),
                       taken = line.sliced(120).toByteArray().trimmed();
      const auto nodes =
          readNodes("NodeName=n CPUAlloc=1 CPUTot=2 Gres=" + gres + " GresUsed=" + taken +
                    " State=MIXED Partitions=gpu CfgTRES=cpu=2,gres/gpu=8 AllocTRES=gres/gpu=3\n");
      QCOMPARE(nodes.size(), 1);
      used << QString::number(nodes[0].usedGpus.isEmpty() ? 0 : nodes[0].usedGpus[0].count);
    }
    QCOMPARE(used.join(QLatin1Char(' ')), QStringLiteral("8 8 8 8 0 0 0 0 0"));
  }

  void statesOfNodes() {
    const QHash<QByteArray, Use> states{{"IDLE", Use::idle},
                                        {"IDLE+CLOUD+POWERED_DOWN", Use::idle},
                                        {"IDLE+PLANNED", Use::idle},
                                        {"MIXED", Use::mixed},
                                        {"MIXED+COMPLETING", Use::mixed},
                                        {"ALLOCATED", Use::busy},
                                        {"IDLE+RESERVED", Use::reserved},
                                        {"ALLOCATED+MAINT", Use::reserved},
                                        {"IDLE*", Use::down},
                                        {"IDLE+NOT_RESPONDING", Use::down},
                                        {"MIXED+DRAIN", Use::down},
                                        {"DOWN+CLOUD", Use::down},
                                        {"IDLE+REBOOT_ISSUED", Use::down},
                                        {"UNKNOWN", Use::down},
                                        {"", Use::down},
                                        {"+IDLE", Use::down},
                                        {"idle", Use::down}};
    for (auto each = states.begin(); each != states.end(); ++each)
      QVERIFY2(nodeUse(each.key()) == each.value(), each.key().constData());
  }

  void gpusOfSeveralTypes() {
    const char* partition = "PartitionName=p State=UP TotalNodes=1\n";
    const auto free = [&](const QByteArray& words) {
      return gpuWords(stateOf(partition,
                              "NodeName=n CPUAlloc=1 CPUTot=4 Gres=gpu:a100:4,gpu:h100:2 "
                              "State=MIXED Partitions=p " +
                                  words + "\n")
                          .partitions[0]
                          .gpus);
    };
    QCOMPARE(free("GresUsed=gpu:a100:1(IDX:0),gpu:h100:2(IDX:0-1)"),
             QStringLiteral("a100 3/4, h100 0/2"));
    // Without types something is taken, and no more than there is.
    QCOMPARE(free("GresUsed=gpu:5"), QStringLiteral("a100 0/4, h100 1/2"));
    QCOMPARE(free("GresUsed=gpu:99"), QStringLiteral("a100 0/4, h100 0/2"));
    QCOMPARE(free("CfgTRES=gres/gpu=6,gres/gpu:a100=4 AllocTRES=gres/gpu=3,gres/gpu:a100=3"),
             QStringLiteral("a100 1/4, h100 2/2"));
    QCOMPARE(free("CfgTRES=cpu=4,gres/gpu=6 AllocTRES=cpu=1"),
             QStringLiteral("a100 4/4, h100 2/2"));
    QCOMPARE(free("CfgTRES=cpu=4 AllocTRES=cpu=1"), QStringLiteral("a100 0/4, h100 0/2"));
  }

  void aReasonIsNoState() {
    const auto nodes = readNodes(
        "NodeName=n CPUAlloc=0 CPUTot=4 State=DOWN Partitions=p Reason=see State=IDLE CPUTot=9 x\n"
        "NodeName=cut CPUAlloc=0\nnothing\n");
    QCOMPARE(nodes.size(), 1);
    QVERIFY(nodes[0].use == Use::down && nodes[0].processors == 4);
  }

  void reservationsAndClasses() {
    const auto found = readReservations(
        "ReservationName=course StartTime=1795490770 EndTime=1795494370 Duration=01:00:00 "
        "Nodes=gpu[1-2] NodeCnt=2 CoreCnt=32 Features=(null) PartitionName=(null) "
        "Flags=SPEC_NODES TRES=cpu=32 Users=ada,bo Groups=(null) Accounts=(null) Licenses=(null) "
        "State=ACTIVE BurstBuffer=(null)\nNo reservations in the system\n"
        "ReservationName=half StartTime=17\n");
    QCOMPARE(found.size(), 1);
    QVERIFY(found[0].isActive && found[0].nodeCount == 2 && found[0].start == 1795490770);
    QVERIFY(isFor(found[0], QStringLiteral("bo"), {}));
    QVERIFY(!isFor(found[0], QStringLiteral("cy"), {QStringLiteral("lab")}));
    const auto classes = readServiceClasses(
        "normal|0|||\ndebug|10|00:10:00|cpu=64,gres/gpu=8|2\nx|y\n|1|||\nodd|a|b|c|d\n");
    QCOMPARE(classes.size(), 3);
    QCOMPARE(classes[1].maxSeconds, std::optional<qint64>(600));
    QCOMPARE(classes[1].maxJobs, std::optional<qint64>(2));
    QCOMPARE(classes[1].maxResources, QStringLiteral("cpu=64,gres/gpu=8"));
    QVERIFY(!classes[2].priority && !classes[2].maxSeconds && !classes[2].maxJobs);
  }

  void theQueueInTheOrderOfTurns() {
    const QByteArray queue = simpleRow(1, "RUNNING", "None", "bo", "gpu", 50, 100) +
                             simpleRow(2, "PENDING", "Priority", "bo", "gpu", 90, 130) +
                             simpleRow(3, "PENDING", "Priority", "ada", "gpu,long", 40, 120) +
                             simpleRow(4, "PENDING", "Resources", "cy", "gpu", 40, 110) +
                             simpleRow(5, "PENDING", "JobHeldUser", "cy", "gpu", 0, 90) +
                             simpleRow(6, "PENDING", "Dependency", "cy", "gpu", 99, 90) +
                             simpleRow(7, "PENDING", "Priority", "cy", "other", 99, 90) +
                             simpleRow(8, "PENDING", "Priority", "cy", "gpu", 10, 90) +
                             queueRow({"9_[2-9%2]", "9", "2-9%2", "sweep", "PENDING", "Resources",
                                       "N/A", "100", "0:00", "UNLIMITED", "1", "", "cy", "lab",
                                       "normal", "long", "41", "cpu=1,node=1", "gres:gpu:a100:2"});
    const ClusterState state =
        stateOf("PartitionName=gpu State=UP\nPartitionName=long State=UP\n", QByteArray(), queue);
    QCOMPARE(state.jobs.size(), 9);
    QCOMPARE(state.partitions[0].waiting, 6);
    QCOMPARE(state.partitions[1].waiting, 9);  // tasks count one each
    QCOMPARE(state.partitions[0].running, 1);
    QCOMPARE(state.jobs[2].gpus, 8);
    QCOMPARE(state.jobs[8].gpus, 2);  // not counted by the site: of the request
    QCOMPARE(state.jobs[8].id, QStringLiteral("9_[2-9]"));
    QVERIFY(!state.jobs[8].limitSeconds);

    const QueueAnswer answer =
        queueAnswerOf(state, QStringLiteral("ada"), {{QStringLiteral("3"), QStringLiteral("u-3")}});
    QStringList shown;
    for (const QueueEntry& entry : answer.jobs) shown << entry.job.id;
    QCOMPARE(shown.join(QLatin1Char(' ')), QStringLiteral("3 2 9_[2-9] 4 1"));
    QVERIFY(answer.jobs[0].isMine && answer.jobs[0].run == QLatin1String("u-3"));
    QCOMPARE(answer.jobs[0].before, 10);  // 2, eight tasks of 9, and 4
    const QueueAnswer back = fromJson<QueueAnswer>(
        QJsonDocument::fromJson(QJsonDocument(toJson(answer)).toJson()).object());
    QCOMPARE(toJson(back), toJson(answer));
    QCOMPARE(toJson(fromJson<ClusterState>(toJson(state))), toJson(state));
  }

  void aLongQueueStaysBounded() {
    QByteArray queue;
    for (int i = 1; i <= 10000; ++i)
      queue += simpleRow(i, i % 10 == 0 ? "RUNNING" : "PENDING", "Priority",
                         i % 50 == 1 ? "ada" : "bo", "gpu", i, i);
    QElapsedTimer timer;
    timer.start();
    const ClusterState state = stateOf("PartitionName=gpu State=UP\n", QByteArray(), queue);
    const QueueAnswer answer = queueAnswerOf(state, QStringLiteral("ada"), {});
    QVERIFY2(timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(answer.jobs.size() <= 200 + 300 + 300);
    QCOMPARE(answer.leftOut + answer.jobs.size(), 10000 - 9 + 9 - leftBehind(state));
    QVERIFY(QJsonDocument(toJson(answer)).toJson().size() < (2 << 20));
  }

  // Others' that wait behind all of mine are not counted.
  static qint64 leftBehind(const ClusterState& state) {
    double least = 1e18;
    for (const QueuedJob& job : state.jobs)
      if (job.user == QLatin1String("ada") && job.phase == QueuedJob::Phase::waiting)
        least = std::min(least, job.priority);
    return std::count_if(state.jobs.begin(), state.jobs.end(), [&](const QueuedJob& job) {
      return job.user != QLatin1String("ada") && job.phase == QueuedJob::Phase::waiting &&
             job.priority < least;
    });
  }

  void oneQuestionForAll() {
    ScriptedHost host;
    int asked = 0;
    QString user;
    host.answer = [&](const QString& program, const QStringList& words) -> Result<ProgramOutput> {
      ++asked;
      // Of /bin/sh -s -- COLUMNS USER the host shows what comes after the program.
      user = program == QLatin1String("-s") ? words.last() : QStringLiteral("?");
      return ProgramOutput{
          0,
          "motd of the site\n" + answerLine("partitions", 0, "PartitionName=p State=UP\n") +
              answerLine("nodes", 0, "NodeName=n CPUTot=4 State=IDLE Partitions=p\n") +
              answerLine("reservations", 1,
                         "slurm_load_reservations error: Zero Bytes were "
                         "transmitted or received\n") +
              answerLine("queue", 0, simpleRow(7, "PENDING", "Priority", "ada", "p", 3, 4)) +
              answerLine("planned", 0, "8\x1f(null)\n7\x1fn[1-2]\n") +
              answerLine("associations", 0, "lab|normal,debug\n") +
              answerLine("classes", 0, "debug|10|00:10:00||\n"),
          {}};
    };
    TargetFacts facts;
    facts.user = QStringLiteral("ada");
    facts.hasAccounting = true;
    facts.accounts = {QStringLiteral("old")};
    facts.qos = {QStringLiteral("old")};
    const auto state = resultOf(probeSlurm(host, facts, Look::everything, {}));
    QVERIFY(state.ok());
    QCOMPARE(asked, 1);
    QCOMPARE(user, QStringLiteral("ada"));
    QCOMPARE(state->accounts, QStringList{QStringLiteral("lab")});
    QCOMPARE(state->qos.size(), 2);
    QCOMPARE(state->qos[1].maxSeconds, std::optional<qint64>(600));
    QCOMPARE(state->nodes.idle, 1);
    QCOMPARE(state->jobs.value(0).nodes, QStringLiteral("n[1-2]"));
    QCOMPARE(state->silent.size(), 1);
    const auto use = resultOf(probeSlurm(host, facts, Look::use, {}));
    QVERIFY(use.ok() && user.isEmpty());
  }

  void silenceIsSaid() {
    ScriptedHost host;
    host.answer = [](const QString&, const QStringList&) -> Result<ProgramOutput> {
      return ProgramOutput{0,
                           answerLine("partitions", 1,
                                      "slurm_load_partitions: Unable to contact slurm controller "
                                      "(connect failure)\n"),
                           {}};
    };
    auto state = resultOf(probeSlurm(host, {}, Look::use, {}));
    QVERIFY(!state.ok());
    QCOMPARE(state.error().code, std::string("cluster.no_answer"));
    host.answer = [](const QString&, const QStringList&) -> Result<ProgramOutput> {
      return ProgramOutput{1, {}, "This account is closed."};
    };
    state = resultOf(probeSlurm(host, {}, Look::use, {}));
    QCOMPARE(state.error().code, std::string("host.other_answer"));
  }

  void onlyThatJobIsEnded() {
    ScriptedHost host;
    QStringList said;
    host.answer = [&](const QString& program, const QStringList& words) -> Result<ProgramOutput> {
      said = QStringList{program} + words;
      return ProgramOutput{0, {}, {}};
    };
    TargetFacts facts;
    facts.user = QStringLiteral("ada");
    QVERIFY(
        resultOf(cancelOnSlurm(host, facts, QStringLiteral("51_3"), QStringLiteral("a b;c"), {}))
            .ok());
    QCOMPARE(said, (QStringList{QStringLiteral("scancel"), QStringLiteral("--user=ada"),
                                QStringLiteral("--name=a b;c"), QStringLiteral("51_3")}));
    said.clear();
    for (const char* wrong : {"", "all", "-u ada", "51 52", "51_[1-3]", "--me", "9e9"})
      QVERIFY(!resultOf(cancelOnSlurm(host, facts, QLatin1String(wrong), {}, {})).ok());
    QVERIFY(said.isEmpty());
  }

  void noiseIsNothing() {
    std::mt19937 random(11);
    const QByteArray letters = "=|+,:()*[]-_0123456789\x1f\n NodeNameStatCPUTogresPENDINGIDLE";
    for (int i = 0; i < 3000; ++i) {
      QByteArray noise(static_cast<qsizetype>(random() % 600), '\0');
      for (char& c : noise)
        c = random() % 9 == 0 ? static_cast<char>(random())
                              : letters[static_cast<qsizetype>(random()) % letters.size()];
      const QByteArray node =
          "NodeName=" + noise + " CPUTot=7 State=IDLE Partitions=p Gres=" + noise;
      (void)stateOf("PartitionName=p State=UP\n" + noise, node + "\n" + noise, noise);
      (void)readReservations("ReservationName=" + noise), (void)readServiceClasses(noise);
      (void)fromJson<QueueAnswer>(QJsonDocument::fromJson(noise).object());
    }
    const auto many = readNodes(QByteArray("NodeName=n CPUTot=1 State=IDLE\n").repeated(60000));
    QCOMPARE(many.size(), 50000);
  }

  // A value that a look is given is released as often as it is held.
  void aLookKeepsItsHandsOffTheUsersName() {
    ScriptedHost host;
    host.answer = [](const QString&, const QStringList&) {
      return ProgramOutput{
          0,
          answerLine("partitions", 0, "PartitionName=p State=UP TotalNodes=1 Default=YES\n"),
          {}};
    };
    QString user = QString::fromLatin1("ada").repeated(20);
    TargetFacts facts;
    facts.user = user;
    facts.hasAccounting = true;
    const auto holders = [&] { return user.data_ptr().d_ptr()->ref_.loadRelaxed(); };
    QCOMPARE(holders(), 2);
    for (int look = 0; look < 3; ++look) {
      const auto state = resultOf(probeSlurm(host, facts, Look::everything, {}));
      QVERIFY(state.ok());
      QCOMPARE(holders(), 2);
    }
  }

  // Why nodes are out, and how many free GPUs one node has.
  void drainedNodesSayWhy() {
    const QByteArray partition = "PartitionName=p State=UP TotalNodes=4\n";
    const auto node = [](const char* name, const char* state, const char* used,
                         const QByteArray& more = {}) {
      return QByteArray("NodeName=") + name +
             " CPUAlloc=0 CPUTot=4 Gres=gpu:a100:4 State=" + state +
             " Partitions=p GresUsed=gpu:a100:" + used + more + "\n";
    };
    const ClusterState state = stateOf(
        partition,
        node("n1", "MIXED", "1") + node("n2", "MIXED", "3") +
            node("n3", "IDLE+DRAIN", "0", " Reason=bad fan, ask me [root@2026-11-25T01:02:03]") +
            node("n4", "DOWN*", "0", " Reason=bad fan, ask me [slurm@1]"));
    QCOMPARE(state.out.size(), 1);
    QCOMPARE(state.out[0].nodes, (QStringList{QStringLiteral("n3"), QStringLiteral("n4")}));
    QCOMPARE(state.out[0].count, 2);
    QCOMPARE(state.out[0].reason, QStringLiteral("bad fan, ask me"));
    QCOMPARE(state.gpus[0].free, 4);
    QCOMPARE(state.gpus[0].maxOnANode, 3);
    const ClusterState travelled = fromJson<ClusterState>(toJson(state));
    QCOMPARE(travelled.out[0].reason, state.out[0].reason);
    QCOMPARE(travelled.gpus[0].maxOnANode, 3);
  }
};

TRAINYARD_TEST(SlurmClusterTest);
#include "slurm_cluster_test.moc"
