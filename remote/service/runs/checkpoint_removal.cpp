// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/runs/checkpoint_removal.h"

#include <algorithm>
#include <optional>

#include "engine/contract/messages.h"
#include "engine/contract/run/checkpoint_manifest.h"
#include "engine/contract/run/run_folder.h"
#include "remote/host/file_error.h"
#include "remote/service/registry/run_error.h"
#include "remote/values/text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qint64 longestNameBytes = 256;
constexpr std::chrono::minutes renameTime(1);
// What training removes at its start, as left over from an attempt before.
const QString leftoverSuffix = u".tmp-0000"_s;

// Only of a name as checkpoint_name() writes it.
std::optional<std::int64_t> stepOf(const QString& name) {
  const auto step = checkpoint_step(name.toStdString());
  return step && text(checkpoint_name(*step)) == name ? step : std::nullopt;
}

// One folder, below the one that it is looked for in.
bool isPlainName(const QString& name) {
  return !name.isEmpty() && !name.startsWith(u'.') && !name.contains(u'/') &&
         !name.contains(QChar(u'\0'));
}

// The name in a file beside the checkpoints; empty if there is none.
QCoro::Task<Result<QString>> namedIn(Host& host, QString path, std::stop_token stop) {
  const auto content = co_await host.readFile(path, 0, longestNameBytes, stop);
  if (!content && isOutOfReach(content.error())) co_return content.error();
  co_return content ? QString::fromUtf8(*content).trimmed() : QString();
}

// The steps of all checkpoints, the newest first.
QList<std::int64_t> stepsOf(const QStringList& folders) {
  QList<std::int64_t> steps;
  for (const QString& name : folders)
    if (const auto step = stepOf(name)) steps << *step;
  std::ranges::sort(steps, std::greater());
  return steps;
}

// The newest complete checkpoint, from which the run would resume, and the best one, of which its
// result may be made.
QCoro::Task<Result<QStringList>> neededNames(Host& host, QString folder, QStringList folders,
                                             std::stop_token stop) {
  CO_TRY(const QString best, co_await namedIn(host, folder + u"/best"_s, stop));
  QStringList needed;
  if (!best.isEmpty()) needed << best;
  for (const std::int64_t step : stepsOf(folders)) {
    const QString name = text(checkpoint_name(step));
    CO_TRY(const auto content, co_await host.list(folder + u'/' + name, stop));
    needed << name;
    if (std::ranges::any_of(content, [](const FolderEntry& entry) {
          return entry.name == QLatin1String(manifest_name);
        }))
      break;
  }
  co_return needed;
}

QCoro::Task<Result<void>> removeOne(Host& host, QString path, std::stop_token stop) {
  const QString leftover = path + leftoverSuffix;
  CO_TRY(co_await host.removeTree(leftover, stop));
  CommandLine rename{u"mv"_s, {u"-T"_s, u"--"_s, path, leftover}};
  ProgramOptions options;
  CO_TRY(const auto moved, co_await host.run(std::move(rename), std::move(options), stop,
                                             QDeadlineTimer(renameTime)));
  if (moved.exitCode != 0)
    co_return fileError("folder.not_removed", path, QString::fromUtf8(moved.err).trimmed());
  auto removed = co_await host.removeTree(leftover, stop);
  co_return removed;
}

// `latest` names what programs resume from: one that is gone would make them start over.
QCoro::Task<Result<void>> pointLatest(Host& host, QString folder, QStringList removed,
                                      QStringList left, std::stop_token stop) {
  CO_TRY(const QString latest, co_await namedIn(host, folder + u"/latest"_s, stop));
  const QList<std::int64_t> steps = stepsOf(left);
  if (!removed.contains(latest) || steps.isEmpty()) co_return {};
  auto written = co_await host.writeFile(
      folder + u"/latest"_s, QByteArray::fromStdString(checkpoint_name(steps.front()) + "\n"),
      stop);
  co_return written;
}

}  // namespace

QCoro::Task<Result<QStringList>> removeCheckpoints(Host& host, RunRecord run, QStringList names,
                                                   std::stop_token stop) {
  const QString folder = run.folder + u"/checkpoints"_s;
  for (const QString& name : names)
    if (!isPlainName(name))
      co_return refusalOf("checkpoint.no_name", run, {{"checkpoint", name.toStdString()}});
  CO_TRY(const auto entries, co_await host.list(folder, stop));
  QStringList folders;
  for (const FolderEntry& entry : entries)
    if (entry.isFolder) folders << entry.name;
  names.removeIf([&](const QString& name) { return !folders.contains(name); });
  names.removeDuplicates();
  if (isOpen(run.state)) {
    CO_TRY(const auto needed, co_await neededNames(host, folder, folders, stop));
    for (const QString& name : names)
      if (!stepOf(name) || needed.contains(name))
        co_return refusalOf("checkpoint.needed", run, {{"checkpoint", name.toStdString()}});
  }
  for (const QString& name : names) {
    CO_TRY(co_await removeOne(host, folder + u'/' + name, stop));
    folders.removeOne(name);
  }
  CO_TRY(co_await pointLatest(host, folder, names, folders, stop));
  co_return names;
}

}  // namespace trainyard
