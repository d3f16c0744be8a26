// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a run's use of its nodes, from the samples that the store keeps.
#include <QTemporaryDir>
#include <QTest>

#include "remote/store/run_usage.h"
#include "tests/qt_tests.h"
#include "tests/remote/store/written_events.h"

using namespace trainyard;

namespace {

struct Sample {
  double time;
  const char* node;
  double cpuRatio, memoryGib;
  std::vector<DeviceSample> devices{};
};

DeviceSample device(int index, double ratio, double memoryGib) {
  return {index, "GPU", ratio, memoryGib, 80, 0, 0};
}

}  // namespace

class RunUsageTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString m_path;
  int m_files = 0;

  // The use of a run with these samples.
  RunUsage usageOf(const std::vector<Sample>& samples) {
    m_path = m_folder.filePath(QStringLiteral("%1.sqlite").arg(++m_files));
    RunWriter writer(m_path);
    std::vector<Event> events;
    for (const Sample& sample : samples)
      events.push_back(
          {sample.time, static_cast<std::int64_t>(events.size()),
           SystemEvent{sample.node, sample.cpuRatio, sample.memoryGib, sample.devices}});
    if (!writer.open() || !writer.addRun(runNamed(runId)) ||
        !writer.importEvents(runId, 1, events, 1, 0))
      qFatal("the store cannot be written");
    const auto usage = UsageReader(m_path).usage(runId);
    if (!usage) qFatal("the store cannot be read");
    return *usage;
  }

 private slots:
  void nothingIsKnownWithoutSamples() {
    const RunUsage usage = usageOf({});
    QVERIFY(!usage.memoryGib && !usage.cpuRatio && !usage.gpus);
    QVERIFY(!UsageReader(m_folder.filePath("absent.sqlite")).usage(runId)->memoryGib);
  }

  void theNodeThatUsedTheMostCounts() {
    std::vector<Sample> samples;
    for (int i = 0; i < 10; ++i) {
      samples.push_back({1000.0 + i, "a", 0.25, i == 4 ? 12.5 : 8.0});
      samples.push_back({1000.0 + i, "b", 0.75, 3.0});
    }
    const RunUsage usage = usageOf(samples);
    QCOMPARE(usage.memoryGib, std::optional(12.5));
    QCOMPARE(usage.cpuRatio, std::optional(0.75));
    QVERIFY(!usage.gpus);
  }

  // It prepared its data for two hours on a few cores, then needed many.
  void theBusiestHourCounts() {
    std::vector<Sample> samples;
    for (int i = 0; i < 60; ++i)
      samples.push_back({3600.0 * 10 + 180.0 * i, "a", i < 40 ? 0.125 : 0.5, 1});
    QCOMPARE(usageOf(samples).cpuRatio, std::optional(0.5));
    // A sample or two in an hour may be a moment that says nothing.
    samples.push_back({3600.0 * 13 + 1, "a", 1.0, 1});
    QCOMPARE(usageOf(samples).cpuRatio, std::optional(0.5));
  }

  void devicesThatDidNothingAreIdle() {
    std::vector<Sample> samples;
    for (int i = 0; i < 4; ++i)
      samples.push_back(
          {1000.0 + i,
           "a",
           0.5,
           8,
           {device(0, 0.8, 30.0 + i), device(1, 0.0, 0.4), device(2, 0.0, 12), device(3, 0.4, 2)}});
    const RunUsage usage = usageOf(samples);
    QVERIFY(usage.gpus);
    QCOMPARE(usage.gpus->seen, 4);
    QCOMPARE(usage.gpus->busy, 3);
    QVERIFY(std::abs(usage.gpus->ratio - 0.4) < 1e-9);
    QCOMPARE(usage.gpus->memoryGib, 33.0);
    QCOMPARE(usage.gpus->totalGib, 80.0);
  }

  // Old samples are thinned, but the highest use of memory is what a run needs.
  void theHighestUseOutlivesTheThinning() {
    std::vector<Sample> samples;
    for (int i = 0; i < 24 * 720; ++i)
      samples.push_back({1e6 + 5.0 * i, "a", 0.5, i == 1000 ? 47.0 : 10.0});
    QCOMPARE(usageOf(samples).memoryGib, std::optional(47.0));
  }
};

TRAINYARD_TEST(RunUsageTest);
#include "run_usage_test.moc"
