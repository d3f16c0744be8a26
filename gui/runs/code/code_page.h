// SPDX-License-Identifier: GPL-3.0-or-later
// The code of two of the runs that are compared: which files differ, and in which lines.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "gui/runs/code/code_changes_model.h"
#include "gui/runs/code/code_reader.h"

class QTableView;

namespace trainyard {

class DifferenceView;

class CodePage : public QWidget {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit CodePage(ServiceClient* client);

  // Of runs that are compared already nothing is read again.
  void show(const QList<RunRecord>& runs, int baseline);
  // Goes to the next place where the file differs, or to the next file behind it.
  void goToNext(bool backwards);
  const DifferenceView* difference() const { return m_difference; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* buildFiles();
  void retranslate();
  void fillBoxes(int first, int second);
  // Nothing is asked of a cluster before somebody looks here.
  void request();
  void showListing(const CodeListing& before, const CodeListing& after);
  void showFile();
  void showTexts(const QString& path, const CodeReader::Texts& texts);
  RunRecord chosen(const QComboBox* box) const;

  CodeReader m_reader;
  CodeChangesModel m_changes;
  QList<RunRecord> m_runs;
  QString m_asked;  // the pair that was read, or is being read
  QLabel *m_of, *m_and, *m_sentence;
  QComboBox *m_first = new QComboBox, *m_second = new QComboBox;
  QPushButton* m_again = new QPushButton;
  QTableView* m_files;
  DifferenceView* m_difference;
};

}  // namespace trainyard
