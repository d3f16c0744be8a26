// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what runs show besides numbers. Errors of all calls: those of RunStore.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include "engine/contract/result.h"
#include "remote/store/records.h"

namespace trainyard {

class StoreConnection;

class RunSamples {
 public:
  explicit RunSamples(StoreConnection& connection) : m_connection(connection) {}

  // By name and step, without those of superseded steps; at most `limit`, the newest.
  Result<QList<SampleRecord>> list(const QString& run, int limit = 100000);
  // Empty if there is none.
  Result<QByteArray> content(const QString& run, int attempt, qint64 sequence);

 private:
  StoreConnection& m_connection;
};

}  // namespace trainyard
