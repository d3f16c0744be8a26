// SPDX-License-Identifier: GPL-3.0-or-later
// The contract's texts are in the translations, and findings are rendered from their code and
// arguments.
#include "gui/forms/contract_text.h"

#include <QFile>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>
#include <map>
#include <set>

#include "engine/contract/messages.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

struct Entry {
  QString translation;
  bool finished = false;
};

std::map<QString, Entry> entriesOf(const QString& path, const QString& wanted) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) qFatal("no translations");
  QXmlStreamReader xml(&file);
  std::map<QString, Entry> out;
  QString context, source;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (xml.name() == u"name")
      context = xml.readElementText();
    else if (xml.name() == u"source")
      source = xml.readElementText();
    else if (xml.name() == u"translation" && context == wanted) {
      const bool finished = xml.attributes().value("type").isEmpty();
      out[source] = {xml.readElementText(), finished};
    }
  }
  return out;
}

// A translator that knows one text.
class One : public QTranslator {
 public:
  QString translate(const char* context, const char* source, const char*, int) const override {
    if (QLatin1String(context) == QLatin1String("Messages") &&
        QLatin1String(source) == QLatin1String("{field} must be at least {minimum}, not {found}"))
      return QStringLiteral("{found} bei {field}: mindestens {minimum}");
    return {};
  }
  bool isEmpty() const override { return false; }
};

std::set<QString> placeholders(const QString& text) {
  std::set<QString> out;
  for (const QString& piece : text.split(QLatin1Char('{')).mid(1))
    out.insert(piece.section(QLatin1Char('}'), 0, 0));
  return out;
}

}  // namespace

class ContractWordsTest : public QObject {
  Q_OBJECT
 private slots:
  // One that has no translation yet is shown in English; ./dev lint names it.
  void everyTranslationIsFinishedAndOfATextThatIsThere() {
    for (const char* context : {"Experiment", "Messages"}) {
      std::set<QString> texts;
      for (const ContractText::Source& source : ContractText::sources())
        if (QLatin1String(source.context) == QLatin1String(context)) texts.insert(source.english);
      const auto entries = entriesOf(QStringLiteral(GERMAN), QLatin1String(context));
      QVERIFY(entries.size() > 50);
      for (const auto& [english, entry] : entries) {
        QVERIFY2(texts.count(english),
                 qPrintable(english +
                            QStringLiteral(
                                " is no text of the contract any more: ninja trainyard_lupdate")));
        QVERIFY2(entry.finished && !entry.translation.isEmpty(), qPrintable(english));
      }
    }
  }

  void aTextWithoutATranslationIsEnglish() {
    One german;
    QVERIFY(QCoreApplication::installTranslator(&german));
    for (const FieldInfo& field : fields())
      QCOMPARE(ContractText::label(field), QString::fromStdString(field.label));
    QCOMPARE(
        ContractText::finding(make_diagnostic(Severity::error, "field.too_large", "seed",
                                              {{"field", "seed"}, {"maximum", 1}, {"found", 3}})),
        QString::fromStdString(make_diagnostic(Severity::error, "field.too_large", "seed",
                                               {{"field", "seed"}, {"maximum", 1}, {"found", 3}})
                                   .text));
    QCoreApplication::removeTranslator(&german);
  }

  void translationsNameTheSameArguments() {
    for (const auto& [english, entry] :
         entriesOf(QStringLiteral(GERMAN), QStringLiteral("Messages")))
      if (entry.finished)
        QVERIFY2(placeholders(english) == placeholders(entry.translation), qPrintable(english));
  }

  void aFindingIsRenderedFromItsArguments() {
    const Diagnostic small = make_diagnostic(Severity::error, "field.too_small", "seed",
                                             {{"field", "seed"}, {"minimum", 0}, {"found", -3}});
    QCOMPARE(ContractText::finding(small), QStringLiteral("seed must be at least 0, not -3"));
    One german;
    QVERIFY(QCoreApplication::installTranslator(&german));
    QCOMPARE(ContractText::finding(small), QStringLiteral("-3 bei seed: mindestens 0"));
    QCoreApplication::removeTranslator(&german);
    Diagnostic foreign;
    foreign.code = "of.another.program";
    foreign.text = "its own words";
    QCOMPARE(ContractText::finding(foreign), QStringLiteral("its own words"));
  }
};

TRAINYARD_TEST(ContractWordsTest);
#include "contract_text_test.moc"
