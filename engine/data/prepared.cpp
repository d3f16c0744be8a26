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
// Larger numbers would overflow the sizes of files.
constexpr std::int64_t max_of_anything = std::int64_t{1} << 40;
constexpr std::uint64_t checksum_limit_bytes = 256u << 20;

Error damaged_folder(const std::filesystem::path& path, const char* code, Map arguments = {}) {
  return prepared_damage(path, make_error(code, std::move(arguments)));
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

// Of format 1 or 2, which name one file of tokens among the counts and the others beside it.
void read_older_columns(const Map& map, std::int64_t bytes_per_token, PreparedSplit& split) {
  for_each_column(split, [&](const char* name, PreparedFile& file) {
    file = read_leniently<PreparedFile>(Value(get<Map>(map, name)));
  });
  split.tokens = read_leniently<PreparedFile>(Value(map));
  if (split.num_tokens >= 0 && split.num_tokens <= max_of_anything)
    split.tokens.bytes = split.num_tokens * bytes_per_token;
}

void read_columns(const Map& splits, std::int64_t format, PreparedData& data) {
  for (const Split split : all_splits)
    if (format != columns_format)
      read_older_columns(get<Map>(splits, std::string(name_of(split))), data.bytes_per_token,
                         data[split]);
    else
      for_each_column(data[split], [](const char*, PreparedFile& file) { file.has_sums = true; });
}

// Ids that are not in the vocabulary are left out.
void leave_out_unknown(SpecialTokens& tokens) {
  const auto is_known = [&](std::int64_t id) { return id >= 0 && id < tokens.vocab_size; };
  for (auto* id : {&tokens.begin_of_text, &tokens.end_of_text, &tokens.mask, &tokens.padding})
    if (*id && !is_known(**id)) id->reset();
  std::erase_if(tokens.around, [&](std::int64_t id) { return !is_known(id); });
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

// Checks a column of the folder, including its checksums unless it is large.
Result<void> check_column(const PreparedData& data, const PreparedFile& file) {
  if (!is_in_folder(file)) return damaged_folder(data.folder, "prepared.outside");
  if (file.bytes < 0) return damaged_folder(data.folder, "prepared.rows");
  TRY(const auto column, ColumnFile::open(data.folder, file));
  if (static_cast<std::uint64_t>(file.bytes) > checksum_limit_bytes) return {};
  return file.has_sums ? column.check() : check_digest(data.folder / file.name, file.xxh3_64);
}

Result<void> check_split(const PreparedData& data, const PreparedSplit& split) {
  if (!split.exists()) return {};
  if (split.num_tokens < 0 || split.num_tokens > max_of_anything || split.num_rows < 0 ||
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
  TRY(data.open_rows(split));  // checks the sizes of the files
  return {};
}

// Chat templates have their own subfolder.
bool is_tokenizer_file(PreparedFile file) {
  constexpr std::string_view inner = "additional_chat_templates/";
  if (file.name.starts_with(inner)) file.name.erase(0, inner.size());
  return is_in_folder(file);
}

Result<void> check_tokenizer(const PreparedData& data) {
  for (const auto& [name, digest] : data.tokenizer_files) {
    const PreparedFile file{name, static_cast<std::int64_t>(digest.bytes), digest.xxh3_64};
    if (!is_tokenizer_file(file)) return damaged_folder(data.folder, "prepared.outside");
    TRY(ColumnFile::open(data.folder, file));
    TRY(check_digest(data.folder / file.name, file.xxh3_64));
  }
  return {};
}

// Whether the labels and types of rows are such as can be.
bool are_rows_well(const PreparedData& data) {
  return data.num_token_types > 0 && data.labels.size() <= max_labels &&
         data.labels.empty() != has_label_names(data.rows);
}

}  // namespace

void describe(Section<PreparedFile>& section) {
  section.field("file", &PreparedFile::name);
  section.field("bytes", &PreparedFile::bytes);
  section.field("xxh3_64", &PreparedFile::xxh3_64);
}

void describe(Section<PreparedSource>& section) {
  section.field("path", &PreparedSource::path);
  section.field("bytes", &PreparedSource::bytes);
  section.field("xxh3_64", &PreparedSource::xxh3_64);
}

void describe(Section<PreparedSplit>& section) {
  section.field("tokens", &PreparedSplit::num_tokens);
  section.field("rows", &PreparedSplit::num_rows);
  section.field("longest_row", &PreparedSplit::longest_row);
  section.field("packs", &PreparedSplit::num_packs);
  section.field("longest_pack", &PreparedSplit::longest_pack);
  section.group("columns", [](Section<PreparedSplit>& columns) {
    columns.field("tokens", &PreparedSplit::tokens).omitted_when_default();
    columns.field("row_ends", &PreparedSplit::row_ends).omitted_when_default();
    columns.field("token_types", &PreparedSplit::token_types).omitted_when_default();
    columns.field("labels", &PreparedSplit::labels).omitted_when_default();
    columns.field("targets", &PreparedSplit::targets).omitted_when_default();
    columns.field("pack_ends", &PreparedSplit::pack_ends).omitted_when_default();
  });
  section.field("cut", &PreparedSplit::num_cut);
  section.field("unlearned", &PreparedSplit::num_unlearned);
  section.field("begins_twice", &PreparedSplit::num_begins_twice);
  section.field("without_end", &PreparedSplit::num_without_end);
  section.field("one_label", &PreparedSplit::has_one_label);
}

void describe(Section<SpecialTokens>& section) {
  section.field("vocab_size", &SpecialTokens::vocab_size);
  section.field("begin_of_text_id", &SpecialTokens::begin_of_text);
  section.field("end_of_text_id", &SpecialTokens::end_of_text);
  section.field("mask_id", &SpecialTokens::mask);
  section.field("padding_id", &SpecialTokens::padding);
  section.field("ids_around", &SpecialTokens::around);
}

void describe(Section<PreparedData>& section) {
  section.include(&PreparedData::tokens);
  section.field("token_bytes", &PreparedData::bytes_per_token);
  section.group("splits", [](Section<PreparedData>& splits) {
    splits.field("train", &PreparedData::train).omitted_when_default();
    splits.field("validation", &PreparedData::validation).omitted_when_default();
    splits.field("test", &PreparedData::test).omitted_when_default();
    splits.field("temporal_test", &PreparedData::temporal_test).omitted_when_default();
  });
  section.field("tokenizer_files", &PreparedData::tokenizer_files);
  section.field("sources", &PreparedData::sources);
  section.field("rows", &PreparedData::rows);
  section.field("labels", &PreparedData::labels);
  section.field("token_types", &PreparedData::num_token_types);
  section.field("prompts_apart", &PreparedData::num_prompts_apart);
  section.field("streamed", &PreparedData::is_streamed);
}

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
                           .padding_id = tokens.padding_id()});
}

Result<void> write_prepared(const PreparedData& data) {
  Map map{{"format", columns_format}};
  for (auto& [key, value] : to_map(data)) map.emplace_back(key, std::move(value));
  return write_file_atomically(data.folder / prepared_file_name, to_json(Value(map)) + "\n");
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
  data.bytes_per_token = 0;  // what is missing is no default here
  if (format != blocks_format) data.num_token_types = 0;
  if (ReadProblem problem; !read_into(data, *map, problem))
    return damaged_folder(path, "prepared.rows");
  leave_out_unknown(data.tokens);
  read_columns(get<Map>(*map, "splits"), format, data);
  if (data.tokens.vocab_size < 1 || (data.bytes_per_token != 2 && data.bytes_per_token != 4) ||
      data.train.exists() == data.is_streamed)
    return damaged_folder(path, "prepared.incomplete");
  if (format != blocks_format && !are_rows_well(data)) return damaged_folder(path, "prepared.rows");
  for (const Split split : all_splits) {
    TRY(check_split(data, data[split]));
  }
  TRY(check_tokenizer(data));
  return data;
}

}  // namespace trainyard
