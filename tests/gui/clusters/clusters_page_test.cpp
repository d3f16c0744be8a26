// SPDX-License-Identifier: GPL-3.0-or-later
// The page of clusters: which one is shown, and what its buttons mean. Driven by clicks.
#include "gui/clusters/clusters_page.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTableView>
#include <QTest>

#include "gui/clusters/cluster_cards.h"
#include "gui/clusters/facts_model.h"
#include "gui/targets/share_list.h"
#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

TargetRecord clusterCalled(const QString& name, TargetLink link) {
  TargetRecord target;
  target.settings.name = name;
  target.settings.host = name;
  target.settings.base = "/scratch/" + name;
  target.kind = "slurm";
  target.link = link;
  return target;
}

struct ClustersScene {
  ClustersScene() {
    targets.setTargets(
        {clusterCalled("one", TargetLink::none), clusterCalled("two", TargetLink::connected)});
    page.resize(1200, 600);
    page.show();
    client.connectToService();
    if (!QTest::qWaitFor([this] { return client.isConnected(); })) qFatal("no service");
  }
  ~ClustersScene() { QCoreApplication::processEvents(); }

  QPushButton* button(const QString& words) const {
    for (QPushButton* one : page.findChildren<QPushButton*>())
      if (one->text() == words && one->isVisible()) return one;
    return nullptr;
  }
  QListView* list() const {
    for (QListView* one : page.findChildren<QListView*>())
      if (one->accessibleName() == "Clusters") return one;
    return nullptr;
  }
  QTableView* table(const QString& name) const {
    for (QTableView* one : page.findChildren<QTableView*>())
      if (one->accessibleName() == name) return one;
    return nullptr;
  }
  QLabel* saying(const QString& text) const {
    for (QLabel* label : page.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(text)) return label;
    return nullptr;
  }
  void clickRow(int row) const {
    QTest::mouseClick(list()->viewport(), Qt::LeftButton, {},
                      list()->visualRect(list()->model()->index(row, 0)).center());
  }
  // Empty where no cluster is shown.
  QString shown() const {
    const bool isShown = page.findChild<ClusterCards*>()->isVisible();
    return isShown ? list()->currentIndex().data().toString() : QString();
  }
  QList<QRect> places() const {
    QList<QRect> out;
    for (const char* text :
         {"Change…", "Terminal", "Files", "Check", "Check with a job", "Disconnect", "Log in"})
      out << (button(text) ? button(text)->geometry() : QRect());
    return out;
  }

  ScriptedService service;
  ServiceClient client{service.places()};
  TargetList targets{&client};
  ClustersPage page{&client, &targets};
};

}  // namespace

class ClustersPageTest : public QObject {
  Q_OBJECT
 private slots:
  void oneRemovedElsewhereGivesWayToNone() {
    ClustersScene scene;
    QCOMPARE(scene.shown(), "one");
    scene.clickRow(0);
    scene.targets.setTargets({clusterCalled("two", TargetLink::connected)});
    QCOMPARE(scene.shown(), QString());
    QCoreApplication::processEvents();
    QVERIFY(scene.list()->selectionModel()->selectedIndexes().isEmpty());
    QCOMPARE(scene.shown(), QString());
    scene.clickRow(0);
    QCOMPARE(scene.shown(), "two");
  }

  void buttonsKeepTheirPlaces() {
    ClustersScene scene;
    const QList<QRect> before = scene.places();
    QVERIFY(!before.contains(QRect()));
    QVERIFY(scene.button("Log in")->isEnabled());
    QVERIFY(!scene.button("Disconnect")->isEnabled());
    scene.targets.setTargets(
        {clusterCalled("one", TargetLink::connected), clusterCalled("two", TargetLink::connected)});
    QVERIFY(!scene.button("Log in")->isEnabled());
    QVERIFY(scene.button("Disconnect")->isEnabled());
    QCOMPARE(scene.places(), before);
    QVERIFY(before[5].left() - before[4].right() > 16);  // what ends the login stands apart
  }

  void aSiteIsChosenSeenAndTakenAway() {
    ClustersScene scene;
    const QJsonObject profile{
        {"name", "Leonardo"},
        {"summary", "The <b>booster</b>."},
        {"gpu_request", "gpus_per_node"},
        {"account_required", true},
        {"modules", QJsonArray{"cuda/12.1"}},
        {"partitions",
         QJsonArray{QJsonObject{{"name", "prod"}, {"cores", 32}, {"gpus", 4}, {"bf16", false}}}}};
    const QJsonObject leonardo{{"name", "leonardo"}, {"profile", profile}};
    scene.service.answers["sites.list"] = [&](const QJsonObject&) {
      return QJsonObject{{"sites", QJsonArray{leonardo}}};
    };
    scene.service.answers["targets.edit"] = [](const QJsonObject&) { return QJsonObject{}; };
    scene.service.answers["targets.list"] = [](const QJsonObject&) {
      return QJsonObject{{"targets", QJsonArray()}};
    };
    QTest::mouseClick(scene.button("Change…"), Qt::LeftButton);
    auto* dialog = scene.page.findChild<QDialog*>();
    QVERIFY(dialog && dialog->windowTitle() == "Change a cluster");
    QComboBox* box = nullptr;
    for (QComboBox* one : dialog->findChildren<QComboBox*>())
      if (one->accessibleName() == "Site") box = one;
    QTRY_COMPARE(box->count(), 2);
    QCOMPARE(box->currentIndex(), 0);
    QTest::keyClick(box, Qt::Key_Down);
    QCOMPARE(box->currentText(), "Leonardo (leonardo)");
    QString said;
    for (QLabel* label : dialog->findChildren<QLabel*>())
      if (label->text().contains("booster")) said = label->text();
    QCOMPARE(
        said,
        "The <b>booster</b>.\nGPUs are requested as --gpus-per-node=4\nAn account is required\n"
        "Partition prod: 32 cores, 4 GPUs, no bf16\nDefault modules: cuda/12.1");
    for (QPushButton* one : dialog->findChildren<QPushButton*>())
      if (one->text() == "Change") QTest::mouseClick(one, Qt::LeftButton);
    QTRY_COMPARE(scene.service.count("targets.edit"), 1);
    QCOMPARE(scene.service.last("targets.edit")["name"].toString(), "one");
    QCOMPARE(scene.service.last("targets.edit")["site"].toString(), "leonardo");
  }

  void whatIsKnownOfASite() {
    TargetRecord target = clusterCalled("one", TargetLink::none);
    const auto facts = [&] {
      FactsModel model;
      model.show(&target);
      QStringList all;
      for (int row = 0; row < model.rowCount(); ++row)
        all << model.index(row, 0).data().toString() + "=" + model.index(row, 1).data().toString();
      return all;
    };
    QVERIFY(facts().contains("Site=none: only what Slurm reports"));
    target.settings.site = "twcc";
    target.site.name = "TWCC";
    target.site.summary = "Taiwan's";
    target.site.coresPerGpu = 4;
    QVERIFY(facts().contains("Site=TWCC (twcc)"));
    QVERIFY(facts().contains("About the site=Taiwan's"));
    QVERIFY(facts().contains(
        "Settings of the site=GPUs are requested as --gres=gpu:4\nAt most 4 cores per GPU"));
    target.site = {};
    target.settings.site = "/a.yaml";
    target.siteProblem = {"site.unreadable", {{"path", "/a.yaml"}, {"problem", "no file"}}, "x"};
    QVERIFY2(facts().join("\n").contains("Site=/a.yaml: "), qPrintable(facts().join("\n")));
  }

  void aCheckIsReadWithItsMarks() {
    ClustersScene scene;
    scene.service.answers["targets.check"] = [](const QJsonObject&) {
      const auto finding = [](const char* severity, const char* text) {
        return QJsonObject{{"severity", severity}, {"code", ""}, {"text", text}};
      };
      return QJsonObject{{"findings", QJsonArray{finding("info", "It starts."),
                                                 finding("warning", "rsync is old.")}},
                         {"facts", QJsonObject()}};
    };
    QVERIFY(scene.saying("not checked since the window opened"));
    QVERIFY(!scene.table("Last check")->isVisible());
    QTest::mouseClick(scene.button("Check"), Qt::LeftButton);
    QTRY_VERIFY(scene.table("Last check")->isVisible());
    QCOMPARE(scene.table("Last check")->model()->rowCount(), 2);
    QVERIFY(scene.saying("to look at: 1"));
    scene.clickRow(1);
    QVERIFY(!scene.table("Last check")->isVisible());
  }

  void whatIsFreeIsAskedWhileThePageIsSeen() {
    ClustersScene scene;
    scene.service.answers["cluster.state"] = [](const QJsonObject&) {
      const QJsonObject partition{
          {"limits", QJsonObject{{"name", "gpuq"}, {"nodes", 4}}},
          {"gpus", QJsonArray{QJsonObject{{"type", "a100"}, {"total", 32}, {"free", 6}}}},
          {"waiting", 12}};
      return QJsonObject{
          {"time", 1},
          {"partitions", QJsonArray{partition}},
          {"balances", QJsonArray{QJsonObject{
                           {"account", "acc"}, {"granted", 100}, {"left", 5}, {"unit", "hours"}}}}};
    };
    scene.clickRow(1);
    QTRY_VERIFY(scene.table("Partitions")->isVisible());
    const QAbstractItemModel* model = scene.table("Partitions")->model();
    QCOMPARE(model->index(0, PartitionsModel::FreeColumn).data().toString(), "6 of 32");
    QCOMPARE(model->index(0, PartitionsModel::WaitingColumn).data().toString(), "12");
    QCOMPARE(scene.page.findChild<ShareList*>()->accessibleName(), "hours of acc 95 of 100");
    QCOMPARE(scene.service.last("cluster.state")["when"].toString(), "connected");
  }

  void portsThatLeadThere() {
    ClustersScene scene;
    const auto tunnel = [](int id, const char* target, int port) {
      return QJsonObject{{"id", id},
                         {"target", target},
                         {"node", "gpu1"},
                         {"port", port},
                         {"service", "jupyter"},
                         {"local_address", "127.0.0.1"},
                         {"local_port", 40000 + id}};
    };
    QJsonArray tunnels{tunnel(1, "two", 8888), tunnel(2, "one", 6006)};
    scene.service.answers["tunnels.list"] = [&](const QJsonObject&) {
      return QJsonObject{{"tunnels", tunnels}};
    };
    scene.service.answers["tunnels.close"] = [&](const QJsonObject&) {
      tunnels = {};
      return QJsonObject{};
    };
    scene.clickRow(1);
    QTRY_VERIFY(scene.saying("jupyter, gpu1:8888"));
    QVERIFY(scene.saying("at 127.0.0.1:40001") && !scene.saying("gpu1:6006"));
    QTest::mouseClick(scene.button("Close"), Qt::LeftButton);
    QTRY_VERIFY(scene.saying("No port of this computer leads there."));
    QCOMPARE(scene.service.last("tunnels.close")["tunnel"].toInt(), 1);
  }

  void theShellsCommandIsCopied() {
    ClustersScene scene;
    QTest::mouseClick(scene.button("Terminal"), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), "yard shell one");
  }

  void removingAsksAboutTheClusterThatWasShown() {
    ClustersScene scene;
    scene.service.answers["targets.remove"] = [](const QJsonObject&) { return QJsonObject{}; };
    for (QMenu* menu : scene.page.findChildren<QMenu*>())
      for (QAction* action : menu->actions())
        if (action->text() == "Remove…") {
          emit menu->aboutToShow();
          action->trigger();
        }
    auto* question = scene.page.findChild<QMessageBox*>();
    QVERIFY(question);
    QCOMPARE(question->textFormat(), Qt::PlainText);
    scene.page.goTo("two");
    for (QAbstractButton* one : question->buttons())
      if (one->text() == "Remove") QTest::mouseClick(one, Qt::LeftButton);
    QTRY_COMPARE(scene.service.count("targets.remove"), 1);
    QCOMPARE(scene.service.last("targets.remove")["name"].toString(), "one");
  }
};

TRAINYARD_WINDOW_TEST(ClustersPageTest);
#include "clusters_page_test.moc"
