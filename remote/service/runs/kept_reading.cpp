// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/runs/kept_reading.h"

#include <QFile>
#include <QSaveFile>

#include "engine/contract/experiment/edit.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

constexpr qint64 experimentLimit = 4 << 20;

Error notKept(const QString& path, const std::string& why) {
  return make_error("reread.not_kept", {{"path", path.toStdString()}, {"why", why}});
}

}  // namespace

Result<void> keepReading(const QString& path, const RereadArguments& reading) {
  if (!path.endsWith(QLatin1String(".yaml")) && !path.endsWith(QLatin1String(".yml")))
    return notKept(path, "it is no experiment");
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly) || file.size() > experimentLimit)
    return notKept(path, file.errorString().toStdString());
  std::string text = file.readAll().toStdString();
  const Document document = read_experiment(text, path.toStdString());
  const Experiment& experiment = document.experiment;
  const bool isScript = experiment.workload == Workload::script;
  const std::string section = isScript ? "script.metrics_" : "command.metrics_";
  // What is not set stays away from the file.
  const auto set = [&](const char* field, const QString& value, bool wasSet) -> Result<void> {
    if (value.isEmpty() && !wasSet) return {};
    TRY(text, edit(text, section + field, value.isEmpty() ? Value() : Value(value.toStdString())));
    return {};
  };
  const ScriptSection& script = experiment.script;
  const CommandSection& command = experiment.command;
  TRY(set("pattern", reading.pattern,
          isScript ? script.metrics_pattern.has_value() : command.metrics_pattern.has_value()));
  TRY(set("step", reading.step,
          isScript ? script.metrics_step.has_value() : command.metrics_step.has_value()));
  List names;
  for (const QString& name : reading.leaveOut) names.emplace_back(name.toStdString());
  const bool wereLeftOut =
      !(isScript ? script.metrics_leave_out : command.metrics_leave_out).empty();
  if (!names.empty() || wereLeftOut) {
    TRY(text, edit(text, section + "leave_out", Value(std::move(names))));
  }
  QSaveFile saved(path);
  if (!saved.open(QIODevice::WriteOnly) || saved.write(QByteArray::fromStdString(text)) < 0 ||
      !saved.commit())
    return notKept(path, saved.errorString().toStdString());
  return {};
}

}  // namespace trainyard
