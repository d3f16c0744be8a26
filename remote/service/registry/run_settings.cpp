// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/registry/run_settings.h"

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/settings.h"

namespace trainyard {
namespace {

// Longer ones are no settings that anybody compares: a note, a program's text.
constexpr std::size_t longestValue = 400;

std::optional<double> numberOf(const Value& value) {
  if (const auto* whole = value.get_if<std::int64_t>()) return static_cast<double>(*whole);
  if (const auto* real = value.get_if<double>()) return *real;
  return std::nullopt;
}

void addSetting(QList<RunSetting>& settings, const std::string& path, const Value& value) {
  std::string text = spell(value);
  if (text == "null" || text == "[]" || text == "{}" || text.size() > longestValue) return;
  settings.append({QString::fromStdString(path), QString::fromStdString(text), numberOf(value)});
}

}  // namespace

QList<RunSetting> settingsOf(const Experiment& experiment) {
  QList<RunSetting> settings;
  for (const ExperimentSetting& setting : settings_of(experiment))
    addSetting(settings, setting.path, setting.value);
  return settings;
}

QList<RunSetting> settingsOf(const QStringList& studyValues) {
  QList<RunSetting> settings;
  for (const QString& pair : studyValues) {
    const Scalar scalar = read_scalar(pair.section(u'=', 1).toStdString());
    if (scalar.kind == Scalar::Kind::value)
      addSetting(settings, pair.section(u'=', 0, 0).toStdString(), scalar.value);
  }
  return settings;
}

}  // namespace trainyard
