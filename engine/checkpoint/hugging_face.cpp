#include "engine/checkpoint/hugging_face.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "engine/contract/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/run_folder.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr const char* tokenizer_files[] = {
    "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "vocab.json",
    "merges.txt",     "added_tokens.json",     "chat_template.jinja"};

Error damaged(const fs::path& path, const std::string& what) {
  return {"checkpoint.damaged",
          {{"file", path.string()}, {"what", what}},
          path.string() + ": " + what,
          ExitCode::checkpoint};
}

Result<void> copy_file_durably(const fs::path& from, const fs::path& to) {
  std::ifstream stream(from, std::ios::binary);
  if (!stream) return damaged(from, "cannot be opened");
  auto file = DurableFile::create(to);
  if (!file) return file.error();
  std::vector<char> buffer(4 << 20);
  while (stream) {
    stream.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    if (auto done = file->write(buffer.data(), static_cast<std::size_t>(stream.gcount())); !done)
      return done;
  }
  if (stream.bad()) return damaged(from, "cannot be read");
  return file->finish();
}

Result<void> copy_if_there(const fs::path& from, const char* name, const fs::path& to) {
  std::error_code ignored;
  if (from.empty() || !fs::is_regular_file(from / name, ignored)) return {};
  return copy_file_durably(from / name, to / name);
}

Result<void> copy_companions(const Companions& from, const fs::path& to) {
  for (const char* name : tokenizer_files)
    if (auto copied = copy_if_there(from.tokenizer, name, to); !copied) return copied;
  return copy_if_there(from.generation, "generation_config.json", to);
}

Result<void> copy_contents(const fs::path& from, const fs::path& to) {
  auto weights = WeightFolder::open(from);
  if (!weights) return weights.error();
  std::error_code problem;
  std::vector<fs::path> files = {"config.json"};
  for (fs::directory_iterator entry(from, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    if (name.ends_with(".safetensors") || name == "model.safetensors.index.json")
      files.push_back(name);
  }
  for (const fs::path& file : files)
    if (auto copied = copy_file_durably(from / file, to / file); !copied) return copied;
  if (auto copied = copy_companions({from, from}, to); !copied) return copied;
  return sync_folder(to);
}

}  // namespace

Result<Map> read_model_config(const fs::path& folder) {
  const fs::path path = folder / "config.json";
  auto text = read_file(path, 16u << 20);
  if (!text)
    return damaged(
        path, "is missing or cannot be read; a model folder as transformers writes it is needed");
  auto json = parse_json(*text);
  const Map* map = json ? json->get_if<Map>() : nullptr;
  if (!map) return damaged(path, "is not a JSON object");
  return *map;
}

Result<void> write_model_folder(const fs::path& folder, const NamedTensors& weights,
                                const Map& config, const Companions& companions) {
  if (auto saved = save_tensors(folder / "model.safetensors", weights); !saved) return saved;
  if (auto written = write_file_atomically(folder / "config.json", to_json(Value(config)) + "\n");
      !written)
    return written;
  return copy_companions(companions, folder);
}

Result<void> copy_model_folder(const fs::path& from, const fs::path& to) {
  std::error_code problem;
  if (fs::exists(fs::symlink_status(to, problem)))
    return Error{"output_exists",
                 {{"path", to.string()}},
                 to.string() + ": exists already; name a folder that does not exist yet",
                 ExitCode::invalid_input};
  const fs::path unfinished = to.string() + ".tmp-" + std::to_string(::getpid());
  if (!fs::create_directories(unfinished, problem))
    return file_error(unfinished, problem.value(), "cannot create");
  auto done = copy_contents(from, unfinished);
  if (done) done = rename_new(unfinished, to);
  if (!done) fs::remove_all(unfinished, problem);
  return done;
}

}  // namespace trainyard
