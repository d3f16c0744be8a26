// SPDX-License-Identifier: GPL-3.0-or-later
// What the command palette offers.
#include <QLocale>
#include <QPushButton>
#include <QStackedWidget>

#include "gui/app/consent_notices.h"
#include "gui/app/main_window.h"
#include "gui/app/page_commands.h"
#include "gui/app/rail.h"
#include "gui/app/window_help.h"
#include "gui/clusters/clusters_page.h"
#include "gui/consents/consent_text.h"
#include "gui/experiments/document_bar.h"
#include "gui/experiments/document_menus.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/experiment_tabs.h"
#include "gui/forms/form_view.h"
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

using Group = PaletteEntry::Group;

static PaletteEntry commandEntry(const QString& icon, const QString& title, const QString& keys,
                                 std::function<void()> act) {
  return {
      .group = Group::commands, .icon = icon, .title = title, .keys = keys, .act = std::move(act)};
}

std::optional<PaletteEntry> MainWindow::linkEntry(const QString& text) {
  const auto link = PlaceLink::from(text);
  if (!link) return std::nullopt;
  return PaletteEntry{.group = Group::pages,
                      .icon = u"link"_s,
                      .title = tr("Go to %1").arg(link->target),
                      .act = [this, link = *link] { follow(link); }};
}

QList<PaletteEntry> MainWindow::paletteEntries() {
  QList<PaletteEntry> entries;
  for (const RunRecord& run : m_runs->runs()->all()) {
    QStringList detail{RunText::state(run), TargetText::name(run.target)};
    if (run.evalLoss) detail << u"eval/loss "_s + QLocale().toString(*run.evalLoss, 'g', 4);
    entries << PaletteEntry{.group = Group::runs,
                            .icon = u"chart-line"_s,
                            .title = RunText::name(run),
                            .detail = detail.join(u", "_s),
                            .words = run.run + u' ' + run.tags.join(u' '),
                            .act = [this, id = run.run] { goTo(u"runs/"_s + id); }};
  }
  // Those that have been read.
  for (const StudySummary& study : m_studies->list()->model().studies())
    entries << PaletteEntry{.group = Group::runs,
                            .icon = u"git-fork"_s,
                            .title = study.name,
                            .detail = StudyText::direction(study),
                            .words = study.study,
                            .act = [this, id = study.study] { goTo(u"studies/"_s + id); }};
  entries += HelpEntries::ofSettings([this](const HelpTopic& setting) {
    showPage(m_experiments);
    experimentPage()->sides()->formView()->jumpTo(setting.name);
  });
  for (const PresetCard& card : m_home->cards())
    entries << PaletteEntry{
        .group = Group::presets,
        .icon = u"file-text"_s,
        .title = card.title,
        .detail = card.preset.name,
        .words = card.preset.summary,
        .act = [this, preset = card.preset] { emit m_home->presetWanted(preset); }};
  const auto command = [&](const QString& icon, const QString& title, const QString& keys,
                           std::function<void()> act) {
    entries << commandEntry(icon, title, keys, std::move(act));
  };
  for (const ConsentRecord& request : m_consents->open())
    command(u"robot"_s, ConsentText::title(request), {},
            [this, id = request.id] { m_consents->show(id); });
  command(u"plus"_s, tr("New experiment"), u"Ctrl+N"_s, [this] { emit m_home->newWanted(); });
  command(u"folder"_s, tr("Open an experiment"), u"Ctrl+O"_s,
          [this] { emit m_home->openWanted(); });
  command(u"upload"_s, tr("Import settings of another trainer"), {},
          [this] { emit m_home->importWanted(); });
  command(u"upload"_s, tr("Bring runs of another tracker along"), {},
          [this] { m_home->askHistory(); });
  command(u"server"_s, tr("Add a cluster"), {}, [this] { emit m_home->clusterWanted({}); });
  command(u"server-2"_s, tr("Start the practice cluster"), {},
          [this] { m_targets.practice()->start(); });
  command(u"moon"_s, tr("Switch between light and dark"), {}, [this] { switchTheme(); });
  command(u"layout-sidebar"_s, tr("Fold or unfold the side"), u"Ctrl+B"_s,
          [this] { m_rail->toggleFolded(); });
  const auto toPane = [this](int by) { return [this, by] { moveToNextPane(by); }; };
  command(u"layout-columns"_s, tr("Next pane"), u"F6"_s, toPane(1));
  command(u"layout-columns"_s, tr("Previous pane"), u"Shift+F6"_s, toPane(-1));
  entries += HelpEntries::ofPages([this](const HelpTopic& topic) { m_help->show(topic); });
  entries += commandsOf(m_rail->menu(), u"settings"_s, {});
  entries += pageCommands();
  command(u"info-circle"_s, tr("Help"), u"F1"_s, [this] { m_help->show(helpOfPage()); });
  command(u"x"_s, tr("Quit"), u"Ctrl+Q"_s, [this] { close(); });
  for (int i = 0; i < m_inOrder.size(); ++i)
    entries << PaletteEntry{.group = Group::pages,
                            .icon = u"arrow-right"_s,
                            .title = m_inOrder[i]->title(),
                            .keys = u"Ctrl+%1"_s.arg(i + 1),
                            .act = [this, i] { choosePlace(i); }};
  for (const TargetRecord& target : m_targets.targets())
    if (!TargetList::isHere(target.settings.name))
      entries << PaletteEntry{
          .group = Group::clusters,
          .icon = u"server"_s,
          .title = TargetText::name(target.settings.name),
          .detail = TargetText::link(target),
          .words = target.settings.host,
          .act = [this, name = target.settings.name] { goTo(u"clusters/"_s + name); }};
  return entries;
}

// What the page that is shown can do; and of experiments and clusters, from every page, what is
// done most.
QList<PaletteEntry> MainWindow::pageCommands() {
  auto* page = static_cast<Page*>(m_pages->currentWidget());
  QList<PaletteEntry> entries =
      commandsWithin(page, page->commandButtons(), u"bolt"_s, page->title());
  const auto add = [&](const QString& icon, const QString& title, const QString& keys,
                       std::function<void()> act) {
    entries << commandEntry(icon, title, keys, std::move(act));
  };
  if (page != m_experiments) {
    const QString name = experimentPage()->model()->document()->title();
    add(u"player-play"_s, tr("Review and submit %1").arg(name), {}, [this] {
      showPage(m_experiments);
      experimentPage()->bar()->reviewButton()->click();
    });
    add(u"device-floppy"_s, tr("Save %1").arg(name), {},
        [this] { emit m_experiments->menus()->saveWanted(); });
  }
  for (const TargetRecord& target : m_targets.targets()) {
    const QString& name = target.settings.name;
    if (TargetList::isHere(name)) continue;
    if (target.link == TargetLink::connected)
      add(u"plug-connected-x"_s, tr("Disconnect from %1").arg(name), {},
          [this, name] { m_clusters->actions()->disconnectFrom(name); });
    else
      add(u"server"_s, tr("Connect to %1").arg(name), {},
          [this, name] { m_clusters->actions()->connectTo(name); });
  }
  return entries;
}

}  // namespace trainyard
