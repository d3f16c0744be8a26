// SPDX-License-Identifier: GPL-3.0-or-later
// What a command or a script names of its code, and what the names of GPUs tell of a plan.
#include "remote/rehearse/code_use.h"

#include <QTest>

#include "engine/contract/experiment/experiment.h"
#include "remote/rehearse/gpu_check.h"
#include "remote/values/gpu_names.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

QStringList placesAndNames(const std::vector<CodeUse::Named>& all) {
  QStringList names;
  for (const CodeUse::Named& each : all)
    names << QString::fromStdString(each.place + " " + each.name);
  return names;
}

CodeUse useOfText(const char* text) {
  return useOfScript(text, "job.sh", [](const std::string& file) {
    return file == "inner.sh" ? std::optional<std::string>("python train.py\n") : std::nullopt;
  });
}

TrainingPlan planWith(std::int64_t bytes) {
  TrainingPlan plan;
  plan.memory.push_back({.per_device = 1, .parameters = bytes});
  return plan;
}

}  // namespace

class CodeUseTest : public QObject {
  Q_OBJECT

 private slots:
  void filesAreNamedWithTheirLine() {
    const CodeUse use = useOfText("#!/bin/bash\ncd src\npython fit.py --config=a.yaml\n");
    QCOMPARE(placesAndNames(use.files),
             QStringList({"job.sh:3 src/fit.py", "job.sh:3 src/a.yaml"}));
    QCOMPARE(use.programs.size(), 1U);
    QCOMPARE(use.programs[0].words, std::vector<std::string>{"--config=a.yaml"});
  }

  void whatIsMadeOrMayNotRunIsLeftOut() {
    for (const char* text :
         {"cp /data/a.yaml .\npython - --config a.yaml\n", "if [ -f b.py ]; then python b.py; fi\n",
          "cd /elsewhere\npython c.py\n", "python /absolute/d.py\n",
          "apptainer exec image.sif python e.py\n",
          "./run --log_file out.json --output-dir=x.json\n"})
      for (const QString& name : placesAndNames(useOfText(text).files))
        QCOMPARE(name, "job.sh:1 run");
  }

  void scriptsWithinAreFollowed() {
    const CodeUse use = useOfText("bash inner.sh\n");
    QCOMPARE(placesAndNames(use.shellScripts), QStringList("job.sh:1 inner.sh"));
    QCOMPARE(placesAndNames(use.files), QStringList({"job.sh:1 inner.sh", "inner.sh:1 train.py"}));
  }

  void optionsInTheWrongOrder() {
    const CodeUse early = useOfText("python --lr 1 train.py\n");
    QCOMPARE(early.misplaced.size(), 1U);
    QVERIFY(early.misplaced[0].isTooEarly);
    QVERIFY(useOfText("python3 -u -W ignore -X dev train.py --lr 1\n").misplaced.empty());
    const CodeUse late = useOfText("torchrun --nnodes=2 train.py --nproc_per_node 4\n");
    QCOMPARE(late.misplaced.size(), 1U);
    QCOMPARE(late.misplaced[0].option, std::string("--nproc_per_node"));
    QVERIFY(!late.misplaced[0].isTooEarly);
  }

  void placesAndNamesGpus() {
    QCOMPARE(gpuHasBf16("Tesla V100-SXM2-32GB 7.0"), std::optional(false));
    QCOMPARE(gpuHasBf16("NVIDIA Newer 12.0"), std::optional(true));
    QCOMPARE(gpuHasBf16("t4"), std::optional(false));
    QCOMPARE(gpuHasBf16("a100_80gb"), std::optional(true));
    QCOMPARE(gpuHasBf16("mystery"), std::nullopt);
    QCOMPARE(*gpuBytes("a100_80gb"), 80.0 * (1 << 30));
  }

  void aPlanIsComparedWithThePartition() {
    Experiment experiment;
    experiment.resources.gpus_per_node = 1;
    experiment.precision.kind = PrecisionKind::bf16;
    TargetFacts facts;
    facts.partitions = {{.name = "old", .isDefault = true, .gpus = {{"t4", 4, 2}}},
                        {.name = "new", .gpus = {{"a100_80gb", 4, 2}, {"mystery", 4, 2}}}};
    const auto codes = [&](std::int64_t gibibytes) {
      QStringList all;
      for (const Diagnostic& finding :
           findingsOnGpus(experiment, {}, facts, planWith(gibibytes << 30)))
        all << QString::fromStdString(finding.code);
      return all;
    };
    QCOMPARE(codes(1), QStringList("rehearsal.bf16"));
    QCOMPARE(codes(15), QStringList({"rehearsal.gpu_memory_scarce", "rehearsal.bf16"}));
    QCOMPARE(codes(17), QStringList({"rehearsal.gpu_memory", "rehearsal.bf16"}));
    // Some of the GPUs there are unknown.
    experiment.resources.partition = "new";
    QCOMPARE(codes(500), QStringList());
    experiment.resources.gpu_type = "a100_80gb";
    QCOMPARE(codes(500), QStringList("rehearsal.gpu_memory"));
    experiment.resources.gpus_per_node = 0;
    QCOMPARE(codes(500), QStringList());
  }
};

TRAINYARD_TEST(CodeUseTest);
#include "code_use_test.moc"
