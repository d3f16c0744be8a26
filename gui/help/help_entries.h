// SPDX-License-Identifier: GPL-3.0-or-later
// What the search of the help finds: its headings, and the settings of an experiment.
#pragma once

#include <QCoreApplication>
#include <functional>

#include "gui/forms/help_topic.h"
#include "gui/forms/palette_search.h"

namespace trainyard {

struct HelpEntries {
  Q_DECLARE_TR_FUNCTIONS(HelpEntries)
 public:
  using Show = std::function<void(const HelpTopic&)>;

  // The headings of all pages but the reference, whose lines are the settings.
  static QList<PaletteEntry> ofPages(const Show& show);
  // The command palette's, too, which leads to the field instead.
  static QList<PaletteEntry> ofSettings(const Show& show);
};

}  // namespace trainyard
