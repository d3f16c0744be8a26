// SPDX-License-Identifier: GPL-3.0-or-later
// The words of token timelines: read from the original's vocab.gzip; written and read as JSON.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

// Python's None is a word of its own, distinct from "None".
using TimelineWord = std::optional<std::string>;

struct TimelineVocabulary {
  std::vector<TimelineWord> words;  // by id
  // Auxiliary numbers for words (which need not have an id), such as bin edges.
  std::vector<std::pair<TimelineWord, std::vector<double>>> auxiliary;

  // Returns the id of a word, if it has one.
  std::optional<std::int64_t> id_of(const TimelineWord& word) const;
};

// Reads vocab.gzip of fms-ehrs: the gzip of a Python pickle
//   {"lookup": {word: id}, "reverse": {id: word}, "aux": {word: [number, ...]}}
// whose words are texts or None and whose numbers may be numpy's. No code in it is executed.
// Errors (exit code 2): those of read_gzip_file; "vocabulary.content", which says what is wrong:
// not such a pickle, ids that are not 0, 1, ... without gaps, a `reverse` that does not match.
Result<TimelineVocabulary> read_vocab_gzip(const std::filesystem::path& path);

// Writes it as a JSON object:
//   "format": "trainyard-timeline-vocabulary", "version": 1
//   "words": a list by id of texts, None being null
//   "auxiliary": a list of [word, [number, ...]]; numbers that are not finite are the texts "NaN",
//     "Infinity" and "-Infinity"
Result<void> write_vocabulary(const std::filesystem::path& path,
                              const TimelineVocabulary& vocabulary);
// Errors: those of read_file; "vocabulary.json" if it does not have this form.
Result<TimelineVocabulary> read_vocabulary(const std::filesystem::path& path);

}  // namespace trainyard
