// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/run/checkpoint_manifest.h"

#include <map>
#include <set>
#include <string>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

Error damaged_checkpoint(const fs::path& path, const char* code, Map arguments = {}) {
  return checkpoint_damage(path, make_error(code, std::move(arguments)));
}

Result<void> verify_size(const fs::path& path, const FileDigest& expected) {
  std::error_code problem;
  const auto size = fs::file_size(path, problem);
  if (problem) return damaged_checkpoint(path, "checkpoint.file_missing");
  if (size != expected.bytes)
    return damaged_checkpoint(path, "checkpoint.size",
                              {{"bytes", static_cast<std::int64_t>(size)},
                               {"expected", static_cast<std::int64_t>(expected.bytes)}});
  return {};
}

Result<void> verify_file(const fs::path& path, const FileDigest& expected) {
  TRY(verify_size(path, expected));
  auto digest = digest_file(path);
  if (!digest) return checkpoint_damage(path, digest.error());
  if (digest->xxh3_64 != expected.xxh3_64) return damaged_checkpoint(path, "checkpoint.checksum");
  return {};
}

}  // namespace

void describe(Section<CheckpointManifest>& section) {
  section.field("format", &CheckpointManifest::format);
  section.field("step", &CheckpointManifest::step);
  section.field("files", &CheckpointManifest::files).required();
}

Error checkpoint_damage(const fs::path& path, const Error& what) {
  return make_error("checkpoint.damaged", {{"file", path.string()}, {"what", as_argument(what)}});
}

Result<std::int64_t> write_manifest(const fs::path& folder, std::int64_t step,
                                    const ByName<FileDigest>& known) {
  std::map<std::string, FileDigest> digests(known.begin(), known.end());
  for (const auto& [name, digest] : digests) {
    TRY(verify_size(folder / name, digest));
  }
  std::error_code problem;
  std::set<fs::path> others;
  for (fs::recursive_directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem))
    if (entry->is_regular_file(problem) &&
        !digests.contains(entry->path().lexically_relative(folder).string()))
      others.insert(entry->path());
  if (problem) return file_error(folder, problem.value(), FileStep::read);
  for (const fs::path& path : others) {
    TRY(digests[path.lexically_relative(folder).string()], digest_file(path));
  }
  CheckpointManifest manifest{.step = step, .files = {digests.begin(), digests.end()}};
  std::int64_t total = 0;
  for (const auto& [name, digest] : digests) total += static_cast<std::int64_t>(digest.bytes);
  const std::string text = to_json(manifest) + "\n";
  TRY(auto file, DurableFile::create(folder / manifest_name));
  TRY(file.write(text.data(), text.size()));
  TRY(file.finish());
  return total + static_cast<std::int64_t>(text.size());
}

Result<void> verify_manifest(const fs::path& folder) {
  const fs::path path = folder / manifest_name;
  auto text = read_file(path, 64u << 20);
  if (!text) return checkpoint_damage(path, text.error());
  const auto json = parse_json(*text);
  ReadProblem problem;
  const auto manifest = json ? read_record<CheckpointManifest>(*json, problem) : std::nullopt;
  if (!manifest || manifest->files.empty())
    return damaged_checkpoint(path, "checkpoint.no_manifest");
  for (const auto& [name, expected] : manifest->files) {
    const fs::path relative(name);
    if (!relative.is_relative() || name.find("..") != std::string::npos)
      return damaged_checkpoint(path, "checkpoint.outside");
    TRY(verify_file(folder / relative, expected));
  }
  return {};
}

}  // namespace trainyard
