#include <utility>

#include "engine/contract/json.h"
#include "engine/text/tokenizer_entries.h"
#include "engine/text/tokenizer_files.h"

namespace trainyard {
namespace {

// Reads one tokenizer.json; each step leaves the first problem in `error_`.
class TokenizerJsonReader {
 public:
  explicit TokenizerJsonReader(std::string file) : file_(std::move(file)) {}

  Result<BpeVocabulary> read(const Value& document) {
    const Map* top = document.get_if<Map>();
    if (top == nullptr) return damaged_tokenizer(file_, "tokenizer.no_object");
    const Map* model = map_in(*top, "model", Presence::required);
    const bool done = model != nullptr && check_stages(*top) && read_pre_tokenizer(*top) &&
                      read_model(*model) && read_added_tokens(*top);
    if (!done) return *error_;
    return std::move(vocabulary_);
  }

 private:
  enum class Presence { required, optional };

  bool fail(Error error) {
    error_ = std::move(error);
    return false;
  }
  bool damaged(const char* code, Map arguments = {}) {
    return fail(damaged_tokenizer(file_, code, std::move(arguments)));
  }
  bool unsupported(const char* code, Map arguments = {}) {
    return fail(unsupported_tokenizer(file_, code, std::move(arguments)));
  }

  // The member `key` when it is a map. Null and absent are the same; null is returned for them and,
  // with an error, for others.
  const Map* map_in(const Map& map, const std::string& key, Presence presence) {
    const Value* value = find(map, key);
    if (value == nullptr || value->is_null()) {
      if (presence == Presence::required) damaged("tokenizer.key_missing", {{"key", key}});
      return nullptr;
    }
    const Map* inner = value->get_if<Map>();
    if (inner == nullptr) damaged("tokenizer.key_no_object", {{"key", key}});
    return inner;
  }

  bool read_flag(const Map& map, const std::string& key, bool& flag) {
    const Value* value = find(map, key);
    if (value == nullptr || value->is_null()) return true;
    if (const bool* given = value->get_if<bool>()) {
      flag = *given;
      return true;
    }
    return damaged("tokenizer.key_no_flag", {{"key", key}});
  }

  std::string type_of(const Map& map) {
    const Value* type = find(map, "type");
    const std::string* name = type == nullptr ? nullptr : type->get_if<std::string>();
    return name == nullptr ? std::string() : *name;
  }

  bool check_stages(const Map& top) {
    const Map* normalizer = map_in(top, "normalizer", Presence::optional);
    if (normalizer != nullptr)
      return unsupported("tokenizer.normalizer", {{"type", quoted_token(type_of(*normalizer))}});
    const Map* decoder = error_ ? nullptr : map_in(top, "decoder", Presence::optional);
    if (decoder != nullptr && type_of(*decoder) != "ByteLevel")
      return unsupported("tokenizer.decoder", {{"type", quoted_token(type_of(*decoder))}});
    return !error_;
  }

  bool read_pre_tokenizer(const Map& top) {
    const Map* pre_tokenizer = map_in(top, "pre_tokenizer", Presence::required);
    if (pre_tokenizer == nullptr) return false;
    if (type_of(*pre_tokenizer) == "Sequence") return read_sequence(*pre_tokenizer);
    return read_byte_level(*pre_tokenizer);
  }

  bool read_byte_level(const Map& stage) {
    if (type_of(stage) != "ByteLevel")
      return unsupported("tokenizer.pre_tokenizer", {{"type", quoted_token(type_of(stage))}});
    vocabulary_.add_prefix_space = true;  // the library's default
    bool use_regex = true;
    if (!read_flag(stage, "add_prefix_space", vocabulary_.add_prefix_space) ||
        !read_flag(stage, "use_regex", use_regex))
      return false;
    vocabulary_.split = use_regex ? SplitPattern::gpt2 : SplitPattern::whole;
    return true;
  }

  // Llama 3's and Qwen's: a split by a regular expression, then bytes as letters.
  bool read_sequence(const Map& sequence) {
    const List stages = get<List>(sequence, "pretokenizers");
    const Map* split = stages.size() == 2 ? stages[0].get_if<Map>() : nullptr;
    const Map* bytes = stages.size() == 2 ? stages[1].get_if<Map>() : nullptr;
    if (!split || !bytes || type_of(*split) != "Split")
      return unsupported("tokenizer.pre_tokenizer", {{"type", quoted_token("Sequence")}});
    const auto pattern = pattern_of(get<std::string>(get<Map>(*split, "pattern"), "Regex"));
    if (!pattern || get<std::string>(*split, "behavior") != "Isolated" ||
        get<bool>(*split, "invert"))
      return unsupported("tokenizer.split", {{"pattern", to_json(Value(*split))}});
    if (!read_byte_level(*bytes)) return false;
    if (vocabulary_.split != SplitPattern::whole || vocabulary_.add_prefix_space)
      return unsupported("tokenizer.pre_tokenizer", {{"type", quoted_token("ByteLevel")}});
    vocabulary_.split = *pattern;
    return true;
  }

  bool check_model_options(const Map& model) {
    if (const std::string type = type_of(model); type != "BPE")
      return unsupported("tokenizer.model_type", {{"type", quoted_token(type)}});
    if (const Value* dropout = find(model, "dropout"); dropout != nullptr && !dropout->is_null()) {
      const double* ratio = dropout->get_if<double>();
      const std::int64_t* whole = dropout->get_if<std::int64_t>();
      if (!(ratio != nullptr && *ratio == 0.0) && !(whole != nullptr && *whole == 0))
        return unsupported("tokenizer.model_key", {{"key", "dropout"}});
    }
    for (const char* key : {"continuing_subword_prefix", "end_of_word_suffix"}) {
      const Value* affix = find(model, key);
      const std::string* text = affix == nullptr ? nullptr : affix->get_if<std::string>();
      if (affix != nullptr && !affix->is_null() && (text == nullptr || !text->empty()))
        return unsupported("tokenizer.model_key", {{"key", key}});
    }
    return read_flag(model, "ignore_merges", vocabulary_.ignore_merges);
  }

  bool read_model(const Map& model) {
    if (!check_model_options(model)) return false;
    const Map* vocab = map_in(model, "vocab", Presence::required);
    if (vocab == nullptr) return false;
    if (auto read = read_vocab(*vocab, file_, vocabulary_.ids); !read) return fail(read.error());
    const Value* merges = find(model, "merges");
    const List* list = merges == nullptr ? nullptr : merges->get_if<List>();
    if (list == nullptr) {
      return damaged(merges == nullptr ? "tokenizer.key_missing" : "tokenizer.key_no_list",
                     {{"key", "merges"}});
    }
    MergeBuilder builder(vocabulary_, file_);
    for (const Value& merge : *list) {
      if (auto added = read_merge(merge, builder); !added) return fail(added.error());
    }
    return true;
  }

  // "a b" as older files have it, ["a", "b"] as newer ones.
  Result<void> read_merge(const Value& merge, MergeBuilder& builder) {
    if (const std::string* line = merge.get_if<std::string>()) return builder.add_line(*line);
    const List* parts = merge.get_if<List>();
    const bool two = parts != nullptr && parts->size() == 2;
    const auto left = two ? token_text_of((*parts)[0]) : std::nullopt;
    const auto right = two ? token_text_of((*parts)[1]) : std::nullopt;
    if (!left || !right) {
      return damaged_tokenizer(file_, "tokenizer.merge_pair",
                               {{"merge", static_cast<std::int64_t>(builder.count() + 1)}});
    }
    return builder.add(*left, *right);
  }

  bool read_added_tokens(const Map& top) {
    const Value* value = find(top, "added_tokens");
    if (value == nullptr || value->is_null()) return true;
    const List* list = value->get_if<List>();
    if (list == nullptr) return damaged("tokenizer.key_no_list", {{"key", "added_tokens"}});
    for (const Value& entry : *list) {
      const Map* token = entry.get_if<Map>();
      if (token == nullptr) return damaged("tokenizer.added_no_object");
      if (!read_added_token(*token)) return false;
    }
    return true;
  }

  bool read_added_token(const Map& map) {
    AddedToken token;
    const Value* content = find(map, "content");
    const auto text = content == nullptr ? std::nullopt : token_text_of(*content);
    if (!text || text->empty()) return damaged("tokenizer.added_no_content");
    token.content = *text;
    const Value* id = find(map, "id");
    const auto number = id == nullptr ? std::nullopt : token_id_of(*id);
    if (!number) {
      return damaged("tokenizer.added_no_id", {{"token", quoted_token(token.content)},
                                               {"limit", std::int64_t{max_token_id}}});
    }
    token.id = *number;
    bool single_word = false;
    if (!read_flag(map, "special", token.special) || !read_flag(map, "lstrip", token.lstrip) ||
        !read_flag(map, "rstrip", token.rstrip) ||
        !read_flag(map, "normalized", token.normalized) ||
        !read_flag(map, "single_word", single_word)) {
      return false;
    }
    if (single_word)
      return unsupported("tokenizer.single_word", {{"token", quoted_token(token.content)}});
    vocabulary_.added.push_back(std::move(token));
    return true;
  }

  std::string file_;
  BpeVocabulary vocabulary_;
  std::optional<Error> error_;
};

}  // namespace

Result<BpeVocabulary> parse_tokenizer_json(const std::string& text, const std::string& file) {
  const auto document = parse_json(text);
  if (!document) return damaged_tokenizer(file, document.error());
  return TokenizerJsonReader(file).read(*document);
}

}  // namespace trainyard
