// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/tokenizer_notes.h"

#include <algorithm>
#include <functional>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/data/timelines/timeline_vocabulary.h"
#include "engine/text/tokenizer.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

using WordOf = std::function<std::optional<std::string>(std::size_t)>;

// Compares the ids that both have.
std::optional<Error> other_words(const fs::path& model, std::size_t num_ids, const WordOf& of_data,
                                 const WordOf& of_model) {
  std::int64_t count = 0;
  std::size_t first = 0;
  for (std::size_t id = num_ids; id-- > 0;) {
    if (of_data(id) == of_model(id)) continue;
    ++count;
    first = id;
  }
  if (count == 0) return std::nullopt;
  const auto shown = [&](const WordOf& word_of) { return word_of(first).value_or("nothing"); };
  return make_error("data.other_tokenizer", {{"count", count},
                                             {"entries", static_cast<std::int64_t>(num_ids)},
                                             {"model", model.string()},
                                             {"id", static_cast<std::int64_t>(first)},
                                             {"found", shown(of_data)},
                                             {"wanted", shown(of_model)}});
}

// The parts of tokenizer.json that determine how a text is split; nothing if there is none.
std::optional<std::string> ways_of(const Tokenizer& tokenizer) {
  const auto document = parse_json(tokenizer.json());
  const Map* map = document ? document->get_if<Map>() : nullptr;
  if (!map) return std::nullopt;
  std::string ways;
  for (const char* key : {"normalizer", "pre_tokenizer", "post_processor"})
    if (const Value* value = find(*map, key)) ways += to_json(*value) + "\n";
  const Map model = get<Map>(*map, "model");
  if (const Value* merges = find(model, "merges")) ways += to_json(*merges);
  return ways;
}

std::optional<Error> other_tokenizer(const Tokenizer& of_data, const Tokenizer& of_model,
                                     const fs::path& model) {
  if (of_data.digest() == of_model.digest()) return std::nullopt;
  const auto word = [](const Tokenizer& tokenizer) -> WordOf {
    return [&](std::size_t id) { return tokenizer.token(static_cast<std::uint32_t>(id)); };
  };
  if (auto note = other_words(model, std::min(of_data.id_limit(), of_model.id_limit()),
                              word(of_data), word(of_model)))
    return note;
  if (ways_of(of_data) == ways_of(of_model)) return std::nullopt;
  return make_error("data.other_cuts", {{"model", model.string()}});
}

}  // namespace

std::optional<Error> note_on_tokenizer(const fs::path& data, const fs::path& model) {
  constexpr const char* kWords = "vocabulary.json";
  std::error_code ignored;
  if (fs::exists(data / kWords, ignored) && fs::exists(model / kWords, ignored)) {
    const auto one = read_vocabulary(data / kWords), other = read_vocabulary(model / kWords);
    if (!one || !other) return std::nullopt;
    const auto word = [](const TimelineVocabulary& vocabulary) -> WordOf {
      return [&](std::size_t id) { return vocabulary.words[id]; };
    };
    return other_words(model, std::min(one->words.size(), other->words.size()), word(*one),
                       word(*other));
  }
  const auto of_data = Tokenizer::read(data);
  if (!of_data) return std::nullopt;
  const auto of_model = Tokenizer::read(model);
  return of_model ? other_tokenizer(*of_data, *of_model, model) : std::nullopt;
}

}  // namespace trainyard
