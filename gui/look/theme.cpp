// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/theme.h"

#include <QApplication>
#include <QScreen>
#include <QSettings>
#include <QToolTip>

#include "gui/look/style.h"
#include "gui/look/system_scheme.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard::look {
namespace {

const QString themeKey = u"theme"_s;

struct ThemeState {
  Theme shown = Theme::system;
  bool isSystemDark = false;
};

ThemeState& themeState() {
  static ThemeState state;
  return state;
}

void showPalette() {
  const ThemeState& state = themeState();
  const bool isDark =
      state.shown == Theme::system ? state.isSystemDark : state.shown == Theme::dark;
  const QPalette palette = paletteOf(isDark ? darkTokens() : lightTokens());
  QApplication::setPalette(palette);
  QToolTip::setPalette(palette);
}

void useSystemFonts() {
  loadFonts();
  const QScreen* screen = QGuiApplication::primaryScreen();
  const double dotsPerInch = screen ? screen->logicalDotsPerInch() : 96;
  // Without a desktop there is no size to follow, and pictures are to be the same everywhere.
  const bool hasDesktop = QGuiApplication::platformName() != u"offscreen";
  showFonts(hasDesktop ? baseOf(QApplication::font(), dotsPerInch) : designBase, dotsPerInch);
}

}  // namespace

void showFonts(double pixels, double dotsPerInch) {
  useBase(pixels, dotsPerInch);
  QApplication::setFont(font(Role::body));
  for (const char* widget : {"QPushButton", "QToolButton", "QTabBar"})
    QApplication::setFont(font(Role::name), widget);
  QApplication::setFont(font(Role::helpName), "QHeaderView");
  QApplication::setFont(font(Role::help), "QTipLabel");
  QToolTip::setFont(font(Role::help));
}

void install(QApplication& application) {
  // Before ours is shown.
  themeState().isSystemDark = tokens(QApplication::palette()).isDark;
  useSystemFonts();
  QApplication::setStyle(new Style);
  auto* scheme = new SystemScheme(&application);
  QObject::connect(scheme, &SystemScheme::changed, &application, [](bool isDark) {
    themeState().isSystemDark = isDark;
    if (themeState().shown == Theme::system) showPalette();
  });
  showTheme(chosenTheme());
  scheme->ask();
}

Theme chosenTheme() {
  const QString name = QSettings().value(themeKey).toString();
  return name == u"light" ? Theme::light : name == u"dark" ? Theme::dark : Theme::system;
}

void chooseTheme(Theme theme) {
  if (theme == Theme::system)
    QSettings().remove(themeKey);
  else
    QSettings().setValue(themeKey, theme == Theme::dark ? u"dark"_s : u"light"_s);
  showTheme(theme);
}

void showTheme(Theme theme) {
  themeState().shown = theme;
  showPalette();
}

}  // namespace trainyard::look
