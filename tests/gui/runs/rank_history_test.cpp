// SPDX-License-Identifier: GPL-3.0-or-later
// Who led until when, by hand.
#include "gui/runs/verdict/rank_history.h"

#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "gui/charts/point_curves.h"
#include "gui/runs/compare/why_card.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

NoisyCurve ranked(std::vector<double> steps, std::vector<double> values) {
  return {std::move(steps), std::move(values)};
}

// "0 1-3, 1 3-5"
QString leadsOf(const RankHistory& history) {
  QStringList out;
  for (const RankHistory::Lead& lead : history.leads)
    out << QString("%1 %2-%3").arg(lead.run).arg(lead.from).arg(lead.until);
  return out.join(", ");
}

// "01 10": the place of each run at each step, "-" where it has no value.
QString placesOf(const RankHistory& history) {
  QStringList out;
  for (const std::vector<int>& places : history.ranks) {
    QString word;
    for (const int place : places) word += place < 0 ? QString("-") : QString::number(place);
    out << word;
  }
  return out.join(" ");
}

const std::vector<double> five{1, 2, 3, 4, 5};

ComparedRun ofRate(double rate, const std::vector<double>& losses, double norm) {
  ComparedRun run;
  run.record.run = run.record.name = QString::number(rate);
  run.record.state = RunState::completed;
  run.settings = {{"optimizer.learning_rate", rate}, {"schedule.warmup_steps", 2}};
  for (std::size_t i = 0; i < losses.size(); ++i) {
    const double step = static_cast<double>(i + 1);
    run.metrics["eval/loss"].add({step, losses[i]}, false);
    run.metrics["gradient_norm"].add({step, i == 2 ? norm : 1.0}, false);
    run.curves["eval/loss"].steps.push_back(step);
    run.curves["eval/loss"].values.push_back(losses[i]);
  }
  return run;
}

}  // namespace

class RankHistoryTest : public QObject {
  Q_OBJECT
 private slots:
  void placesAreByTheValues() {
    const RankHistory history =
        rankHistory({ranked(five, {3, 2, 4, 5, 6}), ranked(five, {4, 3, 2, 1, 0})}, false, false);
    QCOMPARE(placesOf(history), "01 01 10 10 10");
    QCOMPARE(leadsOf(history), "0 1-3, 1 3-5");
    QCOMPARE(history.changes(), std::vector<double>{3});
    QCOMPARE(history.numRanks(), 2);
    QCOMPARE(history.at(2.2), (std::vector<int>{0, 1}));
    QCOMPARE(history.at(99), (std::vector<int>{1, 0}));
  }

  void higherMayBeBetter() {
    const RankHistory history =
        rankHistory({ranked(five, {3, 2, 4, 5, 6}), ranked(five, {4, 3, 2, 1, 0})}, true, false);
    QCOMPARE(leadsOf(history), "1 1-3, 0 3-5");
  }

  // Evaluated at other steps: between them a line; beyond the end of a run it has no place.
  void curvesMeetBetweenTheirSteps() {
    const RankHistory history = rankHistory(
        {ranked({0, 10}, {10, 0}), ranked({5, 20}, {6, 6}), ranked({0, 20}, {9, 9})}, false, false);
    // Steps 0, 5, 10, 20; at 5 the first has 5.
    QCOMPARE(placesOf(history), "1-0 012 012 -01");
    QCOMPARE(leadsOf(history), "2 0-5, 0 5-20, 1 20-20");
  }

  void aShortLeadIsNoise() {
    std::vector<double> steps, first, second;
    for (int i = 0; i < 200; ++i) {
      steps.push_back(i);
      first.push_back(1);
      second.push_back(i == 50 || i == 120 ? 0.5 : i >= 150 ? 0.8 : 1.2);
    }
    const RankHistory history =
        rankHistory({ranked(steps, first), ranked(steps, second)}, false, false);
    QCOMPARE(leadsOf(history), "0 0-150, 1 150-199");
  }

  // Single batches change places all the time; smoothed they do not.
  void batchesAreSmoothed() {
    std::vector<double> steps, first, second;
    for (int i = 0; i < 2000; ++i) {
      steps.push_back(i);
      first.push_back(1 + 0.5 * std::sin(i * 1.3));
      second.push_back(1.1 + 0.5 * std::sin(i * 2.1));
    }
    const RankHistory history =
        rankHistory({ranked(steps, first), ranked(steps, second)}, false, true);
    QVERIFY(history.steps.size() <= 240);
    QCOMPARE(history.leads.size(), 1u);
    QCOMPARE(history.leads.front().run, 0u);
  }

  void ofEqualValuesNoneLeads() {
    const auto same = ranked(five, {3, 2, 1, 1, 1});
    QVERIFY(rankHistory({same, same}, false, false).leads.empty());
    QCOMPARE(leadsOf(rankHistory({same, ranked(five, {4, 2, 2, 1, 1})}, false, false)), "0 1-5");
    QCOMPARE(leadsOf(rankHistory({same, ranked(five, {3, 2, 1, 0, 0})}, false, false)), "1 4-5");
  }

  void oneCurveHasNoPlaces() {
    QVERIFY(rankHistory({ranked(five, {1, 2, 3, 4, 5})}, false, false).steps.empty());
    QVERIFY(
        rankHistory({ranked(five, {1, 2, 3, 4, 5}), ranked({1}, {1})}, false, false).steps.empty());
    QVERIFY(rankHistory({}, false, false).steps.empty());
  }

  void theSentenceSaysWhoLedAndWhatHappened() {
    const Comparison comparison(
        {ofRate(0.01, {2, 1.5, 2.5, 2.4, 2.3}, 7.25), ofRate(0.003, {3, 2, 1.9, 1.8, 1.7}, 1.5)});
    const auto events = comparisonEvents(comparison, [](const QString& run) {
      return run == "0.003" ? QList<double>{4} : QList<double>();
    });
    QCOMPARE(events.size(), 3u);
    QCOMPARE(WhyText::event(comparison, events[0]), "Step 2: end of the warm-up, all runs");
    QCOMPARE(WhyText::event(comparison, events[1]),
             "Step 3: gradient_norm of learning_rate 0.01 was 7.2500, that of the others at most "
             "1.5000");
    QCOMPARE(WhyText::event(comparison, events[2]), "Step 4: resumed, learning_rate 0.003");
    const RankHistory history = comparisonRanks(comparison);
    QCOMPARE(
        WhyText::sentence(comparison, history, events),
        "learning_rate 0.01 led until step 3. learning_rate 0.003 has led since step 3. Step 3: "
        "gradient_norm of learning_rate 0.01 was 7.2500, that of the others at most 1.5000.");
  }

  void aStepIsChosenByMouseAndKeys() {
    PointCurves source;
    CurveSet curves(&source);
    WhyCard card(&curves);
    card.show(Comparison());
    QVERIFY(card.isHidden());
    card.show(Comparison(
        {ofRate(0.01, {2, 1.5, 2.5, 2.4, 2.3}, 7.25), ofRate(0.003, {3, 2, 1.9, 1.8, 1.7}, 1.5)}));
    QVERIFY(!card.isHidden());
    card.resize(700, 200);
    static_cast<QWidget&>(card).show();
    QSignalSpy chosen(&card, &WhyCard::stepChosen);
    RankStrip* strip = card.strip();
    const auto press = [&](int key, Qt::KeyboardModifiers modifiers = {}) {
      QTest::keyClick(strip, static_cast<Qt::Key>(key), modifiers);
      return *strip->step();
    };
    QCOMPARE(press(Qt::Key_F8), 2.0);
    QCOMPARE(press(Qt::Key_F8), 3.0);
    QCOMPARE(press(Qt::Key_F8), 3.0);  // there is no other one
    QCOMPARE(press(Qt::Key_F8, Qt::ShiftModifier), 2.0);
    QCOMPARE(press(Qt::Key_End), 5.0);
    QCOMPARE(press(Qt::Key_Left), 4.0);
    QCOMPARE(press(Qt::Key_Home), 1.0);
    QCOMPARE(press(Qt::Key_Left), 1.0);
    QVERIFY(strip->summary().startsWith("Step 1: 1 learning_rate 0.01, 2 learning_rate 0.003"));
    const QImage before = strip->grab().toImage();
    QTest::mouseClick(strip, Qt::LeftButton, {}, {strip->width() / 2, 10});
    QVERIFY(*strip->step() > 1 && *strip->step() < 5);
    QCOMPARE(chosen.last().first().toDouble(), *strip->step());
    QVERIFY(strip->grab().toImage() != before);
  }
};

TRAINYARD_WINDOW_TEST(RankHistoryTest);
#include "rank_history_test.moc"
