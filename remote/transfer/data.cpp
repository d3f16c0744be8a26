// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/data.h"

#include <QDir>
#include <QFileInfo>

#include "engine/contract/messages.h"
#include "remote/transfer/file_hash.h"
#include "remote/process/in_thread.h"
#include "remote/transfer/script_there.h"
#include "remote/transfer/thread_progress.h"
#include "remote/transfer/turns.h"
#include "remote/transfer/verified_tree.h"

namespace trainyard {
namespace {

QCoro::Task<Result<HashedTree>> hashInThread(QString path, OnProgress onProgress,
                                             std::stop_token stop) {
  ThreadProgress progress(QStringLiteral("reading data"), std::move(onProgress));
  std::function<Result<HashedTree>()> work = [&progress, path, stop] {
    auto tree = hashTree(
        path, [&progress](qint64 done, qint64 total) { progress.report(done, total); }, stop);
    keepHashes();
    return tree;
  };
  co_return co_await inThread<Result<HashedTree>>(std::move(work));
}

struct Place {
  QString hash, name, folder, path;  // folder: <base>/data/<hash>; path: <folder>/<name>
};
Place placeOf(const QString& localPath, const QString& base, const HashedTree& tree) {
  Place place;
  place.hash = QString::fromLatin1(tree.hash);
  place.name = QFileInfo(localPath).fileName();
  place.folder = base + QStringLiteral("/data/") + place.hash;
  place.path = place.folder + QLatin1Char('/') + place.name;
  return place;
}

// The same content exists under another name.
constexpr const char* linkScript =
    R"(cp -al -- "$1" "$2" 2>/dev/null || { rm -rf -- "$2.part"; cp -a -- "$1" "$2.part" && mv -- "$2.part" "$2"; })";

}  // namespace

QCoro::Task<Result<DataPlan>> planData(Host& host, QString localPath, QString base,
                                       OnProgress onProgress, std::stop_token stop) {
  localPath = QDir::cleanPath(localPath);
  CO_TRY(auto tree, co_await hashInThread(localPath, std::move(onProgress), stop));
  const Place place = placeOf(localPath, base, tree);
  CO_TRY(auto there, co_await host.list(place.folder, stop));
  co_return DataPlan{place.path, tree.bytes, !there.isEmpty()};
}

QCoro::Task<Result<QString>> sendData(Host& host, QString localPath, QString base,
                                      OnProgress onProgress, std::stop_token stop) {
  localPath = QDir::cleanPath(localPath);
  CO_TRY(auto tree, co_await hashInThread(localPath, onProgress, stop));
  const Place place = placeOf(localPath, base, tree);
  CO_TRY(co_await TransferTurn::take(host, place.folder, stop));
  CO_TRY(auto there, co_await host.list(place.folder, stop));
  for (const FolderEntry& entry : there)
    if (entry.name == place.name) co_return place.path;
  for (const FolderEntry& entry : there) {
    if (entry.name.endsWith(QLatin1String(".part"))) continue;
    const QStringList arguments{place.folder + QLatin1Char('/') + entry.name, place.path};
    CO_TRY(auto linked, co_await runThere(host, QString::fromLatin1(linkScript), arguments, {},
                                          std::chrono::minutes(30), stop));
    if (linked.exitCode == 0) co_return place.path;
    co_return make_error(
        "transfer.not_linked",
        {{"path", place.path.toStdString()},
         {"said", QString::fromUtf8(linked.err.left(500)).simplified().toStdString()}});
  }
  const QString part = base + QStringLiteral("/data/") + partialName() + place.hash;
  VerifiedTree sending{QStringLiteral("data"),
                       tree.isFolder ? localPath : QFileInfo(localPath).path(),
                       tree.files,
                       part,
                       tree.isFolder ? part + QLatin1Char('/') + place.name : part,
                       part + QLatin1Char('/') + place.name,
                       place.path};
  CO_TRY(co_await sendVerified(host, std::move(sending), std::move(onProgress), stop));
  co_return place.path;
}

}  // namespace trainyard
