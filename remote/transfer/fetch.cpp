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

RsyncRequest requestFor(const QString& what, const QString& there, const QString& staging,
                        const QString& here) {
  RsyncRequest request;
  request.what = what;
  request.direction = RsyncRequest::Direction::fromTarget;
  request.source = there;
  request.destination = staging;
  request.options =
      QStringList{QStringLiteral("--no-devices"), QStringLiteral("--no-specials"),
                  QStringLiteral("--perms"), QStringLiteral("--chmod=Du=rwx,Dgo=,Fu=rw,Fgo=")};
  if (QFileInfo(here).isDir()) request.options << QStringLiteral("--link-dest=") + here;
  return request;
}

QString stagingFor(const QString& here) {
  return QFileInfo(here).path() + QStringLiteral("/.trainyard-fetch-") + QFileInfo(here).fileName();
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
QCoro::Task<Result<RsyncReport>> lookThere(Host& host, QString there, QString here,
                                           std::stop_token stop) {
  RsyncRequest request = requestFor(QStringLiteral("preview"), there, stagingFor(here), here);
  request.mode = RsyncRequest::Mode::dryRun;
  auto report = co_await runRsync(host, std::move(request), {}, stop);
  if (!report) co_return ofRsync(report.error(), there);
  co_return report;
}

// Runs in a thread: checks what was received and moves it to its destination.
Result<FetchReport> takeOver(const QString& staging, const QString& here,
                             const QByteArrayList& announced) {
  const fs::path root = nativePath(staging), place = nativePath(here);
  removePartials(root);
  FetchReport report;
  const auto check = [&]() -> Result<void> {
    TRY(checkKinds(root));
    TRY(const auto links, linksThatLeadOut(root, place));
    report.leftOut = withoutLinksThatLeadOut(root, links, announced);
    return verifyCheckpoints(root, QFileInfo(here).fileName());
  };
  if (auto good = check(); !good) {
    std::error_code ignored;
    fs::remove_all(root, ignored);
    return good.error();
  }
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

}  // namespace

QCoro::Task<Result<FetchPreview>> previewFetch(Host& host, QString there, QString here,
                                               std::stop_token stop) {
  CO_TRY(const auto report, co_await lookThere(host, there, here, stop));
  co_return FetchPreview{report.files, report.bytes};
}

QCoro::Task<Result<FetchReport>> fetchTree(Host& host, QString what, QString there, QString here,
                                           OnProgress onProgress, std::stop_token stop) {
  here = QDir::cleanPath(here);
  const QString staging = stagingFor(here), folder = QFileInfo(here).path();
  CO_TRY(const auto turn, co_await TransferTurn::take(host, staging, stop));
  std::error_code ignored;
  if (const fs::path root = nativePath(staging);
      fs::exists(fs::symlink_status(root, ignored)) && !isHarmless(root, nativePath(here)))
    fs::remove_all(root, ignored);
  CO_TRY(ensureFolder(folder));
  CO_TRY(const auto preview, co_await lookThere(host, there, here, stop));
  CO_TRY(checkRoom(there, folder, preview.bytes));
  RsyncRequest request = requestFor(what, there, staging, here);
  // Versions before 3.4 check links only by their text: they are checked again below.
  request.options << QStringLiteral("--safe-links");
  request.bytesTotal = preview.bytes;
  const qint64 limit = preview.bytes + preview.bytes / 4 + slackBytes;
  auto fetched = co_await runLimited(host, std::move(request), limit, std::move(onProgress), stop);
  if (!fetched) co_return ofRsync(fetched.error(), there);
  std::function<Result<FetchReport>()> finish = [staging, here, links = preview.links] {
    return takeOver(staging, here, links);
  };
  co_return co_await inThread<Result<FetchReport>>(std::move(finish));
}

}  // namespace trainyard
