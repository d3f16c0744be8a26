// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QTranslator>
#include <memory>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// Replaces the translator installed in `current`.
void install(std::unique_ptr<QTranslator>& current, const QLocale& locale, const QString& file,
             const QString& folder) {
  if (current) QCoreApplication::removeTranslator(current.get());
  current = std::make_unique<QTranslator>();
  if (current->load(locale, file, u"_"_s, folder))
    QCoreApplication::installTranslator(current.get());
}

}  // namespace

QString chosenLanguage() { return QSettings().value(u"language"_s).toString(); }

void chooseLanguage(const QString& language) {
  if (language == chosenLanguage()) return;
  QSettings().setValue(u"language"_s, language);
  useLanguage();
}

void useLanguage() {
  static std::unique_ptr<QTranslator> ours, ofQt;
  const QString chosen = chosenLanguage();
  const QLocale locale = chosen.isEmpty() ? QLocale::system() : QLocale(chosen);
  QLocale::setDefault(locale);
  install(ofQt, locale, u"qtbase"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  install(ours, locale, u"trainyard"_s, u":/i18n"_s);
}

}  // namespace trainyard
