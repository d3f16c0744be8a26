// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/library_search.h"

#include <deque>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "engine/contract/messages.h"
#include "engine/system/bundled_libraries.h"
#include "remote/transfer/elf_file.h"

namespace trainyard {
namespace {

const QStringList& systemFolders() {
  static const QStringList folders{QStringLiteral("/lib/x86_64-linux-gnu"),
                                   QStringLiteral("/usr/lib/x86_64-linux-gnu"),
                                   QStringLiteral("/lib64"),
                                   QStringLiteral("/usr/lib64"),
                                   QStringLiteral("/usr/local/lib"),
                                   QStringLiteral("/lib"),
                                   QStringLiteral("/usr/lib")};
  return folders;
}

QStringList searchFolders(const ElfFile& elf, const QString& path) {
  QStringList folders;
  const QString origin = QFileInfo(path).canonicalPath();
  for (const QByteArray& entry : elf.searchPath) {
    QString folder = QFile::decodeName(entry);
    folder.replace(QLatin1String("${ORIGIN}"), origin).replace(QLatin1String("$ORIGIN"), origin);
    if (folder.startsWith(QLatin1Char('/'))) folders << QDir::cleanPath(folder);
  }
  return folders;
}

std::optional<FoundLibrary> find(const QByteArray& name, const QStringList& searchPath,
                                 const QString& ownFolder) {
  const QString file = QLatin1Char('/') + QFile::decodeName(name);
  if (QFile::exists(ownFolder + file))
    return FoundLibrary{ownFolder + file, FoundLibrary::Origin::own};
  for (const QString& folder : searchPath)
    if (QFile::exists(folder + file))
      return FoundLibrary{folder + file, FoundLibrary::Origin::searchPath};
  // A package brings the system's libraries of the machine that it was built on.
  const QStringList brought{ownFolder + QStringLiteral("/lib"),
                            ownFolder + QStringLiteral("/lib/c")};
  for (const QString& folder : brought + systemFolders())
    if (QFile::exists(folder + file))
      return FoundLibrary{folder + file, FoundLibrary::Origin::system};
  return std::nullopt;
}

// Part of the GPU driver: each machine must use its own.
bool isOfDriver(const QByteArray& name) {
  return name.startsWith("libcuda.so") || name.startsWith("libnvidia-");
}

}  // namespace

Result<Libraries> findLibraries(const QStringList& files, const QString& ownFolder,
                                const Libraries& known) {
  Libraries libraries;
  // A search path also applies to what the libraries found through it need; those found first are
  // processed first.
  struct Object {
    QString path;
    QStringList searchPath;
  };
  std::deque<Object> toRead;
  QStringList torch;
  for (const std::string& folder : torch_folders(QFile::encodeName(ownFolder).toStdString()))
    torch << QFile::decodeName(QByteArray::fromStdString(folder));
  for (const QString& file : files) toRead.push_back({file, torch});
  while (!toRead.empty()) {
    const Object object = toRead.front();
    toRead.pop_front();
    TRY(auto elf, readElf(object.path));
    const QStringList searchPath = searchFolders(elf, object.path) + object.searchPath;
    if (!elf.interpreter.isEmpty()) {
      const QByteArray name = elf.interpreter.mid(elf.interpreter.lastIndexOf('/') + 1);
      const QString brought = ownFolder + QLatin1Char('/') + QFile::decodeName(name);
      libraries[name] = {QFile::exists(brought) ? brought : QFile::decodeName(elf.interpreter),
                         FoundLibrary::Origin::system};
    }
    for (const QByteArray& name : elf.needed) {
      if (libraries.contains(name) || known.contains(name) || isOfDriver(name)) continue;
      const auto found = find(name, searchPath, ownFolder);
      if (!found) {
        return make_error("engine.no_library", {{"file", QFile::decodeName(name).toStdString()},
                                                {"program", object.path.toStdString()}});
      }
      libraries[name] = *found;
      toRead.push_back({found->path, searchPath});
    }
  }
  return libraries;
}

}  // namespace trainyard
