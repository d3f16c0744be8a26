// SPDX-License-Identifier: GPL-3.0-or-later
// The document and its file: opened, saved, changed by others. Every question is asked beside the
// window's work, every wait for the disk happens in the background.
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <vector>

#include "gui/experiments/experiment_document.h"
#include "gui/experiments/experiment_file.h"

class QFileDialog;
class QWidget;

namespace trainyard {

class DocumentFiles : public QObject {
  Q_OBJECT
 public:
  using Then = std::function<void()>;

  // Both must outlive it; dialogs belong to the window of `parent`.
  DocumentFiles(ExperimentDocument* document, QWidget* parent);

  // A job script opens as a new document that runs it. A run's record opens as a new document that
  // counts relative paths from where it was made.
  void open(const QString& path);
  // The same for any file.
  void openCopy(const QString& path);
  void askOpen();
  // Settings of other trainers as a new document.
  void importFiles(const QStringList& paths);
  void askImport();
  // `then` follows when it is saved.
  void save(const Then& then = {});
  void saveAs(const Then& then = {});
  // At once where nothing is lost, else when a person has saved or agreed to lose it.
  void whenMayLeave(const Then& then);

  // Looks whether another program changed the file.
  void lookOutside();
  // The three answers to changedOutside().
  void keepMine();
  void reload();

  static QStringList recent();

 signals:
  void failed(const QString& sentence);
  // `origin`: the file that it is, or was made from; may be empty.
  void opened(const QString& origin);
  void imported(const std::vector<trainyard::Diagnostic>& notes);
  void saved();
  // The file holds something else than what was read or written here.
  void changedOutside(const QString& path);

 private:
  enum class As { itself, copy };
  void read(const QString& path, As as);
  void begin(const ExperimentFile& file, As as);
  void beginScript(const ExperimentFile& file);
  void write(const QString& path, const std::optional<QString>& known, const Then& then);
  void written(const QString& path, const QString& text, const Result<QString>& result,
               const Then& then);
  // Reads the document's file; nothing happens when it is another document by then.
  void readAgain(const std::function<void(const Result<ExperimentFile>&)>& then);
  void fail(const Error& error);
  QString suggestedPath() const;

  ExperimentDocument* m_document;
  QWidget* m_parent;
  bool m_asksToLeave = false;
  int m_reading = 0;                // number of the newest request to read something
  int m_generation = 0;             // of documents
  std::optional<Then> m_wantsSave;  // a save that waits for the answer to changedOutside()
  std::optional<QString> m_told;    // the foreign text that was told of
};

}  // namespace trainyard
