// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/paint.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/look/icon.h"
#include "gui/look/type.h"

namespace trainyard::look {
namespace {

constexpr double busyStripe = 12;

class SavedPainter {
 public:
  explicit SavedPainter(QPainter& painter) : m_painter(painter) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
  }
  ~SavedPainter() { m_painter.restore(); }
  Q_DISABLE_COPY_MOVE(SavedPainter)

 private:
  QPainter& m_painter;
};

QRectF inset(const QRectF& box, double by) { return box.adjusted(by, by, -by, -by); }

}  // namespace

void paintBox(QPainter& painter, const QRectF& box, double radius, const QColor& ground,
              const QColor& border, double width) {
  const SavedPainter saved(painter);
  const bool hasBorder = border.isValid() && border.alpha() > 0;
  const double round = std::min({radius, box.width() / 2, box.height() / 2});
  if (ground.isValid() && ground.alpha() > 0) {
    // Under half of the border, so that its outer edge shows none of the ground.
    const double under = hasBorder ? width / 2 : 0;
    painter.setBrush(ground);
    painter.drawRoundedRect(inset(box, under), round - under, round - under);
  }
  if (!hasBorder) return;
  QPainterPath ring;
  ring.addRoundedRect(box, round, round);
  const double inner = std::max(0.0, round - width);
  ring.addRoundedRect(inset(box, width), inner, inner);
  painter.fillPath(ring, border);
}

void paintFocus(QPainter& painter, const QRectF& box, double radius, const QColor& colour,
                double width) {
  paintBox(painter, box, radius, {}, colour, width);
}

double paintWords(QPainter& painter, const QRectF& room, const QString& words, Role role,
                  const QColor& colour, Qt::Alignment side) {
  if (room.width() <= 0) return 0;
  painter.setFont(font(role));
  painter.setPen(colour);
  const QString fitting =
      painter.fontMetrics().elidedText(words, Qt::ElideRight, static_cast<int>(room.width()));
  painter.drawText(room, static_cast<int>(side | Qt::AlignVCenter) | Qt::TextSingleLine, fitting);
  return painter.fontMetrics().horizontalAdvance(fitting);
}

void paintEdge(QPainter& painter, const QRectF& box, Qt::Edge edge, const QColor& colour,
               double width) {
  QRectF line = box;
  switch (edge) {
    case Qt::TopEdge:
      line.setHeight(width);
      break;
    case Qt::BottomEdge:
      line.setTop(box.bottom() - width);
      break;
    case Qt::LeftEdge:
      line.setWidth(width);
      break;
    case Qt::RightEdge:
      line.setLeft(box.right() - width);
      break;
  }
  painter.fillRect(line, colour);
}

void paintPane(QWidget* pane, const QColor& ground, Qt::Edge edge) {
  QPainter painter(pane);
  painter.fillRect(pane->rect(), ground);
  paintEdge(painter, pane->rect(), edge, tokens(pane->palette()).hairline);
}

QString paintWithoutWords(QPainter& painter, QStyleOptionViewItem& option) {
  QString words = std::exchange(option.text, {});
  const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &option, &painter, option.widget);
  return words;
}

void paintShadow(QPainter& painter, const QRectF& box, double radius, const QColor& colour,
                 double blur, double below) {
  const SavedPainter saved(painter);
  constexpr int layers = 12;
  const QRectF cast = box.translated(0, below);
  // Each layer adds a little, so that the sum falls off as a blurred edge does.
  double before = 0;
  for (int layer = layers; layer > 0; --layer) {
    const double out = blur / 2 * (2.0 * layer / layers - 1);
    const double far = 1 - static_cast<double>(layer) / layers;
    const double wanted = colour.alphaF() * far * far * (3 - 2 * far);
    painter.setBrush(withAlpha(colour, std::clamp((wanted - before) / (1 - before), 0.0, 1.0)));
    before = std::max(before, wanted);
    painter.drawRoundedRect(inset(cast, -out), radius + out, radius + out);
  }
}

void paintBar(QPainter& painter, const QRectF& bar, double share, const QColor& colour,
              const QColor& track) {
  const double round = bar.height() / 2;
  paintBox(painter, bar, round, track);
  if (share <= 0) return;
  QRectF done = bar;
  done.setWidth(std::max(bar.height(), bar.width() * std::min(share, 1.0)));
  paintBox(painter, done, round, colour);
}

void paintBusyBar(QPainter& painter, const QRectF& bar, double phase, const QColor& colour,
                  const QColor& track) {
  const double round = bar.height() / 2, period = 2 * px(busyStripe);
  paintBox(painter, bar, round, track);
  QPainterPath inside;
  inside.addRoundedRect(bar, round, round);
  const SavedPainter saved(painter);
  painter.setClipPath(inside, Qt::IntersectClip);
  for (double left = bar.left() + (phase - 1) * period; left < bar.right(); left += period)
    painter.fillRect(QRectF(left, bar.top(), period / 2, bar.height()), colour);
}

void paintSwatch(QPainter& painter, const QRectF& swatch, const QColor& colour, bool isHidden) {
  if (isHidden)
    paintBox(painter, swatch, px(3), {}, colour, 1.5);
  else
    paintBox(painter, swatch, px(3), colour);
}

double pillHeight() { return px(22); }

double pillWidth(const PillText& text) {
  const double mark = text.icon.isEmpty() ? px(3) : px(14) + px(6);
  return px(6) + mark + QFontMetricsF(font(Role::helpName)).horizontalAdvance(text.words) + px(9);
}

void paintPill(QPainter& painter, const QRectF& pill, const PillText& text, const Tokens& tokens) {
  paintBox(painter, pill, pill.height() / 2, tokens.tone(text.tone).ground);
  paintState(painter, pill.adjusted(text.icon.isEmpty() ? px(9) : px(6), 0, -px(9) + 1, 0), text,
             tokens);
}

void paintState(QPainter& painter, const QRectF& room, const PillText& text, const Tokens& tokens) {
  const QColor colour = tokens.tone(text.tone).word;
  QRectF words = room;
  if (!text.icon.isEmpty()) {
    paintIcon(painter, QRectF(room.left(), room.top(), px(14), room.height()), px(14), text.icon,
              colour, stateStroke);
    words.setLeft(room.left() + px(14) + px(6));
  }
  painter.save();
  painter.setFont(font(Role::helpName));
  painter.setPen(colour);
  painter.drawText(
      words, Qt::AlignLeft | Qt::AlignVCenter,
      QFontMetricsF(painter.font()).elidedText(text.words, Qt::ElideRight, words.width() + 1));
  painter.restore();
}

}  // namespace trainyard::look
