// SPDX-License-Identifier: GPL-3.0-or-later
// What a site says, in words.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "remote/service/protocol/methods.h"

namespace trainyard {

class SiteText {
  Q_DECLARE_TR_FUNCTIONS(SiteText)
 public:
  // What it sets, a line each: how GPUs are asked for, rules, partitions, options, modules, files.
  static QStringList settings(const SiteProfile& site);
};

}  // namespace trainyard
