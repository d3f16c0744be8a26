// SPDX-License-Identifier: GPL-3.0-or-later
// Mutual authentication of an agent's live stream: both ends prove that they know its token without
// sending it, with the HMAC-SHA256 under the token of a nonce that the client chose for this
// request. Anyone else who answers at the agent's port is rejected and learns nothing.
#pragma once

#include <QByteArray>

namespace trainyard {

constexpr char nonceHeader[] = "X-Trainyard-Nonce";
constexpr char proofHeader[] = "X-Trainyard-Proof";

QByteArray freshNonce();  // 32 hexadecimal digits
QByteArray clientProof(const QByteArray& token, const QByteArray& nonce);
QByteArray serverProof(const QByteArray& token, const QByteArray& nonce);
// Compares in constant time.
bool isSame(const QByteArray& proof, const QByteArray& expected);

}  // namespace trainyard
