// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed and not saved yet, on the disk: a window that is killed takes no text with it. Each
// window has a file of its own, locked while it lives; those of windows that are gone are offered.
#pragma once

#include <QLockFile>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "gui/experiments/experiment_document.h"

namespace trainyard {

struct SavedDraft {
  QString file;  // of the draft
  QString text, path, folder;
  double time = 0;  // Unix seconds
};

class DraftStore : public QObject {
  Q_OBJECT
 public:
  static constexpr int debounceMilliseconds = 1000;  // after the last keystroke

  // `folder`: where drafts are; only their owner reads them. The document must outlive it.
  explicit DraftStore(const ExperimentDocument* document, QString folder = usualFolder());
  // What was typed was saved, or a person let it go.
  ~DraftStore() override;

  // The newest that a window which is gone has left.
  std::optional<SavedDraft> left() const;
  static void remove(const SavedDraft& draft);
  static QString usualFolder();

 private:
  void write();

  const ExperimentDocument* m_document;
  QString m_folder, m_file;
  std::unique_ptr<QLockFile> m_lock;
  QTimer m_rest;
};

}  // namespace trainyard
