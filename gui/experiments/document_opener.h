// SPDX-License-Identifier: GPL-3.0-or-later
// From files to documents: experiments, job scripts, records of runs, settings of other trainers,
// drafts. Files are read in the background, and dialogs are modeless.
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <optional>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "gui/experiments/document/draft_store.h"
#include "gui/experiments/document/experiment_file.h"
#include "gui/forms/experiment_copy.h"

class QWidget;

namespace trainyard {

// What a document begins with.
struct OpenedDocument {
  QString text, path, folder;      // as ExperimentDocument::startFrom takes them
  QString origin{};                // the file itself, or the one it was made from; may be empty
  std::optional<QString> saved{};  // the file's content, if `text` has changes that are not saved
  QString draft{};                 // the file of the draft that it goes on with
  QString target{};                // empty: the one that was last chosen for `origin`
  QList<std::pair<QString, QString>> values{};  // to be changed as if typed into the form
  Map settings{};                   // the same with their kinds; entries of mappings, too
  QStringList withoutSections{};    // to be removed before
  QString preset{};                 // that it began as; empty: as known for `origin`
  QString run{};                    // whose experiment it is; empty: of none
  std::vector<Diagnostic> notes{};  // of an import
};

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
