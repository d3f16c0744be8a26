// SPDX-License-Identifier: GPL-3.0-or-later
// Fonts by their role and sizes that follow them. All are relative to one base, which is the size
// of the system's font; the numbers given are pixels at a base of 13.
#pragma once

#include <QFont>

namespace trainyard::look {

enum class Role {
  number,    // one large number: 22, 600
  page,      // the title of a page: 18, 600
  card,      // the title of a card: 14, 600
  body,      // 13, 400
  name,      // buttons and names: 13, 500
  emphasis,  // 13, 600
  help,      // 12, 400
  helpName,  // chips and heads of tables: 12, 500
  caption,   // axes: 11, 400
  captionName,
  code,  // 12, monospaced
};

inline constexpr double designBase = 13;

// Adds the fonts that the program carries. False if it was built without them: the system's are
// used then.
bool loadFonts();
// The base in pixels for a system font: its size, from 9 to 14 points.
double baseOf(const QFont& system, double dotsPerInch);
void useBase(double pixels, double dotsPerInch);
double base();

QFont font(Role role);
// Of a line of text, in pixels.
int lineHeight(Role role);
// A length of the design in pixels at the present base.
int px(double length);

}  // namespace trainyard::look
