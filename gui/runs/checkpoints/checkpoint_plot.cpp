// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/checkpoints/checkpoint_plot.h"

#include <QLineF>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/charts/panel_metrics.h"
#include "gui/charts/plot_panel.h"
#include "gui/charts/plot_picture.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double markRadius = 3.5, markReach = 12, checkpointPlotHeight = 300, bestMark = 11;
constexpr int mostMovedInClick = 4;

}  // namespace

// Over the plot, so that it moves with it; clicks go through.
class CheckpointMarks : public QWidget {
 public:
  CheckpointMarks(const CheckpointPlot* plot, QWidget* panel) : QWidget(panel), m_plot(plot) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setGeometry(panel->rect());
    show();
  }

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  void paintChosen(QPainter& painter, const QRectF& area) const;

  const CheckpointPlot* m_plot;
};

void CheckpointMarks::paintChosen(QPainter& painter, const QRectF& area) const {
  const look::Tokens& now = look::tokens(palette());
  for (const CheckpointPlot::Mark& mark : m_plot->marks()) {
    if (mark.step != m_plot->chosen()) continue;
    const double x = std::round(m_plot->placeOf(mark).x());
    if (x < area.left() || x > area.right()) continue;
    painter.fillRect(QRectF(x, area.top(), px(1.5), area.height()), now.text2);
    const QString text =
        mark.isBest ? CheckpointPlot::tr("step %1, best").arg(QLocale().toString(mark.step))
                    : CheckpointPlot::tr("step %1").arg(QLocale().toString(mark.step));
    const double width =
        QFontMetricsF(look::font(look::Role::captionName)).horizontalAdvance(text) + px(8);
    const bool isLeft = x + px(6) + width > area.right();
    look::paintWords(
        painter, QRectF(isLeft ? x - px(6) - width : x + px(6), area.top(), width, px(18)), text,
        look::Role::captionName, now.text, isLeft ? Qt::AlignRight : Qt::AlignLeft);
    return;
  }
}

void CheckpointMarks::paintEvent(QPaintEvent*) {
  const QRectF area = m_plot->panel()->plotArea();
  look::SmoothPainter painter(this);
  paintChosen(painter, area);
  const look::Tokens& now = look::tokens(palette());
  const QColor colour = look::curveColour(m_plot->colour(), palette());
  for (const CheckpointPlot::Mark& mark : m_plot->marks()) {
    const QPointF at = m_plot->placeOf(mark);
    if (!area.adjusted(-1, -1, 1, 1).contains(at)) continue;
    if (mark.isBest && mark.isThere) {
      paintDiamond(painter, at, px(bestMark), now.tone(look::Tone::completed).word);
      continue;
    }
    painter.setPen(QPen(colour, 1.5));
    painter.setBrush(mark.isThere ? colour : now.plot);
    painter.drawEllipse(at, px(markRadius), px(markRadius));
  }
}

CheckpointPlot::CheckpointPlot(CurveSet* curves) : m_curves(curves) {
  look::columnIn(this);
  setFixedHeight(px(checkpointPlotHeight));
  connect(curves, &CurveSet::metricsChanged, this, &CheckpointPlot::showPanel);
  look::keepTranslated(this, [this] {
    delete m_panel;
    m_panel = nullptr;
    showPanel();
  });
}

void CheckpointPlot::show(const CheckpointRows& rows, const QList<EvaluatedMetric>& evaluated) {
  m_marks.clear();
  m_metric = evaluated.isEmpty() ? QString() : evaluated.front().name;
  const QMap<qint64, double> values =
      evaluated.isEmpty() ? QMap<qint64, double>() : evaluated.front().values;
  QMap<qint64, Mark> marks;
  for (auto each = values.begin(); each != values.end(); ++each)
    marks.insert(each.key(), {each.key(), *each, false, false});
  for (const CheckpointRow& row : rows.there) {
    if (!row.isUsable()) continue;
    Mark& mark = marks[row.step];
    mark.step = row.step;
    mark.isThere = true;
    mark.isBest = row.step == rows.best;
  }
  for (const CheckpointRow& row : rows.removed)
    if (!marks.contains(row.step)) marks.insert(row.step, {row.step, {}, false, false});
  m_marks = marks.values();
  showPanel();
}

// The panel in which the metric stands beside that of training, as among the curves; without one,
// the first.
void CheckpointPlot::showPanel() {
  const std::vector<PanelMetrics> all = arrangePanels(m_curves->metrics());
  const auto found = std::ranges::find_if(
      all, [this](const PanelMetrics& each) { return each.metrics.contains(m_metric); });
  const PanelMetrics* shown = found != all.end() ? &*found : all.empty() ? nullptr : &all.front();
  PanelMetrics metrics = shown ? *shown : PanelMetrics();
  metrics.group.clear();
  metrics.title = m_metric.isEmpty() ? tr("Where checkpoints are")
                                     : tr("%1 where checkpoints are").arg(m_metric);
  if (!m_panel || m_panel->metrics() != metrics) {
    delete m_panel;
    m_panel = new PlotPanel(m_curves, metrics);
    m_overlay = new CheckpointMarks(this, m_panel);
    m_panel->installEventFilter(this);
    connect(m_panel, &PlotPanel::gutterNeeded, m_panel, &PlotPanel::setGutter);
    connect(m_panel, &PlotPanel::enlargeRequested, this, &CheckpointPlot::enlargeRequested);
    layout()->addWidget(m_panel);
  }
  describe();
  m_overlay->update();
}

void CheckpointPlot::describe() {
  const auto there = std::ranges::count_if(m_marks, &Mark::isThere);
  m_panel->setAccessibleDescription(
      tr("Evaluations: %1, of which %2 have a checkpoint").arg(m_marks.size()).arg(there));
}

void CheckpointPlot::choose(std::optional<qint64> step) {
  if (std::exchange(m_chosen, step) != step && m_overlay) m_overlay->update();
}

int CheckpointPlot::colour() const {
  const auto at = std::max<qsizetype>(0, m_panel->metrics().metrics.indexOf(m_metric));
  return m_panel->metrics().metrics.size() > 1 ? static_cast<int>(at) : 0;
}

QPointF CheckpointPlot::placeOf(const Mark& mark) const {
  const PlotPicture& picture = m_panel->shown();
  const PlotMap map = picture.map(m_panel->rect());
  double x = static_cast<double>(mark.step);
  if (m_curves->along() != Along::steps && !m_curves->runs().isEmpty())
    x = m_curves->steps(m_curves->runs().first().run).placeOf(m_curves->along(), x);
  const double y = mark.value ? toAxis(*mark.value, picture.scale) : picture.y.low;
  return map.toScreen({x, y});
}

const CheckpointPlot::Mark* CheckpointPlot::under(QPointF position) const {
  const Mark* nearest = nullptr;
  double distance = px(markReach);
  for (const Mark& mark : m_marks)
    if (const double d = QLineF(placeOf(mark), position).length(); d < distance) {
      distance = d;
      nearest = &mark;
    }
  return nearest;
}

bool CheckpointPlot::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) m_overlay->setGeometry(m_panel->rect());
  if (event->type() == QEvent::MouseButtonPress)
    m_pressed = static_cast<QMouseEvent*>(event)->position();
  if (event->type() == QEvent::MouseButtonRelease) {
    const QPointF at = static_cast<QMouseEvent*>(event)->position();
    const bool isClick = (at - m_pressed).manhattanLength() <= mostMovedInClick;
    if (const Mark* mark = isClick ? under(at) : nullptr) emit stepChosen(mark->step);
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace trainyard
