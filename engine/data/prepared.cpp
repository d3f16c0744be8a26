#include "engine/data/prepared.h"

#include "engine/contract/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/run_folder.h"

namespace trainyard {

namespace {

// Engines that know of the first format only would take labelled texts for one text.
constexpr std::int64_t blocks_format = 1, rows_format = 2;
// More would overflow the sizes of files.
constexpr std::int64_t most_of_anything = std::int64_t{1} << 40;
constexpr std::uint64_t checksum_limit_bytes = 256u << 20;

Error damaged_folder(const std::filesystem::path& path, const char* code, Map arguments = {}) {
  return prepared_damage(path, make_error(code, std::move(arguments)));
}

Map to_map(const PreparedFile& file) {
  return {{"file", file.name}, {"bytes", file.bytes}, {"xxh3_64", file.xxh3_64}};
}

Map to_map(const PreparedSplit& split, RowKind rows) {
  Map map = {{"file", split.file}, {"tokens", split.num_tokens}, {"xxh3_64", split.xxh3_64}};
  if (rows == RowKind::blocks) return map;
  map.emplace_back("rows", split.num_rows);
  map.emplace_back("row_ends", to_map(split.row_ends));
  if (!split.token_types.name.empty()) map.emplace_back("token_types", to_map(split.token_types));
  map.emplace_back("labels", to_map(split.labels));
  return map;
}

PreparedFile file_from(const Map& split, const std::string& name) {
  const Map map = get<Map>(split, name);
  return {get<std::string>(map, "file"), get<std::int64_t>(map, "bytes"),
          get<std::string>(map, "xxh3_64")};
}

PreparedSplit split_from(const Map& splits, const std::string& name) {
  const Map map = get<Map>(splits, name);
  return {get<std::string>(map, "file"),    get<std::int64_t>(map, "tokens"),
          get<std::string>(map, "xxh3_64"), get<std::int64_t>(map, "rows"),
          file_from(map, "row_ends"),       file_from(map, "token_types"),
          file_from(map, "labels")};
}

Value to_value(const std::optional<std::int64_t>& id) { return id ? Value(*id) : Value(); }

// Ids that are not in the vocabulary are left out.
SpecialTokens tokens_from(const Map& map) {
  SpecialTokens tokens;
  tokens.vocab_size = get<std::int64_t>(map, "vocab_size");
  const auto known = [&](const Value* value) -> std::optional<std::int64_t> {
    const std::int64_t* id = value ? value->get_if<std::int64_t>() : nullptr;
    return id && *id >= 0 && *id < tokens.vocab_size ? std::optional(*id) : std::nullopt;
  };
  tokens.end_of_text = known(find(map, "end_of_text_id"));
  tokens.mask = known(find(map, "mask_id"));
  tokens.padding = known(find(map, "padding_id"));
  for (const Value& value : get<List>(map, "ids_around"))
    if (const auto id = known(&value)) tokens.around.push_back(*id);
  return tokens;
}

Result<void> check_digest(const std::filesystem::path& path, const std::string& expected) {
  TRY(const auto digest, digest_file(path));
  if (digest.xxh3_64 != expected) return damaged_folder(path, "prepared.checksum");
  return {};
}

// A file of the folder, whose checksum is left out when it is large.
Result<void> check_file(const PreparedData& data, const PreparedFile& file) {
  if (file.name.empty() || file.name.find('/') != std::string::npos)
    return damaged_folder(data.folder, "prepared.outside");
  TRY(SizedFile::open(data.folder / file.name, file.bytes));
  if (static_cast<std::uint64_t>(file.bytes) > checksum_limit_bytes) return {};
  return check_digest(data.folder / file.name, file.xxh3_64);
}

Result<void> check_split(const PreparedData& data, const PreparedSplit& split) {
  if (split.file.empty()) return {};
  if (split.num_tokens < 0 || split.num_tokens > most_of_anything || split.num_rows < 0 ||
      split.num_rows > split.num_tokens)
    return damaged_folder(data.folder, "prepared.rows");
  TRY(check_file(data, {split.file, split.num_tokens * data.bytes_per_token, split.xxh3_64}));
  if (data.rows == RowKind::blocks) return {};
  for (const PreparedFile* file : {&split.row_ends, &split.token_types, &split.labels})
    if (file != &split.token_types || !file->name.empty()) {
      TRY(check_file(data, *file));
    }
  TRY(data.open_rows(split));  // what the files' sizes must be, and the row ends
  return {};
}

Result<void> check_tokenizer(const PreparedData& data) {
  for (const PreparedFile& file : data.tokenizer_files) {
    if (file.name.empty() || file.name.find('/') != std::string::npos)
      return damaged_folder(data.folder, "prepared.outside");
    TRY(SizedFile::open(data.folder / file.name, file.bytes));
    TRY(check_digest(data.folder / file.name, file.xxh3_64));
  }
  return {};
}

// What labelled texts have and others have not; false when it cannot be.
bool read_rows(const Map& map, PreparedData& data) {
  const std::string name = get<std::string>(map, "rows");
  for (const auto& [kind, known] : Names<RowKind>::all)
    if (name == known) data.rows = kind;
  for (const Value& value : get<List>(map, "labels"))
    if (auto label = json_text(value)) data.labels.push_back(*std::move(label));
  data.num_token_types = get<std::int64_t>(map, "token_types");
  return data.rows != RowKind::blocks && data.num_token_types > 0 &&
         data.labels.size() <= max_labels && data.labels.empty() != has_label_names(data.rows);
}

void read_lists(const Map& map, PreparedData& data) {
  for (const Value& source : get<List>(map, "sources"))
    if (const Map* entry = source.get_if<Map>())
      data.sources.push_back({get<std::string>(*entry, "path"), get<std::int64_t>(*entry, "bytes"),
                              get<std::string>(*entry, "xxh3_64")});
  for (const auto& [name, value] : get<Map>(map, "tokenizer_files"))
    if (const Map* entry = value.get_if<Map>())
      data.tokenizer_files.push_back(
          {name, get<std::int64_t>(*entry, "bytes"), get<std::string>(*entry, "xxh3_64")});
}

}  // namespace

std::string PreparedSplit::digest() const {
  if (num_rows == 0) return xxh3_64;
  return digest_text(xxh3_64 + row_ends.xxh3_64 + token_types.xxh3_64 + labels.xxh3_64);
}

Result<BlockDataset> PreparedData::open_split(const PreparedSplit& split,
                                              std::int64_t sequence_length) const {
  TRY(auto file, TokenFile::open(folder / split.file, split.num_tokens, bytes_per_token));
  return BlockDataset(std::move(file), sequence_length, tokens.vocab_size);
}

Result<RowDataset> PreparedData::open_rows(const PreparedSplit& split) const {
  const auto place = [&](const PreparedFile& file) {
    return file.name.empty() ? std::filesystem::path() : folder / file.name;
  };
  return RowDataset::open(
      {folder / split.file, place(split.row_ends), place(split.token_types), place(split.labels)},
      {.kind = rows,
       .num_rows = split.num_rows,
       .num_tokens = split.num_tokens,
       .bytes_per_token = bytes_per_token,
       .vocab_size = tokens.vocab_size,
       .num_labels = static_cast<std::int64_t>(labels.size()),
       .num_token_types = num_token_types,
       .padding_id = tokens.padding.value_or(tokens.end_of_text.value_or(0))});
}

Result<void> write_prepared(const PreparedData& data) {
  const bool has_rows = data.rows != RowKind::blocks;
  Map splits;
  if (!data.train.file.empty()) splits.emplace_back("train", to_map(data.train, data.rows));
  if (!data.validation.file.empty())
    splits.emplace_back("validation", to_map(data.validation, data.rows));
  List sources;
  for (const PreparedSource& source : data.sources)
    sources.emplace_back(
        Map{{"path", source.path}, {"bytes", source.bytes}, {"xxh3_64", source.xxh3_64}});
  Map tokenizer_files;
  for (const PreparedFile& file : data.tokenizer_files)
    tokenizer_files.emplace_back(file.name, Map{{"bytes", file.bytes}, {"xxh3_64", file.xxh3_64}});
  Map content = {{"format", has_rows ? rows_format : blocks_format},
                 {"vocab_size", data.tokens.vocab_size},
                 {"token_bytes", data.bytes_per_token},
                 {"end_of_text_id", to_value(data.tokens.end_of_text)},
                 {"mask_id", to_value(data.tokens.mask)},
                 {"padding_id", to_value(data.tokens.padding)},
                 {"ids_around", List(data.tokens.around.begin(), data.tokens.around.end())},
                 {"splits", splits},
                 {"tokenizer_files", tokenizer_files},
                 {"sources", sources}};
  if (has_rows) {
    content.emplace_back("rows", std::string(name_of(data.rows)));
    content.emplace_back("labels", List(data.labels.begin(), data.labels.end()));
    content.emplace_back("token_types", data.num_token_types);
  }
  return write_file_atomically(data.folder / prepared_file_name, to_json(Value(content)) + "\n");
}

Result<PreparedData> read_prepared(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / prepared_file_name;
  auto text = read_file(path, 64u << 20);
  if (!text && text.error().code == "file.missing") {
    if (std::error_code problem; std::filesystem::is_directory(folder, problem))
      return damaged_folder(folder, "prepared.no_list");
    return make_error("data.prepared_missing", {{"file", folder.string()}});
  }
  if (!text && text.error().code == "file.read") {
    Error unreadable = text.error();
    unreadable.exit_code = ExitCode::environment;
    return unreadable;
  }
  auto json = text ? parse_json(*text) : Result<Value>(text.error());
  const Map* map = json ? json->get_if<Map>() : nullptr;
  if (!map) return damaged_folder(path, "prepared.no_json");
  const auto format = get<std::int64_t>(*map, "format");
  if (format != blocks_format && format != rows_format)
    return damaged_folder(path, "prepared.format");
  PreparedData data;
  data.folder = folder;
  data.tokens = tokens_from(*map);
  data.bytes_per_token = static_cast<int>(get<std::int64_t>(*map, "token_bytes"));
  const Map splits = get<Map>(*map, "splits");
  data.train = split_from(splits, "train");
  data.validation = split_from(splits, "validation");
  read_lists(*map, data);
  if (data.tokens.vocab_size < 1 || (data.bytes_per_token != 2 && data.bytes_per_token != 4) ||
      data.train.file.empty())
    return damaged_folder(path, "prepared.incomplete");
  if (format == rows_format && !read_rows(*map, data)) return damaged_folder(path, "prepared.rows");
  TRY(check_split(data, data.train));
  TRY(check_split(data, data.validation));
  TRY(check_tokenizer(data));
  return data;
}

}  // namespace trainyard
