// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/elided_label.h"

#include <QEvent>
#include <QTextLayout>
#include <algorithm>

#include "gui/forms/plain_tip.h"

namespace trainyard {
namespace {

// The text in at most `lines` lines of `width`; the last one ends with "…" if there is more.
QString inLines(const QString& text, const QFont& font, int width, int lines) {
  const QFontMetrics metrics(font);
  QStringList out;
  QTextLayout layout(QString(text).replace(QLatin1Char('\n'), QLatin1Char(' ')), font);
  layout.beginLayout();
  while (out.size() < lines) {
    QTextLine line = layout.createLine();
    if (!line.isValid()) break;
    line.setLineWidth(width);
    const int start = line.textStart();
    out << (out.size() + 1 == lines
                ? metrics.elidedText(layout.text().mid(start), Qt::ElideRight, width)
                : layout.text().mid(start, line.textLength()).trimmed());
  }
  layout.endLayout();
  return out.join(QLatin1Char('\n'));
}

}  // namespace

ElidedLabel::ElidedLabel(int lines) : m_lines(lines) {
  setTextFormat(Qt::PlainText);
  setAlignment(Qt::AlignLeft | (lines > 1 ? Qt::AlignTop : Qt::AlignVCenter));
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setSizePolicy(lines > 1 ? QSizePolicy::Expanding : QSizePolicy::Maximum, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString& text) {
  if (text == m_whole) return;
  m_whole = text;
  updateGeometry();
  fit();
}

void ElidedLabel::fit() {
  const QString shown = inLines(m_whole, font(), std::max(1, contentsRect().width()), m_lines);
  if (shown != this->text()) QLabel::setText(shown);
  setToolTip(shown.endsWith(QChar(0x2026)) ? plainTip(m_whole) : QString());
}

int ElidedLabel::heightOfLines() const { return m_lines * fontMetrics().lineSpacing() + 2; }

QSize ElidedLabel::sizeHint() const {
  return {fontMetrics().horizontalAdvance(m_whole) + 4, heightOfLines()};
}

QSize ElidedLabel::minimumSizeHint() const {
  return {std::min(sizeHint().width(), 6 * fontMetrics().averageCharWidth()), heightOfLines()};
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  fit();
}

void ElidedLabel::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() != QEvent::FontChange) return;
  updateGeometry();
  fit();
}

}  // namespace trainyard
