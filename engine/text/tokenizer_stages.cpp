// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/tokenizer_stages.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/contract/json.h"
#include "engine/text/tokenizer_entries.h"

namespace trainyard {
namespace {

Result<void> read_byte_level(const Map& stage, const std::string& file, Vocabulary& vocabulary) {
  if (stage_type(stage) != "ByteLevel")
    return unsupported_stage(file, "tokenizer.pre_tokenizer", stage);
  TRY(vocabulary.add_prefix_space, read_flag(stage, "add_prefix_space", true, file));
  TRY(const bool use_regex, read_flag(stage, "use_regex", true, file));
  vocabulary.model = TokenModel::byte_level_bpe;
  vocabulary.split = use_regex ? SplitPattern::gpt2 : SplitPattern::whole;
  return {};
}

std::optional<SplitBehavior> behavior_called(const std::string& name) {
  if (name == "Removed") return SplitBehavior::removed;
  if (name == "Isolated") return SplitBehavior::isolated;
  if (name == "MergedWithPrevious") return SplitBehavior::merged_with_previous;
  if (name == "MergedWithNext") return SplitBehavior::merged_with_next;
  if (name == "Contiguous") return SplitBehavior::contiguous;
  return std::nullopt;
}

Result<SplitStage> read_split_stage(const Map& stage, const std::string& file) {
  const auto unsupported = [&] {
    return unsupported_tokenizer(file, "tokenizer.split", {{"pattern", to_json(Value(stage))}});
  };
  TRY(const bool is_inverted, read_flag(stage, "invert", false, file));
  const auto behavior = behavior_called(stage_text(stage, "behavior"));
  const auto plain = plain_pattern(stage);
  const std::string regex = stage_text(get<Map>(stage, "pattern"), "Regex");
  if (!behavior || (!plain && regex.empty())) return unsupported();
  if (plain) return SplitStage{SplitRegex::of_text(*plain), *behavior, is_inverted};
  auto parsed = SplitRegex::parse(regex);
  if (!parsed)
    return unsupported_tokenizer(file, parsed.error().code.c_str(), parsed.error().arguments);
  return SplitStage{*std::move(parsed), *behavior, is_inverted};
}

// Appends the stage; false if it does not split text.
Result<bool> read_cutting_stage(const Map& stage, const std::string& file,
                                std::vector<SplitStage>& stages) {
  const std::string type = stage_type(stage);
  const auto of_flag = [](std::uint32_t flag, bool repeats) {
    return SplitRegex::of_set(CharacterSet::of_flag(flag), repeats);
  };
  if (type == "Split") {
    TRY(SplitStage split, read_split_stage(stage, file));
    stages.push_back(std::move(split));
  } else if (type == "Digits") {
    TRY(const bool is_each, read_flag(stage, "individual_digits", false, file));
    stages.push_back({of_flag(kDigitFlag, !is_each), SplitBehavior::isolated});
  } else if (type == "Punctuation") {
    const std::string name = stage_text(stage, "behavior");
    const auto behavior = behavior_called(name.empty() ? "Isolated" : name);
    if (!behavior) return unsupported_stage(file, "tokenizer.pre_tokenizer", stage);
    stages.push_back({of_flag(kPunctuationFlag, false), *behavior});
  } else if (type == "WhitespaceSplit" || type == "Whitespace") {
    stages.push_back({of_flag(kStageSpaceFlag, true), SplitBehavior::removed});
    if (type == "Whitespace")
      stages.push_back({of_flag(kStageWordFlag, true), SplitBehavior::isolated});
  } else if (const std::string delimiter = stage_text(stage, "delimiter");
             type == "CharDelimiterSplit" && !delimiter.empty()) {
    stages.push_back({SplitRegex::of_text(delimiter), SplitBehavior::removed});
  } else {
    return false;
  }
  return true;
}

// Stages that split text, then bytes as letters; without that, words are characters.
Result<void> read_cutting_stages(const Map& sequence, const std::string& file,
                                 Vocabulary& vocabulary) {
  bool are_bytes = false;
  return each_stage(sequence, "pretokenizers", file, [&](const Map& stage) -> Result<void> {
    if (are_bytes)
      return unsupported_tokenizer(file, "tokenizer.behind_bytes",
                                   {{"type", quoted_token(stage_type(stage))}});
    if (stage_type(stage) == "Sequence") return read_cutting_stages(stage, file, vocabulary);
    TRY(const bool cuts, read_cutting_stage(stage, file, vocabulary.stages));
    if (cuts) return {};
    are_bytes = true;
    return read_byte_level(stage, file, vocabulary);
  });
}

// Llama 3's and Qwen's: a split by a regular expression that is implemented by hand here, then
// bytes as letters.
bool is_known_split(const Map& sequence, Vocabulary& vocabulary) {
  const List stages = get<List>(sequence, "pretokenizers");
  const Map* split = stages.size() == 2 ? stages[0].get_if<Map>() : nullptr;
  const Map* bytes = stages.size() == 2 ? stages[1].get_if<Map>() : nullptr;
  if (!split || !bytes || stage_type(*split) != "Split" || stage_type(*bytes) != "ByteLevel" ||
      stage_text(*split, "behavior") != "Isolated" || get<bool>(*split, "invert") ||
      get<bool>(*bytes, "use_regex", true) || get<bool>(*bytes, "add_prefix_space", true))
    return false;
  const auto pattern = pattern_of(stage_text(get<Map>(*split, "pattern"), "Regex"));
  if (!pattern) return false;
  vocabulary.model = TokenModel::byte_level_bpe;
  vocabulary.split = *pattern;
  return true;
}

// Gemma's is implemented by hand.
Result<void> read_split(const Map& stage, const std::string& file, Vocabulary& vocabulary) {
  TRY(const bool is_inverted, read_flag(stage, "invert", false, file));
  if (plain_pattern(stage) == " " && stage_text(stage, "behavior") == "MergedWithPrevious" &&
      !is_inverted) {
    vocabulary.split = SplitPattern::after_spaces;
    return {};
  }
  TRY(read_cutting_stage(stage, file, vocabulary.stages));
  return {};
}

// T5's and XLM-RoBERTa's.
Result<void> read_metaspace(const Map& stage, const std::string& file, Vocabulary& vocabulary) {
  using Kind = NormalizerStep::Kind;
  TRY(const bool adds_prefix_space, read_flag(stage, "add_prefix_space", true, file));
  TRY(const bool splits, read_flag(stage, "split", true, file));
  const std::string scheme =
      find(stage, "prepend_scheme") ? stage_text(stage, "prepend_scheme") : "always";
  const bool is_known = scheme == "always" || scheme == "first" || scheme == "never";
  if (stage_type(stage) != "Metaspace" || stage_text(stage, "replacement") != "▁" || !is_known ||
      (!adds_prefix_space && scheme != "never"))
    return unsupported_stage(file, "tokenizer.pre_tokenizer", stage);
  const NormalizerStep letter{.kind = Kind::replace, .pattern = " ", .content = "▁"},
      prefix{.kind = Kind::begin_with, .content = "▁"};
  Metaspace& metaspace = vocabulary.metaspace.emplace();
  metaspace.changes.add(letter);
  metaspace.changes_at_begin.add(letter);
  if (scheme == "always") metaspace.changes.add(prefix);
  if (scheme != "never") metaspace.changes_at_begin.add(prefix);
  metaspace.is_begin_special = scheme == "first";
  vocabulary.split = splits ? SplitPattern::metaspace : SplitPattern::whole;
  return {};
}

// Their older files split at white space first.
Result<void> read_sequence(const Map& sequence, const std::string& file, Vocabulary& vocabulary) {
  const List stages = get<List>(sequence, "pretokenizers");
  const Map* first = stages.empty() ? nullptr : stages[0].get_if<Map>();
  const Map* second = stages.size() == 2 ? stages[1].get_if<Map>() : nullptr;
  if (first && !second && stages.size() == 1 && stage_type(*first) == "Metaspace")
    return read_metaspace(*first, file, vocabulary);
  const bool is_cut_first = first && second && stage_type(*first) == "WhitespaceSplit" &&
                            stage_type(*second) == "Metaspace";
  if (!is_cut_first && is_known_split(sequence, vocabulary)) return {};
  if (!is_cut_first) return read_cutting_stages(sequence, file, vocabulary);
  TRY(read_metaspace(*second, file, vocabulary));
  vocabulary.metaspace->splits_at_white_space = true;
  return {};
}

// ["[CLS]", 101]
Result<std::uint32_t> id_of_pair(const Map& stage, const char* key, const std::string& file) {
  const List pair = get<List>(stage, key);
  const auto id = pair.size() == 2 ? token_id_of(pair[1]) : std::nullopt;
  if (!id) return damaged_tokenizer(file, "tokenizer.key_no_list", {{"key", key}});
  return *id;
}

// How ByteLevel and RobertaProcessing change the offsets of tokens.
Result<void> read_trim(const Map& stage, const std::string& file, Vocabulary& vocabulary) {
  TRY(const bool trims, read_flag(stage, "trim_offsets", true, file));
  TRY(const bool add_prefix_space, read_flag(stage, "add_prefix_space", true, file));
  if (trims) vocabulary.trims.push_back(add_prefix_space);
  return {};
}

// The ids of a special token in a template.
Result<std::vector<std::uint32_t>> ids_of_special(const Map& stage, const Map& part,
                                                  const std::string& file) {
  const std::string name = stage_text(get<Map>(part, "SpecialToken"), "id");
  const List values = get<List>(get<Map>(get<Map>(stage, "special_tokens"), name), "ids");
  if (values.empty()) return damaged_tokenizer(file, "tokenizer.key_missing", {{"key", name}});
  std::vector<std::uint32_t> ids;
  for (const Value& value : values) {
    const auto id = token_id_of(value);
    if (!id)
      return damaged_tokenizer(
          file, "tokenizer.bad_id",
          {{"token", quoted_token(name)}, {"limit", std::int64_t{max_token_id}}});
    ids.push_back(*id);
  }
  return ids;
}

Result<void> read_single_template(const Map& stage, const std::string& file,
                                  Vocabulary& vocabulary) {
  std::vector<std::uint32_t>* side = &vocabulary.before;
  return each_stage(stage, "single", file, [&](const Map& part) -> Result<void> {
    if (find(part, "Sequence")) {
      side = &vocabulary.after;
      return {};
    }
    TRY(const auto ids, ids_of_special(stage, part, file));
    side->insert(side->end(), ids.begin(), ids.end());
    return {};
  });
}

// A part's token type; one that no embedding has is an error.
Result<std::uint32_t> type_of(const Map& part, const std::string& file) {
  const auto type = get<std::int64_t>(part, "type_id");
  if (type < 0 || type > 255) return damaged_tokenizer(file, "tokenizer.bad_type");
  return static_cast<std::uint32_t>(type);
}

// [CLS] $A [SEP] $B:1 [SEP]:1
Result<void> read_pair_template(const Map& stage, const std::string& file, PairTemplate& pair) {
  using Kind = PairPart::Kind;
  PairTemplate parts;
  TRY(each_stage(stage, "pair", file, [&](const Map& part) -> Result<void> {
    const Map* sequence = find(part, "Sequence") ? find(part, "Sequence")->get_if<Map>() : nullptr;
    if (sequence) {
      const Kind kind = stage_text(*sequence, "id") == "B" ? Kind::second : Kind::first;
      TRY(const std::uint32_t type, type_of(*sequence, file));
      return parts.push_back({kind, 0, type}), Result<void>();
    }
    TRY(const auto ids, ids_of_special(stage, part, file));
    TRY(const std::uint32_t type, type_of(get<Map>(part, "SpecialToken"), file));
    for (const std::uint32_t id : ids) parts.push_back({Kind::token, id, type});
    return {};
  }));
  const auto count = [&](Kind kind) { return std::ranges::count(parts, kind, &PairPart::kind); };
  if (parts.empty()) return {};
  if (count(Kind::first) != 1 || count(Kind::second) != 1)
    return damaged_tokenizer(file, "tokenizer.pair_texts");
  pair = std::move(parts);
  return {};
}

PairTemplate bert_pair(std::uint32_t begin, std::uint32_t end) {
  using Kind = PairPart::Kind;
  return {{Kind::token, begin, 0},
          {Kind::first, 0, 0},
          {Kind::token, end, 0},
          {Kind::second, 0, 1},
          {Kind::token, end, 1}};
}

PairTemplate roberta_pair(std::uint32_t begin, std::uint32_t end) {
  using Kind = PairPart::Kind;
  return {{Kind::token, begin, 0}, {Kind::first, 0, 0},  {Kind::token, end, 0},
          {Kind::token, end, 0},   {Kind::second, 0, 0}, {Kind::token, end, 0}};
}

Result<DecoderStep> read_decoder_step(const Map& stage, const std::string& file) {
  using Kind = DecoderStep::Kind;
  const std::string type = stage_type(stage);
  const auto count = [&](const char* key) {
    return static_cast<std::size_t>(std::clamp<std::int64_t>(get<std::int64_t>(stage, key), 0, 64));
  };
  if (type == "ByteLevel") return DecoderStep{.kind = Kind::byte_level};
  if (type == "ByteFallback") return DecoderStep{.kind = Kind::byte_fallback};
  if (type == "Fuse") return DecoderStep{.kind = Kind::fuse};
  if (type == "WordPiece") {
    TRY(const bool cleanup, read_flag(stage, "cleanup", true, file));
    const std::string prefix = find(stage, "prefix") ? stage_text(stage, "prefix") : "##";
    return DecoderStep{.kind = Kind::word_piece, .pattern = prefix, .cleanup = cleanup};
  }
  if (type == "Metaspace" && stage_text(stage, "replacement") == "▁")
    return DecoderStep{.kind = Kind::metaspace,
                       .drops_prefix = stage_text(stage, "prepend_scheme") != "never"};
  if (const auto pattern = plain_pattern(stage); type == "Replace" && pattern)
    return DecoderStep{
        .kind = Kind::replace, .pattern = *pattern, .content = stage_text(stage, "content")};
  if (type == "Strip" && !stage_text(stage, "content").empty())
    return DecoderStep{.kind = Kind::strip,
                       .content = stage_text(stage, "content"),
                       .first = count("start"),
                       .last = count("stop")};
  return unsupported_stage(file, "tokenizer.decoder", stage);
}

}  // namespace

std::string stage_type(const Map& stage) { return stage_text(stage, "type"); }

Error unsupported_stage(const std::string& file, const char* code, const Map& stage) {
  return unsupported_tokenizer(file, code, {{"type", quoted_token(stage_type(stage))}});
}

std::string stage_text(const Map& map, const char* key) {
  const Value* value = find(map, key);
  return value == nullptr ? std::string() : json_text(*value).value_or("");
}

std::optional<std::string> plain_pattern(const Map& stage) {
  const std::string text = stage_text(get<Map>(stage, "pattern"), "String");
  return text.empty() ? std::nullopt : std::optional(text);
}

Result<bool> read_flag(const Map& map, const std::string& key, bool absent,
                       const std::string& file) {
  const Value* value = find(map, key);
  if (value == nullptr || value->is_null()) return absent;
  if (const bool* given = value->get_if<bool>()) return *given;
  return damaged_tokenizer(file, "tokenizer.key_no_flag", {{"key", key}});
}

Result<void> read_pre_tokenizer(const Map* stage, const std::string& file, Vocabulary& vocabulary) {
  vocabulary.model = TokenModel::character_bpe;
  vocabulary.split = SplitPattern::whole;
  if (stage == nullptr) return {};
  const std::string type = stage_type(*stage);
  if (type == "Sequence") return read_sequence(*stage, file, vocabulary);
  if (type == "Metaspace") return read_metaspace(*stage, file, vocabulary);
  if (type == "Split") return read_split(*stage, file, vocabulary);
  if (type == "BertPreTokenizer") {
    vocabulary.split = SplitPattern::bert;
    return {};
  }
  TRY(const bool cuts, read_cutting_stage(*stage, file, vocabulary.stages));
  return cuts ? Result<void>() : read_byte_level(*stage, file, vocabulary);
}

Result<void> read_post_processor(const Map& stage, const std::string& file,
                                 Vocabulary& vocabulary) {
  const std::string type = stage_type(stage);
  if (type == "ByteLevel") return read_trim(stage, file, vocabulary);
  if (type == "Sequence")
    return each_stage(stage, "processors", file,
                      [&](const Map& part) { return read_post_processor(part, file, vocabulary); });
  if (type == "TemplateProcessing") {
    TRY(read_single_template(stage, file, vocabulary));
    return read_pair_template(stage, file, vocabulary.pair);
  }
  if (type != "BertProcessing" && type != "RobertaProcessing")
    return unsupported_stage(file, "tokenizer.post_processor", stage);
  if (type == "RobertaProcessing") {
    TRY(read_trim(stage, file, vocabulary));
  }
  TRY(const std::uint32_t first, id_of_pair(stage, "cls", file));
  TRY(const std::uint32_t last, id_of_pair(stage, "sep", file));
  vocabulary.before.push_back(first);
  vocabulary.after.push_back(last);
  vocabulary.pair = type == "BertProcessing" ? bert_pair(first, last) : roberta_pair(first, last);
  return {};
}

Result<void> read_decoder(const Map& stage, const std::string& file, Decoder& decoder) {
  if (stage_type(stage) == "Sequence")
    return each_stage(stage, "decoders", file,
                      [&](const Map& part) { return read_decoder(part, file, decoder); });
  TRY(DecoderStep step, read_decoder_step(stage, file));
  decoder.push_back(std::move(step));
  return {};
}

}  // namespace trainyard
