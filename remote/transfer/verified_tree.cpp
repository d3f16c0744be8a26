// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/verified_tree.h"

#include <QCryptographicHash>
#include <QSysInfo>

#include "engine/contract/messages.h"
#include "remote/host/places.h"
#include "remote/transfer/rsync.h"
#include "remote/transfer/script_there.h"

namespace trainyard {
namespace {

// $1: arrival, $2: number of files, $3: place, $4: moved, $5: part. The manifest is on stdin. Exit
// code 5: damaged.
constexpr const char* finishTreeScript = R"(if [ -e "$3" ]; then rm -rf -- "$5"; exit 0; fi
cd "$1" || exit 3
find . -type d -name .trainyard-partial -prune -exec rm -rf {} +
n=$(find . -type f -print0 | tr -dc '\000' | wc -c)
if [ "$n" -ne "$2" ]; then echo "$n files are there instead of $2" >&2; exit 5; fi
sha256sum -c --quiet - >&2 || exit 5
mkdir -p -- "${3%/*}" || exit 3
cd / && { mv -T -- "$4" "$3" || [ -e "$3" ]; } && rm -rf -- "$5")";

QCoro::Task<Result<void>> sendOnce(Host& host, VerifiedTree tree, OnProgress onProgress,
                                   std::stop_token stop) {
  const QStringList arrival{tree.arrival};
  CO_TRY(co_await ensureFoldersThere(host, arrival, stop));
  RsyncRequest request;
  request.what = tree.what;
  request.source = tree.source;
  request.destination = tree.arrival;
  QByteArrayList files;
  qint64 bytes = 0;
  for (const HashedFile& file : tree.files) {
    files << file.name;
    bytes += file.bytes;
  }
  request.files = files;
  request.bytesTotal = bytes;
  request.options =
      QStringList{QStringLiteral("--copy-links"), QStringLiteral("--perms"), readOnlyOption(host)};
  CO_TRY(co_await runRsync(host, std::move(request), std::move(onProgress), stop));
  const QStringList arguments{tree.arrival, QString::number(tree.files.size()), tree.place,
                              tree.moved, tree.part};
  const auto deadline = std::chrono::minutes(5) + std::chrono::seconds(bytes / (20 << 20));
  CO_TRY(const auto finished, co_await runThere(host, QString::fromLatin1(finishTreeScript),
                                                arguments, manifestOf(tree.files), deadline, stop));
  if (finished.exitCode == 0) co_return {};
  const QString said = QString::fromUtf8(finished.err.left(500)).simplified();
  co_return make_error(finished.exitCode == 5 ? "transfer.damaged" : "transfer.not_placed",
                       {{"what", tree.what.toStdString()},
                        {"path", tree.place.toStdString()},
                        {"said", said.toStdString()}});
}

}  // namespace

QString partialName() {
  const QByteArray installation = QSysInfo::machineUniqueId() + '\n' + dataFolder().toUtf8();
  return QStringLiteral(".partial-%1-")
      .arg(QString::fromLatin1(
          QCryptographicHash::hash(installation, QCryptographicHash::Sha256).toHex().left(8)));
}

QCoro::Task<Result<void>> sendVerified(Host& host, VerifiedTree tree, OnProgress onProgress,
                                       std::stop_token stop) {
  auto sent = co_await sendOnce(host, tree, onProgress, stop);
  if (sent || sent.error().code != "transfer.damaged") co_return sent;
  CO_TRY(co_await host.removeTree(tree.part, stop));
  co_return co_await sendOnce(host, std::move(tree), std::move(onProgress), stop);
}

}  // namespace trainyard
