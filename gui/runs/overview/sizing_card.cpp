// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/overview/sizing_card.h"

#include <QLabel>
#include <QLocale>

#include "gui/forms/plain_label.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/keep_translated.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QString digits(double number) { return QLocale().toString(number, 'g', number < 1000 ? 3 : 6); }

QString usedOfGpus(const ResourceUse& use, const GpuUsage& gpus) {
  const QString share = QLocale().toString(gpus.ratio * 100, 'f', 0);
  return gpus.busy == 0 ? SizingCard::tr("none of %1 GPUs").arg(digits(*use.requested))
                        : SizingCard::tr("%1 of %2 GPUs (busy %3 %, %4 of %5 GiB)")
                              .arg(digits(use.used), digits(*use.requested), share,
                                   digits(gpus.memoryGib), digits(gpus.totalGib));
}

QString usedOf(const ResourceUse& use, const RightSizing& sizing) {
  switch (use.resource) {
    case Resource::memory:
      return use.requested ? SizingCard::tr("%1 of %2 GiB of memory")
                                 .arg(digits(use.used), digits(*use.requested))
                           : SizingCard::tr("%1 GiB of memory").arg(digits(use.used));
    case Resource::cores:
      return SizingCard::tr("%1 of %2 cores of a process")
          .arg(digits(use.used), digits(use.requested.value_or(0)));
    case Resource::gpus:
      return usedOfGpus(use, sizing.gpus.value_or(GpuUsage{}));
    case Resource::time:
      break;
  }
  return use.requested
             ? SizingCard::tr("%1 of %2")
                   .arg(QuantityText::duration(use.used), QuantityText::duration(*use.requested))
             : QuantityText::duration(use.used);
}

QString enoughOf(Resource resource, double amount) {
  switch (resource) {
    case Resource::memory:
      return SizingCard::tr("%1 GiB").arg(digits(amount));
    case Resource::cores:
      return amount == 1 ? SizingCard::tr("1 core")
                         : SizingCard::tr("%1 cores").arg(digits(amount));
    case Resource::gpus:
      return QuantityText::gpus(static_cast<int>(amount));
    case Resource::time:
      break;
  }
  return QuantityText::duration(amount);
}

}  // namespace

SizingCard::SizingCard() : m_text(textLabel(look::Role::body)) {
  look::setKind(m_apply, look::linkKind);
  column()->addWidget(m_text);
  column()->addWidget(m_apply, 0, Qt::AlignLeft);
  connect(m_apply, &QPushButton::clicked, this, [this] {
    QList<std::pair<QString, QString>> values;
    const auto changes = m_sizing.changes();
    for (const HelpfulChange& change : changes) values << std::pair(change.path, change.to);
    emit experimentWanted(values);
  });
  look::keepTranslated(this, [this] { retranslate(); });
}

QString SizingCard::sentence(const RightSizing& sizing) {
  QStringList used, enough;
  for (const ResourceUse& use : sizing.uses) {
    used << usedOf(use, sizing);
    if (use.suggested) enough << enoughOf(use.resource, *use.suggested);
  }
  if (used.isEmpty()) return {};
  const QString all = used.join(u", "_s);
  return enough.isEmpty() ? tr("It used %1.").arg(all)
                          : tr("It used %1; %2 would be enough.").arg(all, enough.join(u", "_s));
}

void SizingCard::show(const RightSizing& sizing) {
  m_sizing = sizing;
  setVisible(!sizing.uses.isEmpty());
  retranslate();
}

void SizingCard::retranslate() {
  setTitle(tr("Resources"));
  m_text->setText(sentence(m_sizing));
  m_apply->setText(tr("Apply to the experiment"));
  m_apply->setVisible(!m_sizing.changes().isEmpty());
}

}  // namespace trainyard
