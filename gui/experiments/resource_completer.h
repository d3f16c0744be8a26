// SPDX-License-Identifier: GPL-3.0-or-later
// Offers what the target has in a field of `resources`, with its limits, while a person types in
// it; the arrow down or Ctrl+Space shows all.
#pragma once

#include <QCompleter>
#include <QStandardItemModel>

#include "gui/experiments/resource_help.h"

class QLineEdit;

namespace trainyard {

class ResourceCompleter : public QCompleter {
  Q_OBJECT
 public:
  // The line owns this.
  explicit ResourceCompleter(QLineEdit* line);

  void show(const QList<ResourceOffer>& offers);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QLineEdit* m_line;
  QStandardItemModel m_items;
  QList<ResourceOffer> m_offers;
};

}  // namespace trainyard
