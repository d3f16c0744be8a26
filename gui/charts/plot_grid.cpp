// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_grid.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>
#include <utility>

#include "gui/charts/curve_legend.h"
#include "gui/charts/panel_editor.h"
#include "gui/charts/plot_bar.h"
#include "gui/charts/value_panel.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double panelHeight = 250, panelWidth = 320;  // the least width for another column
constexpr double pageMargin = 14, panelGap = 14, groupHeight = 34;
constexpr int mostPanelColumns = 4;
constexpr double firstGutter = 44, leastOwnWidth = 230, leastBesideEditor = 200;
const QString performanceKey = u"curves/performance"_s;

// Of all metrics one takes the whole width, two share it, and so on. A share of a person's own is
// whole where the page is too narrow for it.
QSize panelSize(const std::optional<OwnPanel>& own, int panels, int width) {
  const int gap = px(panelGap);
  if (!own) {
    const int most = std::clamp((width + gap) / px(panelWidth), 1, mostPanelColumns);
    const int columns = std::min(most, panels);
    return {(width - (columns - 1) * gap) / columns, px(panelHeight)};
  }
  constexpr double heights[] = {180, panelHeight, 400};
  const int third = (width - 2 * gap) / 3, half = (width - gap) / 2;
  const int widths[] = {third, half, 2 * third + gap, width};
  const int wide = widths[static_cast<int>(own->width)];
  // Of two thirds, the rest is for another one.
  const int least = own->width == OwnPanel::Width::twoThirds ? third : wide;
  return {least < px(leastOwnWidth) ? width : wide, px(heights[static_cast<int>(own->height)])};
}

}  // namespace

PlotGrid::PlotGrid(CurveSet* set, QWidget* parent)
    : QWidget(parent),
      m_set(set),
      m_bar(new PlotBar(set->unit() == CurveSet::Unit::steps)),
      m_legend(new CurveLegend(set)),
      m_board(set),
      m_scroll(new QScrollArea),
      m_page(new QWidget),
      m_empty(new QLabel),
      m_files(set, this),
      m_gutter(firstGutter) {
  m_scroll->setWidget(m_page);
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_empty->setTextFormat(Qt::PlainText);
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  m_empty->setForegroundRole(QPalette::PlaceholderText);
  auto* page = new QWidget;
  look::addAll(look::columnIn(page), {m_bar, m_legend, {m_scroll, 1}, {m_empty, 1}});
  look::addAll(look::rowIn(this), {{page, 1}});
  connect(m_set, &CurveSet::metricsChanged, this, &PlotGrid::arrange);
  connect(m_set, &CurveSet::runsChanged, this, &PlotGrid::showLegend);
  connectBar();
  connectBoard();
  if (!QSettings().value(performanceKey, false).toBool())
    m_folded.insert({Section::performance, {}});
  showLegend();
  arrange();
  look::onEvent(this, QEvent::Resize, [this] { place(); });
  look::onEvent(this, QEvent::LanguageChange, [this] {
    for (const Group& group : m_groups) nameGroup(group);
  });
}

void PlotGrid::connectBar() {
  connect(m_bar, &PlotBar::searchChanged, this, &PlotGrid::arrange);
  connect(m_bar, &PlotBar::styleChanged, this, &PlotGrid::applyStyle);
  connect(m_bar, &PlotBar::alongChosen, m_set, &CurveSet::setAlong);
  connect(m_bar, &PlotBar::meansChosen, m_set, &CurveSet::setShowsMeans);
  connect(m_bar, &PlotBar::resetRequested, this,
          [this] { eachPanel([](PlotPanel* panel) { panel->setXView(std::nullopt); }); });
  connect(m_bar, &PlotBar::pictureRequested, this,
          [this] { whenRead([this] { m_files.writePicture([this] { return picture(); }); }); });
  connect(m_bar, &PlotBar::tableRequested, this, [this] {
    QList<CurveKey> keys;
    for (const PlotPanel* panel : m_panels) keys << panel->keys();
    m_files.writeTable(keys);
  });
  connect(&m_files, &PlotFiles::failed, this, &PlotGrid::failed);
  connect(&m_files, &PlotFiles::done, this, &PlotGrid::done);
}

void PlotGrid::connectBoard() {
  connect(m_bar, &PlotBar::panelRequested, this, [this] { m_board.add({}); });
  connect(&m_board, &PanelBoard::editorMade, layout(),
          [this](QWidget* editor) { static_cast<QHBoxLayout*>(layout())->addWidget(editor); });
  connect(&m_board, &PanelBoard::changed, this, [this] {
    shrink();
    arrange();
  });
}

void PlotGrid::setSingleRun(bool isSingle) {
  m_isSingle = isSingle;
  showLegend();
}

void PlotGrid::setEmptyText(const QString& text) { m_empty->setText(text); }

void PlotGrid::setNote(const QString& note) {
  m_legend->setNote(note);
  showLegend();
}

void PlotGrid::showLegend() {
  m_bar->setSeveral(m_set->runs().size() > 1);
  m_legend->setVisible(m_set->runs().size() > 1 || (!m_isSingle && !m_set->runs().isEmpty()));
}

void PlotGrid::showParts() {
  m_empty->setVisible(m_panels.empty());
  m_scroll->setVisible(!m_panels.empty() && !m_enlarged);
}

void PlotGrid::linkPanel(PlotPanel* panel) {
  connect(panel, &PlotPanel::xViewChanged, this, [this, panel](std::optional<XRange> view) {
    eachPanel([&](PlotPanel* other) {
      if (other != panel) other->setXView(view);
    });
  });
  connect(panel, &PlotPanel::cursorChanged, this, [this, panel](std::optional<double> place) {
    eachPanel([&](PlotPanel* other) {
      if (other != panel) other->setCursor(place);
    });
  });
  connect(panel, &PlotPanel::gutterNeeded, this, [this](double gutter) {
    m_gutter = std::max(m_gutter, gutter);
    eachPanel([this](PlotPanel* other) { other->setGutter(m_gutter); });
  });
  connect(panel, &PlotPanel::exportRequested, this,
          [this, panel](PlotPanel::Export kind) { m_files.writePanel(panel, kind); });
  if (const auto* values = qobject_cast<ValuePanel*>(panel))
    connect(values, &ValuePanel::runRequested, this, &PlotGrid::runRequested);
  panel->setGutter(m_gutter);
  panel->setStyle(m_bar->style());
  panel->setMoment(m_moment);
}

PlotPanel* PlotGrid::makePanel(const PanelMetrics& metrics) {
  PlotPanel* panel = newPanel(m_set, metrics, m_page);
  linkPanel(panel);
  connect(panel, &PlotPanel::enlargeRequested, this, [this, panel] { enlarge(panel); });
  connect(panel, &PlotPanel::editRequested, this, [this, panel] {
    if (panel->metrics().own)
      m_board.edit(panel->metrics().index);
    else
      m_board.add(panel->metrics());
  });
  connect(panel, &PlotPanel::removeRequested, this,
          [this, panel] { m_board.panels()->remove(panel->metrics().index); });
  return panel;
}

std::vector<PanelMetrics> PlotGrid::panelsOfPage() const {
  QStringList names;
  for (const QString& name : m_set->metrics())
    if (m_bar->finds(name)) names << name;
  if (m_set->unit() == CurveSet::Unit::seconds) return arrangeByPrefix(names);
  std::vector<PanelMetrics> panels =
      m_board.shown([this](const QString& name) { return m_bar->finds(name); });
  std::ranges::copy(arrangePanels(names), std::back_inserter(panels));
  return panels;
}

// One that shows this already, or the one of this number, which shows it from now on.
PlotPanel* PlotGrid::reusePanel(const PanelMetrics& metrics) {
  const auto same = std::ranges::find_if(m_panels, [&](PlotPanel* panel) {
    return panel && (panel->metrics() == metrics ||
                     (metrics.own && panel->metrics().index == metrics.index &&
                      panel->metrics().own->hasValues() == metrics.own->hasValues()));
  });
  if (same == m_panels.end()) return makePanel(metrics);
  (*same)->setMetrics(metrics);
  return std::exchange(*same, nullptr);
}

void PlotGrid::arrange() {
  std::vector<PlotPanel*> kept;
  for (const PanelMetrics& metrics : panelsOfPage()) kept.push_back(reusePanel(metrics));
  for (PlotPanel* panel : m_panels)
    if (panel) {
      panel->hide();
      panel->deleteLater();
    }
  m_panels = kept;
  m_board.showEditor();
  makeGroups();
  showParts();
  place();
}

void PlotGrid::makeGroups() {
  std::vector<Group> before = std::move(m_groups);
  m_groups.clear();
  for (PlotPanel* panel : m_panels) {
    if (m_groups.empty() || !m_groups.back().isOf(panel->metrics())) {
      m_groups.push_back({panel->metrics().section, panel->metrics().group, nullptr, {}});
      const auto same = std::find_if(before.begin(), before.end(), [&](const Group& group) {
        return group.head && group.isOf(panel->metrics());
      });
      if (same != before.end()) m_groups.back().head = std::exchange(same->head, nullptr);
    }
    m_groups.back().panels.push_back(panel);
  }
  for (const Group& group : before)
    if (group.head) group.head->deleteLater();
  for (Group& group : m_groups) {
    if (!group.head) group.head = makeHead(group);
    nameGroup(group);
  }
}

QPushButton* PlotGrid::makeHead(const Group& group) {
  auto* head = new QPushButton(m_page);
  look::setKind(head, look::quietKind);
  look::setSmall(head);
  connect(head, &QPushButton::clicked, this, [this, key = std::pair(group.section, group.name)] {
    if (m_folded.erase(key) == 0) m_folded.insert(key);
    if (key.first == Section::performance)
      QSettings().setValue(performanceKey, !m_folded.contains(key));
    place();
  });
  return head;
}

// What is searched for is not hidden.
bool PlotGrid::isFolded(const Group& group) const {
  return hasHead(group) && !m_bar->isSearching() && m_folded.contains({group.section, group.name});
}

// A single group needs no heading.
bool PlotGrid::hasHead(const Group&) const { return m_groups.size() > 1; }

void PlotGrid::nameGroup(const Group& group) {
  const bool isUnnamed = group.section == Section::own && group.name.isEmpty();
  const QString name = isUnnamed                               ? tr("My panels")
                       : group.section == Section::learning    ? tr("Training and evaluation")
                       : group.section == Section::performance ? tr("Performance")
                       : group.section == Section::other       ? tr("Other")
                                                               : group.name;
  group.head->setText(u"%1  %2"_s.arg(name).arg(group.panels.size()));
  group.head->setIcon(look::icon(isFolded(group) ? u"chevron-right"_s : u"chevron-down"_s));
  group.head->setToolTip(plainTip(isFolded(group) ? tr("Show the panels of this group")
                                                  : tr("Hide the panels of this group")));
}

// Where everything stands on the page.
void PlotGrid::place() {
  // Whether there is a scroll bar must not change the widths that decide about it.
  const int bar = m_scroll->verticalScrollBar()->sizeHint().width();
  const QWidget* beside = m_board.editor();
  const int editor = !beside || beside->isHidden() ? 0 : beside->width();
  // Where there is no space for both, the editor stands alone.
  layout()->itemAt(0)->widget()->setVisible(editor == 0 ||
                                            this->width() - editor >= px(leastBesideEditor));
  const int width = std::max(px(panelWidth) / 2, this->width() - editor - bar - 2 * px(pageMargin));
  int top = px(pageMargin) / 2;
  for (const Group& group : m_groups) placeGroup(group, width, top);
  m_page->setMinimumHeight(top);
}

// Panels from left to right, each with the share of the width and the height that it has.
void PlotGrid::placeGroup(const Group& group, int width, int& top) {
  const int margin = px(pageMargin), gap = px(panelGap);
  nameGroup(group);
  group.head->setVisible(hasHead(group));
  if (hasHead(group)) {
    group.head->setGeometry(margin - px(8), top, group.head->sizeHint().width(),
                            px(groupHeight) - px(6));
    top += px(groupHeight);
  }
  int left = 0, rowHeight = 0;
  for (PlotPanel* panel : group.panels) {
    panel->setVisible(!isFolded(group));
    if (isFolded(group)) continue;
    const QSize size =
        panelSize(panel->metrics().own, static_cast<int>(group.panels.size()), width);
    if (left > 0 && left + size.width() > width + 1) {
      left = 0;
      top += std::exchange(rowHeight, 0) + gap;
    }
    panel->setGeometry(margin + left, top, size.width(), size.height());
    left += size.width() + gap;
    rowHeight = std::max(rowHeight, size.height());
  }
  if (rowHeight > 0) top += rowHeight + gap;
}

void PlotGrid::applyStyle() {
  eachPanel([style = m_bar->style()](PlotPanel* panel) { panel->setStyle(style); });
}

QJsonObject PlotGrid::state() const {
  QJsonObject state = m_bar->state();
  state[u"panels"_s] = OwnPanels::toJson(m_board.panels()->all());
  const auto zoomed = std::ranges::find_if(
      m_panels, [](const PlotPanel* panel) { return panel->xView() && !panel->hasOwnAxis(); });
  if (zoomed != m_panels.end())
    state[u"zoom"_s] = QJsonArray{(*zoomed)->xView()->low, (*zoomed)->xView()->high};
  return state;
}

void PlotGrid::setState(const QJsonObject& state) {
  m_bar->setState(state);
  m_board.panels()->replace(OwnPanels::fromJson(state.value(u"panels"_s).toArray()));
  const QJsonArray zoom = state.value(u"zoom"_s).toArray();
  std::optional<XRange> view;
  if (zoom.size() == 2 && zoom[0].toDouble() < zoom[1].toDouble())
    view = XRange{zoom[0].toDouble(), zoom[1].toDouble()};
  eachPanel([view](PlotPanel* panel) { panel->setXView(view); });
}

void PlotGrid::showStep(double step) {
  if (m_set->along() != Along::steps) return;
  eachPanel([step](PlotPanel* panel) { panel->setCursor(step); });
}

void PlotGrid::enlarge(PlotPanel* panel) {
  shrink();
  m_enlarged = newPanel(m_set, panel->metrics(), this);
  linkPanel(m_enlarged);
  connect(m_enlarged, &PlotPanel::enlargeRequested, this, &PlotGrid::shrink);
  static_cast<QVBoxLayout*>(layout()->itemAt(0)->widget()->layout())
      ->insertWidget(2, m_enlarged, 1);
  m_enlarged->show();
  m_enlarged->setFocus();
  showParts();
}

void PlotGrid::shrink() {
  if (!m_enlarged) return;
  std::exchange(m_enlarged, nullptr)->deleteLater();
  showParts();
  m_scroll->setFocus();
}

void PlotGrid::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && m_enlarged) return shrink();
  if (event->matches(QKeySequence::Undo)) return m_board.panels()->undo();
  if (event->matches(QKeySequence::Redo)) return m_board.panels()->redo();
  QWidget::keyPressEvent(event);
}

QImage PlotGrid::picture() {
  const int legend = m_legend->isVisibleTo(this) ? m_legend->sizeHint().height() : 0;
  const look::Tokens& now = look::tokens(palette());
  QImage image = blankPicture({m_page->width(), m_page->height() + legend}, now.plot);
  QPainter painter(&image);
  if (legend > 0) m_legend->draw(painter, QRectF(0, 0, m_page->width(), legend), palette());
  for (PlotPanel* panel : m_panels) {
    if (panel->isHidden()) continue;
    panel->refreshNow();
    panel->picture(panel->metrics().metrics.size() > 1 && m_set->runs().size() == 1)
        .draw(painter, QRectF(panel->geometry()).translated(0, legend), palette());
  }
  return image;
}

void PlotGrid::whenRead(const std::function<void()>& act) {
  for (PlotPanel* panel : m_panels) panel->refreshNow();
  if (!m_set->isReading()) return act();
  connect(m_set, &CurveSet::settled, this, act, Qt::SingleShotConnection);
}

}  // namespace trainyard
