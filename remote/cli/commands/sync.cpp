// SPDX-License-Identifier: GPL-3.0-or-later
// `yard sync`: what a submission would transfer, and the code in a folder of the target.
#include <cstdio>
#include <memory>

#include <QDir>

#include "remote/cli/command.h"
#include "remote/cli/progress_line.h"
#include "remote/transfer/progress.h"

namespace trainyard {
namespace {

QString atLastRate(double seconds) {
  return seconds > 0 ? u", about "_s + durationText(seconds) + u" at the last rate"_s : QString();
}

void printPreview(const SyncPreviewAnswer& preview) {
  if (preview.codeFiles > 0)
    print(
        u"code     %1 files, %2"_s.arg(countText(preview.codeFiles), bytesText(preview.codeBytes)));
  if (preview.leftByGit > 0)
    print(u"left     %1 files, %2, which git ignores: %3"_s.arg(
        countText(preview.leftByGit), bytesText(preview.leftByGitBytes),
        sanitizedForTerminal(preview.leftByGitNames.join(u", "_s))));
  for (const QString& pattern : preview.idlePatterns)
    print(u"pattern  %1 of code.exclude leaves nothing out"_s.arg(sanitizedForTerminal(pattern)));
  for (const QString& name : preview.missingSinceLast)
    print(u"missing  %1: the last run of this code had it"_s.arg(sanitizedForTerminal(name)));
  for (const SyncPreviewAnswer::Data& data : preview.data)
    print(u"data     %1: %2"_s.arg(sanitizedForTerminal(data.path),
                                   data.isThere ? u"is there"_s : bytesText(data.bytes)));
  print(u"engine   %1"_s.arg(preview.engineIsThere ? u"is there"_s
                                                   : bytesText(preview.engineBytes) +
                                                         atLastRate(preview.engineSeconds)));
  if (preview.seconds > 0) print(u"total   %1"_s.arg(atLastRate(preview.seconds).mid(1)));
}

struct SyncCommand {
  ExperimentOptions experiment;
  QString into;
  bool isDeleted = false;  // files in the folder that are not in the code
  bool isDryRun = false;
  YesOption yes;
  JsonOption json;

  void describe(CLI::App& command) {
    experiment.describe(command);
    CLI::Option* folder =
        addOption(command, "--into", into,
                  "Send the code to this folder on the target, which must be empty, new or already "
                  "such a mirror");
    command
        .add_flag("--delete", isDeleted,
                  "With --into: also delete files there that are not in the code")
        ->needs(folder);
    command.add_flag("--dry-run", isDryRun,
                     "Change nothing, only show what would be sent and deleted");
    yes.describe(command, "Delete without asking; required without a terminal");
    json.describe(command);
  }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    return into.isEmpty() ? preview(client) : mirror(client);
  }

  // Changes nothing.
  QCoro::Task<Result<int>> preview(ServiceClient& client) {
    const ProgressLine progress(client, {});
    CO_TRY(auto preview, co_await client.call(methods::syncPreview, {}, experiment.request()));
    if (json.isGiven) co_return printJson(toJson(preview));
    printPreview(preview);
    if (experiment.isHere())
      std::fprintf(
          stderr,
          "on this computer data is used where it is; only code is copied, at submission\n");
    co_return 0;
  }

  void printMirror(const MirrorAnswer& preview) const {
    print(u"into     %1"_s.arg(sanitizedForTerminal(
        experiment.isHere() ? preview.folder : experiment.target + u':' + preview.folder)));
    print(u"send     %1 files, %2"_s.arg(countText(preview.files), bytesText(preview.bytes)));
    for (const QString& name : preview.surplus)
      print((isDeleted ? u"delete   %1"_s : u"extra    %1: stays; --delete removes it"_s)
                .arg(sanitizedForTerminal(name)));
    if (const qint64 more = preview.surplusCount - preview.surplus.size(); more > 0)
      print(
          (isDeleted ? u"delete   and %1 more"_s : u"extra    and %1 more"_s).arg(countText(more)));
  }

  QCoro::Task<Result<int>> mirror(ServiceClient& client) {
    SubmitRequest request;
    request.path = QDir::current().absoluteFilePath(experiment.name);
    request.target = experiment.target;
    CO_TRY(auto preview, co_await client.call(methods::mirrorPreview, {}, request, into,
                                              std::optional<qint64>()));
    if (!json.isGiven) printMirror(preview);
    std::optional<qint64> deletions;
    if (isDeleted) deletions = preview.surplusCount;
    if (!isDryRun) {
      const QString question =
          u"Delete these %1 in %2?"_s.arg(countText(preview.surplusCount), preview.folder);
      if (deletions.value_or(0) > 0)
        if (const auto code = yes.refusal(question, "nothing was changed")) co_return *code;
      auto progress = std::make_unique<ProgressLine>(client, QString());
      CO_TRY(co_await client.call(methods::mirror, {}, request, into, deletions));
      progress.reset();
      if (!json.isGiven) std::fprintf(stderr, "done\n");
    }
    if (json.isGiven) printJson(toJson(preview));
    co_return 0;
  }
};

}  // namespace

extern const Command syncCommand{
    "sync", "Show what would be sent to the target, or mirror the code into a folder there",
    addCommand<SyncCommand>};

}  // namespace trainyard
