// SPDX-License-Identifier: GPL-3.0-or-later
// What about runs is told, and that nothing is told twice.
#include "remote/service/notifications/run_notices.h"

#include <QTest>
#include <cmath>

#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

constexpr double now = 1.8e9;

RunRecord record(RunState state) {
  RunRecord run;
  run.run = QStringLiteral("11111111-1111-4111-8111-111111111111");
  run.name = QStringLiteral("net");
  run.target = QStringLiteral("lab");
  run.state = state;
  return run;
}

Event at(double time, decltype(Event::body) body) {
  Event event;
  event.time = time;
  event.body = std::move(body);
  return event;
}

Event loss(double time, std::int64_t step, double value) {
  MetricsEvent metrics;
  metrics.step = step;
  metrics.values = {{"train/loss", value}};
  return at(time, metrics);
}

Event gpus(double time, double utilization) {
  SystemEvent system;
  system.devices = {{.index = 0, .utilization_ratio = utilization}};
  return at(time, system);
}

QStringList namesOf(const std::vector<RunNotice>& notices) {
  QStringList names;
  for (const RunNotice& notice : notices) names << QLatin1String(notice.event);
  return names;
}

}  // namespace

class RunNoticesTest : public QObject {
  Q_OBJECT

 private slots:
  void aLifeOfARun() {
    RunNotices notices;
    QCOMPARE(namesOf(notices.changed(record(RunState::waiting), now)), QStringList());
    QCOMPARE(namesOf(notices.changed(record(RunState::running), now)), QStringList{"started"});
    QCOMPARE(namesOf(notices.changed(record(RunState::running), now)), QStringList());
    RunRecord ended = record(RunState::failed);
    ended.reason = QStringLiteral("out of memory");
    ended.ended = now;
    const auto told = notices.changed(ended, now);
    QCOMPARE(namesOf(told), QStringList{"failed"});
    QCOMPARE(told[0].text.message, std::string("net on lab has ended: out of memory"));
    QCOMPARE(namesOf(notices.changed(ended, now)), QStringList());
    // Resumed and complete.
    QCOMPARE(namesOf(notices.changed(record(RunState::running), now)), QStringList{"started"});
    QCOMPARE(namesOf(notices.changed(record(RunState::completed), now)), QStringList{"completed"});
  }

  // The store has the end already when its events arrive.
  void anEndThatArrivesWithItsEvents() {
    RunNotices notices;
    notices.changed(record(RunState::running), now);
    notices.arrived(record(RunState::completed), 1, {loss(now, 1, 2.0)}, now);
    QCOMPARE(namesOf(notices.changed(record(RunState::completed), now)), QStringList{"completed"});
  }

  void whatIsOldIsNoNews() {
    RunNotices notices;
    notices.know(record(RunState::running));
    RunRecord ended = record(RunState::completed);
    ended.ended = now - 86400;
    QCOMPARE(namesOf(notices.changed(ended, now)), QStringList());
    QCOMPARE(namesOf(notices.arrived(record(RunState::running), 1,
                                     {loss(now - 86400, 1, std::nan(""))}, now)),
             QStringList());
  }

  void partsOfOthersAreNotTold() {
    RunNotices notices;
    RunRecord trial = record(RunState::running);
    trial.study = QStringLiteral("22222222-2222-4222-8222-222222222222");
    QVERIFY(notices.changed(trial, now).empty());
    RunRecord task = record(RunState::failed);
    task.parent = trial.study;
    QVERIFY(notices.changed(task, now).empty());
  }

  void aLossThatIsNoNumberIsToldOnce() {
    RunNotices notices;
    const RunRecord run = record(RunState::running);
    QCOMPARE(namesOf(notices.arrived(run, 1, {loss(now, 1, 2.0)}, now)), QStringList());
    const auto told =
        notices.arrived(run, 1, {loss(now, 2, std::nan("")), loss(now, 3, std::nan(""))}, now);
    QCOMPARE(namesOf(told), QStringList{"not_finite"});
    QVERIFY(told[0].text.message.find("step 2") != std::string::npos);
    QCOMPARE(namesOf(notices.arrived(run, 2, {loss(now, 2, std::nan(""))}, now)),
             QStringList{"not_finite"});
  }

  void aRunThatStands() {
    RunNotices notices;
    const RunRecord run = record(RunState::running);
    notices.arrived(run, 1, {loss(now, 1, 2.0), loss(now + 10, 2, 2.0)}, now + 10);
    QVERIFY(notices.passed(now + 500).empty());
    QCOMPARE(namesOf(notices.passed(now + 620)), QStringList{"stalled"});
    QVERIFY(notices.passed(now + 700).empty());
    // It goes on, and stands again.
    notices.arrived(run, 1, {loss(now + 700, 3, 2.0)}, now + 700);
    QVERIFY(notices.passed(now + 1200).empty());
    QVERIFY(!notices.passed(now + 8000).empty());
  }

  void aSlowRunHasItsOwnPace() {
    RunNotices notices;
    const RunRecord run = record(RunState::running);
    notices.arrived(run, 1, {loss(now, 1, 2.0), loss(now + 300, 2, 2.0)}, now + 300);
    QVERIFY(notices.passed(now + 300 + 2900).empty());
    QCOMPARE(namesOf(notices.passed(now + 300 + 3100)), QStringList{"stalled"});
  }

  void idleGpus() {
    RunNotices notices;
    const RunRecord run = record(RunState::running);
    notices.arrived(run, 1, {gpus(now, 0.9), gpus(now + 5, 0.0)}, now + 5);
    QVERIFY(notices.passed(now + 600).empty());
    QCOMPARE(namesOf(notices.passed(now + 620)), QStringList{"gpus_idle"});
    notices.arrived(run, 1, {gpus(now + 630, 0.5)}, now + 630);
    QVERIFY(notices.passed(now + 5000).empty());
  }
};

TRAINYARD_TEST(RunNoticesTest);
#include "run_notices_test.moc"
