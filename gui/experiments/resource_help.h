// SPDX-License-Identifier: GPL-3.0-or-later
// What the chosen target has, for the fields of `resources`: names that a field can take, each with
// its limits, and the limits of what is asked for. From what was learned of it last; nothing is
// asked. Pure.
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
  QString hint;  // "at most 1 h, 4 nodes, 8 a100 each"; may be empty
  bool operator==(const ResourceOffer&) const = default;
};

class ResourceHelp {
  Q_DECLARE_TR_FUNCTIONS(ResourceHelp)
 public:
  // Fields that have offers: "resources.partition", "resources.account" ...
  static QStringList fields();
  // Of the partition that the experiment names, or the default one, where it matters.
  static QList<ResourceOffer> offers(const QString& field, const TargetFacts& facts,
                                     const Experiment& experiment);
  // Limits beside fields, in words: "at most 1 h" for the time limit. A field without any is not
  // in it.
  static QMap<QString, QString> limits(const TargetFacts& facts, const Experiment& experiment);
};

}  // namespace trainyard
