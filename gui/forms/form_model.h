// SPDX-License-Identifier: GPL-3.0-or-later
// Every field of the experiment as a row: its description, its current value, whether it applies,
// its error. Independent of how it is shown; changes are emitted as requests to the owner of the
// document.
#pragma once

#include <QAbstractListModel>
#include <QStringList>
#include <optional>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/reader.h"

namespace trainyard {

// The user's input for a field: a value of its kind or, if it is invalid, the text.
struct FieldChange {
  QString path;
  std::optional<Value> value;
  QString text;
};

// Several values that a field was given, to be tried one by one in a study.
struct SeveralValues {
  QString text;        // as the field shows them
  QStringList values;  // at least two
  bool operator==(const SeveralValues&) const = default;
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
    TierRole,
    StudyRole,   // what several values of the field make; empty: it has one
    ReasonRole,  // why it has no effect; empty: it has one
    IdleRole     // a setting of the search in a document without one
  };

  FormModel();

  // Sets the current state of the document. If a value is invalid, the experiment has the default:
  // the row then shows the text.
  void show(const Document& document, const QString& text);

  // What fields show that have several values, by path: the document has the first of each.
  void showSeveral(const QMap<QString, SeveralValues>& several);

  // Emits the user's input as a request. The document accepts it, valid or not, and is shown again;
  // if it was rejected, showAgain() reverts it.
  void enter(int row, const QString& text);
  // The same for several values; one of them alone is entered.
  void enterSeveral(int row, const QStringList& values);
  // Whether several values may be tried: choices, booleans, and what is written in one line.
  static bool takesSeveral(const FieldInfo& field);
  // The values of a row: one, or several that it was given.
  QStringList valuesOf(int row) const;
  void resetToDefault(int row);
  void showAgain();  // all rows, changed or not

  int rowOf(const QString& path) const;  // -1 if there is no such field
  // In document order, but for the search at the end, as it is no part of a single run; the first,
  // empty one contains the top-level fields.
  static QStringList sections();

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 signals:
  // dataChanged() with roles: only the problem has changed.
  void editRequested(const trainyard::FieldChange& change);
  void resetRequested(const QString& path);
  void severalRequested(const QString& path, const trainyard::SeveralValues& several);

 private:
  struct Row {
    QString text;
    bool changed = false;
    bool applies = true;
    bool isIdle = false;
    QString problem;
    Severity severity = Severity::info;
    QString study, reason;

    bool operator==(const Row&) const = default;
  };
  int rowOfFinding(const QString& path) const;
  std::vector<Row> rowsOf(const Document& document, const QString& text) const;
  void addFindings(const Document& document, const QString& text, std::vector<Row>& rows) const;
  void addSeveral(std::vector<Row>& rows) const;
  QString studyOf(const QString& path) const;
  static QString reasonOf(const FieldInfo& field, const Experiment& experiment);

  QMap<QString, SeveralValues> m_several;
  std::vector<Row> m_rows;
  std::vector<std::string> m_defaults;  // as JSON, for comparison
};

}  // namespace trainyard
