// SPDX-License-Identifier: GPL-3.0-or-later
// A waiting run that would ask for less: what is asked of the scheduler, what is said of its
// answer, and what is submitted.
#include "gui/queue/start_offer.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

#include "engine/system/unix_time.h"
#include "gui/queue/start_card.h"
#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

QueueRow waitingRun() {
  QueueRow row;
  row.target = "far";
  row.entry.isMine = true;
  row.entry.run = "run-1";
  row.entry.job.id = row.entry.job.number = "42";
  row.entry.job.partitions = {"gpuq"};
  row.entry.job.nodeCount = 1;
  row.entry.job.gpus = 4;
  row.entry.job.limitSeconds = 8 * 3600;
  row.entry.job.start = unix_time() + 6 * 3600;
  RunRecord run;
  run.run = "run-1";
  run.name = "train";
  run.source = "/home/me/train.yaml";
  run.target = "far";
  row.run = run;
  return row;
}

PartitionState partitionOf(const QString& name, int gpus, std::optional<qint64> seconds,
                           const QString& state = "UP") {
  PartitionState partition;
  partition.limits.name = name;
  partition.limits.state = state;
  partition.limits.maxSeconds = seconds;
  GpuKind kind;
  kind.type = "a100";
  kind.perNode = gpus;
  kind.nodes = 2;
  partition.limits.gpus << kind;
  return partition;
}

ClusterState twoPartitions() {
  ClusterState state;
  state.partitions << partitionOf("gpuq", 8, 24 * 3600) << partitionOf("short", 4, 2 * 3600)
                   << partitionOf("broken", 16, {}, "DOWN");
  return state;
}

// A card over a service that answers as it is told.
struct OfferScene {
  OfferScene() {
    service.answers["check"] = [this](const QJsonObject&) { return answer; };
    service.answers["submit"] = [](const QJsonObject& asked) {
      return QJsonObject{
          {"run", asked["run"]}, {"folder", "/runs/x"}, {"diagnostics", QJsonArray()}};
    };
    service.answers["cancel"] = [](const QJsonObject&) { return QJsonObject{}; };
    client.connectToService();
    if (!QTest::qWaitFor([this] { return client.isConnected(); })) qFatal("no service");
    card.resize(900, 400);
    static_cast<QWidget&>(card).show();
    show(waitingRun());
  }
  void show(const QueueRow& row) {
    LanePlan plan;
    plan.now = unix_time();
    plan.end = plan.now + 24 * 3600;
    plan.start = row.job().start;
    LaneBar bar;
    bar.kind = LaneBar::Kind::expected;
    bar.job = row.job().id;
    bar.begin = plan.start;
    bar.end = plan.start + 8 * 3600;
    bar.rows = 4;
    plan.lanes << Lane{"cn1", 8, {bar}};
    card.show(row, plan, {}, {}, twoPartitions());
  }
  static QJsonObject startsIn(double seconds, double gpuHours) {
    return {{"diagnostics", QJsonArray()},
            {"estimate",
             QJsonObject{{"expected_start", unix_time() + seconds}, {"gpu_hours", gpuHours}}}};
  }
  QStringList asked() const {
    QStringList out;
    for (const QJsonValue& value : service.last("check")["overrides"].toArray())
      out << value.toString();
    return out;
  }
  QString text(const QString& beginning) const {
    for (const QLabel* label : card.findChildren<QLabel*>())
      if (label->isVisible() && label->text().startsWith(beginning)) return label->text();
    return {};
  }
  QPushButton* button(const QString& text) const {
    for (QPushButton* one : card.findChildren<QPushButton*>())
      if (one->text() == text) return one;
    return nullptr;
  }
  template <class Widget>
  Widget* named(const QString& name) const {
    for (Widget* one : card.findChildren<Widget*>())
      if (one->accessibleName() == name) return one;
    return nullptr;
  }

  QJsonObject answer = startsIn(3600, 8);
  ScriptedService service;
  ServiceClient client{service.places()};
  StartCard card{&client};
};

}  // namespace

class StartOfferTest : public QObject {
  Q_OBJECT
 private slots:
  void requestsStayWithinWhatIsKnown() {
    const QueueRow row = waitingRun();
    const QueueLimits limits = limitsOf(twoPartitions(), row.job());
    QCOMPARE(limits.partitions, QStringList({"gpuq", "short"}));
    QCOMPARE(limits.gpus, 8);
    const auto clamped = [&](qint64 seconds, int gpus, const QString& partition) {
      const QueueRequest request = within({seconds, gpus, partition}, limits);
      return QString("%1 %2 %3").arg(request.seconds).arg(request.gpus).arg(request.partition);
    };
    QCOMPARE(clamped(3600, 2, "gpuq"), "3600 2 gpuq");
    QCOMPARE(clamped(3700, 2, "gpuq"), "3600 2 gpuq");
    QCOMPARE(clamped(1, 0, "gpuq"), "900 1 gpuq");
    QCOMPARE(clamped(-5, 99, "gpuq"), "900 8 gpuq");
    QCOMPARE(clamped(8 * 3600, 4, "short"), "7200 4 short");
    QCOMPARE(clamped(1 << 30, 4, "gpuq"), "86400 4 gpuq");
    QCOMPARE(clamped(3600, 4, "gone"), "3600 4 gpuq");
    // A job on the processor has no GPU afterwards, either.
    QueuedJob job = row.job();
    job.gpus = 0;
    ClusterState state;
    QCOMPARE(within({3600, 0, "gpuq"}, limitsOf(state, job)).gpus, 0);
    job.limitSeconds.reset();
    QVERIFY(!requestOf(job));
  }

  void onlyWhatDiffersIsSent() {
    const QueueRequest before{8 * 3600, 4, "gpuq"};
    QVERIFY(overridesOf(before, before).isEmpty());
    QCOMPARE(overridesOf(before, {9000, 4, "gpuq"}),
             QStringList{"resources.time_limit=\"02:30:00\""});
    QCOMPARE(overridesOf(before, {100 * 3600, 1, "a\"b"}),
             QStringList({"resources.time_limit=\"100:00:00\"", "resources.gpus_per_node=1",
                          "resources.partition=\"a\\\"b\""}));
  }

  void aChangeIsAnsweredByTheScheduler() {
    OfferScene scene;
    QVERIFY(scene.text("As it is: can start ").size() > 0);
    QVERIFY(!scene.button("Submit like this")->isEnabled());
    scene.named<QSpinBox>("GPUs a node")->setValue(2);
    scene.named<QSpinBox>("Time limit")->setValue(16);
    QCOMPARE(scene.text("Like this: "), "Like this: asking the scheduler…");
    QTRY_VERIFY(scene.text("Like this: starts ").size() > 0);
    // One question for both changes.
    QCOMPARE(scene.service.count("check"), 1);
    QCOMPARE(scene.asked(),
             QStringList({"resources.time_limit=\"04:00:00\"", "resources.gpus_per_node=2"}));
    QCOMPARE(scene.service.last("check")["target"].toString(), "far");
    const QString text = scene.text("Like this: ");
    QVERIFY2(text.contains("5 h sooner") && text.contains("at most 8 GPU-hours"), qPrintable(text));
    QTest::mouseClick(scene.button("As it was"), Qt::LeftButton);
    QVERIFY(scene.text("Like this: ").isEmpty());
    QCOMPARE(scene.named<QSpinBox>("GPUs a node")->value(), 4);
  }

  void whatIsRefusedCannotBeSubmitted() {
    OfferScene scene;
    scene.answer = ScriptedService::error("scheduler.rejected", "short takes at most 2 h");
    auto* partition = scene.named<QComboBox>("Partition");
    partition->setCurrentIndex(partition->findText("short"));
    emit partition->activated(partition->currentIndex());
    QTRY_VERIFY(scene.text("Like this: short takes at most 2 h").size() > 0);
    QVERIFY(!scene.button("Submit like this")->isEnabled());
    QVERIFY(scene.asked().contains("resources.partition=\"short\""));
  }

  void itIsSubmittedOnceAndTheWaitingOneIsCancelledThen() {
    OfferScene scene;
    QSignalSpy submitted(&scene.card, &StartCard::submitted);
    scene.named<QSpinBox>("GPUs a node")->setValue(1);
    QTRY_COMPARE(scene.card.offer()->state(), StartOffer::State::answered);
    scene.card.offer()->submit();
    scene.card.offer()->submit();
    QTRY_COMPARE(submitted.count(), 1);
    QCOMPARE(scene.service.count("submit"), 1);
    QCOMPARE(scene.service.count("cancel"), 1);
    QCOMPARE(scene.service.last("cancel")["run"].toString(), "run-1");
    QVERIFY(!submitted.first().first().toString().isEmpty());
    QCOMPARE(scene.service.last("submit")["overrides"].toArray().first().toString(),
             "resources.gpus_per_node=1");
  }

  // If it cannot be submitted, what waits goes on waiting.
  void aFailedSubmissionCancelsNothing() {
    OfferScene scene;
    scene.service.answers["submit"] = [](const QJsonObject&) {
      return ScriptedService::error("host.unreachable", "far cannot be reached.");
    };
    QSignalSpy failed(&scene.card, &StartCard::failed);
    scene.named<QSpinBox>("GPUs a node")->setValue(1);
    QTRY_COMPARE(scene.card.offer()->state(), StartOffer::State::answered);
    QTest::mouseClick(scene.button("Submit like this"), Qt::LeftButton);
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(scene.service.count("cancel"), 0);
    QVERIFY(scene.button("Submit like this")->isEnabled());
  }

  void onlyRunsOfOnesOwnThatWaitCanAskForLess() {
    OfferScene scene;
    const auto isPossible = [&](const std::function<void(QueueRow&)>& change) {
      QueueRow row = waitingRun();
      row.entry.job.id = "43";
      change(row);
      scene.show(row);
      return scene.card.offer()->isPossible();
    };
    QVERIFY(isPossible([](QueueRow&) {}));
    QVERIFY(!isPossible([](QueueRow& row) { row.entry.isMine = false; }));
    QVERIFY(!isPossible([](QueueRow& row) { row.run.reset(); }));
    QVERIFY(!isPossible([](QueueRow& row) { row.run->study = "study"; }));
    QVERIFY(!isPossible([](QueueRow& row) { row.run->source.clear(); }));
    QVERIFY(!isPossible([](QueueRow& row) { row.entry.job.limitSeconds.reset(); }));
    QVERIFY(!isPossible([](QueueRow& row) { row.entry.job.tasks = 8; }));
    QVERIFY(!isPossible([](QueueRow& row) { row.entry.job.phase = QueuedJob::Phase::running; }));
  }

  void theBarIsDraggedByItsEdges() {
    OfferScene scene;
    auto* lanes = scene.card.findChild<LaneView*>();
    QSignalSpy dragged(lanes, &LaneView::dragged);
    // Ctrl and an arrow: a quarter of an hour, a GPU.
    QTest::keyClick(lanes, Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(scene.card.offer()->now().seconds, 8 * 3600 - 900);
    QTest::keyClick(lanes, Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(scene.card.offer()->now().gpus, 3);
    scene.card.offer()->putBack();
    dragged.clear();
    // The bar goes from a quarter of the lane to seven twelfths: its right edge is found by
    // looking.
    int edge = -1;
    for (int x = lanes->width() - 1; x > 0 && edge < 0; --x) {
      QTest::mouseMove(lanes, {x, 20});
      if (lanes->cursor().shape() == Qt::SizeHorCursor) edge = x;
    }
    QVERIFY(edge > 0);
    QTest::mousePress(lanes, Qt::LeftButton, {}, {edge, 20});
    QTest::mouseMove(lanes, {edge - 60, 20});
    QTest::mouseRelease(lanes, Qt::LeftButton, {}, {edge - 60, 20});
    QVERIFY(!dragged.isEmpty());
    const qint64 seconds = scene.card.offer()->now().seconds;
    QVERIFY(seconds < 8 * 3600 && seconds % 900 == 0);
    const QImage changed = lanes->grab().toImage();
    scene.card.offer()->putBack();
    QVERIFY(lanes->grab().toImage() != changed);
  }
};

TRAINYARD_WINDOW_TEST(StartOfferTest);
#include "start_offer_test.moc"
