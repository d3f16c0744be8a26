// SPDX-License-Identifier: GPL-3.0-or-later
// A panel that a person has made: which metrics and expressions it shows, and how.
#pragma once

#include <QJsonObject>
#include <QStringList>
#include <optional>

#include "gui/charts/plot_scale.h"

namespace trainyard {

struct OwnPanel {
  // Curves; or one value of each run: as a bar, against another value, or the best of all.
  enum class Kind { lines, bars, scatter, number };
  // What is left of a curve where each run has one value.
  enum class Reduction { last, least, greatest, mean };
  // Shares of the page's width, and heights.
  enum class Width { third, half, twoThirds, whole };
  enum class Height { small, medium, large };

  Kind kind = Kind::lines;
  Reduction reduction = Reduction::last;
  QString name;             // empty: that of what it shows
  QStringList expressions;  // as they were typed
  QString x;                // an expression; empty: the horizontal axis of the page
  bool isLogX = false;
  std::optional<YScale> scale;        // nothing: that of the page
  std::optional<double> low, high;    // of the vertical axis; nothing: as far as the values go
  std::optional<double> xLow, xHigh;  // of the horizontal one
  Band band = Band::range;
  Width width = Width::third;
  Height height = Height::medium;
  QString section;  // empty: the first one
  // Of a kind that only a newer version draws: all that it wrote, which stays as it is.
  QJsonObject newer = {};

  // Whether it has one value a run instead of curves.
  bool hasValues() const { return kind != Kind::lines; }

  bool operator==(const OwnPanel&) const = default;
};

QJsonObject toJson(const OwnPanel& panel);
// What is missing or makes no sense is as in a new panel.
OwnPanel panelFromJson(const QJsonObject& object);

}  // namespace trainyard
