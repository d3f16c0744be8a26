// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/prepared.h"

#include "engine/contract/files/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"

namespace trainyard {

namespace {

// Older folders: 1 for blocks, 2 for rows.
constexpr std::int64_t blocks_format = 1, rows_format = 2, columns_format = 3;
// More would overflow the sizes of files.
constexpr std::int64_t most_of_anything = std::int64_t{1} << 40;
constexpr std::uint64_t checksum_limit_bytes = 256u << 20;

Error damaged_folder(const std::filesystem::path& path, const char* code, Map arguments = {}) {
  return prepared_damage(path, make_error(code, std::move(arguments)));
}

Map to_map(const PreparedFile& file) {
  return {{"file", file.name}, {"bytes", file.bytes}, {"xxh3_64", file.xxh3_64}};
}

// The columns of a split by their names.
template <class Split, class See>
void for_each_column(Split& split, const See& see) {
  see("tokens", split.tokens);
  see("row_ends", split.row_ends);
  see("token_types", split.token_types);
  see("labels", split.labels);
  see("targets", split.targets);
  see("pack_ends", split.pack_ends);
}

Map to_map(const PreparedSplit& split) {
  Map columns;
  for_each_column(split, [&](const char* name, const PreparedFile& file) {
    if (file.exists()) columns.emplace_back(name, to_map(file));
  });
  return {{"tokens", split.num_tokens},
          {"rows", split.num_rows},
          {"longest_row", split.longest_row},
          {"packs", split.num_packs},
          {"longest_pack", split.longest_pack},
          {"columns", columns},
          {"cut", split.num_cut},
          {"unlearned", split.num_unlearned},
          {"begins_twice", split.num_begins_twice},
          {"without_end", split.num_without_end},
          {"one_label", split.has_one_label}};
}

PreparedFile file_from(const Map& map) {
  return {get<std::string>(map, "file"), get<std::int64_t>(map, "bytes"),
          get<std::string>(map, "xxh3_64")};
}

// Of format 1 or 2, which name one file of tokens among the counts.
PreparedSplit older_split_from(const Map& map, std::int64_t bytes_per_token) {
  PreparedSplit split;
  split.num_tokens = get<std::int64_t>(map, "tokens");
  split.num_rows = get<std::int64_t>(map, "rows");
  split.row_ends = file_from(get<Map>(map, "row_ends"));
  split.token_types = file_from(get<Map>(map, "token_types"));
  split.labels = file_from(get<Map>(map, "labels"));
  split.tokens = file_from(map);
  if (split.num_tokens >= 0 && split.num_tokens <= most_of_anything)
    split.tokens.bytes = split.num_tokens * bytes_per_token;
  return split;
}

PreparedSplit split_from(const Map& map, std::int64_t format, std::int64_t bytes_per_token) {
  if (format != columns_format) return older_split_from(map, bytes_per_token);
  PreparedSplit split;
  split.num_tokens = get<std::int64_t>(map, "tokens");
  split.num_rows = get<std::int64_t>(map, "rows");
  split.longest_row = get<std::int64_t>(map, "longest_row");
  split.num_packs = get<std::int64_t>(map, "packs");
  split.longest_pack = get<std::int64_t>(map, "longest_pack");
  split.num_cut = get<std::int64_t>(map, "cut");
  split.num_unlearned = get<std::int64_t>(map, "unlearned");
  split.num_begins_twice = get<std::int64_t>(map, "begins_twice");
  split.num_without_end = get<std::int64_t>(map, "without_end");
  split.has_one_label = get<bool>(map, "one_label");
  const Map columns = get<Map>(map, "columns");
  for_each_column(split, [&](const char* name, PreparedFile& file) {
    file = file_from(get<Map>(columns, name));
    file.has_sums = true;
  });
  return split;
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
  tokens.begin_of_text = known(find(map, "begin_of_text_id"));
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

bool is_in_folder(const PreparedFile& file) {
  return file.exists() && file.name != "." && file.name != ".." &&
         file.name.find('/') == std::string::npos;
}

// A column of the folder, and its checksums unless it is large.
Result<void> check_column(const PreparedData& data, const PreparedFile& file) {
  if (!is_in_folder(file)) return damaged_folder(data.folder, "prepared.outside");
  if (file.bytes < 0) return damaged_folder(data.folder, "prepared.rows");
  TRY(const auto column, ColumnFile::open(data.folder, file));
  if (static_cast<std::uint64_t>(file.bytes) > checksum_limit_bytes) return {};
  return file.has_sums ? column.check() : check_digest(data.folder / file.name, file.xxh3_64);
}

Result<void> check_split(const PreparedData& data, const PreparedSplit& split) {
  if (!split.exists()) return {};
  if (split.num_tokens < 0 || split.num_tokens > most_of_anything || split.num_rows < 0 ||
      split.num_rows > split.num_tokens || split.longest_row < 0 || split.num_packs < 0 ||
      split.num_packs > split.num_rows || split.longest_pack < 0 ||
      split.longest_pack > split.num_tokens || split.longest_row > split.num_tokens ||
      split.tokens.bytes != split.num_tokens * data.bytes_per_token)
    return damaged_folder(data.folder, "prepared.rows");
  TRY(check_column(data, split.tokens));
  if (data.rows == RowKind::blocks) return {};
  TRY(check_column(data, split.row_ends));
  for (const PreparedFile* file :
       {&split.labels, &split.token_types, &split.targets, &split.pack_ends})
    if (file->exists() || (file == &split.labels && data.rows != RowKind::sequences)) {
      TRY(check_column(data, *file));
    }
  TRY(data.open_rows(split));  // what the files' sizes must be
  return {};
}

// Chat templates have a folder of their own.
bool is_tokenizer_file(PreparedFile file) {
  constexpr std::string_view inner = "additional_chat_templates/";
  if (file.name.starts_with(inner)) file.name.erase(0, inner.size());
  return is_in_folder(file);
}

Result<void> check_tokenizer(const PreparedData& data) {
  for (const PreparedFile& file : data.tokenizer_files) {
    if (!is_tokenizer_file(file)) return damaged_folder(data.folder, "prepared.outside");
    TRY(ColumnFile::open(data.folder, file));
    TRY(check_digest(data.folder / file.name, file.xxh3_64));
  }
  return {};
}

// What the rows are; false when it cannot be.
bool read_rows(const Map& map, PreparedData& data) {
  bool is_known = false;
  for (const auto& [kind, known] : Names<RowKind>::all)
    if (get<std::string>(map, "rows") == known) {
      data.rows = kind;
      is_known = true;
    }
  for (const Value& value : get<List>(map, "labels"))
    if (auto label = json_text(value)) data.labels.push_back(*std::move(label));
  data.num_token_types = get<std::int64_t>(map, "token_types");
  data.num_prompts_apart = get<std::int64_t>(map, "prompts_apart");
  return is_known && data.num_token_types > 0 && data.labels.size() <= max_labels &&
         data.labels.empty() != has_label_names(data.rows);
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
  if (num_rows == 0) return tokens.xxh3_64;
  return digest_text(tokens.xxh3_64 + row_ends.xxh3_64 + token_types.xxh3_64 + labels.xxh3_64 +
                     targets.xxh3_64 + pack_ends.xxh3_64);
}

PreparedSplit& PreparedData::operator[](Split split) { return member_of(*this, split); }

const PreparedSplit& PreparedData::operator[](Split split) const { return member_of(*this, split); }

Result<BlockDataset> PreparedData::open_split(const PreparedSplit& split,
                                              std::int64_t sequence_length) const {
  TRY(auto file, TokenFile::open(folder, split.tokens, bytes_per_token));
  return BlockDataset(std::move(file), sequence_length, tokens.vocab_size);
}

Result<RowDataset> PreparedData::open_rows(const PreparedSplit& split) const {
  return RowDataset::open(folder,
                          {split.tokens, split.row_ends, split.token_types, split.labels,
                           split.targets, split.pack_ends},
                          {.kind = rows,
                           .num_rows = split.num_rows,
                           .num_tokens = split.num_tokens,
                           .longest_row = split.longest_row,
                           .num_packs = split.num_packs,
                           .longest_pack = split.longest_pack,
                           .bytes_per_token = bytes_per_token,
                           .vocab_size = tokens.vocab_size,
                           .num_labels = static_cast<std::int64_t>(labels.size()),
                           .num_token_types = num_token_types,
                           .padding_id = tokens.padding.value_or(tokens.end_of_text.value_or(0))});
}

Result<void> write_prepared(const PreparedData& data) {
  Map splits;
  for (const Split split : all_splits)
    if (data[split].exists()) splits.emplace_back(std::string(name_of(split)), to_map(data[split]));
  List sources;
  for (const PreparedSource& source : data.sources)
    sources.emplace_back(
        Map{{"path", source.path}, {"bytes", source.bytes}, {"xxh3_64", source.xxh3_64}});
  Map tokenizer_files;
  for (const PreparedFile& file : data.tokenizer_files)
    tokenizer_files.emplace_back(file.name, Map{{"bytes", file.bytes}, {"xxh3_64", file.xxh3_64}});
  const Map content = {{"format", columns_format},
                       {"vocab_size", data.tokens.vocab_size},
                       {"token_bytes", data.bytes_per_token},
                       {"begin_of_text_id", to_value(data.tokens.begin_of_text)},
                       {"end_of_text_id", to_value(data.tokens.end_of_text)},
                       {"mask_id", to_value(data.tokens.mask)},
                       {"padding_id", to_value(data.tokens.padding)},
                       {"ids_around", List(data.tokens.around.begin(), data.tokens.around.end())},
                       {"splits", splits},
                       {"tokenizer_files", tokenizer_files},
                       {"sources", sources},
                       {"rows", std::string(name_of(data.rows))},
                       {"labels", List(data.labels.begin(), data.labels.end())},
                       {"token_types", data.num_token_types},
                       {"prompts_apart", data.num_prompts_apart},
                       {"streamed", data.is_streamed}};
  return write_file_atomically(data.folder / prepared_file_name, to_json(Value(content)) + "\n");
}

Result<PreparedData> read_prepared(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / prepared_file_name;
  auto text = read_file(path, 64u << 20);
  if (!text && text.error().kind == ErrorKind::not_found) {
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
  if (format < blocks_format || format > columns_format)
    return damaged_folder(path, "prepared.format");
  PreparedData data;
  data.folder = folder;
  data.tokens = tokens_from(*map);
  data.bytes_per_token = static_cast<int>(get<std::int64_t>(*map, "token_bytes"));
  const Map splits = get<Map>(*map, "splits");
  for (const Split split : all_splits)
    data[split] =
        split_from(get<Map>(splits, std::string(name_of(split))), format, data.bytes_per_token);
  read_lists(*map, data);
  data.is_streamed = get<bool>(*map, "streamed");
  if (data.tokens.vocab_size < 1 || (data.bytes_per_token != 2 && data.bytes_per_token != 4) ||
      data.train.exists() == data.is_streamed)
    return damaged_folder(path, "prepared.incomplete");
  if (format != blocks_format && !read_rows(*map, data))
    return damaged_folder(path, "prepared.rows");
  for (const Split split : all_splits) {
    TRY(check_split(data, data[split]));
  }
  TRY(check_tokenizer(data));
  return data;
}

}  // namespace trainyard
