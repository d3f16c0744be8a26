// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_head.h"

#include <QMenu>
#include <QToolButton>

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

double PlotHead::room() { return 3 * (buttonSize + buttonGap); }

PlotHead::PlotHead(QWidget* plot)
    : QObject(plot),
      m_plot(plot),
      m_reset(headButton(u"zoom-reset"_s, plot)),
      m_enlarge(headButton(u"maximize"_s, plot)),
      m_more(headButton(u"dots"_s, plot)) {
  connect(m_reset, &QToolButton::clicked, this, &PlotHead::resetRequested);
  connect(m_enlarge, &QToolButton::clicked, this, &PlotHead::enlargeRequested);
  connect(m_more, &QToolButton::clicked, this, &PlotHead::menuRequested);
  retranslate();
  place();
}

void PlotHead::retranslate() {
  m_reset->setToolTip(tr("Show everything again (double click, or Home)"));
  m_reset->setAccessibleName(tr("Reset the zoom"));
  m_enlarge->setToolTip(tr("Show this plot alone (Return); Esc goes back"));
  m_enlarge->setAccessibleName(tr("Enlarge"));
  m_more->setToolTip(tr("More about this plot"));
  m_more->setAccessibleName(tr("More"));
}

void PlotHead::place() {
  int right = m_plot->width() - px(8);
  for (QToolButton* button : {m_more, m_enlarge, m_reset}) {
    right -= button->width();
    button->move(right, (px(headOfPanel) - button->height()) / 2 + 1);
    right -= px(buttonGap);
  }
}

void PlotHead::showMenu(bool isLogarithmic, bool isOwn) {
  auto* menu = new QMenu(m_plot);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  QAction* logarithmic = menu->addAction(tr("Logarithmic vertical axis"));
  logarithmic->setCheckable(true);
  logarithmic->setChecked(isLogarithmic);
  connect(logarithmic, &QAction::toggled, this, &PlotHead::scaleChosen);
  menu->addSeparator();
  menu->addAction(look::icon(u"pencil"_s),
                  isOwn ? tr("Edit…") : tr("Make a panel of my own of it…"), this,
                  &PlotHead::editRequested);
  if (isOwn)
    menu->addAction(look::icon(u"trash"_s), tr("Remove"), this, &PlotHead::removeRequested);
  menu->addSeparator();
  menu->addAction(look::icon(u"copy"_s), tr("Copy the picture"), this, &PlotHead::copyRequested);
  for (const auto& [text, kind] : {std::pair{tr("Picture (PNG)…"), Export::png},
                                   {tr("Drawing (SVG)…"), Export::svg},
                                   {tr("All points (CSV)…"), Export::csv}})
    menu->addAction(look::icon(u"download"_s), text, this,
                    [this, kind = kind] { emit exportRequested(kind); });
  menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height())));
}

}  // namespace trainyard
