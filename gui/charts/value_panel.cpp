// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/value_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "gui/charts/own_axis.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using PanelKind = OwnPanel::Kind;

constexpr double valueMargin = 0.1;  // of the range beyond the outermost values
constexpr double leastRunName = 24;  // the least width for the name of a run below its bar
constexpr int wholeColumns = 16;     // that are asked for: only what a curve has as a whole counts

// With a margin on both sides; around a single value there is one, too.
XRange withMargin(double low, double high) {
  if (!(low <= high)) return {0, 1};
  const double by =
      high > low ? (high - low) * valueMargin : std::max(std::abs(low) * valueMargin, 1e-9);
  return {low - by, high + by};
}

}  // namespace

PlotPanel* newPanel(CurveSet* set, const PanelMetrics& metrics, QWidget* parent) {
  if (metrics.own && metrics.own->hasValues()) return new ValuePanel(set, metrics, parent);
  return new PlotPanel(set, metrics, parent);
}

QString ValuePanel::take() {
  QList<CurveSet::Want> wants;
  for (const ShownRun& run : m_set->runs())
    for (const QString& metric : metrics().metrics)
      if (m_set->has({run.run, metric}))
        wants << CurveSet::Want{{run.run, metric}, {}, wholeColumns};
  m_set->want(this, wants);
  const OwnPanel own = this->own();
  ValuePicture values;
  values.kind = own.kind;
  values.scale = scale();
  values.xScale = own.isLogX ? YScale::logarithmic : YScale::linear;
  values.all = PanelValues::of(*m_set, metrics().metrics, own.reduction, own.band);
  if (std::ranges::any_of(values.all, [this](const PanelValue& value) {
        return !value.run.isEmpty() && value.run == m_set->emphasis();
      }))
    values.emphasis = m_set->emphasis();
  m_picture.values = values;
  const int count = static_cast<int>(values.all.size());
  m_pointed = std::min(m_pointed, count - 1);
  m_chosen = std::min(m_chosen, count - 1);
  takeRanges();
  takeTicks();
  if (own.kind == PanelKind::bars) takeRunNames();
  if (own.kind == PanelKind::number) takeNumber();
  if (!values.all.empty()) return {};
  return metrics().problem.isEmpty() ? tr("No point yet") : metrics().problem;
}

// On a linear axis bars start at zero.
void ValuePanel::takeRanges() {
  const OwnPanel own = this->own();
  const ValuePicture& values = *m_picture.values;
  double low = INFINITY, high = -INFINITY, left = INFINITY, right = -INFINITY;
  for (std::size_t i = 0; i < values.all.size(); ++i) {
    const QPointF place = values.placeOf(i);
    if (!std::isfinite(place.x()) || !std::isfinite(place.y())) continue;
    left = std::min(left, place.x());
    right = std::max(right, place.x());
    const bool hasBand = own.kind == PanelKind::bars && values.all[i].band;
    for (const double y :
         {place.y(), hasBand ? toAxis(values.all[i].band->low, values.scale) : place.y(),
          hasBand ? toAxis(values.all[i].band->high, values.scale) : place.y()}) {
      if (!std::isfinite(y)) continue;
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  XRange y = withMargin(low, high);
  if (own.kind == PanelKind::bars && values.scale == YScale::linear && low <= high) {
    y.low = low < 0 ? low + std::min(low, -high) * valueMargin : 0;
    y.high = high > 0 ? high + std::max(high, -low) * valueMargin : 0;
    if (!(y.low < y.high)) y = {0, 1};
  }
  m_picture.scale = values.scale;
  m_picture.y = ownYRange(y, own, values.scale);
  m_picture.x = own.kind == PanelKind::scatter
                    ? ownXRange(withMargin(left, right), own)
                    : XRange{0, std::max(1.0, static_cast<double>(values.all.size()))};
}

// Below the bars, where there is room for them.
void ValuePanel::takeRunNames() {
  m_picture.xTicks.clear();
  m_picture.xName.clear();
  const std::vector<PanelValue>& all = m_picture.values->all;
  const QFontMetricsF font(look::font(look::Role::caption));
  const double room =
      plotArea().width() / std::max<double>(1, static_cast<double>(all.size())) - px(18);
  if (room < px(leastRunName)) return;
  for (std::size_t i = 0; i < all.size(); ++i)
    m_picture.xTicks.push_back(
        {m_picture.values->placeOf(i).x(), font.elidedText(all[i].label, Qt::ElideRight, room)});
}

void ValuePanel::takeNumber() {
  ValuePicture& values = *m_picture.values;
  const PanelValue* found = best();
  if (!found) return;
  values.number = PanelValues::text(*found, own().band);
  values.colour = found->colour;
  values.ofNumber = bestText();
}

const PanelValue* ValuePanel::best() const {
  if (!m_picture.values || metrics().metrics.isEmpty()) return nullptr;
  return bestOf(m_picture.values->all, isLowestBest(own().reduction, metrics().metrics.first()));
}

// "run a, lowest of 15"; the name of a group says of how many runs it is the mean.
QString ValuePanel::bestText() const {
  const PanelValue* found = best();
  if (!found) return {};
  QStringList parts{found->label};
  const auto count = static_cast<int>(m_picture.values->all.size());
  if (count > 1)
    parts << (isLowestBest(own().reduction, metrics().metrics.first())
                  ? tr("lowest of %1").arg(count)
                  : tr("highest of %1").arg(count));
  parts.removeAll(QString());
  return parts.join(u", "_s);
}

QString ValuePanel::summary() const {
  if (!m_picture.values) return {};
  const QString kind = own().kind == PanelKind::bars      ? tr("Bars")
                       : own().kind == PanelKind::scatter ? tr("Scatter")
                                                          : tr("Number");
  const auto count = static_cast<int>(m_picture.values->all.size());
  QStringList out{kind, metrics().title, tr("%n values", nullptr, count)};
  if (const PanelValue* found = best()) out << PanelValues::text(*found, own().band) << bestText();
  if (const int index = current(); index >= 0) {
    const PanelValue& value = m_picture.values->all[static_cast<std::size_t>(index)];
    out << u"%1 %2"_s.arg(value.label, PanelValues::text(value, own().band));
  }
  return out.join(u", "_s);
}

QString ValuePanel::valuesAsText() const {
  QString text;
  if (!m_picture.values) return text;
  const auto exact = [](double value) {
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
  };
  for (const PanelValue& value : m_picture.values->all) {
    QStringList cells{value.label};
    if (own().kind == PanelKind::scatter) cells << exact(value.x);
    cells << exact(value.y);
    if (value.band && value.runs > 1) cells << exact(value.band->low) << exact(value.band->high);
    text += cells.join(u'\t') + u'\n';
  }
  return text;
}

int ValuePanel::current() const { return m_pointed >= 0 ? m_pointed : m_chosen; }

void ValuePanel::showHover() {
  PlotHover hover;
  const PlotMap map = m_picture.map(rect());
  hover.area = map.area;
  const int index = current();
  if (m_picture.values && m_picture.values->hasAxes() && index >= 0) {
    const PanelValue& value = m_picture.values->all[static_cast<std::size_t>(index)];
    const QRectF box = m_picture.values->boxOf(static_cast<std::size_t>(index), map);
    if (!box.isNull()) {
      hover.x = box.center().x();
      if (own().kind == PanelKind::scatter) hover.dots.push_back({box.center(), value.colour});
    }
    PlotReadout readout;
    readout.head = metrics().title;
    readout.rows.push_back({value.colour, value.label, PanelValues::text(value, own().band), {}});
    if (own().kind == PanelKind::scatter)
      readout.rows.push_back({value.colour, own().x.trimmed(), readOut(value.x), {}});
    if (hover.x) hover.readout = readout;
  }
  m_overlay->setHover(hover);
}

// The run stands out in all plots of the page.
void ValuePanel::choose(int index) {
  m_chosen = index;
  m_set->setEmphasis(index < 0 ? QString()
                               : m_picture.values->all[static_cast<std::size_t>(index)].run);
  showHover();
}

void ValuePanel::open(int index) {
  if (index < 0) return;
  const QString run = m_picture.values->all[static_cast<std::size_t>(index)].run;
  if (!run.isEmpty()) emit runRequested(run);
}

void ValuePanel::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  if (event->button() != Qt::LeftButton || !m_picture.values) return;
  choose(m_picture.values->under(event->position(), m_picture.map(rect())));
}

void ValuePanel::mouseMoveEvent(QMouseEvent* event) {
  m_pointed =
      m_picture.values ? m_picture.values->under(event->position(), m_picture.map(rect())) : -1;
  showHover();
}

void ValuePanel::mouseDoubleClickEvent(QMouseEvent* event) {
  if (m_picture.values) open(m_picture.values->under(event->position(), m_picture.map(rect())));
}

// Scrolls the page: there is nothing to zoom.
void ValuePanel::wheelEvent(QWheelEvent* event) { event->ignore(); }

void ValuePanel::keyPressEvent(QKeyEvent* event) {
  const int count = m_picture.values && m_picture.values->hasAxes()
                        ? static_cast<int>(m_picture.values->all.size())
                        : 0;
  if (event->matches(QKeySequence::Copy)) return QApplication::clipboard()->setText(valuesAsText());
  switch (event->key()) {
    case Qt::Key_Left:
      return choose(m_chosen < 0 ? count - 1 : std::max(m_chosen - 1, 0));
    case Qt::Key_Right:
      return choose(std::min(m_chosen + 1, count - 1));
    case Qt::Key_Home:
      return choose(std::min(0, count - 1));
    case Qt::Key_End:
      return choose(count - 1);
    case Qt::Key_Escape:
      if (m_chosen < 0) break;
      return choose(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_chosen >= 0) return open(m_chosen);
      return emit enlargeRequested();
    case Qt::Key_F2:
      return emit editRequested();
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

void ValuePanel::leaveEvent(QEvent* event) {
  m_pointed = -1;
  showHover();
  QWidget::leaveEvent(event);
}

}  // namespace trainyard
