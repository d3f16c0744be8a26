// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/engine_question.h"

#include <QDir>
#include <QUuid>

#include "engine/contract/describe/error_record.h"
#include "engine/contract/experiment/edit.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "remote/submit/path_fields.h"

namespace trainyard {
namespace {

// Parses the engine's output: the last object with a format is the answer.
class AnswerLines {
 public:
  explicit AnswerLines(std::function<void(const Value&)> onLine) : m_onLine(std::move(onLine)) {}

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
    else if (m_onLine)
      m_onLine(*value);
  }

  std::function<void(const Value&)> m_onLine;
  QByteArray m_remainder;
  Value m_answer;
};

Result<Value> answerOf(const AnswerLines& lines, const ProgramOutput& output, const char* failure) {
  const Map* answer = lines.answer().get_if<Map>();
  if (answer && find(*answer, "error")) {
    Map error = get<Map>(*answer, "error");
    error.emplace_back("exit_code", output.exitCode);
    ReadProblem ignored;
    return *Codec<Error>::read(error, ignored);
  }
  // A rehearsal that found something has its findings in its answer.
  const bool isAnswered =
      output.exitCode == 0 || output.exitCode == static_cast<int>(ExitCode::invalid_input);
  if (isAnswered && answer) return lines.answer();
  return make_error(failure,
                    {{"code", output.exitCode},
                     {"words", QString::fromUtf8(output.err.right(2000)).trimmed().toStdString()}});
}

}  // namespace

Result<QByteArray> withAbsolutePaths(const PreparedExperiment& prepared) {
  std::string text = prepared.text.toStdString();
  for (const FieldInfo* field : trainerPathFields()) {
    if (pathsOf(*field, prepared.experiment).empty()) continue;
    TRY(text, edit(text, field->path, field->get(prepared.experiment)));
  }
  return QByteArray::fromStdString(text);
}

Result<EngineQuestion> questionHere(const PreparedExperiment& prepared, const QString& command,
                                    const char* failure, std::chrono::seconds timeLimit) {
  EngineQuestion question{
      ownPrograms(), {}, {command, QStringLiteral("--json")}, failure, timeLimit};
  TRY(question.document, withAbsolutePaths(prepared));
  return question;
}

QCoro::Task<Result<Value>> askEngine(Target target, EngineQuestion question, std::stop_token stop) {
  const QString folder = (target.isHere() ? QDir::tempPath() : target.base) +
                         QStringLiteral("/inspect-") +
                         QUuid::createUuid().toString(QUuid::WithoutBraces);
  const QString file = folder + QStringLiteral("/experiment.yaml");
  CO_TRY(co_await target.host->makeFolder(folder, stop));
  AnswerLines lines(std::move(question.onLine));
  Result<ProgramOutput> output = ProgramOutput();
  if (auto written = co_await target.host->writeFile(file, question.document, stop); !written) {
    output = written.error();
  } else {
    CommandLine command{question.programs + QStringLiteral("/engine"), question.arguments};
    command.arguments.insert(1, file);
    ProgramOptions options;
    options.onOut = [&lines](QByteArray bytes) { lines.add(bytes); };
    output = co_await target.host->run(std::move(command), std::move(options), stop,
                                       QDeadlineTimer(question.timeLimit));
  }
  (void)co_await target.host->removeTree(folder, {});
  if (!output) co_return output.error();
  co_return answerOf(lines, *output, question.failure);
}

}  // namespace trainyard
