#include "engine/checkpoint/hugging_face.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "engine/contract/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/run_folder.h"

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
                                           "chat_template.jinja"};

Error unreadable_model(const fs::path& path) {
  return make_error("model.unreadable", {{"file", path.string()}}, ExitCode::checkpoint);
}

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

Result<void> copy_if_there(const fs::path& from, const char* name, const fs::path& to) {
  std::error_code ignored;
  if (from.empty() || !fs::is_regular_file(from / name, ignored)) return {};
  return copy_file_durably(from / name, to / name);
}

Result<void> copy_companions(const Companions& from, const fs::path& to) {
  for (const char* name : tokenizer_files) {
    TRY(copy_if_there(from.tokenizer, name, to));
  }
  return copy_if_there(from.generation, "generation_config.json", to);
}

Result<void> copy_contents(const fs::path& from, const fs::path& to) {
  TRY(WeightFolder::open(from));
  std::error_code problem;
  std::vector<fs::path> files = {"config.json"};
  for (fs::directory_iterator entry(from, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    if (name.ends_with(".safetensors") || name == "model.safetensors.index.json")
      files.push_back(name);
  }
  if (problem) return file_error(from, problem.value(), FileStep::read);
  for (const fs::path& file : files) {
    TRY(copy_file_durably(from / file, to / file));
  }
  TRY(copy_companions({from, from}, to));
  return sync_folder(to);
}

}  // namespace

Result<Map> read_model_config(const fs::path& folder) {
  const fs::path path = folder / "config.json";
  auto text = read_file(path, 16u << 20);
  if (!text) return unreadable_model(path);
  auto json = parse_json(*text);
  const Map* map = json ? json->get_if<Map>() : nullptr;
  if (!map)
    return make_error("model.config_no_object", {{"file", path.string()}}, ExitCode::checkpoint);
  return *map;
}

Result<void> write_model_folder(const fs::path& folder, const ModelContent& content) {
  TRY(save_weights(folder, content.weights, content.most_bytes_per_file));
  TRY(write_file_atomically(folder / "config.json", to_json(Value(content.config)) + "\n"));
  return copy_companions(content.companions, folder);
}

Result<void> copy_model_folder(const fs::path& from, const fs::path& to) {
  std::error_code problem;
  if (fs::exists(fs::symlink_status(to, problem)))
    return make_error("checkpoint.output_exists", {{"path", to.string()}});
  const fs::path unfinished = to.string() + ".tmp-" + std::to_string(::getpid());
  TRY(make_folders(unfinished));
  auto done = copy_contents(from, unfinished);
  if (done) done = rename_new(unfinished, to);
  if (!done) fs::remove_all(unfinished, problem);
  if (done) done = sync_folder(to.has_parent_path() ? to.parent_path() : fs::path("."));
  return done;
}

}  // namespace trainyard
