// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/cluster_actions.h"

#include <QPointer>

#include "gui/targets/service_answer.h"
#include "remote/keychain/keychain.h"

namespace trainyard {
ClusterActions::ClusterActions(ServiceClient* client, QObject* parent)
    : QObject(parent), m_client(client) {}

ClusterActions::~ClusterActions() {
  m_stop.request_stop();
  m_basesStop.request_stop();
}

bool ClusterActions::begin(const QString& cluster) {
  if (m_busy.contains(cluster)) return false;
  m_busy.insert(cluster);
  emit busyChanged(cluster);
  return true;
}

void ClusterActions::end(const QString& cluster) {
  m_busy.remove(cluster);
  emit busyChanged(cluster);
}

void ClusterActions::endWith(const QString& cluster, const QString& failure) {
  end(cluster);
  emit failed(failure);
}

void ClusterActions::connectTo(const QString& cluster) {
  if (!begin(cluster)) return;
  onAnswer(
      this, m_client->call(methods::targetsConnect, m_stop.get_token(), cluster),
      [this, cluster] {
        end(cluster);
        emit done(tr("Connected to %1.").arg(cluster));
      },
      [this, cluster](const QString& sentence) { endWith(cluster, sentence); });
}

void ClusterActions::disconnectFrom(const QString& cluster) {
  onAnswer(this, m_client->call(methods::targetsDisconnect, m_stop.get_token(), cluster), [] {});
}

void ClusterActions::check(const QString& cluster, CheckTarget what) {
  if (!begin(cluster)) return;
  const bool withJob = what == CheckTarget::withJob;
  onAnswer(
      this, m_client->call(methods::targetsCheck, m_stop.get_token(), cluster, withJob),
      [this, cluster](const TargetCheckAnswer& answer) {
        end(cluster);
        emit checked(cluster, answer);
      },
      [this, cluster](const QString& sentence) { endWith(cluster, sentence); });
}

void ClusterActions::add(const TargetSettings& settings) {
  onAnswer(
      this, m_client->call(methods::targetsAdd, m_stop.get_token(), settings),
      [this, name = settings.name] { emit added(name); },
      [this](const QString& sentence) { emit addFailed(sentence); });
}

void ClusterActions::edit(const TargetSettings& settings) {
  onAnswer(
      this, m_client->call(methods::targetsEdit, m_stop.get_token(), settings),
      [this, name = settings.name] { emit edited(name); },
      [this](const QString& sentence) { emit editFailed(sentence); });
}

// Without them, the user's own file can still be selected.
void ClusterActions::listSites() {
  onAnswer(
      this, m_client->call(methods::sitesList, m_stop.get_token()),
      [this](const KnownSites& answer) { emit sitesListed(answer.sites); }, [](const QString&) {});
}

void ClusterActions::remove(const QString& cluster) {
  if (begin(cluster)) runRemove(cluster);
}

QCoro::Task<void> ClusterActions::runRemove(QString cluster) {
  const QPointer<ClusterActions> self(this);
  const auto result = co_await m_client->call(methods::targetsRemove, m_stop.get_token(), cluster);
  if (result && hasKeychain()) co_await writeKept(cluster, {});
  if (!self) co_return;
  if (!result) co_return self->endWith(cluster, errorText(result.error()));
  self->end(cluster);
  emit self->done(
      tr("%1 was removed from the list. Its runs and files there are untouched.").arg(cluster));
}

void ClusterActions::forgetPasswords(const QString& cluster) {
  onAnswer(this, writeKept(cluster, {}), [this, cluster] {
    emit done(tr("The keychain has no passwords for %1 any more.").arg(cluster));
  });
}

void ClusterActions::listBases(const QString& host, const QString& sshConfig) {
  m_basesStop.request_stop();
  m_basesStop = std::stop_source();
  runListBases(host, sshConfig, m_basesStop.get_token());
}

QCoro::Task<void> ClusterActions::runListBases(QString host, QString sshConfig,
                                               std::stop_token stop) {
  const QPointer<ClusterActions> self(this);
  const auto result = co_await m_client->call(methods::targetsBases, stop, host, sshConfig);
  if (!self || stop.stop_requested()) co_return;
  if (!result)
    emit self->basesFailed(errorText(result.error()));
  else
    emit self->basesListed(result->bases);
}

}  // namespace trainyard
