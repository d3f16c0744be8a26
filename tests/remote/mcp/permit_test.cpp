// SPDX-License-Identifier: GPL-3.0-or-later
// A person's consent: the requests that the service keeps, and calls of a session that wait for
// them.
#include <QTest>

#include "remote/mcp/permit.h"
#include "remote/service/calls/consent_book.h"
#include "tests/qt_tests.h"
#include "tests/remote/service/served_fixture.h"

using namespace trainyard;

namespace {

ConsentRequest requestWith(const QString& digest, bool offersSession = false) {
  ConsentRequest request;
  request.session = QStringLiteral("s");
  request.digest = digest;
  request.offersSession = offersSession;
  return request;
}

Permission permissionFor(const QString& digest, double gpuHours) {
  SpentRun run;
  run.gpusPerNode = 1;
  run.gpuHours = gpuHours;
  return {ConsentKind::submit, digest, {QStringLiteral("far"), {run}, {}, {}}, {}, {}};
}

}  // namespace

class PermitTest : public ServedFixture {
  Q_OBJECT

  using Answer = std::optional<Result<ConsentRecord>>;
  using Permitted = std::optional<Result<Permit>>;

  double m_now = 1000;
  std::unique_ptr<ConsentBook> newBook() {
    m_now = 1000;
    return std::make_unique<ConsentBook>([this] { return m_now; });
  }
  static void ask(ConsentBook& book, ConsentRequest request, Answer& answer,
                  std::stop_token stop = {}) {
    keepResult(book.ask(std::move(request), std::chrono::seconds(30), stop), answer);
  }
  static QString only(ConsentBook& book) {
    return book.open().size() == 1 ? book.open().first().id : QString();
  }

  struct Agent {
    explicit Agent(std::unique_ptr<ServiceClient> client_, BudgetLimits limits)
        : client(std::move(client_)), session(*client, {std::move(limits), {}, {}}) {}
    std::unique_ptr<ServiceClient> client;
    AgentSession session;
    std::stop_source stop;
    int said = 0;
    void permit(const QString& digest, double gpuHours, Permitted& result) {
      keepResult(permitFor(session, permissionFor(digest, gpuHours),
                           {stop.get_token(), [this](const QString&) { ++said; }}),
                 result);
    }
  };

  QList<ConsentRecord> open(ServiceClient& person) {
    return resultOf(person.call(methods::consentList, {}, ListConsentsArguments()))->requests;
  }
  bool answer(ServiceClient& person, const QString& id, ConsentState state) {
    return resultOf(person.call(methods::consentAnswer, {}, AnswerConsentArguments{id, state, {}}))
        .ok();
  }

 private slots:
  void anAnswerIsGivenOnce() {
    const auto book = newBook();
    Answer first, second;
    ask(*book, requestWith(QStringLiteral("d")), first);
    ask(*book, requestWith(QStringLiteral("d")), second);
    const QString id = only(*book);
    QVERIFY(!id.isEmpty() && !first && !second);
    QVERIFY(book->answer(id, ConsentState::once, {}));
    QTRY_VERIFY(first && second);
    const bool isFirst = first->ok() && (*first)->state == ConsentState::once;
    const bool isSecond = second->ok() && (*second)->state == ConsentState::once;
    QVERIFY(isFirst != isSecond);
    QVERIFY(book->open().isEmpty());
    QVERIFY(!book->answer(id, ConsentState::once, {}));
  }

  void anAnswerWaitsForWhoAsked() {
    const auto book = newBook();
    Answer left, again;
    std::stop_source gone;
    ask(*book, requestWith(QStringLiteral("d")), left, gone.get_token());
    gone.request_stop();
    QTRY_VERIFY(left);
    QVERIFY((*left)->state == ConsentState::open);
    QVERIFY(book->answer((*left)->id, ConsentState::denied, QStringLiteral("too much")));
    ask(*book, requestWith(QStringLiteral("d")), again);
    QVERIFY(again && (*again)->state == ConsentState::denied);
    QCOMPARE((*again)->words, QStringLiteral("too much"));
  }

  void lapsesAfterTenMinutes() {
    const auto book = newBook();
    Answer before, after, anew;
    std::stop_source gone;
    ask(*book, requestWith(QStringLiteral("d")), before, gone.get_token());
    const QString id = only(*book);
    QVERIFY(book->answer(id, ConsentState::once, {}));
    QTRY_VERIFY(before);
    ask(*book, requestWith(QStringLiteral("e")), after, gone.get_token());
    m_now += ConsentBook::lifetimeSeconds;
    QVERIFY(book->open().isEmpty());
    QTRY_VERIFY(after);
    QVERIFY((*after)->state == ConsentState::expired);
    ask(*book, requestWith(QStringLiteral("e")), anew, gone.get_token());
    QVERIFY(!only(*book).isEmpty() && !anew);
    gone.request_stop();
    QTRY_VERIFY(anew);
  }

  void refusesWhatCannotBeAnswered() {
    const auto book = newBook();
    std::stop_source gone;
    Answer answer;
    ask(*book, requestWith(QStringLiteral("d")), answer, gone.get_token());
    const QString id = only(*book);
    QCOMPARE(book->answer(id, ConsentState::session, {}).error().code,
             std::string("consent.no_session"));
    QVERIFY(!book->answer(id, ConsentState::expired, {}));
    QVERIFY(!book->answer(QStringLiteral("nobody"), ConsentState::once, {}));
    book->withdraw(QStringLiteral("s"), {});
    QTRY_VERIFY(answer);
    QCOMPARE(answer->error().code, std::string("consent.withdrawn"));
    std::vector<Answer> many(ConsentBook::limit + 1);
    for (std::size_t i = 0; i < many.size(); ++i)
      ask(*book, requestWith(QString::number(i)), many[i], gone.get_token());
    QVERIFY(many.back() && many.back()->error().code == "consent.too_many");
    gone.request_stop();
    for (const Answer& each : many) QTRY_VERIFY(each);
  }

  void withoutABudgetEachSubmissionAsks() {
    Agent agent(client(), {});
    const auto person = client();
    for (int i = 0; i < 3; ++i) {
      Permitted permit;
      agent.permit(QString::number(i), 1, permit);
      QTRY_COMPARE(open(*person).size(), 1);
      const ConsentRecord asked = open(*person).first();
      QVERIFY(!asked.request.offersSession && !permit);
      QVERIFY(answer(*person, asked.id, ConsentState::once));
      QTRY_VERIFY(permit);
      QVERIFY(permit->ok() && !(*permit)->pending);
    }
    QCOMPARE(agent.session.budget.spentHours(), 3.0);
  }

  // A window reads the list when it is told, and at no other time.
  void clientsAreToldOfEachChange() {
    Agent agent(client(), {});
    const auto person = client(), other = client();
    int told = 0;
    connect(other.get(), &ServiceClient::consentsChanged, this, [&told] { ++told; });
    Permitted first, second;
    agent.permit(QStringLiteral("1"), 1, first);
    QTRY_COMPARE(told, 1);
    QCOMPARE(open(*person).size(), 1);
    QVERIFY(answer(*person, open(*person).first().id, ConsentState::once));
    QTRY_VERIFY(first);
    QTRY_COMPARE(told, 2);
    agent.permit(QStringLiteral("2"), 1, second);
    QTRY_COMPARE(told, 3);
    agent.stop.request_stop();  // or it would ask anew
    QTRY_VERIFY(second);
    WithdrawConsentArguments all{agent.session.id, {}};
    QVERIFY(resultOf(person->call(methods::consentWithdraw, {}, all)));
    QTRY_COMPARE(told, 4);
    QVERIFY(open(*person).isEmpty());
  }

  // Five of ten that ask at once fit, and only those are granted.
  void callsAtTheSameTimeShareTheBudget() {
    Agent agent(client(), {6, {}, {QStringLiteral("far")}});
    const auto person = client();
    Permitted first;
    agent.permit(QStringLiteral("first"), 1, first);
    QTRY_COMPARE(open(*person).size(), 1);
    QVERIFY(open(*person).first().request.offersSession);
    QVERIFY(answer(*person, open(*person).first().id, ConsentState::session));
    QTRY_VERIFY(first && first->ok());
    std::vector<Permitted> permits(10);
    for (std::size_t i = 0; i < permits.size(); ++i)
      agent.permit(QString::number(i), 1, permits[i]);
    QTRY_COMPARE(open(*person).size(), 5);
    const auto granted = std::ranges::count_if(
        permits, [](const Permitted& each) { return each && each->ok() && !(**each).pending; });
    QCOMPARE(granted, 5);
    QCOMPARE(agent.session.budget.spentHours(), 6.0);
    for (const ConsentRecord& record : open(*person)) QVERIFY(!record.request.offersSession);
    agent.stop.request_stop();
    for (const Permitted& each : permits) QTRY_VERIFY(each);
    QCOMPARE(agent.session.budget.spentHours(), 6.0);
  }

  // Those that were asked about before the session was allowed need no answer any more.
  void aGrantFreesThoseThatWait() {
    Agent agent(client(), {2, {}, {QStringLiteral("far")}});
    const auto person = client();
    Permitted first, second, third;
    agent.permit(QStringLiteral("1"), 1, first);
    agent.permit(QStringLiteral("2"), 1, second);
    agent.permit(QStringLiteral("3"), 1, third);
    QTRY_COMPARE(open(*person).size(), 3);
    QVERIFY(answer(*person, open(*person).first().id, ConsentState::session));
    QTRY_VERIFY_WITH_TIMEOUT(first && second && first->ok() && second->ok(), 15000);
    QVERIFY(!third);
    QCOMPARE(agent.session.budget.spentHours(), 2.0);
    agent.stop.request_stop();
    QTRY_VERIFY(third);
  }

  void aRefusalIsTold() {
    Agent agent(client(), {});
    const auto person = client();
    Permitted permit;
    agent.permit(QStringLiteral("1"), 1, permit);
    QTRY_COMPARE(open(*person).size(), 1);
    QVERIFY(answer(*person, open(*person).first().id, ConsentState::denied));
    QTRY_VERIFY(permit);
    QCOMPARE(permit->error().code, std::string("consent.denied"));
    QCOMPARE(agent.session.budget.spentHours(), 0.0);
  }
};

TRAINYARD_TEST(PermitTest);
#include "permit_test.moc"
