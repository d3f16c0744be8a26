// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/timelines/timeline_vocabulary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"

namespace trainyard {

namespace {

constexpr const char* kFormat = "trainyard-timeline-vocabulary";
constexpr std::uint64_t kMaxJson = std::uint64_t{64} << 20;

Value value_of(const TimelineWord& word) { return word ? Value(*word) : Value(); }

std::optional<TimelineWord> word_of_json(const Value& value) {
  if (value.is_null()) return TimelineWord();
  // parse_json converts these three texts to numbers.
  if (auto text = json_text(value)) return TimelineWord(std::move(*text));
  return {};
}

std::optional<double> number_of_json(const Value& value) {
  if (const auto* integer = value.get_if<std::int64_t>()) return static_cast<double>(*integer);
  if (const auto* real = value.get_if<double>()) return *real;
  return {};
}

bool read_auxiliary(const List& list, TimelineVocabulary& vocabulary) {
  for (const Value& item : list) {
    const auto* pair = item.get_if<List>();
    const auto* numbers = pair && pair->size() == 2 ? (*pair)[1].get_if<List>() : nullptr;
    auto word = numbers ? word_of_json((*pair)[0]) : std::nullopt;
    if (!word) return false;
    auto& [name, values] =
        vocabulary.auxiliary.emplace_back(std::move(*word), std::vector<double>());
    for (const Value& number : *numbers) {
      const auto found = number_of_json(number);
      if (!found) return false;
      values.push_back(*found);
    }
  }
  return true;
}

std::optional<TimelineVocabulary> vocabulary_of(const Value& document) {
  const auto* map = document.get_if<Map>();
  if (!map || get<std::string>(*map, "format") != kFormat ||
      get<std::int64_t>(*map, "version") != 1)
    return {};
  const Value *words = find(*map, "words"), *auxiliary = find(*map, "auxiliary");
  if (!words || !words->get_if<List>() || !auxiliary || !auxiliary->get_if<List>()) return {};
  TimelineVocabulary vocabulary;
  std::unordered_set<std::string> seen;
  bool has_none = false;
  for (const Value& value : *words->get_if<List>()) {
    auto word = word_of_json(value);
    if (!word || (*word ? !seen.insert(**word).second : std::exchange(has_none, true))) return {};
    vocabulary.words.push_back(std::move(*word));
  }
  if (!read_auxiliary(*auxiliary->get_if<List>(), vocabulary)) return {};
  return vocabulary;
}

}  // namespace

std::optional<std::int64_t> TimelineVocabulary::id_of(const TimelineWord& word) const {
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) return {};
  return found - words.begin();
}

Result<void> write_vocabulary(const std::filesystem::path& path,
                              const TimelineVocabulary& vocabulary) {
  List words, auxiliary;
  for (const TimelineWord& word : vocabulary.words) words.push_back(value_of(word));
  for (const auto& [word, numbers] : vocabulary.auxiliary)
    auxiliary.push_back(List{value_of(word), List(numbers.begin(), numbers.end())});
  const Map document{{"format", kFormat},
                     {"version", 1},
                     {"words", std::move(words)},
                     {"auxiliary", std::move(auxiliary)}};
  return write_file_atomically(path, to_json(document) + "\n");
}

Result<TimelineVocabulary> read_vocabulary(const std::filesystem::path& path) {
  TRY(const std::string text, read_file(path, kMaxJson));
  const auto document = parse_json(text);
  auto vocabulary = document ? vocabulary_of(*document) : std::nullopt;
  if (!vocabulary) return make_error("vocabulary.json", {{"path", path.string()}});
  return std::move(*vocabulary);
}

}  // namespace trainyard
