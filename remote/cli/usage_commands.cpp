// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/usage_commands.h"

#include <cstdio>
#include <memory>

#include <QRegularExpression>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/cli/output.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/table.h"
#include "remote/service/client/client.h"
#include "remote/transfer/progress.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

QString useText(KeptFor kept) {
  switch (kept) {
    case KeptFor::nothing:
      return QStringLiteral("no");
    case KeptFor::open_run:
      return QStringLiteral("by a run that waits or runs");
    case KeptFor::known_run:
      return QStringLiteral("by a run of your list");
    case KeptFor::newest:
      return QStringLiteral("by the next run");
    case KeptFor::unknown:
      break;
  }
  return QStringLiteral("not known: a job there may be its");
}

QString sizeText(const std::optional<qint64>& bytes) {
  return bytes ? bytesText(*bytes) : QStringLiteral("?");
}

QStringList usageRow(const KeptFolder& folder) {
  return {sizeText(folder.bytes), ageText(unix_time() - folder.modified),
          text(name_of(folder.kind)), sanitizedForTerminal(folder.name).simplified(),
          useText(folder.keptFor)};
}

void printFolders(const QList<KeptFolder>& folders) {
  QList<QStringList> rows{{QStringLiteral("SIZE"), QStringLiteral("AGE"), QStringLiteral("KIND"),
                           QStringLiteral("FOLDER"), QStringLiteral("NEEDED")}};
  for (const KeptFolder& folder : folders) rows << usageRow(folder);
  printTable(rows);
}

qint64 sumOf(const QList<KeptFolder>& folders) {
  qint64 sum = 0;
  for (const KeptFolder& folder : folders) sum += folder.bytes.value_or(0);
  return sum;
}

// "30d", "12h".
std::optional<double> secondsFrom(const QString& age) {
  static const QRegularExpression pattern(QStringLiteral("^([0-9]{1,5})([dh])$"));
  const auto match = pattern.match(age);
  if (!match.hasMatch()) return std::nullopt;
  return match.captured(1).toDouble() * (match.captured(2) == QLatin1String("d") ? 86400 : 3600);
}

QCoro::Task<int> showUsage(ServiceClient& client, QString target, Format format) {
  const ProgressLine progress(client, {});
  const auto usage = co_await client.call(methods::targetsUsage, {}, target);
  if (!usage) co_return fail(usage.error());
  if (format == Format::json) co_return printJson(toJson(*usage));
  if (!usage->folders.isEmpty()) printFolders(usage->folders);
  QString sum = QStringLiteral("%1 in %2")
                    .arg(bytesText(sumOf(usage->folders)), sanitizedForTerminal(usage->base));
  if (usage->freeBytes) sum += QStringLiteral("; %1 free").arg(bytesText(*usage->freeBytes));
  if (usage->quotaBytes)
    sum += QStringLiteral(" of a quota of %1").arg(bytesText(*usage->quotaBytes));
  print(sum);
  co_return 0;
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

struct CleanOptions {
  QString target, age;
  bool withRuns = false;
  Ask ask = Ask::onTerminal;
};

QCoro::Task<int> clean(ServiceClient& client, CleanOptions options) {
  const auto age = secondsFrom(options.age);
  if (!age) co_return fail(make_error("clean.age", {{"text", options.age.toStdString()}}));
  auto progress = std::make_unique<ProgressLine>(client, QString());
  const auto usage = co_await client.call(methods::targetsUsage, {}, options.target);
  progress.reset();
  if (!usage) co_return fail(usage.error());
  const QList<KeptFolder> folders = removable(*usage, *age, options.withRuns);
  if (folders.isEmpty()) {
    print(QStringLiteral("Nothing to remove."));
    co_return 0;
  }
  printFolders(folders);
  if (options.ask == Ask::onTerminal) {
    const auto meant = isConfirmed(
        QStringLiteral("Remove these %1 folders, %2, from %3 for good?")
            .arg(QString::number(folders.size()), bytesText(sumOf(folders)), options.target));
    if (!meant) co_return fail(meant.error());
    if (!*meant) {
      std::fputs("nothing was removed\n", stderr);
      co_return 0;
    }
  }
  CleanArguments arguments{options.target, {}};
  for (const KeptFolder& folder : folders) arguments.folders << folder.name;
  const auto cleaned = co_await client.call(methods::targetsClean, {}, arguments);
  if (!cleaned) co_return fail(cleaned.error());
  print(QStringLiteral("Removed: %1 folders.").arg(cleaned->removed.size()));
  for (const QString& name : cleaned->left)
    std::fprintf(stderr, "left, because it is needed by now: %s\n",
                 sanitizedForTerminal(name).toUtf8().constData());
  co_return 0;
}

}  // namespace

void addUsage(CLI::App& targets, Arguments& a, std::optional<WithClient>& service) {
  CLI::App* usage = targets.add_subcommand(
      "usage", "Show what this program keeps on a target, how large it is, and who needs it");
  usage->add_option("NAME", a.name)->required();
  usage->add_flag("--json", a.json, "Print JSON");
  whenGiven(usage, service,
            [&](ServiceClient& c) { return showUsage(c, text(a.name), a.format()); });
  CLI::App* cleaning = targets.add_subcommand(
      "clean", "Remove engines, data and unfinished transfers there that no run needs");
  cleaning->add_option("NAME", a.name)->required();
  cleaning->add_option("--older-than", a.age, "Only what has not changed for so long")
      ->type_name("AGE")
      ->default_str("30d");
  cleaning->add_flag("--runs", a.runs,
                     "Also folders of runs that this computer does not know: removed ones, and "
                     "those that another computer follows");
  cleaning->add_flag("-y,--yes", a.yes, "Remove it without asking; required without a terminal");
  whenGiven(cleaning, service, [&](ServiceClient& c) {
    return clean(
        c, {text(a.name), a.age.empty() ? QStringLiteral("30d") : text(a.age), a.runs, a.ask()});
  });
}

}  // namespace trainyard
