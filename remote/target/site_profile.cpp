// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/target/site_profile.h"

#include <algorithm>
#include <functional>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include "engine/contract/experiment/nearest.h"
#include "engine/contract/experiment/resources.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/slurm_format.h"
#include "engine/contract/experiment/yaml_tree.h"
#include "engine/contract/messages.h"
#include "remote/values/records.h"
#include "remote/values/text.h"

// In a library, resources are there once this was called, from outside of any namespace.
static void initialiseSites() { Q_INIT_RESOURCE(sites); }

namespace trainyard {
namespace {

constexpr qint64 siteLimit = 64 << 10;
constexpr std::size_t listLimit = 256;
constexpr qint64 numberLimit = 1 << 20;

// Reads known keys of mappings; the first problem counts.
class SiteReader {
 public:
  explicit SiteReader(QString file) : m_file(std::move(file)) {}

  using Take = std::function<void(const YamlNode&)>;
  struct Key {
    const char* name;
    Take take;
  };
  void mapping(const YamlNode& node, const std::vector<Key>& keys) {
    if (node.kind != YamlNode::Kind::mapping) return bad(node, "a mapping of keys and values");
    for (const auto& [key, value] : node.entries) {
      const auto known = std::find_if(keys.begin(), keys.end(),
                                      [&](const Key& one) { return key.text == one.name; });
      if (known == keys.end()) return unknownKey(key, keys);
      m_key = key.text;
      if (value.kind != YamlNode::Kind::null) known->take(value);
    }
  }
  Take take(std::optional<qint64>& out) {
    return [this, &out](const YamlNode& node) {
      const Scalar scalar = read_scalar(node.text);
      const auto* whole = scalar.value.get_if<std::int64_t>();
      if (!isPlain(node) || !whole || *whole < 0 || *whole > numberLimit)
        return bad(node, "a whole number from 0 to 1048576");
      out = *whole;
    };
  }
  Take take(std::optional<double>& out) {
    return [this, &out](const YamlNode& node) {
      const Scalar scalar = read_scalar(node.text);
      const auto* whole = scalar.value.get_if<std::int64_t>();
      const auto* number = scalar.value.get_if<double>();
      const double value = whole ? static_cast<double>(*whole) : number ? *number : -1;
      if (!isPlain(node) || !(value > 0 && value <= numberLimit))
        return bad(node, "a number above 0, at most 1048576");
      out = value;
    };
  }
  Take take(std::optional<bool>& out) {
    return [this, &out](const YamlNode& node) {
      const Scalar scalar = read_scalar(node.text);
      const bool* truth = scalar.value.get_if<bool>();
      if (!isPlain(node) || !truth) return bad(node, "true or false");
      out = *truth;
    };
  }
  // A text of which all is of the pattern.
  Take take(QString& out, const char* pattern, const char* words) {
    return [this, &out, pattern, words](const YamlNode& node) {
      if (const auto value = matching(node, pattern, words)) out = *value;
    };
  }
  Take take(QStringList& out, const char* pattern, const char* words) {
    return [this, &out, pattern, words](const YamlNode& node) {
      for (const YamlNode& item : items(node))
        if (const auto value = matching(item, pattern, words)) out << *value;
    };
  }
  const std::vector<YamlNode>& items(const YamlNode& node) {
    static const std::vector<YamlNode> none;
    if (node.kind == YamlNode::Kind::sequence && node.items.size() <= listLimit) return node.items;
    bad(node, "a list of at most 256 items");
    return none;
  }
  void bad(const YamlNode& node, const char* expected) {
    fail(make_error("site.value", {{"place", place(node.line)},
                                   {"key", m_key},
                                   {"found", node.text.substr(0, 80)},
                                   {"expected", expected}}));
  }
  void fail(Error error) {
    if (!m_problem) m_problem = std::move(error);
  }
  std::string place(int line) const {
    return m_file.toStdString() + (line > 0 ? ":" + std::to_string(line) : "");
  }
  const std::optional<Error>& problem() const { return m_problem; }

 private:
  static bool isPlain(const YamlNode& node) {
    return node.kind == YamlNode::Kind::scalar && node.plain;
  }
  std::optional<QString> matching(const YamlNode& node, const char* pattern, const char* words) {
    const QString value = text(node.text);
    const QRegularExpression whole(QStringLiteral("\\A(?:%1)\\z").arg(QLatin1String(pattern)));
    if (node.kind == YamlNode::Kind::scalar && value.size() <= 255 && whole.match(value).hasMatch())
      return value;
    bad(node, words);
    return std::nullopt;
  }
  void unknownKey(const YamlNode& key, const std::vector<Key>& keys) {
    std::vector<std::string> names;
    std::string known;
    for (const Key& one : keys) {
      names.emplace_back(one.name);
      known += (known.empty() ? "" : ", ") + names.back();
    }
    fail(make_error("site.key", {{"place", place(key.line)},
                                 {"key", key.text.substr(0, 80)},
                                 {"known", nearest(key.text, names).value_or(known)}}));
  }

  QString m_file;
  std::string m_key;
  std::optional<Error> m_problem;
};

// Letters for jobs, as sbatch replaces them; never out of the run folder.
constexpr const char* outputForm =
    R"((?!/)(?!(?:.*/)?\.{1,2}(?:/|$))(?:[A-Za-z0-9_./-]|%[jxAaNu%])+(?<!/))";
constexpr const char* outputWords =
    "a path below the run folder, with %j, %x, %A, %a, %N or %u for the job's own names";

void readPartition(SiteReader& reader, const YamlNode& node, SitePartition& partition) {
  reader.mapping(
      node,
      {{"name", reader.take(partition.name, scheduler_name, scheduler_name_words)},
       {"nodes", reader.take(partition.nodes)},
       {"cores", reader.take(partition.cores)},
       {"memory_gib", reader.take(partition.memoryGib)},
       {"gpus", reader.take(partition.gpus)},
       {"gpu_type", reader.take(partition.gpuType, "[A-Za-z0-9_][A-Za-z0-9_.-]*",
                                "a name of letters, digits and _ . -")},
       {"gpu_memory_gib", reader.take(partition.gpuMemoryGib)},
       {"time_limit", reader.take(partition.timeLimit, "[0-9]{1,9}(?:[-:][0-9]{1,9}){0,3}",
                                  "minutes, hours:minutes:seconds or days-hours:minutes:seconds")},
       {"bf16", reader.take(partition.hasBf16)}});
  if (partition.name.isEmpty()) reader.bad(node, "a partition with a name");
  if (!partition.timeLimit.isEmpty() && !time_limit_seconds(partition.timeLimit.toStdString()))
    reader.bad(node, "a time limit as Slurm writes it");
}

void readFormat(SiteReader& reader, const YamlNode& node) {
  if (node.text != "1") reader.bad(node, "1, the one format that this version knows");
}

// The comment before the first key, as one line.
QString commentOf(const QByteArray& text) {
  QStringList words;
  for (const QByteArray& line : text.first(std::min<qsizetype>(text.size(), 4096)).split('\n')) {
    if (!line.startsWith('#')) break;
    words << QString::fromUtf8(line.sliced(1));
  }
  return words.join(QLatin1Char(' ')).simplified().left(500);
}

SiteProfile profileFrom(SiteReader& reader, const YamlNode& root) {
  SiteProfile site;
  QString request;
  std::optional<bool> namesType, needsAccount;
  QStringList lacks;
  reader.mapping(
      root,
      {{"format", [&](const YamlNode& node) { readFormat(reader, node); }},
       {"name", reader.take(site.name, "[^\\x00-\\x1f\\x7f]{1,64}", "a name of 1 to 64 letters")},
       {"gpu_request",
        reader.take(request, "gres|gpus|gpus_per_node", "gres, gpus or gpus_per_node")},
       {"names_gpu_type", reader.take(namesType)},
       {"account_required", reader.take(needsAccount)},
       {"cores_per_gpu", reader.take(site.coresPerGpu)},
       {"partitions",
        [&](const YamlNode& node) {
          for (const YamlNode& item : reader.items(node))
            readPartition(reader, item, site.partitions.emplaceBack());
        }},
       {"directives",
        reader.take(site.directives, R"(--[a-z][a-z0-9-]*(=[^\x00-\x1f\x7f\x22\x27`$\\;<>]*)?)",
                    "an option of sbatch such as --constraint=a100")},
       {"modules", reader.take(site.modules, "[A-Za-z0-9_][A-Za-z0-9_./+@=-]*",
                               "a module's name of letters, digits and _ . / + @ = -")},
       {"output", reader.take(site.output, outputForm, outputWords)},
       {"array_output", reader.take(site.arrayOutput, outputForm, outputWords)},
       {"error", reader.take(site.error, outputForm, outputWords)},
       {"lacks", reader.take(lacks, "internet|ssh", "internet or ssh")}});
  if (site.name.isEmpty()) reader.bad(root, "a site with a name");
  if (site.coresPerGpu == 0) reader.bad(root, "cores_per_gpu of at least 1");
  site.gpuRequest = value_named<SiteProfile::GpuRequest>(request.toStdString())
                        .value_or(SiteProfile::GpuRequest::gres);
  site.namesGpuType = namesType.value_or(false);
  site.needsAccount = needsAccount.value_or(false);
  site.lacksInternet = lacks.contains(QStringLiteral("internet"));
  site.lacksSsh = lacks.contains(QStringLiteral("ssh"));
  return site;
}

}  // namespace

void describe(Section<SitePartition>& section) {
  section.field("name", &SitePartition::name);
  section.field("nodes", &SitePartition::nodes);
  section.field("cores", &SitePartition::cores);
  section.field("memory_gib", &SitePartition::memoryGib);
  section.field("gpus", &SitePartition::gpus);
  section.field("gpu_type", &SitePartition::gpuType);
  section.field("gpu_memory_gib", &SitePartition::gpuMemoryGib);
  section.field("time_limit", &SitePartition::timeLimit);
  section.field("bf16", &SitePartition::hasBf16);
}

void describe(Section<SiteProfile>& section) {
  section.field("title", &SiteProfile::name);
  section.field("summary", &SiteProfile::summary);
  section.field("gpu_request", &SiteProfile::gpuRequest);
  section.field("names_gpu_type", &SiteProfile::namesGpuType);
  section.field("account_required", &SiteProfile::needsAccount);
  section.field("cores_per_gpu", &SiteProfile::coresPerGpu);
  section.field("partitions", &SiteProfile::partitions);
  section.field("directives", &SiteProfile::directives);
  section.field("modules", &SiteProfile::modules);
  section.field("output", &SiteProfile::output);
  section.field("array_output", &SiteProfile::arrayOutput);
  section.field("error", &SiteProfile::error);
  section.field("lacks_internet", &SiteProfile::lacksInternet);
  section.field("lacks_ssh", &SiteProfile::lacksSsh);
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
  const YamlTree tree = parse_yaml(text.toStdString());
  SiteReader reader(file);
  if (!tree.diagnostics.empty()) {
    const Diagnostic& first = tree.diagnostics.front();
    return make_error("site.yaml", {{"place", reader.place(first.line)},
                                    {"why", as_argument(make_error(first.code, first.arguments))}});
  }
  SiteProfile site = profileFrom(reader, tree.root);
  if (reader.problem()) return *reader.problem();
  site.summary = commentOf(text);
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
