// SPDX-License-Identifier: GPL-3.0-or-later
// What the command palette offers, and which of it a query means. Without widgets.
#pragma once

#include <QList>
#include <QString>
#include <functional>

namespace trainyard {

struct PaletteEntry {
  // In the order in which groups are shown.
  enum class Group { runs, settings, presets, commands, pages, clusters, help };

  Group group = Group::commands;
  QString icon;    // a name in resources/icons
  QString title;   // what is searched first
  QString detail;  // shown behind the title, and searched too
  QString words;   // searched, not shown: other names and keys
  QString keys;    // the shortcut, as text
  std::function<void()> act;
};

// The entries that match all words of the query, best first within their group, at most `most` of
// each. A leading > # @ ? limits it to commands, runs, settings or help.
QList<const PaletteEntry*> searchPalette(const QList<PaletteEntry>& entries, const QString& query,
                                         int most);

}  // namespace trainyard
