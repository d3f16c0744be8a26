// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/anonymous_runs.h"

#include <QDir>
#include <QRegularExpression>
#include <QSet>
#include <QSysInfo>
#include <algorithm>

#include "engine/contract/experiment/field_info.h"
#include "gui/targets/target_list.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype shortestWord = 3;

// Runs of letters and digits, in lower case.
QStringList wordsOf(const QString& text) {
  static const QRegularExpression between(u"[^\\p{L}\\p{N}]+"_s);
  return text.toLower().split(between, Qt::SkipEmptyParts);
}

// Words that say nothing of a person: those of the format, and of what programs report.
const QSet<QString>& commonWords() {
  static const QSet<QString> words = [] {
    QSet<QString> all{u"train"_s,    u"training"_s,   u"eval"_s,  u"evaluation"_s, u"val"_s,
                      u"valid"_s,    u"validation"_s, u"test"_s,  u"loss"_s,       u"acc"_s,
                      u"accuracy"_s, u"step"_s,       u"epoch"_s, u"the"_s,        u"and"_s,
                      u"yaml"_s,     u"json"_s,       u"txt"_s,   u"home"_s,       u"run"_s};
    for (const FieldInfo& field : fields()) {
      for (const QString& word : wordsOf(QString::fromStdString(field.path))) all << word;
      for (const std::string& choice : field.choices)
        for (const QString& word : wordsOf(QString::fromStdString(choice))) all << word;
    }
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
  explicit Anonymizer(const QList<ComparedRun>& runs) {
    addPrivate(QDir::home().dirName());
    addPrivate(qEnvironmentVariable("USER"));
    addPrivate(QSysInfo::machineHostName());
    for (const ComparedRun& run : runs) {
      const RunRecord& record = run.record;
      for (const QString& text : QStringList{record.name, record.title, record.note, record.folder,
                                             record.source, record.node} +
                                     record.tags)
        addPrivate(text);
      if (!TargetList::isHere(record.target)) addPrivate(record.target);
      for (const auto& [path, value] : run.settings.asKeyValueRange())
        if (isPrivate(path, value)) addPrivate(value.toString());
    }
  }

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
    return says(name) ? u"metric "_s + m_metrics.of(name) : name;
  }

 private:
  static bool isPrivate(const QString& path, const QVariant& value) {
    if (value.typeId() != QMetaType::QString) return false;
    return !isNumber(value.toString()) && !isChoice(path, value.toString());
  }
  void addPrivate(const QString& text) {
    for (const QString& word : wordsOf(text))
      if (word.size() >= shortestWord && !commonWords().contains(word) && !isNumber(word))
        m_private << word;
  }
  bool says(const QString& name) const {
    return std::ranges::any_of(wordsOf(name),
                               [&](const QString& word) { return m_private.contains(word); });
  }
  QString path(const QString& path) {
    if (find_field(path.toStdString()) || !says(path)) return path;
    return u"setting "_s + m_paths.of(path);
  }

  QSet<QString> m_private;
  Letters m_targets, m_texts, m_paths, m_metrics;
};

}  // namespace

AnonymousRuns anonymous(const QList<ComparedRun>& runs, const ReportCurves& curves) {
  Anonymizer anonymizer(runs);
  AnonymousRuns out;
  for (const ComparedRun& run : runs) out.runs << anonymizer.run(run, out.runs.size() + 1);
  for (const auto& [name, lines] : curves.asKeyValueRange())
    out.curves[anonymizer.metric(name)] = lines;
  return out;
}

}  // namespace trainyard
