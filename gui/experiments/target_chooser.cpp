// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/target_chooser.h"

#include <QSignalBlocker>

#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/type.h"
#include "gui/targets/link_mark.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double chooserIcon = 14;

QString spokenState(const TargetRecord& target) {
  return TargetChooser::tr("%1 (%2)").arg(TargetText::name(target.settings.name),
                                          TargetText::link(target));
}

}  // namespace

TargetChooser::TargetChooser(TargetList* targets) : m_targets(targets) {
  setSizeAdjustPolicy(QComboBox::AdjustToContents);
  setIconSize({look::px(chooserIcon), look::px(chooserIcon)});
  connect(targets, &TargetList::changed, this, &TargetChooser::fill);
  connect(this, &QComboBox::activated, this,
          [this](int row) { chooseByHand(itemData(row).toString()); });
  look::keepTranslated(this, [this] { retranslate(); });
}

void TargetChooser::retranslate() {
  setToolTip(tr("Where the experiment runs. Clusters are added on the page of clusters."));
  setAccessibleName(tr("Run on"));
  fill();
}

void TargetChooser::choose(const QString& target) {
  const QString known = m_targets->isKnown() && !m_targets->find(target) ? u"here"_s : target;
  const bool isAnother = known != m_chosen;
  m_chosen = known;
  fill();
  if (isAnother) emit chosenChanged(m_chosen);
}

void TargetChooser::chooseByHand(const QString& target) {
  choose(target);
  emit chosenByHand(m_chosen);
}

void TargetChooser::fill() {
  {
    const QSignalBlocker quiet(this);
    clear();
    addItem(look::icon(u"device-desktop"_s), TargetText::name(u"here"_s), u"here"_s);
    for (const TargetRecord& target : m_targets->targets()) {
      if (TargetList::isHere(target.settings.name)) continue;
      const LinkMark mark = linkMark(target);
      addItem(look::icon(mark.icon, mark.tone), target.settings.name, target.settings.name);
      setItemData(count() - 1, spokenState(target), Qt::AccessibleTextRole);
      setItemData(count() - 1, plainTip(spokenState(target)), Qt::ToolTipRole);
    }
    // Until the service has listed its targets, the remembered one is shown.
    if (findData(m_chosen) < 0 && !m_targets->isKnown())
      addItem(look::icon(u"server"_s), m_chosen, m_chosen);
    setCurrentIndex(std::max(0, findData(m_chosen)));
    setAccessibleDescription(currentData(Qt::AccessibleTextRole).toString());
  }
  if (findData(m_chosen) >= 0) return;
  m_chosen = u"here"_s;
  emit chosenChanged(m_chosen);
}

}  // namespace trainyard
