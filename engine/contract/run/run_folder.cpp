// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/files/whole_file.h"
#include "engine/contract/run/run_folder.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <sys/stat.h>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kAttemptLimit = 9999;

// Parses a number of at least `width` digits without sign; more digits only if the first is not 0.
std::optional<std::int64_t> padded_number(std::string_view text, std::size_t width) {
  if (text.size() < width || text.size() > 18) return std::nullopt;
  if (text.size() > width && text.front() == '0') return std::nullopt;
  if (!std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); }))
    return std::nullopt;
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string pad(std::int64_t number, std::size_t width) {
  std::string digits = std::to_string(number);
  return digits.size() < width ? std::string(width - digits.size(), '0') + digits : digits;
}

}  // namespace

fs::path RunFolder::attempt(std::int64_t number) const { return attempts() / pad(number, 4); }
fs::path RunFolder::task(std::int64_t index) const {
  return root / "tasks" / std::to_string(index);
}
fs::path RunFolder::submission(std::int64_t number) const {
  return root / "submissions" / std::to_string(number);
}

void describe(Section<RunIdentity>& section) {
  section.field("run", &RunIdentity::run).required();
  section.field("name", &RunIdentity::name);
  section.field("created", &RunIdentity::created);
  section.field("versions", &RunIdentity::versions);
  section.field("git_commit", &RunIdentity::git_commit);
  section.field("git_difference", &RunIdentity::git_difference);
  section.field("source", &RunIdentity::source);
  section.field("parent", &RunIdentity::parent).omitted_when_default();
  section.field("array_index", &RunIdentity::array_index).omitted_when_default();
  section.field("study", &RunIdentity::study).omitted_when_default();
}

Result<RunIdentity> read_run_identity(const RunFolder& folder) {
  // It may contain a large uncommitted diff.
  TRY(const std::string text, read_file(folder.run_json(), 64u << 20));
  return run_identity_from(text, folder.run_json().string());
}

Result<RunIdentity> run_identity_from(std::string_view text, const std::string& path) {
  const auto refused = [&](const Error& problem) {
    return make_error("run.identity", {{"path", path}, {"problem", as_argument(problem)}});
  };
  auto parsed = parse_json(text);
  if (!parsed) return refused(parsed.error());
  if (!parsed->get_if<Map>()) return refused(make_error("run.no_object", {}));
  RunIdentity out = read_leniently<RunIdentity>(*parsed);
  if (out.run.empty()) return refused(make_error("run.no_uuid", {}));
  return out;
}

std::string run_folder_name(const std::string& name, const std::string& uuid) {
  return name + "-" + uuid.substr(0, 8);
}

std::vector<std::int64_t> list_attempts(const RunFolder& folder) {
  std::vector<std::int64_t> out;
  std::error_code problem;
  for (auto entry = fs::directory_iterator(folder.attempts(), problem);
       !problem && entry != fs::directory_iterator(); entry.increment(problem)) {
    const auto number = padded_number(entry->path().filename().string(), 4);
    std::error_code unreadable;
    if (number && *number > 0 && entry->is_directory(unreadable)) out.push_back(*number);
  }
  std::sort(out.begin(), out.end());
  return out;
}

Result<std::int64_t> make_attempt(const RunFolder& folder) {
  TRY(make_folders(folder.attempts()));
  const auto present = list_attempts(folder);
  for (std::int64_t number = present.empty() ? 1 : present.back() + 1; number <= kAttemptLimit;
       ++number) {
    const fs::path path = folder.attempt(number);
    if (::mkdir(path.c_str(), 0777) == 0) {
      // A number that is undone by a power failure would be assigned twice, and its events mixed.
      TRY(sync_folder(folder.attempts()));
      return number;
    }
    if (errno != EEXIST) return file_error(path, errno, FileStep::write);
  }
  return make_error("folder.attempts_exhausted", {{"path", folder.attempts().string()}});
}

bool is_superseded(const RunFolder& folder, std::int64_t number) {
  const auto present = list_attempts(folder);
  return !present.empty() && present.back() > number;
}

std::optional<std::int64_t> checkpoint_step(const fs::path& path) {
  const std::string name = path.filename().string();
  constexpr std::string_view prefix = "step-";
  if (!name.starts_with(prefix)) return std::nullopt;
  return padded_number(std::string_view(name).substr(prefix.size()), 8);
}

std::string checkpoint_name(std::int64_t step) { return "step-" + pad(step, 8); }

std::optional<fs::path> latest_checkpoint(const RunFolder& folder) {
  const auto text = read_file(folder.latest(), 4096);
  if (!text) return std::nullopt;
  std::string name = *text;
  while (!name.empty() && std::isspace(static_cast<unsigned char>(name.back()))) name.pop_back();
  // Only a name in the format of checkpoint_name() is followed: it cannot lead out of the folder.
  const auto step = checkpoint_step(name);
  if (!step || name != checkpoint_name(*step)) return std::nullopt;
  fs::path path = folder.checkpoints() / name;
  std::error_code problem;
  if (!fs::is_directory(path, problem)) return std::nullopt;
  return path;
}

}  // namespace trainyard
