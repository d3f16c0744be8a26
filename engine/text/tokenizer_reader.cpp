#include <fstream>
#include <sstream>
#include <system_error>

#include "engine/contract/json.h"
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
  if (!fs::is_regular_file(file, failed)) {
    return damaged_tokenizer(file.string(), "there is no such file");
  }
  if (fs::file_size(file, failed) > most_bytes) {
    return damaged_tokenizer(file.string(), "it is larger than 256 MiB");
  }
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream content;
  content << stream.rdbuf();
  if (!stream) {
    return damaged_tokenizer(file.string(), "it can not be opened or is empty");
  }
  std::string text = std::move(content).str();
  if (const auto fault = find_invalid_utf8(text)) {
    return damaged_tokenizer(file.string(),
                             "line " + std::to_string(fault->line) + " is not UTF-8");
  }
  return text;
}

Result<std::shared_ptr<const BpeVocabulary>> finish(BpeVocabulary vocabulary,
                                                    const fs::path& file) {
  keep_last_of_equal_merges(vocabulary.merges);
  if (auto built = vocabulary.build_indexes(); !built) {
    return damaged_tokenizer(file.string(), built.error().message);
  }
  return std::make_shared<const BpeVocabulary>(std::move(vocabulary));
}

Result<std::shared_ptr<const BpeVocabulary>> read_json_form(const fs::path& file) {
  auto text = read_whole(file);
  if (!text) {
    return text.error();
  }
  auto vocabulary = parse_tokenizer_json(*text, file.string());
  if (!vocabulary) {
    return vocabulary.error();
  }
  vocabulary->source_files.emplace_back("tokenizer.json", std::move(*text));
  for (const char* name : companions) {
    const fs::path companion = file.parent_path() / name;
    std::error_code failed;
    if (fs::is_regular_file(companion, failed)) {
      auto content = read_whole(companion);
      if (!content) {
        return content.error();
      }
      vocabulary->source_files.emplace_back(name, std::move(*content));
    }
  }
  return finish(std::move(*vocabulary), file);
}

Result<std::shared_ptr<const BpeVocabulary>> read_vocab_form(const fs::path& folder) {
  VocabAndMerges content{.vocab_file = folder / "vocab.json", .merges_file = folder / "merges.txt"};
  for (const auto& [file, text] : {std::pair(content.vocab_file, &content.vocab),
                                   std::pair(content.merges_file, &content.merges)}) {
    auto read = read_whole(file);
    if (!read) {
      return read.error();
    }
    *text = std::move(*read);
  }
  std::error_code failed;
  if (fs::exists(folder / "added_tokens.json", failed)) {
    return unsupported_tokenizer((folder / "added_tokens.json").string(),
                                 "a list of added tokens without a tokenizer.json");
  }
  auto vocabulary = parse_vocab_and_merges(content);
  if (!vocabulary) {
    return vocabulary.error();
  }
  return finish(std::move(*vocabulary), content.vocab_file);
}

}  // namespace

Result<BpeVocabulary> parse_vocab_and_merges(const VocabAndMerges& content) {
  const auto document = parse_json(content.vocab);
  const Map* vocab = document ? document->get_if<Map>() : nullptr;
  if (vocab == nullptr) {
    return damaged_tokenizer(content.vocab_file.string(),
                             document ? "it holds no JSON object"
                                      : "it is not valid JSON (" + document.error().message + ")");
  }
  BpeVocabulary vocabulary;
  if (auto read = read_vocab(*vocab, content.vocab_file.string(), vocabulary.ids); !read) {
    return read.error();
  }
  if (!content.merges.ends_with('\n')) {
    return damaged_tokenizer(content.merges_file.string(),
                             "its last line has no line break, so its end is missing");
  }
  MergeBuilder builder(vocabulary, content.merges_file.string());
  std::string_view rest = content.merges;
  while (!rest.empty()) {
    std::string_view line = take_line(rest);
    line.remove_suffix(line.ends_with("\r\n") ? 2 : 1);
    if (line.starts_with("#version")) {
      continue;
    }
    if (auto added = builder.add_line(line); !added) {
      return added.error();
    }
  }
  if (const auto entry = vocabulary.ids.find(end_of_text); entry != vocabulary.ids.end()) {
    vocabulary.added.push_back({.content = end_of_text, .id = entry->second, .special = true});
  }
  return vocabulary;
}

Result<std::shared_ptr<const BpeVocabulary>> read_tokenizer(const fs::path& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) {
    const std::string name = path.filename().string();
    return name == "vocab.json" || name == "merges.txt" ? read_vocab_form(path.parent_path())
                                                        : read_json_form(path);
  }
  if (fs::exists(path / "tokenizer.json", failed)) {
    return read_json_form(path / "tokenizer.json");
  }
  if (fs::exists(path / "vocab.json", failed) || fs::exists(path / "merges.txt", failed)) {
    return read_vocab_form(path);
  }
  return damaged_tokenizer(path.string(),
                           "the folder has neither tokenizer.json nor vocab.json and merges.txt");
}

}  // namespace trainyard
