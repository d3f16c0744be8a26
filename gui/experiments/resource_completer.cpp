// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/resource_completer.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLineEdit>

namespace trainyard {
namespace {

constexpr int valueRole = Qt::UserRole;

}  // namespace

ResourceCompleter::ResourceCompleter(QLineEdit* line) : QCompleter(line), m_line(line) {
  setModel(&m_items);
  setCompletionRole(valueRole);
  setCaseSensitivity(Qt::CaseInsensitive);
  setFilterMode(Qt::MatchContains);
  setMaxVisibleItems(12);
  line->setCompleter(this);
  line->installEventFilter(this);
  // The line takes what is chosen, but does not say that somebody has entered it.
  connect(this, qOverload<const QString&>(&QCompleter::activated), line, &QLineEdit::textEdited);
}

void ResourceCompleter::show(const QList<ResourceOffer>& offers) {
  if (offers == m_offers) return;
  m_offers = offers;
  m_items.clear();
  for (const ResourceOffer& offer : offers) {
    auto* item = new QStandardItem(offer.hint.isEmpty()
                                       ? offer.value
                                       : QStringLiteral("%1 — %2").arg(offer.value, offer.hint));
    item->setData(offer.value, valueRole);
    m_items.appendRow(item);
  }
}

void ResourceCompleter::showAll() {
  setCompletionPrefix(QString());
  complete();
}

bool ResourceCompleter::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_line && event->type() == QEvent::KeyPress && !popup()->isVisible()) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool asks = (key->key() == Qt::Key_Down && key->modifiers() == Qt::NoModifier) ||
                      (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier);
    if (asks && m_items.rowCount() > 0) {
      showAll();
      return true;
    }
  }
  return QCompleter::eventFilter(watched, event);
}

}  // namespace trainyard
