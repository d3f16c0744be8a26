// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/data/length_chart.h"

#include <QAreaSeries>
#include <QEvent>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QValueAxis>
#include <algorithm>

#include "gui/forms/plain_tip.h"
#include "gui/look/tokens.h"

namespace trainyard {

LengthChart::LengthChart()
    : m_tops(new QLineSeries(this)),
      m_limit(new QLineSeries),
      m_bars(new QAreaSeries(m_tops)),
      m_x(new QValueAxis),
      m_y(new QValueAxis) {
  chart()->legend()->hide();
  chart()->setBackgroundRoundness(0);
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
  chart()->setMargins(QMargins(4, 4, 12, 4));
  chart()->addAxis(m_x, Qt::AlignBottom);
  chart()->addAxis(m_y, Qt::AlignLeft);
  for (QAbstractSeries* series :
       {static_cast<QAbstractSeries*>(m_bars), static_cast<QAbstractSeries*>(m_limit)}) {
    chart()->addSeries(series);
    series->attachAxis(m_x);
    series->attachAxis(m_y);
  }
  for (QValueAxis* axis : {m_x, m_y}) axis->setLabelFormat("%.0f");
  m_x->setTickCount(4);
  m_y->setTickCount(3);
  setFrameShape(QFrame::NoFrame);
  setRenderHint(QPainter::Antialiasing);
  setMinimumSize(220, 140);
  applyPalette();
}

void LengthChart::showLengths(const SplitCounts& split, qint64 sequenceLength) {
  QList<QPointF> tops;
  qint64 most = 1, end = 1;
  // The answer is another program's: a bin without both edges has no bar.
  if (const auto& lengths = split.lengths;
      lengths && lengths->edges.size() == lengths->counts.size() + 1) {
    for (std::size_t i = 0; i < lengths->counts.size(); ++i) {
      const auto height = static_cast<qreal>(lengths->counts[i]);
      tops << QPointF(static_cast<qreal>(lengths->edges[i]), height)
           << QPointF(static_cast<qreal>(lengths->edges[i + 1]), height);
      most = std::max<qint64>(most, lengths->counts[i]);
    }
    end = lengths->edges.back();
  }
  m_tops->replace(tops);
  const auto right = static_cast<qreal>(std::max(end, sequenceLength + 1));
  m_x->setRange(0, right * 1.02);
  m_y->setRange(0, static_cast<qreal>(most) * 1.1);
  const auto limit = static_cast<qreal>(sequenceLength);
  m_limit->replace(QList<QPointF>{{limit, 0}, {limit, static_cast<qreal>(most) * 1.1}});
  setAccessibleName(tr("Histogram of lengths"));
  setToolTip(
      plainTip(tr("How many examples have how many tokens; the line is the sequence length, %1")
                   .arg(sequenceLength)));
}

void LengthChart::applyPalette() {
  const look::Tokens& now = look::tokens(palette());
  chart()->setBackgroundBrush(now.plot);
  setBackgroundBrush(now.plot);
  QFont small = font();
  small.setPointSizeF(std::max(7.0, small.pointSizeF() * 0.88));
  for (QValueAxis* axis : {m_x, m_y}) {
    axis->setLabelsColor(now.text3);
    axis->setLabelsFont(small);
    axis->setLinePenColor(now.axis);
    axis->setGridLineColor(now.grid);
  }
  const QColor colour = now.curves[0];
  m_bars->setColor(colour);
  m_bars->setBorderColor(colour);
  m_limit->setPen(QPen(now.tone(look::Tone::stopped).word, 2, Qt::DashLine));
}

void LengthChart::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) applyPalette();
  QChartView::changeEvent(event);
}

}  // namespace trainyard
