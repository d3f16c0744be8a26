// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/run/checkpoint_manifest.h"

#include <set>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

Error damaged_checkpoint(const fs::path& path, const char* code, Map arguments = {}) {
  return checkpoint_damage(path, make_error(code, std::move(arguments)));
}

Result<void> verify_file(const fs::path& path, const Map& expected) {
  const Value* bytes = find(expected, "bytes");
  const Value* checksum = find(expected, "xxh3_64");
  if (!bytes || !bytes->get_if<std::int64_t>() || !checksum || !checksum->get_if<std::string>())
    return damaged_checkpoint(path, "checkpoint.not_in_manifest");
  std::error_code problem;
  const auto size = fs::file_size(path, problem);
  if (problem) return damaged_checkpoint(path, "checkpoint.file_missing");
  const std::int64_t wanted = *bytes->get_if<std::int64_t>();
  if (size != static_cast<std::uintmax_t>(wanted))
    return damaged_checkpoint(path, "checkpoint.size",
                              {{"bytes", static_cast<std::int64_t>(size)}, {"expected", wanted}});
  auto digest = digest_file(path);
  if (!digest) return checkpoint_damage(path, digest.error());
  if (digest->xxh3_64 != *checksum->get_if<std::string>())
    return damaged_checkpoint(path, "checkpoint.checksum");
  return {};
}

}  // namespace

Error checkpoint_damage(const fs::path& path, const Error& what) {
  return make_error("checkpoint.damaged", {{"file", path.string()}, {"what", as_argument(what)}});
}

Result<std::int64_t> write_manifest(const fs::path& folder, std::int64_t step) {
  std::set<fs::path> paths;
  std::error_code problem;
  for (fs::recursive_directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem))
    if (entry->is_regular_file(problem)) paths.insert(entry->path());
  if (problem) return file_error(folder, problem.value(), FileStep::read);
  Map files;
  std::int64_t total = 0;
  for (const fs::path& path : paths) {
    TRY(const auto digest, digest_file(path));
    total += static_cast<std::int64_t>(digest.bytes);
    files.emplace_back(
        path.lexically_relative(folder).string(),
        Map{{"bytes", static_cast<std::int64_t>(digest.bytes)}, {"xxh3_64", digest.xxh3_64}});
  }
  const std::string text =
      to_json(Value(Map{{"format", 1}, {"step", step}, {"files", files}})) + "\n";
  TRY(auto file, DurableFile::create(folder / manifest_name));
  TRY(file.write(text.data(), text.size()));
  TRY(file.finish());
  return total + static_cast<std::int64_t>(text.size());
}

Result<void> verify_manifest(const fs::path& folder) {
  const fs::path path = folder / manifest_name;
  auto text = read_file(path, 64u << 20);
  if (!text) return checkpoint_damage(path, text.error());
  auto json = parse_json(*text);
  const Map* root = json ? json->get_if<Map>() : nullptr;
  const Value* files = root ? find(*root, "files") : nullptr;
  if (!files || !files->get_if<Map>() || files->get_if<Map>()->empty())
    return damaged_checkpoint(path, "checkpoint.no_manifest");
  for (const auto& [name, expected] : *files->get_if<Map>()) {
    const fs::path relative(name);
    const bool inside = relative.is_relative() && name.find("..") == std::string::npos;
    if (!inside || !expected.get_if<Map>()) return damaged_checkpoint(path, "checkpoint.outside");
    TRY(verify_file(folder / relative, *expected.get_if<Map>()));
  }
  return {};
}

}  // namespace trainyard
