#include "remote/transfer/mirror.h"

#include <QFileInfo>

#include "remote/transfer/rsync.h"
#include "remote/transfer/script_there.h"

namespace trainyard {
namespace {

Error refused(const QString& destination, const QString& why) {
  return Error{"mirror.refused", {{"path", destination.toStdString()}}, (destination + QStringLiteral(" is not mirrored into: ") + why).toStdString(), ExitCode::invalid_input};
}

// $1: the folder, $2: the marker's name, $3: "make" or "look". Prints the real path, or "refused <why>".
constexpr const char* guardScript = R"sh(no() { printf 'refused %s\n' "$1"; exit 0; }
if [ -L "$1" ]; then no 'it is a link; name the folder itself'; fi
if [ ! -e "$1" ]; then
  if [ "$3" = look ]; then printf 'new %s\n' "$1"; exit 0; fi
  mkdir -p -- "$1" || exit 3
fi
[ -d "$1" ] || no 'it is no folder'
real=$(cd "$1" && pwd -P) || exit 3
[ "$1" -ef "$real" ] || no 'it is not the same folder each time it is looked at'
parts=$(printf '%s' "$real" | tr -dc / | wc -c)
[ "$parts" -ge 3 ] || no "its real path $real has less than three parts"
home=$(cd ~ 2>/dev/null && pwd -P)
case "$home/" in "$real"/*) no 'it is the home folder or holds it';; esac
for name in "$SCRATCH" "$WORK" "$PROJECT"; do
  if [ -n "$name" ] && [ "$(cd "$name" 2>/dev/null && pwd -P)" = "$real" ]; then no 'it is the root of a storage space'; fi
done
if mountpoint -q "$real" 2>/dev/null || [ "$(stat -c %d "$real")" != "$(stat -c %d "$real/..")" ]; then no 'it is a mount point'; fi
if [ -L "$real/$2" ] || [ ! -f "$real/$2" ]; then
  if [ -n "$(ls -A "$real")" ]; then no "it holds files and no $2, so it is not ours"; fi
  if [ "$3" = make ]; then printf 'Files here that the source has not are deleted by yard sync.\n' >"$real/$2" || exit 3; fi
fi
printf 'good %s\n' "$real")sh";

QString real(const QString& path) {
  const QString canonical = QFileInfo(path).canonicalFilePath();
  return (canonical.isEmpty() ? path : canonical) + QLatin1Char('/');
}

// Whether there is a folder to compare with: "new" has none yet.
struct Guarded {
  QString path;
  bool isNew = false;
};

QCoro::Task<Result<Guarded>> guard(Host& host, QString source, const QByteArrayList& files, QString destination, const char* mode, std::stop_token stop) {
  if (files.isEmpty()) co_return Error{"mirror.empty", {{"path", source.toStdString()}}, source.toStdString() + " has no files to mirror; an empty folder would delete all", ExitCode::invalid_input};
  if (!QFileInfo(source).isDir()) co_return refused(destination, source + QStringLiteral(" is no folder"));
  if (!destination.startsWith(QLatin1Char('/')) || destination.split(QLatin1Char('/')).contains(QLatin1String(".."))) co_return refused(destination, QStringLiteral("its path is not absolute or holds .."));
  auto shell = co_await host.remoteShell(stop);
  if (!shell) co_return shell.error();
  if (!*shell) {  // one file system
    const QString from = real(source), to = real(destination);
    if (from.startsWith(to) || to.startsWith(from)) co_return refused(destination, QStringLiteral("it holds the source or is in it"));
  }
  const QStringList arguments{destination, QLatin1String(mirrorMarkerName), QLatin1String(mode)};
  auto said = co_await runThere(host, QString::fromLatin1(guardScript), arguments, {}, std::chrono::seconds(60), stop);
  if (!said) co_return said.error();
  const QString line = QString::fromUtf8(said->out).trimmed();
  if (said->exitCode == 0 && line.startsWith(QLatin1String("good "))) co_return Guarded{line.mid(5), false};
  if (said->exitCode == 0 && line.startsWith(QLatin1String("new "))) co_return Guarded{line.mid(4), true};
  if (line.startsWith(QLatin1String("refused "))) co_return refused(destination, line.mid(8));
  co_return refused(destination, QStringLiteral("it cannot be looked at: ") + QString::fromUtf8(said->err.left(300)).simplified());
}

RsyncRequest requestFor(QString source, QByteArrayList files, QString destination) {
  RsyncRequest request;
  request.what = QStringLiteral("mirror");
  request.source = std::move(source);
  request.destination = std::move(destination);
  request.files = std::move(files);
  request.surplus = RsyncRequest::Surplus::isDeleted;
  request.options = QStringList{QStringLiteral("--perms")};
  return request;
}

}  // namespace

QCoro::Task<Result<MirrorPreview>> previewMirror(Host& host, QString source, QByteArrayList files, QString destination, std::stop_token stop) {
  auto guarded = co_await guard(host, source, files, destination, "look", stop);
  if (!guarded) co_return guarded.error();
  MirrorPreview preview;
  if (guarded->isNew) {
    for (const QByteArray& file : files) preview.bytes += QFileInfo(source + QLatin1Char('/') + QFile::decodeName(file)).size();
    preview.files = files.size();
    co_return preview;
  }
  RsyncRequest request = requestFor(source, files, guarded->path);
  request.mode = RsyncRequest::Mode::dryRun;
  auto report = co_await runRsync(host, std::move(request), {}, stop);
  if (!report) co_return report.error();
  preview.files = report->files;
  preview.bytes = report->bytes;
  preview.deleted = report->deleted;
  co_return preview;
}

QCoro::Task<Result<void>> mirrorFolder(Host& host, QString source, QByteArrayList files, QString destination, qsizetype deletions, OnProgress onProgress,
                                       std::stop_token stop) {
  auto guarded = co_await guard(host, source, files, destination, "make", stop);
  if (!guarded) co_return guarded.error();
  RsyncRequest request = requestFor(source, files, guarded->path);
  // rsync takes 0 as "none" since 3.0, and counts folders too.
  request.options << QStringLiteral("--max-delete=%1").arg(deletions);
  auto report = co_await runRsync(host, std::move(request), std::move(onProgress), stop);
  if (!report) co_return report.error();
  co_return {};
}

}  // namespace trainyard
