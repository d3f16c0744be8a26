// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/layouts.h"

namespace trainyard::look {
namespace {

template <typename Layout>
Layout* layoutIn(QWidget* parent, int spacing, const QMargins& margins) {
  auto* layout = new Layout(parent);
  layout->setContentsMargins(margins);
  layout->setSpacing(spacing);
  return layout;
}

}  // namespace

QVBoxLayout* columnIn(QWidget* parent, int spacing, const QMargins& margins) {
  return layoutIn<QVBoxLayout>(parent, spacing, margins);
}

QHBoxLayout* rowIn(QWidget* parent, int spacing, const QMargins& margins) {
  return layoutIn<QHBoxLayout>(parent, spacing, margins);
}

}  // namespace trainyard::look
