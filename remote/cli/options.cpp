// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/options.h"

#include <cstdio>

#include <QDir>

#include "engine/contract/describe/field.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/scalar.h"
#include "remote/cli/output.h"
#include "remote/values/presets.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// Words after a job script are its arguments, those after a Python program are the program's.
const char* fieldOfArguments(const QString& experiment) {
  const auto document = documentNamed(experiment).text;
  const bool isProgram =
      document &&
      read_experiment(document->toStdString(), experiment.toStdString()).experiment.workload ==
          Workload::command;
  return isProgram ? "command.arguments=" : "script.arguments=";
}

}  // namespace

CLI::Option* addOption(CLI::App& command, const std::string& name, QString& value,
                       const std::string& help) {
  const auto set = [&value](const std::string& given) { value = text(given); };
  CLI::Option* option = command.add_option_function<std::string>(name, set, help);
  return value.isEmpty() ? option : option->default_str(value.toStdString());
}

CLI::Option* addOption(CLI::App& command, const std::string& name, std::optional<QString>& value,
                       const std::string& help) {
  const auto set = [&value](const std::string& given) { value = text(given); };
  return command.add_option_function<std::string>(name, set, help);
}

CLI::Option* addOption(CLI::App& command, const std::string& name, QStringList& values,
                       const std::string& help) {
  const auto set = [&values](const std::vector<std::string>& given) {
    values.clear();
    for (const std::string& each : given) values << text(each);
  };
  return command.add_option_function<std::vector<std::string>>(name, set, help);
}

CLI::Option* addRepeated(CLI::App& command, const std::string& name, QStringList& values,
                         const std::string& help) {
  return addOption(command, name, values, help)->expected(1)->take_all()->allow_extra_args(false);
}

QString absolute(const QString& path) {
  return path.isEmpty() ? QString() : QDir::current().absoluteFilePath(path);
}

CLI::Option* JsonOption::describe(CLI::App& command, const char* help) {
  return command.add_flag("--json", isGiven, help);
}

void YesOption::describe(CLI::App& command, const char* help) {
  command.add_flag("-y,--yes", isGiven, help);
}

std::optional<int> YesOption::refusal(const QString& question, const char* otherwise) const {
  if (isGiven) return std::nullopt;
  const auto meant = isConfirmed(question);
  if (!meant) return fail(meant.error());
  if (*meant) return std::nullopt;
  std::fprintf(stderr, "%s\n", otherwise);
  return 0;
}

void RunOption::describe(CLI::App& command) {
  addOption(command, "RUN", run,
            "Start of its UUID or of a study's, its folder's name, a name that no other run has, "
            "or last")
      ->required();
}

void ExperimentOptions::describe(CLI::App& command) {
  addOption(command, "EXPERIMENT", name,
            "The experiment file, a program or a job script as it is, or the name of a preset "
            "(`yard new --list`)")
      ->required();
  addOption(command, "--target,--on", target, "The target to run on");
}

// An option with several values would take the experiment's name as one of them, or the dashes in
// front of a program's arguments as the end of its own.
void ExperimentOptions::describeChanges(CLI::App& command) {
  addOption(command, "ARGUMENT", arguments,
            "Arguments of a job script; put them after -- if they start with a dash");
  addRepeated(command, "--set", changes, "Change a value; can be repeated")
      ->type_name("PATH=VALUE");
}

QStringList ExperimentOptions::overrides() const {
  if (arguments.isEmpty()) return changes;
  TextList list;
  for (const QString& argument : arguments) list.push_back(argument.toStdString());
  return changes + QStringList{text(fieldOfArguments(name) + spell(Codec<TextList>::write(list)))};
}

ExperimentSource ExperimentOptions::source() const {
  const NamedDocument document = documentNamed(name);
  return {document.path, document.text, overrides(), QProcessEnvironment::systemEnvironment()};
}

SubmitRequest ExperimentOptions::request() const {
  NamedDocument document = documentNamed(name);
  SubmitRequest request;
  request.path = document.path;
  request.text = std::move(document.text);
  request.overrides = overrides();
  request.target = target;
  return request;
}

}  // namespace trainyard
