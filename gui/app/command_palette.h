// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+K: one field that finds runs, settings, presets, commands and pages, and does what is
// chosen.
#pragma once

#include <QPointer>
#include <QWidget>
#include <optional>

#include "gui/forms/palette_search.h"

class QLabel;
class QLineEdit;
class QListWidget;

namespace trainyard {

class CommandPalette : public QWidget {
  Q_OBJECT
 public:
  // Covers `window`, which owns it, while it is open.
  explicit CommandPalette(QWidget* window);

  // `start`: the text to begin with, such as ">" for commands only.
  void open(QList<PaletteEntry> entries, const QString& start = {});
  // An entry for a text that means something by itself, such as a link.
  using TextEntry = std::function<std::optional<PaletteEntry>(const QString& text)>;
  void setTextEntry(TextEntry entry) { m_textEntry = std::move(entry); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  void search();
  void move(int by);
  void act();
  void close();
  void place();
  QRect box() const;

  QWidget* m_window;
  QPointer<QWidget> m_focusBefore;
  QLineEdit* m_field;
  QListWidget* m_list;
  QLabel* m_foot;
  QList<PaletteEntry> m_entries;
  TextEntry m_textEntry = [](const QString&) { return std::nullopt; };
  std::optional<PaletteEntry> m_ofText;
  QList<const PaletteEntry*> m_found;  // by row of the list; null for a heading
};

}  // namespace trainyard
