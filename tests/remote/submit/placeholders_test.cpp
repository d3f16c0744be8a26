// SPDX-License-Identifier: GPL-3.0-or-later
// Values of the document in what a program is started with.

#include <QTest>

#include "engine/contract/experiment/placeholders.h"
#include "engine/contract/experiment/reader.h"
#include "remote/submit/prepare.h"
#include "remote/submit/script.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QByteArray withPlaceholders =
    "format: 1\nname: filled\nworkload: command\n"
    "command: {launcher: none, program: /bin/true, metrics: none, arguments: ['--lr={{ "
    "optimizer.learning_rate }}', '{{seed}}:{{ name }}', '{run_dir}/{{ model.overrides.width }}', "
    "'{{ a b }} {{}} {{ {{ seed }}']}\n"
    "model: {overrides: {width: 48, names: [a, b]}}\n"
    "optimizer: {learning_rate: 1.0e-4}\nseed: 11\n"
    "environment: {variables: {LR: '{{ optimizer.learning_rate }}', NAMES: '{{ "
    "model.overrides.names }}', CHAIN: '{{ environment.variables.LR }}', HOME: null}}\n";

Experiment read(const QByteArray& text) {
  return read_experiment(text.toStdString(), "filled.yaml").experiment;
}

std::string variable(const Experiment& experiment, const std::string& name) {
  for (const auto& [key, value] : experiment.environment.variables)
    if (key == name) return value.value_or("(null)");
  return "(missing)";
}

}  // namespace

class PlaceholdersTest : public QObject {
  Q_OBJECT

 private slots:
  void valuesStandWhereTheirPathsWere() {
    const Experiment given = read(withPlaceholders);
    QVERIFY(check_placeholders(given).empty());
    const Experiment filled = with_values_filled(given);
    QCOMPARE(filled.command.arguments[0], std::string("--lr=1.0e-4"));
    QCOMPARE(filled.command.arguments[1], std::string("11:filled"));
    QCOMPARE(filled.command.arguments[2], std::string("{run_dir}/48"));
    // What is no path is the program's own.
    QCOMPARE(filled.command.arguments[3], std::string("{{ a b }} {{}} {{ 11"));
    QCOMPARE(variable(filled, "LR"), std::string("1.0e-4"));
    QCOMPARE(variable(filled, "NAMES"), std::string("[a, b]"));
    QCOMPARE(variable(filled, "CHAIN"), std::string("{{ optimizer.learning_rate }}"));
    QCOMPARE(variable(filled, "HOME"), std::string("(null)"));
  }

  void aBackslashKeepsOne() {
    Experiment given = read(withPlaceholders);
    given.command.arguments = {"\\{{ seed }}", "a\\{{ seed }}{{ seed }}", "\\{{ a b }}",
                               "\\{{ optimizer.nothing }}"};
    QVERIFY(check_placeholders(given).empty());
    const Experiment filled = with_values_filled(given);
    QCOMPARE(filled.command.arguments[0], std::string("{{ seed }}"));
    QCOMPARE(filled.command.arguments[1], std::string("a{{ seed }}11"));
    QCOMPARE(filled.command.arguments[2], std::string("\\{{ a b }}"));
    QCOMPARE(filled.command.arguments[3], std::string("{{ optimizer.nothing }}"));
  }

  void theJobScriptHasThem() {
    ScriptSite site;
    site.programs = QStringLiteral("/opt/bin");
    site.base = QStringLiteral("/runs");
    const QByteArray script = renderScript(read(withPlaceholders), site);
    QVERIFY2(script.contains("--lr=1.0e-4"), script.constData());
    QVERIFY2(script.contains("export LR=1.0e-4"), script.constData());
    QVERIFY2(!script.contains("{{ seed }}"), script.constData());
    Experiment ofScript = read(withPlaceholders);
    ofScript.workload = Workload::script;
    ofScript.script.file = "/scratch/job.sh";
    ofScript.script.arguments = {"{{ optimizer.learning_rate }}"};
    QCOMPARE(with_values_filled(ofScript).script.arguments[0], std::string("1.0e-4"));
    // The engine reads the document itself.
    Experiment ofEngine = read(withPlaceholders);
    ofEngine.workload = Workload::engine;
    QCOMPARE(variable(with_values_filled(ofEngine), "LR"),
             std::string("{{ optimizer.learning_rate }}"));
  }

  void anUnknownPathIsSaidAtItsField() {
    const auto findings = [](const QByteArray& argument, const QByteArray& more = {}) {
      ExperimentSource source;
      source.path = QStringLiteral("/tmp/filled.yaml");
      source.text =
          "format: 1\nname: filled\nworkload: command\ncommand:\n  launcher: none\n"
          "  program: /bin/true\n  metrics: none\n  arguments: ['" +
          argument + "']\n" + more;
      const auto prepared = prepareExperiment(source, QStringLiteral("/opt/bin"));
      return prepared ? prepared->diagnostics : std::vector<Diagnostic>();
    };
    const auto near = findings("{{ optimizer.learning_rat }} {{ seed }}");
    QCOMPARE(near.size(), std::size_t(1));
    QCOMPARE(near[0].code, std::string("placeholder.unknown_near"));
    QCOMPARE(near[0].path, std::string("command.arguments"));
    QCOMPARE(near[0].line, 8);
    const std::string& said = near[0].text;
    QVERIFY2(said.find("did you mean optimizer.learning_rate?") != said.npos, said.c_str());
    const auto entry = findings("{{ model.overrides.width }}");
    QCOMPARE(entry.size(), std::size_t(1));
    QCOMPARE(entry[0].code, std::string("placeholder.unknown"));
    // Templates of the program are its own.
    QVERIFY(findings("{{ messages }} {{ message.content }} {{nodes}}").empty());
    // A search gives each of its trials a value.
    QVERIFY(findings("{{ model.overrides.width }}",
                     "search: {space: {model.overrides.width: [1, 2]}, objective: loss}\n")
                .empty());
  }
};

TRAINYARD_TEST(PlaceholdersTest);
#include "placeholders_test.moc"
