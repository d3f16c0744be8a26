// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/submit/changed_settings.h"

#include <algorithm>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/search_space.h"
#include "engine/contract/experiment/writer.h"
#include "engine/contract/messages.h"
#include "engine/contract/run/submission_record.h"
#include "remote/submit/path_fields.h"
#include "remote/submit/prepare.h"

namespace trainyard {
namespace {

constexpr qint64 documentLimit = 4 << 20;

// A run with another one of these would be another run.
bool isFixed(const FieldInfo& field) {
  constexpr std::string_view sections[] = {"search", "script", "model", "tokenizer", "task"};
  constexpr std::string_view paths[] = {"name",
                                        "format",
                                        "workload",
                                        "resources.array",
                                        "resources.after",
                                        "resources.dependency",
                                        "code.source"};
  return std::ranges::find(sections, field.section) != std::end(sections) ||
         std::ranges::find(paths, field.path) != std::end(paths);
}

bool isPath(const FieldInfo& field) {
  return field.path == "environment.venv" ||
         std::ranges::find(trainerPathFields(), &field) != trainerPathFields().end();
}

}  // namespace

Result<Experiment> withChangedSettings(const std::string& resolved, const QStringList& changes) {
  std::vector<std::string> overrides;
  for (const QString& change : changes) overrides.push_back(change.toStdString());
  Document document = read_experiment(resolved, "resolved.yaml", overrides);
  if (has_errors(document.diagnostics)) return diagnosticsError(document.diagnostics);
  for (const std::string& override : overrides) {
    const std::string path = override.substr(0, override.find('='));
    const FieldInfo* field = find_search_field(path);
    if (!field || isFixed(*field)) return make_error("resume.fixed", {{"path", path}});
    if (!isPath(*field)) continue;
    for (const std::string& each : pathsOf(*field, document.experiment))
      if (!each.starts_with('/'))
        return make_error("resume.relative_path", {{"path", path}, {"found", each}});
  }
  return std::move(document.experiment);
}

QCoro::Task<Result<Experiment>> changeSettings(Target target, QString folder, QStringList changes,
                                               std::stop_token stop) {
  const QString path = folder + QStringLiteral("/resolved.yaml");
  CO_TRY(const QByteArray text, co_await target.host->readFile(path, 0, documentLimit, stop));
  CO_TRY(Experiment experiment, withChangedSettings(text.toStdString(), changes));
  // The note first: without the change, it would only say too much.
  CO_TRY(co_await target.host->writeFile(
      folder + QLatin1Char('/') + QLatin1String(changed_settings_name),
      changes.join(QLatin1Char('\n')).toUtf8() + '\n', stop));
  CO_TRY(co_await target.host->writeFile(
      path, QByteArray::fromStdString(write_resolved(experiment)), stop));
  co_return experiment;
}

}  // namespace trainyard
