// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/submit/files_check.h"

#include <algorithm>

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

#include "engine/contract/experiment/writer.h"
#include "engine/contract/json.h"
#include "remote/host/places.h"
#include "remote/submit/path_fields.h"

namespace trainyard {
namespace {

constexpr int maxProbeMilliseconds = 120'000;

bool isAllHere(const PreparedExperiment& prepared) {
  const auto& fields = trainerPathFields();
  return std::none_of(prepared.needs.begin(), prepared.needs.end(), [&](const TargetNeed& need) {
    const std::string path = need.field.substr(0, need.field.find('['));
    return std::any_of(fields.begin(), fields.end(),
                       [&](const FieldInfo* field) { return field->path == path; });
  });
}

std::vector<Diagnostic> read(const QByteArray& text) {
  std::vector<Diagnostic> findings;
  const auto value = parse_json(text.toStdString());
  const List* list = value ? value->get_if<List>() : nullptr;
  for (const Value& one : list ? *list : List{})
    if (one.get_if<Map>()) {
      auto finding = read_leniently<Diagnostic>(one);
      // Its location is in the file that was written for this check.
      finding.file.clear();
      finding.line = finding.column = 0;
      findings.push_back(std::move(finding));
    }
  return findings;
}

}  // namespace

std::vector<Diagnostic> findingsInFiles(const PreparedExperiment& prepared,
                                        const QString& programs) {
  const QString engine = programs + QStringLiteral("/engine");
  if (prepared.experiment.workload != Workload::engine || !isAllHere(prepared) ||
      !hasEngine(programs))
    return {};
  Experiment experiment = prepared.experiment;
  experiment.environment = {};  // may contain secrets, and does not affect files
  const QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("experiment.yaml")));
  const std::string text = write_resolved(experiment);
  if (!folder.isValid() || !file.open(QIODevice::WriteOnly) ||
      file.write(text.data(), static_cast<qint64>(text.size())) < 0)
    return {};
  file.close();
  QProcess process;
  process.setProcessChannelMode(QProcess::SeparateChannels);
  process.start(engine, {QStringLiteral("preflight"), file.fileName(), QStringLiteral("--json"),
                         QStringLiteral("--files-only")});
  if (!process.waitForFinished(maxProbeMilliseconds)) {
    process.kill();
    process.waitForFinished();
    return {};
  }
  return read(process.readAllStandardOutput());
}

}  // namespace trainyard
