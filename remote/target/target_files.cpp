// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/target/target_files.h"

#include <algorithm>

#include <QFile>

#include "engine/contract/messages.h"
#include "remote/host/file_error.h"
#include "remote/process/embedded_script.h"
#include "remote/values/records.h"

namespace trainyard {
namespace {

constexpr qint64 listingBytes = 1 << 20;  // an answer of the service takes 4 MiB
constexpr std::chrono::seconds filesTime(60);

FileKind kindOf(const QByteArray& type) {
  if (type == "f") return FileKind::file;
  if (type == "d") return FileKind::folder;
  return type == "l" ? FileKind::link : FileKind::other;
}

void addFile(const QByteArray& entry, QList<TargetFile>& files) {
  const qsizetype first = entry.indexOf(' '), second = entry.indexOf(' ', first + 1),
                  third = entry.indexOf(' ', second + 1);
  if (first < 0 || second < 0 || third < 0) return;
  files.append({QString::fromUtf8(entry.sliced(third + 1)), kindOf(entry.first(first)),
                entry.sliced(first + 1, second - first - 1).toLongLong(),
                entry.sliced(second + 1, third - second - 1).toDouble()});
}

Result<TargetListing> listingFrom(const QByteArray& printed, const QString& asked) {
  QByteArrayList parts = printed.split('\0');
  // What follows the last zero: nothing, or an entry that was cut off.
  const bool isCut = !parts.takeLast().isEmpty();
  const QByteArray word = parts.value(0), path = parts.value(1);
  if (word == "missing")
    return make_error("files.missing",
                      {{"path", QString::fromUtf8(path).toStdString()},
                       {"folder", QString::fromUtf8(parts.value(2)).toStdString()}});
  if (word == "closed") return fileError("files.closed", QString::fromUtf8(path));
  if (word != "folder" && word != "file") return fileError("path.refused", asked);
  TargetListing listing{QString::fromUtf8(path), word == "folder", {}, isCut};
  for (const QByteArray& entry : parts.mid(2)) addFile(entry, listing.files);
  std::ranges::sort(listing.files, {}, &TargetFile::name);
  return listing;
}

}  // namespace

void describe(Section<TargetFile>& section) {
  section.field("name", &TargetFile::name);
  section.field("kind", &TargetFile::kind);
  section.field("bytes", &TargetFile::bytes);
  section.field("modified", &TargetFile::modified);
}

void describe(Section<TargetListing>& section) {
  section.field("path", &TargetListing::path);
  section.field("is_folder", &TargetListing::isFolder);
  section.field("files", &TargetListing::files);
  section.field("is_more", &TargetListing::isMore);
}

QCoro::Task<Result<TargetListing>> listFiles(Host& host, QString path, std::stop_token stop) {
  if (path.contains(QChar(u'\0'))) co_return fileError("path.refused", path);
  CommandLine command{
      QStringLiteral("sh"),
      {QStringLiteral("-c"), embeddedScript("list_files.sh"), QStringLiteral("sh"), path}};
  ProgramOptions options;
  options.outputLimitBytes = 2 * listingBytes;
  CO_TRY(const auto output, co_await host.run(std::move(command), std::move(options), stop,
                                              QDeadlineTimer(filesTime)));
  co_return listingFrom(output.out, path);
}

}  // namespace trainyard
