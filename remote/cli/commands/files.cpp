// SPDX-License-Identifier: GPL-3.0-or-later
// `yard ls` and `yard cat`.
#include "remote/cli/commands/files.h"

#include <cstdio>
#include <memory>

#include <QDateTime>
#include <QDir>

#include "engine/contract/messages.h"
#include "remote/cli/command.h"
#include "remote/cli/commands/shell.h"
#include "remote/cli/progress_line.h"
#include "remote/store/named_runs.h"
#include "remote/transfer/progress.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

struct PlaceThere {
  QString target, path;
};

Result<PlaceThere> placeFrom(const QString& text) {
  const qsizetype colon = text.indexOf(u':');
  if (colon <= 0) return make_error("files.no_place", {{"text", text.toStdString()}});
  return PlaceThere{text.left(colon), text.mid(colon + 1)};
}

void describePlace(CLI::App& command, QString& place) {
  addOption(command, "TARGET:PATH", place, "Path on the target, relative to your home directory")
      ->required();
}

QStringList rowOf(const TargetFile& file) {
  const QString mark = file.kind == FileKind::folder ? u"/"_s : QString();
  return {trainyard::text(name_of(file.kind)),
          file.kind == FileKind::folder ? QString() : bytesText(file.bytes),
          QDateTime::fromSecsSinceEpoch(static_cast<qint64>(file.modified))
              .toString(u"yyyy-MM-dd HH:mm"_s),
          sanitizedForTerminal(QString(file.name).replace(u'\n', QChar(u'\uFFFD'))) + mark};
}

QCoro::Task<Result<TargetListing>> listedAt(ServiceClient& client, QString text) {
  CO_TRY(const auto place, placeFrom(text));
  co_return co_await client.call(methods::filesList, {}, place.target, place.path);
}

struct LsCommand {
  QString place;
  JsonOption json;

  void describe(CLI::App& command) {
    describePlace(command, place);
    json.describe(command);
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(const auto listing, co_await listedAt(client, place));
    if (json.isGiven) co_return printJson(toJson(listing));
    QList<QStringList> rows;
    for (const TargetFile& file : listing.files) rows << rowOf(file);
    if (rows.isEmpty())
      std::fprintf(stderr, "%s is empty\n",
                   sanitizedForTerminal(listing.path).toUtf8().constData());
    else
      printTable(rows);
    if (listing.isMore)
      std::fputs("there are more files; `yard run TARGET -- ls PATH` lists them all\n", stderr);
    co_return 0;
  }
};

struct CatCommand {
  QString place;
  std::optional<qint64> bytes, lines;

  void describe(CLI::App& command) {
    describePlace(command, place);
    CLI::Option* first = command.add_option("--bytes", bytes, "Only the first N bytes")
                             ->type_name("N")
                             ->check(CLI::PositiveNumber);
    command.add_option("--tail", lines, "Only the last N lines")
        ->type_name("N")
        ->check(CLI::PositiveNumber)
        ->excludes(first);
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(const auto listing, co_await listedAt(client, place));
    const QString path = listing.path;
    if (listing.isFolder) co_return make_error("files.is_folder", {{"path", path.toStdString()}});
    QStringList command{u"cat"_s};
    if (bytes) command = QStringList{u"head"_s, u"-c"_s, QString::number(*bytes)};
    if (lines) command = QStringList{u"tail"_s, u"-n"_s, QString::number(*lines)};
    command << u"--"_s << path;
    const QString target = placeFrom(place)->target;
    if (target == "here"_L1) co_return runHere(command);
    co_return co_await printThere(client, target, command);
  }
};

}  // namespace

bool isPlace(const QString& text) {
  RunStore store;
  return placeFrom(text) && !namedRuns(store, text);
}

QCoro::Task<Result<int>> fetchPlace(ServiceClient& client, QString text, QString destination) {
  CO_TRY(const auto place, placeFrom(text));
  const QString name = QDir::cleanPath(u'/' + place.path).section(u'/', -1);
  if (destination.isEmpty()) destination = name.isEmpty() ? place.target : name;
  auto progress = std::make_unique<ProgressLine>(client, QString());
  CO_TRY(const auto fetched, co_await client.call(methods::filesFetch, {}, place.target, place.path,
                                                  QDir::current().absoluteFilePath(destination)));
  progress.reset();
  for (const QString& link : fetched.leftOut)
    printNote(u"left out, a link that leads out of the folder: "_s + link);
  print(fetched.path);
  co_return 0;
}

extern const Command lsCommand{"ls", "List a folder of a target, or a file", addCommand<LsCommand>};
extern const Command catCommand{"cat", "Print a file of a target", addCommand<CatCommand>};

}  // namespace trainyard
