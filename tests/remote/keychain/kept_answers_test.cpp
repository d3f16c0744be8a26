// SPDX-License-Identifier: GPL-3.0-or-later
// Which answers of a login may be kept: what is the same tomorrow.
#include "remote/keychain/kept_answers.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class KeptAnswersTest : public QObject {
  Q_OBJECT

  static LoginQuestion prompts(const QStringList& texts, bool isShown = false) {
    LoginQuestion question;
    question.kind = LoginQuestion::Kind::prompts;
    for (const QString& text : texts) question.prompts.append({text, isShown});
    return question;
  }

 private slots:
  void passwordsLast_data() {
    QTest::addColumn<QStringList>("texts");
    QTest::addColumn<int>("place");  // -1: none
    const auto row = [](const char* name, const QStringList& texts, int place) {
      QTest::newRow(name) << texts << place;
    };
    row("password", {QStringLiteral("Password:")}, 0);
    row("with a name", {QStringLiteral("ada@login's password:")}, 0);
    row("German", {QStringLiteral("Passwort:")}, 0);
    row("code", {QStringLiteral("Verification code:")}, -1);
    row("one-time password", {QStringLiteral("One-time password (OATH) for `ada':")}, -1);
    row("OTP", {QStringLiteral("OTP Password:")}, -1);
    row("password and token", {QStringLiteral("Enter password and token:")}, -1);
    row("PIN", {QStringLiteral("PIN:")}, -1);
    row("change, old", {QStringLiteral("Current password:")}, -1);
    row("change, new", {QStringLiteral("New password:")}, -1);
    row("change, again", {QStringLiteral("Retype new password:")}, -1);
    row("code, then password", {QStringLiteral("Code:"), QStringLiteral("Password:")}, 1);
    row("nothing", {QString()}, -1);
  }

  void passwordsLast() {
    QFETCH(QStringList, texts);
    QFETCH(int, place);
    QCOMPARE(lastingPrompt(prompts(texts)).value_or(-1), place);
    // What may be seen while it is typed is no secret.
    QCOMPARE(lastingPrompt(prompts(texts, true)).value_or(-1), -1);
  }

  void hostKeysAreNotKept() {
    QVERIFY(!lastingPrompt(LoginQuestion()));
    LoginQuestion question;
    question.kind = LoginQuestion::Kind::passphrase;
    QCOMPARE(lastingPrompt(question).value_or(-1), 0);
  }
};

TRAINYARD_TEST(KeptAnswersTest);
#include "kept_answers_test.moc"
