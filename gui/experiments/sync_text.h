// SPDX-License-Identifier: GPL-3.0-or-later
// What a submission would send, as text that can be read and copied.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "remote/service/protocol/protocol.h"

namespace trainyard {

class SyncText {
  Q_DECLARE_TR_FUNCTIONS(SyncText)
 public:
  // Code, data, engine and time, one per line; what the last run of the same code had and this one
  // lacks is listed separately at the end.
  static QString text(const SyncPreviewAnswer& answer);
};

}  // namespace trainyard
