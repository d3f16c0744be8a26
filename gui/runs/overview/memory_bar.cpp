// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/overview/memory_bar.h"

#include <QPainter>

#include "gui/forms/quantity_text.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double memoryBarHeight = 10, memoryNamesHeight = 22, memorySwatch = 8;

}  // namespace

MemoryBar::MemoryBar(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QList<MemoryBar::Part> MemoryBar::parts() const {
  return {{tr("parameters"), m_estimate.parameters},
          {tr("gradients"), m_estimate.gradients},
          {tr("optimizer"), m_estimate.optimizer},
          {tr("activations"), m_estimate.activations}};
}

void MemoryBar::show(const MemoryEstimate& estimate) {
  m_estimate = estimate;
  QStringList words;
  for (const Part& part : parts())
    words << part.name + u' ' + QuantityText::bytes(static_cast<qint64>(part.bytes));
  setAccessibleName(tr("Estimated memory of a rank: %1").arg(words.join(u", "_s)));
  update();
}

QSize MemoryBar::sizeHint() const { return {px(300), px(memoryBarHeight) + px(memoryNamesHeight)}; }

void MemoryBar::paintEvent(QPaintEvent*) {
  const double total = m_estimate.total();
  if (total <= 0) return;
  const look::Tokens& t = look::tokens(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  double left = 0, wordsLeft = 0;
  for (int i = 0; const Part& part : parts()) {
    const QColor colour = t.curves[static_cast<std::size_t>(i++)];
    const double width = part.bytes / total * this->width();
    painter.fillRect(QRectF(left, 0, width, px(memoryBarHeight)), colour);
    left += width;
    const QRectF line(wordsLeft, px(memoryBarHeight), this->width() - wordsLeft,
                      px(memoryNamesHeight));
    look::paintSwatch(painter,
                      QRectF(wordsLeft, line.center().y() - px(memorySwatch) / 2.0,
                             px(memorySwatch), px(memorySwatch)),
                      colour, false);
    const QString words = part.name + u' ' + QuantityText::bytes(static_cast<qint64>(part.bytes));
    wordsLeft += px(memorySwatch + 5) +
                 look::paintWords(painter, line.adjusted(px(memorySwatch + 5), 0, 0, 0), words,
                                  look::Role::help, t.text2) +
                 px(16);
  }
}

}  // namespace trainyard
