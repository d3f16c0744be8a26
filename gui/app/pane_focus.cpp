// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/pane_focus.h"

#include <QApplication>
#include <QSplitter>
#include <algorithm>

namespace trainyard {
namespace {

bool isPane(const QWidget* widget) {
  return widget->property("pane").toBool() ||
         (qobject_cast<QSplitter*>(widget->parentWidget()) &&
          !widget->inherits("QSplitterHandle") && !qobject_cast<const QSplitter*>(widget));
}

// Nothing of a part that is a pane of its own.
bool isWithin(const QWidget* pane, const QWidget* widget, const QList<QWidget*>& panes) {
  for (const QWidget* each = widget; each; each = each->parentWidget()) {
    if (each == pane) return true;
    if (panes.contains(each)) return false;
  }
  return false;
}

bool takesFocus(const QWidget* widget) {
  return widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus);
}

QWidget* focusIn(QWidget* pane, const QList<QWidget*>& panes) {
  QWidget* last = pane->focusWidget();
  if (last && takesFocus(last) && isWithin(pane, last, panes)) return last;
  QWidget* each = pane;
  do {
    if (takesFocus(each) && isWithin(pane, each, panes)) return each;
    each = each->nextInFocusChain();
  } while (each != pane);
  return nullptr;
}

}  // namespace

QList<QWidget*> panesOf(QWidget* page) {
  QList<QWidget*> panes;
  for (QWidget* widget : page->findChildren<QWidget*>())
    if (widget->isVisible() && isPane(widget)) panes << widget;
  // One that consists of others is none itself.
  const QList<QWidget*> all = panes;
  panes.removeIf([&](const QWidget* pane) {
    return std::ranges::any_of(
        all, [&](const QWidget* other) { return other != pane && pane->isAncestorOf(other); });
  });
  return panes;
}

void moveToPane(QWidget* rail, QWidget* page, QWidget* help, int by) {
  QList<QWidget*> panes = QList<QWidget*>{rail, page} + panesOf(page);
  if (help) panes << help;
  const QWidget* now = QApplication::focusWidget();
  const auto at =
      std::ranges::find_if(panes, [&](QWidget* pane) { return isWithin(pane, now, panes); });
  const qsizetype from = at == panes.end() ? 0 : at - panes.begin();
  for (qsizetype i = 1; i < panes.size(); ++i) {
    QWidget* next = focusIn(panes[(from + by * i + panes.size() * i) % panes.size()], panes);
    if (next) return next->setFocus(by > 0 ? Qt::TabFocusReason : Qt::BacktabFocusReason);
  }
}

}  // namespace trainyard
