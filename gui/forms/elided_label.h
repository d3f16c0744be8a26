// SPDX-License-Identifier: GPL-3.0-or-later
// A label with a fixed number of lines, so that its text never moves what is below. Text that does
// not fit ends with "…" and is complete in the tooltip. Always plain text.
#pragma once

#include <QLabel>

namespace trainyard {

class ElidedLabel : public QLabel {
  Q_OBJECT
 public:
  explicit ElidedLabel(int lines = 1);

  // Hides QLabel::setText, which is not virtual; text() returns what is shown, wholeText() what was
  // set.
  void setText(const QString& text);
  const QString& wholeText() const { return m_whole; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fit();
  int heightOfLines() const;

  int m_lines;
  QString m_whole;
};

}  // namespace trainyard
