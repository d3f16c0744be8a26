// SPDX-License-Identifier: GPL-3.0-or-later
// Where a folder lies: its path as parts that lead there, or as a field in which another is typed.
#pragma once

#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QStringListModel>

namespace trainyard {

class PathBar : public QStackedWidget {
  Q_OBJECT
 public:
  PathBar();

  // The folder that is shown. While somebody types, what was typed stays.
  void setPath(const QString& path);
  // A place that was not opened yet: as text, so that Return opens it.
  void offer(const QString& path);
  QString text() const { return m_field->text(); }
  // Folders that are completed while somebody types.
  void setKnown(const QStringList& folders) { m_known->setStringList(folders); }
  void edit();

  // "/", "/scratch", "/scratch/one": where the parts of an absolute path lead.
  static QStringList foldersOf(const QString& path);

 signals:
  void openRequested(const QString& path);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void retranslate();
  void showParts();
  void fit();

  QWidget* m_parts = new QWidget;
  QLineEdit* m_field = new QLineEdit;
  QStringListModel* m_known;
  QList<QPushButton*> m_buttons;
  QString m_path;
};

}  // namespace trainyard
