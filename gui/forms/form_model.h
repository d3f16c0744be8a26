// Every field of the experiment as a row: what it is, its value now, whether it applies, what is
// wrong with it. Knows nothing of how it is shown; changes leave as requests to whoever owns the
// document.
#pragma once

#include <QAbstractListModel>
#include <QStringList>
#include <vector>

#include "engine/contract/diagnostic.h"
#include "engine/contract/experiment/reader.h"

namespace trainyard {

// What a person entered into one field.
struct FieldChange {
  QString path;
  Value value;
};

class FormModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role {
    PathRole = Qt::UserRole,
    SectionRole,
    TextRole,
    ChangedRole,
    AppliesRole,
    ProblemRole,
    SeverityRole,
    TierRole
  };

  explicit FormModel(QObject* parent = nullptr);

  // The document's present state. Where a value is wrong the experiment holds the default: the row
  // then shows what the text says.
  void show(const Document& document, const QString& text);

  // What a person typed. Text that is no value of the field's kind stays a problem of the form
  // until it is typed anew; the document is not touched by it.
  void enter(int row, const QString& text);
  void resetToDefault(int row);

  int rowOf(const QString& path) const;  // -1 when there is no such field
  static QStringList
  sections();  // in the document's order; the first, empty one holds the top-level fields

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 signals:
  void editRequested(const trainyard::FieldChange& change);
  void resetRequested(const QString& path);

 private:
  int rowOfFinding(const QString& path) const;

  struct Row {
    QString text;
    bool changed = false;
    bool applies = true;
    QString problem;  // from the document
    Severity severity = Severity::info;
    QString typedProblem;  // from the form

    bool operator==(const Row&) const = default;
  };
  std::vector<Row> m_rows;
  std::vector<std::string> m_defaults;  // as JSON, to compare with
};

// "workload=engine", also "data.kind=text|prepared" and several joined by "&": whether it holds for
// the experiment.
bool conditionHolds(const std::string& condition, const Experiment& experiment);

}  // namespace trainyard
