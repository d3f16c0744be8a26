// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/submit/prepare.h"

#include <algorithm>
#include <functional>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include "engine/contract/experiment/edit.h"
#include "engine/contract/experiment/place.h"
#include "engine/contract/experiment/placeholders.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "remote/host/places.h"
#include "remote/process/in_thread.h"
#include "remote/submit/files_check.h"
#include "remote/schedulers/slurm/job_script_check.h"
#include "remote/submit/model_size.h"
#include "remote/submit/on_site.h"
#include "remote/submit/path_fields.h"
#include "remote/submit/site_check.h"
#include "remote/transfer/torch_list.h"

namespace trainyard {
namespace {

// Collects errors beyond fields and rules.
class Checks {
 public:
  // `text`: as written by the user, without overrides.
  Checks(const ExperimentSource& source, const QByteArray& text, PreparedExperiment& prepared,
         RunsWhere where)
      : m_source(source), m_text(text), m_prepared(prepared), m_where(where) {}
  bool isHere() const { return m_where == RunsWhere::here; }

  // `path` may name a list item ("data.train[1]").
  void add(const std::string& path, const char* code, Map arguments) {
    place(make_diagnostic(Severity::error, code, path, std::move(arguments)));
  }
  // Adds where the field is written: in the document, or on the command line.
  void place(Diagnostic diagnostic) {
    std::vector<std::string> overrides;
    for (const QString& override : m_source.overrides) overrides.push_back(override.toStdString());
    place_finding(diagnostic, m_source.path.toStdString(),
                  std::string_view(m_text.constData(), static_cast<std::size_t>(m_text.size())),
                  overrides);
    if (isOfScript() && diagnostic.line > 0) placeInScript(diagnostic);
    diagnostic.path = diagnostic.path.substr(0, diagnostic.path.find('['));
    m_prepared.diagnostics.push_back(std::move(diagnostic));
  }
  // Whether the document was made of the job script, which is the file that the user knows.
  bool isOfScript() const {
    return m_source.text && m_prepared.experiment.workload == Workload::script &&
           absolute(m_prepared.experiment.script.file) == QDir::cleanPath(m_source.path);
  }
  // Above each field, the document has the script's line that sets it.
  void placeInScript(Diagnostic& diagnostic) const {
    const QByteArray above = m_text.split('\n').value(diagnostic.line - 2).trimmed();
    const QList<QByteArray> lines = m_prepared.jobScript.split('\n');
    const auto found = std::find_if(lines.begin(), lines.end(), [&](const QByteArray& line) {
      return above.startsWith("#SBATCH") && line.trimmed() == above;
    });
    diagnostic.line = found == lines.end() ? 0 : static_cast<int>(found - lines.begin()) + 1;
    diagnostic.column = 0;
  }
  QString absolute(const std::string& text) const {
    QString path = QString::fromStdString(text);
    if (path == QLatin1String("~") || path.startsWith(QLatin1String("~/")))
      path = QDir::homePath() + path.mid(1);
    return QDir::cleanPath(QFileInfo(m_source.path).dir().absoluteFilePath(path));
  }
  // A path on the target: nothing about it is known here.
  bool isThere(const std::string& path) const {
    return !isHere() && (path.starts_with('/') || path.starts_with('~'));
  }
  void need(TargetNeed::Kind kind, const std::string& field, const std::string& value) {
    m_prepared.needs.push_back({kind, field, QString::fromStdString(value)});
  }
  void travel(const std::string& field, const std::string& path) {
    if (!isHere()) m_prepared.travelling.push_back({field, QString::fromStdString(path)});
  }
  void resolveFile(const std::string& field, std::string& path) {
    if (isThere(path)) return need(TargetNeed::Kind::file, field, path);
    travel(field, absolute(path).toStdString());
    const QString full = absolute(path);
    path = full.toStdString();
    const QFileInfo info(full);
    if (!info.exists()) return add(field, "needs.no_file", {{"path", path}});
    if (!info.isFile()) return add(field, "needs.not_a_file", {{"path", path}});
    if (!info.isReadable()) return add(field, "needs.not_readable", {{"path", path}});
    if (info.size() == 0) add(field, "needs.empty", {{"path", path}});
  }
  void resolveExisting(const std::string& field, std::string& path) {
    if (isThere(path)) return need(TargetNeed::Kind::anything, field, path);
    travel(field, absolute(path).toStdString());
    const QString full = absolute(path);
    path = full.toStdString();
    if (!QFileInfo::exists(full)) add(field, "needs.no_path", {{"path", path}});
  }
  const ExperimentSource& source() const { return m_source; }

 private:
  const ExperimentSource& m_source;
  const QByteArray& m_text;
  PreparedExperiment& m_prepared;
  const RunsWhere m_where;
};

void checkEngine(Checks& checks, const QString& programs, const QString& there) {
  const QString engine = programs + QStringLiteral("/engine");
  if (!there.isEmpty())
    checks.need(TargetNeed::Kind::program, "workload", there.toStdString() + "/engine");
  // A cluster gets torch by itself where a package says which.
  else if (!hasEngine(programs) && (checks.isHere() || !QFileInfo::exists(torchListFile(programs))))
    checks.add("workload", QFileInfo(engine).isExecutable() ? "needs.no_torch" : "needs.no_engine",
               {{"path", engine.toStdString()}});
}

void checkEngineFiles(Checks& checks, Experiment& experiment) {
  for (const FieldInfo* field : trainerPathFields()) {
    const bool isList = field->kind == Kind::text_list;
    if (isList && experiment.data.kind == DataKind::prepared) continue;  // not read
    const std::vector<std::string> paths = pathsOf(*field, experiment);
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const std::string place = isList ? field->path + "[" + std::to_string(i) + "]" : field->path;
      std::string path = paths[i];
      isList ? checks.resolveFile(place, path) : checks.resolveExisting(place, path);
      setPath(experiment, place, path);
    }
  }
}

// A name in PATH. What modules, conda or setup commands add to PATH is unknown here.
void checkProgramName(Checks& checks, const Experiment& experiment) {
  const EnvironmentSection& environment = experiment.environment;
  const std::string& program = experiment.command.program;
  if (!environment.modules.empty() || environment.conda || !environment.setup_commands.empty() ||
      environment.container)
    return;
  if (!checks.isHere())
    return environment.venv ? void()
                            : checks.need(TargetNeed::Kind::name, "command.program", program);
  QStringList folders = checks.source()
                            .environment.value(QStringLiteral("PATH"))
                            .split(QLatin1Char(':'), Qt::SkipEmptyParts);
  if (environment.venv)
    folders.prepend(QString::fromStdString(*environment.venv) + QStringLiteral("/bin"));
  if (QStandardPaths::findExecutable(QString::fromStdString(program), folders).isEmpty())
    checks.add("command.program", "needs.no_program", {{"path", program}});
}

// A program is a path, a file in the code folder, a file next to the experiment, or a name in PATH.
void checkProgram(Checks& checks, Experiment& experiment) {
  std::string& program = experiment.command.program;
  const QString given = QString::fromStdString(program);
  const QString code =
      experiment.code.source ? QString::fromStdString(*experiment.code.source) : QString();
  const bool isPath = given.contains(QLatin1Char('/')) || given == QLatin1String("~");
  if (!code.isEmpty() && !given.startsWith(QLatin1Char('/')) &&
      QFileInfo(QDir(code).filePath(given)).isFile()) {
    // Found relative to the working directory, which is the run's own copy of the code; a bare name
    // would be searched in PATH.
    if (!isPath && !given.endsWith(QLatin1String(".py"))) program = "./" + program;
    return;
  }
  if (program == kTrainer) return;
  if (checks.isThere(program))
    return checks.need(
        given.endsWith(QLatin1String(".py")) ? TargetNeed::Kind::file : TargetNeed::Kind::program,
        "command.program", program);
  const QFileInfo beside(checks.absolute(program));
  if (beside.isFile()) {
    program = beside.absoluteFilePath().toStdString();
    checks.travel("command.program", program);
    if (!given.endsWith(QLatin1String(".py")) && !beside.isExecutable())
      checks.add("command.program", "needs.not_executable",
                 {{"path", beside.filePath().toStdString()}});
    return;
  }
  if (!isPath && !given.endsWith(QLatin1String(".py")))
    checkProgramName(checks, experiment);
  else
    checks.add("command.program", "needs.no_program", {{"path", program}});
}

// The script is always from this computer, and is stored with the run.
void checkJobScript(Checks& checks, PreparedExperiment& prepared) {
  Experiment& experiment = prepared.experiment;
  const QString path = checks.absolute(experiment.script.file);
  experiment.script.file = path.toStdString();
  std::vector<Diagnostic> findings;
  prepared.jobScript = readJobScript(path, findings);
  if (!prepared.jobScript.isEmpty())
    takeJobScript(experiment, prepared.jobScript, prepared.text, checks.isHere(), findings);
  for (Diagnostic& finding : findings) checks.place(std::move(finding));
}

void checkVenv(Checks& checks, std::string& venv) {
  if (checks.isThere(venv)) return checks.need(TargetNeed::Kind::venv, "environment.venv", venv);
  venv = checks.absolute(venv).toStdString();
  const QString activate = QString::fromStdString(venv) + QStringLiteral("/bin/activate");
  if (!checks.isHere())
    checks.add("environment.venv", "path.does_not_travel", {{"path", venv}});
  else if (!QFileInfo(activate).isFile())
    checks.add("environment.venv", "needs.no_venv", {{"path", activate.toStdString()}});
}

// An image is a file to transfer, a file on the target, or a name that the container program
// resolves itself ("docker://...").
void checkContainer(Checks& checks, std::string& image) {
  if (image.find("://") != std::string::npos) return;
  checks.resolveExisting("environment.container", image);
}

void checkEnvironment(Checks& checks, Experiment& experiment) {
  EnvironmentSection& environment = experiment.environment;
  if (environment.venv) checkVenv(checks, *environment.venv);
  if (environment.conda && !checks.isHere() && environment.modules.empty() &&
      environment.setup_commands.empty())
    checks.need(TargetNeed::Kind::conda, "environment.conda", *environment.conda);
  for (const auto& [name, value] : environment.variables) {
    if (value) continue;
    if (!checks.isHere())
      checks.need(TargetNeed::Kind::variable, "environment.variables", name);
    else if (!checks.source().environment.contains(QString::fromStdString(name)))
      checks.add("environment.variables", "needs.no_variable", {{"path", name}});
  }
  if (!checks.isHere())
    return environment.container ? checkContainer(checks, *environment.container) : void();
  const auto notHere = [&](const char* field, bool asked) {
    if (asked) checks.add(field, "target.unsupported", {{"target", "here"}});
  };
  const SchedulerAbilities& can = directKind().can;
  notHere("environment.container", environment.container.has_value() && !can.containers);
  notHere("resources.array", experiment.resources.array.has_value() && !can.arrays);
  notHere("resources.dependency",
          experiment.resources.dependency.has_value() && !can.rawDependency);
}

// Writes an override into the text, with the value that the reader parsed.
Result<std::string> writeOverride(const std::string& text, const Experiment& experiment,
                                  const std::string& path) {
  std::string fieldPath = path;
  const FieldInfo* field = find_field(fieldPath);
  while (!field && fieldPath.find('.') != std::string::npos) {
    fieldPath.resize(fieldPath.rfind('.'));
    field = find_field(fieldPath);
  }
  if (!field) return make_error("override.unknown", {{"field", path}});
  const Value value = field->get(experiment);
  if (fieldPath == path) return edit(text, path, value);
  const Map* map = value.get_if<Map>();
  const Value* member = map ? find(*map, path.substr(fieldPath.size() + 1)) : nullptr;
  if (!member) return edit(text, fieldPath, value);
  return edit(text, path, *member);
}

Result<QByteArray> readText(const ExperimentSource& source) {
  if (source.text) return *source.text;
  QFile file(source.path);
  const std::string path = source.path.toStdString();
  if (!file.exists()) return make_error("file.missing", {{"path", path}});
  if (!QFileInfo(file).isFile()) return make_error("file.not_file", {{"path", path}});
  if (file.size() > (1 << 20))
    return make_error("file.too_large", {{"path", path}, {"limit", 1 << 20}});
  if (!file.open(QIODevice::ReadOnly))
    return make_error("file.read", {{"path", path}, {"problem", file.errorString().toStdString()}});
  return file.readAll();
}

}  // namespace

Result<PreparedExperiment> prepareExperiment(const ExperimentSource& source,
                                             const QString& programs, RunsWhere where,
                                             const QString& there) {
  TRY(const QByteArray read, readText(source));
  PreparedExperiment prepared;
  prepared.written = prepared.text = read;
  std::vector<std::string> overrides;
  for (const QString& override : source.overrides) overrides.push_back(override.toStdString());
  Document document =
      read_experiment(prepared.text.toStdString(), source.path.toStdString(), overrides);
  prepared.diagnostics = std::move(document.diagnostics);
  if (has_errors(prepared.diagnostics)) return prepared;

  for (const std::string& override : overrides) {
    TRY(const std::string edited, writeOverride(prepared.text.toStdString(), document.experiment,
                                                override.substr(0, override.find('='))));
    prepared.text = QByteArray::fromStdString(edited);
  }
  prepared.experiment = std::move(document.experiment);
  Experiment& experiment = prepared.experiment;
  Checks checks(source, read, prepared, where);
  if (experiment.code.source) {  // always on this computer: it becomes the run's code/
    *experiment.code.source = checks.absolute(*experiment.code.source).toStdString();
    if (!QFileInfo(QString::fromStdString(*experiment.code.source)).isDir())
      checks.add("code.source", "needs.no_folder", {{"path", *experiment.code.source}});
  }
  checkEnvironment(checks, experiment);
  if (!there.isEmpty())
    checks.need(TargetNeed::Kind::program, "workload", there.toStdString() + "/yard-agent");
  if (experiment.workload == Workload::command) {
    checkProgram(checks, experiment);
    if (runs_trainer(experiment)) checkEngine(checks, programs, there);
  } else if (experiment.workload == Workload::script) {
    checkJobScript(checks, prepared);
  } else {
    checkEngine(checks, programs, there);
    checkEngineFiles(checks, experiment);
  }
  if (checks.isHere() && is_search_by_controller(experiment))
    checks.add("search.run_as", "search.controller_here", {});
  for (Diagnostic& diagnostic : check_executable(experiment)) checks.place(std::move(diagnostic));
  for (Diagnostic& diagnostic : check_placeholders(experiment)) checks.place(std::move(diagnostic));
  return prepared;
}

Result<PreparedExperiment> prepareWithFiles(const ExperimentSource& source,
                                            const QString& programs) {
  TRY(PreparedExperiment prepared, prepareExperiment(source, programs));
  if (has_errors(prepared.diagnostics)) return prepared;
  TRY(const QByteArray text, readText(source));
  Checks checks(source, text, prepared, RunsWhere::here);
  for (Diagnostic& finding : findingsInFiles(prepared, programs)) checks.place(std::move(finding));
  return prepared;
}

Result<void> addFindings(const ExperimentSource& source, std::vector<Diagnostic> findings,
                         PreparedExperiment& prepared) {
  TRY(const QByteArray text, readText(source));
  Checks checks(source, text, prepared, RunsWhere::here);
  for (Diagnostic& finding : findings) {
    const auto isSame = [&](const Diagnostic& other) {
      return other.code == finding.code && other.text == finding.text;
    };
    if (std::none_of(prepared.diagnostics.begin(), prepared.diagnostics.end(), isSame))
      checks.place(std::move(finding));
  }
  return {};
}

QCoro::Task<Result<void>> askWhatIsThere(Target target, ExperimentSource source,
                                         PreparedExperiment& prepared, std::stop_token stop) {
  if (prepared.needs.empty()) co_return {};
  CO_TRY(const QByteArray text, readText(source));
  Checks checks(source, text, prepared, RunsWhere::elsewhere);
  CO_TRY(TargetAnswer answer, co_await askTarget(*target.host, target.name, prepared.needs, stop));
  for (Diagnostic& finding : answer.findings) checks.place(std::move(finding));
  for (const TargetNeed& need : prepared.needs)
    if (need.value == QLatin1String("~") || need.value.startsWith(QLatin1String("~/")))
      setPath(prepared.experiment, need.field, (answer.home + need.value.mid(1)).toStdString());
  co_return {};
}

QCoro::Task<Result<PreparedExperiment>> prepareForTarget(Target target, ExperimentSource source,
                                                         std::stop_token stop) {
  if (target.siteProblem) co_return *target.siteProblem;
  const RunsWhere where = target.isHere() ? RunsWhere::here : RunsWhere::elsewhere;
  auto prepared = prepareExperiment(source, ownPrograms(), where,
                                    target.isHere() ? QString() : target.programs);
  if (!prepared || has_errors(prepared->diagnostics)) co_return prepared;
  CO_TRY(const QByteArray text, readText(source));
  Checks checks(source, text, *prepared, where);
  std::function<std::vector<Diagnostic>()> look = [&] {
    return findingsInFiles(*prepared, ownPrograms());
  };
  auto inFiles = co_await inThread<std::vector<Diagnostic>>(std::move(look));
  for (Diagnostic& finding : inFiles) checks.place(std::move(finding));
  if (has_errors(prepared->diagnostics)) co_return prepared;
  CO_TRY(co_await askWhatIsThere(target, source, *prepared, stop));
  CO_TRY(auto found, co_await target.scheduler->check(prepared->experiment, stop));
  const std::string pretrained = prepared->experiment.model.pretrained.value_or(std::string());
  addSiteFindings(prepared->experiment, asProbed(target.site, target.facts), found,
                  parametersOf(QString::fromStdString(pretrained)));
  for (Diagnostic& finding : found) checks.place(std::move(finding));
  co_return prepared;
}

QString ownPrograms() { return QFileInfo(programPath(QStringLiteral("yard"))).path(); }

Error diagnosticsError(const std::vector<Diagnostic>& diagnostics) {
  List list;
  std::string lines;
  for (const Diagnostic& diagnostic : diagnostics) {
    list.push_back(to_map(diagnostic));
    if (diagnostic.severity != Severity::error) continue;
    lines += (lines.empty() ? "" : "\n") + to_line(diagnostic);
  }
  return foreign_error("experiment.invalid", {{"diagnostics", std::move(list)}}, lines,
                       ExitCode::invalid_input);
}

}  // namespace trainyard
