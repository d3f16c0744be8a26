// SPDX-License-Identifier: GPL-3.0-or-later
// `yard where`: on which targets an experiment can run, and when it would start there.
#include <algorithm>

#include <QDateTime>
#include <QJsonArray>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/cli/arguments.h"
#include "remote/cli/output.h"
#include "remote/cli/presets.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/table.h"
#include "remote/service/client/client.h"
#include "remote/values/text.h"

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
  if (!fits(one)) return QStringLiteral("-");
  if (closedPartition(one)) return QStringLiteral("when it opens");
  if (one.target == QLatin1String("here")) return QStringLiteral("when there is room");
  if (!one.answer->expectedStart) return QStringLiteral("not known");
  const double start = *one.answer->expectedStart;
  if (start - unix_time() < 90) return QStringLiteral("at once");
  return QDateTime::fromSecsSinceEpoch(static_cast<qint64>(start))
      .toString(QStringLiteral("yyyy-MM-dd HH:mm"));
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
  return words.isEmpty() ? QStringLiteral("fits") : words.join(QStringLiteral(" | "));
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

QCoro::Task<int> showWhere(ServiceClient& client, QString path, QStringList changes,
                           Format format) {
  auto targets = co_await client.call(methods::targetsList);
  if (!targets) co_return fail(targets.error());
  SubmitRequest request = requestNamed(path, {}, changes);
  QList<WhereAnswer> answers;
  for (const TargetRecord& target : targets->targets) {
    const ProgressLine progress(client, {});
    request.target = target.settings.name;
    auto answer = co_await client.call(methods::check, {}, request);
    answers.append({target.settings.name, std::move(answer)});
  }
  std::stable_sort(answers.begin(), answers.end(), isBetter);
  QJsonArray list;
  QList<QStringList> rows{{QStringLiteral("TARGET"), QStringLiteral("STARTS"),
                           QStringLiteral("GPU-HOURS"), QStringLiteral("FITS")}};
  for (const WhereAnswer& one : answers) {
    list.append(whereJson(one));
    const bool hasHours = fits(one) && one.answer->gpuHours;
    rows << QStringList{sanitizedForTerminal(one.target), startText(one),
                        hasHours ? numberText(*one.answer->gpuHours) : QStringLiteral("-"),
                        findingsText(one)};
  }
  if (format == Format::json)
    printJson(list);
  else
    printTable(rows);
  co_return std::any_of(answers.begin(), answers.end(), fits)
      ? 0
      : static_cast<int>(ExitCode::invalid_input);
}

}  // namespace

void addWhere(CLI::App& app, Arguments& a, std::optional<WithClient>& service) {
  CLI::App* where = app.add_subcommand("where",
                                       "Show where an experiment can run, and when it "
                                       "would start");
  where
      ->add_option("EXPERIMENT", a.experiment,
                   "The experiment file, or the name of a preset (`yard new --list`)")
      ->required();
  where->add_option("--set", a.overrides, "Change a value: path=value")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  where->add_flag("--json", a.json, "Print JSON");
  whenGiven(where, service, [&](ServiceClient& c) {
    QStringList changes;
    for (const std::string& change : a.overrides) changes << text(change);
    return showWhere(c, text(a.experiment), changes, a.format());
  });
}

}  // namespace trainyard
