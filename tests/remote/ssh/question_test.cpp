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

  void anAnswerComesBackAsItWas() {
    using Kind = LoginAnswer::Kind;
    for (const Kind kind : {Kind::refused, Kind::once, Kind::trusted})
      QCOMPARE(loginAnswerFrom(toJson(LoginAnswer{kind})).kind, kind);
    const LoginAnswer secret =
        loginAnswerFrom(toJson(LoginAnswer{Kind::secret, Secret("gr\xc3\xbcn $(x)")}));
    QCOMPARE(secret.kind, Kind::secret);
    QCOMPARE(secret.secret.bytes(), QByteArray("gr\xc3\xbcn $(x)"));
    LoginAnswer answers{Kind::answers};
    answers.answers = {Secret("one"), Secret(""), Secret("three")};
    const LoginAnswer back = loginAnswerFrom(toJson(answers));
    QCOMPARE(back.kind, Kind::answers);
    QCOMPARE(back.answers.size(), 3);
    QCOMPARE(back.answers[0].bytes(), QByteArray("one"));
    QCOMPARE(back.answers[2].bytes(), QByteArray("three"));
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
    const QString huge(loginAnswerLimit + 1, QLatin1Char('x'));
    QJsonArray many;
    for (int i = 0; i <= loginPromptsLimit; ++i) many.append(QStringLiteral("a"));
    for (const QJsonObject& json :
         {QJsonObject{}, QJsonObject{{"answer", "yes"}}, QJsonObject{{"answer", "secret"}},
          QJsonObject{{"answer", "secret"}, {"secret", 5}},
          QJsonObject{{"answer", "secret"}, {"secret", huge}},
          QJsonObject{{"answer", "answers"}, {"answers", QJsonArray{huge}}},
          QJsonObject{{"answer", "answers"}, {"answers", QJsonArray{1}}},
          QJsonObject{{"answer", "answers"}, {"answers", many}}})
      QCOMPARE(loginAnswerFrom(json).kind, LoginAnswer::Kind::refused);
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
