// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/help/help_entries.h"

#include "engine/contract/experiment/experiment.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/field_text.h"
#include "gui/help/help_pages.h"

using namespace Qt::StringLiterals;

namespace trainyard {

QList<PaletteEntry> HelpEntries::ofPages(const Show& show) {
  const HelpPages& pages = HelpPages::all();
  QList<PaletteEntry> entries;
  for (const HelpHeading& each : pages.headings()) {
    if (each.page == "parameters.md"_L1) continue;
    const HelpHeading* page = pages.pageOf(each);
    entries << PaletteEntry{
        .group = PaletteEntry::Group::help,
        .icon = u"help"_s,
        .title = each.title,
        .detail = page && page != &each ? page->title : tr("Help"),
        .words = each.page,
        .act = [show, address = each.address()] { show(HelpTopic::part(address)); }};
  }
  return entries;
}

QList<PaletteEntry> HelpEntries::ofSettings(const Show& show) {
  QList<PaletteEntry> entries;
  for (const FieldInfo& field : fields()) {
    const QString path = QString::fromStdString(field.path);
    entries << PaletteEntry{.group = PaletteEntry::Group::settings,
                            .icon = u"adjustments-horizontal"_s,
                            .title = ContractText::label(field),
                            .detail = path,
                            .words = FieldText::initials(field) + u' ' + ContractText::help(field),
                            .act = [show, path] { show(HelpTopic::field(path)); }};
  }
  return entries;
}

}  // namespace trainyard
