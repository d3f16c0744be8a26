// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/runs/history_import.h"

#include <vector>

#include <QElapsedTimer>

#include "engine/contract/messages.h"
#include "remote/history/history_reader.h"
#include "remote/process/in_thread.h"
#include "remote/process/native_path.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// With the folder that the user named.
using FoundSources = std::vector<std::pair<std::filesystem::path, HistorySource>>;

class ImportProgress {
 public:
  ImportProgress(RunRegistry& registry, const FoundSources& sources) : m_registry(registry) {
    for (const auto& [root, source] : sources) m_total += source.bytes;
    m_time.start();
  }
  void add(qint64 bytes) { m_done += bytes; }
  void report() {
    const double seconds = static_cast<double>(m_time.elapsed()) / 1000;
    const double rate = seconds > 0.5 ? static_cast<double>(m_done) / seconds : 0;
    const double left = rate > 0 ? static_cast<double>(m_total - m_done) / rate : 0;
    emit m_registry.progressed(
        {{}, QStringLiteral("here"), QStringLiteral("history"), m_done, m_total, rate, left});
  }

 private:
  RunRegistry& m_registry;
  qint64 m_done = 0, m_total = 0;
  QElapsedTimer m_time;
};

RunAnnotation notesOf(const RunRecord& run) {
  RunAnnotation notes;
  notes.title = run.title;
  notes.note = run.note;
  notes.tags = run.tags;
  notes.project = run.project;
  notes.isPinned = run.isPinned;
  notes.isArchived = run.isArchived;
  notes.isShown = run.isShown;
  notes.colour = run.colour;
  return notes;
}

QString placeOf(const HistorySource& source) {
  return source.store ? shownPath(source.files.front()) + QStringLiteral(": ") + text(source.id)
                      : shownPath(source.folder);
}

void noteDamage(const QString& place, const Error& why, ImportedHistory& imported) {
  constexpr qsizetype mostNoted = 1000;  // a database may have many more runs
  if (imported.damaged.size() < mostNoted)
    imported.damaged << place + QStringLiteral(": ") + text(why.message);
}

// How much of its files was read before; nothing: it is not in the store.
Result<std::optional<qint64>> readBefore(RunRegistry& registry, const QString& run) {
  const auto there = registry.store.run(run);
  if (!there && there.error().kind == ErrorKind::not_found) return std::optional<qint64>();
  if (!there) return there.error();
  TRY(const auto cursors, registry.writer.cursors(run));
  return std::optional<qint64>(cursors.isEmpty() ? 0 : cursors.last().offset);
}

Result<void> put(RunRegistry& registry, const HistoricRun& found) {
  const QString& run = found.record.run;
  RunAnnotation notes = notesOf(found.record);
  if (const auto before = registry.store.run(run)) {
    notes = notesOf(*before);
    TRY(registry.writer.removeRun(run));
  }
  TRY(registry.writer.addRun(found.record));
  TRY(registry.writer.setSettings(run, found.settings));
  TRY(registry.writer.annotate({run}, notes));
  TRY(registry.writer.importEvents(run, 1, found.events, found.bytes, 0));
  return {};
}

// What cannot be read is noted in `imported` and no error.
QCoro::Task<Result<void>> importRun(RunRegistry& registry, const std::filesystem::path& root,
                                    const HistorySource& source, std::stop_token stop,
                                    ImportedHistory& imported) {
  CO_TRY(const auto before, readBefore(registry, historicRunId(source)));
  if (before && *before == source.bytes) {
    ++imported.known;
    co_return {};
  }
  std::function<Result<HistoricRun>()> read = [&root, &source, stop] {
    return readHistory(source, root, stop);
  };
  auto found = co_await inThread<Result<HistoricRun>>(std::move(read));
  if (!found && found.error().code == "history.empty") {
    imported.empty << placeOf(source);
    co_return {};
  }
  if (!found && source.store && !stop.stop_requested()) {
    noteDamage(placeOf(source), found.error(), imported);
    co_return {};
  }
  if (!found) co_return found.error();
  if (found->damagedFiles > 0) imported.damaged << placeOf(source);
  CO_TRY(put(registry, *found));
  ++(before ? imported.updated : imported.added);
  imported.points += found->points;
  emit registry.changed(found->record.run);
  co_return {};
}

}  // namespace

QCoro::Task<Result<ImportedHistory>> importHistory(RunRegistry& registry, QStringList folders,
                                                   std::stop_token stop) {
  ImportedHistory imported;
  FoundSources sources;
  for (const QString& folder : folders) {
    const std::filesystem::path root = nativePath(folder);
    std::function<Result<FoundHistory>()> search = [root, stop] { return findHistory(root, stop); };
    CO_TRY(auto found, co_await inThread<Result<FoundHistory>>(std::move(search)));
    imported.isComplete = imported.isComplete && found.isComplete;
    for (HistorySource& source : found.sources) sources.emplace_back(root, std::move(source));
  }
  if (sources.empty())
    co_return make_error("history.nothing_found",
                         {{"paths", folders.join(QStringLiteral(", ")).toStdString()}});
  ImportProgress progress(registry, sources);
  for (const auto& [root, source] : sources) {
    progress.report();
    progress.add(source.bytes);
    using Runs = Result<std::vector<HistorySource>>;
    std::function<Runs()> list = [&source, stop] { return runsOf(source, stop); };
    const auto runs = co_await inThread<Runs>(std::move(list));
    if (stop.stop_requested()) co_return cancelledError();
    if (!runs) {
      noteDamage(shownPath(source.files.front()), runs.error(), imported);
      continue;
    }
    for (const HistorySource& run : *runs) {
      if (stop.stop_requested()) co_return cancelledError();
      CO_TRY(co_await importRun(registry, root, run, stop, imported));
    }
  }
  co_return imported;
}

}  // namespace trainyard
