// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/leader_verdict.h"

#include <QTest>
#include <cmath>

#include "gui/runs/compare/more_seeds.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

ComparedRun comparedRun(double rate, int seed, const QString& metric,
                        const std::vector<double>& values) {
  ComparedRun run;
  run.record.run = run.record.name = QString("%1-%2").arg(rate).arg(seed);
  run.record.state = RunState::completed;
  run.record.started = 1000;
  run.record.ended = 1060;
  run.settings = {{"optimizer.learning_rate", rate}, {"seed", seed}, {"name", run.record.name}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double step = 10.0 * static_cast<double>(i + 1);
    run.metrics[metric].add({step, values[i]}, false);
    run.curves[metric].steps.push_back(step);
    run.curves[metric].values.push_back(values[i]);
  }
  return run;
}

// Seeds that were evaluated once.
QList<ComparedRun> seedsOf(double rate, const std::vector<double>& ends,
                           const QString& metric = "eval/loss") {
  QList<ComparedRun> runs;
  for (const double end : ends)
    runs << comparedRun(rate, static_cast<int>(runs.size()), metric, {end});
  return runs;
}

// Falls to `end`; its noise is that of a fixed sequence, shifted.
std::vector<double> curveTo(double end, int shift) {
  std::vector<double> values;
  for (int i = 0; i < 60; ++i)
    values.push_back(end + std::exp(-i / 6.0) + 0.05 * std::sin(1.7 * (i + shift) * (i + shift)));
  return values;
}

}  // namespace

class LeaderVerdictTest : public QObject {
  Q_OBJECT
 private slots:
  void seedsOfOneSettingAreOne() {
    const Comparison comparison(seedsOf(1e-4, {1.00, 1.01, 0.99}) +
                                seedsOf(3e-4, {1.10, 1.09, 1.11}));
    const auto verdict = leaderVerdict(comparison);
    QVERIFY(verdict);
    QCOMPARE(verdict->verdict, Verdict::different);
    QVERIFY(verdict->isOfSeeds);
    QCOMPARE(verdict->leaders, (QList<int>{0, 1, 2}));
    QCOMPARE(LeaderText::sentence(comparison),
             "Best is 0.0001 with eval/loss 1, the mean of 3 seeds, by more than other seeds "
             "make a difference.");
  }

  // One lucky seed does not make its setting the best.
  void theLuckiestSeedDoesNotLead() {
    const Comparison comparison(seedsOf(1e-4, {1.00, 1.01, 0.99}) +
                                seedsOf(3e-4, {1.05, 1.06, 0.95}));
    QCOMPARE(*comparison.leader(), 5);
    const auto verdict = leaderVerdict(comparison);
    QCOMPARE(verdict->leaders.front(), 0);
    QCOMPARE(verdict->verdict, Verdict::undecided);
    QCOMPARE(verdict->tied, (QList<QList<int>>{{3, 4, 5}}));
    QVERIFY(verdict->moreSeeds && *verdict->moreSeeds > 3);
    QCOMPARE(verdict->seconds, 120.0 * *verdict->moreSeeds);
    const QString text = LeaderText::sentence(comparison);
    QVERIFY2(text.startsWith("0.0001 and 0.0003 cannot be told apart by eval/loss: other seeds "
                             "make as much of a difference. "),
             qPrintable(text));
    QVERIFY2(text.contains(QString("%1 more seeds of each (about ").arg(*verdict->moreSeeds)),
             qPrintable(text));
  }

  void moreIsBetterWhereItIs() {
    const Comparison comparison(seedsOf(1e-4, {0.80, 0.81, 0.79}, "eval/accuracy") +
                                seedsOf(3e-4, {0.90, 0.91, 0.89}, "eval/accuracy"));
    QCOMPARE(leaderVerdict(comparison)->leaders.front(), 3);
    QCOMPARE(leaderVerdict(comparison)->verdict, Verdict::different);
  }

  void oneRunOfEach() {
    const Comparison apart({comparedRun(1e-4, 0, "eval/loss", curveTo(1.0, 0)),
                            comparedRun(3e-4, 0, "eval/loss", curveTo(1.5, 7))});
    QCOMPARE(leaderVerdict(apart)->verdict, Verdict::different);
    QCOMPARE(LeaderText::sentence(apart), apart.leaderSentence());
    const Comparison near({comparedRun(1e-4, 0, "eval/loss", curveTo(1.0, 0)),
                           comparedRun(3e-4, 0, "eval/loss", curveTo(1.001, 7))});
    QCOMPARE(leaderVerdict(near)->verdict, Verdict::undecided);
    QVERIFY(!leaderVerdict(near)->isOfSeeds);
    QVERIFY2(LeaderText::sentence(near).contains("each curve strays as much by itself"),
             qPrintable(LeaderText::sentence(near)));
  }

  void shortCurves() {
    const Comparison comparison({comparedRun(1e-4, 0, "eval/loss", {1.0, 0.9}),
                                 comparedRun(3e-4, 0, "eval/loss", {1.0, 0.8})});
    QCOMPARE(leaderVerdict(comparison)->verdict, Verdict::tooEarly);
    QCOMPARE(LeaderText::sentence(comparison),
             comparison.leaderSentence() + " Their curves are too short to tell this from noise.");
  }

  void moreSeedsOfWhatCannotBeTold() {
    QList<ComparedRun> runs = seedsOf(1e-4, {1.00, 1.01, 0.99}) + seedsOf(3e-4, {1.05, 1.06, 0.95});
    for (ComparedRun& run : runs) run.record.source = "/experiments/gpt2.yaml";
    const Comparison comparison(runs);
    auto verdict = leaderVerdict(comparison);
    verdict->moreSeeds = 2;
    const QList<ExperimentCopy> copies = moreSeeds(comparison, *verdict);
    QCOMPARE(copies.size(), 1);
    QCOMPARE(copies.front().path, "/experiments/gpt2.yaml");
    QCOMPARE(copies.front().run, comparison.runs().front().record.run);
    QCOMPARE(copies.front().entries,
             (QList<std::pair<QString, QString>>{{"optimizer.learning_rate", "0.0001, 0.0003"},
                                                 {"seed", "3, 4"}}));
    const QList<SeedRun> repeated = seedRuns(comparison, *verdict);
    QCOMPARE(repeated.size(), 4);
    QCOMPARE(repeated[1].request.path, "/experiments/gpt2.yaml");
    QCOMPARE(repeated[1].request.overrides,
             (QStringList{"optimizer.learning_rate=1e-4", "seed=4"}));
    QCOMPARE(repeated[3].request.overrides,
             (QStringList{"optimizer.learning_rate=3e-4", "seed=4"}));
    QCOMPARE(repeated[3].request.target, comparison.runs().front().record.target);
    // Settings that differ in several values have an experiment each.
    for (qsizetype i = 0; i < runs.size(); ++i)
      runs[i].settings["batch.per_device"] = i < 3 ? 8 : 4;
    const Comparison both(runs);
    verdict = leaderVerdict(both);
    verdict->moreSeeds = 1;
    QCOMPARE(moreSeeds(both, *verdict).size(), 2);
    QCOMPARE(moreSeeds(both, *verdict).back().entries,
             (QList<std::pair<QString, QString>>{{"seed", "3"}}));
    // A program of one's own does not read the field.
    QList<ComparedRun> own = runs;
    for (ComparedRun& run : own) run.record.workload = "command";
    QVERIFY(moreSeeds(Comparison(own), *verdict).isEmpty());
    QVERIFY(seedRuns(Comparison(own), *verdict).isEmpty());
    // A run whose experiment is not on this computer.
    runs.front().record.source.clear();
    QVERIFY(moreSeeds(Comparison(runs), *verdict).isEmpty());
    QVERIFY(seedRuns(Comparison(runs), *verdict).isEmpty());
    verdict->verdict = Verdict::different;
    QVERIFY(moreSeeds(both, *verdict).isEmpty());
  }

  // Without settings nothing says that two runs are of the same.
  void settingsThatAreNotKnown() {
    QList<ComparedRun> runs = seedsOf(1e-4, {1.0, 1.1});
    for (ComparedRun& run : runs) run.settings.clear();
    QCOMPARE(leaderVerdict(Comparison(runs))->verdict, Verdict::tooEarly);
  }

  void onlySeedsDiffer() {
    const Comparison comparison(seedsOf(1e-4, {1.0, 1.1, 1.05}));
    QVERIFY(!leaderVerdict(comparison));
    QCOMPARE(LeaderText::sentence(comparison), comparison.leaderSentence());
  }
};

TRAINYARD_TEST(LeaderVerdictTest);
#include "leader_verdict_test.moc"
