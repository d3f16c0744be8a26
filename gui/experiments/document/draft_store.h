// SPDX-License-Identifier: GPL-3.0-or-later
// Saves what no file holds yet to disk, so that no text is lost if the window is killed: unsaved
// changes, and documents that were never saved. Each document has its own file, locked while it is
// open; those of windows that are gone are offered for recovery.
#pragma once

#include <QList>
#include <QLockFile>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <memory>
#include <optional>

#include "gui/experiments/document/experiment_document.h"

namespace trainyard {

struct SavedDraft {
  QString file;  // of the draft
  QString text, path, folder;
  double time = 0;        // Unix seconds
  bool isClosed = false;  // by the user, who did not want to save it
  QString preset{};       // that the document began as
  // The content of the file at `path` that the changes were made to; nothing: unknown.
  std::optional<QString> saved{};
};

class DraftStore : public QObject {
  Q_OBJECT
 public:
  static constexpr int keepAfterMilliseconds = 200;  // after a change

  // `folder`: where drafts are stored, readable only by their owner. The document must outlive it.
  explicit DraftStore(const ExperimentDocument* document, QString folder = usualFolder());
  // Removes the draft unless it is kept: the changes were saved.
  ~DraftStore() override;

  // Where its draft is, if there is one.
  const QString& file() const { return m_file; }
  // Goes on with the draft of an earlier window.
  void adopt(const QString& file);
  // The draft stays on disk, as the document is now: the next window goes on with it.
  void keep();
  // The same for a document that the user closes. The newest few are kept.
  void keepClosed();

  // The newest draft of a window that is gone, except those files.
  std::optional<SavedDraft> left(const QStringList& except = {}) const;
  // The newest that was closed.
  std::optional<SavedDraft> closed() const;
  // Nothing: there is no such draft, or another window has it.
  static std::optional<SavedDraft> read(const QString& file);
  static void remove(const SavedDraft& draft);
  static QString usualFolder();

 private:
  void write();
  void lock();
  QList<SavedDraft> abandoned() const;

  const ExperimentDocument* m_document;
  QString m_folder, m_file;
  std::unique_ptr<QLockFile> m_lock;
  QTimer m_pending;
  bool m_isKept = false, m_isClosed = false;
};

}  // namespace trainyard
