// SPDX-License-Identifier: GPL-3.0-or-later
// A file that is looked at: what it is, and its text or picture.
#pragma once

#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QWidget>

#include "gui/files/file_preview.h"
#include "gui/forms/elided_label.h"
#include "gui/forms/image_view.h"
#include "gui/forms/plain_label.h"

namespace trainyard {

class PreviewPane : public QWidget {
  Q_OBJECT
 public:
  PreviewPane();

  void showNothing();
  void showWaiting(const QString& name);
  void showProblem(const QString& sentence);
  void showPiece(const QString& path, const FilePiece& piece);
  QString text() const;  // of a file that is shown as text
  // Whether the end of the file is read again and again.
  bool isFollowing() const { return m_follow->isChecked(); }
  void setFollowing(bool isFollowing) { m_follow->setChecked(isFollowing); }
  void takeFocus();
  const QImage& picture() const { return m_shown->image(); }

 signals:
  void endWanted();
  void beginningWanted();

 private:
  void showPicture(const QString& name, const FilePiece& piece);
  void retranslate();

  ElidedLabel* m_name = new ElidedLabel;
  ElidedLabel* m_facts = new ElidedLabel;
  QPushButton* m_end = new QPushButton;
  QPushButton* m_beginning = new QPushButton;
  QPushButton* m_follow = new QPushButton;
  QTimer* m_clock;
  QStackedWidget* m_pages = new QStackedWidget;
  QLabel* m_words = plainLabel(look::Role::body);
  ImageView* m_shown = new ImageView;
  QPlainTextEdit* m_text = new QPlainTextEdit;
  bool m_isEmpty = true;
};

}  // namespace trainyard
