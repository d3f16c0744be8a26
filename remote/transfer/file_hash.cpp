// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/file_hash.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include <QCryptographicHash>
#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/system/descriptor.h"
#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "remote/host/places.h"
#include "remote/process/waiter.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

Error dataError(const char* code, const QString& path, const QString& problem = {}) {
  const Error why = make_error(code, {{"problem", problem.toStdString()}});
  return make_error("data.unreadable", {{"path", path.toStdString()}, {"why", as_argument(why)}});
}

struct Known {
  QString identity;  // size, times and inode
  QString sha256, xxh3;
};

// The file of known hashes, shared by all threads of the program.
class KnownHashes {
 public:
  static KnownHashes& get() {
    static KnownHashes hashes;
    return hashes;
  }
  QString find(const QString& path, const QString& identity, HashKind kind) {
    const std::lock_guard lock(m_mutex);
    read();
    const auto found = m_known.find(path);
    if (found == m_known.end() || found->second.identity != identity) return {};
    return kind == HashKind::sha256 ? found->second.sha256 : found->second.xxh3;
  }
  void set(const QString& path, const QString& identity, HashKind kind, const QString& hash) {
    const std::lock_guard lock(m_mutex);
    Known& known = m_known[path];
    if (known.identity != identity) known = {identity, {}, {}};
    (kind == HashKind::sha256 ? known.sha256 : known.xxh3) = hash;
    m_isChanged = true;
  }
  void write() {
    const std::lock_guard lock(m_mutex);
    if (!m_isChanged) return;
    QJsonObject root;
    for (const auto& [path, known] : m_known)
      if (::access(path.toLatin1().constData(), F_OK) == 0)
        root[path] = QJsonArray{known.identity, known.sha256, known.xxh3};
    // A cache: if it cannot be written, files are read again.
    if (!ensureFolder(cacheFolder())) return;
    const QByteArray text = QJsonDocument(root).toJson(QJsonDocument::Compact);
    (void)write_file_atomically(
        QFile::encodeName(file()).toStdString(),
        std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    m_isChanged = false;
  }

 private:
  static QString file() { return cacheFolder() + QStringLiteral("/file_hashes.json"); }
  void read() {
    if (m_isRead) return;
    m_isRead = true;
    QFile cache(file());
    if (!cache.open(QIODevice::ReadOnly)) return;
    const QJsonObject root = QJsonDocument::fromJson(cache.readAll()).object();
    for (auto entry = root.begin(); entry != root.end(); ++entry) {
      const QJsonArray known = entry.value().toArray();
      m_known[entry.key()] = {known.at(0).toString(), known.at(1).toString(),
                              known.at(2).toString()};
    }
  }

  std::mutex m_mutex;
  std::map<QString, Known> m_known;
  bool m_isRead = false, m_isChanged = false;
};

QString identityOf(const struct stat& status) {
  return QStringLiteral("%1 %2.%3 %4.%5 %6")
      .arg(status.st_size)
      .arg(status.st_mtim.tv_sec)
      .arg(status.st_mtim.tv_nsec)
      .arg(status.st_ctim.tv_sec)
      .arg(status.st_ctim.tv_nsec)
      .arg(status.st_ino);
}

Result<QByteArray> sha256Of(const QByteArray& name, const OnBytes& onBytes,
                            const std::stop_token& stop) {
  const QString path = QFile::decodeName(name);
  const Descriptor file(::open(name.constData(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open())
    return dataError("data.not_read", path, QString::fromLocal8Bit(::strerror(errno)));
  ::posix_fadvise(file.number(), 0, 0, POSIX_FADV_SEQUENTIAL);
  // Qt's own implementation is several times slower.
  const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> hash(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  EVP_DigestInit_ex(hash.get(), EVP_sha256(), nullptr);
  std::vector<char> buffer(1 << 20);
  ssize_t got = 0;
  while ((got = ::read(file.number(), buffer.data(), buffer.size())) > 0 &&
         !stop.stop_requested()) {
    EVP_DigestUpdate(hash.get(), buffer.data(), static_cast<std::size_t>(got));
    if (onBytes) onBytes(got);
  }
  const int problem = errno;
  if (stop.stop_requested()) return cancelledError();
  if (got < 0) return dataError("data.not_read", path, QString::fromLocal8Bit(::strerror(problem)));
  QByteArray result(32, '\0');
  EVP_DigestFinal_ex(hash.get(), reinterpret_cast<unsigned char*>(result.data()), nullptr);
  return result.toHex();
}

struct Found {
  QByteArray name;
  qint64 bytes;
};

Result<void> findFiles(const fs::path& root, const fs::path& inside, std::set<fs::path>& above,
                       std::vector<Found>& files) {
  std::error_code problem;
  const fs::path folder = root / inside, real = fs::canonical(folder, problem);
  const QString shown = QFile::decodeName(QByteArray::fromStdString(folder.native()));
  if (problem) return dataError("data.not_read", shown, text(problem.message()));
  if (!above.insert(real).second) return dataError("data.circle", shown);
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const QString name = QFile::decodeName(QByteArray::fromStdString(entry->path().native()));
    struct stat status{};
    if (::stat(entry->path().c_str(), &status) != 0) return dataError("data.dangling", name);
    const fs::path relative = inside / entry->path().filename();
    if (S_ISDIR(status.st_mode)) {
      if (auto found = findFiles(root, relative, above, files); !found) return found;
    } else if (S_ISREG(status.st_mode)) {
      files.push_back({QByteArray::fromStdString(relative.native()), status.st_size});
    } else {
      return dataError("data.special", name);
    }
  }
  if (problem) return dataError("data.not_read", shown, text(problem.message()));
  above.erase(real);
  return {};
}

}  // namespace

Result<QByteArray> hashFile(const QByteArray& name, HashKind kind, const OnBytes& onBytes,
                            std::stop_token stop) {
  struct stat before{}, after{};
  const QString path = QFile::decodeName(name),
                key = QString::fromLatin1(name);  // Latin-1 preserves all bytes
  if (::stat(name.constData(), &before) != 0) return dataError("data.absent", path);
  const QString identity = identityOf(before);
  if (const QString known = KnownHashes::get().find(key, identity, kind); !known.isEmpty()) {
    if (onBytes) onBytes(before.st_size);
    return known.toLatin1();
  }
  QByteArray hash;
  if (kind == HashKind::sha256) {
    TRY(hash, sha256Of(name, onBytes, stop));
  } else {
    TRY(const auto digest, digest_file(name.toStdString()));
    hash = QByteArray::fromStdString(digest.xxh3_64);
    if (onBytes) onBytes(before.st_size);
  }
  if (::stat(name.constData(), &after) != 0 || identityOf(after) != identity)
    return dataError("data.changing", path);
  // A file written a moment ago may change again without a change of its times.
  if (QDateTime::currentSecsSinceEpoch() - after.st_ctim.tv_sec > 2)
    KnownHashes::get().set(key, identity, kind, QString::fromLatin1(hash));
  return hash;
}

Result<HashedTree> hashTree(const QString& path, const std::function<void(qint64, qint64)>& onBytes,
                            std::stop_token stop) {
  HashedTree tree;
  struct stat status{};
  const fs::path root = QFile::encodeName(path).toStdString();
  if (::stat(root.c_str(), &status) != 0) return dataError("data.absent", path);
  tree.isFolder = S_ISDIR(status.st_mode);
  std::vector<Found> found;
  if (tree.isFolder) {
    std::set<fs::path> above;
    TRY(findFiles(root, {}, above, found));
    if (found.empty()) return dataError("data.empty_folder", path);
  } else if (S_ISREG(status.st_mode)) {
    found.push_back({QByteArray::fromStdString(root.filename().native()), status.st_size});
  } else {
    return dataError("data.special", path);
  }
  std::sort(found.begin(), found.end(),
            [](const Found& a, const Found& b) { return a.name < b.name; });
  qint64 total = 0, done = 0;
  for (const Found& file : found) total += file.bytes;
  const OnBytes count = [&](qint64 bytes) {
    done += bytes;
    if (onBytes) onBytes(done, total);
  };
  QCryptographicHash all(QCryptographicHash::Sha256);
  for (const Found& file : found) {
    TRY(auto hash, hashFile(tree.isFolder ? QFile::encodeName(path) + '/' + file.name
                                          : QFile::encodeName(path),
                            HashKind::sha256, count, stop));
    tree.files.push_back({file.name, hash, file.bytes});
    tree.bytes += file.bytes;
    all.addData(hash + "  " + file.name + '\0');
  }
  tree.hash = tree.isFolder ? all.result().toHex() : tree.files.front().sha256;
  return tree;
}

QByteArray manifestOf(const std::vector<HashedFile>& files) {
  QByteArray manifest;
  for (const HashedFile& file : files) {
    QByteArray name = file.name;
    const bool isEscaped = name.contains('\\') || name.contains('\n') || name.contains('\r');
    if (isEscaped) name.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r");
    manifest += (isEscaped ? "\\" : "") + file.sha256 + "  ./" + name + '\n';
  }
  return manifest;
}

void keepHashes() { KnownHashes::get().write(); }

}  // namespace trainyard
