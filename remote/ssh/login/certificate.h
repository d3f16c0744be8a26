// SPDX-License-Identifier: GPL-3.0-or-later
// What a certificate of OpenSSH says about whom it lets in and when, so that a refused one can be
// explained. Layout: PROTOCOL.certkeys of OpenSSH. Nothing is verified here; the server does that.
#pragma once

#include <optional>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"

namespace trainyard {

struct Certificate {
  bool isOfUser = true;                     // else it proves a host
  quint64 validAfter = 0, validBefore = 0;  // Unix seconds; the greatest value: without end
  QStringList names;                        // accounts that it is for; empty: any
};

// Of a certificate as it travels. Nothing: it is none, or is cut.
std::optional<Certificate> readCertificate(QByteArrayView blob);

// Why a server may refuse it for this account at this time (Unix seconds), as an error of the group
// "certificate"; `name`: where it comes from. Nothing: nothing is seen.
std::optional<Error> whyNotTaken(const Certificate& certificate, const QString& name,
                                 const QString& account, double now);

}  // namespace trainyard
