// SPDX-License-Identifier: GPL-3.0-or-later
// Suggests the target's values for a field of `resources`, with their limits, while the user types;
// Down or Ctrl+Space shows all.
#pragma once

#include <QCompleter>
#include <QStandardItemModel>

#include "gui/experiments/checks/resource_help.h"

class QLineEdit;

namespace trainyard {

class ResourceCompleter : public QCompleter {
  Q_OBJECT
 public:
  // Owned by the line edit.
  explicit ResourceCompleter(QLineEdit* line);

  void show(const QList<ResourceOffer>& offers);
  // All of them, whatever was typed.
  void showAll();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QLineEdit* m_line;
  QStandardItemModel m_items;
  QList<ResourceOffer> m_offers;
};

}  // namespace trainyard
