// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mcp/session.h"

#include <QFile>

namespace trainyard {
namespace {

constexpr qint64 longestDocument = 1 << 20;
constexpr QLatin1String variablePrefix("environment.variables.");

}  // namespace

// The store has the values that are short; the run folder of a run on this computer has all.
void AgentSession::guardRun(const RunRecord& run) {
  if (m_guarded.contains(run.run)) return;
  if (const auto settings = store.settings(run.run)) {
    if (!settings->isEmpty()) m_guarded.insert(run.run);
    for (auto setting = settings->begin(); setting != settings->end(); ++setting)
      if (setting.key().startsWith(variablePrefix))
        redaction.addOverride(setting.key() + QLatin1Char('=') + setting.value().toString());
  }
  for (const QString& value : run.studyValues) redaction.addOverride(value);
  if (run.target != QLatin1String("here")) return;
  QFile document(run.folder + QStringLiteral("/resolved.yaml"));
  if (document.open(QIODevice::ReadOnly)) redaction.addDocument(document.read(longestDocument));
}

}  // namespace trainyard
