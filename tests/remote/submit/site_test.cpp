// SPDX-License-Identifier: GPL-3.0-or-later
// Sites: their words for GPUs, limits and rules that are checked; profiles that are no profiles.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "remote/schedulers/slurm/slurm_request.h"
#include "remote/submit/model_size.h"
#include "remote/submit/on_site.h"
#include "tests/remote/submit/site_presets.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class SiteTest : public QObject {
  Q_OBJECT

 private slots:
  void everyDialectIsWritten() {
    ResourcesSection resources;
    resources.gpus_per_node = 2;
    SiteProfile profile;
    const auto words = [&] {
      const GpuOption gpus = gpuOption(resources, profile);
      return QLatin1String(gpus.option) + QLatin1Char('=') + gpus.value;
    };
    QCOMPARE(words(), QStringLiteral("gres=gpu:2"));
    profile.gpuRequest = SiteProfile::GpuRequest::gpusPerNode;
    QCOMPARE(words(), QStringLiteral("gpus-per-node=2"));
    profile.gpuRequest = SiteProfile::GpuRequest::gpus;
    QCOMPARE(words(), QStringLiteral("gpus=2"));
    resources.nodes = 2;  // of all nodes together, and Slurm may share them unevenly
    QCOMPARE(words(), QStringLiteral("gpus-per-node=2"));
    resources.gpu_type = "v100";
    QCOMPARE(words(), QStringLiteral("gpus-per-node=v100:2"));
  }

  void theSitesTypeIsNamedUnlessSlurmHasNone() {
    Experiment experiment = presetNamed(QStringLiteral("nyutron-pretrain"));
    experiment.resources.gpu_type.reset();
    const SiteProfile profile = knownSite(QStringLiteral("nyu-oermannlab"));
    QCOMPARE(directivesOf(siteScript(experiment, profile))["gres"], QStringLiteral("gpu:a100:8"));
    TargetFacts facts;
    PartitionFacts partition;
    partition.name = QStringLiteral("oermannlab");
    partition.gpus = {{QString(), 8, 3}};
    facts.partitions = {partition};
    QCOMPARE(directivesOf(siteScript(experiment, asProbed(profile, facts)))["gres"],
             QStringLiteral("gpu:8"));
  }

  void limitsAndRulesAreSaid() {
    const SiteProfile leonardo = knownSite(QStringLiteral("leonardo"));
    Experiment experiment = presetNamed(QStringLiteral("leonardo-sft"));
    QCOMPARE(siteMessages(experiment, leonardo),
             QStringList{"error site.account resources.account"});
    experiment.resources.account = "mine";
    experiment.resources.time_limit = "1-00:00:01";
    experiment.resources.cpus_per_process = 9;
    experiment.resources.memory_gib_per_node = 257;
    QCOMPARE(siteMessages(experiment, leonardo),
             (QStringList{"error target.time_limit resources.time_limit",
                          "error target.processors resources.cpus_per_process",
                          "error target.memory resources.memory_gib_per_node"}));
    experiment = presetNamed(QStringLiteral("leonardo-sft"));
    experiment.resources.account = "mine";
    experiment.resources.gpus_per_node = 5;
    experiment.resources.cpus_per_process = 1;
    experiment.environment.container = "docker://image";
    QCOMPARE(siteMessages(experiment, leonardo),
             (QStringList{"error site.gpus resources.gpus_per_node",
                          "error site.container environment.container"}));
    experiment.environment.container.reset();
    experiment.resources.gpus_per_node = 4;
    experiment.workload = Workload::command;
    QCOMPARE(siteMessages(experiment, leonardo),
             QStringList{"warning site.offline environment.variables"});
    experiment.environment.variables = {{"HF_HUB_OFFLINE", "1"}};
    QCOMPARE(siteMessages(experiment, leonardo), QStringList());
    experiment.resources.partition = "elsewhere";
    QCOMPARE(siteMessages(experiment, leonardo),
             QStringList{"warning site.partition resources.partition"});
  }

  void coresForEachGpu() {
    const SiteProfile twcc = knownSite(QStringLiteral("twcc"));
    Experiment experiment = presetNamed(QStringLiteral("twcc-run-clm"));
    experiment.resources.account = "mine";
    experiment.resources.gpus_per_node = 4;
    experiment.resources.cpus_per_process = 5;
    QCOMPARE(siteMessages(experiment, twcc),
             QStringList{"error site.more_cores_per_gpu resources.cpus_per_process"});
    experiment.resources.cpus_per_process = 3;
    QCOMPARE(siteMessages(experiment, twcc),
             QStringList{"warning site.fewer_cores_per_gpu resources.cpus_per_process"});
    experiment.resources.cpus_per_process.reset();
    QCOMPARE(siteMessages(experiment, twcc).size(), 1);
  }

  void turingHasNoBf16() {
    Experiment experiment = presetNamed(QStringLiteral("unity-gpt2-medium"));
    experiment.precision.kind = PrecisionKind::bf16;
    QCOMPARE(siteMessages(experiment, knownSite(QStringLiteral("unity"))),
             QStringList{"error site.bf16 precision.kind"});
    experiment.resources.gpus_per_node = 0;  // a processor computes in bf16
    QCOMPARE(siteMessages(experiment, knownSite(QStringLiteral("unity"))), QStringList());
  }

  // 16 bytes a parameter: 112 GB for seven thousand million.
  void memoryOfGpusIsEstimated() {
    QTemporaryDir folder;
    QCOMPARE(parametersOf(folder.path()), std::nullopt);
    const auto write = [&](const char* name, const QByteArray& text, qint64 size) {
      QFile file(folder.filePath(QLatin1String(name)));
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
      QVERIFY(size == 0 || file.resize(size));  // a hole
    };
    write("config.json", R"({"torch_dtype": "bfloat16"})", 0);
    QCOMPARE(parametersOf(folder.path()), std::nullopt);
    write("model-1.safetensors", "", 8'000'000'000);
    write("model-2.safetensors", "", 6'000'000'000);
    QCOMPARE(parametersOf(folder.path()), 7'000'000'000);
    Experiment experiment = presetNamed(QStringLiteral("leonardo-sft"));
    experiment.resources.account = "mine";
    experiment.precision.kind = PrecisionKind::fp32;
    QCOMPARE(minBytesPerParameter(experiment) * 7, 112);
    const SiteProfile leonardo = knownSite(QStringLiteral("leonardo"));
    std::vector<Diagnostic> found;
    addSiteFindings(experiment, leonardo, found, 7'000'000'000);
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY2(found.front().text.find("105 GiB") != std::string::npos, found.front().text.c_str());
    found.clear();
    addSiteFindings(experiment, leonardo, found, 600'000'000);
    experiment.lora.rank = 32;
    addSiteFindings(experiment, leonardo, found, 7'000'000'000);
    QVERIFY(found.empty());
  }

  void whatSlurmSaidIsNotSaidAgain() {
    const SiteProfile leonardo = knownSite(QStringLiteral("leonardo"));
    TargetFacts facts;
    PartitionFacts partition;
    partition.name = QStringLiteral("boost_usr_prod");
    partition.maxSeconds = 7 * 86400;
    partition.processorsPerNode = 128;
    partition.nodes = 8;
    facts.partitions = {partition};
    Experiment experiment = presetNamed(QStringLiteral("leonardo-sft"));
    experiment.resources.account = "mine";
    experiment.resources.time_limit = "2-00:00:00";
    experiment.resources.cpus_per_process = 16;
    QCOMPARE(siteMessages(experiment, asProbed(leonardo, facts)), QStringList());
    QCOMPARE(siteMessages(experiment, leonardo).size(), 2);
  }

  void modulesAreForThoseWhoNeedThem() {
    SiteProfile profile = knownSite(QStringLiteral("twcc"));
    Experiment experiment = presetNamed(QStringLiteral("twcc-run-clm"));
    experiment.environment.modules.clear();
    QCOMPARE(modulesOf(siteScript(experiment, profile)), QStringList());
    experiment.environment.container = "/image.sif";
    QCOMPARE(modulesOf(siteScript(experiment, profile)), profile.modules);
    experiment.environment.container.reset();
    experiment.workload = Workload::command;
    QCOMPARE(modulesOf(siteScript(experiment, profile)), profile.modules);
    experiment.environment.modules = {"mine"};
    QCOMPARE(modulesOf(siteScript(experiment, profile)), QStringList{"mine"});
  }

  void noProfileIsRefusedInOneSentence() {
    const auto code = [](const QByteArray& text) {
      const auto read = siteProfileFrom(text, QStringLiteral("own.yaml"));
      return read ? QStringLiteral("fine") : QString::fromStdString(read.error().code);
    };
    QCOMPARE(code("name: x\n"), QStringLiteral("fine"));
    QCOMPARE(code(""), QStringLiteral("site.value"));
    QCOMPARE(code("[1, 2]"), QStringLiteral("site.value"));
    QCOMPARE(code("name: [x]\n"), QStringLiteral("site.value"));
    QCOMPARE(code("name: x\npartition: y\n"), QStringLiteral("site.key"));
    QCOMPARE(code("name: x\nname: y\n"), QStringLiteral("site.yaml"));
    QCOMPARE(code("name: x\npartitions: [{cores: 3}]\n"), QStringLiteral("site.value"));
    QCOMPARE(code("name: x\npartitions: [{name: p, cores: -3}]\n"), QStringLiteral("site.value"));
    QCOMPARE(code("name: x\npartitions: [{name: p, cores: 1e99}]\n"), QStringLiteral("site.value"));
    QCOMPARE(code("name: x\npartitions: [{name: p, time_limit: 'a'}]\n"),
             QStringLiteral("site.value"));
    QCOMPARE(code("name: x\ndirectives: ['--wrap=x;y']\n"), QStringLiteral("site.value"));
    QCOMPARE(code("name: x\nmodules: ['a b']\n"), QStringLiteral("site.value"));
    QCOMPARE(code("name: x\ncores_per_gpu: 0\n"), QStringLiteral("site.value"));
    for (const char* output : {"/etc/x", "../x", "a/../b", "a/", "$(x)", "%q", "a b", "'x'", ".."})
      QCOMPARE(code("name: x\noutput: \"" + QByteArray(output) + "\"\n"),
               QStringLiteral("site.value"));
    QCOMPARE(code("name: x\noutput: a/%j-%x.%A_%a\n"), QStringLiteral("fine"));
    QCOMPARE(code(QByteArray(100000, 'x')), QStringLiteral("site.too_large"));
    QCOMPARE(code("name: " + QByteArray(5000, '[')), QStringLiteral("site.yaml"));
    QByteArray many = "name: x\nmodules:\n";
    for (int i = 0; i < 300; ++i) many += "- m\n";
    QCOMPARE(code(many), QStringLiteral("site.value"));
    QCOMPARE(QString::fromStdString(readSite(QStringLiteral("leonrdo")).error().code),
             QStringLiteral("site.unknown"));
    QCOMPARE(QString::fromStdString(readSite(QStringLiteral("/nowhere/x.yaml")).error().code),
             QStringLiteral("site.unreadable"));
  }

  void everyKnownSiteIsSound() {
    QCOMPARE(knownSites().size(), QDir(QStringLiteral(TRAINYARD_SOURCE_FOLDER "/resources/sites"))
                                      .entryList({QStringLiteral("*.yaml")})
                                      .size());
    for (const QString& name : knownSites()) QVERIFY(!knownSite(name).partitions.isEmpty());
  }
};

TRAINYARD_TEST(SiteTest);
#include "site_test.moc"
