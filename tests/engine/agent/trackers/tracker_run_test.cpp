// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that log to trackers, under the agent.
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <map>

#include "tests/engine/agent/agent_process.h"
#include "tests/engine/trackers/tracker_bytes.h"

using namespace trainyard;

namespace {

using Curve = std::vector<std::pair<std::int64_t, double>>;

std::map<std::string, Curve> curves_of(const std::vector<Event>& events) {
  std::map<std::string, Curve> curves;
  for (const Event& event : events)
    if (const auto* metrics = std::get_if<MetricsEvent>(&event.body))
      for (const auto& [name, value] : metrics->values)
        curves[name].emplace_back(metrics->step.value_or(-1), value);
  return curves;
}

std::vector<std::string> found_in(const std::vector<Event>& events) {
  std::vector<std::string> texts;
  for (const Event& event : events)
    if (const auto* message = std::get_if<MessageEvent>(&event.body);
        message && message->code.starts_with("metrics."))
      texts.push_back(message->text);
  return texts;
}

void write(const std::filesystem::path& path, const std::string& content) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

}  // namespace

TEST(TrackersOfARun, WhatAProgramLogsHasCurvesAndIsReadToItsEnd) {
  AgentProcess agent;
  const double now = static_cast<double>(std::time(nullptr)) + 3600;
  write(agent.run_dir() / "part-1", scalar_record("Loss/train", 1, 4.f, now));
  write(agent.run_dir() / "part-2", scalar_record("Loss/train", 2, 2.f, now) + "cut");
  write(agent.run_dir() / "runs/older/events.out.tfevents.1", scalar_record("older", 1, 1.f));
  // The program ends right after its last point.
  const char* script =
      "mkdir -p runs/a mlruns/0/7f/metrics; touch mlruns/0/7f/meta.yaml; "
      "cat part-1 > runs/a/events.out.tfevents.2; "
      "echo \"$(date +%s)000 0.5 3\" > mlruns/0/7f/metrics/val_acc; "
      "echo '{\"step\": 1, \"train/loss\": 9, \"printed\": 7}'; sleep 0.3; "
      "cat part-2 >> runs/a/events.out.tfevents.2";
  ASSERT_EQ(agent.run({"--metrics", "auto"}, {"sh", "-c", script}), 0) << agent.error_output();
  const auto events = agent.events();
  auto curves = curves_of(events);
  EXPECT_EQ(curves["eval/acc"], (Curve{{3, 0.5}}));
  EXPECT_EQ(curves["printed"], (Curve{{1, 7}}));
  EXPECT_FALSE(curves.contains("train/older"));
  // What was printed first stays, and the tracker's value of that step replaces it.
  EXPECT_EQ(curves["train/loss"], (Curve{{1, 9}, {1, 4}, {2, 2}}));
  EXPECT_EQ(found_in(events),
            (std::vector<std::string>{"Metrics are read from printed lines that are JSON objects",
                                      "Metrics are read from the files of MLflow in mlruns/0/7f",
                                      "Metrics are read from TensorBoard files in runs/a"}));
  EXPECT_TRUE(std::holds_alternative<EndEvent>(events.back().body));
}

TEST(TrackersOfARun, AKilledProgramHasWhatItWrote) {
  AgentProcess agent;
  const double now = static_cast<double>(std::time(nullptr)) + 3600;
  write(agent.run_dir() / "part",
        scalar_record("loss", 1, 4.f, now) + scalar_record("loss", 2, 3.f, now).substr(0, 20));
  const char* script =
      "mkdir -p runs/a; cat part > runs/a/events.out.tfevents.2; echo ready; kill -KILL $$";
  EXPECT_EQ(agent.run({"--metrics", "auto"}, {"sh", "-c", script}), 137);
  EXPECT_EQ(curves_of(agent.events())["train/loss"], (Curve{{1, 4}}));
  EXPECT_EQ(agent.end().code, "failure.signal");
}

TEST(TrackersOfARun, TheFirstRankHasThePlainNamesHoweverLateItBegins) {
  AgentProcess agent;
  const double now = static_cast<double>(std::time(nullptr)) + 3600;
  write(agent.run_dir() / "part-0", scalar_record("loss", 1, 4.f, now));
  write(agent.run_dir() / "part-1", scalar_record("loss", 1, 7.f, now));
  const char* script =
      "mkdir -p runs/a$RANK; [ $RANK = 1 ] || sleep 1.5; "
      "cat part-$RANK > runs/a$RANK/events.out.tfevents.2.node.$$.0; sleep 3";
  ASSERT_EQ(agent.run({"--metrics", "auto", "--nproc-per-node", "2"}, {"sh", "-c", script}), 0)
      << agent.error_output();
  auto curves = curves_of(agent.events());
  EXPECT_EQ(curves["train/loss"], (Curve{{1, 4}}));
  EXPECT_EQ(curves["rank1/train/loss"], (Curve{{1, 7}}));
  EXPECT_EQ(curves.size(), 2u);
}

// Two runs may work in one folder: a file is the run's whose process has it open or is named in it.
TEST(TrackersOfARun, InAFolderOfOthersOnlyItsOwnFilesAreRead) {
  AgentProcess agent;
  const TemporaryFolder shared;
  const double now = static_cast<double>(std::time(nullptr)) + 3600;
  for (const char* name : {"own", "open", "foreign"})
    write(agent.run_dir() / name, scalar_record(name, 1, 4.f, now));
  const std::string script =
      "cd '" + shared.path().string() + "'; mkdir -p runs/a runs/b mlruns/0/7f/metrics; from='" +
      agent.run_dir().string() +
      "'; cat \"$from/own\" > runs/a/events.out.tfevents.2.node.$$.0; "
      "cat \"$from/foreign\" > runs/b/events.out.tfevents.2.node.1.0; "
      "exec 9>> runs/b/events.out.tfevents.3.node; cat \"$from/open\" >&9; "
      "touch mlruns/0/7f/meta.yaml; echo \"$(date +%s)000 1 1\" > mlruns/0/7f/metrics/other; "
      "echo ready; while [ ! -e go ]; do sleep 0.05; done";
  agent.start({"--metrics", "auto"}, {"sh", "-c", script});
  ASSERT_TRUE(wait_until([&] { return curves_of(agent.events()).size() == 2; }));
  write(shared.path() / "go", "");
  EXPECT_EQ(agent.wait(), 0);
  const auto curves = curves_of(agent.events());
  EXPECT_TRUE(curves.contains("train/own") && curves.contains("train/open"));
  EXPECT_EQ(curves.size(), 2u);
}

// With the tables that trackio makes. In its own folder, a database is found by being opened: what
// has it open for moments only, too.
TEST(TrackersOfARun, ADatabaseIsFollowedWhereTheRunWorksAndWhereTrackioKeepsIt) {
  const auto script = [](const std::string& file) {
    return "file='" + file +
           "'; mkdir -p \"$(dirname \"$file\")\"; log() { sqlite3 \"$file\" \"$1\"; }; "
           "log 'CREATE TABLE metrics (id INTEGER PRIMARY KEY, timestamp TEXT, run_name TEXT, step "
           "INTEGER, metrics TEXT)'; "
           "log 'PRAGMA journal_mode = WAL' > wal; "
           "log \"INSERT INTO metrics VALUES (1, '2020-01-01T00:00:00', 'old', 1, '{}')\"; "
           "step=0; while [ ! -e go ]; do step=$((step + 1)); "
           "log \"INSERT INTO metrics (timestamp, run_name, step, metrics) VALUES "
           "(strftime('%Y-%m-%dT%H:%M:%S', 'now'), 'sun', $step, '{\\\"train_loss\\\": 0.5}')\"; "
           "sleep 0.05; done; echo $step > steps";
  };
  const TemporaryFolder home;
  for (const std::string& file :
       {std::string("runs.db"), (home.path() / "cache/huggingface/trackio/digits.db").string()}) {
    AgentProcess agent;
    agent.start({"--metrics", "auto"}, {"sh", "-c", script(file)},
                {{"XDG_CACHE_HOME", (home.path() / "cache").string()}, {"HF_HOME", ""}});
    ASSERT_TRUE(wait_until([&] { return !curves_of(agent.events()).empty(); })) << file;
    write(agent.run_dir() / "go", "");
    EXPECT_EQ(agent.wait(), 0) << agent.error_output();
    int steps = 0;
    std::ifstream(agent.run_dir() / "steps") >> steps;
    Curve wanted;
    for (int step = 1; step <= steps; ++step) wanted.emplace_back(step, 0.5);
    EXPECT_EQ(curves_of(agent.events()), (std::map<std::string, Curve>{{"train/loss", wanted}}));
    EXPECT_EQ(found_in(agent.events()).size(), 1u);
  }
}

TEST(TrackersOfARun, OnlyWhereMetricsAreReadWithoutBeingAskedFor) {
  for (const char* metrics : {"none", "jsonl"}) {
    AgentProcess agent;
    const double now = static_cast<double>(std::time(nullptr)) + 3600;
    write(agent.run_dir() / "part", scalar_record("loss", 1, 4.f, now));
    const char* script = "mkdir -p runs/a; cat part > runs/a/events.out.tfevents.2";
    ASSERT_EQ(agent.run({"--metrics", metrics}, {"sh", "-c", script}), 0);
    EXPECT_TRUE(curves_of(agent.events()).empty());
  }
}
