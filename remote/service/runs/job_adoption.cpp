// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/runs/job_adoption.h"

#include <QJsonDocument>
#include <QRegularExpression>
#include <QUuid>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/values/records.h"

namespace trainyard {
namespace {

constexpr qint64 adoptedBytes = 64 << 10;
constexpr qsizetype longestName = 40;

// As a run may be called: the job's name may be any text.
QString runName(const QString& job) {
  static const QRegularExpression others(QStringLiteral("[^A-Za-z0-9_-]+"));
  QString name = QString(job).replace(others, QStringLiteral("-")).left(longestName);
  while (name.startsWith(QLatin1Char('-'))) name.remove(0, 1);
  return name.isEmpty() ? QStringLiteral("job") : name;
}

QString adoptedPath(const QString& folder) { return folder + QStringLiteral("/adopted.json"); }

}  // namespace

QCoro::Task<Result<FoundRun>> adoptedRun(Target target, QueuedJob job, QueuedFiles files,
                                         std::stop_token stop) {
  static const QRegularExpression number(QStringLiteral("^[0-9]+$"));
  if (!number.match(job.id).hasMatch())
    co_return make_error("queue.is_array", {{"job", job.id.toStdString()}});
  // squeue takes names as a list with commas.
  if (job.name.isEmpty() || job.name.contains(QLatin1Char(',')) ||
      job.name.simplified() != job.name)
    co_return make_error("queue.odd_name", {{"job", job.id.toStdString()}});
  FoundRun found;
  RunRecord& record = found.record;
  record.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
  record.name = runName(job.name);
  record.target = target.name;
  record.folder =
      QStringLiteral("%1/adopted/%2-%3").arg(target.base, record.name, record.run.left(8));
  record.workload = QStringLiteral("job");
  record.created = job.submitted > 0 ? job.submitted : unix_time();
  record.state = job.phase == QueuedJob::Phase::waiting ? RunState::waiting : RunState::running;
  found.job = {1, target.scheduler->name(), job.number, record.created, job.name};
  CO_TRY(co_await target.host->makeFolder(record.folder, stop));
  QJsonObject json = toJson(files);
  json.insert(QStringLiteral("job"), job.number);
  json.insert(QStringLiteral("name"), job.name);
  const QByteArray content = QJsonDocument(json).toJson(QJsonDocument::Compact) + '\n';
  CO_TRY(co_await target.host->writeFile(adoptedPath(record.folder), content, stop));
  co_return found;
}

QCoro::Task<Result<QueuedFiles>> filesOfAdopted(Host& host, QString folder, std::stop_token stop) {
  const auto content = co_await host.readFile(adoptedPath(folder), 0, adoptedBytes, stop);
  if (!content && content.error().kind == ErrorKind::not_found) co_return QueuedFiles();
  if (!content) co_return content.error();
  co_return fromJson<QueuedFiles>(QJsonDocument::fromJson(*content).object());
}

}  // namespace trainyard
