// SPDX-License-Identifier: GPL-3.0-or-later
// What a preset's job asks of Slurm with its site's profile, option by option beside the
// original's.
#include <QTest>

#include "tests/remote/submit/site_presets.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// What ours always has of its own: who ends, whether a job comes back, where the output goes.
const QStringList ownOptions{QStringLiteral("signal"), QStringLiteral("requeue"),
                             QStringLiteral("open-mode")};

// One training as it is started by its authors. `original`: option -> value, with the long names
// and Slurm's units; `differs`: what is otherwise here on purpose, with the reason; `ours`: what
// the original does not say.
struct Original {
  const char* preset;
  const char* site;
  Options original;
  std::map<QString, std::pair<QString, const char*>> differs;
  Options ours;
  QStringList modules;
  QStringList outputs;  // links to the job's output, as words of the script
};

constexpr const char* ofTheRun = "belongs to one run: on sbatch's command line";
constexpr const char* yourOwn = "your project's";

const std::vector<Original>& originals() {
  static const std::vector<Original> all{
      {"leonardo-sft",
       "leonardo",
       {{"nodes", "1"},
        {"ntasks-per-node", "1"},
        {"ntasks", "1"},
        {"cpus-per-task", "32"},
        {"gres", "gpu:4"},
        {"mem", "256G"},
        {"time", "24:00:00"},
        {"partition", "boost_usr_prod"},
        {"account", "EUHPC_A06_067"},
        {"job-name", "sft-train"},
        {"output", "logs/output_sft.log"},
        {"error", "logs/error_sft.log"}},
       {{"account", {{}, yourOwn}},
        {"ntasks", {{}, "follows from nodes and ntasks-per-node"}},
        {"job-name", {{}, ofTheRun}},
        {"output", {{}, ofTheRun}},
        {"error", {{}, "both go into one file"}}},
       {},
       {"cuda/12.1", "anaconda3/2023.09-0"},
       {"logs/output_leonardo-sft.log", "logs/error_leonardo-sft.log"}},
      {"leonardo-sft-multinode",
       "leonardo",
       {{"nodes", "4"},
        {"ntasks-per-node", "1"},
        {"ntasks", "4"},
        {"cpus-per-task", "8"},
        {"gpus-per-node", "4"},
        {"mem", "256G"},
        {"time", "24:00:00"},
        {"partition", "boost_usr_prod"},
        {"account", "EUHPC_A06_067"},
        {"job-name", "multinode"},
        {"output", "./logs/multinode_output.log"},
        {"error", "./logs/multinode_error.log"}},
       {{"account", {{}, yourOwn}},
        {"ntasks", {{}, "follows from nodes and ntasks-per-node"}},
        {"gpus-per-node", {{}, "gres asks for the same, and is the site's other script's word"}},
        {"job-name", {{}, ofTheRun}},
        {"output", {{}, ofTheRun}},
        {"error", {{}, "both go into one file"}}},
       {{"gres", "gpu:4"}},
       {"anaconda3/2023.09-0"},
       {"logs/output_leonardo-sft-multinode.log", "logs/error_leonardo-sft-multinode.log"}},
      {"unity-gpt2-medium",
       "unity",
       {{"cpus-per-task", "2"},
        {"mem", "100000M"},
        {"partition", "gypsum-rtx8000"},
        {"gpus", "2"},
        {"output", "slurm-%j.out"}},
       {{"output", {{}, ofTheRun}}},
       {{"nodes", "1"}, {"ntasks-per-node", "1"}},
       {"pytorch"},
       {"slurm-\"$SLURM_JOB_ID\".out"}},
      {"twcc-run-clm",
       "twcc",
       {{"nodes", "2"},
        {"ntasks-per-node", "1"},
        {"cpus-per-task", "32"},
        {"gres", "gpu:8"},
        {"time", "00:10:00"},
        {"account", "MST111000"},
        {"partition", "gp1d"},
        {"job-name", "gpt2_multi"},
        {"output", "%j.out"},
        {"error", "%j.err"}},
       {{"account", {{}, yourOwn}},
        {"job-name", {{}, ofTheRun}},
        {"output", {{}, ofTheRun}},
        {"error", {{}, "both go into one file"}}},
       {},
       {"pkg/Anaconda3", "cuda/11.7", "compiler/gcc/11.2.0"},
       {"\"$SLURM_JOB_ID\".out", "\"$SLURM_JOB_ID\".err"}},
      {"nyutron-pretrain",
       "nyu-oermannlab",
       {{"wait-all-nodes", "1"},
        {"qos", "qos_free"},
        {"nodes", "3"},
        {"ntasks-per-node", "1"},
        {"cpus-per-task", "40"},
        {"mem", "800G"},
        {"partition", "oermannlab"},
        {"time", "30-00:00:00"},
        {"gres", "gpu:a100:8"},
        {"nodelist", "a100-8001,a100-8002,a100-8003"},
        {"mail-type", "ALL"},
        {"job-name", "pretraining"},
        {"output", "outs/multinode_%j.out"}},
       {{"mail-type", {{}, "the desktop tells; give it in extra_directives"}},
        {"job-name", {{}, ofTheRun}},
        {"output", {{}, ofTheRun}}},
       {},
       {"cuda/11.4", "gcc/10.2.0", "nccl"},
       {"outs/multinode_\"$SLURM_JOB_ID\".out"}},
      {"nyutron-finetune-readmission",
       "nyu-oermannlab",
       {{"nodes", "1"},
        {"cpus-per-task", "24"},
        {"partition", "oermannlab"},
        {"time", "1-00:00:00"},
        {"gres", "gpu:a100:8"},
        {"mem-per-cpu", "4G"}},
       {{"mem-per-cpu", {{}, "24 cores of 4 GiB are mem=96G"}}},
       {{"mem", "96G"}, {"ntasks-per-node", "1"}, {"wait-all-nodes", "1"}},
       {},
       {"outs/multinode_\"$SLURM_JOB_ID\".out"}},
      {"fms-ehrs-pretrain",
       "randi",
       {{"job-name", "tune-mdl"},
        {"output", "./output/%j-%x.stdout"},
        {"partition", "gpuq"},
        {"gres", "gpu:8"},
        {"time", "1-00:00:00"}},
       {{"job-name", {{}, ofTheRun}}, {"output", {{}, ofTheRun}}},
       // One core for eight ranks is what the original gets without a word.
       {{"nodes", "1"}, {"ntasks-per-node", "1"}, {"cpus-per-task", "32"}},
       {},
       {"output/\"$SLURM_JOB_ID\"-fms-ehrs-pretrain.stdout"}},
  };
  return all;
}

}  // namespace

class SiteScriptTest : public QObject {
  Q_OBJECT

 private slots:
  void presetsAskForWhatTheOriginalsAskFor() {
    for (const Original& one : originals()) {
      const QByteArray text =
          siteScript(presetNamed(QLatin1String(one.preset)), knownSite(QLatin1String(one.site)));
      Options there = directivesOf(text);
      for (const QString& own : ownOptions) there.erase(own);
      Options expected = one.original;
      for (const auto& [option, otherwise] : one.differs) {
        QVERIFY2(expected.erase(option) == 1, qPrintable(option));
        QVERIFY(otherwise.second[0] != '\0');
        if (!otherwise.first.isEmpty()) expected[option] = otherwise.first;
      }
      for (const auto& [option, value] : one.ours) expected[option] = value;
      for (const auto& [option, value] : expected)
        QVERIFY2(there.contains(option) && there[option] == value,
                 qPrintable(QStringLiteral("%1: %2 is %3, not %4")
                                .arg(QLatin1String(one.preset), option, there[option], value)));
      for (const auto& [option, value] : there)
        QVERIFY2(expected.contains(option),
                 qPrintable(QStringLiteral("%1: %2=%3 is nowhere in the original")
                                .arg(QLatin1String(one.preset), option, value)));
      QCOMPARE(modulesOf(text), one.modules);
      for (const QString& output : one.outputs)
        QVERIFY2(text.contains(("\"$run_dir/\"" + output + "; fi").toUtf8()),
                 qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(one.preset), output)));
    }
  }

  void presetsAreWithinTheirSites() {
    for (const Original& one : originals()) {
      Experiment experiment = presetNamed(QLatin1String(one.preset));
      experiment.resources.account = "mine";
      QCOMPARE(siteMessages(experiment, knownSite(QLatin1String(one.site))), QStringList());
    }
  }
};

TRAINYARD_TEST(SiteScriptTest);
#include "site_script_test.moc"
