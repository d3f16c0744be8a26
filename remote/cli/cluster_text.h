// SPDX-License-Identifier: GPL-3.0-or-later
// What `yard cluster` and `yard queue` print alike.
#pragma once

#include <optional>

#include <QStringList>

namespace trainyard {

QString orDash(const QString& text);
QString limitText(const std::optional<qint64>& seconds);  // "2 d", "1:00:00"

// On stderr: what the cluster did not answer, and how old its answer is, since all requests within
// half a minute get the same.
void printAnswerLimits(const QStringList& silent, double time);

}  // namespace trainyard
