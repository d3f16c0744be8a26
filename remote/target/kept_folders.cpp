// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/target/kept_folders.h"

#include <QHash>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

constexpr std::chrono::minutes findTime(10);
constexpr qint64 mostBytes = 32 << 20;

// Prints zero-terminated records: "f" or "r" (a run) with time and name; "u" with who uses what;
// "s" with kibibytes and name. Hard links between runs are counted once, as du does.
constexpr const char* keptScript = R"SH(
cd -- "$1" 2>/dev/null || exit 3
newest() { stat -c %Y -- "$@" 2>/dev/null | sort -n | tail -n 1; }
uses() {
  cat -- "$2" "$3" 2>/dev/null | grep -aoE '(engine|data)/[A-Za-z0-9._-]+' | sort -u |
    while read -r r; do printf 'u%s\0%s\0' "$1" "$r"; done
}
set --
for n in *; do
  [ -d "$n" ] && [ ! -L "$n" ] && [ -f "$n/run.json" ] || continue
  printf 'r%s\0%s\0' "$(newest "$n" "$n/run.json" "$n/attempts" "$n"/attempts/*/events.jsonl)" "$n"
  uses "$n" "$n/job.sh" "$n/resolved.yaml"
  set -- "$@" "$n"
done
for n in engine/* data/* .partial-* engine/.partial-* data/.partial-*; do
  [ -d "$n" ] && [ ! -L "$n" ] || continue
  printf 'f%s\0%s\0' "$(newest "$n")" "$n"
  set -- "$@" "$n"
  [ ! -f "$n/engine" ] || head -c 65536 -- "$n/engine" | grep -aoE 'torch-[A-Za-z0-9._-]+' |
    sort -u | while read -r r; do printf 'u%s\0engine/%s\0' "$n" "$r"; done
done
[ -n "$MEASURE" ] && [ "$#" -gt 0 ] || exit 0
timeout 300 du -sk0 -- "$@" 2>/dev/null |
  tr '\0' '\n' | while read -r k n; do printf 's%s\0%s\0' "$k" "$n"; done
)SH";

FoundFolders foldersFrom(const QByteArray& printed) {
  FoundFolders found;
  QHash<QString, qint64> sizes;
  const QByteArrayList parts = printed.split('\0');
  for (qsizetype i = 0; i + 1 < parts.size(); i += 2) {
    const char kind = parts[i].isEmpty() ? '\0' : parts[i].front();
    const QByteArray first = parts[i].mid(1);
    const QString second = QString::fromUtf8(parts[i + 1]);
    if (kind == 'u')
      found.uses.insert(QString::fromUtf8(first), second);
    else if (kind == 's')
      sizes.insert(second, first.toLongLong() * 1024);
    else if (kind == 'f' || kind == 'r')
      found.folders.append({second, first.toDouble(), kind == 'r', {}});
  }
  for (FoundFolder& folder : found.folders)
    if (const auto size = sizes.constFind(folder.name); size != sizes.constEnd())
      folder.bytes = *size;
  return found;
}

}  // namespace

QCoro::Task<Result<FoundFolders>> findKeptFolders(Host& host, QString base, Measure measure,
                                                  std::stop_token stop) {
  const QString measuring =
      measure == Measure::yes ? QStringLiteral("MEASURE=yes\n") : QStringLiteral("MEASURE=\n");
  CommandLine command{
      QStringLiteral("sh"),
      {QStringLiteral("-c"), measuring + QLatin1String(keptScript), QStringLiteral("sh"), base}};
  ProgramOptions options;
  options.outputLimitBytes = mostBytes;
  CO_TRY(const auto output,
         co_await host.run(std::move(command), std::move(options), stop, QDeadlineTimer(findTime)));
  if (output.exitCode == 3)
    co_return make_error("files.missing", {{"path", base.toStdString()}, {"folder", "/"}});
  co_return foldersFrom(output.out);
}

}  // namespace trainyard
