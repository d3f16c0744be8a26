// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/data_inspection.h"

#include <algorithm>
#include <array>

#include <QDir>
#include <QUuid>

#include "engine/contract/experiment/edit.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/error_record.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "remote/process/in_thread.h"
#include "remote/submit/path_fields.h"
#include "remote/submit/sending_plan.h"
#include "remote/transfer/engine.h"

namespace trainyard {
namespace {

constexpr qint64 recordsThere = 1000;
constexpr std::chrono::hours inspectingTime(6);  // for preparing; the user can stop it earlier

// Parses the engine's output lines: progress, and the answer as the last.
class InspectionLines {
 public:
  explicit InspectionLines(OnInspecting onProgress) : m_onProgress(std::move(onProgress)) {}

  void add(const QByteArray& bytes) {
    if (m_remainder.size() + bytes.size() > limitBytes) return;
    m_remainder += bytes;
    for (qsizetype end; (end = m_remainder.indexOf('\n')) >= 0; m_remainder.remove(0, end + 1))
      take(m_remainder.first(end));
  }
  const Value& answer() const { return m_answer; }  // null if there is none

 private:
  static constexpr qsizetype limitBytes = 64 << 20;

  void take(const QByteArray& line) {
    auto value =
        parse_json(std::string_view(line.constData(), static_cast<std::size_t>(line.size())));
    const Map* map = value ? value->get_if<Map>() : nullptr;
    if (!map) return;
    if (find(*map, "format"))
      m_answer = *std::move(value);
    else if (find(*map, "phase") && m_onProgress)
      report(read_leniently<InspectionProgress>(*value));
  }

  void report(const InspectionProgress& line) const {
    m_onProgress(QString::fromStdString(line.phase), static_cast<qint64>(line.done),
                 static_cast<qint64>(line.total));
  }

  OnInspecting m_onProgress;
  QByteArray m_remainder;
  Value m_answer;
};

// The document with resolved paths, as it is read from a different folder.
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

// The folder of an engine on the target. One that was sent for a run with GPUs can also read data.
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

Result<Inspection> answerOf(const InspectionLines& lines, const ProgramOutput& output) {
  const Map* answer = lines.answer().get_if<Map>();
  if (answer && find(*answer, "error")) {
    Map error = get<Map>(*answer, "error");
    error.emplace_back("exit_code", output.exitCode);
    ReadProblem ignored;
    return *Codec<Error>::read(error, ignored);
  }
  if (output.exitCode == 0 && answer) return read_leniently<Inspection>(lines.answer());
  return make_error("inspect.failed",
                    {{"code", output.exitCode},
                     {"words", QString::fromUtf8(output.err.right(2000)).trimmed().toStdString()}});
}

}  // namespace

QCoro::Task<Result<Inspection>> inspectOn(Target target, ExperimentSource source,
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
