#include <cstdio>

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>
#include <QStorageInfo>

#include "remote/cli/commands.h"
#include "remote/cli/output.h"
#include "remote/host/places.h"
#include "remote/process/command_line.h"
#include "remote/scheduler/direct_scheduler.h"
#include "remote/scheduler/turn_queue.h"
#include "remote/submit/prepare.h"
#include "remote/submit/submit.h"
#include "remote/transfer/rsync.h"

namespace trainyard {
namespace {

QString programs() { return QFileInfo(programPath(QStringLiteral("yard"))).path(); }

Result<void> checkTargetName(const QString& name) {
  if (name.isEmpty() || name == QLatin1String("here")) return {};
  return Error{"target.unknown", {{"target", name.toStdString()}}, "there is no target '" + name.toStdString() + "'; `yard targets` lists them", ExitCode::invalid_input};
}

ExperimentSource sourceOf(const QString& path) { return {QDir::current().absoluteFilePath(path), std::nullopt, {}, QProcessEnvironment::systemEnvironment()}; }

Result<PreparedExperiment> prepare(const QString& path) { return prepareExperiment(sourceOf(path), programs()); }

}  // namespace

int listTargets(Format format) {
  const Machine machine = thisMachine();
  if (format == Format::json) {
    printJson(QJsonArray{QJsonObject{{QStringLiteral("name"), QStringLiteral("here")}, {QStringLiteral("kind"), QStringLiteral("direct")}, {QStringLiteral("base"), runsFolder()},
                                     {QStringLiteral("processors"), machine.processors.size()}, {QStringLiteral("gpus"), machine.gpus.size()}}});
    return 0;
  }
  print(QStringLiteral("here   this computer: %1 processors, %2 GPUs; runs in %3").arg(machine.processors.size()).arg(machine.gpus.size()).arg(runsFolder()));
  return 0;
}

int checkTarget(const QString& name) {
  if (auto known = checkTargetName(name); !known) return fail(known.error());
  int code = 0;
  const auto say = [&](bool good, const QString& what, const QString& advice) {
    print((good ? QStringLiteral("ok       ") : QStringLiteral("problem  ")) + what + (good ? QString() : QStringLiteral("; ") + advice));
    if (!good) code = static_cast<int>(ExitCode::environment);
  };
  const bool folder = ensureFolder(runsFolder()).ok() && QFileInfo(runsFolder()).isWritable();
  say(folder, QStringLiteral("run folders in %1").arg(runsFolder()), QStringLiteral("make it writable or set XDG_DATA_HOME"));
  const qint64 free = QStorageInfo(runsFolder()).bytesAvailable();
  say(free > (1LL << 30), QStringLiteral("%1 GiB free there").arg(static_cast<double>(free) / (1LL << 30), 0, 'f', 1), QStringLiteral("checkpoints need space"));
  say(!QStandardPaths::findExecutable(QStringLiteral("bash")).isEmpty(), QStringLiteral("bash"), QStringLiteral("install it"));
  for (const char* program : {"yard-agent", "engine"})
    say(QFileInfo(programPath(QLatin1String(program))).isExecutable(), programPath(QLatin1String(program)), QStringLiteral("build or install it"));
  return code;
}

int checkExperiment(const QString& path, const QString& target, Format format) {
  if (auto known = checkTargetName(target); !known) return fail(known.error());
  auto prepared = prepare(path);
  if (!prepared) return fail(prepared.error());
  QJsonArray list;
  for (const Diagnostic& diagnostic : prepared->diagnostics) {
    if (format == Format::json) list.append(QJsonDocument::fromJson(QByteArray::fromStdString(to_json(diagnostic))).object());
    else print(harmless(QString::fromStdString(to_line(diagnostic))));
  }
  if (format == Format::json) printJson(list);
  else if (prepared->diagnostics.empty()) std::fprintf(stderr, "no problems found\n");
  return has_errors(prepared->diagnostics) ? static_cast<int>(ExitCode::invalid_input) : 0;
}

int renderExperiment(const QString& path, const QString& target) {
  if (auto known = checkTargetName(target); !known) return fail(known.error());
  DirectScheduler scheduler(programPath(QStringLiteral("yard")));
  const auto rendered = renderSubmission({QStringLiteral("here"), nullptr, &scheduler, runsFolder(), programs(), {}}, sourceOf(path));
  if (!rendered) return fail(rendered.error());
  const QByteArray text = rendered->script + "\n# Submitted with: " + harmless(rendered->commandLine).toUtf8() + '\n';
  std::fwrite(text.constData(), 1, static_cast<std::size_t>(text.size()), stdout);
  return 0;
}

namespace {

QString timeText(double seconds) { return seconds > 0 ? QStringLiteral(", about ") + durationText(seconds) + QStringLiteral(" at the last rate") : QString(); }

void printPreview(const SyncPreviewAnswer& preview) {
  if (preview.codeFiles > 0) print(QStringLiteral("code     %1 files, %2").arg(countText(preview.codeFiles), bytesText(preview.codeBytes)));
  for (const QString& name : preview.missingSinceLast) print(QStringLiteral("missing  %1: the last run of this code had it").arg(harmless(name)));
  for (const SyncPreviewAnswer::Data& data : preview.data)
    print(QStringLiteral("data     %1: %2").arg(harmless(data.path), data.isThere ? QStringLiteral("is there") : bytesText(data.bytes)));
  print(QStringLiteral("engine   %1").arg(preview.engineIsThere ? QStringLiteral("is there") : bytesText(preview.engineBytes) + timeText(preview.engineSeconds)));
  if (preview.seconds > 0) print(QStringLiteral("total   %1").arg(timeText(preview.seconds).mid(1)));
}

}  // namespace

QCoro::Task<int> syncExperiment(ServiceClient& client, QString path, QString target, Format format) {
  SubmitRequest request;
  request.path = QDir::current().absoluteFilePath(path);
  request.target = target;
  auto preview = co_await client.previewSync(std::move(request));
  if (!preview) co_return fail(preview.error());
  if (format == Format::json) {
    printJson(toJson(*preview));
    co_return 0;
  }
  printPreview(*preview);
  if (target == QLatin1String("here")) std::fprintf(stderr, "on this computer data is used where it is; only code is copied, at submission\n");
  co_return 0;
}

int needsCluster(const QString& what) {
  return fail(Error{"cluster.unsupported", {}, what.toStdString() + " needs a cluster, which this version does not reach yet; the only target is `here`, this computer", ExitCode::invalid_input});
}

}  // namespace trainyard
