// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/run_filter.h"

#include <QDateTime>
#include <QMap>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_info.h"
#include "engine/contract/messages.h"
#include "remote/store/projects.h"
#include "remote/store/run_columns.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype longestFilter = 4096;

// Short names that people use for settings.
QString pathOf(const QString& name) {
  static const QMap<QString, QString> names{{u"lr"_s, u"optimizer.learning_rate"_s},
                                            {u"batch"_s, u"batch.per_device"_s},
                                            {u"epochs"_s, u"training.epochs"_s},
                                            {u"steps"_s, u"training.max_steps"_s}};
  const QString path = names.value(name, name);
  return find_field(path.toStdString()) ? path : QString();
}

QString likePattern(QString text) {
  text.replace(u'\\', u"\\\\"_s).replace(u'%', u"\\%"_s).replace(u'_', u"\\_"_s);
  return u'%' + text + u'%';
}

// Unix seconds of "2d", "3h", "30min", "2w" ago, or of a day; nothing for other text.
std::optional<double> momentOf(const QString& text, double now) {
  qsizetype end = 0;
  while (end < text.size() && (text[end].isDigit() || text[end] == u'.')) ++end;
  bool isNumber = false;
  const double count = text.first(end).toDouble(&isNumber);
  static const QMap<QString, double> units{
      {u"min"_s, 60}, {u"h"_s, 3600}, {u"d"_s, 86400}, {u"w"_s, 7 * 86400}};
  if (const auto unit = units.find(text.mid(end)); isNumber && unit != units.end())
    return now - count * *unit;
  const QDateTime day = QDateTime::fromString(text, Qt::ISODate);
  return day.isValid() ? std::optional(day.toMSecsSinceEpoch() / 1000.0) : std::nullopt;
}

class FilterReader {
 public:
  FilterReader(const QString& text, double now) : m_text(text), m_now(now) {}

  Result<RunFilterSql> read() {
    for (skipSpaces(); m_at < m_text.size() && m_problem.isEmpty(); skipSpaces()) readTerm();
    if (!m_problem.isEmpty())
      return make_error("filter.invalid", {{"place", static_cast<std::int64_t>(m_start + 1)},
                                           {"problem", m_problem.toStdString()}});
    m_sql.condition = m_conditions.isEmpty() ? u"1"_s : m_conditions.join(u" AND "_s);
    return m_sql;
  }

 private:
  void skipSpaces() {
    while (m_at < m_text.size() && m_text[m_at].isSpace()) ++m_at;
  }

  static bool isOperator(QChar c) { return c == u'<' || c == u'>' || c == u'=' || c == u'!'; }

  QString quoted() {
    const qsizetype start = ++m_at;
    const qsizetype end = m_text.indexOf(u'"', start);
    if (end < 0) {
      m_problem = u"the quotation mark is not closed"_s;
      m_at = m_text.size();
      return {};
    }
    m_at = end + 1;
    return m_text.mid(start, end - start);
  }

  // Up to a space, or an operator if one may follow.
  QString bare(bool mayEndAtOperator) {
    const qsizetype start = m_at;
    while (m_at < m_text.size() && !m_text[m_at].isSpace() && m_text[m_at] != u'"' &&
           !(mayEndAtOperator && isOperator(m_text[m_at])))
      ++m_at;
    return m_text.mid(start, m_at - start);
  }

  QString value() {
    if (m_at < m_text.size() && m_text[m_at] == u'"') return quoted();
    return bare(false);
  }

  QString comparison() {
    const qsizetype before = m_at;
    skipSpaces();
    const qsizetype start = m_at;
    while (m_at < m_text.size() && isOperator(m_text[m_at])) ++m_at;
    const QString found = m_text.mid(start, m_at - start);
    if (found.isEmpty()) m_at = before;
    return found;
  }

  void readTerm() {
    m_start = m_at;
    const bool isNegated =
        m_text[m_at] == u'-' && m_at + 1 < m_text.size() && !m_text[m_at + 1].isSpace();
    if (isNegated) ++m_at;
    const qsizetype first = m_conditions.size();
    if (m_text[m_at] == u'"') {
      addWord(quoted());
    } else {
      const QString name = bare(true);
      if (const QString op = comparison(); !op.isEmpty())
        readComparison(name, op);
      else if (name.contains(u':') && m_at < m_text.size() && m_text[m_at] == u'"' &&
               name.endsWith(u':'))
        addKeyed(name.chopped(1), quoted());
      else
        addNamed(name);
    }
    if (isNegated && m_conditions.size() > first)
      m_conditions.last() = u"NOT COALESCE((%1), 0)"_s.arg(m_conditions.last());
  }

  void addNamed(const QString& text) {
    const QString key = text.section(u':', 0, 0).toLower();
    static const QStringList keys{u"state"_s,    u"tag"_s,   u"on"_s,     u"since"_s,
                                  u"before"_s,   u"note"_s,  u"name"_s,   u"is"_s,
                                  u"workload"_s, u"study"_s, u"project"_s};
    if (text.contains(u':') && keys.contains(key)) return addKeyed(key, text.section(u':', 1));
    addWord(text);
  }

  void add(const QString& condition, const QVariantList& values) {
    m_conditions << u'(' + condition + u')';
    m_sql.values += values;
  }

  void addWord(const QString& word) {
    if (word.isEmpty()) return;
    const QString like = likePattern(word);
    QStringList places;
    QVariantList values;
    for (const char* column : {"r.name", "r.title", "r.tags", "r.note", "r.target", "r.source",
                               "r.study_values", "r.state", "r.project"}) {
      places << QLatin1String(column) + u" LIKE ? ESCAPE '\\'"_s;
      values << like;
    }
    places << u"substr(r.run, 1, length(?)) = lower(?)"_s;
    values << word << word;
    add(places.join(u" OR "_s), values);
  }

  void addKeyed(const QString& key, const QString& wanted) {
    if (!m_problem.isEmpty()) return;
    if (wanted.isEmpty()) {
      m_problem = u"%1: is followed by what is looked for"_s.arg(key);
      return;
    }
    if (key == "state"_L1) return add(u"r.state = ?"_s, {wanted.toLower()});
    if (key == "tag"_L1)
      return add(u"EXISTS(SELECT 1 FROM json_each(r.tags) j WHERE j.value = ? COLLATE NOCASE)"_s,
                 {wanted});
    if (key == "on"_L1) return add(u"r.target = ? COLLATE NOCASE"_s, {wanted});
    if (key == "workload"_L1) return add(u"r.workload = ?"_s, {wanted.toLower()});
    if (key == "study"_L1)
      return add(u"substr(r.study, 1, length(?)) = lower(?)"_s, {wanted, wanted});
    if (key == "project"_L1) return addProject(wanted);
    if (key == "note"_L1) return add(u"r.note LIKE ? ESCAPE '\\'"_s, {likePattern(wanted)});
    if (key == "name"_L1)
      return add(u"r.name LIKE ? ESCAPE '\\' OR r.title LIKE ? ESCAPE '\\'"_s,
                 {likePattern(wanted), likePattern(wanted)});
    if (key == "is"_L1) return addIs(wanted.toLower());
    const auto moment = momentOf(wanted, m_now);
    if (!moment)
      m_problem = u"'%1' is no time; write 2d, 3h, 30min or 2026-11-01"_s.arg(wanted);
    else
      add(key == "since"_L1 ? u"r.created >= ?"_s : u"r.created < ?"_s, {*moment});
  }

  // Those in it and in the projects below; "/": those in none.
  void addProject(const QString& wanted) {
    const auto [condition, values] = projectCondition(wanted == u"/" ? QString() : wanted);
    add(condition, values);
  }

  void addIs(const QString& what) {
    static const QMap<QString, QString> conditions{
        {u"open"_s, u"r.state IN ('preparing', 'waiting', 'running')"_s},
        {u"running"_s, u"r.state = 'running'"_s},
        {u"waiting"_s, u"r.state IN ('preparing', 'waiting')"_s},
        {u"ended"_s, u"r.state NOT IN ('preparing', 'waiting', 'running')"_s},
        {u"pinned"_s, u"r.is_pinned = 1"_s},
        {u"archived"_s, u"r.is_archived = 1"_s},
        {u"shown"_s, u"r.is_shown = 1"_s}};
    const auto found = conditions.find(what);
    if (found == conditions.end()) {
      m_problem = u"is: is followed by %1"_s.arg(conditions.keys().join(u", "_s));
      return;
    }
    m_sql.asksArchived = m_sql.asksArchived || what == "archived"_L1;
    add(*found, {});
  }

  void readComparison(const QString& name, const QString& op) {
    static const QMap<QString, QString> operators{
        {u"<"_s, u"<"_s}, {u"<="_s, u"<="_s}, {u">"_s, u">"_s},  {u">="_s, u">="_s},
        {u"="_s, u"="_s}, {u"=="_s, u"="_s},  {u"!="_s, u"!="_s}};
    skipSpaces();
    const QString wanted = value();
    if (!m_problem.isEmpty()) return;
    if (!operators.contains(op))
      m_problem = u"'%1' is no comparison; use <, <=, >, >=, = or !="_s.arg(op);
    else if (name.isEmpty() || wanted.isEmpty())
      m_problem = u"a comparison has a name, %1 and a value"_s.arg(op);
    else
      addComparison(name, operators[op], wanted);
  }

  // Settings of imported runs have the names that their tracker gave them.
  static QString hasSetting(const QString& test) {
    return u"EXISTS(SELECT 1 FROM settings t WHERE t.run = r.run AND t.path IN (?, ?) AND %1)"_s
        .arg(test);
  }

  void addComparison(const QString& name, const QString& sign, const QString& wanted) {
    bool isNumber = false;
    const double number = wanted.toDouble(&isNumber);
    const QString path = pathOf(name);
    if (!isNumber && (sign == "="_L1 || sign == "!="_L1)) {
      const QString collation = path.isEmpty() ? QString() : u" COLLATE NOCASE"_s;
      return add(hasSetting(u"t.value %1 ?%2"_s.arg(sign, collation)), {path, name, wanted});
    }
    if (!isNumber) {
      m_problem = u"'%1' is no number"_s.arg(wanted);
      return;
    }
    const QString ofNumber = hasSetting(u"t.number %1 ?"_s.arg(sign));
    if (!path.isEmpty()) return add(ofNumber, {path, name, number});
    // What is neither a field nor a column is a metric, by its last value, or such a setting.
    auto column =
        name.contains(u':') || name.contains(u'/') ? std::nullopt : columnSql(name, m_now);
    if (!column) column = columnSql(name.contains(u':') ? name : u"last:"_s + name, m_now);
    if (!column) {
      m_problem = u"'%1' is not known"_s.arg(name);
      return;
    }
    add(u"(%1 %2 ? OR %3)"_s.arg(column->expression, sign, ofNumber),
        column->values + QVariantList{number, path, name, number});
  }

  const QString& m_text;
  double m_now;
  qsizetype m_at = 0, m_start = 0;
  QString m_problem;
  QStringList m_conditions;
  RunFilterSql m_sql;
};

}  // namespace

Result<RunFilterSql> runFilterSql(const QString& text, double now) {
  if (text.size() > longestFilter)
    return make_error("filter.invalid", {{"place", std::int64_t{longestFilter}},
                                         {"problem", "it is longer than 4,096 characters"}});
  return FilterReader(text, now).read();
}

}  // namespace trainyard
