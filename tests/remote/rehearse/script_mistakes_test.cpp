// SPDX-License-Identifier: GPL-3.0-or-later
// What would make a job script fail, told by its commands, its launchers and its files of settings.
#include <QTest>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/script/script_resources.h"
#include "remote/rehearse/code_use.h"
#include "remote/rehearse/settings_check.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// "conda_hook job.sh:2" for each mistake.
QStringList mistakesIn(const char* text, bool hasArray = false) {
  QStringList all;
  for (const ShellMistake& one : useOfScript(text, "job.sh", nullptr, hasArray).mistakes)
    all << QString::fromStdString(std::string(one.code).substr(10) + " " +
                                  get<std::string>(one.arguments, "place"));
  return all;
}

QStringList launchFindings(const std::string& directives, const std::string& commands) {
  Experiment experiment;
  experiment.workload = Workload::script;
  const std::string script = "#!/bin/bash\n" + directives + commands;
  take_script(experiment, script, {});
  QStringList all;
  for (const Diagnostic& one : findingsInLaunches(useOfScript(script, "job.sh", nullptr).launches,
                                                  experiment, "script.file"))
    all << QString::fromStdString(one.code.substr(10));
  return all;
}

QStringList namesIn(const std::vector<CodeUse::Named>& all) {
  QStringList names;
  for (const CodeUse::Named& one : all) names << QString::fromStdString(one.name);
  return names;
}

}  // namespace

class ScriptMistakesTest : public QObject {
  Q_OBJECT

 private slots:
  void commandsThatCannotWork() {
    QCOMPARE(mistakesIn("#!/bin/bash\nconda activate lm\n"), QStringList("conda_hook job.sh:2"));
    for (const char* prepared :
         {"#!/bin/bash -l\nconda activate lm\n",
          "#!/bin/bash\nsource ~/.bashrc\nconda activate lm\n",
          "#!/bin/bash\nmodule load anaconda\nconda activate lm\n",
          "#!/bin/bash\neval \"$(conda shell.bash hook)\"\nconda activate lm\n",
          "#!/bin/bash\nif [ -n \"$X\" ]; then conda activate lm; fi\n"})
      QCOMPARE(mistakesIn(prepared), QStringList());
    QCOMPARE(mistakesIn("#!/bin/sh\nLR = 3\npython train.py \\ \n  --lr 3\n"),
             QStringList({"spaced_assignment job.sh:2", "lone_option job.sh:4"}));
    QCOMPARE(mistakesIn("#!/bin/sh\ntorchurn train.py\n"), QStringList("command_near job.sh:2"));
    QCOMPARE(mistakesIn("#!/bin/sh\npython2 a.py\nmodules x\ntar xf a\nsrun x\n./torchru\n"),
             QStringList());
  }

  void variablesThatNobodySets() {
    QCOMPARE(
        mistakesIn("#!/bin/bash\nset -euo pipefail\nepochs=3\necho $epohcs $HOME $SLURM_JOB_ID\n"),
        QStringList("unset_near job.sh:4"));
    QCOMPARE(mistakesIn("#!/bin/bash -u\necho ${out_dir}/x\n"),
             QStringList("unset_variable job.sh:2"));
    QCOMPARE(mistakesIn("#!/bin/bash\nset -u\necho $SCRATCH/x\n"),
             QStringList("unset_environment job.sh:3"));
    for (const char* good :
         {"#!/bin/bash\necho $out\n", "#!/bin/bash\nset -u\necho ${out:-x} ${DATA-} ${X:=3}\n",
          "#!/bin/bash\nset -u\nset +u\necho $out\n",
          "#!/bin/bash\nset -u\nfor i in 1 2; do echo $i; done\n",
          "#!/bin/bash\nset -u\nread line\necho $line\n",
          "#!/bin/bash\nset -u\nif [ \"$1\" = a ]; then x=1; else x=2; fi\necho $x\n",
          "#!/bin/bash\nset -u\nf() { local a=$1; echo $a; }\nf 3\n",
          "#!/bin/bash\nset -u\nwhile getopts ab: o; do echo $OPTARG; done\n"})
      QCOMPARE(mistakesIn(good), QStringList());
    const char* array = "#!/bin/bash\nset -u\necho $SLURM_ARRAY_TASK_ID\n";
    QCOMPARE(mistakesIn(array), QStringList("unset_variable job.sh:3"));
    QCOMPARE(mistakesIn(array, true), QStringList());
  }

  void launchersAgainstTheJob() {
    const std::string four = "#SBATCH --nodes=1 --gres=gpu:4\n";
    QCOMPARE(launchFindings(four, "torchrun --nproc_per_node=8 train.py\n"),
             QStringList("more_processes"));
    QCOMPARE(launchFindings(four, "accelerate launch --num_processes 8 train.py\n"),
             QStringList("more_processes"));
    QCOMPARE(launchFindings(four, "deepspeed --num_gpus=5 train.py\n"),
             QStringList("more_processes"));
    QCOMPARE(launchFindings(four, "torchrun --nnodes=2 --nproc_per_node=4 train.py\n"),
             QStringList("more_nodes"));
    QCOMPARE(launchFindings("#SBATCH -n 2\n", "srun -n 4 python train.py\n"),
             QStringList("more_tasks"));
    QCOMPARE(launchFindings("#SBATCH -N 2 --ntasks-per-node=1\n", "srun -N 4 hostname\n"),
             QStringList("more_nodes"));
    for (const auto& [directives, commands] :
         {std::pair(four, "torchrun --nproc_per_node=4 train.py\n"),
          std::pair(four, "torchrun --nproc_per_node=$N train.py\n"),
          std::pair(std::string(), "torchrun --nproc_per_node=4 train.py\n"),
          std::pair(std::string("#SBATCH -n 2 -c 4\n"), "srun -n 4 -c 2 python train.py\n"),
          std::pair(std::string("#SBATCH -n 1\n"), "srun -n 2 hostname\n"),
          std::pair(std::string("#SBATCH -n 2 --exclusive\n"), "srun -n 8 hostname\n"),
          std::pair(std::string("#SBATCH -n 2\n"), "srun -n 4 --overcommit hostname\n"),
          std::pair(std::string("#SBATCH -N 2-4\n"), "srun -N 4 hostname\n"),
          std::pair(std::string("#SBATCH -N 1\n"), "srun -n 4 hostname\n"),
          std::pair(std::string("#SBATCH -N 2 --gres=gpu:4\n"),
                    "accelerate launch --num_processes 8 "
                    "--num_machines 2 train.py\n")})
      QCOMPARE(launchFindings(directives, commands), QStringList());
  }

  void foldersAndWhatIsMade() {
    const CodeUse use = useOfScript("cd src/a\npython fit.py\n", "job.sh", nullptr);
    QCOMPARE(namesIn(use.folders), QStringList("src/a"));
    QCOMPARE(namesIn(useOfScript("source venv/bin/activate\n", "job.sh", nullptr).files),
             QStringList("venv/bin/activate"));
    for (const char* made :
         {"git clone https://a/x; cd x; python run.py\n",
          "git clone https://a/lab.git\ncd lab\nbash a.sh\n",
          "git clone https://a/x y; cd y; python run.py\n", "mkdir -p out; cd out; ./run.sh\n",
          "python -m venv env\nsource env/bin/activate\n", "uv sync\nsource .venv/bin/activate\n",
          "make\n./build/run.sh\n", "tar xf a.tar\ncd a\npython b.py\n"}) {
      const CodeUse own = useOfScript(made, "job.sh", nullptr);
      QCOMPARE(namesIn(own.folders) + namesIn(own.files), QStringList());
    }
    const CodeUse places =
        useOfScript("cd /home/me/lab\npython /home/me/lab/a.py\n", "job.sh", nullptr);
    QVERIFY(namesIn(places.places).contains(QStringLiteral("/home/me/lab/a.py")));
    QVERIFY(namesIn(places.places).contains(QStringLiteral("/home/me/lab")));
  }

  void programsKnowTheirPlace() {
    const CodeUse use = useOfScript(
        "module load python/3.8.10\nexport RANK=0\ncd src\npython fit.py\npython3.9 b.py\n"
        "torchrun c.py\npython -m lab.d\n",
        "job.sh", [](const std::string& file) {
          return file == "src/lab/d.py" ? std::optional<std::string>("") : std::nullopt;
        });
    QCOMPARE(use.programs.size(), 4U);
    QCOMPARE(use.programs[0].python, std::string("3.8"));
    QCOMPARE(use.programs[0].folder, std::string("src"));
    QCOMPARE(use.programs[0].variables, std::vector<std::string>{"RANK"});
    QVERIFY(!use.programs[0].isLaunched && use.programs[2].isLaunched);
    QCOMPARE(use.programs[1].python, std::string("3.9"));
    QVERIFY(use.programs[3].isModule && !use.programs[0].isModule);
  }

  void settingsThatCannotBeParsed() {
    QVERIFY(problemInSettings("a.json", "{\"a\": 1,}"));
    QVERIFY(problemInSettings("a.yaml", "a: 1\n\tb: 2\n"));
    QVERIFY(problemInSettings("a.yml", "a: [1, 2\nb: 3\n"));
    for (const auto& [name, content] :
         {std::pair("a.json", "{\"a\": 1}"), std::pair("a.json", "{\"a\": 1}\n{\"a\": 2}\n"),
          std::pair("a.json", "{\"a\": 1, // why\n}"), std::pair("a.yaml", "a: {{ x }}\n"),
          std::pair("a.yaml", "a: &x 1\nb: *x\nc: !!python/name:a.b\n"),
          std::pair("a.yaml", "a: 1\n---\nb: 2\n"), std::pair("a.yaml", "a: ${b}\n")})
      QVERIFY2(!problemInSettings(name, content), content);
    QVERIFY(isSettingsFile("a/b.yml") && !isSettingsFile("a.toml"));
  }
};

TRAINYARD_TEST(ScriptMistakesTest);
#include "script_mistakes_test.moc"
