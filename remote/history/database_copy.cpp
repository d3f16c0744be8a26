// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/history/database_copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>
#include <thread>
#include <vector>

#include <QDir>
#include <QFile>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/system/descriptor.h"
#include "remote/host/places.h"
#include "remote/process/native_path.h"
#include "remote/process/waiter.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

constexpr auto pauseBetween = std::chrono::milliseconds(100);
constexpr auto longestTrying = std::chrono::seconds(3);  // a further copy is begun within it

fs::path beside(const fs::path& database, const char* ending) {
  return fs::path(database.native() + ending);
}

struct Version {
  std::int64_t bytes = 0;
  std::int64_t seconds = 0, nanoseconds = 0;  // of the last change
  bool operator==(const Version&) const = default;
};

std::optional<Version> versionOf(const fs::path& file) {
  struct stat status{};
  if (::lstat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return Version{status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

// A transaction is being written, or its writer was killed: the database's own pages are changed,
// and what they were is in this file until it is over.
bool isInTransaction(const fs::path& database) {
  const Descriptor journal(
      ::open(beside(database, "-journal").c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  char first = 0;
  return journal.is_open() && ::read(journal.number(), &first, 1) == 1 && first != 0;
}

Result<void> copyFile(const fs::path& from, const fs::path& to, std::int64_t bytes,
                      const std::stop_token& stop) {
  const Descriptor source(
      ::open(from.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!source.is_open()) return file_error(from, errno, FileStep::read);
  const Descriptor target(::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!target.is_open()) return file_error(to, errno, FileStep::write);
  std::vector<char> piece(1 << 20);
  while (bytes > 0) {
    if (stop.stop_requested()) return cancelledError();
    const ssize_t got = ::read(source.number(), piece.data(),
                               std::min(piece.size(), static_cast<std::size_t>(bytes)));
    if (got < 0) return file_error(from, errno, FileStep::read);
    if (got == 0) break;
    for (ssize_t done = 0; done < got;) {
      const ssize_t written =
          ::write(target.number(), piece.data() + done, static_cast<std::size_t>(got - done));
      if (written < 0) return file_error(to, errno, FileStep::write);
      done += written;
    }
    bytes -= got;
  }
  return {};
}

// Whether no transaction was going on meanwhile. Pages come into the database in a transaction, or
// out of its log; if the database itself was the same before and after, log and database belong
// together. What was added to the log meanwhile is whole, or ignored for its checksums.
Result<bool> copyOnce(const fs::path& database, const fs::path& to, const std::stop_token& stop) {
  const fs::path log = beside(database, "-wal"), logCopy = beside(to, "-wal");
  const auto before = versionOf(database);
  if (!before) return file_error(database, ENOENT, FileStep::read);
  if (isInTransaction(database)) return false;
  TRY(copyFile(database, to, before->bytes, stop));
  if (const auto logVersion = versionOf(log)) {
    if (before->bytes + logVersion->bytes > DatabaseCopy::maxBytes)
      return make_error("history.too_large", {{"path", database.string()}});
    const auto copied = copyFile(log, logCopy, logVersion->bytes, stop);
    if (!copied && stop.stop_requested()) return copied.error();
    if (!copied) return false;  // its writer has just closed it
  } else {
    std::error_code ignored;
    fs::remove(logCopy, ignored);
  }
  return versionOf(database) == before && !isInTransaction(database);
}

// history-NUMBER-XXXXXX, with the number of the process that reads it: the service, or a window.
QString copyPrefix() { return QStringLiteral("history-%1-").arg(::getpid()); }

// Those of processes that were killed.
void removeLeftCopies(const QDir& place) {
  for (const QString& name :
       place.entryList({QStringLiteral("history-*-*")}, QDir::Dirs | QDir::NoDotAndDotDot)) {
    const QString process = name.section(QLatin1Char('-'), 1, 1);
    if (!QFile::exists(QStringLiteral("/proc/") + process))
      QDir(place.filePath(name)).removeRecursively();
  }
}

}  // namespace

Result<std::shared_ptr<const DatabaseCopy>> DatabaseCopy::make(const fs::path& database,
                                                               const std::stop_token& stop) {
  const auto version = versionOf(database);
  if (!version) return file_error(database, ENOENT, FileStep::read);
  if (version->bytes > maxBytes)
    return make_error("history.too_large", {{"path", database.string()}});
  TRY(ensureFolder(cacheFolder()));
  const QDir place(cacheFolder());
  removeLeftCopies(place);
  std::shared_ptr<const DatabaseCopy> copy(
      new DatabaseCopy(place.filePath(copyPrefix() + QStringLiteral("XXXXXX"))));
  if (!copy->m_folder.isValid())
    return file_error(cacheFolder().toStdString(), errno, FileStep::write);
  using Clock = std::chrono::steady_clock;
  for (const auto begun = Clock::now(); Clock::now() - begun < longestTrying;) {
    TRY(const bool isWhole, copyOnce(database, nativePath(copy->path()), stop));
    if (isWhole) return copy;
    if (stop.stop_requested()) return cancelledError();
    std::this_thread::sleep_for(pauseBetween);
  }
  return make_error("history.busy", {{"path", database.string()}});
}

}  // namespace trainyard
