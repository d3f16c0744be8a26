#include <fstream>
#include <sstream>
#include <system_error>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/text/tokenizer_entries.h"
#include "engine/text/tokenizer_files.h"
#include "engine/text/utf8.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = std::uintmax_t{256} << 20;
// Written again beside tokenizer.json, so that nothing of a pretrained folder is lost.
constexpr const char* companions[] = {"tokenizer_config.json", "special_tokens_map.json",
                                      "added_tokens.json", "vocab.json", "merges.txt"};

Result<std::string> read_whole(const fs::path& file) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed))
    return damaged_tokenizer(file.string(), "tokenizer.missing");
  if (fs::file_size(file, failed) > most_bytes)
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

Result<std::shared_ptr<const BpeVocabulary>> finish(BpeVocabulary vocabulary,
                                                    const fs::path& file) {
  keep_last_of_equal_merges(vocabulary.merges);
  if (auto built = vocabulary.build_indexes(); !built)
    return damaged_tokenizer(file.string(), built.error());
  return std::make_shared<const BpeVocabulary>(std::move(vocabulary));
}

Result<std::shared_ptr<const BpeVocabulary>> read_json_form(const fs::path& file) {
  TRY(auto text, read_whole(file));
  TRY(auto vocabulary, parse_tokenizer_json(text, file.string()));
  vocabulary.source_files.emplace_back("tokenizer.json", std::move(text));
  for (const char* name : companions) {
    const fs::path companion = file.parent_path() / name;
    std::error_code failed;
    if (fs::is_regular_file(companion, failed)) {
      TRY(auto content, read_whole(companion));
      vocabulary.source_files.emplace_back(name, std::move(content));
    }
  }
  return finish(std::move(vocabulary), file);
}

Result<std::shared_ptr<const BpeVocabulary>> read_vocab_form(const fs::path& folder) {
  VocabAndMerges content{.vocab_file = folder / "vocab.json", .merges_file = folder / "merges.txt"};
  for (const auto& [file, text] : {std::pair(content.vocab_file, &content.vocab),
                                   std::pair(content.merges_file, &content.merges)}) {
    TRY(*text, read_whole(file));
  }
  std::error_code failed;
  if (fs::exists(folder / "added_tokens.json", failed))
    return unsupported_tokenizer((folder / "added_tokens.json").string(), "tokenizer.added_alone");
  TRY(auto vocabulary, parse_vocab_and_merges(content));
  return finish(std::move(vocabulary), content.vocab_file);
}

}  // namespace

Result<BpeVocabulary> parse_vocab_and_merges(const VocabAndMerges& content) {
  const auto document = parse_json(content.vocab);
  const Map* vocab = document ? document->get_if<Map>() : nullptr;
  if (vocab == nullptr) {
    return damaged_tokenizer(content.vocab_file.string(),
                             document ? make_error("tokenizer.no_object", {}) : document.error());
  }
  BpeVocabulary vocabulary;
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

Result<std::shared_ptr<const BpeVocabulary>> read_tokenizer(const fs::path& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) {
    const std::string name = path.filename().string();
    return name == "vocab.json" || name == "merges.txt" ? read_vocab_form(path.parent_path())
                                                        : read_json_form(path);
  }
  if (fs::exists(path / "tokenizer.json", failed)) return read_json_form(path / "tokenizer.json");
  if (fs::exists(path / "vocab.json", failed) || fs::exists(path / "merges.txt", failed))
    return read_vocab_form(path);
  return damaged_tokenizer(path.string(), "tokenizer.empty_folder");
}

}  // namespace trainyard
