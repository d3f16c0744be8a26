// SPDX-License-Identifier: GPL-3.0-or-later
// The buttons in the head of PlotPanel. They are made when the plot is first seen: a page may have
// a hundred plots.
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QToolButton>

#include "gui/charts/plot_panel.h"
#include "gui/look/icon.h"
#include "gui/look/style.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double buttonSize = 24, buttonGap = 2, headOfPanel = 32;

QToolButton* headButton(const QString& icon, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(look::icon(icon));
  button->setAutoRaise(true);
  look::setKind(button, look::toolKind);
  button->setFixedSize(px(buttonSize), px(buttonSize));
  button->setFocusPolicy(Qt::NoFocus);  // the plot has the focus, and keys for all of them
  button->show();
  return button;
}

}  // namespace

void PlotPanel::buildHead() {
  m_reset = headButton(u"zoom-reset"_s, this);
  m_enlarge = headButton(u"maximize"_s, this);
  m_more = headButton(u"dots"_s, this);
  m_picture.headRoom = 3 * (buttonSize + buttonGap);
  connect(m_reset, &QToolButton::clicked, this, [this] { changeView({}, {}); });
  connect(m_enlarge, &QToolButton::clicked, this, &PlotPanel::enlargeRequested);
  connect(m_more, &QToolButton::clicked, this, &PlotPanel::showMenu);
  retranslate();
  placeHead();
  m_overlay->raise();
}

void PlotPanel::retranslate() {
  if (!m_more) return;
  m_reset->setToolTip(tr("Show everything again (double click, or Home)"));
  m_reset->setAccessibleName(tr("Reset the zoom"));
  m_enlarge->setToolTip(tr("Show this plot alone (Return); Esc goes back"));
  m_enlarge->setAccessibleName(tr("Enlarge"));
  m_more->setToolTip(tr("More about this plot"));
  m_more->setAccessibleName(tr("More"));
}

void PlotPanel::placeHead() {
  if (!m_more) return;
  int right = width() - px(8);
  for (QToolButton* button : {m_more, m_enlarge, m_reset}) {
    right -= button->width();
    button->move(right, (px(headOfPanel) - button->height()) / 2 + 1);
    right -= px(buttonGap);
  }
}

void PlotPanel::showMenu() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  QAction* logarithmic = menu->addAction(tr("Logarithmic vertical axis"));
  logarithmic->setCheckable(true);
  logarithmic->setChecked(scale() == YScale::logarithmic);
  connect(logarithmic, &QAction::toggled, this, [this](bool isLogarithmic) {
    m_ownScale = isLogarithmic ? YScale::logarithmic : YScale::linear;
    m_yView.reset();
    schedule(0);
  });
  menu->addSeparator();
  menu->addAction(look::icon(u"copy"_s), tr("Copy the picture"), this, [this] {
    QPixmap copy(size() * devicePixelRatioF());
    copy.setDevicePixelRatio(devicePixelRatioF());
    copy.fill(palette().color(QPalette::Base));
    QPainter painter(&copy);
    picture(true).draw(painter, rect(), palette());
    painter.end();
    QApplication::clipboard()->setPixmap(copy);
  });
  for (const auto& [text, kind] : {std::pair{tr("Picture (PNG)…"), Export::png},
                                   {tr("Drawing (SVG)…"), Export::svg},
                                   {tr("All points (CSV)…"), Export::csv}})
    menu->addAction(look::icon(u"download"_s), text, this,
                    [this, kind = kind] { emit exportRequested(kind); });
  menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height())));
}

}  // namespace trainyard
