#include "gui/forms/form_model.h"

#include "engine/contract/json.h"
#include "gui/forms/contract_words.h"
#include "gui/forms/field_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// The scalar that begins at line and column (from 1) of the text, without quotes and comment; empty
// when there is none.
QString writtenAt(const QString& text, int line, int column) {
  if (line < 1 || column < 1) return {};
  const QString from = text.section(u'\n', line - 1, line - 1).mid(column - 1);
  QString written = from.section(u" #"_s, 0, 0).trimmed();
  if (written.size() >= 2 && written.front() == written.back() &&
      (written.front() == u'"' || written.front() == u'\''))
    written = written.mid(1, written.size() - 2);
  return written;
}

bool isScalar(Kind kind) {
  return kind != Kind::text_list && kind != Kind::text_map && kind != Kind::value_map &&
         kind != Kind::boolean && kind != Kind::choice;
}

}  // namespace

bool conditionHolds(const std::string& condition, const Experiment& experiment) {
  for (const QString& part : QString::fromStdString(condition).split(u'&', Qt::SkipEmptyParts)) {
    const QString path = part.section(u'=', 0, 0).trimmed();
    const FieldInfo* field = find_field(path.toStdString());
    if (!field) continue;
    const QString value = FieldText::show(*field, field->get(experiment));
    bool found = false;
    for (const QString& wanted : part.section(u'=', 1).split(u'|'))
      found = found || value == wanted.trimmed();
    if (!found) return false;
  }
  return true;
}

FormModel::FormModel(QObject* parent) : QAbstractListModel(parent), m_rows(fields().size()) {
  for (const FieldInfo& field : fields()) m_defaults.push_back(to_json(field.default_value));
}

QStringList FormModel::sections() {
  QStringList out;
  for (const FieldInfo& field : fields())
    if (const QString section = QString::fromStdString(field.section); !out.contains(section))
      out << section;
  return out;
}

// "environment.variables.HOME" and "data.train[2]" belong to the field that they are part of.
int FormModel::rowOfFinding(const QString& path) const {
  int row = rowOf(path);
  for (QString shorter = path; row < 0 && shorter.contains(u'.');) {
    shorter.truncate(shorter.lastIndexOf(u'.'));
    row = rowOf(shorter);
  }
  return row < 0 ? rowOf(path.section(u'[', 0, 0)) : row;
}

void FormModel::show(const Document& document, const QString& text) {
  const Experiment& experiment = document.experiment;
  const std::vector<FieldInfo>& all = fields();
  std::vector<Row> rows(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Value value = all[i].get(experiment);
    rows[i].text = FieldText::show(all[i], value);
    rows[i].changed = to_json(value) != m_defaults[i];
    rows[i].applies = conditionHolds(all[i].applies_when, experiment);
    rows[i].typedProblem = rows[i].text == m_rows[i].text ? m_rows[i].typedProblem : QString();
  }
  for (const Diagnostic& diagnostic : document.diagnostics) {
    const int row = rowOfFinding(QString::fromStdString(diagnostic.path));
    if (row < 0) continue;
    Row& target = rows[static_cast<std::size_t>(row)];
    const FieldInfo& field = all[static_cast<std::size_t>(row)];
    if (diagnostic.severity == Severity::error && field.path == diagnostic.path &&
        isScalar(field.kind) && !field.multiline)
      if (const QString written = writtenAt(text, diagnostic.line, diagnostic.column);
          !written.isEmpty()) {
        target.text = written;
        target.changed = true;
      }
    if (!target.problem.isEmpty())
      target.problem += u'\n';
    else
      target.severity = diagnostic.severity;
    if (diagnostic.severity == Severity::error) target.severity = Severity::error;
    target.problem += ContractWords::finding(diagnostic);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == m_rows[i]) continue;
    m_rows[i] = std::move(rows[i]);
    const QModelIndex at = index(static_cast<int>(i));
    emit dataChanged(at, at);
  }
}

void FormModel::enter(int row, const QString& text) {
  const FieldInfo& field = fields()[static_cast<std::size_t>(row)];
  const FieldText::Parsed parsed = FieldText::parse(field, text);
  Row& state = m_rows[static_cast<std::size_t>(row)];
  if (state.typedProblem != parsed.problem) {
    state.typedProblem = parsed.problem;
    emit dataChanged(index(row), index(row), {ProblemRole, SeverityRole});
  }
  if (parsed.value && text != state.text)
    emit editRequested({QString::fromStdString(field.path), *parsed.value});
}

void FormModel::resetToDefault(int row) {
  m_rows[static_cast<std::size_t>(row)].typedProblem.clear();
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
      return ContractWords::label(field);
    case Qt::ToolTipRole:
      return ContractWords::help(field);
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
      return row.typedProblem.isEmpty() ? row.problem : row.typedProblem;
    case SeverityRole:
      return static_cast<int>(row.typedProblem.isEmpty() ? row.severity : Severity::error);
    case TierRole:
      return static_cast<int>(field.tier);
    default:
      return {};
  }
}

}  // namespace trainyard
