// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a job script before it is submitted.
#include "remote/schedulers/slurm/job_script_check.h"

#include <QTest>

#include "engine/contract/experiment/experiment.h"
#include "remote/schedulers/slurm/script_outside.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

QStringList findingsIn(const QByteArray& lines, bool isHere = false) {
  Experiment experiment;
  experiment.workload = Workload::script;
  std::vector<Diagnostic> findings;
  takeJobScript(experiment, "#!/bin/bash\n" + lines, {}, isHere, findings);
  QStringList codes;
  for (const Diagnostic& one : findings) codes << QString::fromStdString(one.code.substr(7));
  return codes;
}

QString outsideIn(const char* text) {
  const auto found = firstNameOutside(std::string("#!/bin/bash\n") + text);
  return found ? QStringLiteral("%1 %2").arg(found->line).arg(QString::fromStdString(found->words))
               : QString();
}

}  // namespace

class JobScriptCheckTest : public QObject {
  Q_OBJECT

 private slots:
  void otherSchedulersLines() {
    QCOMPARE(findingsIn("#PBS -l nodes=2:ppn=4\n"), QStringList("foreign_lines"));
    QCOMPARE(findingsIn("#PBS -l select=1:ngpus=4\n"),
             QStringList({"foreign_ignored", "foreign_lines"}));
    QCOMPARE(findingsIn("#SBATCH --ignore-pbs\n#PBS -l nodes=2\n"), QStringList());
    QCOMPARE(findingsIn("#BSUB -R x\n"),
             QStringList({"foreign_lines", "unknown_option", "trailing_words"}));
    QCOMPARE(findingsIn("#PBS -V -j oe\n"), QStringList("foreign_lines"));
    QCOMPARE(findingsIn("cd ${PBS_O_WORKDIR}\n"), QStringList("foreign_variable"));
    QCOMPARE(findingsIn("PBS_O_WORKDIR=$PWD\ncd $PBS_O_WORKDIR\n# $PBS_JOBID\n"), QStringList());
  }

  void linesThatAreNoDirectives() {
    QCOMPARE(findingsIn("#SBTACH -n 2\n"), QStringList("misspelt_lines"));
    QCOMPARE(findingsIn("##SBATCH -n 2\n"), QStringList());
    QCOMPARE(findingsIn("cat > a.sh <<JOB\n#SBATCH -n 2\nJOB\n"), QStringList());
    QCOMPARE(findingsIn("#SBATCH --hold\n"), QStringList());
    QCOMPARE(findingsIn("#SBATCH --hold\n", true), QStringList("hold_here"));
  }

  void scriptsThatLookForThemselves() {
    QCOMPARE(findingsIn("f=$(scontrol show job $SLURM_JOB_ID | grep Command= | cut -d= -f2)\n"),
             QStringList("asks_for_itself"));
    QCOMPARE(
        findingsIn(
            "f=$(scontrol show jobid -dd \"$SLURM_JOBID\" | awk -F= '/Command=/{print $2}')\n"),
        QStringList("asks_for_itself"));
    QCOMPARE(findingsIn("scontrol show job $SLURM_JOB_ID\n# scontrol show job 3 | grep Command=\n"),
             QStringList());
  }

  void namesAboveTheFolder() {
    QCOMPARE(outsideIn("cd ..\npython main.py\n"), QStringLiteral("2 cd .."));
    QCOMPARE(outsideIn("cd \"$SLURM_SUBMIT_DIR/..\"\npython main.py\n"),
             QStringLiteral("2 cd $SLURM_SUBMIT_DIR/.."));
    QCOMPARE(outsideIn("python ../train.py --lr 3\n"),
             QStringLiteral("2 python ../train.py --lr 3"));
    QCOMPARE(outsideIn("source ../env.sh\n"), QStringLiteral("2 source ../env.sh"));
    QCOMPARE(outsideIn("cd a\npython ../../b.py\n"), QStringLiteral("3 python ../../b.py"));
    for (const char* inside :
         {"cd src\ncd ..\npython main.py\n", "cd /proj/..\npython a.py\n", "cd a\npython ../b.py\n",
          "cd \"$(dirname \"$0\")/..\"\npython a.py\n", "cd $WORK/..\npython a.py\n",
          "python a.py --output_dir ../runs\n", "if [ -n \"$X\" ]; then cd ..; fi\n",
          "(cd a && ls)\npython b.py\n"})
      QCOMPARE(outsideIn(inside), QString());
    QCOMPARE(findingsIn("cd ..\npython a.py\n"), QStringList("leaves_folder"));
    QCOMPARE(findingsIn("#SBATCH --chdir=/proj/lab\ncd ..\npython a.py\n"), QStringList());
  }
};

TRAINYARD_TEST(JobScriptCheckTest);
#include "job_script_check_test.moc"
