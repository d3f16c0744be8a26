// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/gpu_bars.h"

#include <QPainter>
#include <algorithm>

#include "gui/look/keep_translated.h"
#include "gui/look/paint.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype maxBars = 8;  // on a very mixed cluster the rarest types are omitted
constexpr int barWidth = 150, barHeight = 8, barGap = 26;

}  // namespace

GpuBars::GpuBars() {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  look::keepTranslated(this, [this] { describe(); });
}

void GpuBars::show(const QList<GpuCount>& gpus) {
  m_gpus = gpus;
  std::stable_sort(m_gpus.begin(), m_gpus.end(),
                   [](const GpuCount& a, const GpuCount& b) { return a.total > b.total; });
  m_gpus.resize(std::min(m_gpus.size(), maxBars));
  describe();
  updateGeometry();
  update();
}

QString GpuBars::words(const GpuCount& gpus) const {
  return tr("%1: %2 of %3 free")
      .arg(gpus.type.isEmpty() ? tr("GPUs") : gpus.type)
      .arg(gpus.free)
      .arg(gpus.total);
}

void GpuBars::describe() {
  QStringList all;
  for (const GpuCount& gpus : m_gpus) all << words(gpus);
  setAccessibleName(tr("Free GPUs"));
  setAccessibleDescription(all.join(u", "_s));
  setVisible(!m_gpus.isEmpty());
}

QSize GpuBars::sizeHint() const {
  int width = 0;
  for (const GpuCount& gpus : m_gpus)
    width += std::max(barWidth, fontMetrics().horizontalAdvance(words(gpus))) + barGap;
  return {width, fontMetrics().height() + barHeight + 8};
}

void GpuBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  int x = 0;
  const int top = fontMetrics().height() + 4;
  for (const GpuCount& gpus : m_gpus) {
    const int width = std::max(barWidth, fontMetrics().horizontalAdvance(words(gpus)));
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(x, 0, width, fontMetrics().height()), Qt::AlignLeft, words(gpus));
    const double part = gpus.total > 0 ? std::clamp(double(gpus.free) / gpus.total, 0.0, 1.0) : 0;
    look::paintBar(painter, QRectF(x, top, width, barHeight), part,
                   look::toneColour(look::Tone::completed, palette()),
                   look::tokens(palette()).press);
    x += width + barGap;
  }
}

}  // namespace trainyard
