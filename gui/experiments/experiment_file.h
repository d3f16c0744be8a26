// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments as files, read and written whole. These wait for the disk, which may be far away:
// never from the window's thread, but through inBackground().
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
  // The file is the record of a run, which nobody changes: where it was made from, with the folder
  // that its relative paths count from. Empty where that is not known.
  bool isRecord = false;
  QString madeFrom;
};

// Errors "experiment_file.unreadable", "...too_large", "...not_utf8".
Result<ExperimentFile> readExperimentFile(const QString& path);

// Whole or not at all. `known`: what the file may hold; holding anything else, it is not written
// and the error is "experiment_file.changed_outside". Nothing: a person has agreed to replace it.
// Other errors: "experiment_file.record", "...not_saved". Returns the absolute path.
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
