// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_grid.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSlider>
#include <QToolButton>
#include <algorithm>
#include <optional>
#include <utility>

#include "gui/charts/curve_export.h"
#include "gui/charts/export_file.h"
#include "gui/charts/plot_view.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int plotHeight = 240;
constexpr int plotWidth = 340;  // the minimum width for another column

// A line that is truncated if there is not enough room.
class HintLabel : public QLabel {
 public:
  HintLabel() {
    setTextFormat(Qt::PlainText);
    setForegroundRole(QPalette::PlaceholderText);
    setMinimumWidth(0);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, width()));
  }
};

}  // namespace

PlotGrid::PlotGrid(CurvesModel* curves, QWidget* parent)
    : QWidget(parent),
      m_curves(curves),
      m_smoothing(new QSlider(Qt::Horizontal)),
      m_smoothingName(new QLabel),
      m_smoothingValue(new QLabel),
      m_logarithmic(new QToolButton),
      m_reset(new QToolButton),
      m_save(new QToolButton),
      m_hint(new HintLabel),
      m_filter(new QLineEdit),
      m_scroll(new QScrollArea),
      m_page(new QWidget),
      m_layout(new QGridLayout),
      m_empty(new QLabel) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  buildBar();
  auto* pageColumn = new QVBoxLayout(m_page);
  pageColumn->setContentsMargins(10, 4, 10, 10);
  pageColumn->addLayout(m_layout);
  pageColumn->addStretch();
  m_layout->setSpacing(10);
  m_scroll->setWidget(m_page);
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_empty->setTextFormat(Qt::PlainText);
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  m_empty->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(m_scroll, 1);
  column->addWidget(m_empty, 1);
  connect(m_curves, &CurvesModel::metricsChanged, this, &PlotGrid::arrange);
  retranslate();
  arrange();
}

void PlotGrid::buildBar() {
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(10, 8, 10, 6);
  bar->setSpacing(8);
  m_filter->setClearButtonEnabled(true);
  m_filter->setMaximumWidth(200);
  m_smoothing->setRange(0, 99);
  m_smoothing->setFixedWidth(120);
  m_smoothingName->setTextFormat(Qt::PlainText);
  m_smoothingName->setBuddy(m_smoothing);
  m_smoothingValue->setTextFormat(Qt::PlainText);
  m_smoothingValue->setMinimumWidth(
      m_smoothingValue->fontMetrics().horizontalAdvance(QStringLiteral("0.00")) + 4);
  m_logarithmic->setCheckable(true);
  m_save->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(m_save);
  m_savePicture = menu->addAction(QString(), this, &PlotGrid::exportPicture);
  m_saveTable = menu->addAction(QString(), this, &PlotGrid::exportTable);
  m_save->setMenu(menu);
  bar->addWidget(m_filter);
  bar->addWidget(m_smoothingName);
  bar->addWidget(m_smoothing);
  bar->addWidget(m_smoothingValue);
  bar->addWidget(m_logarithmic);
  bar->addWidget(m_reset);
  bar->addWidget(m_hint, 1);
  bar->addWidget(m_save);
  static_cast<QVBoxLayout*>(layout())->addLayout(bar);
  connect(m_smoothing, &QSlider::valueChanged, this, &PlotGrid::applyStyle);
  connect(m_logarithmic, &QToolButton::toggled, this, &PlotGrid::applyStyle);
  connect(m_filter, &QLineEdit::textChanged, this, &PlotGrid::arrange);
  connect(m_reset, &QToolButton::clicked, this, [this] {
    for (PlotView* plot : m_plots) plot->setXView(std::nullopt);
  });
  applyStyle();
}

void PlotGrid::retranslate() {
  m_filter->setPlaceholderText(tr("Filter metrics"));
  m_filter->setAccessibleName(tr("Filter metrics"));
  m_smoothingName->setText(tr("Smoothing"));
  m_smoothing->setAccessibleName(tr("Smoothing"));
  m_smoothing->setToolTip(
      tr("Weight of the debiased moving average; the raw curve stays visible behind it"));
  m_logarithmic->setText(tr("Log y"));
  m_logarithmic->setToolTip(tr("Logarithmic vertical axis; values of 0 and below are gaps"));
  m_reset->setText(tr("Whole run"));
  m_reset->setToolTip(tr("Show all steps again (double click on a picture)"));
  m_save->setText(tr("Export"));
  m_savePicture->setText(tr("Picture (PNG)…"));
  m_saveTable->setText(tr("All points (CSV)…"));
  m_hint->setText(tr("Drag: zoom · Shift+drag: pan · Ctrl+wheel: zoom steps · Double click: all"));
  m_hint->setToolTip(
      tr("Drag: zoom · Shift+drag: pan · Ctrl+wheel: zoom steps · Double click: all"));
}

void PlotGrid::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) retranslate();
}

void PlotGrid::setEmptyText(const QString& text) { m_empty->setText(text); }

PlotView* PlotGrid::makePlot(const PlotPanel& panel) {
  auto* plot = new PlotView(m_curves, panel, m_page);
  plot->setFixedHeight(plotHeight);
  connect(plot, &PlotView::xViewChanged, this, [this, plot](std::optional<XRange> view) {
    for (PlotView* other : m_plots)
      if (other != plot) other->setXView(view);
  });
  connect(plot, &PlotView::cursorChanged, this, [this, plot](std::optional<double> step) {
    for (PlotView* other : m_plots)
      if (other != plot) other->setCursor(step);
  });
  return plot;
}

void PlotGrid::arrange() {
  QStringList names;
  for (const QString& name : m_curves->names())
    if (name.contains(m_filter->text().trimmed(), Qt::CaseInsensitive)) names << name;
  const std::vector<PlotPanel> panels = arrangePanels(names);
  m_empty->setVisible(panels.empty());
  m_scroll->setVisible(!panels.empty());
  if (panels == m_panels) return;
  m_panels = panels;
  for (QWidget* heading : m_headings) heading->deleteLater();
  m_headings.clear();
  std::vector<PlotView*> kept;
  for (const PlotPanel& panel : panels) {
    const auto same = std::find_if(m_plots.begin(), m_plots.end(),
                                   [&](PlotView* plot) { return plot && plot->panel() == panel; });
    kept.push_back(same == m_plots.end() ? makePlot(panel) : std::exchange(*same, nullptr));
  }
  for (PlotView* plot : m_plots)
    if (plot) plot->deleteLater();
  m_plots = kept;
  m_columns = 0;
  applyStyle();
  place();
}

void PlotGrid::place() {
  const int columns = std::clamp(m_scroll->viewport()->width() / plotWidth, 1, 4);
  if (columns == m_columns) return;
  m_columns = columns;
  while (QLayoutItem* item = m_layout->takeAt(0)) delete item;
  for (QWidget* heading : m_headings) heading->deleteLater();
  m_headings.clear();
  int row = 0, column = 0;
  QString group;
  for (std::size_t i = 0; i < m_plots.size(); ++i) {
    const PlotPanel& panel = m_panels[i];
    const QString name = panel.metrics.size() > 1 ? QString() : panel.group;
    if (i == 0 || name != group) {
      if (column > 0) ++row;
      column = 0;
      group = name;
      if (!name.isEmpty()) {
        auto* heading = new QLabel(name, m_page);
        heading->setTextFormat(Qt::PlainText);
        heading->setForegroundRole(QPalette::PlaceholderText);
        m_headings.push_back(heading);
        m_layout->addWidget(heading, row++, 0, 1, columns);
        heading->show();
      }
    }
    // A plot that is alone in its group takes the full width: the loss is what users look at.
    const bool alone = name.isEmpty() &&
                       (i + 1 == m_plots.size() || m_panels[i + 1].metrics.size() == 1) &&
                       column == 0;
    m_layout->addWidget(m_plots[i], row, column, 1, alone ? columns : 1);
    m_plots[i]->show();
    column = alone ? columns : column + 1;
    if (column >= columns) {
      column = 0;
      ++row;
    }
  }
  for (int c = 0; c < 4; ++c) m_layout->setColumnStretch(c, c < columns ? 1 : 0);
}

void PlotGrid::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  place();
}

void PlotGrid::applyStyle() {
  const double weight = m_smoothing->value() / 100.0;
  m_smoothingValue->setText(QString::number(weight, 'f', 2));
  for (PlotView* plot : m_plots)
    plot->setStyle({m_logarithmic->isChecked() ? YScale::logarithmic : YScale::linear, weight});
}

QPixmap PlotGrid::picture() {
  for (PlotView* plot : m_plots) plot->refreshNow();
  return m_page->grab();
}

void PlotGrid::exportPicture() {
  exportTo(tr("Save the curves as a picture"), u".png"_s, tr("Pictures (*.png)"),
           [this] { return [image = picture().toImage()] { return pngOf(image); }; });
}

void PlotGrid::exportTable() {
  exportTo(tr("Save all points as a table"), u".csv"_s, tr("Tables (*.csv)"), [this] {
    return [lines = linesOf(*m_curves, m_curves->names())] { return curvesToCsv(lines); };
  });
}

void PlotGrid::exportTo(const QString& title, const QString& ending, const QString& kind,
                        std::function<std::function<QByteArray()>()> take) {
  trainyard::exportTo(
      this, {title, m_exportName, ending, kind}, std::move(take),
      [this](const QString& path, const std::optional<QString>& why) {
        if (why)
          emit failed(tr("%1 could not be written: %2. Choose another folder.").arg(path, *why));
        else
          emit done(tr("Written to %1.").arg(path));
      });
}

}  // namespace trainyard
