// SPDX-License-Identifier: GPL-3.0-or-later
// What the agent writes for trackers, read back by the readers of trackers' files.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include "engine/agent/trackers/tracker_files.h"
#include "engine/agent/trackers/wandb_file.h"
#include "engine/agent/trackers/written_names.h"
#include "engine/trackers/wandb_run_writer.h"
#include "engine/trackers/wandb_records.h"
#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;

namespace {

namespace fs = std::filesystem;

Attempt attempt_in(const TemporaryFolder& folder, std::int64_t number = 1) {
  Attempt attempt;
  attempt.run.root = folder.path();
  attempt.number = number;
  attempt.identity.run = "0a1b2c3d-0000-4000-8000-000000000001";
  attempt.identity.name = "curve";
  attempt.identity.created = 1'000'000'000;
  return attempt;
}

MetricsEvent point(std::optional<std::int64_t> step, MetricValues values) {
  MetricsEvent metrics;
  metrics.step = step;
  metrics.values = std::move(values);
  return metrics;
}

// The rows of the only W&B file of a run, as "step: name=value ...".
std::vector<std::string> rows_in(const TemporaryFolder& folder) {
  std::vector<std::string> rows;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "wandb")) {
    if (!entry.is_regular_file()) continue;
    WandbReader reader;
    const std::string bytes = folder.read(entry.path().lexically_relative(folder.path()).string());
    reader.feed(bytes, [&](TrackedPoint found) {
      rows.push_back(std::to_string(found.step.value_or(-1)) + ":");
      for (const auto& [name, value] : found.values)
        rows.back() += " " + name + "=" + std::to_string(static_cast<int>(value));
    });
  }
  return rows;
}

}  // namespace

TEST(WrittenNames, TheAgentKnowsItsOwnFiles) {
  const RunFolder run{"/runs/curve-0a1b2c3d"};
  RunIdentity identity;
  identity.run = "0a1b2c3d-0000-4000-8000-000000000001";
  const std::string id = wandb_id_of(run, identity);
  EXPECT_EQ(id, "0a1b2c3d000040008000000000000001");
  const fs::path own = wandb_folder(run, id, 1'000'000'000) / wandb_file_name(id);
  EXPECT_EQ(own,
            run.root / "wandb" / ("offline-run-20010909_014640-" + id) / ("run-" + id + ".wandb"));
  EXPECT_TRUE(is_written_by_agent(own, run, id));
  EXPECT_TRUE(is_written_by_agent(tensorboard_file(run, identity, 2), run, id));
  // Those of a program, even on a computer of that name.
  for (const char* path :
       {"wandb/offline-run-20010909_014640-abc/run-abc.wandb",
        "work/wandb/offline-run-20010909_014640-0a1b2c3d000040008000000000000001/"
        "run-0a1b2c3d000040008000000000000001.wandb",
        "tensorboard/events.out.tfevents.1000000000.trainyard.17.0",
        "tensorboard/events.out.tfevents.1000000000.node.17", "tensorboard/events.out.tfevents.1",
        "runs/events.out.tfevents.1000000000.trainyard.000001"})
    EXPECT_FALSE(is_written_by_agent(run.root / path, run, id)) << path;
  EXPECT_EQ(wandb_id_of(run, {}).size(), 32u) << "without run.json, from the folder";
}

TEST(WandbFileOfARun, AStepIsOneRowWhateverTheOrder) {
  const TemporaryFolder folder;
  WandbFile file(attempt_in(folder));
  EXPECT_TRUE(file.take(point(1, {{"a", 10}}), 5));
  EXPECT_TRUE(file.take(point(2, {{"a", 20}}), 6));
  // Another source lies behind; a value that comes again replaces the first; a point without a step
  // has its number.
  EXPECT_TRUE(file.take(point(1, {{"b", 11}, {"a", 12}}), 7));
  EXPECT_TRUE(file.take(point({}, {{"c", 1}}), 7));
  EXPECT_TRUE(file.take(point({}, {{"c", 2}}), 8));
  EXPECT_TRUE(file.flush());
  EXPECT_TRUE(rows_in(folder).empty()) << "rows wait for others of their step";
  EXPECT_TRUE(file.finish({}));
  EXPECT_EQ(rows_in(folder), (std::vector<std::string>{"0: c=1", "1: a=12 b=11 c=2", "2: a=20"}));
}

TEST(TrackerFilesOfARun, AFullDiskIsOneWarningAndTheFileStaysReadable) {
  const TemporaryFolder folder;
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{20'000, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  TrackerFiles files({"wandb", "tensorboard"}, attempt_in(folder));
  for (std::int64_t step = 1; step <= 5000; ++step)
    files.take(Event{5, -1, point(step, {{"a", 1}})});
  files.finish({}, std::chrono::seconds(30));
  const auto warning = files.take_warning();
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  ASSERT_TRUE(warning);
  EXPECT_EQ(warning->code, "trackers.not_written");
  EXPECT_NE(warning->text.find("wandb, tensorboard"), std::string::npos) << warning->text;
  EXPECT_FALSE(files.take_warning());
  const auto rows = rows_in(folder);
  ASSERT_GT(rows.size(), 50u);
  for (std::size_t at = 0; at < rows.size(); ++at)
    EXPECT_EQ(rows[at], std::to_string(at + 1) + ": a=1");
}

TEST(TrackerFilesOfARun, WithoutTrackersOrPointsThereAreNoFiles) {
  const TemporaryFolder folder;
  TrackerFiles none({}, attempt_in(folder));
  none.take(Event{5, -1, point(1, {{"a", 1}})});
  none.finish({}, std::chrono::seconds(30));
  TrackerFiles empty({"wandb", "tensorboard"}, attempt_in(folder));
  empty.finish({}, std::chrono::seconds(30));
  EXPECT_TRUE(fs::is_empty(folder.path()));
}
