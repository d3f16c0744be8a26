// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/learn.h"

#include <QHash>

#include "engine/contract/messages.h"
#include "remote/schedulers/login_facts.h"
#include "remote/schedulers/slurm/slurm_answers.h"
#include "remote/schedulers/slurm/slurm_cluster_text.h"
#include "remote/schedulers/slurm/slurm_site_text.h"
#include "remote/schedulers/slurm/slurm_values.h"

namespace trainyard {
namespace {

void readSlurm(const LoginAnswers& answers, TargetFacts& facts) {
  facts.schedulerVersion = readVersion(answers.of("version").text);
  const QHash<QString, QString> config = readConfig(answers.of("config").text);
  facts.clusterName = config.value(QStringLiteral("ClusterName"));
  const QString accounting = config.value(QStringLiteral("AccountingStorageType"));
  facts.hasAccounting = !accounting.isEmpty() && accounting != QLatin1String("(null)") &&
                        !accounting.endsWith(QLatin1String("/none"));
  facts.canRequeue =
      config.value(QStringLiteral("JobRequeue"), QStringLiteral("1")) != QLatin1String("0");
  facts.maxArraySize = config.value(QStringLiteral("MaxArraySize")).toInt();
  facts.partitions = readPartitions(answers.of("partitions").text);
  addNodes(answers.of("nodes").text, "PDcmGf", facts.partitions);
  facts.features = readFeatures(answers.of("nodes").text, "PDcmGf");
  if (const PrintedAnswer associations = answers.of("associations"); associations.code == 0) {
    const Associations read = readAssociations(associations.text);
    facts.accounts = read.accounts;
    facts.qos = read.qos;
  }
  if (const PrintedAnswer reservations = answers.of("reservations"); reservations.code == 0)
    for (const ReservationState& one : readReservations(reservations.text))
      if (isFor(one, facts.user, facts.accounts)) facts.reservations << one.name;
}

}  // namespace

bool isSlurmThere(const LoginAnswers& answers) { return answers.of("version").code != 127; }

Result<TargetFacts> learnSlurm(const LoginAnswers& answers, TargetFacts facts) {
  if (const PrintedAnswer config = answers.of("config"); config.code != 0) {
    const SlurmSilence silence = silenceOf({config.code, {}, config.text});
    const bool isSetUp =
        silence.trouble != SlurmTrouble::noConfig && silence.trouble != SlurmTrouble::noCommand;
    return make_error(
        isSetUp ? "scheduler.silent" : "host.slurm_silent",
        {{"host", facts.loginHost.toStdString()}, {"why", silence.sentence.toStdString()}});
  }
  readSlurm(answers, facts);
  return facts;
}

}  // namespace trainyard
