// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/palette_entries.h"

#include <QAbstractButton>
#include <QAction>
#include <QList>
#include <QLocale>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QToolButton>

#include "gui/app/consent_notices.h"
#include "gui/app/main_window.h"
#include "gui/app/rail.h"
#include "gui/app/window_help.h"
#include "gui/charts/plot_panel.h"
#include "gui/clusters/clusters_page.h"
#include "gui/consents/consent_text.h"
#include "gui/experiments/document_bar.h"
#include "gui/experiments/document_menus.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/experiment_tabs.h"
#include "gui/forms/form_view.h"
#include "gui/forms/palette_search.h"
#include "gui/forms/presets.h"
#include "gui/help/help_entries.h"
#include "gui/home/home_page.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/runs_page.h"
#include "gui/studies/studies_page.h"
#include "gui/studies/study_list.h"
#include "gui/studies/study_text.h"
#include "gui/targets/practice_start.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using Group = PaletteEntry::Group;

PaletteEntry command(const QString& icon, const QString& title, const QString& keys,
                     std::function<void()> act) {
  return {
      .group = Group::commands, .icon = icon, .title = title, .keys = keys, .act = std::move(act)};
}

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

// The entries of a menu and of those below it that are possible: "Theme: Dark". `detail`: shown
// behind each.
QList<PaletteEntry> commandsOf(QMenu* menu, const QString& icon, const QString& detail) {
  QList<PaletteEntry> out;
  addMenu(menu, wordsOf(menu->title()), likeThis(icon, detail), out);
  return out;
}

// Of all menus that can be opened within a widget, and of those of the buttons that are seen and
// possible.
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

}  // namespace

std::optional<PaletteEntry> PaletteEntries::ofLink(const QString& text) const {
  const auto link = PlaceLink::from(text);
  if (!link) return std::nullopt;
  return PaletteEntry{.group = Group::pages,
                      .icon = u"link"_s,
                      .title = tr("Go to %1").arg(link->target),
                      .act = [pages = m_pages, link = *link] { pages->follow(link); }};
}

QList<PaletteEntry> PaletteEntries::all() const {
  Entries entries = runs() + studies();
  entries += HelpEntries::ofSettings([pages = m_pages](const HelpTopic& setting) {
    pages->showPage(pages->experiments());
    pages->experiment()->sides()->formView()->jumpTo(setting.name);
  });
  entries += presets() + consents() + documentCommands() + windowCommands();
  entries += HelpEntries::ofPages(
      [window = m_window](const HelpTopic& topic) { window->help()->show(topic); });
  entries += commandsOf(m_window->rail()->menu(), u"settings"_s, {});
  entries += pageCommands();
  entries << command(u"info-circle"_s, tr("Help"), u"F1"_s, [window = m_window] {
    window->showHelp();
  }) << command(u"x"_s, tr("Quit"), u"Ctrl+Q"_s, [window = m_window] { window->close(); });
  return entries + places() + clusters();
}

QList<PaletteEntry> PaletteEntries::runs() const {
  Entries entries;
  for (const RunRecord& run : m_pages->runs()->runs()->all()) {
    QStringList detail{RunText::state(run), TargetText::name(run.target)};
    if (run.evalLoss) detail << u"eval/loss "_s + QLocale().toString(*run.evalLoss, 'g', 4);
    entries << PaletteEntry{
        .group = Group::runs,
        .icon = u"chart-line"_s,
        .title = RunText::name(run),
        .detail = detail.join(u", "_s),
        .words = run.run + u' ' + run.tags.join(u' '),
        .act = [pages = m_pages, id = run.run] { pages->goTo(u"runs/"_s + id); }};
  }
  return entries;
}

// Those that have been read.
QList<PaletteEntry> PaletteEntries::studies() const {
  Entries entries;
  for (const StudySummary& study : m_pages->studies()->list()->model().studies())
    entries << PaletteEntry{
        .group = Group::runs,
        .icon = u"git-fork"_s,
        .title = study.name,
        .detail = StudyText::direction(study),
        .words = study.study,
        .act = [pages = m_pages, id = study.study] { pages->goTo(u"studies/"_s + id); }};
  return entries;
}

QList<PaletteEntry> PaletteEntries::presets() const {
  HomePage* home = m_pages->home();
  Entries entries;
  for (const PresetCard& card : home->cards())
    entries << PaletteEntry{
        .group = Group::presets,
        .icon = u"file-text"_s,
        .title = card.title,
        .detail = card.preset.name,
        .words = card.preset.summary,
        .act = [home, preset = card.preset] { emit home->presetWanted(preset); }};
  return entries;
}

QList<PaletteEntry> PaletteEntries::consents() const {
  ConsentNotices* notices = m_window->consents();
  Entries entries;
  for (const ConsentRecord& request : notices->open())
    entries << command(u"robot"_s, ConsentText::title(request), {},
                       [notices, id = request.id] { notices->show(id); });
  return entries;
}

QList<PaletteEntry> PaletteEntries::documentCommands() const {
  HomePage* home = m_pages->home();
  return {command(u"plus"_s, tr("New experiment"), u"Ctrl+N"_s, [home] { emit home->newWanted(); }),
          command(u"folder"_s, tr("Open an experiment"), u"Ctrl+O"_s,
                  [home] { emit home->openWanted(); }),
          command(u"upload"_s, tr("Import settings of another trainer"), {},
                  [home] { emit home->importWanted(); }),
          command(u"upload"_s, tr("Bring runs of another tracker along"), {},
                  [home] { home->askHistory(); }),
          command(u"server"_s, tr("Add a cluster"), {}, [home] { emit home->clusterWanted({}); }),
          command(u"server-2"_s, tr("Start the practice cluster"), {},
                  [targets = m_targets] { targets->practice()->start(); })};
}

QList<PaletteEntry> PaletteEntries::windowCommands() const {
  const auto toPane = [this](int by) {
    return [window = m_window, by] { window->moveToNextPane(by); };
  };
  return {command(u"moon"_s, tr("Switch between light and dark"), {},
                  [window = m_window] { window->switchTheme(); }),
          command(u"layout-sidebar"_s, tr("Fold or unfold the side"), u"Ctrl+B"_s,
                  [window = m_window] { window->rail()->toggleFolded(); }),
          command(u"layout-columns"_s, tr("Next pane"), u"F6"_s, toPane(1)),
          command(u"layout-columns"_s, tr("Previous pane"), u"Shift+F6"_s, toPane(-1))};
}

QList<PaletteEntry> PaletteEntries::pageCommands() const {
  Page* page = m_pages->current();
  Entries entries = commandsWithin(page, page->commandButtons(), u"bolt"_s, page->title());
  if (page != m_pages->experiments()) {
    const QString name = m_pages->experiment()->model()->document()->title();
    entries << command(u"player-play"_s, tr("Review and submit %1").arg(name), {},
                       [pages = m_pages] {
                         pages->showPage(pages->experiments());
                         pages->experiment()->bar()->reviewButton()->click();
                       })
            << command(u"device-floppy"_s, tr("Save %1").arg(name), {},
                       [pages = m_pages] { emit pages->experiments()->menus()->saveWanted(); });
  }
  for (const TargetRecord& target : m_targets->targets()) {
    const QString& name = target.settings.name;
    if (TargetList::isHere(name)) continue;
    ClusterActions* actions = m_pages->clusters()->actions();
    if (target.link == TargetLink::connected)
      entries << command(u"plug-connected-x"_s, tr("Disconnect from %1").arg(name), {},
                         [actions, name] { actions->disconnectFrom(name); });
    else
      entries << command(u"server"_s, tr("Connect to %1").arg(name), {},
                         [actions, name] { actions->connectTo(name); });
  }
  return entries;
}

QList<PaletteEntry> PaletteEntries::places() const {
  Entries entries;
  const QList<Page*>& all = m_pages->inOrder();
  for (int i = 0; i < all.size(); ++i)
    entries << PaletteEntry{.group = Group::pages,
                            .icon = u"arrow-right"_s,
                            .title = all[i]->title(),
                            .keys = u"Ctrl+%1"_s.arg(i + 1),
                            .act = [pages = m_pages, i] { pages->choose(i); }};
  return entries;
}

QList<PaletteEntry> PaletteEntries::clusters() const {
  Entries entries;
  for (const TargetRecord& target : m_targets->targets())
    if (!TargetList::isHere(target.settings.name))
      entries << PaletteEntry{.group = Group::clusters,
                              .icon = u"server"_s,
                              .title = TargetText::name(target.settings.name),
                              .detail = TargetText::link(target),
                              .words = target.settings.host,
                              .act = [pages = m_pages, name = target.settings.name] {
                                pages->goTo(u"clusters/"_s + name);
                              }};
  return entries;
}

}  // namespace trainyard
