// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/direct/run_probe.h"

#include <algorithm>

#include <QDir>
#include <QFile>

#include "engine/contract/run/events.h"
#include "remote/schedulers/direct/process_identity.h"
#include "remote/schedulers/direct/job_file.h"

namespace trainyard {
namespace {

// The last line of an attempt is its `end`; no event is longer.
constexpr qint64 endBytes = 1 << 20;

int newestNumber(const QString& folder) {
  int newest = 0;
  for (const QString& name : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
    newest = std::max(newest, name.toInt());
  return newest;
}

bool saysCompleted(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return false;
  if (file.size() > endBytes) file.seek(file.size() - endBytes);
  const QByteArray tail = file.read(endBytes).trimmed();
  const QByteArray line = tail.mid(tail.lastIndexOf('\n') + 1);
  const auto event = parse_event({line.constData(), static_cast<std::size_t>(line.size())});
  const EndEvent* end = event ? std::get_if<EndEvent>(&event->body) : nullptr;
  return end && end->outcome == Outcome::completed;
}

// The run folder of the array that a task belongs to; empty: it is no task.
QString arrayOf(const QString& folder) {
  const QString tasks = folder.section(QLatin1Char('/'), 0, -2);
  return tasks.endsWith(QLatin1String("/tasks")) ? tasks.section(QLatin1Char('/'), 0, -2)
                                                 : QString();
}

// Whether an array starts no more tasks.
bool isOver(const QString& array) {
  if (array.isEmpty()) return false;
  const auto job = readJobFile(jobFilePath(array, 1));
  const auto process = job ? processFromText(job->job) : std::nullopt;
  return process && !is_alive(*process);
}

}  // namespace

RunProbe probeRun(const QString& folder) {
  if (!QFile::exists(folder)) return RunProbe::ended;
  const int submission = newestNumber(folder + QStringLiteral("/submissions"));
  const auto job = readJobFile(jobFilePath(folder, submission));
  const auto process = job ? processFromText(job->job) : std::nullopt;
  if (process && is_alive(*process)) return RunProbe::open;
  if (submission <= 1 && !job) return isOver(arrayOf(folder)) ? RunProbe::ended : RunProbe::open;
  const int attempt = newestNumber(folder + QStringLiteral("/attempts"));
  const QString events = QStringLiteral("%1/attempts/%2/events.jsonl")
                             .arg(folder)
                             .arg(attempt, 4, 10, QLatin1Char('0'));
  return attempt > 0 && saysCompleted(events) ? RunProbe::completed : RunProbe::ended;
}

}  // namespace trainyard
