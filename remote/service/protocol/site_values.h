// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of sites, as the service and its clients exchange it.
#pragma once

#include <QJsonObject>
#include <QList>

#include "remote/target/site_profile.h"

namespace trainyard {

// One that comes with the program: its name in `TargetSettings::site`, and what it says.
struct KnownSite {
  QString id;
  SiteProfile profile;
};

QJsonObject toJson(const SiteProfile& site);
SiteProfile siteProfileFrom(const QJsonObject& json);

}  // namespace trainyard
