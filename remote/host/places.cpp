// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/places.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/system/bundled_libraries.h"
#include "remote/host/file_error.h"

namespace trainyard {
namespace {

QString below(QStandardPaths::StandardLocation location) {
  return QStandardPaths::writableLocation(location) + QStringLiteral("/trainyard");
}

Error folderError(const char* code, const QString& path) {
  return fileError(code, path, QString::fromLocal8Bit(::strerror(errno)));
}

// Creates missing components of the path, private to their owner.
bool makePrivate(const QString& path) {
  if (::mkdir(QFile::encodeName(path).constData(), 0700) == 0) return true;
  if (errno == ENOENT && makePrivate(QFileInfo(path).path()))
    return ::mkdir(QFile::encodeName(path).constData(), 0700) == 0 || errno == EEXIST;
  return errno == EEXIST && QFileInfo(path).isDir();
}

QString shortHash(const QString& path) {
  return QString::fromLatin1(
      QCryptographicHash::hash(QFile::encodeName(path), QCryptographicHash::Sha256)
          .toHex()
          .left(12));
}

// Each data folder has its own service.
QString socketName() {
  return QStringLiteral("service-%1.socket").arg(shortHash(QDir::cleanPath(dataFolder())));
}

// The address of a local socket has 108 bytes including a final zero.
bool holdsSocket(const QString& folder) {
  return QFile::encodeName(folder + QLatin1Char('/') + socketName()).size() <= 107;
}

QString runtimeParent() {
  const QString given = qEnvironmentVariable("XDG_RUNTIME_DIR");
  if (!given.isEmpty() && QFileInfo(given).isDir()) {
    const QString path = given + QStringLiteral("/trainyard");
    if (holdsSocket(path)) return path;
    // Still a separate folder for each runtime folder.
    return QStringLiteral("/tmp/trainyard-%1-%2").arg(::getuid()).arg(shortHash(given));
  }
  const QString usual = QStringLiteral("/run/user/%1").arg(::getuid());
  if (QFileInfo(usual).isDir() && QFileInfo(usual).isWritable())
    return usual + QStringLiteral("/trainyard");
  return QStringLiteral("/tmp/trainyard-%1").arg(::getuid());
}

}  // namespace

QString dataFolder() { return below(QStandardPaths::GenericDataLocation); }
QString cacheFolder() { return below(QStandardPaths::GenericCacheLocation); }
QString configFolder() { return below(QStandardPaths::GenericConfigLocation); }
QString runsFolder() { return dataFolder() + QStringLiteral("/runs"); }

Result<QString> runtimeFolder() {
  const QString path = runtimeParent();
  const QByteArray native = QFile::encodeName(path);
  ::mkdir(native.constData(), 0700);
  struct stat status{};
  if (::lstat(native.constData(), &status) != 0) return folderError("folder.not_made", path);
  if (!S_ISDIR(status.st_mode) || status.st_uid != ::getuid())
    return folderError("folder.of_others", path);
  if ((status.st_mode & 0077) != 0 && ::chmod(native.constData(), 0700) != 0)
    return folderError("folder.open_to_others", path);
  return path;
}

Result<QString> serviceSocket() {
  TRY(const auto folder, runtimeFolder());
  return folder + QLatin1Char('/') + socketName();
}

Result<void> ensureFolder(const QString& path) {
  if (makePrivate(QDir::cleanPath(path))) return {};
  return folderError("folder.not_made", path);
}

QString programPath(const QString& name) {
  return QCoreApplication::applicationDirPath() + QLatin1Char('/') + name;
}

QString programFile(const QString& folder, const QString& name) {
  const QString file = folder + QLatin1Char('/') + name;
  return QFile::exists(file + QStringLiteral(".bin")) ? file + QStringLiteral(".bin") : file;
}

bool hasEngine(const QString& folder) {
  const std::string native = QFile::encodeName(folder).toStdString();
  return QFileInfo(folder + QStringLiteral("/engine")).isExecutable() &&
         (!is_bundled(native) || !torch_folders(native).empty());
}

QString systemProgram(const QString& name) {
  const QString own = programPath(name);
  return QStandardPaths::findExecutable(name).isEmpty() && QFile::exists(own) ? own : name;
}

}  // namespace trainyard
