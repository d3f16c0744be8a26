#include "remote/submit/target_needs.h"

#include <map>

namespace trainyard {
namespace {

// Reads pairs of kind and value, each ended by a zero, and prints a line for each: its number and
// what is wrong, or ok.
constexpr const char* questions = R"BASH(
conda_base() {
  local base place
  base=$(conda info --base 2>/dev/null)
  for place in ~/miniforge3 ~/miniconda3 ~/mambaforge ~/anaconda3 /opt/conda; do
    if [[ -z $base && -f $place/etc/profile.d/conda.sh ]]; then base=$place; fi
  done
  printf '%s' "$base"
}
has_conda() {
  local base place
  if [[ $1 == */* ]]; then
    [[ -d $1/conda-meta ]] && echo ok || echo missing
    return
  fi
  base=$(conda_base)
  if [[ -z $base ]]; then echo no_conda; return; fi
  if [[ $1 == base || -d $base/envs/$1 ]]; then echo ok; return; fi
  while read -r place; do
    if [[ ${place##*/} == "$1" ]]; then echo ok; return; fi
  done 2>/dev/null <~/.conda/environments.txt
  echo missing
}
look() {
  case $1 in
    variable) [[ -n ${!2+x} ]] && echo ok || echo missing; return ;;
    name) type -P -- "$2" >/dev/null && echo ok || echo missing; return ;;
    conda) has_conda "$2"; return ;;
    venv) [[ -f $2/bin/activate ]] && echo ok || echo missing; return ;;
  esac
  if [[ ! -e $2 ]]; then echo missing
  elif [[ $1 != anything && ! -f $2 ]]; then echo not_a_file
  elif [[ ! -r $2 ]]; then echo unreadable
  elif [[ $1 == file && ! -s $2 ]]; then echo empty
  elif [[ $1 == program && ! -x $2 ]]; then echo not_executable
  else echo ok
  fi
}
printf '\ntrainyard home %s\n' "$HOME"
number=0
while IFS= read -r -d '' kind && IFS= read -r -d '' value; do
  case $value in '~' | '~/'*) value=$HOME${value#'~'} ;; esac
  printf '\ntrainyard %s %s\n' "$number" "$(look "$kind" "$value")"
  number=$((number + 1))
done
printf '\ntrainyard end %s\n' "$number"
)BASH";

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
  const auto make = [&](const char* code, const QString& sentence) {
    return Diagnostic{Severity::error,
                      code,
                      need.field,
                      {},
                      0,
                      0,
                      {{"target", target.toStdString()},
                       {need.kind == Kind::variable ? "name" : "path", need.value.toStdString()}},
                      sentence.arg(need.value, target).toStdString()};
  };
  if (need.kind == Kind::variable)
    return make("variable.missing",
                QStringLiteral("%1 is taken from your environment on %2, where it is not set; "
                               "export it in ~/.bash_profile there or give it a value"));
  if (need.kind == Kind::name)
    return make("program.missing",
                QStringLiteral("there is no program %1 in the PATH of a login shell on %2; correct "
                               "its name, or name its module in environment.modules"));
  if (answer == "no_conda")
    return make("program.missing", QStringLiteral("conda, which is to activate %1, was not found "
                                                  "on %2; name its module in environment.modules"));
  if (need.kind == Kind::conda)
    return make("file.missing",
                QStringLiteral(
                    "there is no conda environment %1 on %2; make it there or correct its name"));
  if (need.kind == Kind::venv)
    return make(
        "file.missing",
        QStringLiteral(
            "there is no %1/bin/activate on %2; name the folder of a virtual environment there"));
  if (answer == "not_a_file")
    return make("file.not_a_file", QStringLiteral("%1 on %2 is not a file; name a file"));
  if (answer == "unreadable")
    return make("file.unreadable",
                QStringLiteral("%1 may not be read on %2; change its permissions there"));
  if (answer == "empty")
    return make("file.empty", QStringLiteral("%1 on %2 is empty; name a file with text"));
  if (answer == "not_executable")
    return make("program.not_executable",
                QStringLiteral("%1 may not be executed on %2; run chmod +x on it there"));
  return make("file.missing", QStringLiteral("there is no %1 on %2; correct the path, or make it "
                                             "relative so that it travels from here"));
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
    return Error{"target.no_answer",
                 {{"target", target.toStdString()}},
                 "the login shell of " + target.toStdString() +
                     " did not answer whether the experiment's paths are there; bash -l must work "
                     "on it and its start files must not exit",
                 ExitCode::unreachable};
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
                          QString::fromLatin1(questions)};
  CommandLine command{QStringLiteral("bash"), words};
  auto output = co_await host.run(std::move(command), std::move(options), stop,
                                  QDeadlineTimer(std::chrono::seconds(60)));
  if (!output) co_return output.error();
  co_return readTargetAnswer(target, needs, output->out);
}

}  // namespace trainyard
