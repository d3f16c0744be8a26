// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/history/historic_run.h"

#include <algorithm>
#include <chrono>
#include <iterator>

#include <QUuid>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/process/native_path.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

// Given once; what is derived from it stays the same in every version.
QString idFrom(const QString& place) {
  static const QUuid ours = QUuid::fromString(u"7c1c51d2-2d3f-4f4e-9d0f-5e6f3d0c8a11");
  return QUuid::createUuidV5(ours, place).toString(QUuid::WithoutBraces);
}

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

// Unix seconds.
double lastChange(const HistorySource& source) {
  double last = 0;
  for (const fs::path& file : source.files) {
    std::error_code problem;
    const auto time = fs::last_write_time(file, problem);
    if (problem) continue;
    const auto since = std::chrono::file_clock::to_sys(time).time_since_epoch();
    last = std::max(last, std::chrono::duration<double>(since).count());
  }
  return last > 0 ? last : unix_time();
}

RunRecord recordOf(const RecordedRun& run, const HistorySource& source, const fs::path& root) {
  RunRecord record;
  record.run = historicRunId(source);
  record.target = QStringLiteral("here");
  record.folder = shownPath(source.folder);
  record.workload = QStringLiteral("imported");
  record.title = run.title;
  if (record.title.isEmpty())
    record.title =
        shownPath(source.folder == root ? root.filename() : source.folder.lexically_relative(root));
  record.name = plainName(run.studyName.isEmpty() ? record.title.section(QLatin1Char('/'), -1)
                                                  : run.studyName);
  if (record.title == record.name) record.title.clear();
  record.note = run.note;
  record.tags = run.tags;
  if (!run.studyName.isEmpty())
    record.study = idFrom(shownPath(source.files.front()) + QLatin1Char('\n') + run.studyName);
  record.studyValues = run.studyValues;
  record.state = run.state;
  if (!run.endCode.empty()) {
    record.code = text(run.endCode);
    record.reason = text(make_error(run.endCode.c_str(), {}).message);
    record.reasonCode = run.endCode;
  }
  const double changed = lastChange(source);
  record.created = record.started =
      possibleTime(run.started).value_or(run.curves.firstTime().value_or(changed));
  record.ended = std::max(
      record.started, possibleTime(run.ended).value_or(run.curves.lastTime().value_or(changed)));
  return record;
}

EndEvent endOf(const RunRecord& record, std::optional<std::int64_t> exitCode) {
  const bool isComplete = record.state == RunState::completed;
  EndEvent end;
  end.outcome = isComplete                            ? Outcome::completed
                : record.state == RunState::cancelled ? Outcome::cancelled
                                                      : Outcome::failed;
  end.exit_code = static_cast<int>(exitCode.value_or(isComplete ? 0 : 1));
  end.code = record.code.toStdString();
  end.reason = record.reason.toStdString();
  return end;
}

std::vector<Event> eventsOf(const RecordedRun& run, const RunRecord& record) {
  std::vector<Event> events;
  HeaderEvent header;
  header.run = record.run.toStdString();
  header.attempt = 1;
  events.push_back(Event{record.started, 0, header});
  events.push_back(Event{record.started, 1, StartEvent{}});
  std::vector<Event> curves = run.curves.events(2, record.started);
  events.insert(events.end(), std::make_move_iterator(curves.begin()),
                std::make_move_iterator(curves.end()));
  events.push_back(
      Event{record.ended, static_cast<std::int64_t>(events.size()), endOf(record, run.exitCode)});
  return events;
}

}  // namespace

QString historicRunId(const HistorySource& source) {
  if (source.store)
    return idFrom(shownPath(source.files.front()) + QLatin1Char('#') + text(source.id));
  const bool hasOwn = source.tracker == Tracker::wandb || source.tracker == Tracker::swanlab;
  return idFrom(shownPath(hasOwn ? source.folder.parent_path() / source.files.front().filename()
                                 : source.folder));
}

HistoricRun historicRun(RecordedRun run, const HistorySource& source, const fs::path& root) {
  HistoricRun historic;
  historic.record = recordOf(run, source, root);
  historic.events = eventsOf(run, historic.record);
  historic.points = run.curves.points();
  historic.bytes = source.bytes;
  historic.damagedFiles = run.damagedFiles;
  historic.settings = std::move(run.settings);
  return historic;
}

}  // namespace trainyard
