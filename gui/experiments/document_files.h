// SPDX-License-Identifier: GPL-3.0-or-later
// The document's file: opening, saving, changes by other programs. Dialogs are modeless, and disk
// access happens in the background.
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <vector>

#include "gui/forms/experiment_copy.h"
#include "gui/experiments/experiment_document.h"
#include "gui/experiments/experiment_file.h"

class QFileDialog;
class QWidget;

namespace trainyard {

class DocumentFiles : public QObject {
  Q_OBJECT
 public:
  using Then = std::function<void()>;

  // `document` must outlive it; dialogs belong to the window of `parent`.
  DocumentFiles(ExperimentDocument* document, QWidget* parent);

  // A job script is opened as a new document that runs it. A run's record is opened as a new
  // document whose relative paths are relative to where it was created.
  void open(const QString& path);
  // Opens the file of the window before: without `opened`, since nobody asked for it now, and
  // without a word if it is gone.
  void reopen(const QString& path);
  // The same for any file.
  void openCopy(const ExperimentCopy& copy);
  // The run whose experiment the document was made from; empty: of none.
  const QString& originalRun() const { return m_originalRun; }
  void askOpen();
  // Opens settings of third-party trainers as a new document.
  void importFiles(const QStringList& paths);
  void askImport();
  // `then` is called once it is saved.
  void save(const Then& then = {});
  void saveAs(const Then& then = {});
  // Calls `then` immediately if nothing would be lost, otherwise once the user has saved or agreed
  // to lose changes.
  void whenMayLeave(const Then& then);

  // Checks whether another program changed the file.
  void lookOutside();
  // The three answers to changedOutside().
  void keepMine();
  void reload();

  static QStringList recent();

 signals:
  void failed(const QString& sentence);
  // `origin`: the file itself, or the one it was created from; may be empty.
  void opened(const QString& origin);
  void imported(const std::vector<trainyard::Diagnostic>& notes);
  void saved();
  // The file's content differs from what was last read or written here.
  void changedOutside(const QString& path);

 private:
  enum class As { itself, copy };
  void read(const QString& path, As as, const ExperimentCopy& copy = {});
  void begin(const ExperimentFile& file, As as);
  void change(const QList<std::pair<QString, QString>>& values);
  void beginScript(const ExperimentFile& file);
  void write(const QString& path, const std::optional<QString>& known, const Then& then);
  void written(const QString& path, const QString& text, const Result<QString>& result,
               const Then& then);
  // Reads the document's file; does nothing if another document was opened meanwhile.
  void readAgain(const std::function<void(const Result<ExperimentFile>&)>& then);
  void fail(const Error& error);
  QString suggestedPath() const;

  ExperimentDocument* m_document;
  QWidget* m_parent;
  bool m_asksToLeave = false;
  QString m_originalRun;
  int m_reading = 0;                  // number of the newest read request
  int m_generation = 0;               // number of the document
  std::optional<Then> m_wantsSave;    // a save that is waiting for the answer to changedOutside()
  std::optional<QString> m_reported;  // the external change that was reported
};

}  // namespace trainyard
