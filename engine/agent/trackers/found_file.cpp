// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/found_file.h"

#include <charconv>
#include <sys/stat.h>

#include "engine/agent/output/huggingface_output.h"
#include "engine/agent/output/metric_words.h"
#include "engine/trackers/file_names.h"

namespace trainyard::agent {
namespace {

namespace fs = std::filesystem;

constexpr int max_metric_folders = 4;  // of a metric whose name has slashes

std::optional<FoundFile> mlflow_file(const fs::path& path) {
  fs::path metrics = path.parent_path();
  for (int depth = 0; metrics.filename() != mlflow_metrics_folder; ++depth) {
    if (depth == max_metric_folders || !metrics.has_relative_path()) return std::nullopt;
    metrics = metrics.parent_path();
  }
  const fs::path run = metrics.parent_path();
  struct stat status{};
  if (::stat((run / mlflow_run_file).c_str(), &status) != 0) return std::nullopt;
  return FoundFile{TrackerKind::mlflow_metric, path, run,
                   path.lexically_relative(metrics).generic_string(), false};
}

}  // namespace

std::optional<FoundFile> tracker_file(const fs::path& path) {
  if (const auto kind = tracker_kind(path.filename().native()))
    return FoundFile{*kind, path, path.parent_path(), {}, false};
  if (is_database_name(path.filename().native()))
    return FoundFile{TrackerKind::trackio, path, path, {}, true};
  return mlflow_file(path);
}

pid_t writer_of(const fs::path& path) {
  std::string name = path.filename().string();
  if (!name.starts_with("events.out.tfevents.")) return 0;
  if (name.ends_with(".v2")) name.resize(name.size() - 3);
  const std::size_t count = name.rfind('.');
  const std::size_t process = count == 0 ? name.npos : name.rfind('.', count - 1);
  // What comes before them is the time and the host.
  if (process == name.npos || process < std::string_view("events.out.tfevents.").size()) return 0;
  pid_t number = 0;
  const char* const end = name.data() + count;
  const auto [after, error] = std::from_chars(name.data() + process + 1, end, number);
  return error == std::errc() && after == end ? number : 0;
}

std::string_view split_of(std::string_view word) {
  const std::string name = lower_case(word);
  if (name == "train" || name == "training") return "train";
  for (const char* known : {"eval", "evaluation", "val", "valid", "validation"})
    if (name == known) return "eval";
  return name == "test" ? "test" : std::string_view();
}

std::string tracked_metric_name(std::string_view key, bool is_trainers) {
  const std::size_t slash = key.find('/'), bar = key.find('_');
  if (slash != key.npos) {
    const std::string_view front = key.substr(0, slash), back = key.substr(slash + 1);
    if (const std::string_view split = split_of(front); !split.empty()) {
      // The Trainer's callbacks put train/ before keys that metric_name knows.
      if (split == "train" && back.find('/') == back.npos && !back.starts_with("eval_"))
        return metric_name(
            std::string(back.starts_with("train_") || split_of(back).empty() ? back : key));
      return std::string(split) + "/" + std::string(back);
    }
    const std::string_view split = split_of(back);
    return split.empty() ? std::string(key) : std::string(split) + "/" + lower_case(front);
  }
  const std::string_view split =
      bar == key.npos ? std::string_view() : split_of(key.substr(0, bar));
  if (split.empty() || (split == "train" && is_trainers)) return metric_name(std::string(key));
  if (split == "train") return "train/" + std::string(key.substr(bar + 1));
  return metric_name(std::string(split) + std::string(key.substr(bar)));
}

}  // namespace trainyard::agent
