// SPDX-License-Identifier: GPL-3.0-or-later
// What a session may spend: pure sums, and what a document takes at most.
#include <QTest>

#include "remote/mcp/budget.h"
#include "remote/service/calls/spending.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

Cost hours(double gpuHours, qint64 jobs = 1) {
  return {QStringLiteral("far"), jobs, gpuHours, gpuHours > 0};
}

Experiment experimentWith(qint64 nodes, qint64 gpus, const char* limit) {
  Experiment experiment;
  experiment.resources.nodes = nodes;
  experiment.resources.gpus_per_node = gpus;
  if (limit) experiment.resources.time_limit = limit;
  return experiment;
}

SpentRun spent(const Experiment& experiment) { return spentBy(experiment, {}, {}); }

}  // namespace

class BudgetTest : public QObject {
  Q_OBJECT

 private slots:
  void spendsUpToItsLimit() {
    Budget budget({1.0, {}, {QStringLiteral("far")}});
    for (int i = 0; i < 5; ++i) {
      QVERIFY(budget.fits(hours(0.2)));  // whose sum in binary is not 1
      budget.take(hours(0.2));
    }
    QVERIFY(!budget.fits(hours(0.001)));
    budget.giveBack(hours(0.2));
    QVERIFY(budget.fits(hours(0.2)) && !budget.fits(hours(0.21)));
  }

  void jobsWithoutGpusNeedALimitOfTheirOwn() {
    const Budget hoursOnly({100, {}, {QStringLiteral("far")}});
    QVERIFY(hoursOnly.fits(hours(1, 1000)));
    QVERIFY(!hoursOnly.fits(hours(0)));
    Budget jobs({0, 2, {QStringLiteral("far")}});
    QVERIFY(jobs.fits(hours(0, 2)) && !jobs.fits(hours(0, 3)));
    jobs.take(hours(0, 2));
    QVERIFY(!jobs.fits(hours(0, 1)));
    QCOMPARE(jobs.spentJobs(), 2);
  }

  void holdsOnItsTargetsForWhatHasABound() {
    const Budget budget({100, 100, {QStringLiteral("far")}});
    QVERIFY(!budget.fits({QStringLiteral("near"), 1, 1.0, true}));
    QVERIFY(!budget.fits({QStringLiteral("far"), 1, std::nullopt, true}));
    QVERIFY(!Budget({}).fits(hours(0)));
  }

  // What a person has allowed beyond the limits counts, too.
  void countsWhatIsBeyondIt() {
    Budget budget({10, {}, {QStringLiteral("far")}});
    budget.take(hours(80));
    QCOMPARE(budget.spentHours(), 80.0);
    QVERIFY(!budget.fits(hours(1)));
  }

  void gpusTimesTheLimitOfEachJob() {
    QCOMPARE(spent(experimentWith(2, 4, "3:00:00")).gpuHours, std::optional(24.0));
    Experiment array = experimentWith(1, 1, "60");
    array.resources.array = "0-9%2";
    QCOMPARE(spent(array).jobs, 10);
    QCOMPARE(spent(array).gpuHours, std::optional(10.0));
    Experiment search = experimentWith(1, 2, "30");
    search.search.space = {{"seed", List{1, 2, 3}}};
    search.search.run_as = SearchRunAs::job_each;
    search.search.trials = 6;
    search.search.seeds = 2;
    QCOMPARE(spent(search).jobs, 12);
    QCOMPARE(spent(search).gpuHours, std::optional(12.0));
    search.search.run_as = SearchRunAs::one_job;
    QCOMPARE(spent(search).gpuHours, std::optional(1.0));
    QCOMPARE(spent(experimentWith(3, 0, nullptr)).gpuHours, std::optional(0.0));
  }

  void whatHasNoBoundIsSaidToHaveNone() {
    QVERIFY(!spent(experimentWith(1, 1, nullptr)).gpuHours);
    Experiment again = experimentWith(1, 1, "60");
    again.restart.on_time_limit = true;
    QVERIFY(!spent(again).gpuHours && spent(again).hasGpus());
    Experiment hidden = experimentWith(1, 0, "60");
    hidden.resources.extra_directives = {"--gpus-per-task=1"};
    QVERIFY(!spent(hidden).gpuHours && spent(hidden).hasGpus());
    Experiment script = experimentWith(1, 0, "60");
    script.workload = Workload::script;
    script.script.directives = {"#SBATCH --gpus-per-socket=2"};
    QVERIFY(!spent(script).gpuHours);
    script.script.directives = {"#SBATCH --gres=tmpfs:10G"};
    QCOMPARE(spent(script).gpuHours, std::optional(0.0));
  }
};

TRAINYARD_TEST(BudgetTest);
#include "budget_test.moc"
