// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/rail.h"

#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QSettings>
#include <QToolButton>

#include "gui/app/bell_button.h"
#include "gui/app/rail_row.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"
#include "gui/targets/link_mark.h"
#include "gui/targets/target_list.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;
using look::Tone;

constexpr int unfoldedWidth = 208, foldedWidth = 56;

constexpr qsizetype mostViews = 8;  // the others are in the menu of the page of runs

// The program's sign: tracks of a yard that join.
class Sign : public QWidget {
 public:
  Sign() { setFixedSize(px(22), px(22)); }

 protected:
  void paintEvent(QPaintEvent*) override {
    look::SmoothPainter painter(this);
    painter.scale(width() / 22.0, height() / 22.0);
    const look::Tokens& tokens = look::tokens(palette());
    look::paintBox(painter, QRectF(0, 0, 22, 22), 6, tokens.accent);
    QPainterPath tracks(QPointF(4.5, 5.5));
    tracks.cubicTo(9, 5.8, 9.5, 15.6, 17.5, 16.2);
    tracks.moveTo(4.5, 10.4);
    tracks.cubicTo(8.7, 10.5, 9.9, 16, 17.5, 16.2);
    tracks.moveTo(4.5, 15.2);
    tracks.cubicTo(8.5, 15.4, 10.5, 16.2, 17.5, 16.2);
    painter.setPen(QPen(tokens.onAccent, 1.5, Qt::SolidLine, Qt::RoundCap));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(tracks);
  }
};

QToolButton* tool(const QString& icon) {
  auto* button = new QToolButton;
  button->setProperty("kind", "quiet");
  button->setIcon(look::icon(icon));
  button->setFixedSize(px(28), px(28));
  button->setAutoRaise(true);
  return button;
}

QLabel* railTitle() {
  QLabel* label = plainLabel(Role::captionName);
  label->setForegroundRole(QPalette::PlaceholderText);
  label->setContentsMargins(px(8), 0, px(8), px(4));
  return label;
}

}  // namespace

Rail::Rail()
    : m_search(new RailRow(RailRow::Kind::entry, u"search"_s)),
      m_viewsTitle(railTitle()),
      m_clustersTitle(railTitle()),
      m_connection(new RailRow(RailRow::Kind::entry, u"plug-connected-x"_s)),
      m_menu(new QMenu(this)),
      m_isChosenFolded(QSettings().value(u"rail/folded"_s, false).toBool()) {
  auto* column = look::columnIn(this, 0, {px(8), 0, px(8), px(8)});
  buildHead(column);
  column->addWidget(m_search);
  column->addSpacing(px(12));
  m_placeRows->setSpacing(px(2));
  column->addLayout(m_placeRows);
  column->addSpacing(px(14));
  look::addAll(column, {m_viewsTitle, m_viewRows, look::gap(0), m_clustersTitle, m_clusterRows,
                        m_connection});
  m_connection->setMark(u"plug-connected-x"_s, Tone::waiting);
  m_connection->hide();
  buildFoot(column);
  connect(m_search, &RailRow::clicked, this, &Rail::searchWanted);
  look::keepTranslated(this, [this] { retranslate(); });
  showFolded();
}

void Rail::buildHead(QVBoxLayout* column) {
  auto* head = look::rowIn(nullptr, px(8), {px(8), px(12), 0, px(12)});
  head->addWidget(new Sign);
  m_name = new QLabel(u"Trainyard"_s);
  m_name->setFont(look::font(Role::card));
  head->addWidget(m_name, 1);
  m_fold = tool(u"layout-sidebar"_s);
  connect(m_fold, &QToolButton::clicked, this, &Rail::toggleFolded);
  head->addWidget(m_fold);
  column->addLayout(head);
}

void Rail::buildFoot(QVBoxLayout* column) {
  auto* foot = new QWidget;
  foot->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);  // folded, it is a column
  m_foot = new QBoxLayout(QBoxLayout::LeftToRight, foot);
  m_foot->setContentsMargins(0, px(8), 0, 0);
  m_bell = new BellButton;
  m_help = tool(u"help"_s);
  m_theme = tool(u"moon"_s);
  m_more = tool(u"settings"_s);
  m_more->setMenu(m_menu);
  m_more->setPopupMode(QToolButton::InstantPopup);
  connect(m_theme, &QToolButton::clicked, this, &Rail::themeWanted);
  connect(m_help, &QToolButton::clicked, this, &Rail::helpWanted);
  QToolButton* const buttons[] = {m_bell, m_help, m_theme, m_more};
  for (QToolButton* button : buttons) {
    if (button != m_bell) m_foot->addStretch();
    m_foot->addWidget(button, 0, Qt::AlignHCenter);
  }
  column->addWidget(foot);
}

void Rail::addPlace(const QString& icon) {
  auto* row = new RailRow(RailRow::Kind::place, icon);
  const int number = static_cast<int>(m_places.size());
  row->setChecked(number == 0);
  row->setFolded(isFolded());
  connect(row, &RailRow::clicked, this, [this, number] {
    choose(number);  // a second click does not uncheck it
    emit placeChosen(number);
  });
  m_places << row;
  m_placeRows->addWidget(row);
}

void Rail::setPlace(int number, const QString& title) {
  m_places.at(number)->setWords(title, u"Ctrl+%1"_s.arg(number + 1));
}

QWidget* Rail::searchRow() { return m_search; }

QWidget* Rail::placeRow(int number) { return m_places.at(number); }

QWidget* Rail::helpButton() { return m_help; }

void Rail::openMenu() {
  m_menu->popup(m_more->mapToGlobal(QPoint(0, -m_menu->sizeHint().height())));
}

void Rail::setNote(int number, const QString& note) { m_places.at(number)->setNote(note); }

void Rail::choose(int number) {
  for (int i = 0; i < m_places.size(); ++i) m_places[i]->setChecked(i == number);
}

void Rail::showClusters(const QList<TargetRecord>& targets,
                        const std::function<QString(const QString&)>& notes) {
  QStringList names;
  for (const TargetRecord& target : targets) {
    if (TargetList::isHere(target.settings.name)) continue;
    names << target.settings.name;
    RailRow*& row = m_clusters[target.settings.name];
    if (!row) {
      row = new RailRow(RailRow::Kind::entry, u"server"_s);
      row->setFolded(isFolded());
      connect(row, &RailRow::clicked, this,
              [this, name = target.settings.name] { emit clusterChosen(name); });
      m_clusterRows->addWidget(row);
    }
    const LinkMark mark = linkMark(target);
    row->setWords(TargetText::name(target.settings.name));
    row->setMark(mark.icon, mark.tone);
    row->setNote(target.link == TargetLink::connected ? notes(target.settings.name)
                                                      : TargetText::link(target));
  }
  for (const QString& name : m_clusters.keys())
    if (!names.contains(name)) delete m_clusters.take(name);
  m_clustersTitle->setVisible(!m_clusters.isEmpty() && !isFolded());
}

void Rail::showViews(const QStringList& names) {
  const QStringList shown = names.first(std::min<qsizetype>(names.size(), mostViews));
  for (const QString& name : m_views.keys())
    if (!shown.contains(name)) delete m_views.take(name);
  for (const QString& name : shown) {
    RailRow*& row = m_views[name];
    if (!row) {
      row = new RailRow(RailRow::Kind::entry, u"filter"_s);
      row->setWords(name);
      row->setFolded(isFolded());
      connect(row, &RailRow::clicked, this, [this, name] { emit viewChosen(name); });
    }
    m_viewRows->removeWidget(row);
    m_viewRows->addWidget(row);
  }
  m_viewsTitle->setVisible(!m_views.isEmpty() && !isFolded());
}

void Rail::showConnection(bool isWell, const QString& words) {
  m_connection->setWords(words);
  m_connection->setVisible(!isWell);
}

bool Rail::isFolded() const { return m_isNarrow || m_isChosenFolded; }

void Rail::setNarrow(bool isNarrow) {
  if (std::exchange(m_isNarrow, isNarrow) != isNarrow) showFolded();
}

void Rail::toggleFolded() {
  const bool wasFolded = isFolded();
  m_isNarrow = false;
  m_isChosenFolded = !wasFolded;
  QSettings().setValue(u"rail/folded"_s, m_isChosenFolded);
  showFolded();
}

void Rail::showFolded() {
  const bool folded = isFolded();
  setFixedWidth(px(folded ? foldedWidth : unfoldedWidth));
  m_name->setVisible(!folded);
  m_clustersTitle->setVisible(!folded && !m_clusters.isEmpty());
  m_viewsTitle->setVisible(!folded && !m_views.isEmpty());
  m_theme->setVisible(!folded);
  m_foot->setDirection(folded ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  m_search->setFolded(folded);
  m_connection->setFolded(folded);
  for (RailRow* row : std::as_const(m_places)) row->setFolded(folded);
  for (RailRow* row : std::as_const(m_clusters)) row->setFolded(folded);
  for (RailRow* row : std::as_const(m_views)) row->setFolded(folded);
}

void Rail::retranslate() {
  m_search->setWords(tr("Search"), u"Ctrl+K"_s);
  m_search->setNote(u"Ctrl K"_s);
  m_viewsTitle->setText(tr("Views"));
  m_clustersTitle->setText(tr("Clusters"));
  const auto name = [](QToolButton* button, const QString& words) {
    button->setAccessibleName(words);
    button->setToolTip(plainTip(words));
  };
  name(m_fold, tr("Fold or unfold the side (Ctrl+B)"));
  name(m_help, tr("Help on this page (F1)"));
  name(m_theme, tr("Switch between light and dark"));
  name(m_more, tr("Settings and about"));
}

void Rail::paintEvent(QPaintEvent*) {
  look::paintPane(this, look::tokens(palette()).rail, Qt::RightEdge);
}

}  // namespace trainyard
