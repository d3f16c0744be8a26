// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/cache_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <random>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/run/run_folder.h"
#include "engine/data/prepared.h"
#include "engine/data/source_digests.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t max_checked_bytes = 256u << 20;
constexpr const char* kStepDamaged = "data.step_damaged";

std::string temporary_name(const fs::path& folder) {
  return folder.filename().string() + ".tmp-" + std::to_string(::getpid()) + "-" +
         std::to_string(std::random_device{}());
}

// Removes an unfinished folder on destruction.
struct Unfinished {
  fs::path folder;
  ~Unfinished() {
    std::error_code ignored;
    if (!folder.empty()) fs::remove_all(folder, ignored);
  }
};

// Touches the folder so that other processes know that it is being written: they consider one from
// a day ago abandoned, and writing to its files does not change its own time.
class Heartbeat {
 public:
  Heartbeat(fs::path folder, const PrepareProgress& progress)
      : folder_(std::move(folder)), progress_(progress) {}

  bool operator()(std::string_view phase, double done, double total) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ > std::chrono::minutes(1)) {
      ::utimensat(AT_FDCWD, folder_.c_str(), nullptr, 0);
      last_ = now;
    }
    return progress_(phase, done, total);
  }

 private:
  fs::path folder_;
  const PrepareProgress& progress_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Moves a damaged entry out of the way. It is renamed first: others may also have noticed the
// damage, and one of them may already have created it again; if it turns out to be complete, it is
// moved back.
Result<void> quarantine(const fs::path& folder, const UseFolder& read) {
  const fs::path aside = folder.parent_path() / temporary_name(folder);
  std::error_code problem;
  fs::rename(folder, aside, problem);
  if (problem == std::errc::no_such_file_or_directory) return {};
  if (problem) return file_error(folder, problem.value(), FileStep::write);
  if (read(aside)) static_cast<void>(rename_new(aside, folder));
  TRY(sync_folder(folder.parent_path()));  // or the removal could be durable and the renaming not
  fs::remove_all(aside, problem);
  return {};
}

void remove_old_leftovers(const fs::path& cache) {
  std::error_code problem;
  const auto limit = fs::file_time_type::clock::now() - std::chrono::hours(24);
  for (fs::directory_iterator entry(cache, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    std::error_code ignored;
    if (entry->path().filename().string().find(".tmp-") == std::string::npos ||
        entry->last_write_time(ignored) > limit)
      continue;
    fs::remove_all(entry->path(), ignored);
  }
}

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
  if (bytes > max_checked_bytes) return true;
  const auto digest = digest_file(path);
  return digest && digest->xxh3_64 == get<std::string>(entry, "xxh3_64");
}

}  // namespace

Result<fs::path> prepared_place(const Map& key) {
  TRY(const fs::path home, cache_home());
  return home / "prepared" / digest_text(to_json(Value(key)));
}

Result<fs::path> step_place(const std::string& name, const Map& key) {
  TRY(const fs::path home, cache_home());
  return home / "steps" / (name + "-" + digest_text(to_json(Value(key))));
}

Result<void> make_data_folder(const fs::path& folder, const PrepareProgress& progress,
                              const FillAny& fill) {
  std::error_code problem;
  if (fs::exists(fs::symlink_status(folder, problem)))
    return make_error("data.output_exists", {{"path", folder.string()}});
  const fs::path parent = folder.has_parent_path() ? folder.parent_path() : fs::path(".");
  TRY(make_folders(parent));
  Unfinished unfinished{parent / temporary_name(folder)};
  if (!fs::create_directory(unfinished.folder, problem))
    return file_error(unfinished.folder, problem.value(), FileStep::write);
  TRY(fill(unfinished.folder, Heartbeat(unfinished.folder, progress)));
  TRY(rename_new(unfinished.folder, folder));
  unfinished.folder.clear();
  return sync_folder(parent);
}

Result<void> find_or_make(const fs::path& folder, const UseFolder& read, const UseFolder& make) {
  std::error_code ignored;
  if (fs::exists(folder, ignored)) {
    auto found = read(folder);
    if (found || (found.error().code != prepared_damaged && found.error().code != kStepDamaged))
      return found;
    TRY(quarantine(folder, read));
    if (fs::exists(folder, ignored)) return read(folder);  // it was complete, or is again
  }
  remove_old_leftovers(folder.parent_path());
  auto made = make(folder);
  if (made || !fs::exists(folder, ignored)) return made;
  return read(folder);  // another process was faster
}

Result<void> check_step(const fs::path& folder) {
  const Error damage = make_error(kStepDamaged, {{"folder", folder.string()}});
  const auto text = read_file(folder / kStepFile, 1u << 20);
  const auto json = text ? parse_json(*text) : Result<Value>(text.error());
  const Map* map = json ? json->get_if<Map>() : nullptr;
  if (!map || get<std::int64_t>(*map, "format") != 1) return damage;
  for (const auto& [name, value] : get<Map>(*map, "files")) {
    const Map* entry = value.get_if<Map>();
    if (!entry || name.find('/') != std::string::npos || !is_whole_file(folder / name, *entry))
      return damage;
  }
  return {};
}

Result<void> make_step(const fs::path& folder, const PrepareProgress& progress,
                       const FillAny& fill) {
  return find_or_make(folder, check_step, [&](const fs::path& place) {
    return make_data_folder(
        place, progress,
        [&](const fs::path& empty, const PrepareProgress& on_progress) -> Result<void> {
          TRY(fill(empty, on_progress));
          return write_step_file(empty);
        });
  });
}

}  // namespace trainyard
