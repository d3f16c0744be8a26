// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearse/python_check.h"

#include <chrono>
#include <map>

#include <QFile>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "remote/process/run_program.h"

// It must be outside of a namespace.
static void initialiseReader() { Q_INIT_RESOURCE(rehearse); }

namespace trainyard {
namespace {

constexpr std::chrono::seconds readTime(8);

Value requestOf(const PythonQuestion& question) {
  List programs, sent, made;
  for (const std::string& file : question.sent) sent.push_back(file);
  for (const std::string& name : question.made) made.push_back(name);
  for (const CodeUse::PythonProgram& program : question.programs) {
    List words, variables;
    for (const std::string& name : program.variables) variables.push_back(name);
    for (const std::string& word : program.words) words.push_back(word);
    programs.push_back(Map{{"file", program.file},
                           {"place", program.place},
                           {"words", std::move(words)},
                           {"all_words", program.areAllKnown},
                           {"folder", program.folder},
                           {"python", program.python},
                           {"module", program.isModule},
                           {"launched", program.isLaunched},
                           {"variables", std::move(variables)}});
  }
  return Map{{"root", question.root.toStdString()},
             {"sent", std::move(sent)},
             {"made", std::move(made)},
             {"makes_anything", question.makesAnything},
             {"strict", question.isRunsOwn},
             {"programs", std::move(programs)}};
}

QByteArray resource(const char* name) {
  QFile file(QStringLiteral(":/rehearse/%1").arg(QLatin1String(name)));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The interpreter gets both files as one text: as JSON, a text is a literal of Python, too.
QString readerProgram() {
  const std::string module = to_json(Value(resource("syntax_trees.py").toStdString()));
  return QStringLiteral("import sys, types\nmodule = types.ModuleType('syntax_trees')\nexec(") +
         QString::fromStdString(module) +
         QStringLiteral(", module.__dict__)\nsys.modules['syntax_trees'] = module\n") +
         QString::fromUtf8(resource("read_python.py"));
}

// The message of a kind of finding; nullptr: of a newer script.
const char* codeOf(const std::string& kind, const Map& finding) {
  static const std::map<std::string, const char*> codes{
      {"syntax", "rehearsal.python_syntax"},
      {"missing", "rehearsal.no_module"},
      {"left_out", "rehearsal.module_left_out"},
      {"not_installed", "rehearsal.not_installed"},
      {"bad_value", "rehearsal.bad_value"},
      {"unknown_module", "rehearsal.module_unknown"},
      {"missing_option", "rehearsal.missing_option"},
      {"no_name", "rehearsal.no_name"},
      {"relative_import", "rehearsal.relative_import"},
      {"no_file", "rehearsal.python_no_file"},
      {"file_left_out", "rehearsal.python_left_out"},
      {"too_new", "rehearsal.too_new"},
      {"no_rank", "rehearsal.no_rank"},
      {"undefined", "rehearsal.undefined"},
      {"missing_argument", "rehearsal.missing_argument"},
      {"extra_argument", "rehearsal.extra_argument"}};
  if (kind == "unknown_option")
    return get<std::string>(finding, "near").empty() ? "rehearsal.unknown_option"
                                                     : "rehearsal.unknown_option_near";
  const auto found = codes.find(kind);
  return found == codes.end() ? nullptr : found->second;
}

void takeAnswer(const QByteArray& answer, const std::string& field, const std::string& python,
                std::vector<Diagnostic>& findings) {
  const auto value = parse_json(answer.toStdString());
  const List* list = value ? value->get_if<List>() : nullptr;
  for (const Value& one : list ? *list : List{}) {
    const Map* found = one.get_if<Map>();
    const char* code = found ? codeOf(get<std::string>(*found, "kind"), *found) : nullptr;
    if (!code) continue;
    Map arguments = *found;
    arguments.emplace_back("python", python);
    const bool isGuess = get<std::string>(*found, "kind") == "unknown_module";
    findings.push_back(make_diagnostic(isGuess ? Severity::warning : Severity::error, code, field,
                                       std::move(arguments)));
  }
}

}  // namespace

QCoro::Task<std::vector<Diagnostic>> findingsInPython(PythonQuestion question, std::string field,
                                                      std::stop_token stop) {
  std::vector<Diagnostic> findings;
  initialiseReader();
  const QString text = readerProgram();
  const QByteArray request = QByteArray::fromStdString(to_json(requestOf(question)));
  for (const QString& python : question.pythons) {
    ProgramOptions options;
    options.input = request;
    CommandLine command{python,
                        {QStringLiteral("-I"), QStringLiteral("-B"), QStringLiteral("-c"), text}};
    auto output =
        co_await runProgram(std::move(command), std::move(options), stop, QDeadlineTimer(readTime));
    if (!output || output->exitCode != 0) continue;
    takeAnswer(output->out, field, python.toStdString(), findings);
    break;
  }
  co_return findings;
}

}  // namespace trainyard
