// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of sites share: presets, profiles, and the directives of a script.
#pragma once

#include <map>

#include <QFile>

#include "engine/contract/experiment/reader.h"
#include "remote/submit/script.h"
#include "remote/submit/site_check.h"

namespace trainyard {

using Options = std::map<QString, QString>;

inline Experiment presetNamed(const QString& name) {
  QFile file(QStringLiteral(TRAINYARD_SOURCE_FOLDER "/resources/presets/%1.yaml").arg(name));
  if (!file.open(QIODevice::ReadOnly)) qFatal("no preset %s", qPrintable(name));
  return read_experiment(file.readAll().toStdString(), name.toStdString(), {}).experiment;
}

inline SiteProfile knownSite(const QString& name) {
  auto profile = readSite(name);
  if (!profile) qFatal("%s", profile.error().message.c_str());
  return *profile;
}

inline QByteArray siteScript(const Experiment& experiment, const SiteProfile& profile) {
  ScriptSite place;
  place.kind = &slurmKind();
  place.programs = QStringLiteral("/engine");
  place.base = QStringLiteral("/base");
  place.profile = profile;
  return renderScript(experiment, place);
}

inline Options directivesOf(const QByteArray& script) {
  Options options;
  for (const QByteArray& line : script.split('\n')) {
    if (!line.startsWith("#SBATCH --")) continue;
    const QString whole = QString::fromUtf8(line.mid(10));
    const QString option = whole.section(QLatin1Char('='), 0, 0);
    if (options.contains(option)) qFatal("%s twice", qPrintable(option));
    options[option] =
        whole.contains(QLatin1Char('=')) ? whole.section(QLatin1Char('='), 1) : QString();
  }
  return options;
}

inline QStringList modulesOf(const QByteArray& script) {
  QStringList modules;
  for (const QByteArray& line : script.split('\n'))
    if (line.startsWith("module load "))
      modules << QString::fromUtf8(line.mid(12)).section(QStringLiteral(" || "), 0, 0);
  return modules;
}

inline QStringList siteMessages(const Experiment& experiment, const SiteProfile& profile) {
  std::vector<Diagnostic> found;
  addSiteFindings(experiment, profile, found);
  QStringList lines;
  for (const Diagnostic& finding : found)
    lines << QString::fromStdString((finding.severity == Severity::error ? "error " : "warning ") +
                                    finding.code + " " + finding.path);
  return lines;
}

}  // namespace trainyard
