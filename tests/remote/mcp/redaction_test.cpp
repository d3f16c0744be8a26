// SPDX-License-Identifier: GPL-3.0-or-later
// What an agent is told has no secret and no control character.
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include "remote/mcp/redaction.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class RedactionTest : public QObject {
  Q_OBJECT

 private slots:
  void valuesOfVariablesAreLeftOutWhereverTheyStand() {
    Redaction redaction;
    redaction.addDocument(
        "format: 1\nname: x\nnonsense: 1\nenvironment:\n  variables:\n    LAB_WORD: open sesame "
        "now\n"
        "    OMP_NUM_THREADS: \"4\"\n");
    redaction.addOverride(QStringLiteral("environment.variables.PIN_KEY=a1z"));
    QCOMPARE(redaction.cleaned(QStringLiteral("it said open sesame now, 4 times")),
             QStringLiteral("it said [redacted], 4 times"));
    const QJsonObject object{{QStringLiteral("a1z"), QJsonArray{QStringLiteral("x a1z y"), 4}}};
    QCOMPARE(redaction.cleaned(QJsonValue(object)).toObject(),
             (QJsonObject{
                 {QStringLiteral("[redacted]"), QJsonArray{QStringLiteral("x [redacted] y"), 4}}}));
  }

  void theLongerOneFirst() {
    Redaction redaction;
    redaction.add(QStringLiteral("A_TOKEN"), QStringLiteral("abcdef"));
    redaction.add(QStringLiteral("B_TOKEN"), QStringLiteral("abcdefghij"));
    QCOMPARE(redaction.cleaned(QStringLiteral("abcdefghij abcdef")),
             QStringLiteral("[redacted] [redacted]"));
  }

  void secretsByTheirForm_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("clean");
    const auto row = [](const char* text, const char* clean) {
      QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(clean);
    };
    row("export WANDB_API_KEY=0123456789abcdef", "export WANDB_API_KEY=[redacted]");
    row("{\"HF_TOKEN\": \"opaque-thing\"}", "{\"HF_TOKEN\": \"[redacted]\"}");
    row("password: tr0ub4dor", "password: [redacted]");
    row("ssh://me:hunter2@host/x", "ssh://me:[redacted]@host/x");
    row("http://localhost:8888/lab?token=abcdef0123", "http://localhost:8888/lab?token=[redacted]");
    row("Authorization: Bearer abc.def", "Authorization: Bearer [redacted]");
    row("x hf_abcdefghijklmnopqrstuvwxyz y", "x [redacted] y");
    row("--set environment.variables.X=1234", "--set environment.variables.X=[redacted]");
    row("-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----",
        "[redacted]");
    row("tokens: 20000, tokenizer: gpt2, pad_token_id: 50256",
        "tokens: 20000, tokenizer: gpt2, pad_token_id: 50256");
    row("step 10: loss 2.5 at 10:32:01", "step 10: loss 2.5 at 10:32:01");
  }
  void secretsByTheirForm() {
    QFETCH(const QString, text);
    QFETCH(const QString, clean);
    QCOMPARE(Redaction().cleaned(text), clean);
  }

  void ownSecretsOfTheEnvironment() {
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("LAB_PASSPHRASE"), QStringLiteral("correct horse"));
    environment.insert(QStringLiteral("LANGUAGE"), QStringLiteral("english"));
    QCOMPARE(Redaction(environment).cleaned(QStringLiteral("correct horse, in english")),
             QStringLiteral("[redacted], in english"));
  }

  void controlCharactersAreRemoved() {
    QCOMPARE(withoutControls(QStringLiteral("\x1b[31mred\x1b[0m\x07 \x1b]0;title\x07\ttab\nline")),
             QStringLiteral("red \ttab\nline"));
    QCOMPARE(withoutControls(QString(QChar(0x202e)) + QStringLiteral("txt.exe") + QChar(0x9b)),
             QStringLiteral("txt.exe"));
  }
};

TRAINYARD_TEST(RedactionTest);
#include "redaction_test.moc"
