// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/run_mark.h"

#include "gui/runs/run_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

look::PillText marked(RunState state) {
  using look::Tone;
  switch (state) {
    case RunState::preparing:
      return {{}, u"circle-dashed"_s, Tone::preparing};
    case RunState::waiting:
      return {{}, u"clock"_s, Tone::waiting};
    case RunState::running:
      return {{}, u"state-running"_s, Tone::running};
    case RunState::completed:
      return {{}, u"circle-check-filled"_s, Tone::completed};
    case RunState::failed:
      return {{}, u"circle-x-filled"_s, Tone::failed};
    case RunState::cancelled:
      return {{}, u"ban"_s, Tone::quiet};
    case RunState::preempted:
      return {{}, u"player-eject"_s, Tone::stopped};
    case RunState::timed_out:
      return {{}, u"hourglass"_s, Tone::stopped};
  }
  return {};
}

}  // namespace

look::PillText runMark(const RunRecord& run) {
  look::PillText mark = marked(run.state);
  mark.words = RunText::state(run);
  return mark;
}

}  // namespace trainyard
