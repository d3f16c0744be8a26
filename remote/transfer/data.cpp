#include "remote/transfer/data.h"

#include <algorithm>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "remote/transfer/file_hash.h"
#include "remote/transfer/in_thread.h"
#include "remote/transfer/rsync.h"
#include "remote/transfer/script_there.h"
#include "remote/transfer/turns.h"

namespace trainyard {
namespace {

// Reports at most four times a second, from any thread, in the thread of the transfer.
class ThreadProgress : public QObject {
 public:
  ThreadProgress(QString what, OnProgress onProgress) : m_what(std::move(what)), m_onProgress(std::move(onProgress)) { m_clock.start(); }
  void tell(qint64 done, qint64 total) {  // by the working thread alone
    if (!m_onProgress || (m_told >= 0 && m_clock.elapsed() - m_told < 250)) return;
    m_told = m_clock.elapsed();
    const double rate = m_told > 0 ? static_cast<double>(done) * 1000 / static_cast<double>(m_told) : 0;
    const TransferProgress progress{m_what, done, total, rate, rate > 0 ? static_cast<double>(total - done) / rate : 0};
    QMetaObject::invokeMethod(this, [this, progress] { m_onProgress(progress); }, Qt::QueuedConnection);
  }

 private:
  QString m_what;
  OnProgress m_onProgress;
  QElapsedTimer m_clock;
  qint64 m_told = -1;
};

QCoro::Task<Result<HashedTree>> hashInThread(QString path, OnProgress onProgress, std::stop_token stop) {
  ThreadProgress progress(QStringLiteral("reading data"), std::move(onProgress));
  std::function<Result<HashedTree>()> work = [&progress, path, stop] {
    auto tree = hashTree(path, [&progress](qint64 done, qint64 total) { progress.tell(done, total); }, stop);
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

// $1: the folder of what arrived, $2: how many files, $3: its place, $4: what goes there, $5: what is then removed. The
// manifest comes on stdin. 5: damaged.
constexpr const char* finishScript = R"(if [ -e "$3" ]; then rm -rf -- "$5"; exit 0; fi
cd "$1" || exit 3
find . -type d -name .trainyard-partial -prune -exec rm -rf {} +
n=$(find . -type f -print0 | tr -dc '\000' | wc -c)
if [ "$n" -ne "$2" ]; then echo "$n files are there instead of $2" >&2; exit 5; fi
sha256sum -c --quiet - >&2 || exit 5
mkdir -p -- "${3%/*}" || exit 3
cd / && mv -- "$4" "$3" && rm -rf -- "$5")";

// The same content is there under another name.
constexpr const char* linkScript = R"(cp -al -- "$1" "$2" 2>/dev/null || { rm -rf -- "$2.part"; cp -a -- "$1" "$2.part" && mv -- "$2.part" "$2"; })";

Error failed(const QString& what, const QByteArray& said) {
  return Error{"transfer.refused", {}, (what + QStringLiteral(": ") + QString::fromUtf8(said.left(500)).simplified()).toStdString(), ExitCode::environment};
}

QCoro::Task<Result<void>> sendTree(Host& host, QString localPath, HashedTree tree, Place place, QString part, OnProgress onProgress, std::stop_token stop) {
  if (auto made = co_await ensureFolderThere(host, part, stop); !made) co_return made;
  RsyncRequest request;
  request.what = QStringLiteral("data");
  request.source = tree.isFolder ? localPath : QFileInfo(localPath).path();
  request.destination = tree.isFolder ? part + QLatin1Char('/') + place.name : part;
  QByteArrayList files;
  for (const HashedFile& file : tree.files) files << file.name;
  request.files = files;
  request.bytesTotal = tree.bytes;
  request.options = QStringList{QStringLiteral("--copy-links"), QStringLiteral("--perms"), QStringLiteral("--chmod=Du+rwx,Dgo-w,Fu+r,Fa-w")};
  auto sent = co_await runRsync(host, std::move(request), onProgress, stop);
  if (!sent) co_return sent.error();
  const QString arrived = tree.isFolder ? part + QLatin1Char('/') + place.name : part;
  const QStringList arguments{arrived, QString::number(tree.files.size()), place.path, part + QLatin1Char('/') + place.name, part};
  const auto deadline = std::chrono::minutes(5) + std::chrono::seconds(tree.bytes / (20 << 20));
  auto finished = co_await runThere(host, QString::fromLatin1(finishScript), arguments, manifestOf(tree.files), deadline, stop);
  if (!finished) co_return finished.error();
  if (finished->exitCode == 5)
    co_return Error{"data.damaged", {{"path", localPath.toStdString()}}, (localPath + QStringLiteral(" did not arrive whole: ") + QString::fromUtf8(finished->err.left(300)).simplified()).toStdString(), ExitCode::environment};
  if (finished->exitCode != 0) co_return failed(place.path + QStringLiteral(" could not be put in its place"), finished->err);
  co_return {};
}

}  // namespace

QCoro::Task<Result<DataPlan>> planData(Host& host, QString localPath, QString base, OnProgress onProgress, std::stop_token stop) {
  localPath = QDir::cleanPath(localPath);
  auto tree = co_await hashInThread(localPath, std::move(onProgress), stop);
  if (!tree) co_return tree.error();
  const Place place = placeOf(localPath, base, *tree);
  auto there = co_await host.list(place.folder, stop);
  if (!there) co_return there.error();
  co_return DataPlan{place.path, tree->bytes, !there->isEmpty()};
}

QCoro::Task<Result<QString>> sendData(Host& host, QString localPath, QString base, OnProgress onProgress, std::stop_token stop) {
  localPath = QDir::cleanPath(localPath);
  auto tree = co_await hashInThread(localPath, onProgress, stop);
  if (!tree) co_return tree.error();
  const Place place = placeOf(localPath, base, *tree);
  auto turn = co_await TransferTurn::take(host, place.folder, stop);
  if (!turn) co_return turn.error();
  auto there = co_await host.list(place.folder, stop);
  if (!there) co_return there.error();
  for (const FolderEntry& entry : *there)
    if (entry.name == place.name) co_return place.path;
  for (const FolderEntry& entry : *there) {
    if (entry.name.endsWith(QLatin1String(".part"))) continue;
    const QStringList arguments{place.folder + QLatin1Char('/') + entry.name, place.path};
    auto linked = co_await runThere(host, QString::fromLatin1(linkScript), arguments, {}, std::chrono::minutes(30), stop);
    if (!linked) co_return linked.error();
    if (linked->exitCode == 0) co_return place.path;
    co_return failed(place.path + QStringLiteral(" could not be linked to the same data"), linked->err);
  }
  const QString part = base + QStringLiteral("/data/.partial-") + place.hash;
  Result<void> sent;
  for (int tries = 0; tries < 2; ++tries) {
    sent = co_await sendTree(host, localPath, *tree, place, part, onProgress, stop);
    if (sent || sent.error().code != "data.damaged") break;
    if (auto removed = co_await host.removeTree(part, stop); !removed) co_return removed.error();
  }
  if (!sent) co_return sent.error();
  co_return place.path;
}

}  // namespace trainyard
