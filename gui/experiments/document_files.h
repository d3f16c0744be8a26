// SPDX-License-Identifier: GPL-3.0-or-later
// The document's file: saving, changes by other programs. Dialogs are modeless, and disk access
// happens in the background.
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>

#include "gui/experiments/document/experiment_document.h"
#include "gui/experiments/document/experiment_file.h"

class QFileDialog;
class QWidget;

namespace trainyard {

class DocumentFiles : public QObject {
  Q_OBJECT
 public:
  using Then = std::function<void()>;

  // `document` must outlive it; dialogs belong to the window of `parent`.
  DocumentFiles(ExperimentDocument* document, QWidget* parent);

  // `then` is called once it is saved.
  void save(const Then& then = {});
  void saveAs(const Then& then = {});
  // Checks whether another program changed the file.
  void lookOutside();
  // The three answers to changedOutside().
  void keepMine();
  void reload();

  // The experiments that were opened or saved last, newest first.
  static QStringList recent();
  static void rememberRecent(const QString& path);

 signals:
  void failed(const QString& sentence);
  void saved();
  // The file's content differs from what was last read or written here.
  void changedOutside(const QString& path);

 private:
  void write(const QString& path, const std::optional<QString>& known, const Then& then);
  void written(const QString& path, const QString& text, const Result<QString>& result,
               const Then& then);
  // Reads the document's file; does nothing if another document was opened meanwhile.
  void readAgain(const std::function<void(const Result<ExperimentFile>&)>& then);
  void fail(const Error& error);
  QString suggestedPath() const;

  ExperimentDocument* m_document;
  QWidget* m_parent;
  int m_generation = 0;               // number of the document
  std::optional<Then> m_wantsSave;    // a save that is waiting for the answer to changedOutside()
  std::optional<QString> m_reported;  // the external change that was reported
};

}  // namespace trainyard
