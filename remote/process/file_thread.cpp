// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/file_thread.h"

#include <QHash>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

struct HungThreads {
  std::mutex mutex;
  QHash<QString, int> numThreads;  // by folder
};

// Never removed, as a thread may come back while the program ends.
HungThreads& hungThreads() {
  static HungThreads* threads = new HungThreads;
  return *threads;
}

}  // namespace

bool hungFolders::contains(const QString& folder) {
  HungThreads& hung = hungThreads();
  const std::lock_guard lock(hung.mutex);
  return hung.numThreads.contains(folder);
}

void hungFolders::add(const QString& folder) {
  HungThreads& hung = hungThreads();
  const std::lock_guard lock(hung.mutex);
  ++hung.numThreads[folder];
}

void hungFolders::remove(const QString& folder) {
  HungThreads& hung = hungThreads();
  const std::lock_guard lock(hung.mutex);
  if (--hung.numThreads[folder] <= 0) hung.numThreads.remove(folder);
}

Error noFileAnswer(const QString& path) {
  return make_error("file.no_answer", {{"path", path.toStdString()}});
}

QString folderOfPath(const QString& path) { return path.section(QLatin1Char('/'), 0, -2); }

}  // namespace trainyard
