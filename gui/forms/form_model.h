// SPDX-License-Identifier: GPL-3.0-or-later
// Every field of the experiment as a row: what it is, its value now, whether it applies, what is
// wrong with it. Knows nothing of how it is shown; changes leave as requests to whoever owns the
// document.
#pragma once

#include <QAbstractListModel>
#include <QStringList>
#include <optional>
#include <vector>

#include "engine/contract/diagnostic.h"
#include "engine/contract/experiment/reader.h"

namespace trainyard {

// What a person entered into one field: a value of its kind or, where there is none, the text.
struct FieldChange {
  QString path;
  std::optional<Value> value;
  QString text;
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

  // What a person typed leaves as a request. The document takes it, right or wrong, and is shown
  // again; what it did not take is taken back by showAgain().
  void enter(int row, const QString& text);
  void resetToDefault(int row);
  void showAgain();  // every row, changed or not

  int rowOf(const QString& path) const;  // -1 when there is no such field
  static QStringList
  sections();  // in the document's order; the first, empty one holds the top-level fields

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 signals:
  // dataChanged() with roles: only the problem is another one.
  void editRequested(const trainyard::FieldChange& change);
  void resetRequested(const QString& path);

 private:
  struct Row {
    QString text;
    bool changed = false;
    bool applies = true;
    QString problem;
    Severity severity = Severity::info;

    bool operator==(const Row&) const = default;
  };
  int rowOfFinding(const QString& path) const;
  std::vector<Row> rowsOf(const Document& document, const QString& text) const;
  void addFindings(const Document& document, const QString& text, std::vector<Row>& rows) const;

  std::vector<Row> m_rows;
  std::vector<std::string> m_defaults;  // as JSON, to compare with
};

// "workload=engine", also "data.kind=text|prepared" and several joined by "&": whether it holds for
// the experiment.
bool conditionHolds(const std::string& condition, const Experiment& experiment);

}  // namespace trainyard
