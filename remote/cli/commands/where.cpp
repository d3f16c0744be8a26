// SPDX-License-Identifier: GPL-3.0-or-later
// `yard where`: on which targets an experiment can run, and when it would start there.
#include <algorithm>

#include <QDateTime>
#include <QJsonArray>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/cli/command.h"
#include "remote/cli/progress_line.h"

namespace trainyard {
namespace {

// The result of `yard where` for one target.
struct WhereAnswer {
  QString target;
  Result<CheckAnswer> answer;
};

bool fits(const WhereAnswer& one) {
  return one.answer.ok() && !has_errors(one.answer->diagnostics);
}

// A job waiting for a closed partition has no start time.
const Diagnostic* closedPartition(const WhereAnswer& one) {
  if (!one.answer.ok()) return nullptr;
  const auto& all = one.answer->diagnostics;
  const auto found = std::find_if(all.begin(), all.end(), [](const Diagnostic& finding) {
    return finding.code == "target.partition_closed";
  });
  return found == all.end() ? nullptr : &*found;
}

QString startText(const WhereAnswer& one) {
  if (!fits(one)) return u"-"_s;
  if (closedPartition(one)) return u"when it opens"_s;
  if (one.target == "here"_L1) return u"when there is room"_s;
  if (!one.answer->expectedStart) return u"not known"_s;
  const double start = *one.answer->expectedStart;
  if (start - unix_time() < 90) return u"at once"_s;
  return QDateTime::fromSecsSinceEpoch(static_cast<qint64>(start)).toString(u"yyyy-MM-dd HH:mm"_s);
}

// What does not fit or should be known: the first sentence of each finding.
QString findingsText(const WhereAnswer& one) {
  if (!one.answer.ok())
    return sanitizedForTerminal(QString::fromStdString(one.answer.error().message));
  QStringList words;
  for (const Diagnostic& finding : one.answer->diagnostics)
    if (finding.severity == Severity::error)
      words << sanitizedForTerminal(QString::fromStdString(to_line(finding)));
  if (const Diagnostic* closed = closedPartition(one); closed && words.isEmpty())
    return sanitizedForTerminal(QString::fromStdString(closed->text));
  return words.isEmpty() ? u"fits"_s : words.join(u" | "_s);
}

QJsonObject whereJson(const WhereAnswer& one) {
  QJsonObject json{{"target", one.target}, {"fits", fits(one)}};
  if (one.answer.ok())
    json.insert("answer", toJson(*one.answer));
  else
    json.insert("error", toJson(messageOf(one.answer.error())));
  return json;
}

// Targets that fit come first, the earliest start among them.
bool isBetter(const WhereAnswer& a, const WhereAnswer& b) {
  if (fits(a) != fits(b)) return fits(a);
  if (!fits(a)) return false;
  const auto start = [](const WhereAnswer& one) {
    return closedPartition(one) ? 1e18 : one.answer->expectedStart.value_or(1e18);
  };
  return start(a) < start(b);
}

struct WhereCommand {
  ExperimentOptions experiment;
  JsonOption json;

  void describe(CLI::App& command) {
    addOption(command, "EXPERIMENT", experiment.name,
              "The experiment file, or the name of a preset (`yard new --list`)")
        ->required();
    addRepeated(command, "--set", experiment.changes, "Change a value: path=value");
    json.describe(command);
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(auto targets, co_await client.call(methods::targetsList));
    SubmitRequest request = experiment.request();
    QList<WhereAnswer> answers;
    for (const TargetRecord& target : targets.targets) {
      const ProgressLine progress(client, {});
      request.target = target.settings.name;
      auto answer = co_await client.call(methods::check, {}, request);
      answers.append({target.settings.name, std::move(answer)});
    }
    std::stable_sort(answers.begin(), answers.end(), isBetter);
    QJsonArray list;
    QList<QStringList> rows{{u"TARGET"_s, u"STARTS"_s, u"GPU-HOURS"_s, u"FITS"_s}};
    for (const WhereAnswer& one : answers) {
      list.append(whereJson(one));
      const bool hasHours = fits(one) && one.answer->gpuHours;
      rows << QStringList{sanitizedForTerminal(one.target), startText(one),
                          hasHours ? numberText(*one.answer->gpuHours) : u"-"_s, findingsText(one)};
    }
    if (json.isGiven)
      printJson(list);
    else
      printTable(rows);
    co_return std::any_of(answers.begin(), answers.end(), fits)
        ? 0
        : static_cast<int>(ExitCode::invalid_input);
  }
};

}  // namespace

extern const Command whereCommand{
    "where", "Show where an experiment can run, and when it would start", addCommand<WhereCommand>};

}  // namespace trainyard
