// From text files to prepared data: vocabulary read or trained, lines encoded and concatenated,
// splits written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/prepared.h"

namespace trainyard {

struct TextDataSettings {
  std::vector<std::filesystem::path> train;
  std::vector<std::filesystem::path> validation;  // none: the first lines of `train`
  double validation_split_ratio =
      0.05;  // of all training lines, rounded half to even as `datasets` does
  std::optional<std::filesystem::path>
      tokenizer;                   // file or folder; none: one is trained on the training lines
  std::int64_t vocab_size = 8192;  // of a tokenizer that is trained
  // One that is given must have a mask token; one that is trained is BERT's WordPiece, in lower
  // case.
  bool needs_mask = false;
  int num_threads = 1;
};

// Everything that is wrong with the sources (the first 256 MiB of each, so that it takes seconds)
// and the tokenizer, without preparing anything.
std::vector<Error> check_text_sources(const TextDataSettings& settings);

// Called now and then from the calling thread; false stops with the error "data.stopped" or
// "text.stopped" (exit code 75), leaving nothing behind.
using PrepareProgress = std::function<bool(std::string_view phase, double done, double total)>;

// Makes `folder`, which must not exist, whole or not at all: it is written under a temporary name
// beside it and renamed. Errors name file, line and offset (exit code 2), or what could not be
// written (exit code 3).
Result<PreparedData> prepare_text(const TextDataSettings& settings,
                                  const std::filesystem::path& folder,
                                  const PrepareProgress& progress);

// The same through the cache, $XDG_CACHE_HOME/trainyard/prepared/<key>, where the key comes from
// the bytes of the sources, the tokenizer and the settings. A damaged entry is made anew; one that
// could not be read (exit code 3) stays, others may be using it. Several processes may do this at
// once.
Result<PreparedData> prepare_text_cached(const TextDataSettings& settings,
                                         const PrepareProgress& progress);

}  // namespace trainyard
