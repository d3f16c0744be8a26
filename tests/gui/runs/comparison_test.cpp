// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/comparison.h"

#include <QTest>
#include <limits>

#include "gui/runs/compare/comparison_table.h"
#include "gui/runs/compare/run_environment.h"
#include "gui/runs/records/leader_verdict.h"
#include "gui/runs/records/run_report.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

CurveBlock curveOf(std::initializer_list<double> values) {
  CurveBlock block;
  double step = 0;
  for (const double value : values) block.add({++step * 100, value}, false);
  return block;
}

ComparedRun comparedRun(const QString& name, double rate, std::initializer_list<double> losses,
                        RunState state = RunState::completed) {
  ComparedRun run;
  run.record.run = run.record.name = name;
  run.record.state = state;
  run.settings = {{"optimizer.learning_rate", rate}, {"seed", 1}, {"name", name}};
  run.metrics = {{"eval/loss", curveOf(losses)}, {"train/loss", curveOf({2.0, 1.5})}};
  return run;
}

Comparison threeRates() {
  return Comparison({comparedRun("slow", 1e-6, {0.9, 0.86}),
                     comparedRun("good", 1e-5, {0.8, 0.72, 0.75}),
                     comparedRun("fast", 3e-5, {0.79, 0.7522}, RunState::running)});
}

}  // namespace

class ComparisonTest : public QObject {
  Q_OBJECT
 private slots:
  void whatDiffersAndWhichLeads() {
    const Comparison three = threeRates();
    QCOMPARE(three.varying(), QStringList{"optimizer.learning_rate"});
    QCOMPARE(three.differenceSentence(), "They differ in one setting, optimizer.learning_rate.");
    QCOMPARE(three.objective(), "eval/loss");
    QCOMPARE(*three.leader(), 1);
    QCOMPARE(three.leaderSentence(),
             "Best so far is 1e-5 with eval/loss 0.72000, 0.03220 below the next; one run is not "
             "finished.");
    QCOMPARE(*Comparison::bestStepOf(three.runs()[1], "eval/loss"), 200.0);
    QCOMPARE(*Comparison::lastOf(three.runs()[1], "eval/loss"), 0.75);
  }

  void whatComputedThemIsCompared() {
    ComparedRun first = comparedRun("a", 1e-5, {0.9}), second = comparedRun("b", 1e-5, {0.8});
    first.record.target = second.record.target = "leonardo";
    first.attempt.nodes = {"n1", "n2"};
    first.attempt.worldSize = second.attempt.worldSize = 8;
    first.gpus = second.gpus = {"A100", "A100", "A100", "A100"};
    first.attempt.environment = {{"python", "3.11.4"},
                                 {"modules", List{"cuda/12.1", "python/3.11"}},
                                 {"packages", Map{{"torch", "2.7.0"}, {"tqdm", "4.66.1"}}}};
    second.attempt.environment = {{"python", "3.11.4"},
                                  {"versions", Map{{"yard-agent", "0.3.0"}}},
                                  {"packages", Map{{"torch", "2.6.0"}, {"tqdm", "4.66.1"}}}};
    const Comparison compared = RunEnvironment::compared(Comparison({first, second}));
    QStringList differing = compared.varying();
    differing.sort();
    QCOMPARE(differing, (QStringList{"Modules", "Nodes", "Version of yard-agent", "torch"}));
    QCOMPARE(Comparison::settingText(compared.runs()[0], "GPUs of a node"), "4 × A100");
    QCOMPARE(Comparison::settingText(compared.runs()[0], "Modules"), "cuda/12.1, python/3.11");
    QCOMPARE(Comparison::settingText(compared.runs()[1], "torch"), "2.6.0");
    QCOMPARE(Comparison::settingText(compared.runs()[1], "Target"), "leonardo");
    QVERIFY(RunEnvironment::isKnown(first));
    QVERIFY(!RunEnvironment::isKnown(comparedRun("old", 1e-5, {0.9})));
  }

  // The least value of single batches is the luckiest of them, not the best run's.
  void howACurveOfBatchesEndsDecides() {
    const auto run = [](const QString& name, double rate, double end, double lucky) {
      ComparedRun out = comparedRun(name, rate, {});
      out.metrics = {{"train/loss", CurveBlock()}};
      for (int i = 0; i < 100; ++i) {
        const double value =
            end + ((i % 2 == 0) == (rate > 5e-4) ? 0.2 : -0.2) + (i == 50 ? lucky : 0);
        out.metrics["train/loss"].add({static_cast<double>(i), value}, false);
        out.curves["train/loss"].steps.push_back(i);
        out.curves["train/loss"].values.push_back(value);
      }
      return out;
    };
    const Comparison far({run("lucky", 1e-3, 1.5, -1.2), run("good", 1e-4, 1.0, 0)});
    QCOMPARE(*far.leader(), 1);
    QVERIFY(far.best(1, "train/loss").isBest && !far.best(0, "train/loss").isBest);
    QCOMPARE(LeaderText::sentence(far), far.leaderSentence());
    const Comparison near({run("one", 1e-3, 1.02, 0), run("other", 1e-4, 1.0, 0)});
    QVERIFY2(LeaderText::sentence(near).contains("cannot be told apart"),
             qPrintable(LeaderText::sentence(near)));
    QVERIFY(!ComparedRun().end("train/loss"));
  }

  // "eval/loss", "val_loss" and "Loss/val" are one metric, and so are "loss" and "train/loss".
  void metricsAreComparedHoweverTheyAreSpelled() {
    QList<ComparedRun> runs = threeRates().runs();
    runs[1].metrics = {
        {"val_loss", curveOf({0.7})}, {"loss", curveOf({1.0})}, {"lr", curveOf({1})}};
    runs[2].metrics = {
        {"Loss/val", curveOf({0.75})}, {"train_acc", curveOf({0.5})}, {"lr", curveOf({2})}};
    const Comparison three(runs);
    QCOMPARE(three.metrics(), (QStringList{"eval/loss", "train/loss", "lr"}));
    QCOMPARE(*three.leader(), 1);
    QCOMPARE(*three.best(2, "eval/loss").value, 0.75);
    QCOMPARE(three.runs()[1].ownName("eval/loss"), "val_loss");
    QCOMPARE(three.runs()[0].ownName("eval/loss"), "eval/loss");
    QCOMPARE(three.judged(5), (QStringList{"eval/loss", "train/loss"}));
    // A run that has both keeps both.
    runs[1].metrics["eval/loss"] = curveOf({0.6});
    QCOMPARE(Comparison(runs).runs()[1].metrics.size(), 4);
  }

  void aPersonChoosesTheObjective() {
    QList<ComparedRun> runs = threeRates().runs();
    runs[0].metrics["val_acc"] = curveOf({0.9});
    runs[1].metrics["val_acc"] = curveOf({0.8});
    QCOMPARE(Comparison(runs).objective(), "eval/loss");
    const Comparison chosen(runs, "eval/accuracy");
    QCOMPARE(chosen.objective(), "val_acc");
    QCOMPARE(*chosen.leader(), 0);
    QVERIFY(chosen.leaderSentence().contains("above the next"));
    QCOMPARE(chosen.judged(2), (QStringList{"val_acc", "eval/loss"}));
    QCOMPARE(Comparison(runs, "something else").objective(), "eval/loss");
  }

  void differencesAreToTheBaseline() {
    const Comparison three = threeRates();
    QCOMPARE(three.baseline(), 0);
    QVERIFY(!three.best(0, "eval/loss").difference);
    QVERIFY(qAbs(*three.best(1, "eval/loss").difference + 0.14) < 1e-12);
    QVERIFY(three.best(1, "eval/loss").isBetter && three.best(1, "eval/loss").isBest);
    QVERIFY(!three.best(2, "eval/loss").isBest);
    QList<ComparedRun> runs = three.runs();
    runs[2].record.isPinned = true;
    QCOMPARE(Comparison(runs).baseline(), 2);
    QVERIFY(!Comparison(runs).best(0, "eval/loss").isBetter);
  }

  void whatIsNotKnownIsSaid() {
    QList<ComparedRun> runs = threeRates().runs();
    runs[0].settings.clear();
    QVERIFY(Comparison(runs).differenceSentence().contains("not known"));
    for (ComparedRun& run : runs) run.metrics.clear();
    QVERIFY(!Comparison(runs).leader());
    QCOMPARE(Comparison(runs).leaderSentence(), "They have no metric in common.");
    const Comparison none;
    QVERIFY(!none.leader());
  }

  void aValueThatIsNoNumberLeadsNowhere() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Comparison two(
        {comparedRun("broken", 1, {nan, nan}), comparedRun("whole", 2, {3.0, 2.0})});
    QCOMPARE(*two.leader(), 1);
    QVERIFY(!two.best(0, "eval/loss").value);
  }

  void aTableHasARowARun() {
    ComparisonTable table;
    table.show(threeRates());
    const QStringList lines = table.text().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 4);
    QVERIFY(lines[0].startsWith("Run\tState\tlearning_rate\teval/loss, best\tat step"));
    QVERIFY(lines[2].startsWith("good\tCompleted\t1e-5\t0.72000\t200"));
  }

  // What a person typed is no markup, and nothing is loaded from elsewhere.
  void aReportIsOneFile() {
    QList<ComparedRun> runs = threeRates().runs();
    runs[0].record.name = "<script>alert(1)</script>";
    runs[1].record.note = "a < b & c | d";
    const Comparison comparison(runs);
    ReportCurves curves;
    for (int i = 0; i < 3; ++i)
      curves["eval/loss"] << QList<QPointF>{{100, 0.9}, {200, 0.8 - i * 0.01}};
    const QString html = QString::fromUtf8(RunReport::html(comparison, curves, 1e9));
    QVERIFY(!html.contains("<script"));
    QVERIFY(html.contains("&lt;script&gt;"));
    QVERIFY(html.contains("a &lt; b &amp; c | d"));
    QVERIFY(!html.contains("src=") && !html.contains("href="));
    QCOMPARE(html.count("<path "), 3);
    QVERIFY(html.contains(LeaderText::sentence(comparison).toHtmlEscaped()));
    const QString markdown = QString::fromUtf8(RunReport::markdown(comparison, 1e9));
    QVERIFY(markdown.contains("| optimizer.learning_rate | 1e-6 | 1e-5 | 3e-5 |"));
  }
};

TRAINYARD_WINDOW_TEST(ComparisonTest);
#include "comparison_test.moc"
