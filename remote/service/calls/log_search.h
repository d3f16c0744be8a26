// SPDX-License-Identifier: GPL-3.0-or-later
// Searches a file where it lies, with grep there: an output of many gigabytes does not travel.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/service/protocol/file_values.h"

namespace trainyard {

inline constexpr int mostLogHits = 1000;

// `path`: absolute; a file that does not exist has no hits. Of what is asked, only the words and
// how they are meant are used. Errors: "logs.pattern", "logs.not_searched", those of the host.
QCoro::Task<Result<LogHits>> searchFile(Host& host, QString path, SearchLogArguments asked,
                                        std::stop_token stop);

}  // namespace trainyard
