// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/mix_sources.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/data/unpacker.h"

namespace trainyard {

namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool is_record_file(const fs::path& path) {
  std::error_code ignored;
  const std::string ending = ending_of(path);
  return (ending == ".json" || ending == ".jsonl" || ending == ".parquet") &&
         fs::is_regular_file(path, ignored);
}

Error without_files(const MixEntry& entry, const std::string& split, const char* code) {
  return make_error(code, {{"name", entry.name}, {"split", split}});
}

Result<std::vector<fs::path>> in_folder(const MixEntry& entry, const std::string& split,
                                        fs::path folder) {
  if (entry.config_name) folder /= *entry.config_name;
  for (const char* ending : {".jsonl", ".json", ".parquet", ".jsonl.gz", ".json.gz", ".jsonl.zst",
                             ".json.zst", ".jsonl.xz", ".json.xz", ".jsonl.bz2", ".json.bz2"})
    if (is_record_file(folder / (split + ending)))
      return std::vector<fs::path>{folder / (split + ending)};
  std::vector<fs::path> files;
  std::error_code problem;
  for (fs::directory_iterator file(folder / split, problem), end; !problem && file != end;
       file.increment(problem))
    if (is_record_file(file->path())) files.push_back(file->path());
  if (files.empty()) return without_files(entry, split, "mix.empty_folder");
  std::ranges::sort(files);
  return files;
}

}  // namespace

Result<std::vector<fs::path>> mix_files(const MixEntry& entry, const std::string& split,
                                        const fs::path& base) {
  const bool is_json = entry.name == "json";
  const fs::path folder = is_json ? base : base / entry.name;
  if (!is_json && !is_folder(folder)) return without_files(entry, split, "mix.no_folder");
  if (entry.files.empty() && is_json) return without_files(entry, split, "mix.no_files");
  if (entry.files.empty()) return in_folder(entry, split, folder);
  const auto of_split = std::ranges::find(entry.files, split, &MixFiles::value_type::first);
  if (of_split == entry.files.end()) return without_files(entry, split, "mix.no_files_of_split");
  std::vector<fs::path> files;
  for (const std::string& name : of_split->second) files.push_back(folder / name);
  return files;
}

}  // namespace trainyard
