// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/form_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "gui/forms/field_text.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class FormModelTest : public QObject {
  Q_OBJECT
 private slots:
  void everyFieldIsARowWithALabel() {
    FormModel model;
    QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), static_cast<int>(fields().size()));
    for (const FieldInfo& field : fields()) {
      const int row = model.rowOf(QString::fromStdString(field.path));
      QVERIFY2(row >= 0, field.path.c_str());
      QVERIFY2(!model.index(row).data().toString().isEmpty(), field.path.c_str());
      QVERIFY(
          FormModel::sections().contains(model.index(row).data(FormModel::SectionRole).toString()));
    }
  }

  // What a field shows reads back as the same value, for the default of every field.
  void textOfEveryDefaultReadsBack() {
    for (const FieldInfo& field : fields()) {
      const auto parsed = FieldText::parse(field, FieldText::show(field, field.default_value));
      QVERIFY2(parsed, field.path.c_str());
      QCOMPARE(to_json(*parsed), to_json(field.default_value));
    }
  }

  void entriesLeaveAsValuesOfTheirKind() {
    FormModel model;
    model.show({}, QString());
    QList<FieldChange> changes;
    connect(&model, &FormModel::editRequested, this,
            [&](const FieldChange& change) { changes << change; });
    model.enter(model.rowOf("optimizer.learning_rate"), "1e-3");
    model.enter(model.rowOf("data.train"), "a.txt\nb c.txt\n");
    model.enter(model.rowOf("model.overrides"), "n_layer: 4\nresid_pdrop: 0.0\nname: \"x\"");
    model.enter(model.rowOf("resources.partition"), "gpu");
    QCOMPARE(changes.size(), 4);
    QCOMPARE(to_json(*changes[0].value), to_json(Value(0.001)));
    QCOMPARE(to_json(*changes[1].value), "[\"a.txt\",\"b c.txt\"]");
    QCOMPARE(to_json(*changes[2].value),
             to_json(Value(Map{{"n_layer", 4}, {"resid_pdrop", 0.0}, {"name", "x"}})));
    QCOMPARE(to_json(*changes[3].value), "\"gpu\"");
  }

  void whatIsNoValueLeavesAsItWasTyped() {
    FormModel model;
    model.show({}, QString());
    QList<FieldChange> changes;
    connect(&model, &FormModel::editRequested, this,
            [&](const FieldChange& change) { changes << change; });
    const QList<QPair<QString, QString>> noValues{{"optimizer.learning_rate", "fast"},
                                                  {"optimizer.learning_rate", "inf"},
                                                  {"seed", "1e3"},
                                                  {"environment.variables", "A: 1\nA: 2"},
                                                  {"model.overrides", "n_layer 4"}};
    for (const auto& [path, text] : noValues) {
      model.enter(model.rowOf(path), text);
      QVERIFY2(!changes.last().value, qPrintable(path));
      QCOMPARE(changes.last().text, text);
    }
    QCOMPARE(changes.size(), noValues.size());
  }

  void whatStandsAtAWrongFieldIsShownAndNothingElse() {
    FormModel model;
    const char* text =
        "format: 1\nname: x\nworkload: command\nseed: \"1e3\"\nbatch: {per_device: -3}\n"
        "data:\n  train: [1, {a: b}]\n";
    Document document = read_experiment(text, "x.yaml");
    // What is missing is found at the document's first line.
    Diagnostic missing =
        make_diagnostic(Severity::error, "file.missing", "command.program", {{"path", "/x"}});
    missing.line = missing.column = 1;
    document.diagnostics.push_back(missing);
    model.show(document, text);
    const auto shown = [&](const char* path) {
      return model.index(model.rowOf(path)).data(FormModel::TextRole).toString();
    };
    QCOMPARE(shown("seed"), "1e3");
    QCOMPARE(shown("batch.per_device"), "-3");
    QVERIFY(shown("data.train").startsWith("1\n"));
    QVERIFY(!model.index(model.rowOf("command.program"))
                 .data(FormModel::ProblemRole)
                 .toString()
                 .isEmpty());
    QCOMPARE(shown("command.program"), "train.py");
  }

  void everyRowIsShownAgainWhenAsked() {
    FormModel model;
    QSignalSpy changed(&model, &FormModel::dataChanged);
    model.showAgain();
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed[0][1].toModelIndex().row(), model.rowCount() - 1);
  }

  void findingsStandAtTheirFields() {
    FormModel model;
    QAbstractItemModelTester tester(&model);
    const char* text = "format: 1\nname: x\nbatch:\n  per_device: -3   # wrong\n";
    model.show(read_experiment(text, "x.yaml"), text);
    const QModelIndex index = model.index(model.rowOf("batch.per_device"));
    QVERIFY(!index.data(FormModel::ProblemRole).toString().isEmpty());
    QCOMPARE(index.data(FormModel::SeverityRole).toInt(), static_cast<int>(Severity::error));
    QCOMPARE(index.data(FormModel::TextRole).toString(),
             "-3");  // what stands there, not the default
  }

  void changedAndApplies() {
    FormModel model;
    const char* text = "format: 1\nname: x\nseed: 7\nworkload: command\n";
    model.show(read_experiment(text, "x.yaml"), text);
    QVERIFY(model.index(model.rowOf("seed")).data(FormModel::ChangedRole).toBool());
    QVERIFY(!model.index(model.rowOf("training.num_epochs")).data(FormModel::ChangedRole).toBool());
    QVERIFY(model.index(model.rowOf("command.program")).data(FormModel::AppliesRole).toBool());
    QVERIFY(
        !model.index(model.rowOf("optimizer.learning_rate")).data(FormModel::AppliesRole).toBool());
  }

  // With another workload nothing of the trainer's data is asked for, whatever the document says.
  void dataIsOfTheEngineAlone() {
    for (const char* workload : {"command", "script"}) {
      FormModel model;
      const QString text = QStringLiteral(
                               "format: 1\nname: x\nworkload: %1\ndata:\n  train: [a.txt]\n"
                               "  sentences: punkt\n")
                               .arg(QLatin1String(workload));
      model.show(read_experiment(text.toStdString(), "x.yaml"), text);
      for (int row = 0; row < model.rowCount(); ++row)
        if (model.index(row).data(FormModel::SectionRole).toString() == "data")
          QVERIFY2(!model.index(row).data(FormModel::AppliesRole).toBool(),
                   qPrintable(model.index(row).data(FormModel::PathRole).toString()));
    }
  }
};

TRAINYARD_TEST(FormModelTest);
#include "form_model_test.moc"
