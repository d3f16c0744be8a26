// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>

#include <unistd.h>

#include <QDir>
#include <QFileInfo>

#include "remote/cli/commands.h"
#include "remote/cli/output.h"
#include "remote/cli/presets.h"
#include "remote/cli/progress_line.h"
#include "remote/host/local_host.h"
#include "remote/host/places.h"
#include "remote/schedulers/scheduler.h"
#include "remote/service/registry/run_dependencies.h"
#include "remote/store/run_store.h"
#include "remote/submit/prepare.h"
#include "remote/submit/submit.h"
#include "remote/transfer/progress.h"

namespace trainyard {
namespace {

QString programs() { return QFileInfo(programPath(QStringLiteral("yard"))).path(); }

ExperimentSource sourceOf(const QString& path, const QStringList& changes) {
  const NamedDocument document = documentNamed(path);
  return {document.path, document.text, changes, QProcessEnvironment::systemEnvironment()};
}

int printDiagnostics(const std::vector<Diagnostic>& diagnostics, Format format) {
  for (const Diagnostic& diagnostic : diagnostics)
    if (format != Format::json)
      print(sanitizedForTerminal(QString::fromStdString(to_line(diagnostic))));
  if (format == Format::json)
    printJson(jsonOf(Codec<std::vector<Diagnostic>>::write(diagnostics)));
  else if (diagnostics.empty())
    std::fprintf(stderr, "no problems found\n");
  return has_errors(diagnostics) ? static_cast<int>(ExitCode::invalid_input) : 0;
}

void printRendered(const QByteArray& script, const QString& commandLine) {
  const QByteArray text =
      script + "\n# Submitted with: " + sanitizedForTerminal(commandLine).toUtf8() + '\n';
  std::fwrite(text.constData(), 1, static_cast<std::size_t>(text.size()), stdout);
}

}  // namespace

int checkHere(const QString& path, const QStringList& changes, Format format) {
  auto prepared = prepareWithFiles(sourceOf(path, changes), programs());
  if (!prepared) return fail(prepared.error());
  RunStore store;
  checkRunsBefore(store, prepared->experiment.resources.after, QStringLiteral("here"),
                  prepared->diagnostics);
  if (!has_errors(prepared->diagnostics)) {
    auto added = addFindings(sourceOf(path, changes), findingsOnThisComputer(prepared->experiment),
                             *prepared);
    if (!added) return fail(added.error());
  }
  return printDiagnostics(prepared->diagnostics, format);
}

QCoro::Task<int> checkExperiment(ServiceClient& client, QString path, QStringList changes,
                                 QString target, Format format) {
  auto answer = co_await client.call(methods::check, {}, requestNamed(path, target, changes));
  if (!answer) co_return fail(answer.error());
  const int code = printDiagnostics(answer->diagnostics, format);
  if (!answer->text.isEmpty() && code == 0 && format != Format::json)
    std::fprintf(stderr, "%s\n", sanitizedForTerminal(answer->text).toUtf8().constData());
  co_return code;
}

namespace {

// One line: the steps, the memory as far as there is any to compare with.
QString rehearsedText(const Rehearsal& rehearsal) {
  QStringList parts;
  if (!rehearsal.losses.empty())
    parts << QStringLiteral("%1 steps, loss %2 to %3")
                 .arg(rehearsal.losses.size())
                 .arg(numberText(rehearsal.losses.front()), numberText(rehearsal.losses.back()));
  if (const PlannedMemory* own = rehearsal.plan ? rehearsal.plan->own() : nullptr) {
    const QString needed = bytesText(own->total());
    parts << (rehearsal.gpu_bytes
                  ? QStringLiteral("%1 of %2 on each GPU")
                        .arg(needed, bytesText(static_cast<qint64>(*rehearsal.gpu_bytes)))
                  : QStringLiteral("%1 for each process").arg(needed));
  }
  return parts.join(QStringLiteral(", "));
}

}  // namespace

QCoro::Task<int> rehearseExperiment(ServiceClient& client, QString path, QStringList changes,
                                    QString target, Format format) {
  const SubmitRequest request = requestNamed(path, target, changes);
  std::vector<Diagnostic> found;
  std::optional<Rehearsal> rehearsal;
  std::optional<Error> unchecked;  // what is known here may tell enough
  {
    const ProgressLine progress(client, {});
    if (target != QLatin1String("here")) {
      auto checked = co_await client.call(methods::check, {}, request);
      if (checked)
        found = std::move(checked->diagnostics);
      else
        unchecked = checked.error();
    }
    auto answer = co_await client.call(methods::rehearse, {}, request);
    if (!answer) co_return fail(answer.error());
    rehearsal = std::move(*answer);
  }
  const auto isKnown = [&](const Diagnostic& finding) {
    return std::any_of(found.begin(), found.end(), [&](const Diagnostic& other) {
      return other.code == finding.code && other.path == finding.path;
    });
  };
  for (Diagnostic& finding : rehearsal->diagnostics)
    if (!isKnown(finding)) found.push_back(std::move(finding));
  rehearsal->diagnostics = std::move(found);
  int code = has_errors(rehearsal->diagnostics) ? static_cast<int>(ExitCode::invalid_input) : 0;
  if (format == Format::json)
    printJson(toJson(*rehearsal));
  else
    code = printDiagnostics(rehearsal->diagnostics, format);
  if (const QString words = rehearsedText(*rehearsal); !words.isEmpty() && format != Format::json)
    print(QStringLiteral("rehearsed: ") + words);
  if (!unchecked) co_return code;
  const int codeOfCheck = fail(*unchecked);
  co_return code != 0 ? code : codeOfCheck;
}

QCoro::Task<int> inspectData(ServiceClient& client, QString path, QStringList changes,
                             QString target, InspectionRequest what, Format format) {
  const bool isTerminal = ::isatty(STDOUT_FILENO) != 0;
  if (format != Format::json)
    what.marks = isTerminal ? QStringLiteral("colours") : QStringLiteral("signs");
  auto answer = co_await client.call(methods::inspect, {}, requestNamed(path, target, changes),
                                     std::move(what));
  if (!answer) co_return fail(answer.error());
  if (format == Format::json) co_return printJson(toJson(*answer));
  // The engine has replaced control characters already.
  std::fwrite(answer->text.data(), 1, answer->text.size(), stdout);
  co_return 0;
}

int renderHere(const QString& path, const QStringList& changes) {
  LocalHost host;
  const auto scheduler = directKind().make({&host, programs(), {}});
  auto rendered = renderSubmission(
      {QStringLiteral("here"), &host, scheduler.get(), runsFolder(), programs(), {}},
      sourceOf(path, changes));
  if (!rendered) return fail(rendered.error());
  RunStore store;
  auto before = runsBefore(store, rendered->after, QStringLiteral("here"));
  if (!before) return fail(before.error());
  if (!before->jobs) return fail(before->jobs.error());
  rendered->request.after = std::move(*before->jobs);
  printRendered(rendered->script, scheduler->commandLine(rendered->request).toShell());
  return 0;
}

QCoro::Task<int> renderExperiment(ServiceClient& client, QString path, QStringList changes,
                                  QString target) {
  auto rendered = co_await client.call(methods::render, {}, requestNamed(path, target, changes));
  if (!rendered) co_return fail(rendered.error());
  printRendered(rendered->script, rendered->commandLine);
  co_return 0;
}

namespace {

QString atLastRate(double seconds) {
  return seconds > 0 ? QStringLiteral(", about ") + durationText(seconds) +
                           QStringLiteral(" at the last rate")
                     : QString();
}

void printPreview(const SyncPreviewAnswer& preview) {
  if (preview.codeFiles > 0)
    print(QStringLiteral("code     %1 files, %2")
              .arg(countText(preview.codeFiles), bytesText(preview.codeBytes)));
  if (preview.leftByGit > 0)
    print(QStringLiteral("left     %1 files, %2, which git ignores: %3")
              .arg(countText(preview.leftByGit), bytesText(preview.leftByGitBytes),
                   sanitizedForTerminal(preview.leftByGitNames.join(QStringLiteral(", ")))));
  for (const QString& pattern : preview.idlePatterns)
    print(QStringLiteral("pattern  %1 of code.exclude leaves nothing out")
              .arg(sanitizedForTerminal(pattern)));
  for (const QString& name : preview.missingSinceLast)
    print(QStringLiteral("missing  %1: the last run of this code had it")
              .arg(sanitizedForTerminal(name)));
  for (const SyncPreviewAnswer::Data& data : preview.data)
    print(QStringLiteral("data     %1: %2")
              .arg(sanitizedForTerminal(data.path),
                   data.isThere ? QStringLiteral("is there") : bytesText(data.bytes)));
  print(QStringLiteral("engine   %1")
            .arg(preview.engineIsThere
                     ? QStringLiteral("is there")
                     : bytesText(preview.engineBytes) + atLastRate(preview.engineSeconds)));
  if (preview.seconds > 0)
    print(QStringLiteral("total   %1").arg(atLastRate(preview.seconds).mid(1)));
}

}  // namespace

QCoro::Task<int> syncExperiment(ServiceClient& client, QString path, QString target,
                                Format format) {
  const ProgressLine progress(client, {});
  auto preview = co_await client.call(methods::syncPreview, {}, requestNamed(path, target));
  if (!preview) co_return fail(preview.error());
  if (format == Format::json) co_return printJson(toJson(*preview));
  printPreview(*preview);
  if (target == QLatin1String("here"))
    std::fprintf(stderr,
                 "on this computer data is used where it is; only code is copied, at submission\n");
  co_return 0;
}

}  // namespace trainyard
