// SPDX-License-Identifier: GPL-3.0-or-later
// A label of a fixed number of lines: what is below it never moves, whatever it says. Text that
// does not fit ends with "…" and is whole in the tooltip. Always plain text.
#pragma once

#include <QLabel>

namespace trainyard {

class ElidedLabel : public QLabel {
  Q_OBJECT
 public:
  explicit ElidedLabel(int lines = 1, QWidget* parent = nullptr);

  // As QLabel's, which is not virtual; text() then is what is shown, wholeText() what was given.
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
