// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>
#include <utility>

#include "engine/contract/json.h"
#include "engine/text/base64.h"
#include "engine/text/tokenizer_entries.h"
#include "engine/text/tokenizer_stages.h"

namespace trainyard {
namespace {

Result<void> read_bert_normalizer(const Map& stage, const std::string& file,
                                  Normalizer& normalizer) {
  BertNormalizerOptions options;
  TRY(options.clean_text, read_flag(stage, "clean_text", true, file));
  TRY(options.handle_chinese_chars, read_flag(stage, "handle_chinese_chars", true, file));
  TRY(options.lowercase, read_flag(stage, "lowercase", true, file));
  TRY(options.strip_accents, read_flag(stage, "strip_accents", options.lowercase, file));
  normalizer.add_bert(options);
  return {};
}

Result<void> read_precompiled(const Map& stage, const std::string& file, Normalizer& normalizer) {
  const auto bytes = decode_base64(stage_text(stage, "precompiled_charsmap"));
  auto map = bytes ? CharacterMap::read(*bytes) : std::nullopt;
  if (!map) return damaged_tokenizer(file, "tokenizer.charsmap");
  normalizer.add({.kind = NormalizerStep::Kind::precompiled,
                  .map = std::make_shared<const CharacterMap>(*std::move(map))});
  return {};
}

Result<void> read_replace(const Map& stage, const std::string& file, Normalizer& normalizer) {
  using Kind = NormalizerStep::Kind;
  const std::string content = stage_text(stage, "content");
  if (const auto pattern = plain_pattern(stage))
    normalizer.add({.kind = Kind::replace, .pattern = *pattern, .content = content});
  else if (stage_text(get<Map>(stage, "pattern"), "Regex") == " {2,}")
    normalizer.add({.kind = Kind::replace_spaces, .content = content});
  else
    return unsupported_stage(file, "tokenizer.normalizer", stage);
  return {};
}

Result<void> read_strip(const Map& stage, const std::string& file, Normalizer& normalizer) {
  TRY(const bool is_left, read_flag(stage, "strip_left", true, file));
  TRY(const bool is_right, read_flag(stage, "strip_right", true, file));
  if (is_left) normalizer.add({.kind = NormalizerStep::Kind::strip_left});
  if (is_right) normalizer.add({.kind = NormalizerStep::Kind::strip_right});
  return {};
}

}  // namespace

Result<void> read_normalizer(const Map& stage, const std::string& file, Normalizer& normalizer) {
  using Kind = NormalizerStep::Kind;
  constexpr std::pair<std::string_view, Kind> simple[] = {{"NFC", Kind::nfc},
                                                          {"NFD", Kind::nfd},
                                                          {"NFKC", Kind::nfkc},
                                                          {"NFKD", Kind::nfkd},
                                                          {"Lowercase", Kind::lowercase},
                                                          {"StripAccents", Kind::strip_accents}};
  const std::string type = stage_type(stage);
  if (type == "Sequence")
    return each_stage(stage, "normalizers", file,
                      [&](const Map& part) { return read_normalizer(part, file, normalizer); });
  if (type == "BertNormalizer") return read_bert_normalizer(stage, file, normalizer);
  for (const auto& [name, kind] : simple)
    if (type == name) return normalizer.add({.kind = kind}), Result<void>();
  if (type == "Precompiled") return read_precompiled(stage, file, normalizer);
  if (type == "Replace") return read_replace(stage, file, normalizer);
  if (type == "Strip") return read_strip(stage, file, normalizer);
  if (type == "Prepend") {
    normalizer.add({.kind = Kind::prepend, .content = stage_text(stage, "prepend")});
    return {};
  }
  return unsupported_stage(file, "tokenizer.normalizer", stage);
}

}  // namespace trainyard
