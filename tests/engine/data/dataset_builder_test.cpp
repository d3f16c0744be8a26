// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/kinds/dataset_builder.h"

#include <gtest/gtest.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/data/cache_folder.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

const PrepareProgress always_continue = [](std::string_view, double, double) { return true; };

DataRequest request_for(const Experiment& experiment, const TemporaryFolder& scratch) {
  return {.experiment = experiment,
          .resolve = [folder = scratch.path()](const std::string& path) { return folder / path; }};
}

TEST(DatasetBuilder, IsThereForEveryKindOfDataAndTask) {
  const TemporaryFolder scratch;
  Experiment experiment;
  for (const auto& [kind, name] : Names<DataKind>::all)
    for (const TaskTraits& task : kTaskTraits) {
      experiment.data.kind = kind;
      experiment.task.kind = task.kind;
      EXPECT_TRUE(make_dataset_builder(request_for(experiment, scratch)))
          << name << " " << name_of(task.kind);
    }
}

TEST(DatasetBuilder, PreparesWhatTheDocumentNames) {
  const TemporaryFolder scratch;
  ::setenv("XDG_CACHE_HOME", (scratch / "cache").c_str(), 1);
  scratch.write("a.txt", "a line\nanother line\n");
  Experiment experiment;
  experiment.data.train = {"a.txt"};
  experiment.data.validation_split_ratio = 0;
  DataRequest request = request_for(experiment, scratch);
  request.vocab_size = 300;
  const auto builder = make_dataset_builder(request);
  EXPECT_TRUE(builder->check().empty());
  EXPECT_FALSE(builder->vocabulary()) << "it is learned from the texts";
  const auto cached = builder->prepare_cached(always_continue);
  ASSERT_TRUE(cached) << cached.error().message;
  const auto key = builder->key(always_continue);
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_EQ(cached->folder, *prepared_place(*key));
  const auto made = builder->prepare_into(scratch / "out", always_continue);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->train.tokens.xxh3_64, cached->train.tokens.xxh3_64);

  experiment.data.kind = DataKind::prepared;
  experiment.data.path = "out";
  const auto prepared = make_dataset_builder(request_for(experiment, scratch));
  EXPECT_TRUE(prepared->check().empty());
  EXPECT_EQ(prepared->prepare_cached(always_continue)->folder, scratch / "out");
  EXPECT_EQ(prepared->prepare_into(scratch / "again", always_continue).error().code,
            "data.prepared_already");
  scratch.write("out/prepared.json", "");
  EXPECT_EQ(prepared->check().size(), 1u);
}

}  // namespace
}  // namespace trainyard
