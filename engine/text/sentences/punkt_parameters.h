// SPDX-License-Identifier: GPL-3.0-or-later
// Punkt's parameters for a language: learned by PunktTrainer, used by PunktSplitter (Kiss and
// Strunk,
// 2006, Unsupervised Multilingual Sentence Boundary Detection, Computational Linguistics 32(4)).
//
// As JSON (UTF-8; written with one entry per line, sorted; any layout is read):
//   {"format": "punkt", "version": 1,
//    "abbreviations": ["dr", "p.o"],                 lower case, without the last full stop
//    "collocations": [["##number##", "patients"]],   two types on both sides of a full stop that
//                                                    belong together
//    "sentence_starters": ["however"],
//    "orthographic_context": {"the": 46}}            type -> PunktContext bits
// Types are words in lower case; "##number##" represents all numbers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "engine/contract/result.h"

namespace trainyard {

// How a type occurred, with nltk's values: by its position in the sentence and the case of its
// first letter.
struct PunktContext {
  enum : std::uint32_t {
    begin_upper = 2,
    middle_upper = 4,
    unknown_upper = 8,
    begin_lower = 16,
    middle_lower = 32,
    unknown_lower = 64,
    any_upper = begin_upper | middle_upper | unknown_upper,
    any_lower = begin_lower | middle_lower | unknown_lower
  };
};
inline constexpr std::uint32_t max_punkt_context = 127;

struct PunktParameters {
  std::set<std::string, std::less<>> abbreviations;
  std::set<std::pair<std::string, std::string>> collocations;
  std::set<std::string, std::less<>> sentence_starters;
  std::map<std::string, std::uint32_t, std::less<>> orthographic_context;

  // A folder is read as nltk's punkt_tab folder of a language: abbrev_types.txt, collocations.tab,
  // sent_starters.txt and ortho_context.tab, UTF-8, one entry per line. Anything else is read as
  // JSON. Errors: file.* as for read_file; sentences.damaged with file and line.
  static Result<PunktParameters> read(const std::filesystem::path& path);
  static Result<PunktParameters> read_json(const std::filesystem::path& file);
  static Result<PunktParameters> read_punkt_tab(const std::filesystem::path& folder);
  // The same from a text; `file` names it in errors.
  static Result<PunktParameters> from_json(std::string_view text, const std::string& file);

  std::string to_json() const;
  // Written atomically.
  Result<void> write_json(const std::filesystem::path& file) const;

  bool operator==(const PunktParameters&) const = default;
};

}  // namespace trainyard
