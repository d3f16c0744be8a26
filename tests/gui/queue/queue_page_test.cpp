// SPDX-License-Identifier: GPL-3.0-or-later
// One's own jobs of all clusters and the queue of one: what is shown of them, and what can be done.
#include "gui/queue/queue_page.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "engine/system/unix_time.h"
#include "gui/look/segmented_control.h"
#include "gui/queue/lane_view.h"
#include "gui/queue/queue_head.h"
#include "gui/queue/queue_jobs_model.h"
#include "gui/targets/share_list.h"
#include "tests/gui/app/window_scene.h"
#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

QJsonObject job(const QString& id, const QString& number, const QString& run) {
  return {{"job", id},    {"number", number}, {"name", "train"},    {"user", "me"},
          {"mine", true}, {"run", run},       {"phase", "running"}, {"runs", !run.isEmpty()}};
}

TargetRecord cluster(const QString& name, TargetLink link) {
  TargetRecord target;
  target.settings.name = name;
  target.settings.base = "/scratch";
  target.kind = "slurm";
  target.link = link;
  return target;
}

// A partition with two nodes of four GPUs: one has a job of somebody else for an hour, the other
// one's own run; a job of one's own waits.
struct GpuQueue {
  static QJsonObject state() {
    const QJsonObject gpus{{"type", "a100"}, {"total", 8}, {"free", 0}, {"most_on_a_node", 0}};
    const QJsonObject limits{
        {"name", "gpuq"},
        {"state", "UP"},
        {"nodes", 2},
        {"gpus", QJsonArray{QJsonObject{{"type", "a100"}, {"per_node", 4}, {"nodes", 2}}}}};
    return {
        {"time", unix_time()},
        {"partitions", QJsonArray{QJsonObject{{"limits", limits},
                                              {"nodes", QJsonObject{{"busy", 2}}},
                                              {"gpus", QJsonArray{gpus}},
                                              {"running", 2},
                                              {"waiting", 1}}}},
        {"qos", QJsonArray{QJsonObject{
                    {"name", "normal"}, {"max_jobs", 4}, {"max_resources", "cpu=64,gres/gpu=8"}}}}};
  }
  static QJsonObject entry(const char* id, const char* user, const char* phase, const char* nodes,
                           int limit) {
    return {{"job", id},
            {"number", id},
            {"name", QString("job-%1").arg(id)},
            {"user", user},
            {"mine", QString(user) == "me"},
            {"phase", phase},
            {"nodes", nodes},
            {"partitions", QJsonArray{"gpuq"}},
            {"node_count", 1},
            {"gpus", 4},
            {"qos", "normal"},
            {"eligible", true},
            {"start", QString(phase) == "running" ? unix_time() - 60 : 0},
            {"limit_seconds", limit}};
  }
  static QJsonObject queue() {
    return {{"time", unix_time()},
            {"user", "me"},
            {"jobs", QJsonArray{entry("21", "me", "running", "cn2", 7200),
                                entry("23", "me", "waiting", "", 3600),
                                entry("22", "other", "running", "cn1", 3660)}}};
  }
};

struct QueueScene {
  explicit QueueScene(const QList<TargetRecord>& clusters = {
                          cluster("one", TargetLink::connected)}) {
    service.answers["cluster.state"] = [](const QJsonObject& asked) {
      if (asked["target"] == "gpus") return GpuQueue::state();
      if (asked["target"] == "away") return ScriptedService::error("cluster.not_seen", "not seen");
      if (asked["target"] == "mute") return ScriptedService::error("cluster.no_answer", "Silence.");
      return QJsonObject{{"time", 1}};
    };
    service.answers["queue.list"] = [](const QJsonObject& asked) {
      if (asked["target"] == "gpus") return GpuQueue::queue();
      return QJsonObject{{"time", 1},
                         {"user", "me"},
                         {"jobs", QJsonArray{job("7", "7", ""), job("8", "8", "some-run"),
                                             job("9_[1-3]", "9", "")}}};
    };
    service.answers["queue.show"] = [](const QJsonObject&) {
      return QJsonObject{{"job", "7"}, {"output", "/home/me/slurm-7.out"}};
    };
    service.answers["queue.adopt"] = [](const QJsonObject&) {
      return QJsonObject{{"run", "new-run"}};
    };
    service.answers["targets.connect"] = [](const QJsonObject&) { return QJsonObject{}; };
    client.connectToService();
    if (!QTest::qWaitFor([this] { return client.isConnected(); })) qFatal("no service");
    page.resize(1200, 800);
    page.show();
    targets.setTargets(clusters);
  }
  ~QueueScene() { QCoreApplication::processEvents(); }

  QPushButton* button(const QString& text) const {
    for (QPushButton* one : page.findChildren<QPushButton*>())
      if (one->text() == text) return one;
    qFatal("no button %s", qPrintable(text));
  }
  QAction* action(const QString& text) const {
    for (QAction* one : page.findChildren<QAction*>())
      if (one->text() == text) return one;
    qFatal("no action %s", qPrintable(text));
  }
  QTableView* table() const { return page.findChild<QTableView*>(); }
  int rows() const { return table()->model()->rowCount(); }
  QStringList column(int column) const {
    QStringList texts;
    for (int row = 0; row < rows(); ++row)
      texts << table()->model()->index(row, column).data().toString();
    return texts;
  }
  QLabel* saying(const QString& text) const {
    for (QLabel* label : page.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(text)) return label;
    return nullptr;
  }
  QStringList shares() const {
    QStringList texts;
    for (const ShareList* list : page.findChildren<ShareList*>())
      if (list->isVisible()) texts << list->accessibleName();
    return texts;
  }

  ScriptedService service;
  ServiceClient client{service.places()};
  TargetList targets{&client};
  QueuePage page{&client, &targets};
};

}  // namespace

class QueuePageTest : public QObject {
  Q_OBJECT
 private slots:
  void aStrangeJobHasItsOutputAndBecomesARun() {
    QueueScene scene;
    QTRY_COMPARE(scene.rows(), 3);
    scene.table()->selectRow(0);
    QVERIFY(!scene.button("Show the run")->isEnabled());
    QSignalSpy files(&scene.page, &QueuePage::fileRequested);
    scene.action("Output")->trigger();
    QTRY_COMPARE(files.size(), 1);
    QCOMPARE(files[0][0].toString(), "one");
    QCOMPARE(files[0][1].toString(), "/home/me/slurm-7.out");
    QSignalSpy runs(&scene.page, &QueuePage::runRequested);
    scene.action("Make it a run")->trigger();
    QTRY_COMPARE(runs.size(), 1);
    QCOMPARE(runs[0][0].toString(), "new-run");
    QCOMPARE(scene.service.last("queue.adopt")["queued"].toString(), "7");
  }

  void aRunsJobAndAnArrayStay() {
    QueueScene scene;
    QTRY_COMPARE(scene.rows(), 3);
    scene.table()->selectRow(1);
    QVERIFY(!scene.action("Output")->isEnabled() && !scene.action("Make it a run")->isEnabled());
    QSignalSpy runs(&scene.page, &QueuePage::runRequested);
    QTest::keyClick(scene.table(), Qt::Key_Return);
    QCOMPARE(runs.size(), 1);
    QCOMPARE(runs[0][0].toString(), "some-run");
    scene.table()->selectRow(2);
    QVERIFY(scene.action("Output")->isEnabled() && !scene.action("Make it a run")->isEnabled());
  }

  void mineOfAllClustersOrAllOfOne() {
    QueueScene scene({cluster("one", TargetLink::connected), cluster("gpus", TargetLink::connected),
                      cluster("away", TargetLink::none)});
    QTRY_COMPARE(scene.rows(), 5);
    QCOMPARE(scene.column(QueueJobsModel::WhereColumn),
             QStringList({"one", "one", "one", "gpus, gpuq", "gpus, gpuq"}));
    auto* parts = scene.page.findChild<look::SegmentedControl*>();
    QVERIFY(parts->isVisible());
    QCOMPARE(parts->accessibleDescription(), "Mine  5");
    QSignalSpy places(&scene.page, &Page::addressChanged);
    QTest::keyClick(parts, Qt::Key_Right);
    QTest::keyClick(parts, Qt::Key_Right);
    QCOMPARE(parts->accessibleDescription(), "gpus");
    QCOMPARE(places.last()[0].toString(), "gpus");
    QCOMPARE(scene.column(QueueJobsModel::JobColumn), QStringList({"21", "23", "22"}));
    // What changes elsewhere changes nothing here.
    scene.targets.setTargets({cluster("one", TargetLink::none),
                              cluster("gpus", TargetLink::connected),
                              cluster("away", TargetLink::none)});
    QCOMPARE(scene.page.address(), "gpus");
    scene.page.goTo({});
    QCOMPARE(scene.page.address(), QString());
    QCOMPARE(scene.rows(), 5);
  }

  void whenAWaitingJobCanStart() {
    QueueScene scene({cluster("gpus", TargetLink::connected)});
    QTRY_COMPARE(scene.rows(), 2);
    // The one that waits is what people come for.
    QTRY_VERIFY(scene.saying("When job-23 can start"));
    QVERIFY(scene.saying("It requests 4 A100 on 1 node of gpuq for 1 h."));
    QVERIFY(scene.saying("it would start at "));
    auto* lanes = scene.page.findChild<LaneView*>();
    QVERIFY(lanes->isVisible());
    QCOMPARE(lanes->plan().startNodes, QStringList{"cn1"});
    QTest::keyClick(lanes, Qt::Key_Right);
    QVERIFY2(lanes->current().startsWith("cn1: job 22 of other, 4 of 4 GPUs, until its limit at "),
             qPrintable(lanes->current()));
    QTest::keyClick(lanes, Qt::Key_Right);
    QVERIFY2(lanes->current().startsWith("cn1: job-23 (job 23), 4 of 4 GPUs, from "),
             qPrintable(lanes->current()));
    QTest::keyClick(lanes, Qt::Key_Down);
    QVERIFY(lanes->current().startsWith("cn2: job-21 (job 21)"));
    QTest::keyClick(lanes, Qt::Key_Down);
    QVERIFY(lanes->current().startsWith("cn2: job-21 (job 21)"));
    QCOMPARE(lanes->accessibleDescription(), lanes->current());
  }

  void whatIsFreeAndHowMuchIsMine() {
    TargetRecord gpus = cluster("gpus", TargetLink::connected);
    gpus.facts.baseFreeBytes = qint64{10} << 30;
    gpus.facts.baseQuotaBytes = qint64{200} << 30;
    QueueScene scene({gpus, cluster("away", TargetLink::none)});
    QTRY_COMPARE(scene.shares(),
                 QStringList({"gpus A100 0 of 8 free",
                              "GPUs at once, QOS normal 4 of 8; Jobs at once, QOS normal 1 of 4",
                              "/scratch on gpus 190.0 GiB of 200.0 GiB"}));
    QSignalSpy clusters(&scene.page, &QueuePage::clusterRequested);
    QTest::mouseClick(scene.button("Clean up"), Qt::LeftButton);
    QCOMPARE(clusters.size(), 1);
    QTest::mouseClick(scene.button("Log in to ask"), Qt::LeftButton);
    QTRY_COMPARE(scene.service.count("targets.connect"), 1);
    QCOMPARE(scene.service.last("targets.connect")["name"].toString(), "away");
  }

  void aSearchLeavesWhatHasAllItsWords() {
    QueueScene scene(
        {cluster("one", TargetLink::connected), cluster("gpus", TargetLink::connected)});
    QTRY_COMPARE(scene.rows(), 5);
    auto* search = scene.page.findChild<QLineEdit*>();
    QTest::keyClicks(search, "GPUS 23");
    QCOMPARE(scene.rows(), 1);
    search->clear();
    QCOMPARE(scene.rows(), 5);
  }

  void inGerman() {
    German german;
    QCoreApplication::installTranslator(&german);
    {
      QueueScene scene({cluster("gpus", TargetLink::connected)});
      QTRY_VERIFY(scene.saying("Wann job-23 beginnen kann"));
      QCOMPARE(scene.column(QueueJobsModel::StateColumn), QStringList({"Läuft", "Wartet"}));
      QVERIFY(scene.shares().first().endsWith("von 8 frei"));
      QVERIFY(scene.page.findChild<LaneView*>()->accessibleName() == "Knoten im Verlauf");
    }
    QCoreApplication::removeTranslator(&german);
  }

  void whatIsNotKnownIsSaid() {
    QueueScene away({cluster("away", TargetLink::none)});
    QTRY_VERIFY(away.saying("known once you are logged in"));
    QTest::mouseClick(away.button("Log in"), Qt::LeftButton);
    QTRY_COMPARE(away.service.last("targets.connect")["name"].toString(), "away");
    QueueScene mute({cluster("mute", TargetLink::connected)});
    QTRY_VERIFY(mute.saying("mute: "));
    QueueScene none(QList<TargetRecord>{});
    QVERIFY(none.saying("No cluster yet"));
    QSignalSpy wanted(&none.page, &QueuePage::clusterWanted);
    QTest::mouseClick(none.button("Add a cluster…"), Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
  }
};

TRAINYARD_WINDOW_TEST(QueuePageTest);
#include "queue_page_test.moc"
