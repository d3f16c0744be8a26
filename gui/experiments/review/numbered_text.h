// SPDX-License-Identifier: GPL-3.0-or-later
// Text that is read and not changed, with the numbers of its lines beside it.
#pragma once

#include <QPlainTextEdit>

namespace trainyard {

class NumberedText : public QPlainTextEdit {
  Q_OBJECT
 public:
  NumberedText();

  // A sentence or a command has no lines that somebody would speak of.
  void setNumbered(bool is);

  // A line that is seen, from 1, and where it is.
  struct Line {
    int number = 0;
    QRectF place;
  };
  // Empty without numbers.
  QList<Line> seenLines() const;
  int marginWidth() const;
  void paintMargin();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void makeRoom();

  QWidget* m_margin;
  bool m_isNumbered = false;
};

}  // namespace trainyard
