// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/run_samples.h"

#include <algorithm>

#include <tuple>

#include "remote/store/store_connection.h"
#include "remote/store/stored_values.h"

namespace trainyard {

Result<QList<SampleRecord>> RunSamples::list(const QString& run, int limit) {
  TRY(auto samples,
      m_connection.select(
          QStringLiteral(
              "SELECT s.attempt, sequence, time, step, name, kind, caption, is_cut, "
              "length(content) FROM samples s JOIN attempts a ON a.run = s.run AND a.attempt = "
              "s.attempt WHERE s.run = ? AND (superseded_after IS NULL OR step IS NULL OR step <= "
              "superseded_after) ORDER BY s.attempt DESC, sequence DESC LIMIT ?"),
          {run, limit}, [](const QSqlQuery& query) {
            return SampleRecord{query.value(0).toInt(),     query.value(1).toLongLong(),
                                query.value(2).toDouble(),  optionalOf<qint64>(query.value(3)),
                                query.value(4).toString(),  query.value(5).toString(),
                                query.value(6).toString(),  query.value(7).toBool(),
                                query.value(8).toLongLong()};
          }));
  std::sort(samples.begin(), samples.end(), [](const SampleRecord& a, const SampleRecord& b) {
    return std::tuple(a.name, a.step.value_or(-1), a.attempt, a.sequence) <
           std::tuple(b.name, b.step.value_or(-1), b.attempt, b.sequence);
  });
  return samples;
}

Result<QByteArray> RunSamples::content(const QString& run, int attempt, qint64 sequence) {
  TRY(const auto contents,
      m_connection.select(
          QStringLiteral(
              "SELECT content FROM samples WHERE run = ? AND attempt = ? AND sequence = ?"),
          {run, attempt, sequence},
          [](const QSqlQuery& query) { return query.value(0).toString().toUtf8(); }));
  return contents.value(0);
}

}  // namespace trainyard
