// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/files/whole_file.h"
#include "engine/text/tokenizer_files.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

std::int64_t as_number(std::uint32_t id) { return static_cast<std::int64_t>(id); }

// The entries ordered by id, like in the library's files.
Map vocab_of(const Vocabulary& vocabulary) {
  Map vocab;
  for (std::size_t id = 0; id < vocabulary.tokens.size(); ++id) {
    if (const auto& token = vocabulary.tokens[id]; token && vocabulary.ids.contains(*token))
      vocab.emplace_back(*token, static_cast<std::int64_t>(id));
  }
  return vocab;
}

List added_tokens_of(const Vocabulary& vocabulary) {
  List added;
  for (const AddedToken& token : vocabulary.added) {
    added.emplace_back(Map{{"id", as_number(token.id)},
                           {"content", token.content},
                           {"single_word", token.single_word},
                           {"lstrip", token.lstrip},
                           {"rstrip", token.rstrip},
                           {"normalized", token.normalized},
                           {"special", token.special}});
  }
  return added;
}

Map model_of(const Vocabulary& vocabulary) {
  List merges;
  for (const BpeMerge& merge : vocabulary.merges)
    merges.emplace_back(List{*vocabulary.tokens[merge.left], *vocabulary.tokens[merge.right]});
  return {{"type", "BPE"},
          {"dropout", Value()},
          {"unk_token", Value()},
          {"continuing_subword_prefix", Value()},
          {"end_of_word_suffix", Value()},
          {"fuse_unk", false},
          {"byte_fallback", false},
          {"ignore_merges", vocabulary.ignore_merges},
          {"vocab", vocab_of(vocabulary)},
          {"merges", std::move(merges)}};
}

Map byte_level(bool add_prefix_space, bool use_regex) {
  return {{"type", "ByteLevel"},
          {"add_prefix_space", add_prefix_space},
          {"trim_offsets", true},
          {"use_regex", use_regex}};
}

Map pre_tokenizer_of(const Vocabulary& vocabulary) {
  const SplitPattern split = vocabulary.split;
  if (split == SplitPattern::gpt2 || split == SplitPattern::whole)
    return byte_level(vocabulary.add_prefix_space, split == SplitPattern::gpt2);
  const Map by_regex = {{"type", "Split"},
                        {"pattern", Map{{"Regex", std::string(regex_of(split))}}},
                        {"behavior", "Isolated"},
                        {"invert", false}};
  return {{"type", "Sequence"},
          {"pretokenizers", List{by_regex, byte_level(vocabulary.add_prefix_space, false)}}};
}

std::string merges_text(const Vocabulary& vocabulary) {
  std::string text = "#version: 0.2\n";
  for (const BpeMerge& merge : vocabulary.merges)
    text += *vocabulary.tokens[merge.left] + ' ' + *vocabulary.tokens[merge.right] + '\n';
  return text;
}

using Files = std::vector<std::pair<std::string, std::string>>;

Files files_of(const Vocabulary& vocabulary, std::optional<std::int64_t> model_max_length) {
  Map special;
  const bool has_end =
      std::any_of(vocabulary.added.begin(), vocabulary.added.end(),
                  [](const AddedToken& token) { return token.content == end_of_text; });
  if (has_end)
    special = {{"bos_token", end_of_text}, {"eos_token", end_of_text}, {"unk_token", end_of_text}};
  const bool is_gpt2 =
      vocabulary.model == TokenModel::byte_level_bpe && vocabulary.split == SplitPattern::gpt2;
  Map config = {{"tokenizer_class", is_gpt2 ? "GPT2Tokenizer" : "PreTrainedTokenizerFast"},
                {"add_prefix_space", vocabulary.add_prefix_space}};
  config.insert(config.end(), special.begin(), special.end());
  if (model_max_length) config.emplace_back("model_max_length", *model_max_length);
  Files files = {{"tokenizer.json", tokenizer_json(vocabulary)},
                 {"tokenizer_config.json", to_json(Value(std::move(config))) + "\n"}};
  if (has_end)
    files.emplace_back("special_tokens_map.json", to_json(Value(std::move(special))) + "\n");
  if (is_gpt2) {
    files.emplace_back("vocab.json", to_json(Value(vocab_of(vocabulary))));
    files.emplace_back("merges.txt", merges_text(vocabulary));
  }
  return files;
}

// Files that were read take precedence over generated ones.
Files all_files(const Vocabulary& vocabulary, std::optional<std::int64_t> model_max_length) {
  Files files = files_of(vocabulary, model_max_length);
  for (const auto& source : vocabulary.source_files) {
    std::erase_if(files, [&](const auto& file) { return file.first == source.first; });
    files.push_back(source);
  }
  return files;
}

}  // namespace

std::string tokenizer_json(const Vocabulary& vocabulary) {
  return to_json(Value(Map{{"version", "1.0"},
                           {"truncation", Value()},
                           {"padding", Value()},
                           {"added_tokens", added_tokens_of(vocabulary)},
                           {"normalizer", Value()},
                           {"pre_tokenizer", pre_tokenizer_of(vocabulary)},
                           {"post_processor", Value()},
                           {"decoder", byte_level(true, true)},
                           {"model", model_of(vocabulary)}}));
}

std::string tokenizer_digest(const Vocabulary& vocabulary) {
  Map contents;
  for (const auto& [name, content] : all_files(vocabulary, std::nullopt))
    contents.emplace_back(name, digest_text(content));
  std::ranges::sort(contents, {}, &Map::value_type::first);
  return digest_text(to_json(Value(std::move(contents))));
}

Result<void> write_tokenizer(const Vocabulary& vocabulary, const fs::path& folder,
                             std::optional<std::int64_t> model_max_length) {
  for (const auto& [name, content] : all_files(vocabulary, model_max_length)) {
    if (const fs::path inner = fs::path(name).parent_path(); !inner.empty()) {
      TRY(make_folders(folder / inner));
    }
    TRY(write_file_atomically(folder / name, content));
  }
  return {};
}

}  // namespace trainyard
