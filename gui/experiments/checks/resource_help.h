// SPDX-License-Identifier: GPL-3.0-or-later
// The selected target's values for fields of `resources`: names that a field can have, each with
// its limits, and the limits of requested amounts. Uses what was last learned; nothing is queried.
// Pure.
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QMap>
#include <QString>

#include "engine/contract/experiment/experiment.h"
#include "remote/service/protocol/protocol.h"

namespace trainyard {

struct ResourceOffer {
  QString value;
  QString hint;            // "at most 1 h, 4 nodes, 8 a100 each"; may be empty
  bool isRefused = false;  // in the partition of the experiment
  bool operator==(const ResourceOffer&) const = default;
};

class ResourceHelp {
  Q_DECLARE_TR_FUNCTIONS(ResourceHelp)
 public:
  // Fields with suggestions: "resources.partition", "resources.account" ...
  static QStringList fields();
  // For the partition of the experiment, or the default one, where it matters.
  static QList<ResourceOffer> offers(const QString& field, const TargetFacts& facts,
                                     const Experiment& experiment);
  // Limits shown below fields: "at most 1 h" for the time limit, "38 a100 free, at most 1 h" for
  // the partition. Fields without limits are absent. `state`: null if what is free is not known.
  static QMap<QString, QString> limits(const TargetFacts& facts, const Experiment& experiment,
                                       const ClusterState* state = nullptr);
};

}  // namespace trainyard
