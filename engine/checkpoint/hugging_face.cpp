// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/hugging_face.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "engine/checkpoint/adapter.h"
#include "engine/contract/files/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/downloaded_file.h"
#include "engine/contract/files/whole_file.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr const char* tokenizer_files[] = {"tokenizer.json",
                                           "tokenizer_config.json",
                                           "special_tokens_map.json",
                                           "vocab.json",
                                           "merges.txt",
                                           "vocab.txt",
                                           "added_tokens.json",
                                           "chat_template.jinja",
                                           "vocabulary.json"};
constexpr const char* more_templates = "additional_chat_templates";

Error unreadable_model(const fs::path& path) {
  return make_error("model.unreadable", {{"file", path.string()}});
}

}  // namespace

Result<void> copy_file_durably(const fs::path& from, const fs::path& to) {
  std::ifstream stream(from, std::ios::binary);
  if (!stream) return unreadable_model(from);
  TRY(auto file, DurableFile::create(to));
  std::vector<char> buffer(4 << 20);
  while (stream) {
    stream.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    TRY(file.write(buffer.data(), static_cast<std::size_t>(stream.gcount())));
  }
  if (stream.bad()) return unreadable_model(from);
  return file.finish();
}

namespace {

Result<void> copy_if_there(const fs::path& from, const char* name, const fs::path& to) {
  std::error_code ignored;
  if (from.empty() || !fs::is_regular_file(from / name, ignored)) return {};
  return copy_file_durably(from / name, to / name);
}

}  // namespace

namespace {

Result<void> copy_more_templates(const fs::path& from, const fs::path& to) {
  std::error_code failed;
  if (from.empty()) return {};
  for (const auto& entry : fs::directory_iterator(from / more_templates, failed)) {
    if (entry.path().extension() != ".jinja" || !entry.is_regular_file(failed)) continue;
    TRY(make_folders(to / more_templates));
    TRY(copy_file_durably(entry.path(), to / more_templates / entry.path().filename()));
  }
  return {};
}

// Like transformers' Trainer when it aligns it with a tokenizer's new end token.
Result<void> write_generation(const AuxiliaryFiles& from, const fs::path& to) {
  constexpr const char* kName = "generation_config.json";
  std::error_code ignored;
  if (!from.end_id || from.generation.empty() ||
      !fs::is_regular_file(from.generation / kName, ignored))
    return copy_if_there(from.generation, kName, to);
  TRY(const std::string text, read_file(from.generation / kName, 16u << 20));
  const auto document = parse_json(text);
  const Map* map = document ? document->get_if<Map>() : nullptr;
  if (!map) return copy_if_there(from.generation, kName, to);
  List ends{*from.end_id};
  if (const Value* known = find(*map, "eos_token_id")) {
    const List given = known->get_if<List>() ? *known->get_if<List>() : List{*known};
    for (const Value& id : given)
      if (id.get_if<std::int64_t>() && id != ends.front()) ends.push_back(id);
  }
  Map settings = *map;
  std::erase_if(settings, [](const auto& entry) { return entry.first == "eos_token_id"; });
  settings.emplace_back("eos_token_id", std::move(ends));
  return write_file_atomically(to / kName, to_json(Value(std::move(settings))) + "\n");
}

}  // namespace

Result<void> copy_auxiliary_files(const AuxiliaryFiles& from, const fs::path& to) {
  TRY(copy_more_templates(from.tokenizer, to));
  for (const char* name : tokenizer_files) {
    TRY(copy_if_there(from.tokenizer, name, to));
  }
  return write_generation(from, to);
}

namespace {

// Returns the names of its files after validating its weights.
Result<std::vector<fs::path>> files_of_adapter(const fs::path& folder) {
  const fs::path weights = adapter_file(folder);
  TRY(WeightFolder::open_file(weights));
  return std::vector<fs::path>{kAdapterConfig, weights.filename()};
}

Result<std::vector<fs::path>> files_of_model(const fs::path& folder) {
  TRY(WeightFolder::open(folder));
  std::vector<fs::path> files = {"config.json"};
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    if (name.ends_with(".safetensors") || name == "model.safetensors.index.json")
      files.push_back(name);
  }
  if (problem) return file_error(folder, problem.value(), FileStep::read);
  return files;
}

Result<void> copy_contents(const fs::path& from, const fs::path& to) {
  TRY(const std::vector<fs::path> files,
      is_adapter_folder(from) ? files_of_adapter(from) : files_of_model(from));
  for (const fs::path& file : files) {
    TRY(copy_file_durably(from / file, to / file));
  }
  return copy_auxiliary_files({from, from}, to);
}

}  // namespace

Result<Map> read_model_config(const fs::path& folder) {
  const fs::path path = folder / "config.json";
  if (auto other = not_downloaded(path)) return *std::move(other);
  auto text = read_file(path, 16u << 20);
  if (!text && is_adapter_folder(folder))
    return make_error("model.is_adapter", {{"file", folder.string()}});
  if (!text) return unreadable_model(path);
  auto json = parse_json(*text);
  const Map* map = json ? json->get_if<Map>() : nullptr;
  if (!map) return make_error("model.config_no_object", {{"file", path.string()}});
  return *map;
}

std::vector<WeightFile> weight_files(const ModelContent& content) {
  if (content.adapter) return {{kAdapterWeights, content.weights}};
  return weight_files(content.weights, content.max_bytes_per_file);
}

Result<void> write_model_folder(const fs::path& folder, const ModelContent& content) {
  const std::vector<WeightFile> files = weight_files(content);
  TRY(save_weight_files(folder, files));
  if (content.has_only_weights) return {};
  if (content.adapter) {
    TRY(write_file_atomically(folder / kAdapterConfig, to_json(Value(*content.adapter)) + "\n"));
  } else {
    TRY(save_weight_index(folder, files));
    TRY(write_file_atomically(folder / "config.json", to_json(Value(content.config)) + "\n"));
  }
  return copy_auxiliary_files(content.auxiliary, folder);
}

Result<void> copy_model_folder(const fs::path& from, const fs::path& to) {
  return make_folder_whole(to, [&](const fs::path& folder) { return copy_contents(from, folder); });
}

Result<void> make_folder_whole(const fs::path& to,
                               const std::function<Result<void>(const fs::path&)>& fill) {
  std::error_code problem;
  if (fs::exists(fs::symlink_status(to, problem)))
    return make_error("checkpoint.output_exists", {{"path", to.string()}});
  const fs::path unfinished = to.string() + ".tmp-" + std::to_string(::getpid());
  TRY(make_folders(unfinished));
  auto done = fill(unfinished);
  if (done) done = sync_folder(unfinished);
  if (done) done = rename_new(unfinished, to);
  if (!done) fs::remove_all(unfinished, problem);
  if (done) done = sync_folder(to.has_parent_path() ? to.parent_path() : fs::path("."));
  return done;
}

}  // namespace trainyard
