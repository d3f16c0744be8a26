// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/queue_head.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

#include "engine/system/unix_time.h"
#include "gui/forms/plain_label.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/segmented_control.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double queueSearch = 200, queueSearchLeast = 120;
constexpr qsizetype mostParts = 7;

}  // namespace

QueueHead::QueueHead()
    : m_title(plainLabel(look::Role::page)),
      m_parts(new look::SegmentedControl({})),
      m_list(new QComboBox),
      m_age(plainLabel(look::Role::help)) {
  look::makePageHead(this);
  m_age->setForegroundRole(QPalette::PlaceholderText);
  m_refresh->setIcon(look::icon(u"refresh"_s));
  look::setKind(m_refresh, look::quietKind);
  m_search->setClearButtonEnabled(true);
  m_search->addAction(look::icon(u"search"_s), QLineEdit::LeadingPosition);
  m_search->setMinimumWidth(px(queueSearchLeast));
  m_search->setMaximumWidth(px(queueSearch));
  look::setSmall(m_search);
  m_list->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  look::setSmall(m_list);
  auto* row = look::rowIn(this, px(12), {px(20), 0, px(20), 0});
  look::addAll(row, {m_title, m_parts, m_list, look::gap(), m_age, m_refresh, m_search});
  connect(m_parts, &look::SegmentedControl::currentChanged, this, &QueueHead::chooseChoice);
  connect(m_list, &QComboBox::currentIndexChanged, this, &QueueHead::chooseChoice);
  connect(m_search, &QLineEdit::textChanged, this, &QueueHead::searchTyped);
  look::onEvent(this, QEvent::Resize, [this] { fit(); });
  look::keepTranslated(this, [this] { retranslate(); });
}

void QueueHead::retranslate() {
  m_title->setText(tr("Queue"));
  m_parts->setAccessibleName(tr("Whose jobs"));
  m_list->setAccessibleName(tr("Whose jobs"));
  m_refresh->setAccessibleName(tr("Refresh"));
  m_refresh->setToolTip(tr("Ask now; clusters are asked every 30 seconds while this page is open"));
  m_search->setPlaceholderText(tr("Job, run, user"));
  m_search->setAccessibleName(tr("Search jobs"));
  showChoices();
}

void QueueHead::focusSearch() { m_search->setFocus(Qt::ShortcutFocusReason); }

void QueueHead::showClusters(const QList<TargetRecord>& clusters) {
  const QString before = cluster();
  m_clusters.clear();
  m_marks = {QString()};
  for (const TargetRecord& target : clusters) {
    m_clusters << target.settings.name;
    // One that is out of reach is tried again by itself.
    const bool needsLogin = target.link == TargetLink::none || target.link == TargetLink::refused;
    m_marks << (needsLogin ? u"lock"_s : QString());
  }
  m_chosen = static_cast<int>(m_clusters.indexOf(before)) + 1;
  showChoices();
  if (cluster() != before) emit clusterChosen(cluster());
}

void QueueHead::showCount(int mine) {
  if (m_count == mine) return;
  m_count = mine;
  showChoices();
}

void QueueHead::showChoices() {
  const QString mine = tr("Mine");
  QStringList names{m_count > 0 ? mine + u"  "_s + QString::number(m_count) : mine};
  names += m_clusters;
  const QSignalBlocker parts(m_parts), list(m_list);
  m_parts->setNames(names);
  m_parts->setMarks(m_marks);
  m_parts->setCurrent(m_chosen);
  m_list->clear();
  m_list->addItems(names);
  m_list->setCurrentIndex(m_chosen);
  fit();
}

void QueueHead::choose(const QString& cluster) {
  chooseChoice(static_cast<int>(m_clusters.indexOf(cluster)) + 1);
}

void QueueHead::chooseChoice(int choice) {
  if (choice == m_chosen || choice < 0 || choice > m_clusters.size()) return;
  m_chosen = choice;
  const QSignalBlocker parts(m_parts), list(m_list);
  m_parts->setCurrent(choice);
  m_list->setCurrentIndex(choice);
  emit clusterChosen(cluster());
}

void QueueHead::showAge(double asked, double secondsToNext, bool isBusy) {
  QString text;
  if (isBusy && asked <= 0)
    text = tr("asking…");
  else if (asked > 0)
    text = tr("asked %1 s ago, again in %2 s")
               .arg(std::max(0, static_cast<int>(unix_time() - asked)))
               .arg(std::max(0, static_cast<int>(std::ceil(secondsToNext))));
  m_age->setText(text);
  m_refresh->setEnabled(!isBusy);
  fit();
}

// Gives up when they were asked, then the parts.
void QueueHead::fit() {
  const int others = m_title->sizeHint().width() + m_refresh->sizeHint().width() +
                     px(queueSearchLeast) + 5 * px(12) + 2 * px(20);
  const bool hasParts =
      m_clusters.size() < mostParts && m_parts->sizeHint().width() + others <= width();
  const int choice = (hasParts ? m_parts->sizeHint() : m_list->sizeHint()).width();
  m_parts->setVisible(hasParts);
  m_list->setVisible(!hasParts);
  m_age->setVisible(!m_age->text().isEmpty() &&
                    choice + others + m_age->sizeHint().width() + px(12) <= width());
}

}  // namespace trainyard
