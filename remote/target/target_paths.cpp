// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/target/target_paths.h"

#include "remote/values/records.h"

#include <algorithm>

#include <QStringDecoder>

#include "engine/contract/messages.h"
#include "remote/host/file_error.h"
#include "remote/process/embedded_script.h"

namespace trainyard {
namespace {

constexpr qint64 listedBytes = 1 << 20;
constexpr std::chrono::seconds listingTime(15), countingTime(25);

PathKind kindNamed(const QByteArray& word) {
  if (word == "missing") return PathKind::missing;
  if (word == "file" || word == "f") return PathKind::file;
  if (word == "folder" || word == "d") return PathKind::folder;
  return word == "closed" ? PathKind::closed : PathKind::other;
}

// The prefix escaped as a pattern for find, followed by anything.
QString beginningPattern(const QString& prefix) {
  QString pattern;
  for (const QChar letter : prefix) {
    if (QStringLiteral("*?[]\\").contains(letter)) pattern += QLatin1Char('\\');
    pattern += letter;
  }
  return pattern + QLatin1Char('*');
}

void addName(const QByteArray& entry, PathNames& found) {
  const qsizetype first = entry.indexOf(' '), second = entry.indexOf(' ', first + 1);
  if (first < 0 || second < 0) return;
  QStringDecoder decoder(QStringDecoder::Utf8);
  const QString name = decoder(entry.sliced(second + 1));
  if (decoder.hasError()) {
    ++found.unwritable;
    return;
  }
  const qint64 bytes = entry.sliced(first + 1, second - first - 1).toLongLong();
  found.names.append({name, kindNamed(entry.first(first)), std::max<qint64>(0, bytes)});
}

PathNames namesFrom(const QByteArray& printed) {
  PathNames found;
  const qsizetype end = printed.indexOf('\0');
  if (end < 0) return found;
  found.folder = kindNamed(printed.first(end));
  qsizetype from = end + 1;
  for (qsizetype next; (next = printed.indexOf('\0', from)) >= 0; from = next + 1)
    addName(printed.sliced(from, next - from), found);
  found.hasMore = printed.size() - end - 1 >= listedBytes || found.names.size() > namesLimit;
  std::sort(found.names.begin(), found.names.end(),
            [](const NamedPath& a, const NamedPath& b) { return a.name < b.name; });
  if (found.names.size() > namesLimit) found.names.resize(namesLimit);
  return found;
}

CommandLine shellCommand(const QString& script, const QStringList& arguments) {
  return {QStringLiteral("sh"),
          QStringList{QStringLiteral("-c"), script, QStringLiteral("sh")} + arguments};
}

}  // namespace

void describe(Section<NamedPath>& section) {
  section.field("name", &NamedPath::name);
  section.field("kind", &NamedPath::kind);
  section.field("bytes", &NamedPath::bytes);
}

void describe(Section<PathNames>& section) {
  section.field("folder", &PathNames::folder);
  section.field("names", &PathNames::names);
  section.field("more", &PathNames::hasMore);
  section.field("unwritable", &PathNames::unwritable);
}

void describe(Section<PathCount>& section) {
  section.field("kind", &PathCount::kind);
  section.field("files", &PathCount::files);
  section.field("bytes", &PathCount::bytes);
  section.field("more", &PathCount::isMore);
}

bool isPlaceOnTarget(const QString& path) {
  return path.size() <= 4096 && !path.contains(QChar(u'\0')) &&
         (path.startsWith(QLatin1Char('/')) || path == QLatin1String("~") ||
          path.startsWith(QLatin1String("~/")));
}

QCoro::Task<Result<PathNames>> namesIn(Host& host, QString folder, QString prefix,
                                       std::stop_token stop) {
  if (!isPlaceOnTarget(folder) || prefix.size() > 255 || prefix.contains(QLatin1Char('/')) ||
      prefix.contains(QChar(u'\0')))
    co_return fileError("path.refused", folder.left(200));
  const QString hidden =
      prefix.startsWith(QLatin1Char('.')) ? QStringLiteral("yes") : QStringLiteral("no");
  const QStringList words{folder, beginningPattern(prefix), prefix, hidden};
  ProgramOptions options;
  options.outputLimitBytes = 2 * listedBytes;
  CO_TRY(const auto output,
         co_await host.run(shellCommand(embeddedScript("list_names.sh"), words), std::move(options),
                           stop, QDeadlineTimer(listingTime)));
  co_return namesFrom(output.out);
}

QCoro::Task<Result<QList<PathCount>>> countPaths(Host& host, QStringList paths,
                                                 std::stop_token stop) {
  if (paths.size() > countedPathsLimit)
    co_return make_error("target.too_many_paths", {{"limit", std::int64_t{countedPathsLimit}}});
  for (const QString& path : paths)
    if (!isPlaceOnTarget(path)) co_return fileError("path.refused", path.left(200));
  if (paths.isEmpty()) co_return QList<PathCount>();
  CO_TRY(const auto output,
         co_await host.run(shellCommand(embeddedScript("count_files.sh"), paths), ProgramOptions(),
                           stop, QDeadlineTimer(countingTime)));
  QList<PathCount> counts;
  for (const QByteArray& line : output.out.split('\n')) {
    const QList<QByteArray> words = line.split(' ');
    if (words.size() != 4) continue;
    counts.append({kindNamed(words[0]), std::max<qint64>(0, words[1].toLongLong()),
                   std::max<qint64>(0, words[2].toLongLong()), words[3] != "0"});
  }
  if (counts.size() != paths.size())
    co_return make_error(
        "target.no_counts",
        {{"words", QString::fromUtf8(output.err.right(500)).simplified().toStdString()}});
  co_return counts;
}

}  // namespace trainyard
