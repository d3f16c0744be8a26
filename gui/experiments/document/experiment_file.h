// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes experiment files as a whole. These functions block on the disk, which may be
// remote: they must not be called in the window's thread, but through inBackground().
#pragma once

#include <QFuture>
#include <QPromise>
#include <QString>
#include <QThreadPool>
#include <functional>
#include <memory>
#include <optional>

#include "engine/contract/result.h"

namespace trainyard {

struct ExperimentFile {
  QString path;  // absolute
  QString text;
  // The file is the record of a run, which must not be changed: the file it was created from, with
  // the folder that its relative paths are relative to. Empty if unknown.
  bool isRecord = false;
  QString madeFrom;
};

// Errors "experiment_file.unreadable", "...too_large", "...not_utf8".
Result<ExperimentFile> readExperimentFile(const QString& path);

// Writes atomically. `known`: the expected content of the file; if it differs, nothing is written
// and the error is "experiment_file.changed_outside". Nothing: the user has agreed to replace it.
// Other errors: "experiment_file.record", "...read_only", "...not_saved". Returns the absolute
// path.
Result<QString> writeExperimentFile(const QString& path, const QString& text,
                                    const std::optional<QString>& known);

// Runs `work` in a thread of the pool.
template <class T>
QFuture<T> inBackground(std::function<T()> work) {
  const auto promise = std::make_shared<QPromise<T>>();
  promise->start();
  QThreadPool::globalInstance()->start([promise, work = std::move(work)] {
    promise->addResult(work());
    promise->finish();
  });
  return promise->future();
}

}  // namespace trainyard
