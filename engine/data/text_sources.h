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
  // None: the first examples of `train` (lines, or records of labelled texts).
  std::vector<std::filesystem::path> validation;
  std::vector<std::filesystem::path> test, temporal_test;  // none: there is no such split
  // Of all training examples, rounded half to even as `datasets` does.
  double validation_split_ratio = 0.05;
  // Of each split no more than its first so many records (texts, timelines) are looked at, and
  // nothing is read for checksums: for a look at data of any size, never for the cache.
  std::optional<std::int64_t> most_records{};

  // Of files in the cache, which a step (steps/steps.h) wrote or will write: they are known by what
  // they are made of.
  struct Origin {
    std::string key;                       // tells the files' content from any other
    std::optional<std::string> tokenizer;  // the same of a tokenizer that a step trains
    std::vector<PreparedSource> files;     // that a person gave
  };
  std::optional<Origin> origin;

  // Whether there may be some that are held out, so that training's have to be counted.
  bool holds_out() const { return validation.empty() && validation_split_ratio > 0; }
  // Examples of `num_examples` that are held out, from the first on; 0 when `validation` is given.
  std::int64_t num_held_out(std::int64_t num_examples) const;

  const std::vector<std::filesystem::path>& files(Split split) const;
  std::vector<std::filesystem::path> all_files() const;  // split by split
};

// Called now and then from the calling thread; false stops with the error "data.stopped" or
// "text.stopped" (exit code 75), leaving nothing behind.
using PrepareProgress = std::function<bool(std::string_view phase, double done, double total)>;

// "data.stopped", exit code 75.
Error preparing_stopped();

// The same files, open.
struct OpenSources {
  std::vector<TextFile> train;
  std::vector<TextFile> validation;
  std::vector<TextFile> test, temporal_test;
};

// Errors: those of TextFile::open.
Result<OpenSources> open_sources(const TextSources& sources);

double total_bytes(const std::vector<TextFile>& files);

// That all of each file is text; of excerpts nothing, their walk looks. Errors: those of
// TextFile::check_text, "data.stopped".
Result<void> check_text(const TextSources& settings, const OpenSources& sources,
                        const PrepareProgress& progress);

// Ends a walk over the records of some files after so many.
class Excerpt {
 public:
  explicit Excerpt(std::optional<std::int64_t> most) : left_(most) {}

  bool is_over() const { return left_ && *left_ <= 0; }
  // What `walk` is to read of `file`, whose text is checked so far. `walk` gets the bytes and gives
  // each record to take(). Errors: those of `walk` and of TextFile::check_text.
  Result<void> walk(const TextFile& file, const TextFile::GoOn& go_on,
                    const std::function<Result<void>(std::uint64_t most)>& walk);
  // After a record was used. The error is not seen outside: it ends the walk.
  Result<void> take();

 private:
  std::optional<std::int64_t> left_;
  bool has_ended_ = false;
};

// How much of each file is looked at before anything is started; preparing looks at all of it.
inline constexpr std::uint64_t preflight_bytes = 256u << 20;

}  // namespace trainyard
