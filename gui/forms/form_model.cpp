// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/form_model.h"

#include <algorithm>

#include "engine/contract/experiment/edit.h"
#include "engine/contract/experiment/settings.h"
#include "engine/contract/json.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/field_text.h"
#include "gui/forms/value_parts.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const QString searchSection = u"search"_s;

// The text of an invalid field; the experiment itself has the default there.
std::optional<QString> writtenAt(const QString& text, const FieldInfo& field) {
  const auto written = written_value(text.toStdString(), field.path);
  if (!written) return std::nullopt;
  return FieldText::show(field, *written);
}

bool takesNumber(const FieldInfo& field) {
  return field.kind == Kind::integer || field.kind == Kind::real ||
         field.kind == Kind::auto_integer;
}

// Nothing unless the field takes one number, and each of several is one.
std::optional<SeveralValues> severalIn(const FieldInfo& field, const QString& text) {
  if (!takesNumber(field)) return std::nullopt;
  SeveralValues several{text, {}};
  for (const QString& part : text.split(u',', Qt::SkipEmptyParts)) {
    const QString value = part.trimmed();
    if (value.isEmpty()) continue;
    if (!FieldText::parse(field, value)) return std::nullopt;
    const auto isSame = [&](const QString& other) {
      return FieldText::isSame(field, other, value);
    };
    if (std::ranges::none_of(several.values, isSame)) several.values << value;
  }
  if (several.values.size() < 2) return std::nullopt;
  return several;
}

}  // namespace

FormModel::FormModel() : m_rows(fields().size()) {
  for (const FieldInfo& field : fields()) m_defaults.push_back(to_json(field.default_value));
}

QStringList FormModel::sections() {
  QStringList out;
  for (const FieldInfo& field : fields())
    if (const QString section = QString::fromStdString(field.section); !out.contains(section))
      out << section;
  out.removeOne(searchSection);
  return out << searchSection;
}

// "environment.variables.HOME" and "data.train[2]" belong to the field that contains them.
int FormModel::rowOfFinding(const QString& path) const {
  int row = rowOf(path);
  for (QString shorter = path; row < 0 && shorter.contains(u'.');) {
    shorter.truncate(shorter.lastIndexOf(u'.'));
    row = rowOf(shorter);
  }
  return row < 0 ? rowOf(path.section(u'[', 0, 0)) : row;
}

std::vector<FormModel::Row> FormModel::rowsOf(const Document& document, const QString& text) const {
  const Experiment& experiment = document.experiment;
  const std::vector<FieldInfo>& all = fields();
  std::vector<Row> rows(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Value value = all[i].get(experiment);
    rows[i].text = FieldText::show(all[i], value);
    rows[i].changed = to_json(value) != m_defaults[i];
    rows[i].applies = condition_holds(all[i].applies_when, experiment);
    if (!rows[i].applies) rows[i].reason = reasonOf(all[i], experiment);
    rows[i].isIdle = experiment.search.space.empty() && all[i].section == "search" &&
                     all[i].path != "search.space";
  }
  addFindings(document, text, rows);
  addSeveral(rows);
  return rows;
}

QString FormModel::reasonOf(const FieldInfo& field, const Experiment& experiment) {
  for (const QString& condition : QString::fromStdString(field.applies_when).split(u'&')) {
    const std::string path = condition.section(u'=', 0, 0).toStdString();
    const FieldInfo* other = find_field(path);
    if (!other || condition_holds(condition.toStdString(), experiment)) continue;
    return tr("Has no effect while %1 is %2")
        .arg(QString::fromStdString(path), FieldText::show(*other, other->get(experiment)));
  }
  return {};
}

void FormModel::addSeveral(std::vector<Row>& rows) const {
  for (auto at = m_several.begin(); at != m_several.end(); ++at) {
    const auto index = static_cast<std::size_t>(rowOf(at.key()));
    Row& row = rows[index];
    row.text = at->text;
    row.changed = true;
    row.study = studyOf(at.key());
    const auto wrong = std::ranges::find_if(at->values, [&](const QString& value) {
      return !FieldText::isAllowed(fields()[index], value);
    });
    if (wrong == at->values.end() || !row.problem.isEmpty()) continue;
    row.problem = tr("%1 is not allowed here.").arg(*wrong);
    row.severity = Severity::error;
  }
}

QString FormModel::studyOf(const QString& path) const {
  const qsizetype own = m_several[path].values.size();
  QStringList factors{QString::number(own)};
  qsizetype all = own;
  for (auto at = m_several.begin(); at != m_several.end(); ++at) {
    if (at.key() == path) continue;
    factors << QString::number(at->values.size());
    all *= at->values.size();
  }
  return tr("%1 values make a study of %2 runs.").arg(factors.join(u" × "_s)).arg(all);
}

void FormModel::addFindings(const Document& document, const QString& text,
                            std::vector<Row>& rows) const {
  for (const Diagnostic& diagnostic : document.diagnostics) {
    const int row = rowOfFinding(QString::fromStdString(diagnostic.path));
    if (row < 0) continue;
    Row& target = rows[static_cast<std::size_t>(row)];
    // A valid value is already shown as it was parsed.
    if (diagnostic.severity == Severity::error && !target.changed)
      if (const auto written = writtenAt(text, fields()[static_cast<std::size_t>(row)])) {
        // A default that is written explicitly is not a change: a finding alone does not make a
        // field appear.
        target.changed =
            !FieldText::isSame(fields()[static_cast<std::size_t>(row)], *written, target.text);
        target.text = *written;
      }
    if (!target.problem.isEmpty())
      target.problem += u'\n';
    else
      target.severity = diagnostic.severity;
    if (diagnostic.severity == Severity::error) target.severity = Severity::error;
    target.problem += ContractText::finding(diagnostic);
  }
}

void FormModel::show(const Document& document, const QString& text) {
  std::vector<Row> rows = rowsOf(document, text);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == m_rows[i]) continue;
    Row onlyProblem = rows[i];
    onlyProblem.problem = m_rows[i].problem;
    onlyProblem.severity = m_rows[i].severity;
    const bool isOnlyProblem = onlyProblem == m_rows[i];
    m_rows[i] = std::move(rows[i]);
    const QModelIndex at = index(static_cast<int>(i));
    emit dataChanged(at, at, isOnlyProblem ? QList<int>{ProblemRole, SeverityRole} : QList<int>());
  }
}

void FormModel::showSeveral(const QMap<QString, SeveralValues>& several) { m_several = several; }

void FormModel::showAgain() { emit dataChanged(index(0), index(rowCount() - 1)); }

void FormModel::enter(int row, const QString& typed) {
  const FieldInfo& field = fields()[static_cast<std::size_t>(row)];
  // Behind a comma the next number has not been typed yet.
  const QString text = takesNumber(field) ? withoutOpenEnd(typed, numberSeparator()) : typed;
  if (text == m_rows[static_cast<std::size_t>(row)].text) return;
  if (const auto several = severalIn(field, text))
    return void(emit severalRequested(QString::fromStdString(field.path), *several));
  // Several texts that it shows are edited as what they are.
  if (field.kind == Kind::text && valuesOf(row).size() > 1) {
    SeveralValues several{text, valuesIn(text, textSeparator())};
    several.values.removeDuplicates();
    if (several.values.size() > 1)
      return void(emit severalRequested(QString::fromStdString(field.path), several));
  }
  emit editRequested({QString::fromStdString(field.path), FieldText::parse(field, text), text});
}

bool FormModel::takesSeveral(const FieldInfo& field) {
  return field.kind == Kind::choice || field.kind == Kind::boolean || takesNumber(field) ||
         (field.kind == Kind::text && !field.multiline);
}

void FormModel::enterSeveral(int row, const QStringList& values) {
  const FieldInfo& field = fields()[static_cast<std::size_t>(row)];
  QStringList each = values;
  each.removeDuplicates();
  if (each.size() == 1) return enter(row, each.front());
  if (each == valuesOf(row)) return;
  const ValueSeparator between = field.kind == Kind::text ? textSeparator() : numberSeparator();
  emit severalRequested(QString::fromStdString(field.path), {each.join(between.written), each});
}

QStringList FormModel::valuesOf(int row) const {
  const FieldInfo& field = fields()[static_cast<std::size_t>(row)];
  const auto several = m_several.find(QString::fromStdString(field.path));
  if (several != m_several.end()) return several->values;
  return {m_rows[static_cast<std::size_t>(row)].text};
}

void FormModel::resetToDefault(int row) {
  emit resetRequested(QString::fromStdString(fields()[static_cast<std::size_t>(row)].path));
}

int FormModel::rowOf(const QString& path) const {
  const std::string wanted = path.toStdString();
  const std::vector<FieldInfo>& all = fields();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].path == wanted) return static_cast<int>(i);
  return -1;
}

int FormModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant FormModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const FieldInfo& field = fields()[static_cast<std::size_t>(index.row())];
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return ContractText::label(field);
    case Qt::ToolTipRole:
      return ContractText::help(field);
    case PathRole:
      return QString::fromStdString(field.path);
    case SectionRole:
      return QString::fromStdString(field.section);
    case TextRole:
      return row.text;
    case ChangedRole:
      return row.changed;
    case AppliesRole:
      return row.applies;
    case ProblemRole:
      return row.problem;
    case SeverityRole:
      return static_cast<int>(row.severity);
    case ReasonRole:
      return row.reason;
    case IdleRole:
      return row.isIdle;
    case StudyRole:
      return row.study;
    case TierRole:
      return static_cast<int>(field.tier);
    default:
      return {};
  }
}

}  // namespace trainyard
