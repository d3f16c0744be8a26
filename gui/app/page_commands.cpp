// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/page_commands.h"

#include <QAbstractButton>
#include <QAction>
#include <QMenu>
#include <QPointer>
#include <QToolButton>

#include "gui/charts/plot_panel.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// Without its mnemonic, and the keys that stand behind a tabulator.
QString wordsOf(const QString& text) {
  constexpr QChar ampersand(1);
  QString words = text.section(u'\t', 0, 0);
  return words.replace(u"&&"_s, ampersand).remove(u'&').replace(ampersand, u'&');
}

void addMenu(QMenu* menu, const QString& within, const PaletteEntry& like,
             QList<PaletteEntry>& out) {
  emit menu->aboutToShow();  // some are made when they open
  for (QAction* action : menu->actions()) {
    if (action->isSeparator() || !action->isEnabled() || !action->isVisible()) continue;
    const QString words = wordsOf(action->text());
    const QString title = within.isEmpty() ? words : u"%1: %2"_s.arg(within, words);
    if (action->menu()) {
      addMenu(action->menu(), title, like, out);
      continue;
    }
    PaletteEntry entry = like;
    entry.title = title;
    entry.keys = action->shortcut().isEmpty() ? action->text().section(u'\t', 1)
                                              : action->shortcut().toString();
    entry.act = [action = QPointer(action)] {
      if (action) action->trigger();
    };
    out << entry;
  }
}

PaletteEntry likeThis(const QString& icon, const QString& detail) {
  return {.group = PaletteEntry::Group::commands, .icon = icon, .detail = detail};
}

// The menu of one of many plots is no command of the page.
bool isOfPlot(const QWidget* button) {
  for (const QWidget* up = button; up; up = up->parentWidget())
    if (qobject_cast<const PlotPanel*>(up)) return true;
  return false;
}

}  // namespace

QList<PaletteEntry> commandsOf(QMenu* menu, const QString& icon, const QString& detail) {
  QList<PaletteEntry> out;
  addMenu(menu, wordsOf(menu->title()), likeThis(icon, detail), out);
  return out;
}

QList<PaletteEntry> commandsWithin(const QWidget* widget, const QList<QAbstractButton*>& buttons,
                                   const QString& icon, const QString& detail) {
  QList<PaletteEntry> out;
  for (QAbstractButton* button : buttons) {
    if (!button->isVisible() || !button->isEnabled()) continue;
    PaletteEntry entry = likeThis(icon, detail);
    entry.title = wordsOf(button->text().isEmpty() ? button->accessibleName() : button->text());
    entry.act = [button = QPointer(button)] {
      if (button) button->click();
    };
    out << entry;
  }
  for (const QToolButton* button : widget->findChildren<QToolButton*>())
    if (button->menu() && button->isVisible() && button->isEnabled() && !isOfPlot(button))
      out += commandsOf(button->menu(), icon, detail);
  return out;
}

}  // namespace trainyard
