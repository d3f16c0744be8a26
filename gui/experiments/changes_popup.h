// SPDX-License-Identifier: GPL-3.0-or-later
// What a document has changed of its preset: each setting with its value before and now. A click
// goes to the setting, and the button in its row takes the change back.
#pragma once

#include <QFrame>
#include <QScrollArea>
#include <QVBoxLayout>

#include "gui/experiments/document/preset_changes.h"
#include "gui/forms/plain_label.h"

namespace trainyard {

class ChangesPopup : public QFrame {
  Q_OBJECT
 public:
  explicit ChangesPopup(QWidget* parent);

  // Closes it once nothing is changed any more.
  void showChanges(const PresetChanges& changes);
  void openBelow(const QWidget* button);

 signals:
  void chosen(const QString& path);
  void resetWanted(const QString& path);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  int focusedRow() const;
  void fill(const QList<SettingChange>& changes);

  QLabel* m_words = plainLabel(look::Role::emphasis);
  QScrollArea* m_scroll = new QScrollArea;
  QVBoxLayout* m_rows = new QVBoxLayout;
  QList<SettingChange> m_shown;
};

}  // namespace trainyard
