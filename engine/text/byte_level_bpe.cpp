#include "engine/text/byte_level_bpe.h"

#include "engine/text/bpe_vocabulary.h"
#include "engine/text/byte_letters.h"
#include "engine/text/tokenizer_files.h"
#include "engine/text/utf8.h"

namespace trainyard {
namespace {

// Each longest broken part becomes one U+FFFD, as Unicode recommends (3.9, "maximal subpart").
std::string replace_invalid(std::string_view bytes) {
  std::string text;
  while (const auto fault = find_invalid_utf8(bytes)) {
    text.append(bytes.substr(0, fault->byte_offset)).append("\uFFFD");
    bytes.remove_prefix(fault->byte_offset);
    bytes.remove_prefix(broken_sequence_length(bytes));
  }
  return text.append(bytes);
}

}  // namespace

Result<ByteLevelBpe> ByteLevelBpe::read(const std::filesystem::path& path) {
  TRY(auto vocabulary, read_tokenizer(path));
  return ByteLevelBpe(std::move(vocabulary));
}

ByteLevelBpe::ByteLevelBpe(std::shared_ptr<const BpeVocabulary> vocabulary)
    : vocabulary_(std::move(vocabulary)) {}

void ByteLevelBpe::encode(std::string_view text, std::vector<std::uint32_t>& ids) const {
  BpeEncoder(*this).encode(text, ids);
}

std::string ByteLevelBpe::decode(std::span<const std::uint32_t> ids) const {
  std::string bytes;
  for (const std::uint32_t id : ids) {
    if (const auto spelled = token(id)) bytes += unspell_bytes(*spelled).value_or(*spelled);
  }
  return replace_invalid(bytes);
}

std::size_t ByteLevelBpe::vocab_size() const { return vocabulary_->num_tokens; }

std::size_t ByteLevelBpe::id_limit() const { return vocabulary_->tokens.size(); }

std::optional<std::uint32_t> ByteLevelBpe::token_id(std::string_view token) const {
  if (const auto entry = vocabulary_->ids.find(token); entry != vocabulary_->ids.end())
    return entry->second;
  for (const AddedToken& added : vocabulary_->added) {
    if (added.content == token) return added.id;
  }
  return std::nullopt;
}

std::optional<std::string> ByteLevelBpe::token(std::uint32_t id) const {
  return id < vocabulary_->tokens.size() ? vocabulary_->tokens[id] : std::nullopt;
}

std::optional<std::uint32_t> ByteLevelBpe::end_of_text_id() const { return token_id(end_of_text); }

std::string ByteLevelBpe::json() const {
  for (const auto& [name, content] : vocabulary_->source_files) {
    if (name == "tokenizer.json") return content;
  }
  return tokenizer_json(*vocabulary_);
}

Result<void> ByteLevelBpe::write(const std::filesystem::path& folder,
                                 std::optional<std::int64_t> model_max_length) const {
  return write_tokenizer(*vocabulary_, folder, model_max_length);
}

}  // namespace trainyard
