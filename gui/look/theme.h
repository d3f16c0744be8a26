// SPDX-License-Identifier: GPL-3.0-or-later
// Light or dark: as the user chose, else as the desktop says, also while the window is open. A
// change is one palette for the whole program, from which everything takes its colours.
#pragma once

class QApplication;

namespace trainyard::look {

enum class Theme { system, light, dark };

// Fonts, style and the chosen theme; once, after the program's name is set.
void install(QApplication& application);

// Gives all kinds of controls their fonts, relative to this base; those of controls that exist keep
// the roles that they chose themselves.
void showFonts(double pixels, double dotsPerInch);

// Kept in the settings.
Theme chosenTheme();
void chooseTheme(Theme theme);
// Shows a theme without keeping it; the system's if it is that one.
void showTheme(Theme theme);

}  // namespace trainyard::look
