// SPDX-License-Identifier: GPL-3.0-or-later
// What runs of known use should have requested.
#include <QTest>

#include "engine/contract/experiment/slurm_format.h"
#include "remote/store/right_sizing.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

constexpr std::optional<double> unknown = std::nullopt;
constexpr double minutes = 60, hours = 3600, days = 86400;

// Requested and used: memory in GiB, cores of a process, time in seconds. `processes` with their
// GPUs, of which `busy` did anything.
struct Job {
  std::optional<double> memory, usedMemory, cores, usedCores, limit;
  double seconds = hours;
  int processes = 1, gpus = 0;
  std::optional<int> seen{}, busy{};
  bool isCompleted = true, isOneJob = true;
};

QString suggestionsFor(const Job& job) {
  Requested requested{.memoryGib = job.memory, .processes = job.processes, .gpus = job.gpus};
  if (job.cores) requested.coresPerProcess = static_cast<int>(*job.cores);
  requested.seconds = job.limit;
  Used used{.isCompleted = job.isCompleted, .seconds = job.seconds, .memoryGib = job.usedMemory};
  if (job.isOneJob) used.jobSeconds = job.seconds;
  if (job.usedCores) used.cores = *job.usedCores * job.processes;
  if (job.seen) used.gpus = GpuUsage{*job.seen, job.busy.value_or(0), 0.9, 20, 80};
  QStringList suggestions;
  for (const HelpfulChange& change : rightSize(requested, used).changes())
    suggestions << change.path.section(QLatin1Char('.'), 1) + QLatin1Char('=') + change.to;
  return suggestions.join(QLatin1Char(' '));
}

Job memoryOf(std::optional<double> requested, std::optional<double> used) {
  return {requested, used, unknown, unknown, unknown};
}
Job coresOf(double requested, std::optional<double> used, int processes = 1, int gpus = 0) {
  return {unknown, unknown, requested, used, unknown, hours, processes, gpus};
}
Job timeOf(std::optional<double> limit, double used) {
  return {unknown, unknown, unknown, unknown, limit, used};
}
Job gpusOf(int requested, int seen, int busy) {
  return {unknown, unknown, unknown, unknown, unknown, hours, requested, requested, seen, busy};
}
Job failed(Job job) {
  job.isCompleted = false;
  return job;
}
Job lasting(Job job, double seconds) {
  job.seconds = seconds;
  return job;
}
Job inSeveralJobs(Job job) {
  job.isOneJob = false;
  return job;
}

}  // namespace

class RightSizingTest : public QObject {
  Q_OBJECT
 private slots:
  void suggestions_data() {
    QTest::addColumn<Job>("job");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const Job& job, const char* expected) {
      QTest::newRow(name) << job << QString::fromLatin1(expected);
    };
    // Memory: a fifth more.
    row("64 GiB, 12.4 used", memoryOf(64, 12.4), "memory_gib_per_node=15");
    row("64 GiB, 40 used", memoryOf(64, 40), "memory_gib_per_node=48");
    row("64 GiB, 45 used: would save too little", memoryOf(64, 45), "");
    row("64 GiB, 57 used: a tenth is left", memoryOf(64, 57), "");
    row("64 GiB, 60 used: a tenth is not left", memoryOf(64, 60), "memory_gib_per_node=72");
    row("64 GiB, 70 used where nothing confines it", memoryOf(64, 70), "memory_gib_per_node=84");
    row("512 GiB, 200 used", memoryOf(512, 200), "memory_gib_per_node=240");
    row("512 GiB, 301 used", memoryOf(512, 301), "memory_gib_per_node=368");
    row("16 GiB, 3.2 used", memoryOf(16, 3.2), "memory_gib_per_node=3.9");
    row("16 GiB, 0.3 used: the least", memoryOf(16, 0.3), "memory_gib_per_node=1");
    row("1 GiB, 0.3 used", memoryOf(1, 0.3), "");
    row("4 GiB, 1 used", memoryOf(4, 1), "memory_gib_per_node=1.2");
    row("not requested", memoryOf(unknown, 12), "");
    row("use unknown", memoryOf(64, unknown), "");
    row("nothing measured", memoryOf(64, 0), "");
    row("2 TiB, 900 used", memoryOf(2048, 900), "memory_gib_per_node=1088");
    // Cores of each process: a quarter more, whole ones.
    row("16 cores, 3.1 used", coresOf(16, 3.1), "cpus_per_process=4");
    row("16 cores, 3.3 used", coresOf(16, 3.3), "cpus_per_process=5");
    row("16 cores, 0.2 used", coresOf(16, 0.2), "cpus_per_process=1");
    row("16 cores, 10 used", coresOf(16, 10), "");
    row("16 cores, all used: programs fill what they get", coresOf(16, 16), "");
    row("1 core, 1 used", coresOf(1, 1), "");
    row("2 cores, 0.5 used", coresOf(2, 0.5), "cpus_per_process=1");
    row("cores unknown", coresOf(16, unknown), "");
    row("four processes of 8, 2 used by each", coresOf(8, 2, 4), "cpus_per_process=3");
    row("a GPU needs two", coresOf(8, 0.9, 1, 1), "cpus_per_process=2");
    row("four GPUs, 16 for each, 1 used by each", coresOf(16, 1, 4, 4), "cpus_per_process=2");
    row("a GPU with one core keeps it", coresOf(1, 0.9, 1, 1), "");
    row("a GPU that is fed by 5", coresOf(12, 5, 1, 1), "cpus_per_process=7");
    row("72 cores, 40 used", coresOf(72, 40), "cpus_per_process=50");
    // GPUs.
    row("4 GPUs, all busy", gpusOf(4, 4, 4), "");
    row("4 GPUs, one busy", gpusOf(4, 4, 1), "gpus_per_node=1");
    row("1 GPU, never used", gpusOf(1, 1, 0), "gpus_per_node=0");
    row("8 GPUs, two idle", gpusOf(8, 8, 6), "gpus_per_node=6");
    row("the node's other GPUs are seen, too", gpusOf(2, 8, 5), "");
    row("fewer are seen than were requested", gpusOf(4, 2, 2), "");
    row("GPUs that were not requested", gpusOf(0, 4, 1), "");
    // Time: a quarter more, at least ten minutes.
    row("a day, 1 h 12 min used", timeOf(days, 72 * minutes), "time_limit=01:30:00");
    row("a day, 10 h used", timeOf(days, 10 * hours), "time_limit=12:30:00");
    row("a day, 16 h used", timeOf(days, 16 * hours), "");
    row("a day, 23 h used", timeOf(days, 23 * hours), "time_limit=1-05:00:00");
    row("a day, 21 h used: a tenth is left", timeOf(days, 21 * hours), "");
    row("3 days, 30 h used", timeOf(3 * days, 30 * hours), "time_limit=1-14:00:00");
    row("an hour, 3 min used: the least", timeOf(hours, 3 * minutes), "time_limit=00:10:00");
    row("an hour, 9 min used", timeOf(hours, 9 * minutes), "time_limit=00:11:30");
    row("an hour, 25 min used", timeOf(hours, 25 * minutes), "time_limit=00:32:00");
    row("an hour, 57 min used", timeOf(hours, 57 * minutes), "time_limit=01:12:00");
    row("no limit", timeOf(unknown, hours), "");
    row("two weeks, 5 days used", timeOf(14 * days, 5 * days), "time_limit=6-08:00:00");
    row("several jobs in a row", inSeveralJobs(timeOf(days, hours)), "");
    // Runs that say nothing.
    row("failed", failed(memoryOf(64, 12)), "");
    row("a run of seconds", lasting(memoryOf(64, 12), 40), "");
    row("a run of nearly two minutes", lasting(memoryOf(64, 12), 119), "");
    row("a run of two minutes", lasting(memoryOf(64, 12), 120), "memory_gib_per_node=14.5");
    // All at once.
    row("everything too large", {256, 20, 32, 4, 2 * days, 5 * hours, 4, 4, 4, 4},
        "memory_gib_per_node=24 cpus_per_process=5 time_limit=06:15:00");
    row("everything right", {24, 18, 5, 3.5, 7 * hours, 5 * hours, 4, 4, 4, 4}, "");
    row("nothing known", {unknown, unknown, unknown, unknown, unknown}, "");
  }

  void suggestions() {
    QFETCH(Job, job);
    QFETCH(QString, expected);
    QCOMPARE(suggestionsFor(job), expected);
  }

  // Above the least values, whatever was used.
  void aSuggestionIsTheUseAndItsHeadroom() {
    for (double used = 1; used < 1500; used *= 1.037) {
      const RightSizing memory =
          rightSize({.memoryGib = 1e5}, {.isCompleted = true, .seconds = hours, .memoryGib = used});
      QCOMPARE(memory.uses.size(), 1);
      const double gib = *memory.uses[0].suggested;
      QVERIFY2(gib >= used * 1.2 * 0.9999 && gib <= used * 1.2 * 1.05,
               qPrintable(QString::number(used)));
      const double seconds = used * 600;
      const RightSizing time = rightSize(
          {.seconds = 1e8}, {.isCompleted = true, .seconds = seconds, .jobSeconds = seconds});
      const double limit = *time.uses[0].suggested;
      QVERIFY2(limit >= seconds * 1.25 * 0.9999 && limit <= seconds * 1.25 * 1.05,
               qPrintable(QString::number(seconds)));
      QCOMPARE(time_limit_seconds(time.changes()[0].to.toStdString()),
               std::optional<std::int64_t>(std::llround(limit)));
    }
  }

  void whatWasRequestedIsReadFromSettings() {
    const SettingValues settings{{"resources.memory_gib_per_node", 64.0},
                                 {"resources.cpus_per_process", 8.0},
                                 {"resources.gpus_per_node", 4.0},
                                 {"resources.processes_per_node", "auto"},
                                 {"resources.time_limit", "\"1-00:00:00\""}};
    const Requested requested = requestedBy(settings);
    QCOMPARE(requested.memoryGib, std::optional(64.0));
    QCOMPARE(requested.coresPerProcess, std::optional(8));
    QCOMPARE(requested.gpus, 4);
    QCOMPARE(requested.processes, 4);
    QCOMPARE(requested.seconds, std::optional(86400.0));
    const Requested nothing =
        requestedBy({{"resources.memory_gib_per_node", 0.0}, {"resources.time_limit", "null"}});
    QVERIFY(!nothing.memoryGib && !nothing.coresPerProcess && !nothing.seconds);
    QCOMPARE(nothing.processes, 1);
  }

  // A share of the cores of this computer, or of a node that a script shares out by itself, is no
  // number of cores that were requested.
  void coresAreKnownWhereTheyWereRequested() {
    RunRecord run;
    run.target = "cluster";
    run.workload = "engine";
    run.attempt = 1;
    run.state = RunState::completed;
    run.started = 1000;
    run.ended = 4600;
    const RunUsage usage{12.5, 0.25, std::nullopt};
    const Requested requested{.coresPerProcess = 8, .processes = 2};
    QCOMPARE(usedBy(run, usage, requested).cores, std::optional(4.0));
    QCOMPARE(usedBy(run, usage, requested).jobSeconds, std::optional(3600.0));
    QVERIFY(!usedBy(run, usage, {}).cores);
    run.attempt = 2;
    QVERIFY(!usedBy(run, usage, requested).jobSeconds);
    run.target = "here";
    QVERIFY(!usedBy(run, usage, requested).cores);
    run.target = "cluster";
    run.workload = "script";
    QVERIFY(!usedBy(run, usage, requested).cores);
  }
};

TRAINYARD_TEST(RightSizingTest);
#include "right_sizing_test.moc"
