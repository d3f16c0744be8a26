// SPDX-License-Identifier: GPL-3.0-or-later
// Every message of the contract has a part of the help, and is recognized by its sentence.
#include <QRegularExpression>
#include <QTest>

#include "engine/contract/messages.h"
#include "gui/help/help_pages.h"
#include "gui/help/message_help.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

QString text(std::string_view of) {
  return QString::fromUtf8(of.data(), static_cast<qsizetype>(of.size()));
}

const QRegularExpression argument("\\{[a-z_]+\\}");

}  // namespace

class MessageHelpTest : public QObject {
  Q_OBJECT
 private slots:
  // A new kind of message needs a part that explains it, or a place in message_help.cpp.
  void everyMessageHasAPart() {
    QStringList without;
    for (const MessageTemplate& each : message_templates()) {
      const QString address = helpOfMessage(text(each.code));
      if (address.isEmpty() || !HelpPages::all().find(address))
        without << text(each.code) + " -> " + address;
    }
    QVERIFY2(without.isEmpty(), qPrintable(without.join('\n')));
    QVERIFY(helpOfMessage("no_such_kind.of_message").isEmpty());
  }

  void everyKindIsThatOfAMessageAndStandsOnce() {
    const QStringList kinds = kindsOfMessages();
    for (const QString& kind : kinds) {
      QCOMPARE(kinds.count(kind), 1);
      const bool isUsed = std::ranges::any_of(message_templates(), [&](const auto& each) {
        return (text(each.code) + '.').startsWith(kind + '.');
      });
      QVERIFY2(isUsed, qPrintable(kind));
    }
  }

  void theLongerBeginningCounts() {
    QCOMPARE(helpOfMessage("failure.memory_limit"), "troubleshooting.md#out-of-memory");
    QVERIFY(helpOfMessage("failure.signal") != helpOfMessage("failure.memory_limit"));
  }

  void aSentenceIsRecognized() {
    int count = 0;
    for (const MessageTemplate& each : message_templates()) {
      const QString wording = text(each.text);
      QString own = wording, sentence = wording;
      if (own.remove(argument).size() < 20) continue;
      sentence.replace(argument, "Xy 7");
      const QString code = codeOfSentence(sentence);
      const auto found = std::ranges::find(message_templates(), code.toStdString(),
                                           [](const auto& m) { return std::string(m.code); });
      QVERIFY2(found != message_templates().end(), qPrintable(sentence));
      // Two codes may have the same wording, with other names of its arguments.
      QCOMPARE(text(found->text).replace(argument, "{}"), QString(wording).replace(argument, "{}"));
      ++count;
    }
    QVERIFY2(count > 1400, qPrintable(QString::number(count)));
    QVERIFY(codeOfSentence("A sentence of the window alone.").isEmpty());
    QVERIFY(codeOfSentence({}).isEmpty());
  }
};

TRAINYARD_TEST(MessageHelpTest);

#include "message_help_test.moc"
