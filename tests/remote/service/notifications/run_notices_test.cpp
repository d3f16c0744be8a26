// SPDX-License-Identifier: GPL-3.0-or-later
// What about runs is told, and that nothing is told twice.
#include "remote/service/notifications/run_notices.h"

#include <QTest>
#include <cmath>

#include "remote/service/notifications/notice_text.h"
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

Event loss(double time, std::int64_t step, double value, const std::string& name = "train/loss") {
  MetricsEvent metrics;
  metrics.step = step;
  metrics.values = {{name, value}};
  return at(time, metrics);
}

Event ruleActed(double time) {
  MessageEvent message;
  message.code = "rule.fired_at";
  message.arguments = {
      {"metric", "eval/loss"}, {"value", 3.5}, {"step", 340}, {"rule", "stop when eval/loss > 3"}};
  return at(time, message);
}

Event gpus(double time, double utilization) {
  SystemEvent system;
  system.devices = {{.index = 0, .utilization_ratio = utilization}};
  return at(time, system);
}

// As the service does it.
std::vector<RunNotice> arrived(RunNotices& notices, const RunRecord& run, int attempt,
                               const std::vector<Event>& events, double time) {
  if (!notices.isKnown(run.run)) notices.know(run);
  return notices.arrived(run.run, attempt, events, time);
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
    arrived(notices, record(RunState::completed), 1, {loss(now, 1, 2.0)}, now);
    QCOMPARE(namesOf(notices.changed(record(RunState::completed), now)), QStringList{"completed"});
  }

  void whatIsOldIsNoNews() {
    RunNotices notices;
    notices.know(record(RunState::running));
    RunRecord ended = record(RunState::completed);
    ended.ended = now - 86400;
    QCOMPARE(namesOf(notices.changed(ended, now)), QStringList());
    QCOMPARE(namesOf(arrived(notices, record(RunState::running), 1,
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
    QCOMPARE(namesOf(arrived(notices, run, 1, {loss(now, 1, 2.0)}, now)), QStringList());
    const auto told =
        arrived(notices, run, 1, {loss(now, 2, std::nan("")), loss(now, 3, std::nan(""))}, now);
    QCOMPARE(namesOf(told), QStringList{"not_finite"});
    QVERIFY(told[0].text.message.find("step 2") != std::string::npos);
    QCOMPARE(namesOf(arrived(notices, run, 2, {loss(now, 2, std::nan(""))}, now)),
             QStringList{"not_finite"});
    // Programs choose the names of their losses; what is no loss may be no number.
    const auto isTold = [&](int attempt, const std::string& name) {
      const Event event = loss(now, 2, std::nan(""), name);
      return namesOf(arrived(notices, run, attempt, {event}, now)) == QStringList{"not_finite"};
    };
    QVERIFY(isTold(3, "val_nll") && isTold(4, "Loss/train") && isTold(5, "cross_entropy"));
    QVERIFY(!isTold(6, "grad_norm") && !isTold(7, "loss_scale"));
  }

  void aRuleThatActsIsTold() {
    RunNotices notices;
    const RunRecord run = record(RunState::running);
    const auto told = arrived(notices, run, 1, {loss(now, 340, 3.5), ruleActed(now)}, now);
    QCOMPARE(namesOf(told), QStringList{"rule"});
    QCOMPARE(
        told[0].text.message,
        std::string("net on lab: eval/loss was 3.5 at step 340 (rule: stop when eval/loss > 3)"));
    QCOMPARE(namesOf(arrived(notices, run, 1, {ruleActed(now - 86400)}, now)), QStringList());
  }

  void aRunThatStands() {
    RunNotices notices;
    const RunRecord run = record(RunState::running);
    arrived(notices, run, 1, {loss(now, 1, 2.0), loss(now + 10, 2, 2.0)}, now + 10);
    QVERIFY(notices.passed(now + 500).empty());
    QCOMPARE(namesOf(notices.passed(now + 620)), QStringList{"stalled"});
    QVERIFY(notices.passed(now + 700).empty());
    // It goes on, and stands again.
    arrived(notices, run, 1, {loss(now + 700, 3, 2.0)}, now + 700);
    QVERIFY(notices.passed(now + 1200).empty());
    QVERIFY(!notices.passed(now + 8000).empty());
  }

  void aSlowRunHasItsOwnPace() {
    RunNotices notices;
    const RunRecord run = record(RunState::running);
    arrived(notices, run, 1, {loss(now, 1, 2.0), loss(now + 300, 2, 2.0)}, now + 300);
    QVERIFY(notices.passed(now + 300 + 2900).empty());
    QCOMPARE(namesOf(notices.passed(now + 300 + 3100)), QStringList{"stalled"});
  }

  void aLossThatStandsStill() {
    RunNotices notices;
    const RunRecord run = record(RunState::running);
    const auto told = [&](double from, int values, double first, double last) {
      std::vector<Event> events;
      for (int i = 0; i < values; ++i) {
        // It goes up and down by far more than it falls.
        const double noise = i % 2 == 0 ? 0.5 : -0.5;
        events.push_back(loss(from + 10. * i, i, first + (last - first) * i / values + noise));
      }
      const double end = from + 10. * values;
      arrived(notices, run, 1, events, end);
      return namesOf(notices.passed(end));
    };
    // An event that is older than a quarter of an hour when it arrives is no news: few at a time.
    double time = now;
    const auto piece = [&](double first, double last) {
      const QStringList names = told(time, 90, first, last);
      time += 900;
      return names;
    };
    for (int i = 0; i < 20; ++i) QCOMPARE(piece(4 - 0.1 * i, 3.9 - 0.1 * i), QStringList());
    int said = 0;
    for (int i = 0; i < 30; ++i) said += static_cast<int>(piece(2, 2).count("loss_flat"));
    QCOMPARE(said, 1);
    // It falls, and stands still again.
    for (int i = 0; i < 5; ++i) QVERIFY(!piece(1.5 - 0.1 * i, 1.4 - 0.1 * i).contains("loss_flat"));
    for (int i = 0; i < 30; ++i) said += static_cast<int>(piece(1, 1).count("loss_flat"));
    QCOMPARE(said, 2);
  }

  void aShortRunDoesNotStandStill() {
    RunNotices notices;
    std::vector<Event> events;
    for (int i = 0; i < 5000; ++i) events.push_back(loss(now + 0.1 * i, i, 2));
    arrived(notices, record(RunState::running), 1, events, now + 500);
    QCOMPARE(namesOf(notices.passed(now + 500)), QStringList());
  }

  void aDiskThatIsNearlyFull() {
    RunNotices notices;
    const auto told = [&](qint64 gibibytes, std::optional<qint64> quota) {
      return notices.spaceIs(QStringLiteral("lab"),
                             {QStringLiteral("/scratch/me"), gibibytes << 30, quota});
    };
    QVERIFY(told(1, {}).empty());  // no run is open there
    notices.know(record(RunState::running));
    QVERIFY(told(11, {}).empty());
    const auto low = told(9, {});
    QCOMPARE(namesOf(low), QStringList{"disk_low"});
    QVERIFY2(low[0].text.message.starts_with("/scratch/me on lab has 9216 MiB left"),
             low[0].text.message.c_str());
    QVERIFY(told(8, {}).empty());
    QVERIFY(told(15, {}).empty());
    QVERIFY(told(9, {}).empty());
    QVERIFY(told(21, {}).empty());
    QCOMPARE(namesOf(told(9, {})), QStringList{"disk_low"});
    QVERIFY(told(100, {}).empty());
    QCOMPARE(namesOf(told(40, qint64{1000} << 30)), QStringList{"disk_low"});
  }

  // A job's last words may be markup, and chat services read mentions.
  void foreignTextIsNoMarkup() {
    const QString foreign = QStringLiteral(
        "it's <a href=\"http://x\">log in</a> & <!channel> [l](http://y) **b** "
        "@everyone\n\x1b]52;c;"
        "\u202egpj\u0085");
    const QString body = desktopBody(foreign);
    QVERIFY(!body.contains(u'<') && !body.contains(u'>') && !body.contains(u'"'));
    QVERIFY(body.contains(QStringLiteral("&lt;a href=&quot;")));
    QVERIFY(chatText(foreign).contains(QStringLiteral("&lt;!channel&gt;")));
    QVERIFY(markdownText(foreign).contains(QStringLiteral("\\[l\\]\\(http://y\\)")));
    QVERIFY(markdownText(foreign).contains(QStringLiteral("\\@everyone")));
    for (const QString& text : {plainNotice(foreign), body, chatText(foreign)})
      for (const QChar letter : text)
        QVERIFY(letter.category() != QChar::Other_Control &&
                letter.category() != QChar::Other_Format);
  }

  void idleGpus() {
    RunNotices notices;
    const RunRecord run = record(RunState::running);
    arrived(notices, run, 1, {gpus(now, 0.9), gpus(now + 5, 0.0)}, now + 5);
    QVERIFY(notices.passed(now + 600).empty());
    QCOMPARE(namesOf(notices.passed(now + 620)), QStringList{"gpus_idle"});
    arrived(notices, run, 1, {gpus(now + 630, 0.5)}, now + 630);
    QVERIFY(notices.passed(now + 5000).empty());
  }
};

TRAINYARD_TEST(RunNoticesTest);
#include "run_notices_test.moc"
