// SPDX-License-Identifier: GPL-3.0-or-later
// Queues, nodes and servers of PBS, as a real one printed them and as sites have them.
#include <QJsonDocument>

#include "engine/contract/experiment/experiment.h"
#include "remote/schedulers/login_facts.h"
#include "remote/schedulers/pbs/pbs_cluster.h"
#include "remote/schedulers/pbs/pbs_commands.h"
#include "remote/schedulers/pbs/pbs_site_text.h"
#include "tests/qt_tests.h"
#include "tests/remote/schedulers/pbs/recording.h"

using namespace trainyard;

namespace {

LoginAnswers answersOf(const QList<std::pair<QByteArray, QByteArray>>& texts) {
  QByteArray printed;
  for (const auto& [name, text] : texts) printed += name + " 0 " + text.toBase64() + '\n';
  return LoginAnswers::read(printed);
}

// A queue for GPUs with limits and nodes of its own, one for everything else, one that is closed.
constexpr auto siteQueues = R"({"Queue":{
  "gpu":{"queue_type":"Execution","enabled":"True","started":"True",
         "resources_max":{"walltime":"48:00:00","nodect":2},"resources_default":{"walltime":"01:00:00"}},
  "work":{"queue_type":"Execution","enabled":"True","started":"True"},
  "old":{"queue_type":"Execution","enabled":"True","started":"False"},
  "routing":{"queue_type":"Route","enabled":"True","started":"True"}}})";
constexpr auto siteNodes = R"({"nodes":{
  "g1":{"state":"free","queue":"gpu","resources_available":{"ncpus":64,"ngpus":4,"gpu_type":"a100","mem":"512gb"},
        "resources_assigned":{"ncpus":16,"ngpus":1}},
  "g2":{"state":"down,offline","queue":"gpu","comment":"fan","resources_available":{"ncpus":64,"ngpus":4,"gpu_type":"a100","mem":"512gb"}},
  "c1":{"state":"job-busy","resources_available":{"ncpus":8,"mem":"16777216kb"},"resources_assigned":{"ncpus":8}},
  "c2":{"state":"free","resources_available":{"ncpus":8,"mem":"16777216kb","Qlist":"work,old"}}}})";

}  // namespace

class PbsSiteTest : public QObject {
  Q_OBJECT

 private slots:
  void aServerIsLearned() {
    const LoginAnswers answers = answersOf({{"pbs.version", pbsRecording("version.txt")},
                                            {"pbs.server", pbsRecording("server.json")},
                                            {"pbs.queues", pbsRecording("queues.json")},
                                            {"pbs.nodes", pbsRecording("nodes.json")}});
    QVERIFY(isPbsThere(answers));
    const auto facts = learnPbs(answers, {});
    QVERIFY(facts.ok());
    QCOMPARE(facts->schedulerVersion, QStringLiteral("23.06.06"));
    QCOMPARE(facts->clusterName, QStringLiteral("pbs1"));
    QVERIFY(facts->hasAccounting && !facts->canRequeue);
    QCOMPARE(facts->partitions.size(), 1);
    const PartitionFacts& queue = facts->partitions.first();
    QCOMPARE(queue.name, QStringLiteral("workq"));
    QVERIFY(queue.isDefault);
    QCOMPARE(queue.state, QStringLiteral("UP"));
    QCOMPARE(queue.nodes, 2);
    QCOMPARE(queue.processorsPerNode, 2);
    QVERIFY(queue.memoryMibPerNode > 1000);
  }

  void whereNobodyAnswersThatIsSaid() {
    LoginAnswers answers = LoginAnswers::read(
        "pbs.version 0 " + pbsRecording("version.txt").toBase64() + "\npbs.server 255 " +
        QByteArray("qstat: cannot connect to server pbs1").toBase64());
    QVERIFY(isPbsThere(answers));
    const auto facts = learnPbs(answers, {});
    QVERIFY(!facts.ok());
    QCOMPARE(facts.error().code, std::string("scheduler.silent"));
    QVERIFY(!isPbsThere(LoginAnswers::read("pbs.version 127 ")));
  }

  void nodesCountForTheQueuesThatUseThem() {
    const QList<PbsNode> nodes = pbsNodesFrom(*pbsJson(siteNodes));
    const QList<PartitionFacts> queues =
        pbsQueuesFrom(*pbsJson(siteQueues), QStringLiteral("work"), nodes);
    QStringList seen;
    for (const PartitionFacts& queue : queues)
      seen << QStringLiteral("%1 %2 %3 nodes %4 cores")
                  .arg(queue.name, queue.state)
                  .arg(queue.nodes)
                  .arg(queue.processorsPerNode);
    QCOMPARE(seen, (QStringList{QStringLiteral("gpu UP 3 nodes 64 cores"),
                                QStringLiteral("old DOWN 2 nodes 8 cores"),
                                QStringLiteral("work UP 2 nodes 8 cores")}));
    QCOMPARE(queues[0].maxSeconds, std::optional<qint64>(48 * 3600));
    QCOMPARE(queues[0].maxNodes, std::optional<int>(2));
    QCOMPARE(queues[0].gpus.size(), 1);
    QCOMPARE(queues[0].gpus[0].nodes, 2);
    QVERIFY(queues[2].isDefault && !queues[0].isDefault);
    ClusterState state;
    for (const PartitionFacts& queue : queues) {
      PartitionState one;
      one.limits = queue;
      state.partitions.append(one);
    }
    addUse(nodes, state);
    QCOMPARE(state.nodes.idle + state.nodes.mixed + state.nodes.busy + state.nodes.down, 4);
    QCOMPARE(state.nodes.down, 1);
    QCOMPARE(state.nodes.busy, 1);
    QCOMPARE(state.gpus.size(), 1);
    QCOMPARE(state.gpus[0].total, 4);
    QCOMPARE(state.gpus[0].free, 3);
    QCOMPARE(state.out.size(), 1);
    QCOMPARE(state.out[0].reason, QStringLiteral("fan"));
  }

  void whatPbsHasNotIsSaidAtItsField() {
    TargetFacts facts;
    Experiment experiment;
    experiment.workload = Workload::command;
    QVERIFY(checkOnPbs(experiment, facts).empty());
    experiment.resources.qos = "high";
    experiment.resources.array = "1,3,5";
    experiment.resources.extra_directives = {"--constraint=a100", "-P project"};
    QStringList found;
    for (const Diagnostic& finding : checkOnPbs(experiment, facts))
      found << QString::fromStdString(finding.code + " " + finding.path);
    QCOMPARE(found, (QStringList{QStringLiteral("pbs.no_qos resources.qos"),
                                 QStringLiteral("pbs.array_form resources.array"),
                                 QStringLiteral("pbs.directive resources.extra_directives")}));
    experiment.resources = {};
    for (const char* array : {"0-9", "0-9:2", "0-9%4"}) {
      experiment.resources.array = array;
      QVERIFY2(checkOnPbs(experiment, facts).empty(), array);
    }
  }
};

TRAINYARD_TEST(PbsSiteTest);
#include "pbs_site_test.moc"
