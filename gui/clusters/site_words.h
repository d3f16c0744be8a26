// SPDX-License-Identifier: GPL-3.0-or-later
// What a site says, in words.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "remote/service/protocol/site_values.h"

namespace trainyard {

class SiteWords {
  Q_DECLARE_TR_FUNCTIONS(SiteWords)
 public:
  // What it sets, a line each: how GPUs are asked for, rules, partitions, options, modules, files.
  static QStringList settings(const SiteProfile& site);
};

}  // namespace trainyard
