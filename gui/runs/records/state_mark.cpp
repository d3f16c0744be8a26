// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/state_mark.h"

using namespace Qt::StringLiterals;

namespace trainyard {

look::Tone stateTone(RunState state) {
  switch (state) {
    case RunState::preparing:
      return look::Tone::preparing;
    case RunState::waiting:
      return look::Tone::waiting;
    case RunState::running:
      return look::Tone::running;
    case RunState::completed:
      return look::Tone::completed;
    case RunState::failed:
      return look::Tone::failed;
    case RunState::cancelled:
      return look::Tone::quiet;
    case RunState::preempted:
    case RunState::timed_out:
      return look::Tone::stopped;
  }
  return look::Tone::quiet;
}

QString stateIcon(RunState state) {
  switch (state) {
    case RunState::preparing:
      return u"circle-dashed"_s;
    case RunState::waiting:
      return u"clock"_s;
    case RunState::running:
      return u"state-running"_s;
    case RunState::completed:
      return u"circle-check-filled"_s;
    case RunState::failed:
      return u"circle-x-filled"_s;
    case RunState::cancelled:
      return u"ban"_s;
    case RunState::preempted:
      return u"player-eject"_s;
    case RunState::timed_out:
      return u"hourglass"_s;
  }
  return {};
}

}  // namespace trainyard
