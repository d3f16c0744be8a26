// SPDX-License-Identifier: GPL-3.0-or-later
// The two sides of the service's socket in one process: questions to a person, streams, progress,
// calls that are given up.
#include <QLocalSocket>
#include <QSignalSpy>

#include "tests/remote/service/served_fixture.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class ProtocolTest : public ServedFixture {
  Q_OBJECT

  static LoginQuestion hostKey() {
    LoginQuestion question;
    question.target = QStringLiteral("far");
    question.host = QStringLiteral("login.far");
    question.port = 2222;
    question.keyType = QStringLiteral("ssh-ed25519");
    question.fingerprint = QStringLiteral("SHA256:abc");
    return question;
  }

 private slots:
  void aStoreThatTakesNothingIsToldToEveryoneAndToWhoComesLater() {
    const auto early = client();
    QSignalSpy told(early.get(), &ServiceClient::storeChanged);
    RunRegistry& registry = m_service->registry;
    QVERIFY(!registry.check(make_error("store.full", {{"path", "/data/runs.sqlite"}})));
    QVERIFY(!registry.check(make_error("store.full", {{"path", "/data/runs.sqlite"}})));
    QTRY_COMPARE(told.size(), 1);  // not at every try
    QVERIFY(early->storeRefusal()->code == "store.behind");
    QVERIFY2(early->storeRefusal()->message.find("the disk is full") != std::string::npos,
             early->storeRefusal()->message.c_str());
    ServiceClient late({path(QStringLiteral("no-program")), socketPath()});
    QSignalSpy toldLate(&late, &ServiceClient::storeChanged);
    QVERIFY(resultOf(late.connectToService()));
    QTRY_VERIFY(late.storeRefusal());
    QVERIFY(registry.check({}));
    QTRY_COMPARE(told.size(), 2);
    QTRY_COMPARE(toldLate.size(), 2);
    QVERIFY(!early->storeRefusal() && !late.storeRefusal() && registry.check({}));
    QVERIFY(resultOf(early->call(methods::targetsList)));
    QCOMPARE(told.size(), 2);
  }

  // A forgotten terminal must not keep the question from a person.
  void allAreAskedAndTheFirstAnswerCounts() {
    QStringList asked, withdrawn;
    const auto forgotten = [&](const QString& name) -> Answerer {
      return [&asked, &withdrawn, name](
                 LoginQuestion question,
                 std::stop_token stop) -> QCoro::Task<std::optional<LoginAnswer>> {
        asked << name + QLatin1Char(' ') + question.fingerprint;
        Waiter waiter;
        while (!stop.stop_requested()) co_await waiter.wait(stop);
        withdrawn << name;
        co_return std::nullopt;
      };
    };
    const auto answering = [&](std::optional<LoginAnswer> answer) -> Answerer {
      return [&asked, answer](LoginQuestion,
                              std::stop_token) -> QCoro::Task<std::optional<LoginAnswer>> {
        asked << QStringLiteral("answering");
        std::optional<LoginAnswer> copy = answer;
        co_return copy;
      };
    };
    const auto silent = client();
    const auto first = client(forgotten(QStringLiteral("first")));
    const auto nobody = client(answering(std::nullopt));
    std::optional<Result<LoginAnswer>> answer;
    keepResult(m_socket->questions.ask(hostKey(), {}), answer);
    QTRY_COMPARE(asked.size(), 2);
    QVERIFY(asked.contains(QStringLiteral("first SHA256:abc")));
    QVERIFY(!answer);
    // Who comes while it is open is asked too.
    const auto late = client(answering(LoginAnswer{LoginAnswer::Kind::trusted, {}}));
    QTRY_VERIFY(answer);
    QVERIFY(*answer && (*answer)->kind == LoginAnswer::Kind::trusted);
    QTRY_COMPARE(withdrawn, QStringList{QStringLiteral("first")});
  }

  void aPassphraseArrivesAndNobodyIsAnError() {
    LoginQuestion question = hostKey();
    question.kind = LoginQuestion::Kind::passphrase;
    question.keyFile = QStringLiteral("/home/somebody/.ssh/id");
    const auto nobody = resultOf(m_socket->questions.ask(question, {}));
    QVERIFY(!nobody && nobody.error().code == "ask.nobody" &&
            nobody.error().exit_code == ExitCode::unreachable);
    const auto person =
        client([](LoginQuestion, std::stop_token) -> QCoro::Task<std::optional<LoginAnswer>> {
          co_return LoginAnswer{LoginAnswer::Kind::secret, "gr\xc3\xbcn $(x)"};
        });
    const auto answer = resultOf(m_socket->questions.ask(question, {}));
    QVERIFY(answer && answer->kind == LoginAnswer::Kind::secret);
    QCOMPARE(answer->secret.bytes(), QByteArray("gr\xc3\xbcn $(x)"));
  }

  void aQuestionIsWithdrawnAndOneWhoLeavesIsNotWaitedFor() {
    int asked = 0, withdrawn = 0;
    Answerer thinking = [&](LoginQuestion,
                            std::stop_token stop) -> QCoro::Task<std::optional<LoginAnswer>> {
      ++asked;
      Waiter waiter;
      while (!stop.stop_requested()) co_await waiter.wait(stop);
      ++withdrawn;
      co_return std::nullopt;
    };
    auto person = client(thinking);
    std::stop_source stop;
    std::optional<Result<LoginAnswer>> answer;
    keepResult(m_socket->questions.ask(hostKey(), stop.get_token()), answer);
    QTRY_COMPARE(asked, 1);
    stop.request_stop();
    QTRY_VERIFY(answer);
    QCOMPARE(answer->error().code, std::string("cancelled"));
    QTRY_COMPARE(withdrawn, 1);
    answer.reset();
    keepResult(m_socket->questions.ask(hostKey(), {}), answer);
    QTRY_COMPARE(asked, 2);
    person.reset();
    QTRY_VERIFY(answer);
    QCOMPARE(answer->error().code, std::string("ask.nobody"));
    QTRY_COMPARE(withdrawn, 2);
  }

  void aStreamIsHandedOverWithWhatCameBehindIt() {
    std::unique_ptr<QLocalSocket> arrived;
    QByteArray command;
    const StreamListener::Ticket ticket =
        m_socket->door.expect([&](std::unique_ptr<QLocalSocket> socket, QByteArray said) {
          arrived = std::move(socket);
          command = said;
        });
    QCOMPARE(ticket.socket, socketPath());
    QVERIFY(ticket.token.size() >= 32);
    const auto request = [](const QString& token) {
      return rpc::request(1, QStringLiteral("stream"),
                          {{"token", token}, {"command", "rsync --server 'a b'"}});
    };
    QLocalSocket stranger;
    stranger.connectToServer(socketPath());
    stranger.write(request(QString(ticket.token.size(), QLatin1Char('0'))));
    QTRY_VERIFY(stranger.canReadLine());
    QVERIFY(stranger.readLine().contains("stream.unknown"));
    QVERIFY(!arrived);
    QLocalSocket shell;
    shell.connectToServer(socketPath());
    shell.write(request(ticket.token) + QByteArray("I\0\0\0\1x", 6));
    QTRY_VERIFY(arrived && shell.canReadLine());
    QVERIFY(shell.readLine().contains("\"result\""));
    QCOMPARE(command, QByteArray("rsync --server 'a b'"));
    QTRY_COMPARE(arrived->bytesAvailable(), 6);
    QCOMPARE(arrived->readAll(), QByteArray("I\0\0\0\1x", 6));
    arrived->write("O");
    QTRY_COMPARE(shell.bytesAvailable(), 1);
    QCOMPARE(shell.readAll(), QByteArray("O"));
    arrived.reset();
    QTRY_COMPARE(shell.state(), QLocalSocket::UnconnectedState);
    m_socket->door.forget(ticket.token);
    stranger.write(request(ticket.token));
    QTRY_VERIFY(stranger.canReadLine());
    QVERIFY(stranger.readLine().contains("stream.unknown"));
  }

  void progressComesAtMostTenTimesASecond() {
    const auto watching = client();
    QList<qint64> seen;
    connect(watching.get(), &ServiceClient::progressArrived, watching.get(),
            [&](const ProgressReport& report) { seen << report.bytesDone; });
    QElapsedTimer time;
    time.start();
    for (qint64 done = 1; time.elapsed() < 500; ++done) {
      emit m_service->registry.progressed(
          {QStringLiteral("run"), {}, QStringLiteral("code"), done, 1000, 0, 0});
      QTest::qWait(1);
    }
    emit m_service->registry.progressed(
        {QStringLiteral("run"), {}, QStringLiteral("code"), 1000000, 1000000, 0, 0});
    QTRY_VERIFY(!seen.isEmpty() && seen.last() == 1000000);
    QVERIFY2(seen.size() <= time.elapsed() / 100 + 2, qPrintable(QString::number(seen.size())));
  }

  // As after a sleep: whatever arrives at once, the clients are told that it did, and no more.
  void aLotAtOnceIsOneNotification() {
    const auto window = client();
    const QString run = newId();
    window->watch({run});
    QVERIFY(resultOf(window->call(methods::targetsList)));  // it was taken
    QSignalSpy lost(window.get(), &ServiceClient::disconnected);
    QSignalSpy changes(window.get(), &ServiceClient::runsChanged);
    std::vector<Event> events;
    for (int i = 0; i < 20000; ++i) {
      MetricsEvent metrics;
      metrics.step = i;
      for (int k = 0; k < 10; ++k)
        metrics.values.emplace_back("metric_" + std::to_string(k), i * 1.000001 + k);
      events.push_back({1000.0 + i, i, std::move(metrics)});
    }
    for (int i = 0; i < 100; ++i) {
      emit m_service->registry.imported(run, 1, events);
      emit m_service->registry.changed(run);
    }
    QVERIFY(resultOf(window->call(methods::targetsList)));
    QTRY_COMPARE_WITH_TIMEOUT(changes.size(), 1, 60000);
    QCOMPARE(changes.first().first().toStringList(), QStringList{run});
    QCOMPARE(lost.size(), 0);
  }

  void targetsAreListedAddedAndRemoved() {
    const auto person = client();
    QSignalSpy changes(person.get(), &ServiceClient::targetsChanged);
    const TargetSettings more{
        QStringLiteral("more"), QStringLiteral("more-host"), {}, QStringLiteral("/scratch/me"), {}};
    QVERIFY(resultOf(person->call(methods::targetsAdd, {}, more)));
    QTRY_VERIFY(!changes.isEmpty());
    const auto targets = resultOf(person->call(methods::targetsList))->targets;
    QCOMPARE(targets.size(), 3);
    QCOMPARE(targets.first().kind, QStringLiteral("direct"));
    QCOMPARE(targets.last().settings.base, more.base);
    const auto twice = resultOf(person->call(methods::targetsAdd, {}, more));
    QVERIFY(!twice && twice.error().code == "target.exists");
    QVERIFY(resultOf(person->call(methods::targetsRemove, {}, more.name)));
    const auto here = resultOf(person->call(methods::targetsRemove, {}, QStringLiteral("here")));
    QVERIFY(!here && here.error().code == "target.here");
    QVERIFY(resultOf(person->call(methods::targetsConnect, {}, QStringLiteral("far"))));
    QCOMPARE(resultOf(person->call(methods::targetsList))->targets.last().link,
             TargetLink::connected);
    QVERIFY(resultOf(person->call(methods::targetsDisconnect, {}, QStringLiteral("far"))));
    QCOMPARE(resultOf(person->call(methods::targetsList))->targets.last().link, TargetLink::none);
  }

  // The client is gone in the middle; what it asked for goes on, and its repeated call finds it.
  void aSubmissionGoesOnWithoutItsClient() {
    site().queue.isSlow = true;
    auto person = client();
    SubmitRequest request;
    request.path = source().path;
    request.target = QStringLiteral("far");
    request.run = newId();
    std::optional<Result<SubmittedRun>> answer;
    std::stop_source stop;
    keepResult(person->submit(request, stop.get_token()), answer);
    QTRY_COMPARE(runOf(request.run).reason, QStringLiteral("submitting"));
    stop.request_stop();
    QTRY_VERIFY(answer);
    person.reset();
    site().queue.isSlow = false;
    QTRY_COMPARE(stateOf(request.run), QStringLiteral("waiting"));
    person = client();
    const auto again = resultOf(person->submit(request));
    QVERIFY(again && again->run == request.run);
    QCOMPARE(site().queue.submitted, 1);
  }

  // A command that a person has typed is reason enough to ask again; a page that looks is not.
  void aTypedCallLogsInAgainAfterARefusal() {
    site().setRefused(true);
    const auto page = client();
    QVERIFY(!resultOf(page->call(methods::queueList, {}, "far")));
    QCOMPARE(site().loginsOnClick, 0);
    ServiceClient typed({path(QStringLiteral("no-program")), socketPath()});
    typed.setAnswerer(
        [](LoginQuestion, std::stop_token) -> QCoro::Task<std::optional<LoginAnswer>> {
          co_return std::nullopt;
        },
        ServiceClient::Calls::typed);
    QVERIFY(resultOf(typed.connectToService()));
    QVERIFY(resultOf(typed.call(methods::queueList, {}, "far")));
    QVERIFY(site().loginsOnClick > 0);
  }

  // The service ends while sbatch does not answer, because a newer one replaces it.
  void aSubmissionOutlivesItsService() {
    const auto person = client();
    site().queue.isSlow = true;
    SubmitRequest request;
    request.target = QStringLiteral("far");
    request.run = newId();
    request.path = source().path;
    std::optional<Result<SubmittedRun>> answer;
    keepResult(person->submit(request), answer);
    QTRY_COMPARE(runOf(request.run).reason, QStringLiteral("submitting"));
    m_socket.reset();
    restart();
    QVERIFY(!answer);
    m_socket = std::make_unique<Socket>(*m_service, socketPath());
    QTRY_VERIFY(answer);
    QVERIFY2(*answer, answer->ok() ? "" : answer->error().message.c_str());
    QCOMPARE(stateOf(request.run), QStringLiteral("waiting"));
    QCOMPARE(m_service->registry.store.runs()->size(), 1);
  }
};

TRAINYARD_TEST(ProtocolTest);
#include "protocol_test.moc"
