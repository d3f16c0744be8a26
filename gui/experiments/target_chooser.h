// SPDX-License-Identifier: GPL-3.0-or-later
// Where the experiment runs: this computer, or a cluster with the state of its link. Follows the
// list of targets.
#pragma once

#include <QComboBox>

#include "gui/targets/target_list.h"

namespace trainyard {

class TargetChooser : public QComboBox {
  Q_OBJECT
 public:
  // The list must outlive it.
  explicit TargetChooser(TargetList* targets);

  const QString& chosen() const { return m_chosen; }
  // Selects a remembered target. A name that is not a target (any more) becomes this computer once
  // the list is known.
  void choose(const QString& target);
  // The same, as if the user had selected it here.
  void chooseByHand(const QString& target);

 signals:
  void chosenChanged(const QString& target);
  // Selected by the user in the list.
  void chosenByHand(const QString& target);

 private:
  void fill();
  void retranslate();

  TargetList* m_targets;
  QString m_chosen = QStringLiteral("here");
};

}  // namespace trainyard
