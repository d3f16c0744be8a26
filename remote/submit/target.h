// Where runs go: a machine, a queue, and the folders there.
#pragma once

#include <QString>

#include "remote/host/host.h"
#include "remote/scheduler/scheduler.h"

namespace trainyard {

// Host and scheduler are not owned and outlive every operation on the target.
struct Target {
  QString name;      // "here"
  Host* host = nullptr;
  Scheduler* scheduler = nullptr;
  QString base;      // run folders are made in it
  QString programs;  // where yard-agent and engine are
};

}  // namespace trainyard
