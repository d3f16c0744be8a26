// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/source_digests.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "engine/data/text_file.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// A change within one tick of a file system's clock does not change the times.
constexpr std::int64_t settled_after_seconds = 3;

Result<struct stat> status_of(const fs::path& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return file_error(path, errno, FileStep::read);
  return status;
}

std::string text_of(const struct timespec& time) {
  return std::to_string(time.tv_sec) + "." + std::to_string(time.tv_nsec);
}

// Distinguishes versions of a file without reading it.
std::string identity_of(const fs::path& path, const struct stat& status) {
  return to_json(Value(Map{{"path", fs::absolute(path).string()},
                           {"device", static_cast<std::int64_t>(status.st_dev)},
                           {"inode", static_cast<std::int64_t>(status.st_ino)},
                           {"bytes", static_cast<std::int64_t>(status.st_size)},
                           {"modified", text_of(status.st_mtim)},
                           {"changed", text_of(status.st_ctim)}}));
}

// The file for remembering a path's checksum: only its newest content is remembered.
Result<fs::path> memory_of(const fs::path& path) {
  TRY(const fs::path home, cache_home());
  return home / "digests" / (digest_text(fs::absolute(path).string()) + ".json");
}

std::optional<std::string> remembered(const fs::path& memory, const std::string& identity) {
  const auto text = read_file(memory, 1u << 20);
  const auto json = text ? parse_json(*text) : Result<Value>(text.error());
  const Map* map = json ? json->get_if<Map>() : nullptr;
  if (!map || get<std::string>(*map, "file") != identity) return std::nullopt;
  const std::string digest = get<std::string>(*map, "xxh3_64");
  return digest.size() == 16 ? std::optional(digest) : std::nullopt;
}

// A failure here only means that the file is read again.
void remember(const fs::path& memory, const std::string& identity, const std::string& digest) {
  if (make_folders(memory.parent_path()))
    static_cast<void>(write_file_atomically(
        memory, to_json(Value(Map{{"file", identity}, {"xxh3_64", digest}})) + "\n"));
}

Result<PreparedSource> digest_source(
    const fs::path& path, const std::function<Result<void>(std::uint64_t)>& on_progress) {
  TRY(TextFile::open(path));
  TRY(const struct stat before, status_of(path));
  const std::string identity = identity_of(path, before);
  const auto memory = memory_of(path);
  if (memory)
    if (const auto known = remembered(*memory, identity))
      return PreparedSource{path.string(), before.st_size, *known};
  TRY(const auto digest, digest_file(path, on_progress));
  TRY(const struct stat after, status_of(path));
  const std::int64_t newest = std::max(before.st_mtim.tv_sec, before.st_ctim.tv_sec);
  if (memory && identity == identity_of(path, after) &&
      newest + settled_after_seconds < std::time(nullptr))
    remember(*memory, identity, digest.xxh3_64);
  return PreparedSource{path.string(), static_cast<std::int64_t>(digest.bytes), digest.xxh3_64};
}

}  // namespace

Result<fs::path> cache_home() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/')
    return fs::path(cache) / "trainyard";
  if (const char* home = std::getenv("HOME"); home && *home == '/')
    return fs::path(home) / ".cache/trainyard";
  return make_error("data.no_cache", {});
}

Result<std::vector<PreparedSource>> source_digests(const TextSources& texts,
                                                   const PrepareProgress& progress) {
  std::vector<PreparedSource> sources;
  std::uint64_t before = 0, total = 0;
  const std::vector<fs::path> paths = texts.all_files();
  for (const fs::path& path : paths) {
    TRY(const auto file, TextFile::open(path));
    total += file.size();
  }
  for (const fs::path& path : paths) {
    TRY(auto source, digest_source(path, [&](std::uint64_t done) -> Result<void> {
          if (progress("phase.looking_for_changes", static_cast<double>(before + done),
                       static_cast<double>(total)))
            return {};
          return preparing_stopped();
        }));
    before += static_cast<std::uint64_t>(source.bytes);
    sources.push_back(std::move(source));
  }
  return sources;
}

Result<std::string> quick_digest(const std::vector<fs::path>& paths) {
  constexpr std::uintmax_t last_bytes = 1 << 16;
  std::string said;
  for (const fs::path& path : paths) {
    std::error_code problem;
    const std::uintmax_t size = fs::file_size(path, problem);
    if (problem) return file_error(path, problem.value(), FileStep::read);
    std::string end(std::min(size, last_bytes), '\0');
    std::ifstream stream(path, std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(size - end.size()));
    stream.read(end.data(), static_cast<std::streamsize>(end.size()));
    if (!stream) return file_error(path, EIO, FileStep::read);
    said += std::to_string(size) + ":" + digest_text(end) + " ";
  }
  return digest_text(said);
}

}  // namespace trainyard
