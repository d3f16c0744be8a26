// SPDX-License-Identifier: GPL-3.0-or-later
// A target is changed where it stands: what counts at once, what ends its login, what is refused.
#include "tests/remote/service/served_fixture.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class TargetEditTest : public ServedFixture {
  Q_OBJECT

  TargetSettings settingsOf(ServiceClient& person) { return recordOf(person).settings; }
  TargetRecord recordOf(ServiceClient& person) {
    const auto targets = resultOf(person.call(methods::targetsList));
    for (const TargetRecord& target : targets->targets)
      if (target.settings.name == QLatin1String("far")) return target;
    return {};
  }
  static std::string codeOf(const auto& result) {
    return result ? std::string() : result.error().code;
  }

 private slots:
  void aSiteComesAndGoes() {
    const auto person = client();
    TargetSettings settings = settingsOf(*person);
    settings.site = QStringLiteral("leonardo");
    auto held = m_service->targets.hold(QStringLiteral("far"));  // in use: that is no matter
    QVERIFY(resultOf(person->call(methods::targetsEdit, {}, settings)));
    TargetRecord record = recordOf(*person);
    QCOMPARE(record.settings.site, QStringLiteral("leonardo"));
    QCOMPARE(record.settings.base, path(QStringLiteral("base")));
    QCOMPARE(record.site.name, QStringLiteral("Leonardo"));
    QVERIFY(record.site.summary.startsWith("CINECA's Leonardo, the booster."));
    QCOMPARE(record.site.partitions.size(), 1);
    QCOMPARE(record.site.partitions[0].gpus, 4);
    QCOMPARE(record.site.partitions[0].hasBf16, true);
    QVERIFY(record.site.lacksInternet() && record.site.needsAccount);
    QCOMPARE(m_service->targets.hold(QStringLiteral("far"))->target.site.name,
             QStringLiteral("Leonardo"));
    settings.site.clear();
    QVERIFY(resultOf(person->call(methods::targetsEdit, {}, settings)));
    QVERIFY(recordOf(*person).site.name.isEmpty());
    QVERIFY(m_service->targets.hold(QStringLiteral("far"))->target.site.name.isEmpty());
  }

  void theSessionOfALookBecomesTheTargets() {
    const auto person = client();
    const QString host = QStringLiteral("new-host"), name = QStringLiteral("new");
    QVERIFY(resultOf(person->call(methods::targetsBases, {}, host, QString())));
    ScriptedSite* const looked = m_service->site;
    QVERIFY(looked);
    QVERIFY(!m_service->targets.hasPersonsSession());
    looked->neededInteraction = true;
    QVERIFY(m_service->targets.hasPersonsSession());
    QVERIFY(resultOf(person->call(methods::targetsBases, {}, host, QString())));
    QCOMPARE(m_service->site, looked);
    TargetSettings settings;
    settings.name = name;
    settings.host = host;
    settings.base = path(QStringLiteral("base"));
    QVERIFY(resultOf(person->call(methods::targetsAdd, {}, settings)));
    const auto held = m_service->targets.hold(name);
    QVERIFY(held && held->site == looked);
    QCOMPARE(looked->name, name);
    QVERIFY(m_service->targets.hasPersonsSession());
    QTRY_COMPARE(looked->learnings, 1);
  }

  void anUnknownOrBrokenSiteIsSaid() {
    const auto person = client();
    TargetSettings settings = settingsOf(*person);
    settings.site = QStringLiteral("leonrdo");
    const auto unknown = resultOf(person->call(methods::targetsEdit, {}, settings));
    QCOMPARE(codeOf(unknown), std::string("site.unknown"));
    QVERIFY(unknown.error().message.find("leonardo, nyu-oermannlab") != std::string::npos);
    settings.site =
        write(QStringLiteral("ours.yaml"), "# Ours,\n# at home.\nformat: 1\nname: Ours\n");
    QVERIFY(resultOf(person->call(methods::targetsEdit, {}, settings)));
    QCOMPARE(recordOf(*person).site.summary, QStringLiteral("Ours, at home."));
    write(QStringLiteral("ours.yaml"), "format: 1\nnmae: Ours\n");
    const TargetRecord record = recordOf(*person);
    QVERIFY(record.site.name.isEmpty());
    QCOMPARE(record.siteProblem.code, std::string("site.key"));
    QVERIFY(record.siteProblem.text.contains("ours.yaml:2"));
  }

  void anotherLoginOnlyWhileNothingNeedsIt() {
    const auto person = client();
    (void)site();
    TargetSettings settings = settingsOf(*person);
    settings.host = QStringLiteral("elsewhere");
    {
      auto held = m_service->targets.hold(QStringLiteral("far"));
      QCOMPARE(codeOf(resultOf(person->call(methods::targetsEdit, {}, settings))),
               std::string("target.in_use"));
      QCOMPARE(settingsOf(*person).host, QStringLiteral("far-host"));
    }
    TargetFacts known;
    known.time = 5;
    m_service->targets.keepFacts(QStringLiteral("far"), known);
    QVERIFY(resultOf(person->call(methods::targetsEdit, {}, settings)));
    QCOMPARE(settingsOf(*person).host, QStringLiteral("elsewhere"));
    QCOMPARE(recordOf(*person).facts.time, 0.0);  // those of another machine
    m_service->site = nullptr;
    (void)m_service->targets.hold(QStringLiteral("far"));
    QVERIFY(m_service->site);  // made again
  }

  void anotherBaseIsLearnedAbout() {
    const auto person = client();
    QVERIFY(resultOf(
        m_service->targets.ready(QStringLiteral("far"), TargetRegistry::Login::onDemand, {})));
    const int before = site().learnings;
    TargetSettings settings = settingsOf(*person);
    settings.base = path(QStringLiteral("other"));
    QVERIFY(resultOf(person->call(methods::targetsEdit, {}, settings)));
    const auto held = resultOf(
        m_service->targets.ready(QStringLiteral("far"), TargetRegistry::Login::onDemand, {}));
    QCOMPARE(held->target.base, settings.base);
    QCOMPARE(site().learnings, before + 1);
  }

  void whatIsWrongChangesNothing() {
    const auto person = client();
    const TargetSettings before = settingsOf(*person);
    for (const auto& [base, host, code] :
         {std::tuple("relative", "h", "target.base"), std::tuple("/", "h", "target.base"),
          std::tuple("/b", "-oProxyCommand=x", "target.host")}) {
      TargetSettings settings = before;
      settings.base = QLatin1String(base);
      settings.host = QLatin1String(host);
      QCOMPARE(codeOf(resultOf(person->call(methods::targetsEdit, {}, settings))),
               std::string(code));
    }
    TargetSettings none = before;
    none.name = QStringLiteral("nowhere");
    QCOMPARE(codeOf(resultOf(person->call(methods::targetsEdit, {}, none))),
             std::string("target.unknown"));
    none.name = QStringLiteral("here");
    QCOMPARE(codeOf(resultOf(person->call(methods::targetsEdit, {}, none))),
             std::string("target.here"));
    QCOMPARE(settingsOf(*person).base, before.base);
  }

  void theKnownSites() {
    const auto sites = resultOf(client()->call(methods::sitesList));
    QVERIFY(sites);
    QCOMPARE(sites->sites.size(), knownSites().size());
    for (const KnownSite& one : sites->sites) {
      QVERIFY(!one.id.isEmpty() && !one.profile.name.isEmpty() && !one.profile.summary.isEmpty());
      QVERIFY2(toJson(one.profile) == toJson(*readSite(one.id)), qPrintable(one.id));
    }
  }
};

TRAINYARD_TEST(TargetEditTest);
#include "target_edit_test.moc"
