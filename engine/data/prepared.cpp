#include "engine/data/prepared.h"

#include "engine/contract/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/run_folder.h"

namespace trainyard {

namespace {

constexpr std::int64_t format = 1;
constexpr std::uint64_t checksum_limit_bytes = 256u << 20;

Error damaged(const std::filesystem::path& path, const std::string& what) {
  return {"data.prepared_damaged",
          {{"file", path.string()}},
          path.string() + ": " + what + "; prepare the data again",
          ExitCode::invalid_input};
}

Map to_map(const PreparedSplit& split) {
  return {{"file", split.file}, {"tokens", split.num_tokens}, {"xxh3_64", split.xxh3_64}};
}

PreparedSplit split_from(const Map& splits, const std::string& name) {
  const Map map = get<Map>(splits, name);
  return {get<std::string>(map, "file"), get<std::int64_t>(map, "tokens"),
          get<std::string>(map, "xxh3_64")};
}

Result<void> check_split(const PreparedData& data, const PreparedSplit& split) {
  if (split.file.empty()) return {};
  const std::filesystem::path path = data.folder / split.file;
  if (split.file.find('/') != std::string::npos || split.num_tokens < 0)
    return damaged(data.folder, "names a file outside the folder");
  auto file = TokenFile::open(path, split.num_tokens, data.bytes_per_token);
  if (!file) return file.error();
  if (static_cast<std::uint64_t>(split.num_tokens) * data.bytes_per_token > checksum_limit_bytes)
    return {};
  auto digest = digest_file(path);
  if (!digest) return digest.error();
  if (digest->xxh3_64 != split.xxh3_64)
    return damaged(path, "does not have the checksum that prepared.json says");
  return {};
}

}  // namespace

Result<BlockDataset> PreparedData::open_split(const PreparedSplit& split,
                                              std::int64_t sequence_length) const {
  auto file = TokenFile::open(folder / split.file, split.num_tokens, bytes_per_token);
  if (!file) return file.error();
  return BlockDataset(std::move(*file), sequence_length, vocab_size);
}

Result<void> write_prepared(const PreparedData& data) {
  Map splits;
  if (!data.train.file.empty()) splits.emplace_back("train", to_map(data.train));
  if (!data.validation.file.empty()) splits.emplace_back("validation", to_map(data.validation));
  List sources;
  for (const PreparedSource& source : data.sources)
    sources.emplace_back(
        Map{{"path", source.path}, {"bytes", source.bytes}, {"xxh3_64", source.xxh3_64}});
  const Value end_of_text = data.end_of_text_id ? Value(*data.end_of_text_id) : Value();
  const Map content = {{"format", format},
                       {"vocab_size", data.vocab_size},
                       {"token_bytes", data.bytes_per_token},
                       {"end_of_text_id", end_of_text},
                       {"splits", splits},
                       {"sources", sources}};
  return write_file_atomically(data.folder / prepared_file_name, to_json(Value(content)) + "\n");
}

Result<PreparedData> read_prepared(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / prepared_file_name;
  std::error_code problem;
  if (!std::filesystem::exists(path, problem))
    return Error{"data.missing",
                 {{"file", folder.string()}},
                 folder.string() +
                     ": holds no prepared data (no prepared.json); make it with engine prepare",
                 ExitCode::invalid_input};
  auto text = read_file(path, 64u << 20);
  if (!text) return damaged(path, "cannot be read");
  auto json = parse_json(*text);
  const Map* map = json ? json->get_if<Map>() : nullptr;
  if (!map) return damaged(path, "is not valid JSON");
  if (get<std::int64_t>(*map, "format") != format)
    return damaged(path, "has a format this version does not know");
  PreparedData data;
  data.folder = folder;
  data.vocab_size = get<std::int64_t>(*map, "vocab_size");
  data.bytes_per_token = static_cast<int>(get<std::int64_t>(*map, "token_bytes"));
  if (const Value* id = find(*map, "end_of_text_id"); id && id->get_if<std::int64_t>())
    data.end_of_text_id = *id->get_if<std::int64_t>();
  const Map splits = get<Map>(*map, "splits");
  data.train = split_from(splits, "train");
  data.validation = split_from(splits, "validation");
  for (const Value& source : get<List>(*map, "sources"))
    if (const Map* entry = source.get_if<Map>())
      data.sources.push_back({get<std::string>(*entry, "path"), get<std::int64_t>(*entry, "bytes"),
                              get<std::string>(*entry, "xxh3_64")});
  if (data.vocab_size < 1 || (data.bytes_per_token != 2 && data.bytes_per_token != 4) ||
      data.train.file.empty())
    return damaged(path, "lacks vocab_size, token_bytes or a training split");
  if (auto checked = check_split(data, data.train); !checked) return checked.error();
  if (auto checked = check_split(data, data.validation); !checked) return checked.error();
  return data;
}

}  // namespace trainyard
