// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/history/history_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <set>

#include <QUuid>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "engine/trackers/tracker_reader.h"
#include "remote/history/curve_collection.h"
#include "remote/history/history_settings.h"
#include "remote/process/native_path.h"
#include "remote/process/waiter.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

// Names of trackers may be anything; those of runs are part of file names and job names.
QString plainName(const QString& title) {
  constexpr qsizetype longest = 64;
  QString name;
  for (const QChar c : title.left(longest))
    name += c.unicode() < 128 && (c.isLetterOrNumber() || QStringLiteral("._-").contains(c))
                ? c
                : QLatin1Char('-');
  while (!name.isEmpty() && !name.front().isLetterOrNumber()) name.remove(0, 1);
  return name.isEmpty() ? QStringLiteral("run") : name;
}

TrackerKind kindOf(const HistorySource& source, const fs::path& file) {
  switch (source.tracker) {
    case Tracker::wandb:
      return TrackerKind::wandb;
    case Tracker::mlflow:
      return TrackerKind::mlflow_metric;
    case Tracker::lightning:
      if (file.extension() == ".csv") return TrackerKind::lightning_csv;
      break;
    case Tracker::tensorboard:
      break;
  }
  return TrackerKind::tensorboard;
}

class Reading {
 public:
  Reading(const HistorySource& source, const fs::path& root, const std::stop_token& stop)
      : m_source(source), m_root(root), m_stop(stop) {}

  Result<HistoricRun> run() {
    for (const fs::path& file : m_source.files) {
      readCurves(file);
      if (m_stop.stop_requested()) return cancelledError();
    }
    if (m_curves.points() == 0)
      return make_error("history.empty", {{"path", m_source.folder.string()}});
    m_run.bytes = m_source.bytes;
    m_run.points = m_curves.points();
    describe();
    addEvents();
    return std::move(m_run);
  }

 private:
  void readCurves(const fs::path& file) {
    // Both of Lightning's loggers write the same curves; the table is the more exact one.
    const bool isSecond = m_source.tracker == Tracker::lightning && file.extension() != ".csv";
    const std::set<std::string> known = isSecond ? m_curves.names() : std::set<std::string>();
    m_curves.beginFile();
    const auto take = [&](TrackedPoint point) {
      if (isSecond)
        std::erase_if(point.values, [&](const auto& each) { return known.contains(each.first); });
      if (!point.values.empty()) m_curves.add(point);
    };
    const std::string metric = m_source.tracker == Tracker::mlflow
                                   ? file.lexically_relative(m_source.folder / "metrics").string()
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
    if (m_source.tracker == Tracker::wandb) m_known.exit_code = part.exit_code;
  }

  void describe() {
    RunRecord& record = m_run.record;
    record.run = historicRunId(m_source);
    record.target = QStringLiteral("here");
    record.folder = shownPath(m_source.folder);
    record.workload = QStringLiteral("imported");
    record.title = shownPath(
        m_source.folder == m_root ? m_root.filename() : m_source.folder.lexically_relative(m_root));
    m_run.settings = settingsFrom(m_known.config);
    record.state = RunState::completed;
    switch (m_source.tracker) {
      case Tracker::wandb:
        describeWandb();
        break;
      case Tracker::mlflow:
        describeMlflow();
        break;
      case Tracker::lightning:
        m_run.settings += settingsIn(yamlFile(m_source.folder / "hparams.yaml"));
        break;
      case Tracker::tensorboard:
        break;
    }
    record.name = plainName(record.title.section(QLatin1Char('/'), -1));
    if (record.title == record.name) record.title.clear();
  }

  void describeWandb() {
    RunRecord& record = m_run.record;
    record.title = text(m_known.name.empty() ? m_known.id : m_known.name);
    record.note = text(m_known.notes);
    for (const std::string& tag : m_known.tags) record.tags << text(tag);
    for (const auto& [path, value] :
         {std::pair("wandb.project", m_known.project), std::pair("wandb.group", m_known.group)})
      if (!value.empty()) m_run.settings << RunSetting{QLatin1String(path), text(value), {}};
    if (!m_known.exit_code)
      end(RunState::failed, "history.no_end");
    else if (*m_known.exit_code != 0)
      end(RunState::failed, "history.failed");
  }

  void describeMlflow() {
    const YamlTree meta = yamlFile(m_source.folder / "meta.yaml");
    const YamlTree experiment = yamlFile(m_source.folder.parent_path() / "meta.yaml");
    RunRecord& record = m_run.record;
    const fs::path tags = m_source.folder / "tags";
    std::string name = smallFile(tags / "mlflow.runName");
    if (name.empty()) name = entryText(meta, "run_name");
    if (!name.empty()) record.title = text(name);
    record.note = text(smallFile(tags / "mlflow.note.content"));
    if (const std::string project = entryText(experiment, "name"); !project.empty())
      m_run.settings << RunSetting{QStringLiteral("mlflow.experiment"), text(project), {}};
    addFiles(m_source.folder / "params", {});
    addFiles(tags, QStringLiteral("tags."));
    m_started = seconds(entryText(meta, "start_time"));
    m_ended = seconds(entryText(meta, "end_time"));
    const std::string status = entryText(meta, "status");
    if (status == "FAILED" || status == "4") end(RunState::failed, "history.failed");
    if (status == "KILLED" || status == "5") end(RunState::cancelled, "history.killed");
    if (status == "RUNNING" || status == "1") end(RunState::failed, "history.no_end");
  }

  // Each file is a setting; MLflow's own tags, which describe the person and the place, are not.
  void addFiles(const fs::path& folder, const QString& prefix) {
    std::error_code problem;
    for (fs::directory_iterator entry(folder, problem), last; !problem && entry != last;
         entry.increment(problem)) {
      const std::string name = entry->path().filename().string();
      std::error_code ignored;
      if (!name.starts_with("mlflow.") && fs::is_regular_file(entry->symlink_status(ignored)))
        m_run.settings << settingFrom(prefix + text(name), smallFile(entry->path()));
    }
  }

  static std::optional<double> seconds(const std::string& milliseconds) {
    double value = 0;
    const auto [end, error] =
        std::from_chars(milliseconds.data(), milliseconds.data() + milliseconds.size(), value);
    return error == std::errc() && value > 0 ? std::optional(value / 1000) : std::nullopt;
  }

  void end(RunState state, const char* code) {
    const Error why = make_error(code, {});
    m_run.record.state = state;
    m_run.record.code = QLatin1String(code);
    m_run.record.reason = text(why.message);
    m_run.record.reasonCode = code;
  }

  void addEvents() {
    RunRecord& record = m_run.record;
    const double changed = lastChange();
    const double began =
        m_started.value_or(m_known.started.value_or(m_curves.firstTime().value_or(changed)));
    const double ended = std::max(began, m_ended.value_or(m_curves.lastTime().value_or(changed)));
    record.created = record.started = began;
    record.ended = ended;
    HeaderEvent header;
    header.run = record.run.toStdString();
    header.attempt = 1;
    m_run.events.push_back(Event{began, 0, header});
    m_run.events.push_back(Event{began, 1, StartEvent{}});
    std::vector<Event> curves = m_curves.events(2, began);
    m_run.events.insert(m_run.events.end(), std::make_move_iterator(curves.begin()),
                        std::make_move_iterator(curves.end()));
    EndEvent last;
    last.outcome = record.state == RunState::completed   ? Outcome::completed
                   : record.state == RunState::cancelled ? Outcome::cancelled
                                                         : Outcome::failed;
    last.exit_code =
        static_cast<int>(m_known.exit_code.value_or(record.state == RunState::completed ? 0 : 1));
    last.code = record.code.toStdString();
    last.reason = record.reason.toStdString();
    m_run.events.push_back(
        Event{ended, static_cast<std::int64_t>(m_run.events.size()), std::move(last)});
  }

  // Unix seconds.
  double lastChange() const {
    double last = 0;
    for (const fs::path& file : m_source.files) {
      std::error_code problem;
      const auto time = fs::last_write_time(file, problem);
      if (problem) continue;
      const auto since = std::chrono::file_clock::to_sys(time).time_since_epoch();
      last = std::max(last, std::chrono::duration<double>(since).count());
    }
    return last > 0 ? last : unix_time();
  }

  const HistorySource& m_source;
  const fs::path& m_root;
  const std::stop_token& m_stop;
  HistoricRun m_run;
  CurveCollection m_curves;
  TrackedRun m_known;
  std::optional<double> m_started, m_ended;
};

}  // namespace

QString historicRunId(const HistorySource& source) {
  // Given once; what is derived from it stays the same in every version.
  static const QUuid ours = QUuid::fromString(u"7c1c51d2-2d3f-4f4e-9d0f-5e6f3d0c8a11");
  const bool hasOwn = source.tracker == Tracker::wandb && !source.files.empty();
  const fs::path place =
      hasOwn ? source.folder.parent_path() / source.files.front().filename() : source.folder;
  return QUuid::createUuidV5(ours, shownPath(place)).toString(QUuid::WithoutBraces);
}

Result<HistoricRun> readHistory(const HistorySource& source, const fs::path& root,
                                const std::stop_token& stop) {
  return Reading(source, root, stop).run();
}

}  // namespace trainyard
