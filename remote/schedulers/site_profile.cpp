// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/site_profile.h"

#include <algorithm>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "engine/contract/experiment/resources.h"
#include "engine/contract/experiment/slurm_format.h"
#include "engine/contract/experiment/yaml_record.h"
#include "engine/contract/messages.h"
#include "remote/values/records.h"

// The resources of a library must be initialized by this call, outside of any namespace.
static void initialiseSites() { Q_INIT_RESOURCE(sites); }

namespace trainyard {
namespace {

constexpr qint64 siteLimit = 64 << 10;
constexpr qsizetype listLimit = 256;
constexpr double numberLimit = 1 << 20;

// Placeholders for jobs, as replaced by sbatch; must not lead out of the run folder.
constexpr const char* outputForm =
    R"((?!/)(?!(.*/)?\.{1,2}(/|$))([A-Za-z0-9_./-]|%[jxAaNu%])*([A-Za-z0-9_.-]|%[jxAaNu%]))";
constexpr const char* outputWords =
    "a path below the run folder, with %j, %x, %A, %a, %N or %u for the job's own names";

// The comment before the first key, as one line.
constexpr qsizetype summaryLimit = 500;

QString commentOf(const QByteArray& text) {
  QStringList words;
  for (const QByteArray& line : text.first(std::min<qsizetype>(text.size(), 4096)).split('\n')) {
    if (!line.startsWith('#')) break;
    words << QString::fromUtf8(line.sliced(1));
  }
  return words.join(QLatin1Char(' ')).simplified();
}

// What the description of single fields does not say.
std::optional<Diagnostic> problemOf(const SiteProfile& site) {
  const auto problem = [](const char* field, const char* expected, const QString& found) {
    return make_diagnostic(
        Severity::error, "field.wrong_type", field,
        {{"field", field}, {"expected", expected}, {"found", found.toStdString()}});
  };
  for (const auto& [field, size] : {std::pair("partitions", site.partitions.size()),
                                    {"directives", site.directives.size()},
                                    {"modules", site.modules.size()}})
    if (size > listLimit)
      return problem(field, "a list of at most 256 items", QString::number(size));
  for (const SitePartition& partition : site.partitions)
    if (!partition.timeLimit.isEmpty() && !time_limit_seconds(partition.timeLimit.toStdString()))
      return problem("partitions.time_limit", "a time limit as Slurm writes it",
                     partition.timeLimit);
  return std::nullopt;
}

}  // namespace

void describe(Section<SitePartition>& section) {
  section.field("name", &SitePartition::name)
      .required()
      .pattern(scheduler_name, scheduler_name_words);
  section.field("nodes", &SitePartition::nodes).minimum(0).maximum(numberLimit);
  section.field("cores", &SitePartition::cores).minimum(0).maximum(numberLimit);
  section.field("memory_gib", &SitePartition::memoryGib).above(0).maximum(numberLimit);
  section.field("gpus", &SitePartition::gpus).minimum(0).maximum(numberLimit);
  section.field("gpu_type", &SitePartition::gpuType)
      .pattern("[A-Za-z0-9_][A-Za-z0-9_.-]*", "a name of letters, digits and _ . -");
  section.field("gpu_memory_gib", &SitePartition::gpuMemoryGib).above(0).maximum(numberLimit);
  section.field("time_limit", &SitePartition::timeLimit)
      .pattern("[0-9]{1,9}([-:][0-9]{1,9}){0,3}",
               "minutes, hours:minutes:seconds or days-hours:minutes:seconds");
  section.field("bf16", &SitePartition::hasBf16);
}

void describe(Section<SiteBalance>& section) {
  section.field("command", &SiteBalance::command)
      .required()
      .pattern("[A-Za-z0-9_/][A-Za-z0-9_./-]*( [A-Za-z0-9_./=,:+-]+)*",
               "a program and its options, such as saldo -b, without quotes and shell characters");
  section.field("unit", &SiteBalance::unit)
      .required()
      .pattern("[A-Za-z][A-Za-z0-9 -]{0,31}", "a unit such as core-hours");
  section.field("account", &SiteBalance::account).minimum(1).maximum(64);
  section.field("granted", &SiteBalance::granted).minimum(1).maximum(64);
  section.field("used", &SiteBalance::used).minimum(1).maximum(64);
  section.field("left", &SiteBalance::left).minimum(1).maximum(64);
}

void describe(Section<SiteProfile>& section) {
  section.field("format", &SiteProfile::format).minimum(1).maximum(1).omitted_when_default();
  section.field("name", &SiteProfile::name)
      .required()
      .pattern(".{1,64}", "a name of 1 to 64 letters");
  section.field("summary", &SiteProfile::summary);
  section.field("gpu_request", &SiteProfile::gpuRequest);
  section.field("names_gpu_type", &SiteProfile::namesGpuType);
  section.field("account_required", &SiteProfile::needsAccount);
  section.field("cores_per_gpu", &SiteProfile::coresPerGpu).minimum(1).maximum(numberLimit);
  section.field("partitions", &SiteProfile::partitions);
  section.field("directives", &SiteProfile::directives)
      .pattern(R"(--[a-z][a-z0-9-]*(=[^"'`$\\;<>]*)?)",
               "an option of sbatch such as --constraint=a100");
  section.field("modules", &SiteProfile::modules)
      .pattern("[A-Za-z0-9_][A-Za-z0-9_./+@=-]*",
               "a module's name of letters, digits and _ . / + @ = -");
  section.field("output", &SiteProfile::output).pattern(outputForm, outputWords);
  section.field("array_output", &SiteProfile::arrayOutput).pattern(outputForm, outputWords);
  section.field("error", &SiteProfile::error).pattern(outputForm, outputWords);
  section.field("balance", &SiteProfile::balance).omitted_when_default();
  section.field("lacks", &SiteProfile::lacks).pattern("internet|ssh", "internet or ssh");
}

const SitePartition* SiteProfile::partition(const QString& wanted) const {
  const auto found =
      std::find_if(partitions.begin(), partitions.end(),
                   [&](const SitePartition& partition) { return partition.name == wanted; });
  return found == partitions.end() ? nullptr : &*found;
}

Result<SiteProfile> siteProfileFrom(const QByteArray& text, const QString& file) {
  if (text.size() > siteLimit)
    return make_error("site.too_large", {{"path", file.toStdString()}, {"limit", siteLimit}});
  YamlTree tree = parse_yaml(text.toStdString());
  const auto refuse = [&](const char* code, const Diagnostic& problem) {
    return make_error(
        code, {{"place",
                file.toStdString() + (problem.line > 0 ? ":" + std::to_string(problem.line) : "")},
               {"why", as_argument(make_error(problem.code, problem.arguments))}});
  };
  if (!tree.diagnostics.empty()) return refuse("site.yaml", tree.diagnostics.front());
  std::vector<Diagnostic> problems;
  auto site = read_yaml_record<SiteProfile>(tree.root, problems);
  if (auto problem = problemOf(site)) problems.push_back(*std::move(problem));
  if (!problems.empty()) {
    const Diagnostic& first = problems.front();
    return refuse(first.code.starts_with("key.") ? "site.key" : "site.value", first);
  }
  if (site.summary.isEmpty()) site.summary = commentOf(text);
  site.summary.truncate(summaryLimit);
  return site;
}

Result<SiteProfile> readSite(const QString& site) {
  if (site.isEmpty()) return SiteProfile{};
  initialiseSites();
  const bool isOwn = site.startsWith(QLatin1Char('/'));
  if (!isOwn && !knownSites().contains(site))
    return make_error("site.unknown",
                      {{"name", site.left(200).toStdString()},
                       {"known", knownSites().join(QStringLiteral(", ")).toStdString()}});
  QFile file(isOwn ? site : QStringLiteral(":/sites/%1.yaml").arg(site));
  if (isOwn && !QFileInfo(site).isFile())
    return make_error("site.unreadable", {{"path", site.toStdString()}, {"problem", "no file"}});
  if (!file.open(QIODevice::ReadOnly))
    return make_error("site.unreadable", {{"path", site.toStdString()},
                                          {"problem", file.errorString().toStdString()}});
  return siteProfileFrom(file.read(siteLimit + 1), isOwn ? site : site + QStringLiteral(".yaml"));
}

QStringList knownSites() {
  initialiseSites();
  QStringList names;
  for (const QString& file : QDir(QStringLiteral(":/sites")).entryList(QDir::Files, QDir::Name))
    names << QFileInfo(file).completeBaseName();
  return names;
}

}  // namespace trainyard
