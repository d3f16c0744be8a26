// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/system_scheme.h"

#ifdef TRAINYARD_HAS_DBUS
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#endif

using namespace Qt::StringLiterals;

namespace trainyard::look {

#ifdef TRAINYARD_HAS_DBUS

namespace {

const QString portalService = u"org.freedesktop.portal.Desktop"_s;
const QString portalPath = u"/org/freedesktop/portal/desktop"_s;
const QString settingsInterface = u"org.freedesktop.portal.Settings"_s;
const QString appearance = u"org.freedesktop.appearance"_s;
const QString colourScheme = u"color-scheme"_s;

// An older portal wraps its answer once more.
uint schemeOf(QVariant value) {
  while (value.canConvert<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
  return value.toUInt();
}

}  // namespace

void SystemScheme::ask() {
  QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) return;
  bus.connect(portalService, portalPath, settingsInterface, u"SettingChanged"_s, this,
              SLOT(take(QString, QString, QDBusVariant)));
  QDBusMessage question =
      QDBusMessage::createMethodCall(portalService, portalPath, settingsInterface, u"Read"_s);
  question << appearance << colourScheme;
  auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
    watcher->deleteLater();
    const QDBusPendingReply<QDBusVariant> reply = *watcher;
    if (reply.isValid()) takeScheme(schemeOf(reply.value().variant()));
  });
}

void SystemScheme::take(const QString& space, const QString& key, const QDBusVariant& value) {
  if (space == appearance && key == colourScheme) takeScheme(schemeOf(value.variant()));
}

#else

void SystemScheme::ask() {}
void SystemScheme::take(const QString&, const QString&, const QDBusVariant&) {}

#endif

void SystemScheme::takeScheme(uint scheme) {
  constexpr uint preferDark = 1, preferLight = 2;
  // Without a preference, what the palette says holds.
  if (scheme == preferDark || scheme == preferLight) emit changed(scheme == preferDark);
}

}  // namespace trainyard::look
