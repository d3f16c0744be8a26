// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/fetch.h"

#include <filesystem>
#include <vector>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "engine/contract/run/checkpoint_manifest.h"
#include "engine/contract/messages.h"
#include "engine/contract/run/run_folder.h"
#include "remote/host/places.h"
#include "remote/process/waiter.h"
#include "remote/process/in_thread.h"
#include "remote/process/native_path.h"
#include "remote/transfer/place_tree.h"
#include "remote/transfer/rsync.h"
#include "remote/transfer/turns.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

constexpr qint64 maxFiles = 1000000, slackBytes = 64LL << 20;

Error fetchError(const char* code, Map arguments = {}) {
  return make_error(code, std::move(arguments));
}

// From where to where; all paths are absolute.
struct FetchWay {
  QString there;    // the folder that rsync reads
  QString staging;  // where it arrives
  QString here;     // the folder that gets its content
  // Of a single file in `there`: its name, and the one that it gets.
  QString name{}, newName{};

  bool isFile() const { return !name.isEmpty(); }
  QString source() const { return isFile() ? there + QLatin1Char('/') + name : there; }
};

RsyncRequest requestFor(const QString& what, const FetchWay& way) {
  RsyncRequest request;
  request.what = what;
  request.direction = RsyncRequest::Direction::fromTarget;
  request.source = way.there;
  request.destination = way.staging;
  request.options =
      QStringList{QStringLiteral("--no-devices"), QStringLiteral("--no-specials"),
                  QStringLiteral("--perms"), QStringLiteral("--chmod=Du=rwx,Dgo=,Fu=rw,Fgo=")};
  if (way.isFile())
    request.files = QByteArrayList{QFile::encodeName(way.name)};
  else if (QFileInfo(way.here).isDir())
    request.options << QStringLiteral("--link-dest=") + way.here;
  return request;
}

QString stagingFor(const QString& here) {
  return QFileInfo(here).path() + QStringLiteral("/.trainyard-fetch-") + QFileInfo(here).fileName();
}

FetchWay wayOfTree(const QString& there, const QString& here) {
  return {there, stagingFor(here), here};
}

FetchWay wayOfFile(const QString& there, const QString& here) {
  const QFileInfo file(there), place(here);
  return {file.path(), stagingFor(here), place.path(), file.fileName(), place.fileName()};
}

// Only files, folders and links, and not too many of them.
Result<void> checkKinds(const fs::path& root) {
  std::error_code problem;
  qint64 files = 0;
  for (fs::recursive_directory_iterator entry(root, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    if (!entry->is_symlink() && !entry->is_regular_file() && !entry->is_directory())
      return fetchError("fetch.unsafe",
                        {{"path", entry->path().lexically_relative(root).string()}});
    if (++files > maxFiles)
      return fetchError("fetch.too_many_files", {{"limit", std::int64_t{maxFiles}}});
  }
  if (!problem) return {};
  return fetchError("fetch.unreadable", {{"path", root.string()}, {"problem", problem.message()}});
}

// The files of an earlier fetch are only reused if they are safe.
bool isHarmless(const fs::path& root, const fs::path& here) {
  std::error_code ignored;
  if (fs::is_symlink(root, ignored) || !checkKinds(root)) return false;
  const auto links = linksThatLeadOut(root, here);
  return links && links->empty();
}

// The target's links that are not taken over, relative to the folder.
QStringList withoutLinksThatLeadOut(const fs::path& root, const std::vector<fs::path>& links,
                                    const QByteArrayList& announced) {
  std::error_code ignored;
  QStringList leftOut;
  for (const fs::path& link : links) {
    fs::remove(root / link, ignored);
    leftOut << shownPath(link);
  }
  for (const QByteArray& name : announced) {
    const fs::path link(name.toStdString());
    if (!fs::is_symlink(fs::symlink_status(root / link, ignored))) leftOut << shownPath(link);
  }
  leftOut.removeDuplicates();
  return leftOut;
}

Result<void> verifyCheckpoints(const fs::path& root, const QString& name) {
  std::error_code problem;
  std::vector<fs::path> checkpoints;
  if (checkpoint_step(nativePath(name))) checkpoints.push_back(root);
  for (fs::recursive_directory_iterator entry(root, problem), end; !problem && entry != end;
       entry.increment(problem))
    if (entry->is_directory() && !entry->is_symlink() && checkpoint_step(entry->path()))
      checkpoints.push_back(entry->path());
  for (const fs::path& checkpoint : checkpoints)
    if (auto good = verify_manifest(checkpoint); !good) return good;
  return {};
}

void removePartials(const fs::path& root) {
  std::error_code problem;
  std::vector<fs::path> partials;
  for (fs::recursive_directory_iterator entry(root, problem), end; !problem && entry != end;
       entry.increment(problem))
    if (entry->path().filename() == partialFolderName) partials.push_back(entry->path());
  for (const fs::path& partial : partials) fs::remove_all(partial, problem);
}

Error ofRsync(const Error& error, const QString& there) {
  if (error.code != "transfer.no_source") return error;
  return fetchError("fetch.nothing", {{"path", there.toStdString()}});
}

// Stops the transfer if more arrives than was announced.
QCoro::Task<Result<RsyncReport>> runLimited(Host& host, RsyncRequest request, qint64 limitBytes,
                                            OnProgress onProgress, std::stop_token stop) {
  std::stop_source tooMuch;
  const std::stop_callback passOn(stop, [&tooMuch] { tooMuch.request_stop(); });
  OnProgress watch = [&](const TransferProgress& progress) {
    if (progress.bytesDone > limitBytes) tooMuch.request_stop();
    if (onProgress) onProgress(progress);
  };
  auto report = co_await runRsync(host, std::move(request), std::move(watch), tooMuch.get_token());
  if (!report && tooMuch.stop_requested() && !stop.stop_requested())
    co_return fetchError("fetch.more_than_announced");
  co_return report;
}

// What would be transferred, including all links on the target, so that nothing may be written
// according to it.
QCoro::Task<Result<RsyncReport>> lookThere(Host& host, FetchWay way, std::stop_token stop) {
  RsyncRequest request = requestFor(QStringLiteral("preview"), way);
  request.mode = RsyncRequest::Mode::dryRun;
  auto report = co_await runRsync(host, std::move(request), {}, stop);
  if (!report) co_return ofRsync(report.error(), way.source());
  co_return report;
}

// Runs in a thread: checks what was received and moves it to its destination.
Result<FetchReport> takeOver(const FetchWay& way, const QByteArrayList& announced) {
  const fs::path root = nativePath(way.staging), place = nativePath(way.here);
  removePartials(root);
  FetchReport report;
  const auto check = [&]() -> Result<void> {
    TRY(checkKinds(root));
    TRY(const auto links, linksThatLeadOut(root, place));
    report.leftOut = withoutLinksThatLeadOut(root, links, announced);
    return verifyCheckpoints(root, way.isFile() ? QString() : QFileInfo(way.here).fileName());
  };
  std::error_code problem;
  if (auto good = check(); !good) {
    fs::remove_all(root, problem);
    return good.error();
  }
  if (way.isFile())
    fs::rename(root / nativePath(way.name), root / nativePath(way.newName), problem);
  if (problem) return fetchError("fetch.nothing", {{"path", way.source().toStdString()}});
  TRY(placeTree(root, place));
  return report;
}

// Error "fetch.too_large".
Result<void> checkRoom(const QString& there, const QString& folder, qint64 bytes) {
  // Qt reads the table of mounts, which does not work in a chroot.
  std::error_code unknown;
  const auto room = static_cast<qint64>(fs::space(nativePath(folder), unknown).available);
  if (unknown || bytes <= room) return {};
  return fetchError("fetch.too_large", {{"path", there.toStdString()},
                                        {"size", bytesText(bytes).toStdString()},
                                        {"free", bytesText(room).toStdString()},
                                        {"folder", folder.toStdString()}});
}

QCoro::Task<Result<FetchReport>> fetchBy(Host& host, QString what, FetchWay way,
                                         OnProgress onProgress, std::stop_token stop) {
  const QString folder = QFileInfo(way.staging).path();
  CO_TRY(const auto turn, co_await TransferTurn::take(host, way.staging, stop));
  std::error_code ignored;
  if (const fs::path root = nativePath(way.staging);
      fs::exists(fs::symlink_status(root, ignored)) && !isHarmless(root, nativePath(way.here)))
    fs::remove_all(root, ignored);
  CO_TRY(ensureFolder(folder));
  CO_TRY(const auto preview, co_await lookThere(host, way, stop));
  CO_TRY(checkRoom(way.source(), folder, preview.bytes));
  RsyncRequest request = requestFor(what, way);
  // Versions before 3.4 check links only by their text: they are checked again below.
  request.options << QStringLiteral("--safe-links");
  request.bytesTotal = preview.bytes;
  const qint64 limit = preview.bytes + preview.bytes / 4 + slackBytes;
  auto fetched = co_await runLimited(host, std::move(request), limit, std::move(onProgress), stop);
  if (!fetched) co_return ofRsync(fetched.error(), way.source());
  std::function<Result<FetchReport>()> finish = [way, links = preview.links] {
    return takeOver(way, links);
  };
  co_return co_await inThread<Result<FetchReport>>(std::move(finish));
}

}  // namespace

QCoro::Task<Result<FetchPreview>> previewFetch(Host& host, QString there, QString here,
                                               std::stop_token stop) {
  CO_TRY(const auto report, co_await lookThere(host, wayOfTree(there, here), stop));
  co_return FetchPreview{report.files, report.bytes};
}

QCoro::Task<Result<FetchReport>> fetchTree(Host& host, QString what, QString there, QString here,
                                           OnProgress onProgress, std::stop_token stop) {
  FetchWay way = wayOfTree(there, QDir::cleanPath(here));
  return fetchBy(host, std::move(what), std::move(way), std::move(onProgress), std::move(stop));
}

QCoro::Task<Result<FetchReport>> fetchFile(Host& host, QString what, QString there, QString here,
                                           OnProgress onProgress, std::stop_token stop) {
  FetchWay way = wayOfFile(there, QDir::cleanPath(here));
  return fetchBy(host, std::move(what), std::move(way), std::move(onProgress), std::move(stop));
}

}  // namespace trainyard
