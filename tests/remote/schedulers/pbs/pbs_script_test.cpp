// SPDX-License-Identifier: GPL-3.0-or-later
// job.sh and qsub's arguments for PBS.
#include <QProcess>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/script/script_resources.h"
#include "remote/schedulers/pbs/pbs_lines.h"
#include "remote/schedulers/pbs/pbs_script.h"
#include "remote/schedulers/pbs/pbs_submission.h"
#include "remote/submit/script.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

Experiment command() {
  Experiment experiment;
  experiment.name = "fine";
  experiment.workload = Workload::command;
  experiment.command.program = "true";
  return experiment;
}

ScriptSite site() {
  ScriptSite site;
  site.kind = &pbsKind();
  site.programs = QStringLiteral("/opt/train yard");
  site.base = QStringLiteral("/scratch/me/trainyard");
  site.canRequeue = false;
  return site;
}

Experiment scriptWith(const std::string& text) {
  Experiment experiment;
  experiment.name = "script";
  experiment.workload = Workload::script;
  experiment.script.file = "run.pbs";
  take_script(experiment, text, {});
  return experiment;
}

}  // namespace

class PbsScriptTest : public QObject {
  Q_OBJECT

 private slots:
  void resourcesAreDirectives() {
    Experiment experiment = command();
    ResourcesSection& resources = experiment.resources;
    resources.nodes = 2;
    resources.gpus_per_node = 4;
    resources.gpu_type = "a100";
    resources.cpus_per_process = 8;
    resources.memory_gib_per_node = 64.5;
    resources.time_limit = "1-02:03:04";
    resources.partition = "gpu";
    resources.account = "lab";
    resources.extra_directives = {"-P project"};
    QCOMPARE(
        pbsDirectives(experiment, site()),
        (QStringList{QStringLiteral("#PBS -S /bin/bash"),
                     QStringLiteral("#PBS -l select=2:ncpus=32:mpiprocs=1:ngpus=4:gpu_type=a100:"
                                    "mem=66048mb"),
                     QStringLiteral("#PBS -l place=scatter"),
                     QStringLiteral("#PBS -l walltime=26:03:04"), QStringLiteral("#PBS -q gpu"),
                     QStringLiteral("#PBS -A lab"), QStringLiteral("#PBS -r n"),
                     QStringLiteral("#PBS -P project")}));
    // A reservation is a queue.
    resources.reservation = "R12";
    QVERIFY(pbsDirectives(experiment, site()).contains(QStringLiteral("#PBS -q R12")));
    QVERIFY(!pbsDirectives(experiment, site()).contains(QStringLiteral("#PBS -q gpu")));
    Experiment array = command();
    array.resources.array = "0-3";
    QVERIFY(pbsDirectives(array, site()).contains(QStringLiteral("#PBS -r y")));
  }

  void qsubGetsWhatOnlyTheSubmissionKnows() {
    JobRequest request;
    request.folder = QStringLiteral("/scratch/me/a b/run");
    request.submission = 3;
    request.array = QStringLiteral("0-9%4");
    request.dependency = QStringLiteral("afterok:12");
    request.after = {{AfterWhen::ended, QStringLiteral("6[].pbs1"), {}, {}},
                     {AfterWhen::failed, QStringLiteral("7.pbs1"), {}, {}}};
    QCOMPARE(qsubArguments(request),
             (QStringList{QStringLiteral("-j"), QStringLiteral("oe"), QStringLiteral("-o"),
                          QStringLiteral("/scratch/me/a b/run/submissions/3/"),
                          QStringLiteral("-J"), QStringLiteral("0-9%4"), QStringLiteral("-W"),
                          QStringLiteral("depend=afterok:12,afterany:6[].pbs1,afternotok:7.pbs1"),
                          QStringLiteral("/scratch/me/a b/run/job.sh")}));
    QCOMPARE(pbsSubmission().refusal("qsub: Unknown queue\n"), QStringLiteral("Unknown queue"));
  }

  void aScriptsOwnLinesStay() {
    const Experiment own = scriptWith(
        "#!/bin/bash\n#PBS -N mine\n#PBS -l select=2:ncpus=8:ngpus=1\n#PBS -l "
        "walltime=02:00:00\n#PBS -q "
        "gpu\n#PBS -M me@here\n./train\n");
    QCOMPARE(pbsScriptLines(own),
             (QStringList{QStringLiteral("#PBS -N mine"),
                          QStringLiteral("#PBS -l select=2:ncpus=8:ngpus=1"),
                          QStringLiteral("#PBS -l walltime=02:00:00"),
                          QStringLiteral("#PBS -q gpu"), QStringLiteral("#PBS -M me@here")}));
    QCOMPARE(pbsScriptName(own), QStringLiteral("mine"));
    Experiment other = own;
    other.resources.partition = "debug";
    other.resources.time_limit = "00:10:00";
    const QStringList lines = pbsScriptLines(other);
    QVERIFY(lines.contains(QStringLiteral("#PBS -q debug")));
    QVERIFY(!lines.contains(QStringLiteral("#PBS -q gpu")));
    QVERIFY(lines.contains(QStringLiteral("#PBS -l walltime=00:10:00")));
    QVERIFY(!lines.contains(QStringLiteral("#PBS -l walltime=02:00:00")));
    QVERIFY(lines.contains(QStringLiteral("#PBS -M me@here")));
  }

  void aScriptForSlurmIsAskedForInPbssWords() {
    const Experiment slurm = scriptWith(
        "#!/bin/bash\n#SBATCH --nodes=2 --gres=gpu:4\n#SBATCH --time=30\n#SBATCH -p "
        "long\n./train\n");
    const QStringList lines = pbsScriptLines(slurm);
    QVERIFY2(lines.contains(QStringLiteral("#PBS -l walltime=00:30:00")),
             qPrintable(lines.join('\n')));
    QVERIFY(lines.contains(QStringLiteral("#PBS -q long")));
    QVERIFY(lines.first().startsWith(QStringLiteral("#PBS -l select=2:")));
    QVERIFY(lines.first().contains(QStringLiteral("ngpus=4")));
    QVERIFY(!lines.join(QLatin1Char('\n')).contains(QLatin1String("SBATCH")));
  }

  void outputsAreWhereTheScriptPutsThem() {
    QCOMPARE(pbsOutputFile(scriptWith("#!/bin/sh\n#PBS -o /data/out%1.txt\n")),
             QStringLiteral("/data/out%%1.txt"));
    QVERIFY(pbsOutputFile(scriptWith("#!/bin/sh\n#PBS -o logs/a.txt\n"))
                .startsWith(QStringLiteral("\"${PBS_O_WORKDIR//%/%%}/\"")));
    QVERIFY(pbsOutputFile(scriptWith("#!/bin/sh\ntrue\n")).contains(QLatin1String("PBS_JOBNAME")));
  }

  void jobScriptsAreFlawlessShell() {
    Experiment large = command();
    large.resources.array = "0-3";
    large.resources.nodes = 2;
    large.resources.time_limit = "10";
    large.environment.container = "/images/my image.sif";
    const Experiment script = scriptWith("#!/bin/bash\n#PBS -l select=1\n./train\n");
    for (const Experiment& experiment : {command(), large, script}) {
      QProcess check;
      check.start(QStringLiteral("shellcheck"), {QStringLiteral("-")});
      if (!check.waitForStarted()) QSKIP("shellcheck is not installed");
      check.write(renderScript(experiment, site()));
      check.closeWriteChannel();
      check.waitForFinished();
      QVERIFY2(check.exitCode() == 0, check.readAllStandardOutput().constData());
    }
  }
};

TRAINYARD_TEST(PbsScriptTest);
#include "pbs_script_test.moc"
