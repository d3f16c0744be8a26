// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/file_commands.h"

#include <cstdio>
#include <memory>

#include <QDateTime>
#include <QDir>

#include "engine/contract/messages.h"
#include "remote/store/named_runs.h"
#include "remote/cli/output.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/shell_commands.h"
#include "remote/cli/table.h"
#include "remote/transfer/progress.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

struct PlaceThere {
  QString target, path;
};

Result<PlaceThere> placeFrom(const QString& text) {
  const qsizetype colon = text.indexOf(QLatin1Char(':'));
  if (colon <= 0) return make_error("files.no_place", {{"text", text.toStdString()}});
  return PlaceThere{text.left(colon), text.mid(colon + 1)};
}

QStringList rowOf(const TargetFile& file) {
  const QString mark = file.kind == FileKind::folder ? QStringLiteral("/") : QString();
  return {
      trainyard::text(name_of(file.kind)),
      file.kind == FileKind::folder ? QString() : bytesText(file.bytes),
      QDateTime::fromSecsSinceEpoch(static_cast<qint64>(file.modified))
          .toString(QStringLiteral("yyyy-MM-dd HH:mm")),
      sanitizedForTerminal(QString(file.name).replace(QLatin1Char('\n'), QChar(u'\uFFFD'))) + mark};
}

QCoro::Task<Result<TargetListing>> listedAt(ServiceClient& client, QString text) {
  CO_TRY(const auto place, placeFrom(text));
  co_return co_await client.call(methods::filesList, {}, place.target, place.path);
}

}  // namespace

bool isPlace(const QString& text) {
  RunStore store;
  return placeFrom(text) && !namedRuns(store, text);
}

QCoro::Task<int> listPlace(ServiceClient& client, QString text, Format format) {
  const auto listing = co_await listedAt(client, text);
  if (!listing) co_return fail(listing.error());
  if (format == Format::json) co_return printJson(toJson(*listing));
  QList<QStringList> rows;
  for (const TargetFile& file : listing->files) rows << rowOf(file);
  if (rows.isEmpty())
    std::fprintf(stderr, "%s is empty\n", sanitizedForTerminal(listing->path).toUtf8().constData());
  else
    printTable(rows);
  if (listing->isMore)
    std::fputs("there are more files; `yard run TARGET -- ls PATH` lists them all\n", stderr);
  co_return 0;
}

QCoro::Task<int> printPlace(ServiceClient& client, QString text, CatOptions options) {
  const auto listing = co_await listedAt(client, text);
  if (!listing) co_return fail(listing.error());
  const QString path = listing->path;
  if (listing->isFolder)
    co_return fail(make_error("files.is_folder", {{"path", path.toStdString()}}));
  QStringList command{QStringLiteral("cat")};
  if (options.bytes)
    command =
        QStringList{QStringLiteral("head"), QStringLiteral("-c"), QString::number(*options.bytes)};
  if (options.lines)
    command =
        QStringList{QStringLiteral("tail"), QStringLiteral("-n"), QString::number(*options.lines)};
  command << QStringLiteral("--") << path;
  const QString target = placeFrom(text)->target;
  if (target == QLatin1String("here")) co_return runHere(command);
  const int status = co_await printThere(client, target, command);
  co_return status;
}

QCoro::Task<int> fetchPlace(ServiceClient& client, QString text, QString destination) {
  const auto place = placeFrom(text);
  if (!place) co_return fail(place.error());
  const QString name =
      QDir::cleanPath(QLatin1Char('/') + place->path).section(QLatin1Char('/'), -1);
  if (destination.isEmpty()) destination = name.isEmpty() ? place->target : name;
  auto progress = std::make_unique<ProgressLine>(client, QString());
  const auto fetched = co_await client.call(methods::filesFetch, {}, place->target, place->path,
                                            QDir::current().absoluteFilePath(destination));
  progress.reset();
  if (!fetched) co_return fail(fetched.error());
  for (const QString& link : fetched->leftOut)
    std::fprintf(stderr, "left out, a link that leads out of the folder: %s\n",
                 sanitizedForTerminal(link).toUtf8().constData());
  print(fetched->path);
  co_return 0;
}

}  // namespace trainyard
