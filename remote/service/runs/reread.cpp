// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/runs/reread.h"

#include <QFile>
#include <QSaveFile>
#include <QString>

#include <map>
#include <vector>

#include "engine/contract/messages.h"
#include "engine/contract/run/events.h"
#include "engine/contract/line_pattern.h"
#include "engine/contract/run/metrics_reading.h"
#include "remote/service/life/run_end.h"
#include "remote/service/registry/run_error.h"
#include "remote/submit/prepare.h"
#include "remote/transfer/engine.h"
#include "engine/contract/experiment/edit.h"
#include "engine/contract/experiment/reader.h"

namespace trainyard {
namespace {

constexpr qint64 experimentLimit = 4 << 20;

Error notKept(const QString& path, const std::string& why) {
  return make_error("reread.not_kept", {{"path", path.toStdString()}, {"why", why}});
}

// Changes the metrics fields of the experiment's file and nothing else. Error "reread.not_kept".
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

constexpr std::chrono::minutes readingTime(30);
constexpr qsizetype lineLimit = kEventLineLimit + 1024;

// What the agent prints, a line at a time.
struct PrintedEvents {
  std::vector<Event> events;
  std::optional<MetricsReadingEnd> end;
  QByteArray partial;

  void add(const QByteArray& bytes) {
    partial += bytes;
    qsizetype begin = 0;
    for (qsizetype feed; (feed = partial.indexOf('\n', begin)) >= 0; begin = feed + 1)
      take({partial.constData() + begin, static_cast<std::size_t>(feed - begin)});
    partial.remove(0, begin);
    if (partial.size() > lineLimit) partial.clear();
  }

 private:
  void take(std::string_view line) {
    if (auto event = parse_event(line)) {
      events.push_back(std::move(*event));
      return;
    }
    const auto value = parse_json(line);
    if (const Map* map = value ? value->get_if<Map>() : nullptr; map && find(*map, "lines"))
      end = read_leniently<MetricsReadingEnd>(*value);
  }
};

// The line that the agent gives as an example of those that it reads.
QString exampleIn(const Event& event) {
  const auto* message = std::get_if<MessageEvent>(&event.body);
  if (!message || message->code != "metrics.found") return {};
  const Map what = get<Map>(message->arguments, "what");
  return QString::fromStdString(get<std::string>(get<Map>(what, "arguments"), "line"));
}

RereadAnswer answerOf(const PrintedEvents& read, int attempt) {
  RereadAnswer answer;
  answer.attempt = attempt;
  answer.lines = read.end->lines;
  std::map<std::string, ReadCurve> curves;
  for (const Event& event : read.events) {
    if (answer.line.isEmpty()) answer.line = exampleIn(event);
    const auto* metrics = std::get_if<MetricsEvent>(&event.body);
    if (!metrics) continue;
    ++answer.points;
    for (const auto& [name, value] : metrics->values) {
      ReadCurve& curve = curves[name];
      ++curve.points;
      curve.last = value;
    }
  }
  for (auto& [name, curve] : curves) {
    curve.name = QString::fromStdString(name);
    answer.curves.append(curve);
  }
  return answer;
}

// As the run itself was asked to read, where nothing else is said.
MetricsReading readingFor(const Experiment& experiment, const RereadArguments& arguments) {
  const bool isScript = experiment.workload == Workload::script;
  MetricsReading reading;
  reading.kind = isScript ? experiment.script.metrics
                          : *value_named<ScriptMetrics>(name_of(experiment.command.metrics));
  reading.pattern = arguments.pattern.toStdString();
  reading.step = arguments.step.toStdString();
  for (const QString& name : arguments.leaveOut) reading.leave_out.push_back(name.toStdString());
  if (reading.kind == ScriptMetrics::none || !reading.pattern.empty())
    reading.kind = ScriptMetrics::automatic;
  return reading;
}

}  // namespace

QCoro::Task<Result<RereadAnswer>> rereadRun(RunRegistry& registry, Target target, RunRecord run,
                                            RereadArguments arguments, std::stop_token stop) {
  CO_TRY(const auto tasks, registry.store.tasksOf(run.run));
  if (!tasks.isEmpty()) co_return refusalOf("reread.array", run);
  if (isOpen(run.state) && !arguments.preview) co_return refusalOf("run.open", run);
  if (const std::string pattern = arguments.pattern.toStdString(); !pattern.empty())
    if (const auto read = LinePattern::parse(pattern); !read)
      co_return make_error("rule.metrics_pattern",
                           {{"found", pattern}, {"problem", as_argument(read.error())}});
  CO_TRY(const auto resolved, co_await readResolved(*target.host, run.folder, stop));
  const Experiment experiment = resolved.value_or(Experiment());
  if (resolved && experiment.workload == Workload::engine)
    co_return refusalOf("reread.engine", run);
  CO_TRY(const QString programs, co_await sendEngine(*target.host, ownPrograms(), target.base,
                                                     EngineParts::agentOnly, OnProgress(), stop));
  const int attempt = arguments.attempt > 0 ? arguments.attempt : run.attempt;
  CommandLine command{
      programs + QStringLiteral("/yard-agent"),
      {QStringLiteral("read"),
       QStringLiteral("%1/attempts/%2").arg(run.folder).arg(attempt, 4, 10, QLatin1Char('0'))}};
  PrintedEvents read;
  ProgramOptions options;
  options.input = QByteArray::fromStdString(to_json(readingFor(experiment, arguments)));
  options.onOut = [&read](const QByteArray& bytes) { read.add(bytes); };
  CO_TRY(const auto output, co_await target.host->run(std::move(command), std::move(options), stop,
                                                      QDeadlineTimer(readingTime)));
  if (output.exitCode != 0 || !read.end)
    co_return make_error(
        "reread.failed",
        {{"target", target.name.toStdString()},
         {"code", output.exitCode},
         {"words", QString::fromUtf8(output.err.right(2000)).trimmed().toStdString()}});
  RereadAnswer answer = answerOf(read, attempt);
  if (!arguments.preview) {
    CO_TRY(registry.writer.replacePrinted(run.run, attempt, read.events));
    emit registry.changed(run.run);
    if (arguments.keep) {
      CO_TRY(keepReading(run.source, arguments));
    }
  }
  co_return answer;
}

}  // namespace trainyard
