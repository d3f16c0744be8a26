// SPDX-License-Identifier: GPL-3.0-or-later
// Links to places of the window: trainyard:run/7c41e09b/logs, trainyard:experiment/home/me/a.yaml,
// trainyard:study/7c41e09b-….
#pragma once

#include <QString>
#include <optional>

namespace trainyard {

struct PlaceLink {
  enum class Kind { run, experiment, study };
  Kind kind = Kind::run;
  // Of a run: its UUID, or the start of it, and a part: "7c41e09b/logs". Of an experiment: the
  // absolute path of its file. Of a study: its UUID.
  QString target;

  // Nothing for a text that is no such link.
  static std::optional<PlaceLink> from(const QString& text);
};

}  // namespace trainyard
