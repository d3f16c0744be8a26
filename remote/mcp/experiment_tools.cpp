// SPDX-License-Identifier: GPL-3.0-or-later
// Tools about experiments that are not submitted: check, plan, presets.
#include <QJsonArray>

#include "engine/contract/messages.h"
#include "remote/mcp/chosen_experiment.h"
#include "remote/mcp/tool_table.h"
#include "remote/values/presets.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

using Answered = QCoro::Task<Result<ToolAnswer>>;

QString findingsText(const std::vector<Diagnostic>& findings) {
  QStringList lines;
  for (const Diagnostic& finding : findings) lines << text(to_line(finding));
  return lines.isEmpty() ? QStringLiteral("no problems found") : lines.join(QLatin1Char('\n'));
}

void addSpending(const Result<Spending>& spending, QJsonObject& json, QString& words) {
  if (!spending) return;
  const auto hours = spending->gpuHours();
  json.insert(QStringLiteral("jobs"), spending->jobs());
  json.insert(QStringLiteral("gpu_hours_at_most"), hours ? QJsonValue(*hours) : QJsonValue());
  words += hours
               ? QStringLiteral("\n%1 jobs, at most %2 GPU-hours").arg(spending->jobs()).arg(*hours)
               : QStringLiteral("\n%1 jobs, without a bound of GPU-hours").arg(spending->jobs());
}

Answered checkStudy(AgentSession& session, SubmitRequest request, QStringList values,
                    std::stop_token stop) {
  StudyPlanArguments asked{request, values, StudySelection::all, true};
  CO_TRY(auto plan, co_await session.ask(methods::studiesPlan, stop, asked));
  QStringList lines;
  bool hasErrors = false;
  for (const PlannedRun& run : std::as_const(plan.runs)) {
    hasErrors = hasErrors || has_errors(run.diagnostics);
    lines << run.values.join(QLatin1Char(' ')) + QStringLiteral(": ") +
                 findingsText(run.diagnostics);
  }
  QJsonObject json = toJson(plan);
  json.insert(QStringLiteral("is_valid"), !hasErrors);
  co_return ToolAnswer{json, lines.join(QLatin1Char('\n'))};
}

Answered check(AgentSession& session, CheckArguments arguments, ToolCall call) {
  CO_TRY(auto request, co_await requestFor(session, arguments.experiment, call.stop));
  SpendingArguments spent{request, arguments.values};
  ToolAnswer answer;
  bool hasErrors = false;
  if (!arguments.values.isEmpty()) {
    CO_TRY(answer, co_await checkStudy(session, request, arguments.values, call.stop));
    hasErrors = !answer.content[QStringLiteral("is_valid")].toBool();
  } else {
    CO_TRY(auto found, co_await session.ask(methods::check, call.stop, request));
    hasErrors = has_errors(found.diagnostics);
    answer.content = toJson(found);
    answer.content.insert(QStringLiteral("is_valid"), !hasErrors);
    answer.text = findingsText(found.diagnostics);
    if (!found.text.isEmpty()) answer.text += QLatin1Char('\n') + found.text;
  }
  if (hasErrors) co_return answer;
  const auto spending = co_await session.ask(methods::spendingSubmit, call.stop, spent);
  addSpending(spending, answer.content, answer.text);
  co_return answer;
}

Answered plan(AgentSession& session, ExperimentChoice choice, ToolCall call) {
  CO_TRY(auto request, co_await requestFor(session, std::move(choice), call.stop));
  CO_TRY(auto planned, co_await session.ask(methods::plan, call.stop, request));
  const PlannedMemory* own = planned.own();
  QString words = QStringLiteral("planned on this computer, without training");
  if (own)
    words += QStringLiteral("; %1 GiB for each process")
                 .arg(static_cast<double>(own->total()) / (1 << 30), 0, 'f', 2);
  co_return ToolAnswer{toJson(planned), words};
}

Answered presets(AgentSession&, PresetsArguments arguments, ToolCall) {
  if (!arguments.name.isEmpty()) {
    const auto document = presetText(arguments.name);
    if (!document) co_return unknownPreset(arguments.name);
    co_return ToolAnswer{{{QStringLiteral("name"), arguments.name},
                          {QStringLiteral("document"), QString::fromUtf8(*document)}},
                         QString::fromUtf8(*document)};
  }
  QJsonArray list;
  QStringList lines;
  for (const QString& name : presetNames()) {
    const QString purpose = purposeOf(presetText(name).value_or(QByteArray()));
    list.append(QJsonObject{{QStringLiteral("name"), name}, {QStringLiteral("purpose"), purpose}});
    lines << name + QStringLiteral(": ") + purpose;
  }
  co_return ToolAnswer{{{QStringLiteral("presets"), list}}, lines.join(QLatin1Char('\n'))};
}

}  // namespace

void addExperimentTools(ToolTable& table) {
  table.add(
      {"check", "Check an experiment",
       "Finds everything that would make a submission fail, of the document, its files and the "
       "target, with the place of each, and says what it takes at most. Submits nothing."},
      Effect::reads, check);
  table.add({"plan", "Plan a training",
             "What a training of the engine would take: parameters, steps, memory by kind, and "
             "which settings would take less. Plans on this computer and trains nothing."},
            Effect::reads, plan);
  table.add(
      {"presets", "Presets", "Lists experiments to begin with, or returns the document of one."},
      Effect::reads, presets);
}

}  // namespace trainyard
