// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a target that belong to no run: `yard ls`, `yard cat` and `yard fetch TARGET:PATH`.
#pragma once

#include <optional>

#include <QCoroTask>
#include <QString>

#include "remote/cli/commands.h"
#include "remote/service/client/client.h"

namespace trainyard {

// `place`: TARGET:PATH; error "files.no_place".
QCoro::Task<int> listPlace(ServiceClient& client, QString place, Format format);
struct CatOptions {
  std::optional<qint64> bytes, lines;  // only its first bytes, or its last lines
};
QCoro::Task<int> printPlace(ServiceClient& client, QString place, CatOptions options);
// `destination`: empty is the current folder, under the name that it has there.
QCoro::Task<int> fetchPlace(ServiceClient& client, QString place, QString destination);
// Whether the text has the form of a path on a target, and names no run.
bool isPlace(const QString& text);

}  // namespace trainyard
