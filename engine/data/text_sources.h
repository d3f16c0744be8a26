// SPDX-License-Identifier: GPL-3.0-or-later
// The files that data is prepared from.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/prepared.h"
#include "engine/data/split_name.h"
#include "engine/data/text_file.h"

namespace trainyard {

struct TextSources {
  std::vector<std::filesystem::path> train;
  // If empty, the first examples of `train` (lines, or records of labelled texts).
  std::vector<std::filesystem::path> validation;
  std::vector<std::filesystem::path> test, temporal_test;  // empty: there is no such split
  // The share of all training examples, rounded half to even like in `datasets`.
  double validation_split_ratio = 0.05;
  // Limits each split to its first records (texts, timelines), and skips checksums: for a look at
  // data of any size, never for the cache.
  std::optional<std::int64_t> max_records{};

  // Describes files in the cache that a step (steps/steps.h) wrote or will write: they are
  // identified by what they are made from.
  struct Origin {
    std::string key;                       // identifies the files' content
    std::optional<std::string> tokenizer;  // the same for a tokenizer that a step trains
    std::vector<PreparedSource> files;     // given by the user
  };
  std::optional<Origin> origin;

  // Whether examples may be held out, so that the training examples have to be counted.
  bool holds_out() const { return validation.empty() && validation_split_ratio > 0; }
  // How many of `num_examples` are held out, starting with the first; 0 if `validation` is given.
  std::int64_t num_held_out(std::int64_t num_examples) const;

  const std::vector<std::filesystem::path>& files(Split split) const;
  std::vector<std::filesystem::path> all_files() const;  // split by split
};

// Called regularly from the calling thread; false stops with the error "data.stopped" or
// "text.stopped" (exit code 75) and leaves nothing behind.
using PrepareProgress = std::function<bool(std::string_view phase, double done, double total)>;

// Returns "data.stopped", exit code 75.
Error preparing_stopped();

// The same files, opened.
struct OpenSources {
  std::vector<TextFile> train;
  std::vector<TextFile> validation;
  std::vector<TextFile> test, temporal_test;
};

// Errors: those of TextFile::open.
Result<std::vector<TextFile>> open_files(const std::vector<std::filesystem::path>& paths);
Result<OpenSources> open_sources(const TextSources& sources);

double total_bytes(const std::vector<TextFile>& files);

// Checks that all of each file is text; does nothing for excerpts, which are checked while they are
// read. Errors: those of TextFile::check_text, "data.stopped".
Result<void> check_text(const TextSources& settings, const OpenSources& sources,
                        const PrepareProgress& progress);

// Ends a walk over the records of files after a given number.
class Excerpt {
 public:
  explicit Excerpt(std::optional<std::int64_t> most) : left_(most) {}

  bool is_over() const { return left_ && *left_ <= 0; }
  // Calls `walk` with the number of bytes of `file` to read, whose text is checked that far. `walk`
  // must call take() for each record. Errors: those of `walk` and of TextFile::check_text.
  Result<void> walk(const TextFile& file, const TextFile::OnProgress& on_progress,
                    const std::function<Result<void>(std::uint64_t most)>& walk);
  // To be called after a record was used. Its error ends the walk and is not passed on.
  Result<void> take();

 private:
  std::optional<std::int64_t> left_;
  bool has_ended_ = false;
};

// How much of each file is checked before anything is started; preparing reads all of it.
inline constexpr std::uint64_t preflight_bytes = 256u << 20;

}  // namespace trainyard
