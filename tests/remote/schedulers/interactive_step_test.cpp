// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "remote/schedulers/scheduler_kind.h"
#include "remote/schedulers/site_profile.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class InteractiveStepTest : public QObject {
  Q_OBJECT

  static QString words(const StepResources& resources, StepStreams streams,
                       const SiteProfile& site = {}) {
    const CommandLine command{QStringLiteral("nvidia-smi"), {QStringLiteral("-L")}};
    const CommandLine step = slurmKind().interactiveStep(resources, site, streams, command);
    return (QStringList{step.program} + step.arguments).join(QLatin1Char(' '));
  }

 private slots:
  void whatIsAskedForIsInSlurmsWords() {
    StepResources one;
    one.gpus = 2;
    QCOMPARE(words(one, StepStreams::terminal),
             QStringLiteral("srun --pty --nodes=1 --ntasks-per-node=1 --gres=gpu:2 nvidia-smi "
                            "-L"));
    const StepResources all{
        2, 4, 8, QStringLiteral("30"), QStringLiteral("boost"), QStringLiteral("iscr")};
    SiteProfile site;
    site.gpuRequest = SiteProfile::GpuRequest::gpusPerNode;
    QCOMPARE(words(all, StepStreams::separate, site),
             QStringLiteral("srun --unbuffered --nodes=2 --ntasks-per-node=1 --cpus-per-task=8 "
                            "--gpus-per-node=4 --time=30 --partition=boost --account=iscr "
                            "nvidia-smi -L"));
  }
  void thisComputerHasNoQueueForIt() {
    QVERIFY(StepResources().isNone());
    QVERIFY(!directKind().interactiveStep);
  }
};

TRAINYARD_TEST(InteractiveStepTest);
#include "interactive_step_test.moc"
