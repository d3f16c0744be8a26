// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of the protocol's calls by name: each name has one kind in every method. What is
// of another kind is refused rather than taken for absent: a target that is no text must not become
// this computer.
#pragma once

#include <optional>

#include <QJsonObject>
#include <QJsonValue>

#include "engine/contract/result.h"

namespace trainyard {

// Nothing, or error "protocol.parameters" that names the first one of a wrong kind. Names that no
// method has are passed over.
std::optional<Error> wrongParameter(const QJsonValue& parameters);

}  // namespace trainyard
