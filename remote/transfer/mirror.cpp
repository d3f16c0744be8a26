// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/mirror.h"

#include <algorithm>
#include <filesystem>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "engine/contract/messages.h"
#include "remote/process/embedded_script.h"
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
  CO_TRY(auto said, co_await runThere(host, embeddedScript("guard_mirror.sh"), arguments, {},
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
