// SPDX-License-Identifier: GPL-3.0-or-later
// Settings that are changed before a run is resumed.
#include "remote/submit/changed_settings.h"

#include <QTest>

#include "engine/contract/experiment/experiment.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const std::string resolved =
    "format: 1\nname: changed\nmodel: {kind: gpt2}\ndata: {train: [/data/train.txt]}\n"
    "batch: {per_device: 8, gradient_accumulation_steps: 2}\n"
    "resources: {time_limit: '1:00:00'}\n";

}  // namespace

class ChangedSettingsTest : public QObject {
  Q_OBJECT

 private slots:
  void valuesAreTheNewOnes() {
    const auto changed =
        withChangedSettings(resolved, {QStringLiteral("batch.per_device=4"),
                                       QStringLiteral("batch.gradient_accumulation_steps=4"),
                                       QStringLiteral("resources.time_limit=2:00:00"),
                                       QStringLiteral("environment.variables.OMP_NUM_THREADS='2'"),
                                       QStringLiteral("data.train=[/data/other.txt]")});
    QVERIFY2(changed, changed ? "" : changed.error().message.c_str());
    QCOMPARE(changed->batch.per_device, 4);
    QCOMPARE(changed->resources.time_limit, std::optional<std::string>("2:00:00"));
    QCOMPARE(changed->environment.variables.size(), std::size_t(1));
    QCOMPARE(changed->data.train.front(), std::string("/data/other.txt"));
  }

  void whatIsRefused_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("code");
    QTest::newRow("name") << "name=other" << "resume.fixed";
    QTest::newRow("model") << "model.overrides.n_layer=2" << "resume.fixed";
    QTest::newRow("search") << "search.trials=9" << "resume.fixed";
    QTest::newRow("unknown") << "batch.perdevice=4" << "experiment.invalid";
    QTest::newRow("out of range") << "batch.per_device=0" << "experiment.invalid";
    QTest::newRow("a path here") << "data.train=[train.txt]" << "resume.relative_path";
  }
  void whatIsRefused() {
    QFETCH(QString, change);
    QFETCH(QString, code);
    const auto changed = withChangedSettings(resolved, {change});
    QVERIFY(!changed);
    QCOMPARE(QString::fromStdString(changed.error().code), code);
  }
};

TRAINYARD_TEST(ChangedSettingsTest);
#include "changed_settings_test.moc"
