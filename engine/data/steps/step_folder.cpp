// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/steps/step_folder.h"

#include "engine/contract/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/run_folder.h"
#include "engine/data/prepared_folder.h"
#include "engine/data/source_digests.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t most_checked_bytes = 256u << 20;

Result<void> write_step_file(const fs::path& folder) {
  Map files;
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    TRY(const auto digest, digest_file(entry->path()));
    files.emplace_back(
        entry->path().filename().string(),
        Map{{"bytes", static_cast<std::int64_t>(digest.bytes)}, {"xxh3_64", digest.xxh3_64}});
  }
  if (problem) return file_error(folder, problem.value(), FileStep::read);
  TRY(write_file_atomically(folder / kStepFile,
                            to_json(Value(Map{{"format", 1}, {"files", files}})) + "\n"));
  return sync_folder(folder);
}

bool is_whole_file(const fs::path& path, const Map& entry) {
  std::error_code problem;
  const auto bytes = fs::file_size(path, problem);
  if (problem || static_cast<std::int64_t>(bytes) != get<std::int64_t>(entry, "bytes", -1))
    return false;
  if (bytes > most_checked_bytes) return true;
  const auto digest = digest_file(path);
  return digest && digest->xxh3_64 == get<std::string>(entry, "xxh3_64");
}

}  // namespace

Result<fs::path> step_place(const std::string& name, const Map& key) {
  TRY(const fs::path home, cache_home());
  return home / "steps" / (name + "-" + digest_text(to_json(Value(key))));
}

bool is_whole_step(const fs::path& folder) {
  const auto text = read_file(folder / kStepFile, 1u << 20);
  const auto json = text ? parse_json(*text) : Result<Value>(text.error());
  const Map* map = json ? json->get_if<Map>() : nullptr;
  if (!map || get<std::int64_t>(*map, "format") != 1) return false;
  for (const auto& [name, value] : get<Map>(*map, "files")) {
    const Map* entry = value.get_if<Map>();
    if (!entry || name.find('/') != std::string::npos || !is_whole_file(folder / name, *entry))
      return false;
  }
  return true;
}

Result<void> make_step(const fs::path& folder, const PrepareProgress& progress,
                       const FillStep& fill) {
  std::error_code ignored;
  if (fs::exists(folder, ignored)) {
    TRY(put_aside(folder, is_whole_step));
  }
  remove_old_leftovers(folder.parent_path());
  auto made = make_data_folder(
      folder, progress, [&](const fs::path& place, const PrepareProgress& go_on) -> Result<void> {
        TRY(fill(place, go_on));
        return write_step_file(place);
      });
  if (!made && is_whole_step(folder)) return {};  // another process was faster
  return made;
}

}  // namespace trainyard
