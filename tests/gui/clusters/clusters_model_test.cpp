// SPDX-License-Identifier: GPL-3.0-or-later
// Clusters, what is known of them and what checks found, as the page shows them; and what a person
// does with them.
#include "gui/clusters/clusters_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "gui/clusters/cluster_actions.h"
#include "gui/clusters/facts_model.h"
#include "gui/clusters/findings_model.h"
#include "gui/clusters/partitions_model.h"
#include "gui/targets/target_text.h"
#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

TargetRecord target(const QString& name, TargetLink link = TargetLink::none) {
  TargetRecord out;
  out.settings = {name, name + ".example.org", {}, "/scratch/base", {}};
  out.kind = name == "here" ? "direct" : "slurm";
  out.link = link;
  return out;
}

QString valueOf(const FactsModel& facts, const QString& name) {
  for (int row = 0; row < facts.rowCount(); ++row)
    if (facts.index(row, FactsModel::NameColumn).data().toString() == name)
      return facts.index(row, FactsModel::ValueColumn).data().toString();
  return {};
}

}  // namespace

class ClustersModelTest : public QObject {
  Q_OBJECT
 private slots:
  void theListFollowsAndSelectionsStay() {
    ServiceClient client({"no-program", "no-socket"});
    TargetList list(&client);
    ClustersModel model(&list);
    QAbstractItemModelTester tester(&model);
    QVERIFY(!list.isKnown());
    list.setTargets({target("here"), target("a"), target("b")});
    QCOMPARE(model.rowCount(), 2);
    const QPersistentModelIndex b = model.index(1, ClustersModel::LinkColumn);
    list.setTargets({target("here"), target("b", TargetLink::connected), target("c")});
    QCOMPARE(model.rowCount(), 2);
    QVERIFY(b.isValid());
    QCOMPARE(b.data(ClustersModel::TargetRole).toString(), "b");
    QCOMPARE(b.data().toString(), "Connected");
    QCOMPARE(model.rowOf("c"), 1);
    QCOMPARE(model.rowOf("a"), -1);
  }

  void linksInWords() {
    TargetRecord cluster = target("a", TargetLink::waiting);
    cluster.reason = "a does not answer on port 22; check the network.";
    cluster.since = 1000;
    cluster.nextTry = 1112;
    QCOMPARE(TargetText::summary(cluster, 1100),
             "a does not answer on port 22; check the network.\nTrying again in 12 s.");
    QVERIFY(TargetText::reach(cluster, 1100).contains("unreachable since"));
    QVERIFY(TargetText::reach(cluster, 1100).endsWith("Trying again in 12 s."));
    cluster.link = TargetLink::refused;
    QVERIFY(TargetText::summary(cluster, 1100).contains("then log in"));
    cluster.link = TargetLink::connected;
    QCOMPARE(TargetText::reach(cluster, 1100), QString());
    QCOMPARE(TargetText::reach(target("here"), 1100), QString());
    for (TargetLink link : {TargetLink::none, TargetLink::connecting, TargetLink::connected,
                            TargetLink::waiting, TargetLink::refused}) {
      QVERIFY(!TargetText::link(link).isEmpty());
      QVERIFY(!TargetText::summary(target("a", link), 1100).isEmpty());
    }
  }

  void factsThatAreKnown() {
    FactsModel facts;
    PartitionsModel partitions;
    QAbstractItemModelTester tester(&facts), other(&partitions);
    TargetRecord cluster = target("a");
    facts.show(&cluster);
    QVERIFY(valueOf(facts, "Last login").startsWith("never"));
    QCOMPARE(valueOf(facts, "Accounts"), QString());
    cluster.facts.time = cluster.facts.node.time = 1.7e9;
    cluster.facts.schedulerVersion = "22.05.8";
    cluster.facts.accounts = {"bio", "physics"};
    cluster.facts.canForward = false;
    cluster.facts.baseFreeBytes = qint64(1) << 40;
    cluster.facts.node.node = "n1";
    cluster.facts.node.seesBase = true;
    PartitionFacts gpu;
    gpu.name = "gpu";
    gpu.isDefault = true;
    gpu.nodes = 4;
    gpu.maxNodes = 2;
    gpu.maxSeconds = 86400;
    gpu.gpus = {{"a100", 8, 4}};
    facts.show(&cluster);
    partitions.show({gpu});
    QCOMPARE(valueOf(facts, "Slurm"), "22.05.8");
    QCOMPARE(valueOf(facts, "Accounts"), "bio, physics");
    QVERIFY(valueOf(facts, "Forwarding of ports").startsWith("no"));
    QCOMPARE(valueOf(facts, "Free in the base folder"), "1.0 TiB");
    QCOMPARE(valueOf(facts, "Base folder on that node"), "visible, not writable");
    QSignalSpy resets(&facts, &QAbstractItemModel::modelReset);
    facts.show(&cluster);
    QCOMPARE(resets.count(), 0);  // the same again keeps selections
    QCOMPARE(partitions.index(0, PartitionsModel::NameColumn).data().toString(), "gpu (default)");
    QCOMPARE(partitions.index(0, PartitionsModel::NodesColumn).data().toString(),
             "4, at most 2 per job");
    QCOMPARE(partitions.index(0, PartitionsModel::GpusColumn).data().toString(),
             "8 a100 on each of 4 nodes");
    QCOMPARE(partitions.index(0, PartitionsModel::TimeColumn).data().toString(), "1 d 0 h");
    QCOMPARE(partitions.index(0, PartitionsModel::QosColumn).data().toString(), "all");
  }

  void findingsWorstFirst() {
    FindingsModel findings;
    QAbstractItemModelTester tester(&findings);
    findings.show({{Severity::info, "a", "well"},
                   {Severity::error, "b", "bad"},
                   {Severity::warning, "c", "hm"}});
    QCOMPARE(findings.index(0, FindingsModel::TextColumn).data().toString(), "bad");
    QCOMPARE(findings.index(2, FindingsModel::TextColumn).data().toString(), "well");
    QCOMPARE(findings.count(Severity::error), 1);
  }

  void actionsReachTheService() {
    ScriptedService service;
    ServiceClient client(service.places());
    client.connectToService();
    QTRY_VERIFY(client.isConnected());
    TargetList list(&client);
    ClusterActions actions(&client);
    QSignalSpy failed(&actions, &ClusterActions::failed), done(&actions, &ClusterActions::done),
        addFailed(&actions, &ClusterActions::addFailed);
    service.answers["targets.list"] = [](const QJsonObject&) {
      return QJsonObject{{"targets", QJsonArray{toJson(target("here")),
                                                toJson(target("a", TargetLink::connected))}}};
    };
    service.notify("targets.changed", {{"targets", QJsonArray{"a"}}});
    QTRY_VERIFY(list.find("a"));
    QCOMPARE(list.find("a")->settings.host, "a.example.org");

    service.answers["targets.connect"] = [](const QJsonObject&) {
      return ScriptedService::error("host.refused", "the host key changed");
    };
    actions.connectTo("a");
    QVERIFY(actions.isBusy("a"));
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(failed[0][0].toString(), "the host key changed");
    QVERIFY(!actions.isBusy("a"));

    service.answers["targets.check"] = [](const QJsonObject&) {
      return QJsonObject{
          {"findings",
           QJsonArray{QJsonObject{{"severity", "warning"}, {"code", "x"}, {"text", "old rsync"}}}},
          {"facts", QJsonObject{}}};
    };
    QList<TargetFinding> findings;
    connect(&actions, &ClusterActions::checked, this,
            [&](const QString&, const TargetCheckAnswer& answer) { findings = answer.findings; });
    actions.check("a", CheckTarget::withJob);
    QTRY_COMPARE(findings.size(), 1);
    QCOMPARE(service.last("targets.check")["job"].toBool(), true);

    service.answers["targets.add"] = [](const QJsonObject& settings) {
      return settings["name"] == "a" ? ScriptedService::error("target.exists", "a is there already")
                                     : QJsonObject{};
    };
    QSignalSpy added(&actions, &ClusterActions::added);
    actions.add(target("a").settings);
    QTRY_COMPARE(addFailed.count(), 1);
    actions.add(target("b").settings);
    QTRY_COMPARE(added.count(), 1);
    QCOMPARE(service.last("targets.add")["base"].toString(), "/scratch/base");

    service.answers["targets.bases"] = [](const QJsonObject&) {
      return QJsonObject{
          {"bases",
           QJsonArray{QJsonObject{{"path", "/s"}, {"label", "scratch"}, {"is_writable", true}}}}};
    };
    QList<BaseFolder> bases;
    connect(&actions, &ClusterActions::basesListed, this,
            [&](const QList<BaseFolder>& listed) { bases = listed; });
    actions.listBases("one", {});
    actions.listBases("other", {});
    QTRY_COMPARE(bases.size(), 1);
    QCOMPARE(service.last("targets.bases")["host"].toString(), "other");
  }
};

TRAINYARD_TEST(ClustersModelTest);
#include "clusters_model_test.moc"
