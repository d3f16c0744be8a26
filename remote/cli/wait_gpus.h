// SPDX-License-Identifier: GPL-3.0-or-later
// `yard cluster TARGET --wait-gpus N`: waits until so many GPUs are free at once.
#pragma once

#include <QCoroTask>
#include <QString>

#include "remote/schedulers/free_gpus.h"
#include "remote/service/client/client.h"

namespace trainyard {

enum class Notified { no, yes };  // as `yard notify` says

// Asks as often as the service asks a cluster. 0 once they are free. Ctrl-C ends the waiting alone.
QCoro::Task<int> waitForGpus(ServiceClient& client, QString target, GpuWish wanted,
                             Notified notified);

}  // namespace trainyard
