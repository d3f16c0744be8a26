// SPDX-License-Identifier: GPL-3.0-or-later
// Saves unsaved changes to disk, so that no text is lost if the window is killed. Each window has
// its own file, locked while it exists; those of windows that are gone are offered for recovery.
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
  static constexpr int keepAfterMilliseconds = 200;  // after a change

  // `folder`: where drafts are stored, readable only by their owner. The document must outlive it.
  explicit DraftStore(const ExperimentDocument* document, QString folder = usualFolder());
  // Removes the draft: the changes were saved or discarded.
  ~DraftStore() override;

  // The newest draft of a window that is gone.
  std::optional<SavedDraft> left() const;
  static void remove(const SavedDraft& draft);
  static QString usualFolder();

 private:
  void write();

  const ExperimentDocument* m_document;
  QString m_folder, m_file;
  std::unique_ptr<QLockFile> m_lock;
  QTimer m_pending;
};

}  // namespace trainyard
