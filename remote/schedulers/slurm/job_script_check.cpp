// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/job_script_check.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

#include "engine/contract/experiment/edit.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_info.h"
#include "engine/contract/messages.h"
#include "engine/contract/script/script_resources.h"
#include "remote/schedulers/slurm/script_outside.h"

namespace trainyard {
namespace {

class ScriptFindings {
 public:
  explicit ScriptFindings(std::vector<Diagnostic>& out) : m_out(out) {}
  void add(Severity severity, const char* code, Map arguments, const char* path = "script.file") {
    m_out.push_back(make_diagnostic(severity, code, path, std::move(arguments)));
  }

 private:
  std::vector<Diagnostic>& m_out;
};

// The words of a command without quotes; shell expansions are kept as they are.
QStringList splitShellWords(const QString& line) {
  QStringList words;
  QString word;
  bool isWord = false;
  QChar quote;
  for (qsizetype i = 0; i < line.size(); ++i) {
    const QChar c = line[i];
    if (c == QLatin1Char('\\') && quote != QLatin1Char('\'') && i + 1 < line.size()) {
      word += line[++i];
      isWord = true;
    } else if (!quote.isNull()) {
      c == quote ? void(quote = QChar()) : void(word += c);
    } else if (c == QLatin1Char('"') || c == QLatin1Char('\'')) {
      quote = c;
      isWord = true;
    } else if (c.isSpace()) {
      if (isWord) words << word;
      word.clear();
      isWord = false;
    } else {
      word += c;
      isWord = true;
    }
  }
  if (isWord) words << word;
  return words;
}

std::string joined(const std::vector<int>& lines) {
  std::string text;
  for (const int line : lines) text += (text.empty() ? "" : ", ") + std::to_string(line);
  return text;
}

// #PBS and #BSUB mean something else to sbatch than to PBS and LSF.
void checkForeignLines(const SbatchDirectives& directives, const std::string& file,
                       ScriptFindings& findings) {
  std::string mark, options;
  for (const SbatchLine& line : directives.lines) {
    if (line.kind == DirectiveKind::sbatch) continue;
    mark = mark_of(line.kind);
    for (const SbatchOption& option : line.options)
      if (option.is_known) options += (options.empty() ? "" : " ") + written_directive(option);
    if (!line.ignored.empty())
      findings.add(Severity::warning, "script.foreign_ignored",
                   {{"file", file}, {"line", line.line}, {"words", line.ignored}, {"mark", mark}});
  }
  if (!mark.empty())
    findings.add(Severity::warning, "script.foreign_lines",
                 {{"file", file}, {"mark", mark}, {"options", options.empty() ? "none" : options}});
}

void checkDirectives(const SbatchDirectives& directives, const std::string& file,
                     ScriptFindings& findings) {
  checkForeignLines(directives, file, findings);
  if (!directives.misspelt.empty())
    findings.add(Severity::warning, "script.misspelt_lines",
                 {{"file", file}, {"lines", joined(directives.misspelt)}});
  if (!directives.ignored.empty())
    findings.add(Severity::warning, "script.ignored_lines",
                 {{"file", file}, {"lines", joined(directives.ignored)}});
  for (const SbatchLine& line : directives.lines) {
    for (const SbatchOption& option : line.options)
      if (!option.is_known)
        findings.add(Severity::warning, "script.unknown_option",
                     {{"file", file}, {"line", line.line}, {"option", option.name}});
    if (!line.trailing.empty())
      findings.add(Severity::error, "script.trailing_words",
                   {{"file", file}, {"line", line.line}, {"words", line.trailing}});
  }
}

// A line of the script itself that calls the program, ignoring comments.
int lineThatCalls(const QByteArray& script, const QString& program) {
  const QRegularExpression call(
      QStringLiteral(R"((?:^|[;&|(`]|\$\(|\b(?:then|do|else|exec|eval|time|env|nohup|if|!)\s)\s*)"
                     R"((?:[A-Za-z_]\w*=\S*\s+)*(?:\S*/)?%1(?:\s|$|\)|`|;))")
          .arg(program));
  int number = 0;
  for (const QByteArray& line : script.split('\n')) {
    ++number;
    const QByteArray words = line.trimmed();
    if (!words.startsWith('#') && call.match(QString::fromUtf8(words)).hasMatch()) return number;
  }
  return 0;
}

// `scontrol show job $SLURM_JOB_ID | grep Command=`: a script that looks for its own file.
int lineThatAsksForItsFile(const QByteArray& script) {
  static const QRegularExpression ask(
      QStringLiteral(R"(\bscontrol\b.*\bshow\b.*\bjob\w*\b.*\bCommand\b)"));
  int number = 0;
  for (const QByteArray& line : script.split('\n')) {
    ++number;
    if (!line.trimmed().startsWith('#') && ask.match(QString::fromUtf8(line)).hasMatch())
      return number;
  }
  return 0;
}

// $PBS_O_WORKDIR and its like, which only PBS and LSF set.
void checkForeignVariables(const QByteArray& script, const std::string& file,
                           ScriptFindings& findings) {
  static const QRegularExpression use(QStringLiteral(R"(\$\{?((?:PBS|LSB)_[A-Z_]+)\}?)"));
  int number = 0;
  for (const QByteArray& line : script.split('\n')) {
    ++number;
    const auto found = use.match(QString::fromUtf8(line));
    if (!found.hasMatch() || line.trimmed().startsWith('#')) continue;
    const QString name = found.captured(1);
    if (script.contains((name + QLatin1Char('=')).toUtf8())) return;  // it sets them itself
    return findings.add(Severity::warning, "script.foreign_variable",
                        {{"file", file}, {"line", number}, {"name", name.toStdString()}});
  }
}

// The job described inline in a call of sbatch: --wrap, or a here-document.
struct SubmittedJob {
  QString options, command;
};

QString optionsOf(const std::vector<SbatchOption>& options) {
  QStringList words;
  for (const SbatchOption& option : options)
    if (option.name != "wrap") words << QString::fromStdString(written_directive(option));
  return words.isEmpty() ? QStringLiteral("no options") : words.join(QLatin1Char(' '));
}

std::optional<SubmittedJob> jobInHereDocument(const QStringList& lines, const QString& mark) {
  QString body;
  for (const QString& line : lines) {
    if (line.trimmed() == mark) break;
    body += line + QLatin1Char('\n');
  }
  std::vector<SbatchOption> options;
  for (const SbatchLine& line : read_sbatch_directives(body.toStdString()).lines)
    options.insert(options.end(), line.options.begin(), line.options.end());
  for (const QString& line : body.split(QLatin1Char('\n')))
    if (const QString words = line.trimmed();
        !words.isEmpty() && !words.startsWith(QLatin1Char('#')))
      return SubmittedJob{optionsOf(options), words.left(200)};
  return std::nullopt;
}

std::optional<SubmittedJob> jobSubmittedIn(const QByteArray& script, int number) {
  const QStringList lines = QString::fromUtf8(script).split(QLatin1Char('\n'));
  QString call = lines[number - 1];
  int last = number;
  while (call.endsWith(QLatin1Char('\\')) && last < lines.size())
    call = call.chopped(1) + lines[last++];
  static const QRegularExpression here(QStringLiteral(R"(<<-?\s*['"\\]?(\w+))"));
  if (const auto found = here.match(call); found.hasMatch())
    return jobInHereDocument(lines.mid(last), found.captured(1));
  const qsizetype begin = call.indexOf(QStringLiteral("sbatch")) + 6;
  std::vector<std::string> words;
  for (const QString& word : splitShellWords(call.mid(begin))) words.push_back(word.toStdString());
  std::size_t used = 0;
  const std::vector<SbatchOption> options = read_sbatch_options(words, used);
  for (const SbatchOption& option : options)
    if (option.name == "wrap" && option.value)
      return SubmittedJob{optionsOf(options), QString::fromStdString(*option.value).left(200)};
  return std::nullopt;
}

void checkHere(const QByteArray& script, const SbatchDirectives& directives,
               const std::string& file, ScriptFindings& findings) {
  if (directives.components > 1)
    findings.add(Severity::error, "script.heterogeneous_here", {{"file", file}});
  if (last_option(directives, "hold"))
    findings.add(Severity::warning, "script.hold_here", {{"file", file}});
  const int line = lineThatCalls(script, QStringLiteral("srun"));
  if (line > 0 && QStandardPaths::findExecutable(QStringLiteral("srun")).isEmpty())
    findings.add(Severity::warning, "script.no_srun_here", {{"file", file}, {"line", line}});
}

}  // namespace

QByteArray readJobScript(const QString& path, std::vector<Diagnostic>& found) {
  ScriptFindings findings(found);
  const std::string name = path.toStdString();
  const auto refuse = [&](const char* code, Map more = {}) {
    Map arguments{{"path", name}};
    arguments.insert(arguments.end(), more.begin(), more.end());
    findings.add(Severity::error, code, std::move(arguments));
    return QByteArray();
  };
  const QFileInfo info(path);
  if (!info.exists()) return refuse("needs.no_file");
  if (!info.isFile()) return refuse("needs.not_a_file");
  if (info.size() > kJobScriptLimit)
    return refuse("script.too_large", {{"limit", kJobScriptLimit >> 20}});
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return refuse("needs.not_readable");
  QByteArray script = file.read(kJobScriptLimit + 1);
  if (script.isEmpty()) return refuse("needs.empty");
  if (!script.startsWith("#!")) return refuse("script.no_interpreter");
  if (script.contains("\r\n")) return refuse("script.dos_lines");
  if (script.contains('\0')) return refuse("script.binary");
  return script;
}

void takeJobScript(Experiment& experiment, const QByteArray& script, const QByteArray& document,
                   bool isHere, std::vector<Diagnostic>& found) {
  ScriptFindings findings(found);
  const std::string text = document.toStdString();
  take_script(experiment, script.toStdString(), text);
  const SbatchDirectives directives = read_sbatch_directives(script.toStdString());
  const std::string file =
      QFileInfo(QString::fromStdString(experiment.script.file)).fileName().toStdString();
  checkDirectives(directives, file, findings);
  if (directives.components > 1)
    for (const FieldInfo& field : fields())
      if (field.section == "resources" && written_value(text, field.path))
        findings.add(Severity::error, "script.heterogeneous_field",
                     {{"file", file}, {"components", directives.components}}, field.path.c_str());
  if (const int line = lineThatSubmits(script); line > 0) {
    const auto job = jobSubmittedIn(script, line);
    Map arguments{{"file", file}, {"line", line}};
    if (job) arguments.emplace_back("options", job->options.toStdString());
    if (job) arguments.emplace_back("command", job->command.toStdString());
    findings.add(Severity::warning, job ? "script.submits_job" : "script.submits",
                 std::move(arguments));
  }
  if (const int line = lineThatAsksForItsFile(script); line > 0 && !isHere)
    findings.add(Severity::warning, "script.asks_for_itself", {{"file", file}, {"line", line}});
  if (const auto outside = firstNameOutside(script.toStdString());
      outside && !worksElsewhere(experiment))
    findings.add(Severity::warning, "script.leaves_folder",
                 {{"file", file}, {"line", outside->line}, {"words", outside->words}});
  checkForeignVariables(script, file, findings);
  if (isHere) checkHere(script, directives, file, findings);
}

int lineThatSubmits(const QByteArray& script) {
  return lineThatCalls(script, QStringLiteral("sbatch"));
}

bool worksElsewhere(const Experiment& experiment) {
  const auto folder = last_option(read_sbatch_directives(experiment.script.directives), "chdir");
  return folder && folder->value && folder->value->starts_with('/');
}

}  // namespace trainyard
