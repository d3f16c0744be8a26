// SPDX-License-Identifier: GPL-3.0-or-later
// What the command palette offers.
#pragma once

#include <QCoreApplication>

#include "gui/forms/palette_search.h"
#include "gui/targets/target_list.h"

namespace trainyard {

class MainWindow;
class WindowPages;

class PaletteEntries {
  Q_DECLARE_TR_FUNCTIONS(trainyard::PaletteEntries)
 public:
  PaletteEntries(MainWindow* window, WindowPages* pages, TargetList* targets)
      : m_window(window), m_pages(pages), m_targets(targets) {}

  // Everything that can be done now.
  QList<PaletteEntry> all() const;
  // What it offers for a text that is a link.
  std::optional<PaletteEntry> ofLink(const QString& text) const;

 private:
  using Entries = QList<PaletteEntry>;

  Entries runs() const;
  Entries studies() const;
  Entries presets() const;
  Entries consents() const;
  Entries documentCommands() const;
  Entries windowCommands() const;
  // What the page that is shown can do; and of experiments and clusters, from every page, what is
  // done most.
  Entries pageCommands() const;
  Entries places() const;
  Entries clusters() const;

  MainWindow* m_window;
  WindowPages* m_pages;
  TargetList* m_targets;
};

}  // namespace trainyard
