// SPDX-License-Identifier: GPL-3.0-or-later
// A site profile as text.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "remote/service/protocol/methods.h"

namespace trainyard {

class SiteText {
  Q_DECLARE_TR_FUNCTIONS(SiteText)
 public:
  // Its settings, one per line: how GPUs are requested, rules, partitions, options, modules, files.
  static QStringList settings(const SiteProfile& site);
};

}  // namespace trainyard
