// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/written_names.h"

#include <algorithm>
#include <cstdio>

#include "engine/contract/files/durable_file.h"
#include "engine/trackers/wandb_run_writer.h"

namespace trainyard::agent {
namespace {

constexpr std::string_view event_file_begin = "events.out.tfevents.";
constexpr std::string_view event_file_writer = ".trainyard.";

bool are_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// events.out.tfevents.TIME.trainyard.ATTEMPT; what a computer of that name writes has more parts.
bool is_event_file(std::string_view name) {
  if (!name.starts_with(event_file_begin)) return false;
  name.remove_prefix(event_file_begin.size());
  const std::size_t end = name.find('.');
  if (end == name.npos || !name.substr(end).starts_with(event_file_writer)) return false;
  return are_digits(name.substr(0, end)) && are_digits(name.substr(end + event_file_writer.size()));
}

}  // namespace

std::string wandb_id_of(const RunFolder& folder, const RunIdentity& identity) {
  std::string id = identity.run;
  std::erase(id, '-');
  return id.empty() ? digest_text(folder.root.string()) : id;
}

std::filesystem::path wandb_folder(const RunFolder& folder, const std::string& id, double time) {
  return folder.root / "wandb" / wandb_folder_name(id, time);
}

std::filesystem::path tensorboard_file(const RunFolder& folder, const RunIdentity& identity,
                                       std::int64_t attempt) {
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, "%010lld%s%06lld",
                static_cast<long long>(identity.created), event_file_writer.data(),
                static_cast<long long>(attempt));
  return folder.root / "tensorboard" / (std::string(event_file_begin) + numbers);
}

bool is_written_by_agent(const std::filesystem::path& path, const RunFolder& folder,
                         const std::string& wandb_id) {
  if (path.parent_path() == folder.root / "tensorboard")
    return is_event_file(path.filename().string());
  return path.parent_path().parent_path() == folder.root / "wandb" &&
         path.filename() == wandb_file_name(wandb_id);
}

}  // namespace trainyard::agent
