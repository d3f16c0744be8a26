// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/queue_side.h"

#include <utility>

#include "gui/forms/plain_label.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"

namespace trainyard {
namespace {

using look::px;

}  // namespace

QueueSide::QueueSide() : m_column(look::columnIn(this, px(14))), m_logins(look::columnIn(nullptr)) {
  m_free = addCard();
  m_free.card->column()->addWidget(m_freeRows);
  m_free.card->column()->addLayout(m_logins);
  m_limits = addCard();
  m_limits.card->column()->addWidget(m_limitRows);
  m_storage = addCard();
  m_storage.card->column()->addWidget(m_storageRows);
  m_waits = addCard();
  m_waits.card->column()->addWidget(m_waitPlot);
  m_column->addStretch(1);
  m_storage.link->show();
  connect(m_storage.link, &QPushButton::clicked, this, &QueueSide::cleaningRequested);
  look::keepTranslated(this, [this] { retranslate(); });
}

QueueSide::Part QueueSide::addCard() {
  Part part{new look::Card, plainLabel(look::Role::card), plainLabel(look::Role::help),
            new QPushButton};
  part.aside->setForegroundRole(QPalette::PlaceholderText);
  look::setKind(part.link, look::linkKind);
  part.link->hide();
  auto* head = look::rowIn(nullptr, px(8));
  look::addAll(head, {part.title, look::gap(), part.aside, part.link});
  part.card->column()->addLayout(head);
  part.card->hide();
  m_column->addWidget(part.card);
  return part;
}

void QueueSide::retranslate() {
  const auto name = [](const Part& part, const QString& title) {
    part.title->setText(title);
    part.card->setAccessibleName(title);
  };
  name(m_free, tr("Free GPUs"));
  name(m_limits, tr("My limits"));
  name(m_storage, tr("Storage"));
  name(m_waits, tr("How long mine waited"));
  m_waits.aside->setText(tr("last 30 days"));
  m_storage.link->setText(tr("Clean up"));
  m_storage.link->setToolTip(tr("What Trainyard keeps there, and what nobody needs any more"));
  showFree(m_freeRows->rows(), std::exchange(m_locked, {}));
}

void QueueSide::showFree(const QList<ShareRow>& rows, const QStringList& locked) {
  m_freeRows->show(rows);
  m_freeRows->setVisible(!rows.isEmpty());
  m_free.card->setVisible(!rows.isEmpty() || !locked.isEmpty());
  if (locked == m_locked && m_logins->count() == locked.size()) return;
  m_locked = locked;
  while (QLayoutItem* item = m_logins->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  for (const QString& cluster : locked) {
    auto* line = new QWidget;
    auto* login = new QPushButton(tr("Log in to ask"));
    login->setAccessibleName(tr("Log in to %1").arg(cluster));
    look::setKind(login, look::linkKind);
    look::addAll(look::rowIn(line, px(8)),
                 {plainLabel(look::Role::name, cluster), look::gap(), login});
    m_logins->addWidget(line);
    connect(login, &QPushButton::clicked, this, [this, cluster] { emit loginRequested(cluster); });
  }
}

void QueueSide::showLimits(const QList<ShareRow>& rows, const QString& whose) {
  m_limitRows->show(rows);
  m_limits.aside->setText(whose);
  m_limits.card->setVisible(!rows.isEmpty());
}

void QueueSide::showStorage(const QList<ShareRow>& rows) {
  m_storageRows->show(rows);
  m_storage.card->setVisible(!rows.isEmpty());
}

void QueueSide::showWaits(const QMap<QString, QList<double>>& waits) {
  m_waitPlot->show(waits);
  m_waits.card->setVisible(!waits.isEmpty());
}

bool QueueSide::isEmpty() const {
  return m_free.card->isHidden() && m_limits.card->isHidden() && m_storage.card->isHidden() &&
         m_waits.card->isHidden();
}

}  // namespace trainyard
