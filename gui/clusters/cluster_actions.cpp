// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/cluster_actions.h"

#include <QPointer>

#include "gui/targets/error_text.h"
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

// All of these check `self` after the answer: the object may have been destroyed meanwhile.

QCoro::Task<void> ClusterActions::runConnect(QString cluster) {
  const QPointer<ClusterActions> self(this);
  const auto result = co_await m_client->call(methods::targetsConnect, m_stop.get_token(), cluster);
  if (!self) co_return;
  self->end(cluster);
  if (!result)
    emit self->failed(errorText(result.error()));
  else
    emit self->done(tr("Connected to %1.").arg(cluster));
}

QCoro::Task<void> ClusterActions::runDisconnect(QString cluster) {
  const QPointer<ClusterActions> self(this);
  const auto result =
      co_await m_client->call(methods::targetsDisconnect, m_stop.get_token(), cluster);
  if (self && !result) emit self->failed(errorText(result.error()));
}

QCoro::Task<void> ClusterActions::runCheck(QString cluster, CheckTarget what) {
  const QPointer<ClusterActions> self(this);
  const bool withJob = what == CheckTarget::withJob;
  const auto result =
      co_await m_client->call(methods::targetsCheck, m_stop.get_token(), cluster, withJob);
  if (!self) co_return;
  self->end(cluster);
  if (!result)
    emit self->failed(errorText(result.error()));
  else
    emit self->checked(cluster, *result);
}

QCoro::Task<void> ClusterActions::runAdd(TargetSettings settings) {
  const QPointer<ClusterActions> self(this);
  const auto result = co_await m_client->call(methods::targetsAdd, m_stop.get_token(), settings);
  if (!self) co_return;
  if (!result)
    emit self->addFailed(errorText(result.error()));
  else
    emit self->added(settings.name);
}

QCoro::Task<void> ClusterActions::runEdit(TargetSettings settings) {
  const QPointer<ClusterActions> self(this);
  const auto result = co_await m_client->call(methods::targetsEdit, m_stop.get_token(), settings);
  if (!self) co_return;
  if (!result)
    emit self->editFailed(errorText(result.error()));
  else
    emit self->edited(settings.name);
}

// Without them, the user's own file can still be selected.
QCoro::Task<void> ClusterActions::runListSites() {
  const QPointer<ClusterActions> self(this);
  const auto result = co_await m_client->call(methods::sitesList, m_stop.get_token());
  if (self && result) emit self->sitesListed(result->sites);
}

QCoro::Task<void> ClusterActions::runRemove(QString cluster) {
  const QPointer<ClusterActions> self(this);
  const auto result = co_await m_client->call(methods::targetsRemove, m_stop.get_token(), cluster);
  if (result && hasKeychain()) co_await writeKept(cluster, {});
  if (!self) co_return;
  self->end(cluster);
  if (!result)
    emit self->failed(errorText(result.error()));
  else
    emit self->done(
        tr("%1 was removed from the list. Its runs and files there are untouched.").arg(cluster));
}

QCoro::Task<void> ClusterActions::runForget(QString cluster) {
  const QPointer<ClusterActions> self(this);
  const auto result = co_await writeKept(cluster, {});
  if (!self) co_return;
  if (!result)
    emit self->failed(errorText(result.error()));
  else
    emit self->done(tr("The keychain has no passwords for %1 any more.").arg(cluster));
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

void ClusterActions::connectTo(const QString& cluster) {
  if (begin(cluster)) runConnect(cluster);
}

void ClusterActions::disconnectFrom(const QString& cluster) { runDisconnect(cluster); }

void ClusterActions::check(const QString& cluster, CheckTarget what) {
  if (begin(cluster)) runCheck(cluster, what);
}

void ClusterActions::forgetPasswords(const QString& cluster) { runForget(cluster); }

void ClusterActions::remove(const QString& cluster) {
  if (begin(cluster)) runRemove(cluster);
}

void ClusterActions::edit(const TargetSettings& settings) { runEdit(settings); }

void ClusterActions::listSites() { runListSites(); }

void ClusterActions::add(const TargetSettings& settings) { runAdd(settings); }

void ClusterActions::listBases(const QString& host, const QString& sshConfig) {
  m_basesStop.request_stop();
  m_basesStop = std::stop_source();
  runListBases(host, sshConfig, m_basesStop.get_token());
}

}  // namespace trainyard
