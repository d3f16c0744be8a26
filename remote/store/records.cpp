#include "remote/store/records.h"

#include <iterator>

namespace trainyard {
namespace {
constexpr const char* names[] = {"preparing", "waiting", "running", "completed", "failed", "cancelled", "preempted", "timed_out"};
}

QString nameOf(RunState state) { return QString::fromLatin1(names[static_cast<int>(state)]); }

RunState runStateFrom(const QString& name) {
  for (int i = 0; i < static_cast<int>(std::size(names)); ++i)
    if (name == QLatin1String(names[i])) return static_cast<RunState>(i);
  return RunState::failed;
}

}  // namespace trainyard
