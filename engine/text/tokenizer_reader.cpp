// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/downloaded_file.h"
#include "engine/text/bert_tokenizer.h"
#include "engine/text/tokenizer_entries.h"
#include "engine/text/tokenizer_files.h"
#include "engine/text/tokenizer_settings.h"
#include "engine/text/unicode/utf8.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t max_bytes = std::uintmax_t{256} << 20;
// Written again along with tokenizer.json, so that nothing of a pretrained folder is lost.
constexpr const char* settings_files[] = {"tokenizer_config.json",
                                          "special_tokens_map.json",
                                          "added_tokens.json",
                                          "vocab.json",
                                          "merges.txt",
                                          "vocab.txt",
                                          "chat_template.jinja"};
constexpr const char* more_templates = "additional_chat_templates";

Result<std::string> read_whole(const fs::path& file) {
  std::error_code failed;
  if (auto other = not_downloaded(file)) return *std::move(other);
  if (!fs::is_regular_file(file, failed))
    return damaged_tokenizer(file.string(), "tokenizer.missing");
  if (fs::file_size(file, failed) > max_bytes)
    return damaged_tokenizer(file.string(), "tokenizer.too_large");
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream content;
  content << stream.rdbuf();
  if (!stream) return damaged_tokenizer(file.string(), "tokenizer.unreadable");
  std::string text = std::move(content).str();
  if (const auto fault = find_invalid_utf8(text)) {
    return damaged_tokenizer(file.string(), "tokenizer.not_utf8",
                             {{"line", static_cast<std::int64_t>(fault->line)}});
  }
  return text;
}

// Ordered by name, so that equal folders have equal digests.
Result<void> keep_more_templates(Vocabulary& vocabulary, const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder / more_templates, failed))
    if (entry.path().extension() == ".jinja" && entry.is_regular_file(failed))
      names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  for (const std::string& name : names) {
    TRY(auto content, read_whole(folder / more_templates / name));
    vocabulary.source_files.emplace_back(std::string(more_templates) + "/" + name,
                                         std::move(content));
  }
  return {};
}

Result<void> keep_settings_files(Vocabulary& vocabulary, const fs::path& folder) {
  for (const char* name : settings_files) {
    std::error_code failed;
    if (auto other = not_downloaded(folder / name)) return *std::move(other);
    if (fs::is_regular_file(folder / name, failed)) {
      TRY(auto content, read_whole(folder / name));
      vocabulary.source_files.emplace_back(name, std::move(content));
    }
  }
  return keep_more_templates(vocabulary, folder);
}

// The object in a file that was read along with tokenizer.json; nothing if there is no file.
Result<std::optional<Map>> settings_file(const Vocabulary& vocabulary, const fs::path& folder,
                                         const char* name) {
  for (const auto& [file, content] : vocabulary.source_files) {
    if (file != name) continue;
    const auto document = parse_json(content);
    if (!document) return damaged_tokenizer((folder / name).string(), document.error());
    const Map* map = document->get_if<Map>();
    if (!map) return damaged_tokenizer((folder / name).string(), "tokenizer.no_object");
    return std::optional(*map);
  }
  return std::optional<Map>();
}

// As transformers decides it: tokenizer_config.json, else the truncation of tokenizer.json.
Result<bool> truncates_left(const Vocabulary& vocabulary, const fs::path& folder) {
  TRY(const auto config, settings_file(vocabulary, folder, "tokenizer_config.json"));
  if (config && find(*config, "truncation_side"))
    return get<std::string>(*config, "truncation_side") == "left";
  for (const auto& [name, content] : vocabulary.source_files) {
    // Parsing a large file again is saved where it says nothing of it.
    if (name != "tokenizer.json" || content.find("\"Left\"") == content.npos) continue;
    const auto document = parse_json(content);
    const Map* map = document ? document->get_if<Map>() : nullptr;
    return map && get<std::string>(get<Map>(*map, "truncation"), "direction") == "Left";
  }
  return false;
}

Result<std::shared_ptr<const Vocabulary>> finish(Vocabulary vocabulary, const fs::path& file) {
  keep_last_of_equal_merges(vocabulary.merges);
  TRY(vocabulary.truncates_left, truncates_left(vocabulary, file.parent_path()));
  if (auto built = vocabulary.build_indexes(); !built)
    return damaged_tokenizer(file.string(), built.error());
  return std::make_shared<const Vocabulary>(std::move(vocabulary));
}

Result<void> apply_settings_files(const std::string& text, const fs::path& file,
                                  Vocabulary& vocabulary) {
  const fs::path folder = file.parent_path();
  TokenizerSettings settings;
  TRY(auto config, settings_file(vocabulary, folder, "tokenizer_config.json"));
  settings.config = std::move(config).value_or(Map());
  TRY(settings.special_tokens, settings_file(vocabulary, folder, "special_tokens_map.json"));
  TRY(settings.added, settings_file(vocabulary, folder, "added_tokens.json"));
  if (!config && !settings.special_tokens && !settings.added) return {};
  const auto document = parse_json(text);  // the file was read before
  return apply_settings(settings, *document->get_if<Map>(), file.string(), vocabulary);
}

Result<std::shared_ptr<const Vocabulary>> read_json_form(const fs::path& file) {
  TRY(auto text, read_whole(file));
  TRY(auto vocabulary, parse_tokenizer_json(text, file.string()));
  TRY(keep_settings_files(vocabulary, file.parent_path()));
  TRY(apply_settings_files(text, file, vocabulary));
  vocabulary.source_files.emplace(vocabulary.source_files.begin(), "tokenizer.json",
                                  std::move(text));
  return finish(std::move(vocabulary), file);
}

// BERT's older format: one entry per line.
Result<std::shared_ptr<const Vocabulary>> read_lines_form(const fs::path& file) {
  TRY(const auto text, read_whole(file));
  std::vector<std::string> entries;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = take_line(rest);
    if (line.ends_with('\n')) line.remove_suffix(line.ends_with("\r\n") ? 2 : 1);
    entries.emplace_back(line);
  }
  Map config;
  const fs::path config_file = file.parent_path() / "tokenizer_config.json";
  std::error_code failed;
  const bool has_config = fs::is_regular_file(config_file, failed);
  if (has_config) {
    TRY(const auto content, read_whole(config_file));
    const auto document = parse_json(content);
    if (!document) return damaged_tokenizer(config_file.string(), document.error());
    if (const Map* map = document->get_if<Map>()) config = *map;
  }
  TRY(auto vocabulary, bert_vocabulary(entries, config, file.string()));
  TRY(keep_settings_files(vocabulary, file.parent_path()));
  if (!has_config)
    vocabulary.source_files.emplace_back("tokenizer_config.json", bert_tokenizer_config(config));
  return finish(std::move(vocabulary), file);
}

Result<std::shared_ptr<const Vocabulary>> read_vocab_form(const fs::path& folder) {
  VocabAndMerges content{.vocab_file = folder / "vocab.json", .merges_file = folder / "merges.txt"};
  for (const auto& [file, text] : {std::pair(content.vocab_file, &content.vocab),
                                   std::pair(content.merges_file, &content.merges)}) {
    TRY(*text, read_whole(file));
  }
  std::error_code failed;
  if (fs::exists(folder / "added_tokens.json", failed))
    return unsupported_tokenizer((folder / "added_tokens.json").string(), "tokenizer.added_alone");
  TRY(auto vocabulary, parse_vocab_and_merges(content));
  TRY(keep_settings_files(vocabulary, folder));
  return finish(std::move(vocabulary), content.vocab_file);
}

}  // namespace

Result<Vocabulary> parse_vocab_and_merges(const VocabAndMerges& content) {
  const auto document = parse_json(content.vocab);
  const Map* vocab = document ? document->get_if<Map>() : nullptr;
  if (vocab == nullptr) {
    return damaged_tokenizer(content.vocab_file.string(),
                             document ? make_error("tokenizer.no_object", {}) : document.error());
  }
  Vocabulary vocabulary;
  TRY(read_vocab(*vocab, content.vocab_file.string(), vocabulary.ids));
  if (!content.merges.ends_with('\n'))
    return damaged_tokenizer(content.merges_file.string(), "tokenizer.no_end");
  MergeBuilder builder(vocabulary, content.merges_file.string());
  std::string_view rest = content.merges;
  while (!rest.empty()) {
    std::string_view line = take_line(rest);
    line.remove_suffix(line.ends_with("\r\n") ? 2 : 1);
    if (line.starts_with("#version")) continue;
    TRY(builder.add_line(line));
  }
  if (const auto entry = vocabulary.ids.find(end_of_text); entry != vocabulary.ids.end())
    vocabulary.added.push_back({.content = end_of_text, .id = entry->second, .special = true});
  return vocabulary;
}

Result<std::shared_ptr<const Vocabulary>> read_tokenizer(const fs::path& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) {
    const std::string name = path.filename().string();
    if (name == "vocab.txt") return read_lines_form(path);
    return name == "vocab.json" || name == "merges.txt" ? read_vocab_form(path.parent_path())
                                                        : read_json_form(path);
  }
  if (fs::exists(path / "tokenizer.json", failed)) return read_json_form(path / "tokenizer.json");
  if (fs::exists(path / "vocab.json", failed) || fs::exists(path / "merges.txt", failed))
    return read_vocab_form(path);
  if (fs::exists(path / "vocab.txt", failed)) return read_lines_form(path / "vocab.txt");
  return damaged_tokenizer(path.string(), "tokenizer.empty_folder");
}

}  // namespace trainyard
