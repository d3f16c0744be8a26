// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_bar.h"

#include <QComboBox>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QRegularExpression>
#include <QSlider>
#include <QToolButton>
#include <algorithm>

#include "gui/forms/plain_label.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

QToolButton* barSwitch() {
  auto* button = new QToolButton;
  button->setCheckable(true);
  button->setAutoRaise(true);
  look::setKind(button, look::toolKind);
  return button;
}

}  // namespace

PlotBar::PlotBar(bool hasAxes, QWidget* parent)
    : QWidget(parent),
      m_search(new QLineEdit),
      m_along(new QComboBox),
      m_smoothingName(plainLabel()),
      m_smoothing(new QSlider(Qt::Horizontal)),
      m_weight(plainLabel()),
      m_logarithmic(barSwitch()),
      m_outliers(barSwitch()),
      m_means(barSwitch()),
      m_reset(new QToolButton),
      m_panel(new QToolButton),
      m_export(new QToolButton) {
  auto* row = look::rowIn(this, px(8), {px(12), px(8), px(12), px(8)});
  // It fits itself into what there is.
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  m_search->setClearButtonEnabled(true);
  m_search->setMinimumWidth(px(90));
  m_search->setMaximumWidth(px(180));
  m_along->addItems({{}, {}, {}, {}});
  m_along->setVisible(hasAxes);
  m_smoothing->setRange(0, 99);
  m_smoothing->setMinimumWidth(px(60));
  m_smoothing->setMaximumWidth(px(110));
  m_smoothingName->setBuddy(m_smoothing);
  m_weight->setMinimumWidth(m_weight->fontMetrics().horizontalAdvance(u"0.00"_s) + 4);
  m_reset->setAutoRaise(true);
  m_reset->setIcon(look::icon(u"zoom-reset"_s));
  m_panel->setAutoRaise(true);
  m_panel->setIcon(look::icon(u"plus"_s));
  m_panel->setVisible(hasAxes);
  buildMenu();
  for (QWidget* control : QList<QWidget*>{m_search, m_along, m_logarithmic, m_outliers, m_means,
                                          m_reset, m_panel, m_export})
    look::setSmall(control);
  look::addAll(row, {{m_search, 1}, m_along, m_smoothingName, {m_smoothing, 1}, m_weight});
  look::addAll(row, {m_logarithmic, m_outliers, m_means, look::gap(), m_reset, m_panel, m_export});
  connect(m_search, &QLineEdit::textChanged, this, &PlotBar::searchChanged);
  connect(m_along, &QComboBox::currentIndexChanged, this,
          [this](int index) { emit alongChosen(static_cast<Along>(index)); });
  connect(m_smoothing, &QSlider::valueChanged, this, &PlotBar::showWeight);
  connect(m_smoothing, &QSlider::valueChanged, this, &PlotBar::styleChanged);
  connect(m_logarithmic, &QToolButton::toggled, this, &PlotBar::styleChanged);
  connect(m_outliers, &QToolButton::toggled, this, &PlotBar::styleChanged);
  connect(m_means, &QToolButton::toggled, this, &PlotBar::meansChosen);
  connect(m_reset, &QToolButton::clicked, this, &PlotBar::resetRequested);
  connect(m_panel, &QToolButton::clicked, this, &PlotBar::panelRequested);
  look::keepTranslated(this, [this] { retranslate(); });
  look::onEvent(this, QEvent::Resize, [this] { fit(); });
}

// Of the switches, too: there may be no room for them.
void PlotBar::buildMenu() {
  m_export->setAutoRaise(true);
  m_export->setIcon(look::icon(u"download"_s));
  m_export->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(m_export);
  const auto mirror = [menu](QToolButton* button) {
    QAction* entry = menu->addAction(QString());
    entry->setCheckable(true);
    connect(entry, &QAction::toggled, button, &QToolButton::setChecked);
    connect(button, &QToolButton::toggled, entry, &QAction::setChecked);
    return entry;
  };
  m_logarithmicEntry = mirror(m_logarithmic);
  m_outliersEntry = mirror(m_outliers);
  m_meansEntry = mirror(m_means);
  menu->addSeparator();
  m_picture = menu->addAction(QString(), this, &PlotBar::pictureRequested);
  m_table = menu->addAction(QString(), this, &PlotBar::tableRequested);
  m_export->setMenu(menu);
}

PlotStyle PlotBar::style() const {
  return {m_logarithmic->isChecked() ? YScale::logarithmic : YScale::linear,
          m_smoothing->value() / 100.0, !m_outliers->isChecked()};
}

QJsonObject PlotBar::state() const {
  return {{u"search"_s, m_search->text()},
          {u"along"_s, m_along->currentIndex()},
          {u"smoothing"_s, m_smoothing->value()},
          {u"log_y"_s, m_logarithmic->isChecked()},
          {u"outliers_out"_s, m_outliers->isChecked()},
          {u"means"_s, m_means->isChecked()}};
}

void PlotBar::setState(const QJsonObject& state) {
  m_search->setText(state.value(u"search"_s).toString());
  m_along->setCurrentIndex(std::clamp(state.value(u"along"_s).toInt(), 0, m_along->count() - 1));
  m_smoothing->setValue(state.value(u"smoothing"_s).toInt());
  m_logarithmic->setChecked(state.value(u"log_y"_s).toBool());
  m_outliers->setChecked(state.value(u"outliers_out"_s).toBool());
  m_means->setChecked(state.value(u"means"_s).toBool());
}

bool PlotBar::isSearching() const { return !m_search->text().trimmed().isEmpty(); }

bool PlotBar::finds(const QString& metric) const {
  const QString text = m_search->text().trimmed();
  if (metric.contains(text, Qt::CaseInsensitive)) return true;
  const QRegularExpression pattern(text, QRegularExpression::CaseInsensitiveOption);
  return pattern.isValid() && pattern.match(metric).hasMatch();
}

void PlotBar::setSeveral(bool isSeveral) {
  m_meansEntry->setVisible(isSeveral);
  fit();
}

// The words of the switches go first, then the name of the slider, then the slider.
void PlotBar::fit() {
  const QList<QWidget*> parts{m_logarithmic, m_outliers, m_smoothingName, m_smoothing, m_weight};
  for (QWidget* part : parts) part->show();
  m_means->setVisible(m_meansEntry->isVisible());
  for (const QList<QWidget*>& away :
       {QList<QWidget*>{m_outliers}, QList<QWidget*>{m_logarithmic}, QList<QWidget*>{m_means},
        QList<QWidget*>{m_smoothingName, m_weight}, QList<QWidget*>{m_smoothing}}) {
    layout()->activate();
    if (layout()->minimumSize().width() <= width()) return;
    for (QWidget* part : away) part->hide();
  }
}

void PlotBar::showWeight() { m_weight->setText(QLocale().toString(style().smoothing, 'f', 2)); }

void PlotBar::retranslate() {
  showWeight();
  m_search->setPlaceholderText(tr("Panels"));
  m_search->setAccessibleName(tr("Search panels"));
  m_search->setToolTip(
      tr("Only panels whose metric contains this, or matches it as a regular expression: "
         "^(train|eval)/|norm$"));
  const QStringList axes{tr("x: step"), tr("x: tokens"), tr("x: time"), tr("x: epoch")};
  for (int i = 0; i < axes.size(); ++i) m_along->setItemText(i, axes[i]);
  m_along->setAccessibleName(tr("Horizontal axis"));
  m_smoothingName->setText(tr("Smoothing"));
  m_smoothing->setAccessibleName(tr("Smoothing"));
  m_smoothing->setToolTip(
      tr("Weight of the debiased moving average; the raw curve stays visible behind it"));
  m_logarithmic->setText(tr("Log y"));
  m_logarithmic->setToolTip(tr("Logarithmic vertical axis; values of 0 and below are gaps"));
  m_outliers->setText(tr("Outliers out"));
  m_outliers->setToolTip(
      tr("The vertical axis shows all but the most extreme 5 % of the points; triangles at its "
         "edges mark the others"));
  m_means->setText(tr("Mean"));
  m_means->setToolTip(
      tr("One line for the runs of a group, or for all that are shown: their mean, in a band from "
         "the lowest to the highest"));
  m_reset->setText(tr("Show everything"));
  m_reset->setToolTip(
      tr("Show all steps again. Drag: zoom · Shift+drag: pan · Ctrl+wheel: zoom steps · Double "
         "click: all"));
  m_panel->setText(tr("Panel"));
  m_panel->setToolTip(tr("A panel of your own: several metrics, expressions, another axis"));
  m_export->setText(tr("Export"));
  m_export->setToolTip(tr("Export all panels"));
  m_picture->setText(tr("Picture (PNG)…"));
  m_table->setText(tr("All points (CSV)…"));
  m_logarithmicEntry->setText(m_logarithmic->text());
  m_outliersEntry->setText(m_outliers->text());
  m_meansEntry->setText(m_means->text());
  fit();
}

}  // namespace trainyard
