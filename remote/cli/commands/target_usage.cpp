// SPDX-License-Identifier: GPL-3.0-or-later
// `yard targets usage` and `yard targets clean`: what this program keeps on a target.

#include <cstdio>
#include <memory>

#include <QRegularExpression>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/cli/command.h"
#include "remote/cli/progress_line.h"
#include "remote/transfer/progress.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

QString useText(KeptFor kept) {
  switch (kept) {
    case KeptFor::nothing:
      return u"no"_s;
    case KeptFor::open_run:
      return u"by a run that waits or runs"_s;
    case KeptFor::known_run:
      return u"by a run of your list"_s;
    case KeptFor::newest:
      return u"by the next run"_s;
    case KeptFor::unknown:
      break;
  }
  return u"not known: a job there may be its"_s;
}

QString sizeText(const std::optional<qint64>& bytes) { return bytes ? bytesText(*bytes) : u"?"_s; }

QStringList usageRow(const KeptFolder& folder) {
  return {sizeText(folder.bytes), ageText(unix_time() - folder.modified),
          text(name_of(folder.kind)), sanitizedForTerminal(folder.name).simplified(),
          useText(folder.keptFor)};
}

void printFolders(const QList<KeptFolder>& folders) {
  QList<QStringList> rows{{u"SIZE"_s, u"AGE"_s, u"KIND"_s, u"FOLDER"_s, u"NEEDED"_s}};
  for (const KeptFolder& folder : folders) rows << usageRow(folder);
  printTable(rows);
}

qint64 sumOf(const QList<KeptFolder>& folders) {
  qint64 sum = 0;
  for (const KeptFolder& folder : folders) sum += folder.bytes.value_or(0);
  return sum;
}

const QString defaultAge = u"30d"_s;

// "30d", "12h".
std::optional<double> secondsFrom(const QString& age) {
  static const QRegularExpression pattern(u"^([0-9]{1,5})([dh])$"_s);
  const auto match = pattern.match(age);
  if (!match.hasMatch()) return std::nullopt;
  return match.captured(1).toDouble() * (match.captured(2) == "d"_L1 ? 86400 : 3600);
}

// What is old, needed by nobody, and wanted: a run that is not known here may be known elsewhere.
QList<KeptFolder> removable(const TargetUsage& usage, double age, bool withRuns) {
  QList<KeptFolder> folders;
  for (const KeptFolder& folder : usage.folders)
    if (folder.keptFor == KeptFor::nothing && unix_time() - folder.modified > age &&
        (withRuns || folder.kind != KeptKind::run))
      folders << folder;
  return folders;
}

struct TargetUsageCommand {
  QString name;
  JsonOption json;

  void describe(CLI::App& command) {
    addOption(command, "NAME", name)->required();
    json.describe(command);
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    const ProgressLine progress(client, {});
    CO_TRY(const auto usage, co_await client.call(methods::targetsUsage, {}, name));
    if (json.isGiven) co_return printJson(toJson(usage));
    if (!usage.folders.isEmpty()) printFolders(usage.folders);
    QString sum =
        u"%1 in %2"_s.arg(bytesText(sumOf(usage.folders)), sanitizedForTerminal(usage.base));
    if (usage.freeBytes) sum += u"; %1 free"_s.arg(bytesText(*usage.freeBytes));
    if (usage.quotaBytes) sum += u" of a quota of %1"_s.arg(bytesText(*usage.quotaBytes));
    print(sum);
    co_return 0;
  }
};

struct TargetCleanCommand {
  QString name, minAge = defaultAge;
  bool withRuns = false;
  YesOption yes;

  void describe(CLI::App& command) {
    addOption(command, "NAME", name)->required();
    addOption(command, "--older-than", minAge, "Only what has not changed for so long")
        ->type_name("AGE");
    command.add_flag("--runs", withRuns,
                     "Also folders of runs that this computer does not know: removed ones, and "
                     "those that another computer follows");
    yes.describe(command, "Remove it without asking; required without a terminal");
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    const auto age = secondsFrom(minAge.isEmpty() ? defaultAge : minAge);
    if (!age) co_return make_error("clean.age", {{"text", minAge.toStdString()}});
    auto progress = std::make_unique<ProgressLine>(client, QString());
    CO_TRY(const auto usage, co_await client.call(methods::targetsUsage, {}, name));
    progress.reset();
    const QList<KeptFolder> folders = removable(usage, *age, withRuns);
    if (folders.isEmpty()) {
      print(u"Nothing to remove."_s);
      co_return 0;
    }
    printFolders(folders);
    const QString question = u"Remove these %1 folders, %2, from %3 for good?"_s.arg(
        QString::number(folders.size()), bytesText(sumOf(folders)), name);
    if (const auto code = yes.refusal(question, "nothing was removed")) co_return *code;
    CleanArguments arguments{name, {}};
    for (const KeptFolder& folder : folders) arguments.folders << folder.name;
    CO_TRY(const auto cleaned, co_await client.call(methods::targetsClean, {}, arguments));
    print(u"Removed: %1 folders."_s.arg(cleaned.removed.size()));
    for (const QString& name : cleaned.left)
      printNote(u"left, because it is needed by now: "_s + name);
    co_return 0;
  }
};

}  // namespace

extern const Command targetUsageCommand{
    "usage", "Show what this program keeps on a target, how large it is, and who needs it",
    addCommand<TargetUsageCommand>};
extern const Command targetCleanCommand{
    "clean", "Remove engines, data and unfinished transfers there that no run needs",
    addCommand<TargetCleanCommand>};

}  // namespace trainyard
