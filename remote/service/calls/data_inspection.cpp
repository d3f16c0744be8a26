// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/data_inspection.h"

#include <algorithm>
#include <array>

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QUuid>

#include "engine/contract/experiment/edit.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/messages.h"
#include "remote/process/in_thread.h"
#include "remote/service/protocol/rpc.h"
#include "remote/submit/path_fields.h"
#include "remote/submit/sending_plan.h"
#include "remote/transfer/engine.h"

namespace trainyard {
namespace {

constexpr qint64 recordsThere = 1000;
constexpr std::chrono::hours inspectingTime(6);  // of preparing; a person stops it earlier

// The lines that the engine prints: progress, and the answer as the last.
class InspectionLines {
 public:
  explicit InspectionLines(OnInspecting onProgress) : m_onProgress(std::move(onProgress)) {}

  void add(const QByteArray& bytes) {
    if (m_rest.size() + bytes.size() > limitBytes) return;
    m_rest += bytes;
    for (qsizetype end; (end = m_rest.indexOf('\n')) >= 0; m_rest.remove(0, end + 1))
      take(m_rest.first(end));
  }
  const QJsonObject& answer() const { return m_answer; }

 private:
  static constexpr qsizetype limitBytes = 64 << 20;

  void take(const QByteArray& line) {
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    if (object.contains(QLatin1String("format")))
      m_answer = object;
    else if (object.contains(QLatin1String("phase")) && m_onProgress)
      m_onProgress(object["phase"].toString(), static_cast<qint64>(object["done"].toDouble()),
                   static_cast<qint64>(object["total"].toDouble()));
  }

  OnInspecting m_onProgress;
  QByteArray m_rest;
  QJsonObject m_answer;
};

// The document with the paths that it means: it is read from another folder than its own.
Result<QByteArray> withPaths(const PreparedExperiment& prepared) {
  std::string text = prepared.text.toStdString();
  for (const FieldInfo* field : trainerPathFields()) {
    if (pathsOf(*field, prepared.experiment).empty()) continue;
    TRY(text, edit(text, field->path, field->get(prepared.experiment)));
  }
  return QByteArray::fromStdString(text);
}

// `place`: "data.train[0]".
bool isReadByTrainer(const std::string& place) {
  const std::string path = place.substr(0, place.find('['));
  const auto& all = trainerPathFields();
  return std::any_of(all.begin(), all.end(),
                     [&](const FieldInfo* field) { return field->path == path; });
}

QStringList argumentsFor(const QString& document, const InspectionRequest& what) {
  QStringList words{QStringLiteral("inspect"),   document,
                    QStringLiteral("--json"),    QStringLiteral("--progress"),
                    QStringLiteral("--split"),   what.split,
                    QStringLiteral("--samples"), QString::number(what.samples),
                    QStringLiteral("--from"),    QString::number(what.from),
                    QStringLiteral("--tokens"),  QString::number(what.tokens)};
  if (what.random) words << QStringLiteral("--random") << QString::number(*what.random);
  if (what.raw) words << QStringLiteral("--raw") << QString::number(*what.raw);
  if (!what.counts) words << QStringLiteral("--no-counts");
  if (what.ids) words << QStringLiteral("--ids");
  if (!what.marks.isEmpty()) words << QStringLiteral("--text") << what.marks;
  return words;
}

// The folder of an engine on the target. One that was sent for a run with GPUs reads data as well.
QCoro::Task<Result<QString>> programsOn(Target target, EngineParts wanted, std::stop_token stop) {
  if (target.isHere()) co_return ownPrograms();
  const std::array usable{wanted, EngineParts::processor, EngineParts::gpu};
  QStringList folders;
  if (!target.programs.isEmpty())
    folders << target.programs;
  else
    for (const EngineParts parts : usable) {
      std::function<QString()> work = [base = target.base, parts] {
        return engineFolder(base, ownPrograms(), parts);
      };
      folders << co_await inThread<QString>(std::move(work));
    }
  for (const QString& folder : folders) {
    if (folder.isEmpty()) continue;
    CO_TRY(auto entries, co_await target.host->list(folder, stop));
    for (const FolderEntry& entry : entries)
      if (entry.name == QLatin1String("engine")) co_return folder;
  }
  co_return make_error("inspect.no_engine", {{"target", target.name.toStdString()}});
}

Result<QJsonObject> answerOf(const InspectionLines& lines, const ProgramOutput& output) {
  const QJsonObject& answer = lines.answer();
  if (answer.contains(QLatin1String("error"))) {
    QJsonObject data = answer["error"].toObject();
    data.insert("exit_code", output.exitCode);
    return rpc::errorFrom({{"message", data["text"]}, {"data", data}});
  }
  if (output.exitCode == 0 && !answer.isEmpty()) return answer;
  return make_error("inspect.failed",
                    {{"code", output.exitCode},
                     {"words", QString::fromUtf8(output.err.right(2000)).trimmed().toStdString()}});
}

}  // namespace

QCoro::Task<Result<QJsonObject>> inspectOn(Target target, ExperimentSource source,
                                           InspectionRequest what, OnInspecting onProgress,
                                           std::stop_token stop) {
  const RunsWhere where = target.isHere() ? RunsWhere::here : RunsWhere::elsewhere;
  CO_TRY(auto prepared, prepareExperiment(source, ownPrograms(), where, {}));
  if (has_errors(prepared.diagnostics)) co_return diagnosticsError(prepared.diagnostics);
  if (!prepared.travelling.empty())
    co_return make_error("inspect.lies_here",
                         {{"path", prepared.travelling.front().path.toStdString()},
                          {"target", target.name.toStdString()}});
  // Of what a job needs there, only the files that are read now.
  std::erase_if(prepared.needs,
                [](const TargetNeed& need) { return !isReadByTrainer(need.field); });
  CO_TRY(co_await askWhatIsThere(target, source, prepared, stop));
  if (has_errors(prepared.diagnostics)) co_return diagnosticsError(prepared.diagnostics);
  CO_TRY(const QByteArray document, withPaths(prepared));
  CO_TRY(const QString programs, co_await programsOn(target, partsFor(prepared.experiment), stop));
  if (!target.isHere() && !what.raw) what.raw = recordsThere;
  const QString folder = (target.isHere() ? QDir::tempPath() : target.base) +
                         QStringLiteral("/inspect-") +
                         QUuid::createUuid().toString(QUuid::WithoutBraces);
  const QString file = folder + QStringLiteral("/experiment.yaml");
  CO_TRY(co_await target.host->makeFolder(folder, stop));
  InspectionLines lines(std::move(onProgress));
  Result<ProgramOutput> output = ProgramOutput();
  if (auto written = co_await target.host->writeFile(file, document, stop); !written) {
    output = written.error();
  } else {
    CommandLine command{programs + QStringLiteral("/engine"), argumentsFor(file, what)};
    ProgramOptions options;
    options.onOut = [&lines](QByteArray bytes) { lines.add(bytes); };
    output = co_await target.host->run(std::move(command), std::move(options), stop,
                                       QDeadlineTimer(inspectingTime));
  }
  (void)co_await target.host->removeTree(folder, {});
  if (!output) co_return output.error();
  co_return answerOf(lines, *output);
}

}  // namespace trainyard
