// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/targets/link_mark.h"

using namespace Qt::StringLiterals;

namespace trainyard {

LinkMark linkMark(const TargetRecord& target) {
  switch (target.link) {
    case TargetLink::connected:
      return {u"circle-check-filled"_s, look::Tone::completed};
    case TargetLink::connecting:
      return {u"circle-dashed"_s, look::Tone::preparing};
    case TargetLink::waiting:
      return {u"plug-connected-x"_s, look::Tone::quiet};
    case TargetLink::refused:
      return {u"lock"_s, look::Tone::waiting};
    case TargetLink::none:
      break;
  }
  return {u"server"_s, look::Tone::quiet};
}

}  // namespace trainyard
