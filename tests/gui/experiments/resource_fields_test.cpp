// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of resources offer what the chosen cluster is known to have, and say what is free.
#include "gui/experiments/resource_fields.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLabel>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "gui/experiments/target_chooser.h"
#include "gui/forms/elided_label.h"
#include "gui/forms/problem_label.h"
#include "gui/forms/value_line.h"
#include "remote/values/records.h"
#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QString asked = QStringLiteral(
    "format: 1\nname: example\nmodel: {kind: gpt2}\ndata:\n  train: [a.txt]\n"
    "training:\n  max_steps: 240\nresources:\n  partition: boost\n  gpus_per_node: 4\n");

PartitionFacts boost() {
  PartitionFacts partition;
  partition.name = "boost";
  partition.maxSeconds = 24 * 3600 - 1;
  partition.nodes = 4;
  partition.gpus = {{"a100", 4, 4}};
  return partition;
}

TargetRecord leonardo() {
  TargetRecord record;
  record.settings.name = "leonardo";
  record.kind = "slurm";
  record.link = TargetLink::connected;
  record.facts.time = unix_time() - 130;
  record.facts.partitions = {boost()};
  record.facts.accounts = {"IscrC_TUTOR", "EUHPC_D12"};
  return record;
}

QJsonObject someFree() {
  ClusterState state;
  state.time = unix_time() - 5;
  PartitionState partition;
  partition.limits = boost();
  partition.gpus = {{"a100", 40, 38, 4}};
  state.partitions = {partition};
  return toJson(state);
}

}  // namespace

class ResourceFieldsTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    m_scene = std::make_unique<PageScene>();
    m_scene->service.answers["cluster.state"] = [](const QJsonObject&) { return someFree(); };
    QTRY_VERIFY(m_scene->isReady());
    m_scene->targetRecords = {toJson(leonardo())};
    m_scene->targets->setTargets({leonardo()});
    QVERIFY(m_scene->open("e.yaml", asked));
    m_scene->page->bar()->target()->choose("leonardo");
  }
  void cleanup() { m_scene.reset(); }

  void whatIsFreeIsSaid() {
    QTRY_VERIFY2(noteOf("resources.partition").startsWith("38 a100 free, at most 23 h"),
                 qPrintable(noteOf("resources.partition")));
    QCOMPARE(m_scene->service.last("cluster.state")["when"].toString(), "known");
    bool isSaid = false;
    for (const auto* label : m_scene->page->sides()->formView()->findChildren<ElidedLabel*>())
      isSaid = isSaid || label->wholeText().startsWith("what leonardo offers, seen ");
    QVERIFY(isSaid);
    m_scene->page->bar()->target()->choose("here");
    QTRY_COMPARE(noteOf("resources.partition"), "Partition of the cluster");
  }

  void theListIsOfTheCluster() {
    auto* account = qobject_cast<ValueLine*>(m_scene->line("resources.account"));
    QVERIFY(account);
    QTest::mouseClick(account, Qt::LeftButton, {}, {account->width() - 8, account->height() / 2});
    QAbstractItemView* list = account->completer()->popup();
    QTRY_VERIFY(list->isVisible());
    QCOMPARE(list->model()->rowCount(), 2);
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Return);
    QTRY_COMPARE(account->text(), "IscrC_TUTOR");
    QVERIFY(m_scene->text().contains("account: IscrC_TUTOR"));
  }

  void anErrorOffersWhatWouldDo() {
    Diagnostic missing = make_diagnostic(Severity::error, "site.account", "resources.account",
                                         {{"site", "leonardo"}});
    m_scene->page->model()->document()->showTargetFindings({missing});
    m_scene->page->sides()->formView()->jumpTo("resources.account");
    auto* problem =
        m_scene->page->sides()->formView()->editor("resources.account")->findChild<ProblemLabel*>();
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains("Yours: <a"), qPrintable(problem->text()));
    emit problem->linkActivated("EUHPC_D12");
    QVERIFY(m_scene->text().contains("account: EUHPC_D12"));
  }

  void thePlanIsInTheFields() {
    m_scene->service.answers["plan"] = [](const QJsonObject&) {
      return QJsonObject{
          {"format", 1},
          {"per_device", 8},
          {"num_steps", 240},
          {"memory", QJsonArray{QJsonObject{{"per_device", 8}, {"parameters", 31.6e9}}}}};
    };
    QCOMPARE(noteOf("batch.per_device"), "Sequences that one process handles at a time");
    QTRY_COMPARE(noteOf("batch.per_device"), "8 needs 29.4 GiB");
  }

 private:
  QString noteOf(const QString& path) {
    return m_scene->page->sides()->formView()->editor(path)->note();
  }

  std::unique_ptr<PageScene> m_scene;
};

TRAINYARD_WINDOW_TEST(ResourceFieldsTest);
#include "resource_fields_test.moc"
