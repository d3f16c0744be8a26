// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/run_environment.h"

#include "gui/targets/target_text.h"
#include "remote/values/text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QString textOf(const Map& environment, const char* name) {
  const Value* value = find(environment, name);
  const auto* found = value ? value->get_if<std::string>() : nullptr;
  return found ? text(*found) : QString();
}

QStringList textsOf(const Map& environment, const char* name) {
  QStringList texts;
  const Value* value = find(environment, name);
  if (const auto* list = value ? value->get_if<List>() : nullptr)
    for (const Value& each : *list)
      if (const auto* one = each.get_if<std::string>()) texts << text(*one);
  return texts;
}

// "4 × NVIDIA H100 80GB HBM3": how often each of them is there.
QString countedText(const QStringList& names) {
  QMap<QString, int> counts;
  for (const QString& name : names) ++counts[name];
  QStringList texts;
  for (auto one = counts.cbegin(); one != counts.cend(); ++one)
    texts << (*one > 1 ? u"%1 × %2"_s.arg(*one).arg(one.key()) : one.key());
  return texts.join(u", "_s);
}

void addVersions(const Map& environment, const char* name, QString (*title)(const QString&),
                 QMap<QString, QVariant>& facts) {
  const Value* value = find(environment, name);
  const auto* versions = value ? value->get_if<Map>() : nullptr;
  if (!versions) return;
  for (const auto& [program, version] : *versions)
    if (const auto* found = version.get_if<std::string>())
      facts.insert(title(text(program)), text(*found));
}

}  // namespace

bool RunEnvironment::isKnown(const ComparedRun& run) { return !run.attempt.environment.empty(); }

QMap<QString, QVariant> RunEnvironment::of(const ComparedRun& run) {
  QMap<QString, QVariant> facts;
  const auto add = [&facts](const QString& title, const QString& value) {
    if (!value.isEmpty()) facts.insert(title, value);
  };
  const AttemptRecord& attempt = run.attempt;
  add(tr("Target"), TargetText::name(run.record.target));
  add(tr("Nodes"), attempt.nodes.join(u", "_s));
  if (attempt.worldSize > 0) add(tr("Ranks"), QString::number(attempt.worldSize));
  add(tr("Device"), attempt.device);
  add(tr("GPUs of a node"), countedText(run.gpus));
  add(tr("Git commit"), run.record.gitCommit);
  add(tr("Operating system"), textOf(attempt.environment, "os"));
  add(tr("Kernel"), textOf(attempt.environment, "kernel"));
  add(tr("Processor"), textOf(attempt.environment, "processor"));
  add(tr("Container"), textOf(attempt.environment, "container"));
  add(tr("Modules"), textsOf(attempt.environment, "modules").join(u", "_s));
  add(tr("Python"), textOf(attempt.environment, "python"));
  add(tr("Python's folder"), textOf(attempt.environment, "prefix"));
  addVersions(
      attempt.environment, "versions",
      [](const QString& name) { return tr("Version of %1").arg(name); }, facts);
  addVersions(attempt.environment, "packages", [](const QString& name) { return name; }, facts);
  return facts;
}

Comparison RunEnvironment::compared(const Comparison& comparison) {
  QList<ComparedRun> runs;
  for (const ComparedRun& run : comparison.runs()) {
    ComparedRun bare;
    bare.record = run.record;
    bare.settings = of(run);
    runs << bare;
  }
  return Comparison(runs);
}

}  // namespace trainyard
