// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes an event of what trackers show, and what of their folders is read for it.
#include "engine/agent/trackers/tracked_samples.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "engine/agent/trackers/file_below.h"
#include "engine/trackers/sample_content.h"
#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;

namespace {

namespace fs = std::filesystem;

const std::string png = "\x89PNG\r\n\x1a\nrest";

struct Samples {
  std::vector<SampleEvent> shown;
  std::vector<std::string> codes;  // of messages
  TrackedSamples samples;

  explicit Samples(const std::string& prefix = {})
      : samples(prefix, [this](const Event& event) {
          if (const auto* sample = std::get_if<SampleEvent>(&event.body)) shown.push_back(*sample);
          if (const auto* message = std::get_if<MessageEvent>(&event.body))
            codes.push_back(message->code);
        }) {}

  void take(const fs::path& folder, TrackedSample sample) {
    samples.take({TrackerKind::wandb, folder / "file", folder, {}},
                 {{}, 7, {}, {}, {std::move(sample)}});
  }
};

TrackedSample file_sample(std::string key, SampleKind kind, std::string file) {
  return {std::move(key), kind, {}, std::move(file), "seen", false};
}

}  // namespace

TEST(FileBelow, ReadsNothingOutsideOfItsFolder) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "run/files/media");
  folder.write("secret", "secret");
  folder.write("run/files/media/a", "content");
  fs::create_symlink(folder / "secret", folder / "run/files/media/link");
  fs::create_directory_symlink(folder.path(), folder / "run/files/up");
  ASSERT_EQ(::mkfifo((folder / "run/files/pipe").c_str(), 0600), 0);
  const auto read = [&](const std::string& path, std::size_t limit = 100) {
    return read_file_below(folder / "run", path, limit);
  };
  EXPECT_EQ(read("files/media/a")->content, "content");
  EXPECT_FALSE(read("files/media/a", 6)->content);
  EXPECT_EQ(read("files/media/a", 6)->bytes, 7u);
  for (const std::string& path :
       {std::string("files/media/link"), std::string("files/up/secret"), std::string("../secret"),
        std::string("files/../../secret"), std::string("files//media/a"), std::string("files/./a"),
        std::string("files/media"), std::string("files/pipe"), std::string("files/none"),
        std::string(), folder.path().string() + "/secret", std::string("files/media/a/"),
        std::string("files/media/a\0b", 15)})
    EXPECT_FALSE(read(path)) << path;
}

TEST(TrackedSamples, AreEventsWithTheirStepAndContent) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "a/files");
  folder.write("a/files/x.png", png);
  folder.write("a/files/x.webp", "RIFF");
  folder.write("a/files/t.json", R"({"columns": ["n"], "data": [[1], "x", [null]]})");
  Samples all("n2/");
  all.take(folder / "a", {"said", SampleKind::text, "words", {}, {}, true});
  all.take(folder / "a", file_sample("seen", SampleKind::image, "x.png"));
  all.take(folder / "a", file_sample("other", SampleKind::image, "x.webp"));
  all.take(folder / "a", file_sample("rows", SampleKind::table, "t.json"));
  all.take(folder / "a", file_sample("gone", SampleKind::table, "../t.json"));
  all.take(folder / "b", {"said", SampleKind::text, "others", {}, {}, false});
  ASSERT_EQ(all.shown.size(), 4u);
  EXPECT_EQ(all.shown[0].name, "n2/said");
  EXPECT_EQ(all.shown[0].step, 7);
  EXPECT_EQ(all.shown[0].content, "words");
  EXPECT_TRUE(all.shown[0].is_cut);
  EXPECT_EQ(all.shown[1].kind, SampleKind::image);
  EXPECT_EQ(all.shown[1].content, encode_base64(png));
  EXPECT_EQ(all.shown[1].caption, "seen");
  EXPECT_EQ(all.shown[2].content, R"({"columns":["n"],"rows":[[1],[null]]})");
  EXPECT_EQ(all.shown[3].name, "n2/b/said");
  EXPECT_TRUE(all.codes.empty());
}

TEST(TrackedSamples, ThatAreTooLargeAreLeftOutAndToldOnce) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "files");
  folder.write("files/big.png", png + std::string(SampleEvent::max_content_bytes, 'x'));
  Samples all;
  for (int i = 0; i < 3; ++i)
    all.take(folder.path(), file_sample("big", SampleKind::image, "big.png"));
  all.take(folder.path(), {"here",
                           SampleKind::image,
                           png + std::string(SampleEvent::max_content_bytes, 'x'),
                           {},
                           {},
                           false});
  // Each byte takes six in JSON.
  all.take(folder.path(),
           {"escaped", SampleKind::text, std::string(250 << 10, '\1'), {}, {}, false});
  EXPECT_TRUE(all.shown.empty());
  EXPECT_EQ(all.codes, std::vector<std::string>{"sample.too_large"});
}

TEST(TrackedSamples, EndAtWhatAnAttemptMayShow) {
  Samples many, large;
  for (std::uint64_t i = 0; i < TrackedSamples::max_samples + 10; ++i)
    many.take("/a", {"said", SampleKind::text, "words", {}, {}, false});
  EXPECT_EQ(many.shown.size(), TrackedSamples::max_samples);
  EXPECT_EQ(many.codes, std::vector<std::string>{"sample.limit"});
  for (int i = 0; i < 200; ++i)
    large.take("/a", {"said", SampleKind::text, std::string(200 << 10, 'x'), {}, {}, false});
  EXPECT_EQ(large.shown.size(), TrackedSamples::max_total_bytes / (200 << 10));
  EXPECT_EQ(large.codes, std::vector<std::string>{"sample.limit"});
}
