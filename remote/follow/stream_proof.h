// SPDX-License-Identifier: GPL-3.0-or-later
// How both ends of an agent's live stream show that they know its token without saying it: each
// sends the HMAC-SHA256 of a number that the client chose for this one request, under the token.
// Whoever else answers at the agent's port can neither be believed nor learn anything.
#pragma once

#include <QByteArray>

namespace trainyard {

constexpr char nonceHeader[] = "X-Trainyard-Nonce";
constexpr char proofHeader[] = "X-Trainyard-Proof";

QByteArray freshNonce();  // 32 hexadecimal digits
QByteArray clientProof(const QByteArray& token, const QByteArray& nonce);
QByteArray serverProof(const QByteArray& token, const QByteArray& nonce);
// In a time that does not tell how much of them agrees.
bool isSame(const QByteArray& proof, const QByteArray& expected);

}  // namespace trainyard
