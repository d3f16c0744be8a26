// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/submit/target_needs.h"

#include <map>

#include "engine/contract/messages.h"
#include "remote/process/embedded_script.h"

namespace trainyard {
namespace {

const char* nameOf(TargetNeed::Kind kind) {
  switch (kind) {
    case TargetNeed::Kind::file:
      return "file";
    case TargetNeed::Kind::anything:
      return "anything";
    case TargetNeed::Kind::venv:
      return "venv";
    case TargetNeed::Kind::conda:
      return "conda";
    case TargetNeed::Kind::program:
      return "program";
    case TargetNeed::Kind::name:
      return "name";
    case TargetNeed::Kind::variable:
      return "variable";
  }
  return "";
}

Diagnostic finding(const QString& target, const TargetNeed& need, const QByteArray& answer) {
  using Kind = TargetNeed::Kind;
  const char* code = need.kind == Kind::variable  ? "there.no_variable"
                     : need.kind == Kind::name    ? "there.no_program"
                     : answer == "no_conda"       ? "there.no_conda"
                     : need.kind == Kind::conda   ? "there.no_conda_environment"
                     : need.kind == Kind::venv    ? "there.no_venv"
                     : answer == "not_a_file"     ? "there.not_a_file"
                     : answer == "unreadable"     ? "there.not_readable"
                     : answer == "empty"          ? "there.empty"
                     : answer == "not_executable" ? "there.not_executable"
                                                  : "there.no_path";
  return make_diagnostic(Severity::error, code, need.field,
                         {{"target", target.toStdString()}, {"path", need.value.toStdString()}});
}

}  // namespace

Result<TargetAnswer> readTargetAnswer(const QString& target, const std::vector<TargetNeed>& needs,
                                      const QByteArray& printed) {
  TargetAnswer answer;
  std::map<QByteArray, QByteArray> said;
  for (const QByteArray& line : printed.split('\n')) {
    if (!line.startsWith("trainyard ")) continue;
    const qsizetype space = line.indexOf(' ', 10);
    if (space > 0) said[line.mid(10, space - 10)] = line.mid(space + 1);
  }
  if (said["end"] != QByteArray::number(static_cast<qulonglong>(needs.size())))
    return make_error("target.no_answer", {{"target", target.toStdString()}});
  answer.home = QString::fromUtf8(said["home"]);
  for (std::size_t i = 0; i < needs.size(); ++i)
    if (const QByteArray& one = said[QByteArray::number(static_cast<qulonglong>(i))]; one != "ok")
      answer.findings.push_back(finding(target, needs[i], one));
  return answer;
}

QCoro::Task<Result<TargetAnswer>> askTarget(Host& host, QString target,
                                            std::vector<TargetNeed> needs, std::stop_token stop) {
  ProgramOptions options;
  for (const TargetNeed& need : needs)
    options.input += QByteArray(nameOf(need.kind)) + '\0' + need.value.toUtf8() + '\0';
  const QStringList words{QStringLiteral("-l"), QStringLiteral("-c"),
                          embeddedScript("check_needs.sh")};
  CommandLine command{QStringLiteral("bash"), words};
  CO_TRY(const auto output, co_await host.run(std::move(command), std::move(options), stop,
                                              QDeadlineTimer(std::chrono::seconds(60))));
  co_return readTargetAnswer(target, needs, output.out);
}

}  // namespace trainyard
