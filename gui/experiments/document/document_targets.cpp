// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document/document_targets.h"

#include "gui/experiments/document/path_settings.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const QString targetsKey = u"targets"_s;

}  // namespace

QString DocumentTargets::of(const QString& path) {
  const QString target = PathSettings(targetsKey).of(path);
  return target.isEmpty() ? u"here"_s : target;
}

void DocumentTargets::remember(const QString& path, const QString& target) {
  PathSettings(targetsKey).remember(path, target == u"here"_s ? QString() : target);
}

}  // namespace trainyard
