// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/sentences/punkt_trainer.h"

#include <algorithm>

#include "engine/system/utf8_sequence.h"
#include "engine/text/sentences/punkt_statistics.h"

namespace trainyard {
namespace {

// The position of the next word in its sentence, as far as the words before it determine it.
enum class SentencePlace : std::uint8_t { begin, middle, unknown };

SentencePlace place_at(SentencePlace expected, const PunktWords& words) {
  if (words.begins_paragraph() && expected != SentencePlace::unknown)
    expected = SentencePlace::begin;
  if (words.begins_line() && expected == SentencePlace::middle) return SentencePlace::unknown;
  return expected;
}

SentencePlace place_behind(const PunktToken& token) {
  if (token.ends_sentence)
    return token.is_number() || token.is_initial() ? SentencePlace::unknown : SentencePlace::begin;
  const bool is_open = token.is_ellipsis() || token.is_abbreviation;
  return is_open ? SentencePlace::unknown : SentencePlace::middle;
}

std::uint32_t context_of(const PunktToken& token, SentencePlace place) {
  const bool is_lower = token.begins_lower();
  if (!is_lower && !token.begins_upper()) return 0;
  switch (place) {
    case SentencePlace::begin:
      return is_lower ? PunktContext::begin_lower : PunktContext::begin_upper;
    case SentencePlace::middle:
      return is_lower ? PunktContext::middle_lower : PunktContext::middle_upper;
    case SentencePlace::unknown:
      break;
  }
  return is_lower ? PunktContext::unknown_lower : PunktContext::unknown_upper;
}

std::uint64_t key_of_types(std::uint32_t first, std::uint32_t second) {
  return std::uint64_t{first} << 32 | second;
}

double ratio(std::int64_t part, std::int64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::uint32_t PunktTrainer::id_of(std::string_view text) {
  if (const auto found = ids_.find(text); found != ids_.end()) return found->second;
  const auto id = static_cast<std::uint32_t>(types_.size());
  const auto place = ids_.emplace(text, id).first;
  Type type;
  type.text = place->first;
  type.has_letter = has_punkt_letter(type.text);
  types_.push_back(type);
  return id;
}

std::uint32_t PunktTrainer::id_without_period(std::uint32_t type) {
  const std::string_view text = types_[type].text;
  if (text.size() < 2 || !text.ends_with('.')) return type;
  if (types_[type].without_period == no_type) {
    const std::uint32_t bare = id_of(text.substr(0, text.size() - 1));
    types_[type].without_period = bare;
  }
  return types_[type].without_period;
}

std::uint32_t PunktTrainer::id_in_sentence(const Place& place) {
  return place.token.ends_sentence ? id_without_period(place.type) : place.type;
}

const PunktTrainer::Type* PunktTrainer::find(std::string_view text) const {
  const auto found = ids_.find(text);
  return found == ids_.end() ? nullptr : &types_[found->second];
}

std::int64_t PunktTrainer::count_of(std::string_view text) const {
  const Type* type = find(text);
  return type == nullptr ? 0 : type->count;
}

void PunktTrainer::add(std::string_view text) {
  ++num_texts_;
  std::vector<std::uint32_t> seen;
  count_types(text, seen);
  for (const std::uint32_t type : seen) classify_abbreviation(type);
  look_at_words(text);
  add_rare_abbreviations();
}

// `seen` gets each type of the text once.
void PunktTrainer::count_types(std::string_view text, std::vector<std::uint32_t>& seen) {
  PunktWords words(text);
  PunktToken token;
  for (std::string_view word; words.next(word);) {
    token.set(word);
    const std::uint32_t id = id_of(token.type());
    Type& type = types_[id];
    ++type.count;
    ++num_words_;
    if (token.ends_with_period()) ++num_period_words_;
    if (type.last_text == num_texts_) continue;
    type.last_text = num_texts_;
    seen.push_back(id);
  }
}

// A type with a full stop may become an abbreviation, one without may no longer be one.
void PunktTrainer::classify_abbreviation(std::uint32_t type) {
  const Type seen = types_[type];
  if (!seen.has_letter || seen.text == punkt_number) return;
  const bool may_become = seen.text.ends_with('.');
  if (seen.is_abbreviation == may_become) return;
  Type& bare = types_[may_become ? id_without_period(type) : type];
  const std::int64_t with_period =
      may_become ? seen.count : count_of(std::string(seen.text).append("."));
  const double score = abbreviation_score(bare.text, with_period, bare.count, num_period_words_,
                                          num_words_, options_.ignores_abbreviation_penalty);
  if ((score >= options_.abbreviation) == may_become) bare.is_abbreviation = may_become;
}

void PunktTrainer::look_at_words(std::string_view text) {
  const auto is_known = [&](std::string_view word) {
    const Type* type = find(word);
    return type != nullptr && type->is_abbreviation;
  };
  PunktWords words(text);
  Place places[2];
  std::size_t current = 0;
  auto expected = SentencePlace::middle;
  bool is_first = true;
  for (std::string_view word; words.next(word); is_first = false, current = 1 - current) {
    Place& place = places[current];
    place.token.set(word);
    place.token.annotate(is_known);
    place.type = id_of(place.token.type());
    const std::uint32_t context = context_of(place.token, place_at(expected, words));
    if (context != 0) types_[id_in_sentence(place)].context |= context;
    expected = place_behind(place.token);
    if (place.token.ends_sentence) ++num_ends_;
    const Place& before = places[1 - current];
    if (!is_first && before.token.ends_with_period()) look_at_pair(before, place);
  }
}

// `first` ends with a full stop.
void PunktTrainer::look_at_pair(const Place& first, const Place& next) {
  const bool is_ordinal = first.token.is_number() || first.token.is_initial();
  if (first.token.ends_sentence) {
    const std::uint32_t type = id_in_sentence(first);
    if (types_[type].count < options_.rare_below) {
      if (std::string_view(",:;").find(next.token.word()[0]) != std::string_view::npos)
        rare_.insert(key_of_types(type, no_type));
      else if (next.token.begins_lower())
        rare_.insert(key_of_types(type, id_in_sentence(next)));
    }
    if (!is_ordinal && next.token.is_alphabetic()) ++types_[next.type].count_as_starter;
  }
  const bool is_wanted = options_.all_collocations ||
                         (options_.abbreviation_collocations && first.token.is_abbreviation) ||
                         (first.token.ends_sentence && is_ordinal);
  if (is_wanted && types_[first.type].has_letter && types_[next.type].has_letter)
    ++pairs_[key_of_types(id_without_period(first.type), id_in_sentence(next))];
}

// They are searched with everything that the text says about the words after them, and do not
// affect how the rest of the same text is read.
void PunktTrainer::add_rare_abbreviations() {
  for (const std::uint64_t key : rare_) {
    const auto type = static_cast<std::uint32_t>(key >> 32);
    if (is_rare_abbreviation(type, static_cast<std::uint32_t>(key)))
      types_[type].is_abbreviation = true;
  }
  rare_.clear();
}

bool PunktTrainer::is_rare_abbreviation(std::uint32_t type, std::uint32_t next) const {
  // nltk counts the type without its full stop, and without its last letter.
  std::string_view shorter = types_[type].text;
  if (!shorter.empty()) shorter = shorter.substr(0, character_before(shorter, shorter.size()));
  if (types_[type].count + count_of(shorter) >= options_.rare_below) return false;
  if (next == no_type) return true;
  const std::uint32_t context = types_[next].context;
  return (context & PunktContext::begin_upper) != 0 && (context & PunktContext::middle_upper) == 0;
}

PunktParameters PunktTrainer::parameters() const {
  PunktParameters out;
  for (const Type& type : types_) {
    if (type.is_abbreviation) out.abbreviations.emplace(type.text);
    if (type.context != 0) out.orthographic_context.emplace(type.text, type.context);
  }
  find_sentence_starters(out);
  find_collocations(out);
  return out;
}

void PunktTrainer::find_sentence_starters(PunktParameters& out) const {
  for (const Type& type : types_) {
    const std::int64_t at_begin = type.count_as_starter;
    if (at_begin == 0) continue;
    const std::int64_t count = type.count + count_of(std::string(type.text).append("."));
    const double likelihood = collocation_likelihood(
        {.first = num_ends_, .second = count, .both = at_begin, .total = num_words_});
    if (likelihood >= options_.sentence_starter &&
        ratio(num_words_, num_ends_) > ratio(count, at_begin))
      out.sentence_starters.emplace(type.text);
  }
}

void PunktTrainer::find_collocations(PunktParameters& out) const {
  for (const auto& [key, together] : pairs_) {
    const Type& first = types_[key >> 32];
    const Type& second = types_[static_cast<std::uint32_t>(key)];
    if (out.sentence_starters.contains(second.text)) continue;
    const std::int64_t first_count = first.count + count_of(std::string(first.text).append("."));
    const std::int64_t second_count = second.count + count_of(std::string(second.text).append("."));
    if (first_count < 2 || second_count < 2 || together <= options_.collocation_seen_above ||
        together > std::min(first_count, second_count))
      continue;
    const double likelihood = collocation_likelihood(
        {.first = first_count, .second = second_count, .both = together, .total = num_words_});
    if (likelihood >= options_.collocation &&
        ratio(num_words_, first_count) > ratio(second_count, together))
      out.collocations.emplace(first.text, second.text);
  }
}

}  // namespace trainyard
