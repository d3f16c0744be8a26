// SPDX-License-Identifier: GPL-3.0-or-later
// From files to documents: experiments, job scripts, records of runs, settings of other trainers,
// drafts. Files are read in the background, and dialogs are modeless.
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>

#include "gui/experiments/document/draft_store.h"
#include "gui/experiments/document/opened_document.h"
#include "gui/forms/experiment_copy.h"

class QWidget;

namespace trainyard {

class DocumentOpener : public QObject {
  Q_OBJECT
 public:
  using Take = std::function<void(const Result<OpenedDocument>&)>;

  // Dialogs belong to the window of `parent`.
  explicit DocumentOpener(QWidget* parent);

  // A job script becomes a new document that runs it. A run's record becomes a new document whose
  // relative paths are relative to where it was made.
  void open(const QString& path, const Take& take);
  // A new document, whatever the file is.
  void openCopy(const ExperimentCopy& copy, const Take& take);
  // The file's content counts as saved; a file that is gone makes it a new document.
  void recover(const SavedDraft& draft, const Take& take);
  // Settings of other trainers become a new document.
  void importFiles(const QStringList& paths, const Take& take);

  // Dialogs that begin in a folder; with `patterns`, such as "*.py", such files are listed first.
  void askOpen(const QString& folder, const QString& patterns = {});
  void askImport(const QString& folder, const QString& patterns = {});

 signals:
  void chosen(const QStringList& paths);
  void chosenToImport(const QStringList& paths);

 private:
  QWidget* m_parent;
};

}  // namespace trainyard
