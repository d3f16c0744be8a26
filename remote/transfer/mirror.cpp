// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/mirror.h"

#include <algorithm>
#include <filesystem>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "engine/contract/messages.h"
#include "remote/transfer/rsync.h"
#include "remote/transfer/script_there.h"
#include "remote/transfer/turns.h"

namespace trainyard {
namespace {

// `why`: a code of the group "mirror".
Error refused(const QString& destination, const char* why, Map arguments = {}) {
  return make_error("mirror.refused",
                    {{"path", destination.toStdString()},
                     {"why", as_argument(make_error(why, std::move(arguments)))}});
}

// $1: the folder, $2: the marker's name, $3: "make" or "look", $4: the real path of the source if
// it is on the same file system, else empty. Prints "good" or "new" with the real path, or "refused
// <code> <name>", the code without its group. Nothing is created before everything is checked.
constexpr const char* guardScript = R"sh(no() { printf 'refused %s %s\n' "$1" "${2-}"; exit 0; }
home=$(cd ~ 2>/dev/null && pwd -P)
case "$1" in "~/"*) set -- "$home/${1#??}" "$2" "$3" "$4";; esac
if [ -L "$1" ]; then no link; fi
there=$1
while [ ! -e "$there" ] && [ ! -L "$there" ]; do there=${there%/*}; there=${there:-/}; done
if [ ! -d "$there" ]; then no no_folder "$there"; fi
real=$(cd "$there" 2>/dev/null && pwd -P) || no closed "$there"
real=${real%/}${1#"${there%/}"}
parts=$(printf '%s' "$real" | tr -dc / | wc -c)
[ "$parts" -ge 3 ] || no short_path "$real"
case "$home/" in "$real"/*) no home;; esac
for name in "$SCRATCH" "$WORK" "$PROJECT"; do
  if [ -n "$name" ] && [ "$(cd "$name" 2>/dev/null && pwd -P)" = "$real" ]; then no storage_root; fi
done
if [ -n "$4" ]; then case "$real/" in "$4"/*) no in_source;; esac; case "$4/" in "$real"/*) no holds_source;; esac; fi
if [ ! -e "$1" ]; then
  if [ "$3" = look ]; then printf 'new %s\n' "$real"; exit 0; fi
  mkdir -p -- "$1" || exit 3
fi
[ "$1" -ef "$real" ] || no changing
if mountpoint -q "$real" 2>/dev/null || [ "$(stat -c %d "$real")" != "$(stat -c %d "$real/..")" ]; then no mount_point; fi
if [ -L "$real/$2" ] || [ ! -f "$real/$2" ]; then
  names=$(ls -A "$real") || no unlisted
  if [ -n "$names" ]; then no not_ours "$2"; fi
  if [ "$3" = make ]; then printf 'Files here that the source has not are deleted by yard sync.\n' >"$real/$2" || exit 3; fi
fi
printf 'good %s\n' "$real")sh";

// Whether there is a folder to compare with: "new" has none yet.
struct Guarded {
  QString path;
  bool isNew = false;
};

// A mirror is made from a source: a source inside a mirror would lose its own files.
QString mirrorAround(const QString& source) {
  std::error_code ignored;
  for (auto folder = std::filesystem::path(
           QFile::encodeName(QFileInfo(source).canonicalFilePath()).toStdString());
       folder.has_relative_path(); folder = folder.parent_path())
    if (std::filesystem::exists(
            std::filesystem::symlink_status(folder / mirrorMarkerName, ignored)))
      return QFile::decodeName(QByteArray::fromStdString(folder.native()));
  return {};
}

bool isUsable(const QString& destination) {
  const bool isWhole =
      destination.startsWith(QLatin1Char('/')) || destination.startsWith(QLatin1String("~/"));
  const bool isPlain = std::none_of(destination.begin(), destination.end(),
                                    [](QChar c) { return c.unicode() < 0x20; });
  return isWhole && isPlain && !destination.split(QLatin1Char('/')).contains(QLatin1String(".."));
}

enum class Look { only, andMake };

QCoro::Task<Result<Guarded>> guard(Host& host, MirrorRequest request, Look look,
                                   std::stop_token stop) {
  const QString& source = request.source;
  const QString& destination = request.destination;
  if (request.files.isEmpty())
    co_return make_error("mirror.empty", {{"path", source.toStdString()}});
  if (!QFileInfo(source).isDir())
    co_return refused(destination, "mirror.no_folder", {{"name", source.toStdString()}});
  if (!isUsable(destination)) co_return refused(destination, "mirror.no_path");
  if (const QString mirror = mirrorAround(source); !mirror.isEmpty())
    co_return refused(destination, "mirror.in_mirror",
                      {{"source", source.toStdString()}, {"name", mirror.toStdString()}});
  CO_TRY(auto shell, co_await host.remoteShell(stop));
  const bool isOneFileSystem = !shell;
  const QStringList arguments{QDir::cleanPath(destination), QLatin1String(mirrorMarkerName),
                              look == Look::only ? QStringLiteral("look") : QStringLiteral("make"),
                              isOneFileSystem ? QFileInfo(source).canonicalFilePath() : QString()};
  CO_TRY(auto said, co_await runThere(host, QString::fromLatin1(guardScript), arguments, {},
                                      std::chrono::seconds(60), stop));
  const QByteArray line = said.out.endsWith('\n') ? said.out.chopped(1) : said.out;
  if (line.startsWith("refused ")) {
    const QByteArray code = "mirror." + line.split(' ')[1];
    const QByteArray name = line.mid(8 + code.size() - 7 + 1);
    co_return refused(destination, code.constData(),
                      {{"name", QString::fromUtf8(name).toStdString()}});
  }
  const bool isNew = line.startsWith("new ");
  if (said.exitCode == 0 && (isNew || line.startsWith("good "))) {
    const QByteArray path = line.mid(isNew ? 4 : 5);
    if (QFile::encodeName(QFile::decodeName(path)) != path)
      co_return refused(destination, "mirror.not_utf8");
    co_return Guarded{QFile::decodeName(path), isNew};
  }
  co_return refused(destination, "mirror.unseen",
                    {{"name", QString::fromUtf8(said.err.left(300)).simplified().toStdString()}});
}

RsyncRequest rsyncRequest(MirrorRequest request, QString folder, RsyncRequest::Surplus surplus) {
  RsyncRequest made;
  made.what = QStringLiteral("mirror");
  made.source = std::move(request.source);
  made.destination = std::move(folder);
  made.files = std::move(request.files);
  made.surplus = surplus;
  made.options = QStringList{QStringLiteral("--perms")};
  return made;
}

}  // namespace

QCoro::Task<Result<MirrorPreview>> previewMirror(Host& host, MirrorRequest request,
                                                 std::stop_token stop) {
  CO_TRY(auto guarded, co_await guard(host, request, Look::only, stop));
  MirrorPreview preview;
  preview.folder = guarded.path;
  if (guarded.isNew) {
    for (const QByteArray& file : request.files)
      if (const QFileInfo info(request.source + QLatin1Char('/') + QFile::decodeName(file));
          !info.isSymLink())
        preview.bytes += info.size();
    preview.files = request.files.size();
    co_return preview;
  }
  RsyncRequest rsync =
      rsyncRequest(std::move(request), guarded.path, RsyncRequest::Surplus::isDeleted);
  rsync.mode = RsyncRequest::Mode::dryRun;
  CO_TRY(auto report, co_await runRsync(host, std::move(rsync), {}, stop));
  preview.files = report.files;
  preview.bytes = report.bytes;
  preview.surplus = report.deleted;
  co_return preview;
}

QCoro::Task<Result<QString>> mirrorFolder(Host& host, MirrorRequest request,
                                          std::optional<qsizetype> deletions, OnProgress onProgress,
                                          std::stop_token stop) {
  CO_TRY(auto guarded, co_await guard(host, request, Look::andMake, stop));
  CO_TRY(co_await TransferTurn::take(host, guarded.path, stop));
  RsyncRequest rsync =
      rsyncRequest(std::move(request), guarded.path,
                   deletions ? RsyncRequest::Surplus::isDeleted : RsyncRequest::Surplus::stays);
  // rsync interprets 0 as "none" since 3.0, and counts folders too.
  if (deletions) rsync.options << QStringLiteral("--max-delete=%1").arg(*deletions);
  CO_TRY(co_await runRsync(host, std::move(rsync), std::move(onProgress), stop));
  co_return QString(guarded.path);
}

}  // namespace trainyard
