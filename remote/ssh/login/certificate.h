// SPDX-License-Identifier: GPL-3.0-or-later
// Reads from an OpenSSH certificate whom it admits and when, to explain why one was refused.
// Format: PROTOCOL.certkeys of OpenSSH. Nothing is verified here; that is up to the server.
#pragma once

#include <optional>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"

namespace trainyard {

struct Certificate {
  bool isOfUser = true;                     // false: for a host
  quint64 validAfter = 0, validBefore = 0;  // Unix seconds; the maximum value: no limit
  QStringList names;                        // accounts it is valid for; empty: any
};

// Parses a certificate in wire format. Nothing if it is not one, or is truncated.
std::optional<Certificate> readCertificate(QByteArrayView blob);

// Why a server may refuse it for this account at this time (Unix seconds), as an error of the group
// "certificate"; `name`: its source. Nothing if no reason is found.
std::optional<Error> whyNotTaken(const Certificate& certificate, const QString& name,
                                 const QString& account, double now);

}  // namespace trainyard
