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

// A search path also applies to what the libraries found through it need; those found first are
// processed first.
struct Object {
  QString path;
  QStringList searchPath;
};

class LibrarySearch {
 public:
  LibrarySearch(const QString& ownFolder, const Libraries& known)
      : m_ownFolder(ownFolder), m_known(known) {}

  void addFiles(const QStringList& files) {
    QStringList torch;
    for (const std::string& folder : torch_folders(QFile::encodeName(m_ownFolder).toStdString()))
      torch << QFile::decodeName(QByteArray::fromStdString(folder));
    for (const QString& file : files) m_toRead.push_back({file, torch});
  }

  Result<void> add(const QByteArray& name, const QStringList& searchPath, const QString& user) {
    if (m_found.contains(name) || m_known.contains(name) || isOfDriver(name)) return {};
    const auto found = find(name, searchPath, m_ownFolder);
    if (!found)
      return make_error("engine.no_library", {{"file", QFile::decodeName(name).toStdString()},
                                              {"program", user.toStdString()}});
    m_found[name] = *found;
    m_toRead.push_back({found->path, searchPath});
    return {};
  }

  Result<Libraries> run() {
    while (!m_toRead.empty()) {
      const Object object = m_toRead.front();
      m_toRead.pop_front();
      TRY(auto elf, readElf(object.path));
      const QStringList searchPath = searchFolders(elf, object.path) + object.searchPath;
      if (!elf.interpreter.isEmpty()) addLoader(elf.interpreter);
      for (const QByteArray& name : elf.needed) {
        TRY(add(name, searchPath, object.path));
      }
    }
    return m_found;
  }

 private:
  void addLoader(const QByteArray& interpreter) {
    const QByteArray name = interpreter.mid(interpreter.lastIndexOf('/') + 1);
    const QString brought = m_ownFolder + QLatin1Char('/') + QFile::decodeName(name);
    m_found[name] = {QFile::exists(brought) ? brought : QFile::decodeName(interpreter),
                     FoundLibrary::Origin::system};
  }

  QString m_ownFolder;
  const Libraries& m_known;
  Libraries m_found;
  std::deque<Object> m_toRead;
};

}  // namespace

Result<Libraries> findLibraries(const QStringList& files, const QString& ownFolder,
                                const Libraries& known, const QStringList& names) {
  LibrarySearch search(ownFolder, known);
  search.addFiles(files);
  for (const QString& name : names) {
    TRY(search.add(QFile::encodeName(name), {}, ownFolder));
  }
  return search.run();
}

}  // namespace trainyard
