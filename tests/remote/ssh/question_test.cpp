// SPDX-License-Identifier: GPL-3.0-or-later
// A login's question and answer: there and back as JSON, and what of a hostile server's words is
// left.
#include <QJsonArray>

#include "remote/service/protocol/login_values.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class QuestionTest : public QObject {
  Q_OBJECT

  static LoginQuestion full(LoginQuestion::Kind kind) {
    LoginQuestion question;
    question.kind = kind;
    question.target = QStringLiteral("far");
    question.host = QStringLiteral("login.far");
    question.user = QStringLiteral("ada");
    question.port = 2222;
    question.keyType = QStringLiteral("ssh-ed25519");
    question.fingerprint = QStringLiteral("SHA256:abc");
    question.hasAuthority = true;
    question.keyFile = QStringLiteral("/home/ada/.ssh/id");
    question.wrongTries = 2;
    question.title = QStringLiteral("Second factor");
    question.text = QStringLiteral("First line\nsecond line");
    question.prompts = {{QStringLiteral("Passwort f\u00fcr ada:"), false},
                        {QStringLiteral("Code:"), true}};
    question.connectedAt = 1234.5;
    return question;
  }

 private slots:
  void aQuestionComesBackAsItWas() {
    using Kind = LoginQuestion::Kind;
    for (const Kind kind : {Kind::hostKey, Kind::passphrase, Kind::password, Kind::prompts}) {
      const auto back = loginQuestionFrom(toJson(full(kind)));
      QVERIFY(back && *back == full(kind));
    }
  }

  // As it goes to the service.
  static LoginAnswer overTheWire(const LoginAnswer& answer) {
    const AnswerSeal seal;
    const QJsonObject json = toJson(answer, seal.publicKey());
    const QByteArray line = QJsonDocument(json).toJson();
    for (const Secret& each : answer.answers + QList<Secret>{answer.secret})
      if (each.bytes().size() > 3 && line.contains(each.bytes())) return {};
    return loginAnswerFrom(json, seal);
  }

  void anAnswerComesBackAsItWas() {
    using Kind = LoginAnswer::Kind;
    for (const Kind kind : {Kind::refused, Kind::once, Kind::trusted})
      QCOMPARE(overTheWire(LoginAnswer{kind}).kind, kind);
    const LoginAnswer secret = overTheWire(LoginAnswer{Kind::secret, Secret("gr\xc3\xbcn $(x)")});
    QCOMPARE(secret.kind, Kind::secret);
    QCOMPARE(secret.secret.bytes(), QByteArray("gr\xc3\xbcn $(x)"));
    LoginAnswer answers{Kind::answers};
    answers.answers = {Secret("one"), Secret(""), Secret(QByteArray(loginAnswerLimit, 'x'))};
    const LoginAnswer back = overTheWire(answers);
    QCOMPARE(back.kind, Kind::answers);
    QCOMPARE(back.answers, answers.answers);
  }

  void anAnswerFitsItsQuestionAlone() {
    const AnswerSeal seal, another;
    const LoginAnswer answer{LoginAnswer::Kind::secret, Secret("open sesame")};
    const QJsonObject json = toJson(answer, seal.publicKey());
    QCOMPARE(loginAnswerFrom(json, seal).secret.bytes(), QByteArray("open sesame"));
    QCOMPARE(loginAnswerFrom(json, another).kind, LoginAnswer::Kind::refused);
    // Never twice the same.
    QVERIFY(toJson(answer, seal.publicKey())["sealed"] != json["sealed"]);
    const QByteArray whole = QByteArray::fromBase64(json["sealed"].toString().toLatin1());
    for (qsizetype i = 0; i < whole.size(); ++i) {
      QByteArray changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ 1);
      QVERIFY(!seal.open(changed));
      QVERIFY(!seal.open(whole.left(i)));
    }
    QVERIFY(!seal.open(QByteArray(1 << 20, 'x')));
    // Who asks without a seal gets nothing.
    for (const QByteArray& key : {QByteArray(), QByteArray("short"), QByteArray(32, '\0')})
      QCOMPARE(toJson(answer, key)["sealed"].toString(), QString());
  }

  void whatIsNoQuestionIsNone() {
    QVERIFY(!loginQuestionFrom({}));
    QVERIFY(!loginQuestionFrom({{"kind", "other"}}));
    QVERIFY(!loginQuestionFrom({{"kind", "prompts"}}));  // nothing is asked
    QJsonArray many;
    for (int i = 0; i <= loginPromptsLimit; ++i) many.append(QJsonObject{{"text", "a"}});
    QVERIFY(!loginQuestionFrom({{"kind", "prompts"}, {"prompts", many}}));
  }

  void whatIsNoAnswerIsARefusal() {
    const AnswerSeal seal;
    const auto sealed = [&](const QList<Secret>& answers) {
      return QString::fromLatin1(sealAnswers(answers, seal.publicKey()).toBase64());
    };
    const Secret huge(QByteArray(loginAnswerLimit + 1, 'x'));
    for (const QJsonObject& json :
         {QJsonObject{}, QJsonObject{{"answer", "yes"}}, QJsonObject{{"answer", "secret"}},
          QJsonObject{{"answer", "secret"}, {"sealed", 5}},
          QJsonObject{{"answer", "secret"}, {"sealed", "c2VjcmV0"}},
          QJsonObject{{"answer", "secret"}, {"sealed", sealed({huge})}},
          QJsonObject{{"answer", "secret"}, {"sealed", sealed({Secret("a"), Secret("b")})}},
          QJsonObject{{"answer", "answers"},
                      {"sealed", sealed(QList<Secret>(loginPromptsLimit + 1, Secret("a")))}}})
      QCOMPARE(loginAnswerFrom(json, seal).kind, LoginAnswer::Kind::refused);
  }

  void aServersWordsAreHarmless() {
    QCOMPARE(serverText("a\x1b[31mb\r\nc\td\x07\x9f", 100), QStringLiteral("a[31mb\nc d\uFFFD"));
    QCOMPARE(serverLine("Code\n\xe2\x80\xaegnihton:", 100), QStringLiteral("Code gnihton:"));
    QCOMPARE(serverText(QByteArray(1 << 20, 'x'), loginTextLimit).size(), loginTextLimit);
    QCOMPARE(serverText({}, 10), QString());
    LoginQuestion question = full(LoginQuestion::Kind::prompts);
    question.text = QString(1 << 20, QLatin1Char('x'));
    question.prompts = QList<LoginPrompt>(1000, {QString(100000, QLatin1Char('y')), false});
    question.title = QStringLiteral("\u202e\u0000evil\u0085");
    question.wrongTries = -5;
    question = bounded(question);
    QCOMPARE(question.text.size(), loginTextLimit);
    QCOMPARE(question.prompts.size(), loginPromptsLimit);
    QCOMPARE(question.prompts[0].text.size(), loginLineLimit);
    QVERIFY(!question.title.contains(QChar(0x202e)) && !question.title.contains(QChar(0x85)));
    QCOMPARE(question.wrongTries, 0);
  }

  void aSecretIsGoneWithItsLastHolder() {
    QByteArray bytes("open sesame");
    bytes.detach();
    const char* place = bytes.constData();
    const QByteArray held = bytes;
    burn(bytes);  // somebody else holds it still
    QCOMPARE(held, QByteArray("open sesame"));
    QCOMPARE(QByteArray(place, 4), QByteArray("open"));
    Secret one("once"), other = std::move(one);
    QVERIFY(one.bytes().isEmpty());
    QCOMPARE(other.take(), QByteArray("once"));
    QVERIFY(other.bytes().isEmpty());
  }
};

TRAINYARD_TEST(QuestionTest);
#include "question_test.moc"
