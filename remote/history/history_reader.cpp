// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/history/history_reader.h"

#include <fstream>
#include <set>
#include <vector>

#include "engine/contract/messages.h"
#include "engine/trackers/file_names.h"
#include "engine/trackers/number_text.h"
#include "engine/trackers/tracker_reader.h"
#include "remote/history/history_settings.h"
#include "remote/history/mlflow_run.h"
#include "remote/process/waiter.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

TrackerKind kindOf(const HistorySource& source, const fs::path& file) {
  switch (source.tracker) {
    case Tracker::wandb:
      return TrackerKind::wandb;
    case Tracker::mlflow:
      return TrackerKind::mlflow_metric;
    case Tracker::lightning:
      if (file.extension() == ".csv") return TrackerKind::lightning_csv;
      break;
    case Tracker::swanlab:
      return TrackerKind::swanlab;
    case Tracker::tensorboard:
    case Tracker::store:
      break;
  }
  return TrackerKind::tensorboard;
}

class Reading {
 public:
  Reading(const HistorySource& source, const std::stop_token& stop)
      : m_source(source), m_stop(stop) {}

  Result<RecordedRun> run() {
    for (const fs::path& file : m_source.files) {
      readCurves(file);
      if (m_stop.stop_requested()) return cancelledError();
    }
    m_run.settings = settingsFrom(m_known.config);
    m_run.started = m_known.started;
    m_run.exitCode = m_known.exit_code;
    switch (m_source.tracker) {
      case Tracker::wandb:
        describe("wandb");
        break;
      case Tracker::swanlab:
        describe("swanlab");
        addSwanlabConfig();
        break;
      case Tracker::mlflow:
        describeMlflow();
        break;
      case Tracker::lightning:
        m_run.settings += settingsIn(yamlFile(m_source.folder / "hparams.yaml"));
        break;
      case Tracker::tensorboard:
      case Tracker::store:
        break;
    }
    return std::move(m_run);
  }

 private:
  void readCurves(const fs::path& file) {
    // Both of Lightning's loggers write the same curves; the table is the more exact one.
    const bool isSecond = m_source.tracker == Tracker::lightning && file.extension() != ".csv";
    CurveCollection& curves = m_run.curves;
    const std::set<std::string> known = isSecond ? curves.names() : std::set<std::string>();
    curves.beginFile();
    const auto take = [&](TrackedPoint point) {
      if (isSecond)
        std::erase_if(point.values, [&](const auto& each) { return known.contains(each.first); });
      if (!point.values.empty()) curves.add(point);
    };
    const std::string metric =
        m_source.tracker == Tracker::mlflow
            ? file.lexically_relative(m_source.folder / mlflow_metrics_folder).string()
            : std::string();
    const auto reader = make_tracker_reader(kindOf(m_source, file), metric);
    std::ifstream stream(file, std::ios::binary);
    std::vector<char> piece(1 << 20);
    bool isWhole = true;
    while (isWhole && stream && !m_stop.stop_requested()) {
      stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
      const auto length = static_cast<std::size_t>(stream.gcount());
      if (length == 0) break;
      isWhole = reader->feed({piece.data(), length}, take);
    }
    if (!isWhole) ++m_run.damagedFiles;
    join(reader->run());
  }

  // Of several files of a run the later one knows more.
  void join(const TrackedRun& part) {
    const auto take = [](auto& into, const auto& from) {
      if (!from.empty()) into = from;
    };
    take(m_known.id, part.id);
    take(m_known.name, part.name);
    take(m_known.project, part.project);
    take(m_known.group, part.group);
    take(m_known.notes, part.notes);
    take(m_known.tags, part.tags);
    for (const auto& [key, value] : part.config) {
      std::erase_if(m_known.config, [&](const auto& entry) { return entry.first == key; });
      m_known.config.emplace_back(key, value);
    }
    if (!m_known.started) m_known.started = part.started;
    m_known.exit_code = part.exit_code;
  }

  // What W&B's and SwanLab's records say.
  void describe(const std::string& tracker) {
    m_run.title = text(m_known.name.empty() ? m_known.id : m_known.name);
    m_run.note = text(m_known.notes);
    for (const std::string& tag : m_known.tags) m_run.tags << text(tag);
    for (const auto& [path, value] :
         {std::pair(".project", m_known.project), std::pair(".group", m_known.group)})
      if (!value.empty()) m_run.settings << RunSetting{text(tracker + path), text(value), {}};
    if (!m_known.exit_code)
      m_run.endAs(RunState::failed, "history.no_end");
    else if (*m_known.exit_code != 0)
      m_run.endAs(RunState::failed, "history.failed");
  }

  // Each setting has a `value` beside what describes it.
  void addSwanlabConfig() {
    YamlTree tree = yamlFile(m_source.folder / "files" / "config.yaml");
    for (auto& [key, entry] : tree.root.entries)
      if (const auto* value = find_entry(entry, "value")) entry = YamlNode(value->second);
    m_run.settings += settingsIn(tree);
  }

  void describeMlflow() {
    const YamlTree meta = yamlFile(m_source.folder / mlflow_run_file);
    const YamlTree experiment = yamlFile(m_source.folder.parent_path() / mlflow_run_file);
    eachFile(m_source.folder / mlflow_params_folder,
             [&](const std::string& name, const std::string& value) {
               m_run.settings << settingFrom(text(name), value);
             });
    describeMlflowRun({entryText(meta, "run_name"), entryText(meta, "status"),
                       number_in(entryText(meta, "start_time")),
                       number_in(entryText(meta, "end_time")), entryText(experiment, "name")},
                      m_run);
    eachFile(m_source.folder / "tags", [&](const std::string& name, const std::string& value) {
      addMlflowTag(name, value, m_run);
    });
  }

  template <class Take>
  static void eachFile(const fs::path& folder, const Take& take) {
    std::error_code problem;
    qsizetype count = 0;
    for (fs::directory_iterator entry(folder, problem), last;
         !problem && entry != last && ++count <= mostSettings; entry.increment(problem)) {
      std::error_code ignored;
      if (fs::is_regular_file(entry->symlink_status(ignored)))
        take(entry->path().filename().string(), smallFile(entry->path()));
    }
  }

  const HistorySource& m_source;
  const std::stop_token& m_stop;
  RecordedRun m_run;
  TrackedRun m_known;
};

}  // namespace

Result<HistoricRun> readHistory(const HistorySource& source, const fs::path& root,
                                const std::stop_token& stop) {
  TRY(RecordedRun run,
      source.store ? source.store->read(source.id, stop) : Reading(source, stop).run());
  if (run.curves.points() == 0 && run.studyName.isEmpty())
    return make_error("history.empty", {{"path", source.folder.string()}});
  return historicRun(std::move(run), source, root);
}

}  // namespace trainyard
