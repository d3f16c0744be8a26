#include "remote/transfer/fetch.h"

#include <filesystem>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "engine/contract/checkpoint_manifest.h"
#include "engine/contract/run_folder.h"
#include "remote/process/waiter.h"
#include "remote/transfer/in_thread.h"
#include "remote/transfer/rsync.h"
#include "remote/transfer/turns.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

constexpr qint64 mostFiles = 1000000, slackBytes = 64LL << 20;

fs::path native(const QString& path) { return fs::path(QFile::encodeName(path).toStdString()); }
QString shown(const fs::path& path) {
  return QFile::decodeName(QByteArray::fromStdString(path.native()));
}

Error fetchError(const char* code, const QString& message) {
  return Error{code, {}, message.toStdString(), ExitCode::environment};
}

RsyncRequest requestFor(const QString& what, const QString& there, const QString& staging,
                        const QString& here) {
  RsyncRequest request;
  request.what = what;
  request.direction = RsyncRequest::Direction::fromTarget;
  request.source = there;
  request.destination = staging;
  request.options = QStringList{QStringLiteral("--safe-links"), QStringLiteral("--no-devices"),
                                QStringLiteral("--no-specials"), QStringLiteral("--perms"),
                                QStringLiteral("--chmod=Du=rwx,Dgo=,Fu=rw,Fgo=")};
  if (QFileInfo(here).isDir()) request.options << QStringLiteral("--link-dest=") + here;
  return request;
}

QString stagingFor(const QString& here) {
  return QFileInfo(here).path() + QStringLiteral("/.trainyard-fetch-") + QFileInfo(here).fileName();
}

// All that is there stays inside and is a file, a folder or a link.
Result<void> checkInside(const fs::path& root, qint64 limitBytes) {
  std::error_code problem;
  qint64 files = 0, bytes = 0;
  for (fs::recursive_directory_iterator entry(root, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const fs::path relative = entry->path().lexically_relative(root);
    const auto unsafe = [&](const QString& what) {
      return fetchError(
          "fetch.unsafe",
          QStringLiteral("the target's %1 %2; nothing was taken over").arg(shown(relative), what));
    };
    if (entry->is_symlink()) {
      const fs::path target = fs::read_symlink(entry->path(), problem);
      const fs::path leads = (relative.parent_path() / target).lexically_normal();
      if (target.is_absolute() || (!leads.empty() && *leads.begin() == ".."))
        return unsafe(QStringLiteral("is a link that leads out of its folder"));
    } else if (entry->is_regular_file()) {
      bytes += static_cast<qint64>(entry->file_size(problem));
    } else if (!entry->is_directory()) {
      return unsafe(QStringLiteral("is neither file nor folder"));
    }
    if (++files > mostFiles)
      return fetchError("fetch.too_large",
                        QStringLiteral("the target's folder holds more than a million files; fetch "
                                       "a part of it with rsync"));
  }
  if (problem)
    return fetchError("fetch.unsafe",
                      QStringLiteral("%1 cannot be read whole: %2")
                          .arg(shown(root), QString::fromStdString(problem.message())));
  if (limitBytes > 0 && bytes > limitBytes)
    return fetchError(
        "fetch.too_large",
        QStringLiteral("the target sent %1, more than it had announced; nothing was taken over")
            .arg(bytesText(bytes)));
  return {};
}

Result<void> verifyCheckpoints(const fs::path& root, const QString& name) {
  std::error_code problem;
  std::vector<fs::path> checkpoints;
  if (checkpoint_step(native(name))) checkpoints.push_back(root);
  for (fs::recursive_directory_iterator entry(root, problem), end; !problem && entry != end;
       entry.increment(problem))
    if (entry->is_directory() && !entry->is_symlink() && checkpoint_step(entry->path()))
      checkpoints.push_back(entry->path());
  for (const fs::path& checkpoint : checkpoints)
    if (auto good = verify_manifest(checkpoint); !good) return good;
  return {};
}

// One file into its place, replacing one of the same name.
std::error_code moveFile(const fs::path& from, const fs::path& to) {
  std::error_code problem;
  fs::create_directories(to.parent_path(), problem);
  if (problem) return problem;
  if (fs::equivalent(from, to, problem)) return {};  // linked to what was fetched earlier
  fs::rename(from, to, problem);
  if (problem != std::errc::cross_device_link) return problem;
  const fs::path beside = to.parent_path() / (to.filename().native() + ".part");
  fs::copy(from, beside, fs::copy_options::copy_symlinks | fs::copy_options::overwrite_existing,
           problem);
  if (!problem) fs::rename(beside, to, problem);
  return problem;
}

Result<void> moveInto(const fs::path& staging, const fs::path& here) {
  std::error_code problem;
  if (!fs::exists(fs::symlink_status(here))) {
    fs::rename(staging, here, problem);
    if (!problem) return {};
  } else {
    for (fs::recursive_directory_iterator entry(staging, problem), end; !problem && entry != end;
         entry.increment(problem)) {
      if (entry->is_directory() && !entry->is_symlink()) continue;
      if (const std::error_code failed =
              moveFile(entry->path(), here / entry->path().lexically_relative(staging))) {
        problem = failed;
        break;
      }
    }
    std::error_code ignored;
    if (!problem) fs::remove_all(staging, ignored);
  }
  if (!problem) return {};
  return fetchError(
      "fetch.not_placed",
      QStringLiteral("what was fetched could not be put into %1 (%2); it is in %3")
          .arg(shown(here), QString::fromStdString(problem.message()), shown(staging)));
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
  if (error.message.find("change_dir") != std::string::npos &&
      error.message.find("No such file") != std::string::npos)
    return fetchError("fetch.nothing",
                      QStringLiteral("there is no %1 on the target (yet)").arg(there));
  return error;
}

// Stops the transfer when more comes than was announced.
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
    co_return fetchError(
        "fetch.too_large",
        QStringLiteral("the target sends more than it had announced; nothing was taken over"));
  co_return report;
}

}  // namespace

QCoro::Task<Result<FetchPreview>> previewFetch(Host& host, QString there, QString here,
                                               std::stop_token stop) {
  RsyncRequest request = requestFor(QStringLiteral("preview"), there, stagingFor(here), here);
  request.mode = RsyncRequest::Mode::dryRun;
  auto report = co_await runRsync(host, std::move(request), {}, stop);
  if (!report) co_return ofRsync(report.error(), there);
  co_return FetchPreview{report->files, report->bytes};
}

QCoro::Task<Result<void>> fetchTree(Host& host, QString what, QString there, QString here,
                                    OnProgress onProgress, std::stop_token stop) {
  here = QDir::cleanPath(here);
  const QString staging = stagingFor(here);
  const fs::path root = native(staging);
  auto turn = co_await TransferTurn::take(host, staging, stop);
  if (!turn) co_return turn.error();
  std::error_code ignored;
  // What an earlier fetch left is only gone on with when it is harmless.
  if (fs::is_symlink(root, ignored) || (fs::exists(root, ignored) && !checkInside(root, 0)))
    fs::remove_all(root, ignored);
  if (!QDir().mkpath(QFileInfo(here).path()))
    co_return fetchError(
        "fetch.not_placed",
        QFileInfo(here).path() + QStringLiteral(" could not be made on this computer"));
  auto preview = co_await previewFetch(host, there, here, stop);
  if (!preview) co_return preview.error();
  // Qt asks the table of mounts, which knows nothing of a chroot.
  const auto room =
      static_cast<qint64>(fs::space(native(QFileInfo(here).path()), ignored).available);
  if (!ignored && preview->bytes > room)
    co_return fetchError("fetch.too_large", QStringLiteral("%1 takes %2, and %3 are free in %4")
                                                .arg(there, bytesText(preview->bytes),
                                                     bytesText(room), QFileInfo(here).path()));
  RsyncRequest request = requestFor(what, there, staging, here);
  request.bytesTotal = preview->bytes;
  const qint64 limit = preview->bytes + preview->bytes / 4 + slackBytes;
  auto fetched = co_await runLimited(host, std::move(request), limit, std::move(onProgress), stop);
  if (!fetched) co_return ofRsync(fetched.error(), there);
  std::function<Result<void>()> finish = [root, here] {
    removePartials(root);
    auto good = checkInside(root, 0);
    if (good) good = verifyCheckpoints(root, QFileInfo(here).fileName());
    if (good) return moveInto(root, native(here));
    std::error_code removed;
    fs::remove_all(root, removed);
    return good;
  };
  co_return co_await inThread<Result<void>>(std::move(finish));
}

}  // namespace trainyard
