// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/review/numbered_text.h"

#include <QPainter>
#include <QTextBlock>

#include "gui/look/tokens.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

using look::px;

constexpr double leastNumbers = 20, numbersSide = 8;

class NumbersMargin : public QWidget {
 public:
  explicit NumbersMargin(NumberedText* text) : QWidget(text), m_text(text) {
    setCursor(Qt::ArrowCursor);
  }

 protected:
  void paintEvent(QPaintEvent*) override { m_text->paintMargin(); }

 private:
  NumberedText* m_text;
};

}  // namespace

NumberedText::NumberedText() : m_margin(new NumbersMargin(this)) {
  setReadOnly(true);
  setFont(look::font(look::Role::code));
  m_margin->hide();
  connect(this, &QPlainTextEdit::blockCountChanged, this, &NumberedText::makeRoom);
  connect(this, &QPlainTextEdit::updateRequest, m_margin, qOverload<>(&QWidget::update));
}

void NumberedText::setNumbered(bool is) {
  m_isNumbered = is;
  m_margin->setVisible(is);
  makeRoom();
}

QList<NumberedText::Line> NumberedText::seenLines() const {
  QList<Line> lines;
  if (!m_isNumbered) return lines;
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    if (place.top() > viewport()->height()) break;
    lines.append({block.blockNumber() + 1, place});
  }
  // Behind the last line break there is no line.
  if (!lines.isEmpty() && lines.back().number == blockCount() && blockCount() > 1 &&
      document()->lastBlock().length() <= 1)
    lines.removeLast();
  return lines;
}

int NumberedText::marginWidth() const {
  if (!m_isNumbered) return 0;
  const int digits = static_cast<int>(QString::number(blockCount()).size());
  const int wide = QFontMetrics(look::font(look::Role::code)).horizontalAdvance(u'9') * digits;
  return std::max(px(leastNumbers), wide) + px(numbersSide);
}

void NumberedText::makeRoom() {
  setViewportMargins(marginWidth(), 0, 0, 0);
  m_margin->setGeometry(frameWidth(), frameWidth(), marginWidth(), height() - 2 * frameWidth());
  m_margin->update();
}

void NumberedText::paintMargin() {
  QPainter painter(m_margin);
  painter.fillRect(m_margin->rect(), palette().brush(QPalette::Base));
  QFont digits = look::font(look::Role::code);
  digits.setPointSizeF(look::font(look::Role::caption).pointSizeF());
  painter.setFont(digits);
  painter.setPen(look::tokens(palette()).text3);
  const QPointF moved = viewport()->pos() - m_margin->pos();
  for (const Line& line : seenLines())
    painter.drawText(QRectF(0, line.place.top() + moved.y(), marginWidth() - px(numbersSide) / 2.0,
                            line.place.height()),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(line.number));
}

void NumberedText::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  makeRoom();
}

void NumberedText::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) m_margin->update();
}

}  // namespace trainyard
