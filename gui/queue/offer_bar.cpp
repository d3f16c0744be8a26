// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/offer_bar.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <algorithm>

#include "engine/system/unix_time.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/forms/shown_text.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int mostQuarters = 4 * 24 * 60;

// Quarters of an hour as a time.
class LimitBox : public QSpinBox {
 public:
  LimitBox() { lineEdit()->setReadOnly(true); }
  QString textFromValue(int quarters) const override {
    return QuantityText::duration(static_cast<double>(quarters) * quarterHour);
  }
};

}  // namespace

OfferBar::OfferBar(StartOffer* offer)
    : m_offer(offer),
      m_limitName(plainLabel(look::Role::help)),
      m_gpusName(plainLabel(look::Role::help)),
      m_partitionName(plainLabel(look::Role::help)),
      m_asIs(textLabel(look::Role::help)),
      m_likeThis(textLabel(look::Role::help)),
      m_limit(new LimitBox),
      m_gpus(new QSpinBox),
      m_partition(new QComboBox),
      m_putBack(new QPushButton),
      m_submit(new QPushButton) {
  m_limit->setRange(1, mostQuarters);
  m_gpus->setMinimum(1);
  for (QWidget* control : QList<QWidget*>{m_limit, m_gpus, m_partition, m_putBack, m_submit})
    look::setSmall(control);
  look::setKind(m_putBack, look::quietKind);
  look::setInk(m_asIs, [](const look::Tokens& t) { return t.text2; });
  m_limitName->setBuddy(m_limit);
  m_gpusName->setBuddy(m_gpus);
  m_partitionName->setBuddy(m_partition);
  auto* choice = look::rowIn(nullptr, px(8));
  look::addAll(choice, {m_limitName, m_limit, m_gpusName, m_gpus, m_partitionName, m_partition,
                        look::gap(), m_putBack, m_submit});
  look::addAll(look::columnIn(this, px(6)), {choice, m_asIs, m_likeThis});
  connect(m_limit, &QSpinBox::valueChanged, this, &OfferBar::change);
  connect(m_gpus, &QSpinBox::valueChanged, this, &OfferBar::change);
  connect(m_partition, &QComboBox::activated, this, &OfferBar::change);
  connect(m_putBack, &QPushButton::clicked, m_offer, &StartOffer::putBack);
  connect(m_submit, &QPushButton::clicked, m_offer, &StartOffer::submit);
  connect(m_offer, &StartOffer::changed, this, &OfferBar::showOffer);
  look::keepTranslated(this, [this] { retranslate(); });
}

QList<QAbstractButton*> OfferBar::buttons() const { return {m_putBack, m_submit}; }

void OfferBar::setStart(double start) {
  m_start = start;
  showOffer();
}

void OfferBar::change() {
  if (!m_offer->isPossible()) return;
  QueueRequest request = m_offer->now();
  // One that is no whole number of quarters stays until it is changed.
  if (m_limit->value() != (request.seconds + quarterHour - 1) / quarterHour)
    request.seconds = static_cast<qint64>(m_limit->value()) * quarterHour;
  if (m_gpus->isVisibleTo(this)) request.gpus = m_gpus->value();
  request.partition = m_partition->currentData().toString();
  m_offer->change(request);
}

void OfferBar::showOffer() {
  setVisible(m_offer->isPossible());
  if (!m_offer->isPossible()) return;
  const QueueLimits& limits = m_offer->limits();
  const QueueRequest& now = m_offer->now();
  const QSignalBlocker limit(m_limit), gpus(m_gpus), partition(m_partition);
  m_limit->setValue(static_cast<int>((now.seconds + quarterHour - 1) / quarterHour));
  m_gpus->setMaximum(std::max(1, limits.gpus));
  m_gpus->setValue(now.gpus);
  for (QWidget* part : QList<QWidget*>{m_gpusName, m_gpus}) part->setVisible(now.gpus > 0);
  m_partition->clear();
  for (const QString& name : limits.partitions)
    m_partition->addItem(shownText(name, ShownLines::one), name);
  m_partition->setCurrentIndex(m_partition->findData(now.partition));
  m_asIs->setText(asIs());
  m_likeThis->setText(likeThis());
  m_likeThis->setVisible(m_offer->isChanged());
  const bool isRefused = m_offer->state() == StartOffer::State::refused;
  look::setInk(m_likeThis, isRefused ? look::Tone::failed : look::Tone::running);
  const bool isBusy = m_offer->isSubmitting();
  for (QWidget* part : QList<QWidget*>{m_limit, m_gpus, m_partition}) part->setEnabled(!isBusy);
  m_putBack->setEnabled(m_offer->isChanged() && !isBusy);
  m_submit->setEnabled(m_offer->isChanged() && !isBusy && !isRefused);
  m_submit->setText(isBusy ? tr("Submitting…") : tr("Submit like this"));
}

QString OfferBar::asIs() const {
  const QString start = m_start > 0
                            ? tr("can start %1").arg(QuantityText::clock(m_start, unix_time()))
                            : tr("its start is not known");
  return tr("As it is: %1").arg(start);
}

QString OfferBar::likeThis() const {
  const StartOffer::Answer& answer = m_offer->answer();
  switch (m_offer->state()) {
    case StartOffer::State::asking:
      return tr("Like this: asking the scheduler…");
    case StartOffer::State::refused:
      return tr("Like this: %1").arg(answer.refusal);
    case StartOffer::State::answered:
      break;
    default:
      return {};
  }
  QStringList parts;
  const double now = unix_time();
  if (!answer.start)
    parts << tr("the scheduler does not say when it would start");
  else if (*answer.start <= now + 60)
    parts << tr("starts at once");
  else
    parts << tr("starts %1").arg(QuantityText::clock(*answer.start, now));
  if (answer.start && m_start > *answer.start + 60)
    parts << tr("%1 sooner").arg(QuantityText::duration(m_start - *answer.start));
  if (answer.gpuHours)
    parts << tr("at most %1 GPU-hours").arg(QLocale().toString(*answer.gpuHours, 'g', 3));
  return tr("Like this: %1").arg(parts.join(u", "_s));
}

void OfferBar::retranslate() {
  m_limitName->setText(tr("Time limit"));
  m_limit->setAccessibleName(tr("Time limit"));
  m_gpusName->setText(tr("GPUs a node"));
  m_gpus->setAccessibleName(tr("GPUs a node"));
  m_partitionName->setText(tr("Partition"));
  m_partition->setAccessibleName(tr("Partition"));
  m_putBack->setText(tr("As it was"));
  m_submit->setToolTip(
      plainTip(tr("Submits the experiment of this run as its file is now, with these changes, and "
                  "then cancels the waiting job")));
  showOffer();
}

}  // namespace trainyard
