// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearse/code_check.h"

#include <algorithm>
#include <array>
#include <set>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include "engine/contract/messages.h"
#include "engine/contract/script/script_resources.h"
#include "remote/process/run_program.h"
#include "remote/rehearse/code_use.h"
#include "remote/rehearse/python_check.h"
#include "remote/rehearse/settings_check.h"
#include "remote/transfer/code.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds lookTime(8);
constexpr qint64 scriptLimit = 4 << 20;
constexpr std::array shells{"bash", "sh", "dash", "ksh", "zsh"};
// Commands of a cluster or its environment, which a computer of one's own need not have.
constexpr std::array commandsThere{"srun",    "sbatch", "scontrol", "squeue", "sacct",
                                   "scancel", "module", "ml",       "conda",  "mamba"};

template <class List>
bool isOneOf(const QString& word, const List& list) {
  return std::any_of(list.begin(), list.end(),
                     [&](const char* each) { return word == QLatin1String(each); });
}

// The program of the script's first line, without its path: "bash".
QString interpreterOf(const QByteArray& script) {
  const QStringList words = QString::fromUtf8(script.left(script.indexOf('\n')).mid(2))
                                .split(QLatin1Char(' '), Qt::SkipEmptyParts);
  const auto name = [](const QString& path) { return path.section(QLatin1Char('/'), -1); };
  if (words.isEmpty()) return {};
  return name(words.size() > 1 && name(words.front()) == QLatin1String("env") ? words[1]
                                                                              : words.front());
}

// The command line as somebody would type it.
std::vector<std::string> wordsOf(const CommandSection& command) {
  std::vector<std::string> words;
  if (command.program.ends_with(".py"))
    words.emplace_back(command.launcher == Launcher::torchrun ? "torchrun" : "python");
  words.push_back(command.program);
  words.insert(words.end(), command.arguments.begin(), command.arguments.end());
  return words;
}

class CodeCheck {
 public:
  CodeCheck(PreparedExperiment prepared, RunsWhere where, QString gpuWithoutBf16,
            QProcessEnvironment environment, std::stop_token stop)
      : m_prepared(std::move(prepared)),
        m_where(where),
        m_gpuWithoutBf16(std::move(gpuWithoutBf16)),
        m_environment(std::move(environment)),
        m_stop(std::move(stop)) {}

  QCoro::Task<std::vector<Diagnostic>> run() {
    const Experiment& experiment = m_prepared.experiment;
    m_field = experiment.workload == Workload::script ? "script.file" : "command.arguments";
    if (experiment.code.source) {
      m_root = text(*experiment.code.source);
      QStringList exclude;
      for (const std::string& pattern : experiment.code.exclude) exclude << text(pattern);
      auto code = co_await inspectCode(m_root, exclude, m_stop);
      if (code) {
        m_knowsFiles = true;
        for (const QByteArray& file : code->files) m_sent.insert(file.toStdString());
      }
    }
    if (experiment.workload == Workload::script)
      co_await checkScript();
    else
      m_use = useOfCommand(wordsOf(experiment.command), m_field);
    checkMistakes();
    for (const CodeUse::Named& script : m_use.shellScripts)
      co_await checkShell(QStringLiteral("bash"), filePath(script.name), text(script.name));
    checkFiles();
    checkInput();
    if (m_where == RunsWhere::elsewhere) checkPlaces();
    checkOptions();
    checkNumberFormat();
    if (experiment.workload == Workload::script && m_where == RunsWhere::here)
      co_await checkCommands();
    if (m_knowsFiles) co_await checkPython();
    co_return std::move(m_findings);
  }

 private:
  void add(const char* code, Map arguments, Severity severity = Severity::error) {
    m_findings.push_back(make_diagnostic(severity, code, m_field, std::move(arguments)));
  }
  QString filePath(const std::string& name) const { return m_root + QLatin1Char('/') + text(name); }
  std::optional<std::string> readCode(const std::string& name) const {
    if (!m_sent.contains(name)) return std::nullopt;
    QFile file(filePath(name));
    if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
    return file.read(scriptLimit).toStdString();
  }

  QCoro::Task<void> checkScript() {
    const QString path = text(m_prepared.experiment.script.file);
    const QString file = QFileInfo(path).fileName();
    const QString interpreter = interpreterOf(m_prepared.jobScript);
    if (!isOneOf(interpreter, shells)) {
      if (interpreter.startsWith(QLatin1String("python")) && m_knowsFiles)
        m_use.programs.push_back(
            {QDir(m_root).relativeFilePath(path).toStdString(), file.toStdString(), {}, false});
      co_return;
    }
    m_use = useOfScript(
        m_prepared.jobScript.toStdString(), file.toStdString(),
        [this](const std::string& name) { return readCode(name); },
        m_prepared.experiment.resources.array.has_value());
    co_await checkShell(interpreter, path, file);
  }

  enum class Looks { forAll, onlyForDocuments };
  QCoro::Task<void> checkShell(QString interpreter, QString path, QString file,
                               Looks looks = Looks::forAll) {
    if (!QFileInfo(path).isFile()) co_return;
    ProgramOptions options;
    options.environment = QProcessEnvironment::systemEnvironment();
    options.environment->insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
    CommandLine command{interpreter, {QStringLiteral("-n"), path}};
    auto output = co_await runProgram(std::move(command), std::move(options), m_stop,
                                      QDeadlineTimer(lookTime));
    // A here-document that is never closed is a warning, and takes the rest of the script.
    const bool isOpen = output && output->err.contains("here-document");
    if (output && !isOpen && output->exitCode == 0 && interpreter != QLatin1String("bash")) {
      co_await checkShell(QStringLiteral("bash"), path, file, Looks::onlyForDocuments);
      co_return;
    }
    const bool isWrong = output && output->exitCode != 0 && looks == Looks::forAll;
    if (!isOpen && !isWrong) co_return;
    QString words = QString::fromUtf8(output->err.left(2000)).section(QLatin1Char('\n'), 0, 0);
    if (words.startsWith(path)) words = words.mid(path.size() + 1).trimmed();
    add("rehearsal.shell_syntax", {{"file", file.toStdString()},
                                   {"interpreter", interpreter.toStdString()},
                                   {"words", words.toStdString()}});
  }

  // Also through a link to a folder, whose content is not known.
  bool isSent(const std::string& name) const {
    for (std::string path = name; !path.empty();) {
      if (m_sent.contains(path)) return true;
      const auto slash = path.rfind('/');
      path.resize(slash == path.npos ? 0 : slash);
    }
    const auto inside = m_sent.lower_bound(name + '/');
    return inside != m_sent.end() && inside->starts_with(name + '/');
  }

  void checkFiles() {
    if (!m_knowsFiles) return;
    std::set<std::string> said, missing;
    for (const CodeUse::Named& folder : m_use.folders)
      if (!isSent(folder.name) && missing.insert(folder.name).second)
        add(QFileInfo::exists(filePath(folder.name)) ? "rehearsal.left_out" : "rehearsal.no_file",
            {{"place", folder.place}, {"file", folder.name}});
    for (const CodeUse::Named& named : m_use.files) {
      const QFileInfo info(filePath(named.name));
      if (!said.insert(named.name).second) continue;
      const bool isInMissing = std::any_of(
          missing.begin(), missing.end(),
          [&](const std::string& folder) { return named.name.starts_with(folder + '/'); });
      if (isInMissing) continue;
      if (isSent(named.name) && isSettingsFile(named.name)) checkSettings(named);
      if (!isSent(named.name))
        add(info.exists() ? "rehearsal.left_out" : "rehearsal.no_file",
            {{"place", named.place}, {"file", named.name}});
      else if (named.isRun && info.isFile() && !info.isExecutable())
        add("needs.not_executable", {{"path", named.name}});
    }
  }

  void checkSettings(const CodeUse::Named& named) {
    const auto content = readCode(named.name);
    const auto problem = content ? problemInSettings(named.name, *content) : std::nullopt;
    if (problem)
      add("rehearsal.broken_settings",
          {{"place", named.place}, {"file", named.name}, {"words", *problem}});
  }

  void checkMistakes() {
    for (ShellMistake& mistake : m_use.mistakes) {
      const bool isGuess = std::string_view(mistake.code) == "rehearsal.unset_environment";
      add(mistake.code, std::move(mistake.arguments),
          isGuess ? Severity::warning : Severity::error);
    }
    for (Diagnostic& finding : findingsInLaunches(m_use.launches, m_prepared.experiment, m_field))
      m_findings.push_back(std::move(finding));
  }

  // #SBATCH --input
  void checkInput() {
    const auto input = requested_option(m_prepared.experiment, "input");
    if (!input || !input->value || !m_knowsFiles) return;
    const std::string& name = *input->value;
    const bool isKnown = name.find('%') == name.npos && !name.starts_with('/');
    if (isKnown && !isSent(name)) add("rehearsal.no_file", {{"place", "--input"}, {"file", name}});
  }

  // A folder of this computer, which the target does not have: that of the code itself.
  void checkPlaces() {
    if (m_root.isEmpty()) return;
    const QString root = QDir(m_root).canonicalPath(), home = QDir::homePath();
    std::set<std::string> said;
    for (const CodeUse::Named& named : m_use.places) {
      const QString path = QDir::cleanPath(text(named.name));
      const bool isCode = path == root || path.startsWith(root + QLatin1Char('/'));
      const bool isOfMac = path.startsWith(QLatin1String("/Users/"));
      const bool isInHome = path.startsWith(home + QLatin1Char('/'));
      const bool holdsCode = isInHome && root.startsWith(path + QLatin1Char('/'));
      const bool isHere = isCode || isOfMac || holdsCode;
      if (!isHere && !(isInHome && QFileInfo::exists(path))) continue;
      if (said.insert(named.name).second)
        add(isHere ? "rehearsal.place_of_here" : "rehearsal.home_of_here",
            {{"place", named.place}, {"path", named.name}},
            isHere ? Severity::error : Severity::warning);
    }
  }

  void checkNumberFormat() {
    if (m_gpuWithoutBf16.isEmpty()) return;
    for (const CodeUse::PythonProgram& program : m_use.programs)
      for (std::size_t i = 0; i < program.words.size(); ++i) {
        const QString word = text(program.words[i]).toLower();
        const QString next =
            i + 1 < program.words.size() ? text(program.words[i + 1]).toLower() : QString();
        const bool isOff = next == QLatin1String("false") || next == QLatin1String("no") ||
                           next == QLatin1String("0");
        if (word == QLatin1String("--bf16=true") || (word == QLatin1String("--bf16") && !isOff))
          return add("rehearsal.bf16_option", {{"place", program.place},
                                               {"option", program.words[i]},
                                               {"gpu", m_gpuWithoutBf16.toStdString()}});
      }
  }

  void checkOptions() {
    for (const CodeUse::MisplacedOption& one : m_use.misplaced)
      add(one.isTooEarly ? "rehearsal.option_too_early" : "rehearsal.option_too_late",
          {{"place", one.place}, {"option", one.option}, {"program", one.program}});
  }

  // What a shell finds by itself or in PATH, unless the script changes where it looks.
  QCoro::Task<void> checkCommands() {
    const EnvironmentSection& environment = m_prepared.experiment.environment;
    if (m_use.setsUp || !environment.modules.empty() || environment.conda || environment.venv ||
        !environment.setup_commands.empty())
      co_return;
    QStringList names;
    for (const CodeUse::Named& command : m_use.commands)
      if (!isOneOf(text(command.name), commandsThere)) names << text(command.name);
    if (names.isEmpty()) co_return;
    ProgramOptions options;
    options.environment = m_environment;
    CommandLine command{QStringLiteral("bash"),
                        {QStringLiteral("-c"),
                         QStringLiteral("for name; do type -t -- \"$name\" > /dev/null || "
                                        "printf '%s\\n' \"$name\"; done"),
                         QStringLiteral("yard")}};
    command.arguments << names;
    auto output = co_await runProgram(std::move(command), std::move(options), m_stop,
                                      QDeadlineTimer(lookTime));
    if (!output) co_return;
    for (const QString& missing :
         QString::fromUtf8(output->out).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
      const auto named =
          std::find_if(m_use.commands.begin(), m_use.commands.end(),
                       [&](const CodeUse::Named& each) { return text(each.name) == missing; });
      if (named == m_use.commands.end()) continue;
      add("rehearsal.no_command", {{"place", named->place}, {"name", named->name}});
    }
  }

  // Those in PATH, the first one first: some only forward to others, which may be missing.
  QStringList pythonPrograms() const {
    const EnvironmentSection& environment = m_prepared.experiment.environment;
    if (m_where == RunsWhere::here && environment.venv)
      return {text(*environment.venv) + QStringLiteral("/bin/python")};
    QStringList found;
    for (const QString& folder :
         m_environment.value(QStringLiteral("PATH")).split(QLatin1Char(':'), Qt::SkipEmptyParts)) {
      const QString python = folder + QStringLiteral("/python3");
      if (QFileInfo(python).isExecutable() && !found.contains(python)) found << python;
    }
    return found;
  }
  // Only a run on this computer has the Python that is found here.
  bool hasRunsPython() const {
    const EnvironmentSection& environment = m_prepared.experiment.environment;
    return m_where == RunsWhere::here && !m_use.setsUp && environment.modules.empty() &&
           !environment.conda && environment.setup_commands.empty() && !environment.container &&
           !m_environment.contains(QStringLiteral("PYTHONPATH"));
  }

  QCoro::Task<void> checkPython() {
    PythonQuestion question;
    question.pythons = pythonPrograms();
    question.isRunsOwn = hasRunsPython();
    question.root = m_root;
    question.sent = m_sent;
    question.made = m_use.made;
    question.makesAnything = m_use.makesAnything;
    for (const CodeUse::PythonProgram& program : m_use.programs)
      if (m_sent.contains(program.file)) question.programs.push_back(program);
    if (question.pythons.isEmpty() || question.programs.empty()) co_return;
    auto findings = co_await findingsInPython(std::move(question), m_field, m_stop);
    std::move(findings.begin(), findings.end(), std::back_inserter(m_findings));
  }

  const PreparedExperiment m_prepared;
  const RunsWhere m_where;
  const QString m_gpuWithoutBf16;
  const QProcessEnvironment m_environment;
  const std::stop_token m_stop;
  std::string m_field;
  QString m_root;
  bool m_knowsFiles = false;
  std::set<std::string> m_sent;  // relative to the code folder
  CodeUse m_use;
  std::vector<Diagnostic> m_findings;
};

}  // namespace

QCoro::Task<std::vector<Diagnostic>> findingsInCode(PreparedExperiment prepared, RunsWhere where,
                                                    QString gpuWithoutBf16,
                                                    QProcessEnvironment environment,
                                                    std::stop_token stop) {
  if (prepared.experiment.workload == Workload::engine || runs_trainer(prepared.experiment))
    co_return {};
  CodeCheck check(std::move(prepared), where, std::move(gpuWithoutBf16), std::move(environment),
                  stop);
  co_return co_await check.run();
}

}  // namespace trainyard
