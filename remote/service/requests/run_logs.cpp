// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/requests/run_logs.h"

#include <algorithm>

#include <QMap>

#include "engine/system/unix_time.h"
#include "remote/service/registry/adopted_job.h"
#include "remote/service/runs/job_adoption.h"
#include "remote/target/target_files.h"

namespace trainyard {
namespace {

constexpr qint64 chunkBytes = 1 << 20;
constexpr qsizetype maxTasks = 32, maxKnown = 256;
constexpr double lateSeconds = 30;
// Of all ranks together; the last one has both streams in the order of time.
const char* const jobLogs[] = {"stdout.log", "stderr.log", "merged.log"};

QString attemptFolder(const RunRecord& run, int attempt) {
  return QStringLiteral("%1/attempts/%2")
      .arg(run.folder)
      .arg(attempt > 0 ? attempt : run.attempt, 4, 10, QLatin1Char('0'));
}

bool isPlainName(const QString& name) {
  return !name.isEmpty() && !name.startsWith(QLatin1Char('.')) && !name.contains(QLatin1Char('/'));
}

bool isLogName(const QString& file) {
  for (const char* name : jobLogs)
    if (file == QLatin1String(name)) return true;
  const QStringList parts = file.split(QLatin1Char('/'));
  return parts.size() == 3 && parts[0] == QLatin1String("nodes") && isPlainName(parts[1]) &&
         isPlainName(parts[2]);
}

// Both may be the same file.
QMap<QString, QString> outputsOf(const QueuedFiles& files) {
  QMap<QString, QString> outputs;
  if (!files.output.isEmpty()) outputs.insert(QLatin1String(jobLogs[0]), files.output);
  if (!files.errorOutput.isEmpty() && files.errorOutput != files.output)
    outputs.insert(QLatin1String(jobLogs[1]), files.errorOutput);
  return outputs;
}

// A job's output is wherever its script wanted it.
QCoro::Task<Result<QList<LogFile>>> listAdopted(Host& host, QString folder, std::stop_token stop) {
  CO_TRY(const auto files, co_await filesOfAdopted(host, folder, stop));
  const QMap<QString, QString> outputs = outputsOf(files);
  QList<LogFile> found;
  for (const char* name : jobLogs) {
    const QString path = outputs.value(QLatin1String(name));
    if (path.isEmpty()) continue;
    const auto there = co_await listFiles(host, path, stop);
    if (!there && there.error().kind != ErrorKind::not_found) co_return there.error();
    const bool isFile = there && !there->isFolder && there->files.size() == 1 &&
                        there->files.first().kind == FileKind::file;
    if (isFile) found.append({QLatin1String(name), there->files.first().bytes});
  }
  co_return found;
}

}  // namespace

QCoro::Task<Result<QList<LogFile>>> listLogs(Host& host, RunRecord run, int attempt,
                                             std::stop_token stop) {
  if (isAdoptedJob(run)) {
    auto adopted = co_await listAdopted(host, run.folder, stop);
    co_return adopted;
  }
  const QString folder = attemptFolder(run, attempt);
  QList<LogFile> files;
  CO_TRY(auto top, co_await host.list(folder, stop));
  bool hasNodes = false;
  for (const char* name : jobLogs)
    for (const FolderEntry& entry : top)
      if (entry.name == QLatin1String(name) && !entry.isFolder)
        files.append({entry.name, entry.bytes});
  for (const FolderEntry& entry : top)
    hasNodes |= entry.isFolder && entry.name == QLatin1String("nodes");
  if (!hasNodes) co_return files;
  CO_TRY(auto nodes, co_await host.list(folder + QStringLiteral("/nodes"), stop));
  for (const FolderEntry& node : nodes) {
    if (!node.isFolder || !isPlainName(node.name)) continue;
    CO_TRY(auto ranks,
           co_await host.list(QStringLiteral("%1/nodes/%2").arg(folder, node.name), stop));
    for (const FolderEntry& rank : ranks)
      if (!rank.isFolder && isPlainName(rank.name))
        files.append({QStringLiteral("nodes/%1/%2").arg(node.name, rank.name), rank.bytes});
  }
  co_return files;
}

QCoro::Task<Result<QList<LogFile>>> LogListings::list(Host& host, RunRecord run, int attempt,
                                                      std::stop_token stop) {
  // The last output may become visible late.
  const bool isOver =
      (attempt > 0 && attempt < run.attempt) ||
      (!isOpen(run.state) && unix_time() > run.ended + run.clockOffset + lateSeconds);
  const QString folder = attemptFolder(run, attempt);
  if (!isOver) m_known.remove(folder);
  if (m_known.contains(folder)) co_return QList<LogFile>(m_known.value(folder));
  auto files = co_await listLogs(host, run, attempt, stop);
  if (isOver && files) {
    if (m_known.size() >= maxKnown) m_known.clear();
    m_known.insert(folder, *files);
  }
  co_return files;
}

QCoro::Task<Result<QList<LogFile>>> listTaskLogs(LogListings& listings, Host& host,
                                                 QList<RunRecord> tasks, std::stop_token stop) {
  tasks.removeIf([](const RunRecord& task) { return task.attempt == 0; });
  const auto urgency = [](const RunRecord& task) {
    return task.state == RunState::running ? 0 : task.state == RunState::completed ? 2 : 1;
  };
  std::stable_sort(tasks.begin(), tasks.end(),
                   [&](const RunRecord& a, const RunRecord& b) { return urgency(a) < urgency(b); });
  if (tasks.size() > maxTasks) tasks.resize(maxTasks);
  std::sort(tasks.begin(), tasks.end(),
            [](const RunRecord& a, const RunRecord& b) { return a.arrayIndex < b.arrayIndex; });
  QList<LogFile> files;
  for (const RunRecord& task : tasks) {
    CO_TRY(auto own, co_await listings.list(host, task, 0, stop));
    for (const LogFile& file : own)
      files.append({QStringLiteral("tasks/%1/%2").arg(task.arrayIndex.value_or(0)).arg(file.name),
                    file.bytes});
  }
  co_return files;
}

std::optional<TaskFile> taskFileOf(const QList<RunRecord>& tasks, const QString& name) {
  if (!name.startsWith(QLatin1String("tasks/"))) return std::nullopt;
  bool isNumber = false;
  const int index = name.section(QLatin1Char('/'), 1, 1).toInt(&isNumber);
  const auto task = std::find_if(tasks.begin(), tasks.end(), [&](const RunRecord& each) {
    return isNumber && each.arrayIndex == index;
  });
  if (task == tasks.end()) return std::nullopt;
  return TaskFile{*task, name.section(QLatin1Char('/'), 2)};
}

QCoro::Task<Result<QString>> logPath(Host& host, RunRecord run, int attempt, QString file,
                                     std::stop_token stop) {
  if (isAdoptedJob(run)) {
    CO_TRY(const auto files, co_await filesOfAdopted(host, run.folder, stop));
    co_return outputsOf(files).value(file);
  }
  co_return isLogName(file) ? attemptFolder(run, attempt) + QLatin1Char('/') + file : QString();
}

QCoro::Task<Result<LogChunk>> readLog(Host& host, RunRecord run, int attempt, QString file,
                                      qint64 offset, std::stop_token stop) {
  LogChunk chunk{{}, std::max<qint64>(0, offset)};
  CO_TRY(const QString path, co_await logPath(host, run, attempt, file, stop));
  if (path.isEmpty()) co_return chunk;
  auto data = co_await host.readFile(path, chunk.nextOffset, chunkBytes, stop);
  if (!data && data.error().kind != ErrorKind::not_found) co_return data.error();
  if (data) chunk.data.content = *data;
  chunk.nextOffset += chunk.data.content.size();
  co_return chunk;
}

}  // namespace trainyard
