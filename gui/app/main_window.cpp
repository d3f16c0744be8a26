// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QSettings>
#include <QShortcut>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "gui/app/command_palette.h"
#include "gui/app/language.h"
#include "gui/app/notifications_dialog.h"
#include "gui/app/rail.h"
#include "gui/app/window_help.h"
#include "gui/clusters/clusters_page.h"
#include "gui/clusters/login_dialogs.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/experiment_tabs.h"
#include "gui/files/files_page.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/message_bar.h"
#include "gui/home/home_page.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/theme.h"
#include "gui/look/tokens.h"
#include "gui/queue/queue_page.h"
#include "gui/runs/runs_page.h"
#include "gui/studies/studies_page.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int retryMilliseconds = 3000;
const QString placeKey = u"place"_s;
constexpr int unfoldedFrom = 1360;  // below this width of the window the rail is folded

}  // namespace

MainWindow::MainWindow(ServiceClient* client, StoreReader* reader)
    : m_client(client),
      m_targets(client),
      m_freeGpus(client, &m_targets),
      m_home(new HomePage(client, &m_targets)),
      m_experiments(new ExperimentTabs(client, &m_targets)),
      m_runs(new RunsPage(client, reader, &m_targets)),
      m_studies(new StudiesPage(client, reader->path())),
      m_clusters(new ClustersPage(client, &m_targets)),
      m_queue(new QueuePage(client, &m_targets)),
      m_files(new FilesPage(client, &m_targets)),
      m_rail(new Rail),
      m_help(new WindowHelp(
          m_pages, reader->path(), [this] { return helpOfPage(); },
          [this] { return kindOfExperiment(); })),
      m_retry(new QTimer(this)) {
  auto* body = new QWidget;
  auto* row = look::rowIn(body);
  row->addWidget(m_rail);
  row->addWidget(m_help->area(), 1);
  setCentralWidget(body);
  setMinimumSize(1024, 700);
  m_palette = new CommandPalette(this);
  m_palette->setTextEntry([this](const QString& text) { return linkEntry(text); });
  addPlace(u"home"_s, u"home"_s, m_home);
  addPlace(u"experiments"_s, u"adjustments-horizontal"_s, m_experiments);
  addPlace(u"runs"_s, u"chart-line"_s, m_runs);
  addPlace(u"studies"_s, u"git-fork"_s, m_studies);
  addPlace(u"queue"_s, u"hourglass"_s, m_queue);
  addPlace(u"clusters"_s, u"server-2"_s, m_clusters);
  addPlace(u"files"_s, u"folder"_s, m_files);
  buildMenu();
  buildShortcuts();
  m_client->setAnswerer(askInDialogs(this, [this](const QString& sentence) {
    noticesOf(m_pages->currentWidget())->showError(sentence);
  }));
  connectService();
  connectPages();
  connectHome();
  connectRuns(reader);
  connectStudies();
  connectPractice();
  connectFiles();
  connectConsents();
  connectHelp();
  qApp->installEventFilter(this);
  resize(1400, 900);
  restoreGeometry(QSettings().value(u"window"_s).toByteArray());
  look::keepTranslated(this, [this] { retranslate(); });
  showTitle();
  m_history.visit(m_addresses[0]);
  // Kept at once, so that it is there after a crash, too.
  connect(&m_history, &PlaceHistory::changed, this,
          [this] { QSettings().setValue(placeKey, m_history.current()); });
}

void MainWindow::restorePlace() {
  const QString place = QSettings().value(placeKey).toString();
  if (!place.startsWith(u"runs/"_s)) return goTo(place);
  goToRun(place);
}

// The one whose UUID begins so; empty: none, or several.
QString MainWindow::runOf(const QString& start) const {
  QStringList found;
  for (const RunRecord& run : m_runs->runs()->all())
    if (run.run.startsWith(start)) found << run.run;
  return found.size() == 1 ? found.front() : QString();
}

void MainWindow::goToRun(const QString& place) {
  goTo(u"runs"_s);
  connect(m_runs, &RunsPage::filled, this, [this, place, acts = m_acts] {
    const QString start = place.section(u'/', 1, 1), part = place.section(u'/', 2);
    if (m_acts != acts) return;
    if (start == u"compare"_s) return goTo(place);
    if (const QString run = runOf(start); !run.isEmpty())
      goTo(u"runs/"_s + run + (part.isEmpty() ? QString() : u'/' + part));
  });
}

void MainWindow::follow(const PlaceLink& link) {
  if (link.kind == PlaceLink::Kind::experiment) return m_experiments->open({link.target});
  if (link.kind == PlaceLink::Kind::study) return goTo(u"studies/"_s + link.target);
  const QString start = link.target.section(u'/', 0, 0);
  if (m_runs->runs()->count() == 0) return goToRun(u"runs/"_s + link.target);
  if (const QString run = runOf(start); !run.isEmpty())
    return goTo(u"runs/"_s + run + link.target.sliced(start.size()));
  noticesOf(m_pages->currentWidget())
      ->showError(tr("No run on this computer begins with %1, or several do.").arg(start));
}

void MainWindow::connectService() {
  m_retry->setSingleShot(true);
  m_retry->setInterval(retryMilliseconds);
  connect(m_retry, &QTimer::timeout, this, &MainWindow::connectToService);
  connect(m_client, &ServiceClient::connected, this, &MainWindow::showConnection);
  connect(m_client, &ServiceClient::storeChanged, this, &MainWindow::showStore);
  connect(m_client, &ServiceClient::disconnected, this, [this] {
    showConnection();
    m_retry->start();
  });
}

ExperimentPage* MainWindow::experimentPage() { return m_experiments->current(); }

MessageBar* MainWindow::noticesOf(QWidget* page) const {
  if (page == m_experiments) return m_experiments->current()->notices();  // below its own bar
  return page->findChild<MessageBar*>(QString(), Qt::FindDirectChildrenOnly);
}

void MainWindow::buildShortcuts() {
  const auto bind = [this](const QString& keys, std::function<void()> act) {
    connect(new QShortcut(QKeySequence(keys), this), &QShortcut::activated, this, std::move(act));
  };
  bind(u"Ctrl+Q"_s, [this] { close(); });
  bind(u"Ctrl+K"_s, [this] { m_palette->open(paletteEntries()); });
  bind(u"Ctrl+Shift+K"_s, [this] { m_palette->open(paletteEntries(), u">"_s); });
  bind(u"Ctrl+B"_s, [this] { m_rail->toggleFolded(); });
  bind(u"F1"_s, [this] { m_help->showOfFocus(); });
  bind(u"F10"_s, [this] { m_rail->openMenu(); });
  bind(u"F6"_s, [this] { moveToNextPane(1); });
  bind(u"Shift+F6"_s, [this] { moveToNextPane(-1); });
  const auto move = [this](const QString& address) {
    m_isMoving = true;
    goTo(address);
    m_isMoving = false;
  };
  bind(u"Alt+Left"_s, [this, move] {
    if (!m_help->goBack()) move(m_history.back());
  });
  bind(u"Alt+Right"_s, [this, move] { move(m_history.forward()); });
  for (int i = 0; i < m_inOrder.size(); ++i)
    bind(u"Ctrl+%1"_s.arg(i + 1), [this, i] { choosePlace(i); });
  // On every page; the pages of experiments and clusters have their own Ctrl+N.
  connect(new QShortcut(QKeySequence::Open, this), &QShortcut::activated, this, [this] {
    showPage(m_experiments);
    m_experiments->askOpen();
  });
  for (QWidget* page : {static_cast<QWidget*>(m_home), static_cast<QWidget*>(m_runs),
                        static_cast<QWidget*>(m_studies), static_cast<QWidget*>(m_queue),
                        static_cast<QWidget*>(m_files)})
    connect(new QShortcut(QKeySequence::New, page), &QShortcut::activated, this, [this] {
      showPage(m_experiments);
      m_experiments->startNew();
    });
}

void MainWindow::buildMenu() {
  const auto choices = [this](const QStringList& values, const QString& chosen,
                              const std::function<void(const QString&)>& choose) {
    auto* menu = new QMenu(this);
    auto* group = new QActionGroup(menu);
    for (const QString& value : values) {
      QAction* action = menu->addAction(QString(), this, [choose, value] { choose(value); });
      action->setCheckable(true);
      action->setChecked(value == chosen);
      group->addAction(action);
    }
    m_rail->menu()->addMenu(menu);
    return menu;
  };
  m_themes = choices(
      {u"0"_s, u"1"_s, u"2"_s}, QString::number(static_cast<int>(look::chosenTheme())),
      [](const QString& theme) { look::chooseTheme(static_cast<look::Theme>(theme.toInt())); });
  m_languages = choices({QString(), u"en"_s, u"de"_s}, chosenLanguage(), chooseLanguage);
  m_notifications = m_rail->menu()->addAction(QString(), this, [this] {
    auto* dialog = new NotificationsDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
  });
  m_about = m_rail->menu()->addAction(QString(), this, &MainWindow::showAbout);
  connect(m_rail, &Rail::placeChosen, this, &MainWindow::choosePlace);
  connect(m_rail, &Rail::themeWanted, this, &MainWindow::switchTheme);
  connect(m_rail, &Rail::searchWanted, this, [this] { m_palette->open(paletteEntries()); });
}

void MainWindow::switchTheme() {
  look::chooseTheme(look::tokens(palette()).isDark ? look::Theme::light : look::Theme::dark);
}

void MainWindow::addPlace(const QString& address, const QString& icon, Page* page) {
  m_pages->addWidget(page);
  m_addresses << address;
  m_inOrder << page;
  if (page != m_experiments) {
    auto* notices = new MessageBar(page);
    connect(page, &Page::failed, notices, &MessageBar::showError);
    connect(page, &Page::done, notices,
            [notices](const QString& news) { notices->showInfo(news); });
  }
  m_rail->addPlace(icon);
}

void MainWindow::goTo(const QString& address) {
  const QString rest = address.section(u'/', 1);
  for (int i = 0; i < m_inOrder.size(); ++i)
    if (address.section(u'/', 0, 0) == m_addresses[i]) {
      const bool wasMoving = std::exchange(m_isMoving, true);  // one visit, below
      if (m_inOrder[i] == m_runs) m_runs->goTo(rest);
      if (m_inOrder[i] == m_studies) m_studies->goTo(rest);
      if (!rest.isEmpty() && m_inOrder[i] == m_clusters) m_clusters->choose(rest);
      if (m_inOrder[i] == m_files) m_files->goTo(rest);
      showPage(m_inOrder[i]);
      m_isMoving = wasMoving;
      if (!m_isMoving) m_history.visit(address);
    }
}

void MainWindow::retranslate() {
  for (int i = 0; i < m_inOrder.size(); ++i) m_rail->setPlace(i, m_inOrder[i]->title());
  m_notifications->setText(tr("Notifications…"));
  m_about->setText(tr("About"));
  m_languages->setTitle(tr("Language"));
  m_themes->setTitle(tr("Theme"));
  const QStringList themes{tr("As the system"), tr("Light"), tr("Dark")};
  for (int i = 0; i < themes.size(); ++i) m_themes->actions().at(i)->setText(themes[i]);
  // Each language is listed by its own name, so that users can find theirs.
  const QStringList names{tr("As the system"), u"English"_s, u"Deutsch"_s};
  for (int i = 0; i < names.size(); ++i) m_languages->actions().at(i)->setText(names[i]);
  showClusters();
  showConnection();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  noteAlt(*event);
  const bool isAct = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::KeyPress;
  if (isAct && watched->isWindowType()) ++m_acts;
  return QMainWindow::eventFilter(watched, event);
}

// Alt alone, pressed and let go, opens the menu, as it does where there is a bar of menus.
void MainWindow::noteAlt(const QEvent& event) {
  switch (event.type()) {
    case QEvent::KeyPress:
    case QEvent::ShortcutOverride:  // all that is known of a shortcut's keys
      m_isAltAlone = static_cast<const QKeyEvent&>(event).key() == Qt::Key_Alt && isActiveWindow();
      break;
    case QEvent::KeyRelease:
      if (static_cast<const QKeyEvent&>(event).key() == Qt::Key_Alt &&
          std::exchange(m_isAltAlone, false))
        m_rail->openMenu();
      break;
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
    case QEvent::WindowDeactivate:
      m_isAltAlone = false;
      break;
    default:
      break;
  }
}

void MainWindow::choosePlace(int number) {
  QWidget* place = m_inOrder[number];
  if ((place == m_runs || place == m_studies) && m_pages->currentWidget() == place)
    goTo(m_addresses[number]);
  else
    showPage(place);
}

void MainWindow::showPage(QWidget* page) {
  const int number = m_pages->indexOf(page);
  m_pages->setCurrentIndex(number);
  m_rail->choose(number);
  const QString part = page == m_runs      ? m_runs->address()
                       : page == m_studies ? m_studies->address()
                       : page == m_files   ? m_files->address()
                                           : QString();
  if (!m_isMoving)
    m_history.visit(part.isEmpty() ? m_addresses[number] : m_addresses[number] + u'/' + part);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  m_rail->setNarrow(width() < unfoldedFrom);
}

void MainWindow::connectToService() { runConnect(); }

QCoro::Task<void> MainWindow::runConnect() {
  const QPointer<MainWindow> self(this);  // may be closed when the answer arrives
  const auto result = co_await m_client->connectToService(m_stop.get_token());
  if (!self || result || result.error().kind == ErrorKind::cancelled) co_return;
  const Error& error = result.error();
  const QString sentence = ContractText::message(error.code, error.arguments, error.message);
  // Shown once, not at every attempt.
  if (std::exchange(m_connectFailure, sentence) != sentence)
    noticesOf(m_pages->currentWidget())->showError(sentence);
  m_retry->start();
}

QString MainWindow::storeRefusal() const {
  const std::optional<Error>& refusal = m_client->storeRefusal();
  return refusal ? ContractText::message(refusal->code, refusal->arguments, refusal->message)
                 : QString();
}

void MainWindow::showStore() {
  showConnection();
  if (m_client->storeRefusal()) noticesOf(m_pages->currentWidget())->showError(storeRefusal());
}

void MainWindow::showConnection() {
  const bool isConnected = m_client->isConnected();
  if (isConnected) m_connectFailure.clear();
  const QString refusal = isConnected ? storeRefusal() : QString();
  m_rail->showConnection(isConnected && refusal.isEmpty(),
                         isConnected ? tr("Events cannot be recorded: %1").arg(refusal)
                         : m_connectFailure.isEmpty() ? tr("Connecting to the service")
                                                      : tr("No service: %1").arg(m_connectFailure));
}

void MainWindow::showTitle() {
  const ExperimentDocument* document = m_experiments->current()->model()->document();
  setWindowTitle(document->title() + u"[*] — Trainyard"_s);
  setWindowModified(document->isModified());
}

void MainWindow::showAbout() {
  auto* box = new QMessageBox(this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(tr("About Trainyard"));
  box->setTextFormat(Qt::RichText);
  box->setText(tr("<h3>Trainyard %1</h3><p>Design, start and monitor the training of language "
                  "models.</p><p>Free software under the GNU General Public License, version 3 or "
                  "later. It comes without any warranty.</p>")
                   .arg(QApplication::applicationVersion()));
  box->open();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  m_experiments->keepAll();
  m_stop.request_stop();
  QSettings().setValue(u"window"_s, saveGeometry());
  event->accept();
}

}  // namespace trainyard
