// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/local_host.h"

#include <filesystem>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "remote/host/file_error.h"
#include "remote/process/file_thread.h"
#include "remote/process/native_path.h"
#include "remote/process/waiter.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// A large tree takes longer than a file system may take to answer.
constexpr std::chrono::hours removalTime{1};

// Nothing to forward: the port is already on this computer.
class OwnPort : public Forward {
 public:
  OwnPort(QString address, quint16 port) : m_address(std::move(address)), m_port(port) {}
  QString address() const override { return m_address; }
  quint16 port() const override { return m_port; }

 private:
  QString m_address;
  quint16 m_port;
};

// Parents are private too: they are our folders.
Result<void> makePrivateFolder(const QString& path) {
  const QByteArray name = QFile::encodeName(path);
  if (::mkdir(name.constData(), 0700) == 0) return {};
  if (errno == ENOENT && path != QFileInfo(path).path()) {
    if (auto made = makePrivateFolder(QFileInfo(path).path());
        !made && made.error().kind != ErrorKind::exists)
      return made;
    if (::mkdir(name.constData(), 0700) == 0) return {};
  }
  if (errno == EEXIST) return fileError("folder.exists", path);
  return fileError("folder.not_made", path, QString::fromLocal8Bit(::strerror(errno)));
}

}  // namespace

QCoro::Task<Result<ProgramOutput>> LocalHost::run(CommandLine command, ProgramOptions options,
                                                  std::stop_token stop, QDeadlineTimer deadline) {
  return runProgram(std::move(command), std::move(options), std::move(stop), deadline);
}

QCoro::Task<Result<QByteArray>> LocalHost::readFile(QString path, qint64 offset, qint64 limitBytes,
                                                    std::stop_token stop) {
  std::function<Result<QByteArray>()> work = [=]() -> Result<QByteArray> {
    QFile file(path);
    if (!file.exists()) return fileError("file.missing", path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered) || !file.seek(offset))
      return fileError("file.unreadable", path, file.errorString());
    QByteArray content = file.read(limitBytes);
    if (file.error() != QFileDevice::NoError)
      return fileError("file.unreadable", path, file.errorString());
    return content;
  };
  co_return co_await inFileThread<QByteArray>(path, std::move(work), stop);
}

QCoro::Task<Result<void>> LocalHost::writeFile(QString path, QByteArray content,
                                               std::stop_token stop) {
  std::function<Result<void>()> work = [=] {
    return write_file_atomically(
        nativePath(path),
        std::string_view(content.constData(), static_cast<std::size_t>(content.size())));
  };
  co_return co_await inFileThread<void>(path, std::move(work), stop);
}

QCoro::Task<Result<QList<FolderEntry>>> LocalHost::list(QString path, std::stop_token stop) {
  std::function<Result<QList<FolderEntry>>()> work = [=]() -> Result<QList<FolderEntry>> {
    QList<FolderEntry> entries;
    const QFileInfoList found = QDir(path).entryInfoList(
        QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::Name);
    for (const QFileInfo& info : found)
      entries.append({info.fileName(), info.size(), info.isDir() && !info.isSymLink()});
    return entries;
  };
  co_return co_await inFileThread<QList<FolderEntry>>(path, std::move(work), stop);
}

QCoro::Task<Result<void>> LocalHost::makeFolder(QString path, std::stop_token stop) {
  std::function<Result<void>()> work = [=] { return makePrivateFolder(QDir::cleanPath(path)); };
  co_return co_await inFileThread<void>(path, std::move(work), stop);
}

QCoro::Task<Result<void>> LocalHost::removeTree(QString path, std::stop_token stop) {
  std::function<Result<void>()> work = [path]() -> Result<void> {
    std::error_code error;
    std::filesystem::remove_all(nativePath(path), error);
    if (!error) return {};
    return fileError("folder.not_removed", path, text(error.message()));
  };
  co_return co_await inFileThread<void>(path, std::move(work), stop, removalTime);
}

QCoro::Task<Result<std::unique_ptr<Forward>>> LocalHost::forward(QString address, quint16 port,
                                                                 std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  co_return std::unique_ptr<Forward>(std::make_unique<OwnPort>(std::move(address), port));
}

QCoro::Task<Result<std::unique_ptr<Forward>>> LocalHost::tunnel(ForwardWay way,
                                                                std::stop_token stop) {
  if (way.localPort != 0 && way.localPort != way.port)
    co_return make_error("tunnel.here", {{"port", std::int64_t{way.port}}});
  auto opened = co_await forward(std::move(way.address), way.port, std::move(stop));
  co_return opened;
}

QCoro::Task<Result<std::unique_ptr<RemoteShell>>> LocalHost::remoteShell(std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  co_return std::unique_ptr<RemoteShell>();
}

std::chrono::milliseconds LocalHost::pause() const { return std::chrono::milliseconds(100); }

}  // namespace trainyard
