// SPDX-License-Identifier: GPL-3.0-or-later
// Which files are found, and how they are followed while a program writes them.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "engine/agent/trackers/file_finder.h"
#include "engine/agent/trackers/followed_file.h"
#include "engine/agent/trackers/job_files.h"
#include "tests/engine/temporary_folder.h"
#include "tests/engine/trackers/tracker_bytes.h"

using namespace trainyard;
using namespace trainyard::agent;

namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& content = "x") {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

void append(const fs::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary | std::ios::app) << content;
}

std::vector<std::string> names(const std::vector<FoundFile>& files, const fs::path& folder) {
  std::vector<std::string> paths;
  for (const FoundFile& file : files)
    paths.push_back(file.path.lexically_relative(folder).string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Steps and values that a look finds, as "step=value ".
std::string look(FollowedFile& file) {
  std::string text;
  file.read(1 << 20, [&](TrackedPoint point) {
    char number[32];
    std::snprintf(number, sizeof number, "%g ", point.values.at(0).second);
    text += std::to_string(point.step.value_or(-1)) + "=" + number;
  });
  return text;
}

FollowedFile followed(TrackerKind kind, const fs::path& path, std::uint64_t begin = 0,
                      double began = 0) {
  return FollowedFile({kind, path, path.parent_path(), "a"}, begin, began);
}

}  // namespace

TEST(FileFinder, FindsWhereTrackersWrite) {
  const TemporaryFolder folder;
  for (const char* path :
       {"runs/Nov29_node/events.out.tfevents.1.node.7.0",
        "runs/a/Loss_train/events.out.tfevents.2.n.7",
        "wandb/offline-run-20261129_1-abc/run-abc.wandb", "lightning_logs/version_0/metrics.csv",
        "mlruns/0/7f/meta.yaml", "mlruns/0/7f/metrics/train/loss", "mlruns/0/7f/metrics/acc",
        "out/first/runs/x/events.out.tfevents.3.n.7", "swanlog/run-20261129_1-abc/run-abc.swanlab",
        // Not a tracker's, or not where one writes.
        "data/metrics/loss", "mlruns/0/7f/params/lr", "mlruns/0/7f/artifacts/metrics/a",
        ".git/runs/events.out.tfevents.4", "a/b/c/d/runs/events.out.tfevents.5", "runs/readme.txt"})
    write(folder / path);
  fs::create_directory_symlink(folder / "wandb/offline-run-20261129_1-abc",
                               folder / "wandb/latest-run");
  std::vector<FoundFile> found;
  std::size_t budget = 1000;
  find_below_working_folder(folder.path(), budget, found);
  EXPECT_EQ(names(found, folder.path()),
            (std::vector<std::string>{"lightning_logs/version_0/metrics.csv",
                                      "mlruns/0/7f/metrics/acc", "mlruns/0/7f/metrics/train/loss",
                                      "out/first/runs/x/events.out.tfevents.3.n.7",
                                      "runs/Nov29_node/events.out.tfevents.1.node.7.0",
                                      "runs/a/Loss_train/events.out.tfevents.2.n.7",
                                      "swanlog/run-20261129_1-abc/run-abc.swanlab",
                                      "wandb/offline-run-20261129_1-abc/run-abc.wandb"}));
  EXPECT_LT(budget, 1000u);
  for (const FoundFile& file : found) {
    if (file.kind != TrackerKind::mlflow_metric) continue;
    EXPECT_EQ(file.run_folder, folder / "mlruns/0/7f");
    EXPECT_TRUE(file.metric == "acc" || file.metric == "train/loss") << file.metric;
  }
}

TEST(FileFinder, StopsWithinItsBounds) {
  const TemporaryFolder folder;
  for (int i = 0; i < 50; ++i)
    write(folder / ("runs/" + std::to_string(i) + "/events.out.tfevents.1"));
  std::vector<FoundFile> found;
  std::size_t budget = 40;
  find_below_working_folder(folder.path(), budget, found);
  EXPECT_EQ(budget, 0u);
  EXPECT_LT(found.size(), 40u);
}

TEST(FoundFile, TensorBoardsNamesItsWriter) {
  EXPECT_EQ(writer_of("/a/events.out.tfevents.1795917368.node.site.org.10781.2"), 10781);
  EXPECT_EQ(writer_of("events.out.tfevents.1795917368.node.10781.0.v2"), 10781);
  for (const char* name : {"events.out.tfevents.1795917368.node", "events.out.tfevents.1795917368",
                           "events.out.tfevents.", "events.out.tfevents.1.n.12x.0", "run-1.2.wandb",
                           "events.out.tfevents.1.n.99999999999999999999.0"})
    EXPECT_EQ(writer_of(name), 0) << name;
}

TEST(JobFiles, VariablesNameFolders) {
  using namespace std::string_literals;
  const std::string environment =
      "PATH=/bin\0WANDB_DIR=out\0MLFLOW_TRACKING_URI=file:///a/mlruns\0"s +
      "SWANLAB_LOG_DIR=swan\0TENSORBOARD_LOGGING_DIR=/t\0WANDB_DIR_X=no\0LOGGING_DIR="s;
  EXPECT_EQ(places_named_in(environment, "/job").folders,
            (std::vector<fs::path>{"/job/out/wandb", "/a/mlruns", "/job/swan", "/t"}));
  EXPECT_TRUE(
      places_named_in("MLFLOW_TRACKING_URI=https://host/x\0WANDB_DIR"s, "/job").folders.empty());
}

TEST(JobFiles, VariablesNameDatabases) {
  using namespace std::string_literals;
  const auto databases = [](const std::string& uri) {
    return places_named_in("MLFLOW_TRACKING_URI=" + uri, "/job").databases;
  };
  EXPECT_EQ(databases("sqlite:///runs/mlflow.db"), std::vector<fs::path>{"/job/runs/mlflow.db"});
  EXPECT_EQ(databases("sqlite:////data/a.db?timeout=5"), std::vector<fs::path>{"/data/a.db"});
  EXPECT_TRUE(databases("postgresql://host/runs").empty());
  const auto folders = [](const std::string& environment) {
    return places_named_in(environment, "/job").folders;
  };
  EXPECT_EQ(folders("HOME=/me"s), std::vector<fs::path>{"/me/.cache/huggingface/trackio"});
  EXPECT_EQ(folders("HOME=/me\0XDG_CACHE_HOME=/c"s),
            std::vector<fs::path>{"/c/huggingface/trackio"});
  EXPECT_EQ(folders("HF_HOME=/hf\0HOME=/me"s), std::vector<fs::path>{"/hf/trackio"});
  EXPECT_EQ(folders("HF_HOME=/hf\0TRACKIO_DIR=/t"s), std::vector<fs::path>{"/t"});
}

TEST(JobFiles, OneOfSeveralProcessesHasARank) {
  using namespace std::string_literals;
  EXPECT_EQ(rank_in("PATH=/bin\0RANK=3\0WORLD_SIZE=4\0"s), 3);
  EXPECT_EQ(rank_in("SLURM_NTASKS=2\0SLURM_PROCID=0"s), 0);
  EXPECT_EQ(rank_in("RANK=0\0WORLD_SIZE=1\0"s), std::nullopt);
  EXPECT_EQ(rank_in("RANK=x\0WORLD_SIZE=2\0RANKS=1"s), std::nullopt);
  EXPECT_EQ(rank_in(""), std::nullopt);
}

TEST(JobFiles, OpenFilesOfAProcessAreFound) {
  const TemporaryFolder folder;
  write(folder / "anywhere/events.out.tfevents.1.n.7.0");
  std::ifstream open(folder / "anywhere/events.out.tfevents.1.n.7.0");
  const JobFiles found = job_files({read_process(::getpid())});
  EXPECT_EQ(names(found.open, fs::canonical(folder.path())),
            std::vector<std::string>{"anywhere/events.out.tfevents.1.n.7.0"});
  EXPECT_EQ(found.working_in, std::vector<fs::path>{fs::current_path()});
  EXPECT_EQ(found.numbers, std::vector<pid_t>{::getpid()});
}

TEST(FollowedFile, ReadsWhatIsNewAndACutRecordLater) {
  const TemporaryFolder folder;
  const fs::path path = folder / "events.out.tfevents.1";
  const std::string second = scalar_record("a", 2, 0.5f);
  write(path, scalar_record("a", 1, 1.f) + second.substr(0, 9));
  FollowedFile file = followed(TrackerKind::tensorboard, path);
  EXPECT_EQ(look(file), "1=1 ");
  EXPECT_EQ(look(file), "");
  append(path, second.substr(9) + scalar_record("a", 3, 0.25f));
  EXPECT_EQ(look(file), "2=0.5 3=0.25 ");
  EXPECT_FALSE(file.is_damaged());
}

TEST(FollowedFile, AnotherFileOfTheSameNameIsReadFromItsBeginning) {
  const TemporaryFolder folder;
  const fs::path path = folder / "events.out.tfevents.1";
  write(path, scalar_record("a", 1, 1.f) + scalar_record("a", 2, 2.f));
  FollowedFile file = followed(TrackerKind::tensorboard, path);
  EXPECT_EQ(look(file), "1=1 2=2 ");
  write(path, scalar_record("a", 1, 3.f));  // shorter
  EXPECT_EQ(look(file), "1=3 ");
  write(folder / "new", scalar_record("a", 1, 4.f) + scalar_record("a", 2, 5.f));
  fs::rename(folder / "new", path);  // another one
  EXPECT_EQ(look(file), "1=4 2=5 ");
  fs::remove(path);
  EXPECT_EQ(look(file), "");
}

// A network file system shows zeros where bytes have not arrived.
TEST(FollowedFile, ZerosThatBecomeARecordAreRead) {
  const TemporaryFolder folder;
  const fs::path path = folder / "events.out.tfevents.1";
  const std::string first = scalar_record("a", 1, 1.f), second = scalar_record("a", 2, 2.f);
  write(path, first + std::string(second.size(), '\0'));
  FollowedFile file = followed(TrackerKind::tensorboard, path);
  EXPECT_EQ(look(file), "1=1 ");
  EXPECT_TRUE(file.is_doubtful());
  write(path, first + second);
  EXPECT_EQ(look(file), "2=2 ");
  EXPECT_FALSE(file.is_doubtful());
  append(path, std::string(40, '\0'));
  for (int i = 0; i < 4; ++i) EXPECT_EQ(look(file), "");
  EXPECT_TRUE(file.is_damaged());
  EXPECT_EQ(file.reader().whole_bytes(), first.size() + second.size());
}

// With a new column the table is written anew; the same rows are not repeated.
TEST(FollowedFile, ATableThatIsWrittenAnewGoesOn) {
  const TemporaryFolder folder;
  const fs::path path = folder / "metrics.csv";
  write(path, "step,a\n0,1\n1,2\n");
  FollowedFile file = followed(TrackerKind::lightning_csv, path);
  EXPECT_EQ(look(file), "0=1 1=2 ");
  write(path, "step,a,b\n0,1,\n1,2,\n2,3,\n");
  EXPECT_EQ(look(file), "2=3 ");
  write(path, "step,a,b\n0,");  // caught while it is written
  EXPECT_EQ(look(file), "");
  write(path, "step,a,b\n0,1,\n1,2,\n2,3,\n3,4,\n");
  EXPECT_EQ(look(file), "3=4 ");
  write(path, "step,a,b\n0,7,\n");  // another run's
  EXPECT_EQ(look(file), "0=7 ");
}

TEST(FollowedFile, WhatWasThereBeforeIsNotOfThisRun) {
  const TemporaryFolder folder;
  const std::string table = "step,a\n0,1\n1,2\n";
  write(folder / "metrics.csv", table);
  FollowedFile rows = followed(TrackerKind::lightning_csv, folder / "metrics.csv", table.size());
  append(folder / "metrics.csv", "2,3\n");
  EXPECT_EQ(look(rows), "2=3 ");
  write(folder / "acc", "1000 5 1\n9000 6 2\n");
  FollowedFile metric = followed(TrackerKind::mlflow_metric, folder / "acc", 0, 8.0);
  EXPECT_EQ(look(metric), "2=6 ");
}

// A run that is resumed at once: the attempt before has written a moment ago.
TEST(FollowedFile, OfAFileThatWasThereOnlyWhatIsCertainlyOlderIsLeftOut) {
  const TemporaryFolder folder;
  const fs::path path = folder / "acc";
  const std::string before = "9000 1 1\n10500 2 2\n";
  write(path, before + "9000 3 3\n7000 4 4\n");
  FollowedFile file = followed(TrackerKind::mlflow_metric, path, before.size(), 10.0);
  EXPECT_EQ(look(file), "2=2 3=3 ");
}

TEST(FollowedFile, APipeDoesNotBlock) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "events.out.tfevents.1").c_str(), 0600), 0);
  FollowedFile file = followed(TrackerKind::tensorboard, folder / "events.out.tfevents.1");
  EXPECT_EQ(look(file), "");
}
