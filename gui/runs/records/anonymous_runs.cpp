// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/anonymous_runs.h"

#include <QRegularExpression>
#include <QSet>
#include <algorithm>

#include "engine/contract/experiment/field_info.h"
#include "engine/contract/run/metric_meaning.h"
#include "gui/targets/target_list.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype longestUntelling = 2;  // characters of a word that may be anything

// Runs of letters and digits, in lower case.
QStringList wordsOf(const QString& text) {
  static const QRegularExpression between(u"[^\\p{L}\\p{N}]+"_s);
  return text.toLower().split(between, Qt::SkipEmptyParts);
}

// Words of the format, and of what programs report.
const QSet<QString>& commonWords() {
  static const QSet<QString> words = [] {
    QSet<QString> all;
    for (const char* word :
         {"train",  "training", "eval",     "evaluation", "val",      "valid",    "validation",
          "dev",    "test",     "step",     "epoch",      "grad",     "gradient", "norm",
          "layer",  "head",     "mean",     "avg",        "min",      "max",      "std",
          "macro",  "micro",    "weighted", "rate",       "learning", "total",    "per",
          "second", "tokens",   "samples",  "best"})
      all << QString::fromLatin1(word);
    for (const FieldInfo& field : fields())
      for (const QString& word : wordsOf(QString::fromStdString(field.path))) all << word;
    return all;
  }();
  return words;
}

// "3e-4", "04:00:00", "2-12:00:00", "64G", "true".
bool isNumber(const QString& text) {
  static const QRegularExpression number(
      u"^(?:[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?[KMGT]?|[0-9-]*[0-9]+(?::[0-9]+)+|true|false|null)$"_s);
  return text.isEmpty() || number.match(text).hasMatch();
}

// Whether none of its words can be somebody's.
bool isCommon(const QString& name) {
  return std::ranges::all_of(wordsOf(name), [](const QString& word) {
    if (word.size() <= longestUntelling || commonWords().contains(word) || isNumber(word))
      return true;
    const MetricMeaning meaning = metric_meaning(word.toStdString());
    return meaning.is_loss || meaning.is_performance || meaning.better != BetterValue::unknown;
  });
}

bool isChoice(const QString& path, const QString& text) {
  const FieldInfo* field = find_field(path.toStdString());
  return field && std::ranges::find(field->choices, text.toStdString()) != field->choices.end();
}

// The same letter for the same text: "A" to "Z", then "A2".
class Letters {
 public:
  QString of(const QString& text) {
    auto at = m_seen.indexOf(text);
    if (at < 0) {
      at = m_seen.size();
      m_seen << text;
    }
    const QString letter(QChar(static_cast<char16_t>(u'A' + at % 26)));
    return at < 26 ? letter : letter + QString::number(at / 26 + 1);
  }

 private:
  QStringList m_seen;
};

class Anonymizer {
 public:
  ComparedRun run(const ComparedRun& given, qsizetype number) {
    ComparedRun out;
    const RunRecord& record = given.record;
    out.record.run = out.record.name = u"run %1"_s.arg(number);
    out.record.target = TargetList::isHere(record.target)
                            ? record.target
                            : u"cluster "_s + m_targets.of(record.target);
    out.record.state = record.state;
    out.record.started = record.started;
    out.record.ended = record.ended;
    out.record.isPinned = record.isPinned;
    out.colour = given.colour;
    for (const auto& [path, value] : given.settings.asKeyValueRange())
      out.settings[this->path(path)] =
          isPrivate(path, value) ? u"text "_s + m_texts.of(value.toString()) : value;
    for (const auto& [name, curve] : given.metrics.asKeyValueRange())
      out.metrics[metric(name)] = curve;
    for (const auto& [name, curve] : given.curves.asKeyValueRange())
      out.curves[metric(name)] = curve;
    return out;
  }

  QString metric(const QString& name) {
    return isCommon(name) ? name : u"metric "_s + m_metrics.of(name);
  }

 private:
  static bool isPrivate(const QString& path, const QVariant& value) {
    if (value.typeId() != QMetaType::QString) return false;
    return !isNumber(value.toString()) && !isChoice(path, value.toString());
  }
  QString path(const QString& path) {
    const bool isKept = find_field(path.toStdString()) || isCommon(path);
    return isKept ? path : u"setting "_s + m_paths.of(path);
  }

  Letters m_targets, m_texts, m_paths, m_metrics;
};

}  // namespace

AnonymousRuns anonymous(const QList<ComparedRun>& runs, const ReportCurves& curves) {
  Anonymizer anonymizer;
  AnonymousRuns out;
  for (const ComparedRun& run : runs) out.runs << anonymizer.run(run, out.runs.size() + 1);
  for (const auto& [name, lines] : curves.asKeyValueRange())
    out.curves[anonymizer.metric(name)] = lines;
  return out;
}

}  // namespace trainyard
