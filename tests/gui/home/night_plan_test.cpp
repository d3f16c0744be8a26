// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a night in the evening, and what came true: by hand, and over simulated nights.
#include "gui/home/night_plan.h"

#include <QJsonDocument>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <random>

#include "gui/home/night_card.h"
#include "remote/store/run_writer.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

constexpr double anHour = 3600, evening = 1'000'000;

RunRecord nightRun(const QString& name, RunState state) {
  RunRecord run;
  run.run = run.name = name;
  run.target = "far";
  run.state = state;
  run.attempt = 1;
  return run;
}

NightInput running(const QString& name, double since, qint64 step, qint64 total) {
  NightInput input;
  input.run = nightRun(name, RunState::running);
  input.run.started = evening - since;
  input.run.step = step;
  input.run.totalSteps = total;
  return input;
}

NightInput waiting(const QString& name, double in, std::optional<double> seconds,
                   double error = 0) {
  NightInput input;
  input.run = nightRun(name, RunState::waiting);
  if (in >= 0) input.run.expectedStart = evening + in;
  input.seconds = seconds;
  input.error = error;
  return input;
}

NightRow only(const NightInput& input) { return nightPlan({input}, evening).rows.first(); }

}  // namespace

class NightPlanTest : public QObject {
  Q_OBJECT
 private slots:
  void init() { QSettings().remove("home"); }
  void cleanup() { QSettings().remove("home"); }

  // A quarter in an hour: three hours are left.
  void aRunningOneEndsByHowFarItIs() {
    const NightRow row = only(running("r", anHour, 250, 1000));
    QVERIFY(row.isRunning && !row.isCut && !row.isLimit);
    QCOMPARE(row.end, evening + 3 * anHour);
    QCOMPARE(row.latest, evening + 3.6 * anHour);
  }

  void theTimeLimitEndsItBefore() {
    NightInput input = running("r", anHour, 250, 1000);
    input.limit = 2 * anHour;
    const NightRow row = only(input);
    QVERIFY(row.isCut);
    QCOMPARE(row.end, evening + anHour);
    QCOMPARE(row.latest, row.end);
  }

  void oneThatWaitsIsAsLongAsThoseBefore() {
    const NightRow row = only(waiting("w", anHour, 2 * anHour, 0.1));
    QCOMPARE(row.start, evening + anHour);
    QCOMPARE(row.end, evening + 3 * anHour);
    QCOMPARE(row.latest, evening + 3.4 * anHour);
  }

  // Nothing is invented.
  void whatIsNotKnownIsNotSaid() {
    QCOMPARE(only(waiting("w", -1, 2 * anHour)).start, 0.0);
    QCOMPARE(only(waiting("w", -1, 2 * anHour)).end, 0.0);
    const NightRow unknown = only(waiting("w", 0, std::nullopt));
    QVERIFY(unknown.isLimit);
    QCOMPARE(unknown.end, 0.0);
    NightInput limited = waiting("w", 0, std::nullopt);
    limited.limit = anHour;
    QCOMPARE(only(limited).end, evening + anHour);
    // An expected start that has passed is now.
    QCOMPARE(only(waiting("w", 0, anHour)).start, evening);
    NightInput late = waiting("w", 0, anHour);
    late.run.expectedStart = evening - 500;
    QCOMPARE(only(late).start, evening);
    // Of a second attempt the steps say nothing of its pace, nor do those of one that only began.
    NightInput resumed = running("r", anHour, 250, 1000);
    resumed.run.attempt = 2;
    QVERIFY(only(resumed).isLimit);
    QVERIFY(only(running("r", 60, 1, 1000)).isLimit);
  }

  void theSumsAreThoseOfTheRows() {
    NightInput first = running("r", anHour, 500, 1000);
    first.gpus = 4;
    NightInput second = waiting("w", anHour, 2 * anHour);
    second.gpus = 2;
    const NightPlan plan = nightPlan({waiting("x", -1, anHour), second, first}, evening);
    QCOMPARE(plan.rows[0].run, "r");
    QCOMPARE(plan.rows[2].run, "x");
    QCOMPARE(plan.firstStart(), evening + anHour);
    QCOMPARE(plan.lastEnd(), evening + 3 * anHour);
    QCOMPARE(plan.gpuHours(plan.lastEnd()), 4.0 + 4.0);
    QCOMPARE(plan.gpuHours(evening + anHour), 4.0);
    const QByteArray json = QJsonDocument(toJson(plan)).toJson();
    QCOMPARE(nightFromJson(QJsonDocument::fromJson(json).object()), plan);
    QVERIFY(nightFromJson({}).rows.isEmpty());
  }

  void theCardIsDueInTheEveningAndTheMorning() {
    const NightPlan plan = nightPlan({waiting("w", 0, 8 * anHour)}, evening);
    QVERIFY(!isEvening(plan, evening, 15.9));
    QVERIFY(isEvening(plan, evening, 16));
    QVERIFY(isEvening(plan, evening, 23));
    // Over by 22:00.
    QVERIFY(!isEvening(nightPlan({waiting("w", 0, anHour)}, evening), evening, 18));
    QVERIFY(isEvening(nightPlan({waiting("w", -1, anHour)}, evening), evening, 18));
    QVERIFY(!isEvening(NightPlan(), evening, 18));
    QVERIFY(isMorning(plan, evening + 14 * anHour, 8));
    QVERIFY(!isMorning(plan, evening + 19 * anHour, 13));
    QVERIFY(!isMorning(plan, evening + 2 * anHour, 8));  // made this morning
    QVERIFY(!isMorning(plan, evening + 50 * anHour, 8));
  }

  void whatCameTrueIsTold_data() {
    QTest::addColumn<double>("started");
    QTest::addColumn<double>("ended");
    QTest::addColumn<int>("state");
    QTest::addColumn<bool>("isAsSaid");
    const auto row = [](const char* name, double started, double ended, RunState state, bool as) {
      QTest::newRow(name) << started << ended << static_cast<int>(state) << as;
    };
    // Said: from 1 h to 3 h, 3.4 h at the latest.
    row("as said", 1, 3, RunState::completed, true);
    row("a little late", 1.1, 3.3, RunState::completed, true);
    row("a little early", 0.9, 2.7, RunState::completed, true);
    row("started an hour late", 2, 4, RunState::completed, false);
    row("took twice as long", 1, 5, RunState::completed, false);
    row("took half as long", 1, 2, RunState::completed, false);
    row("failed", 1, 3, RunState::failed, false);
    row("still running", 1, 0, RunState::running, false);
    row("never started", 0, 0, RunState::waiting, false);
  }
  void whatCameTrueIsTold() {
    QFETCH(double, started);
    QFETCH(double, ended);
    QFETCH(int, state);
    QFETCH(bool, isAsSaid);
    const NightPlan plan = nightPlan({waiting("w", anHour, 2 * anHour, 0.1)}, evening);
    RunRecord run = nightRun("w", static_cast<RunState>(state));
    if (started > 0) run.started = evening + started * anHour;
    if (ended > 0) run.ended = evening + ended * anHour;
    const auto outcomes = nightOutcomes(plan, {run});
    QCOMPARE(outcomes.size(), 1);
    QCOMPARE(outcomes.first().isAsSaid, isAsSaid);
    QVERIFY(nightOutcomes(plan, {}).isEmpty());
  }

  // Twenty nights of twelve runs whose lengths scatter as their predictions have missed: nine of
  // ten end within what was said, each one that its limit ends is named, and no other one.
  void simulatedNightsComeTrue() {
    std::mt19937 random(11);
    int all = 0, within = 0, cuts = 0, named = 0, wrong = 0, asSaid = 0;
    for (int night = 0; night < 20; ++night) {
      QList<NightInput> inputs;
      QList<RunRecord> ended;
      std::uniform_real_distribution<double> anyLength(anHour, 9 * anHour), anyStart(0, 5 * anHour);
      for (int i = 0; i < 12; ++i) {
        const double error = 0.02 + 0.01 * (i % 4), mean = anyLength(random);
        const double length = mean * (1 + error * std::normal_distribution<double>()(random));
        const QString name = QString::number(i);
        const bool isLimited = i % 3 == 0;
        const double limit = mean * (i % 2 == 0 ? 0.7 : 1.5);
        NightInput input;
        double start = 0;
        if (i % 2 == 0) {
          input = waiting(name, anyStart(random), mean, error);
          // As the scheduler has it, but for some minutes.
          start =
              input.run.expectedStart + std::uniform_real_distribution<double>(-300, 300)(random);
        } else {
          const double since = std::uniform_real_distribution<double>(0.1, 0.6)(random) * length;
          input = running(name, since, std::llround(1000 * since / length), 1000);
          start = input.run.started;
        }
        if (isLimited) input.limit = limit;
        inputs << input;
        RunRecord run = nightRun(name, RunState::completed);
        run.started = start;
        run.ended = start + length;
        if (isLimited && length > limit) {
          run.ended = start + limit;
          run.state = RunState::timed_out;
        }
        ended << run;
      }
      const NightPlan plan = nightPlan(inputs, evening);
      for (const NightOutcome& outcome : nightOutcomes(plan, ended)) {
        ++all;
        asSaid += outcome.isAsSaid;
        within += outcome.end <= outcome.said.latest + 300;
        const bool isCut = outcome.state == RunState::timed_out;
        cuts += isCut;
        named += isCut && outcome.said.isCut;
        wrong += !isCut && outcome.said.isCut;
      }
    }
    QCOMPARE(all, 240);
    QVERIFY2(within >= 0.95 * all, qPrintable(QString::number(within)));
    QVERIFY2(asSaid >= 0.9 * all, qPrintable(QString::number(asSaid)));
    QVERIFY(cuts >= 30);
    QCOMPARE(named, cuts);
    QCOMPARE(wrong, 0);
  }

  // Read from a store, shown in the evening, and compared in the morning.
  void theCardSaysItAndTellsWhatCameTrue() {
    QTemporaryDir folder;
    const QString store = folder.filePath("runs.sqlite");
    RunWriter writer(store);
    QVERIFY(writer.open());
    QDateTime at(QDate(2026, 3, 2), QTime(18, 0));
    const double now = static_cast<double>(at.toSecsSinceEpoch());
    RunRecord run = nightRun("aaaa", RunState::running);
    run.name = "pretrain";
    run.folder = "/runs/aaaa";
    run.created = run.started = now - anHour;
    run.step = 100;
    run.totalSteps = 1000;
    QVERIFY(writer.addRun(run));
    NightCard card(store);
    card.resize(900, 300);
    card.setClock([&] { return at; });
    const auto showAt = [&](QTime time, int days) {
      at = QDateTime(QDate(2026, 3, 2).addDays(days), time);
      card.show({run});
    };
    showAt(QTime(18, 0), 0);
    QTRY_VERIFY(!card.isHidden());
    QCOMPARE(card.title(), "Tonight");
    const auto text = [&] {
      QStringList all;
      for (const QLabel* label : card.findChildren<QLabel*>()) all << label->text();
      return all.join("\n");
    };
    QVERIFY2(text().contains("1 run") && text().contains("the last ends"), qPrintable(text()));
    QVERIFY(card.chart()->details(0).contains("pretrain"));
    QSignalSpy wanted(&card, &NightCard::runWanted);
    QTest::keyClick(card.chart(), Qt::Key_Return);
    QCOMPARE(wanted.first().first().toString(), "aaaa");
    run.state = RunState::completed;
    run.ended = now + 9 * anHour;
    showAt(QTime(8, 0), 1);
    QCOMPARE(card.title(), "Last night");
    QVERIFY2(text().contains("1 of 1 completed") && text().contains("1 of 1 went as said."),
             qPrintable(text()));
    QTest::mouseClick(card.findChild<QPushButton*>(), Qt::LeftButton);
    QVERIFY(card.isHidden());
    showAt(QTime(8, 1), 1);
    QVERIFY(card.isHidden());
    // In the afternoon nothing is said, nor read.
    showAt(QTime(14, 0), 1);
    QVERIFY(card.isHidden());
  }
};

TRAINYARD_WINDOW_TEST(NightPlanTest);
#include "night_plan_test.moc"
