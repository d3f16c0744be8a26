#include "gui/app/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QLabel>
#include <QMessageBox>
#include <QPointer>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/app/notice_strip.h"
#include "gui/clusters/clusters_page.h"
#include "gui/clusters/login_dialogs.h"
#include "gui/experiments/experiment_page.h"
#include "gui/forms/tinted_icon.h"
#include "gui/runs/runs_page.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int retryMilliseconds = 3000;

}  // namespace

MainWindow::MainWindow(ServiceClient* client, StoreReader* reader)
    : m_client(client),
      m_targets(client),
      m_experiments(new ExperimentPage(client, &m_targets)),
      m_runs(new RunsPage(client, reader, &m_targets)),
      m_clusters(new ClustersPage(client, &m_targets)),
      m_notice(new NoticeStrip),
      m_places(new QToolBar(tr("Places"))),
      m_placeActions(new QActionGroup(this)),
      m_pages(new QStackedWidget),
      m_connection(new QLabel),
      m_retry(new QTimer(this)) {
  auto* centre = new QWidget;
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_notice);
  column->addWidget(m_pages, 1);
  setCentralWidget(centre);
  buildPlaces();
  m_connection->setContentsMargins(0, 0, 10, 0);
  statusBar()->addPermanentWidget(m_connection);
  statusBar()->setSizeGripEnabled(false);
  m_retry->setSingleShot(true);
  m_retry->setInterval(retryMilliseconds);
  m_client->setAnswerer(askInDialogs(this));

  connect(m_retry, &QTimer::timeout, this, &MainWindow::connectToService);
  connect(m_client, &ServiceClient::connected, this, &MainWindow::showConnection);
  connect(m_client, &ServiceClient::disconnected, this, [this] {
    showConnection();
    m_retry->start();
  });
  connect(m_experiments, &ExperimentPage::failed, m_notice, &NoticeStrip::showError);
  connect(m_experiments, &ExperimentPage::succeeded, m_notice, &QWidget::hide);
  connect(m_runs, &RunsPage::failed, m_notice, &NoticeStrip::showError);
  connect(m_runs, &RunsPage::done, m_notice, &NoticeStrip::showNews);
  connect(m_clusters, &ClustersPage::failed, m_notice, &NoticeStrip::showError);
  connect(m_clusters, &ClustersPage::done, m_notice, &NoticeStrip::showNews);
  connect(m_experiments, &ExperimentPage::titleChanged, this, &MainWindow::showTitle);
  connect(m_experiments, &ExperimentPage::submitted, this, [this](const QString& run) {
    m_notice->hide();
    m_runs->showRun(run);
    goTo(Place::runs);
  });
  connect(m_experiments, &ExperimentPage::refused, this, [this] { goTo(Place::experiments); });
  connect(m_runs, &RunsPage::openExperimentRequested, this, [this](const QString& path) {
    if (!m_experiments->mayLeave()) return;
    m_experiments->openFile(path);
    goTo(Place::experiments);
  });
  resize(1400, 900);
  restoreGeometry(QSettings().value(u"window"_s).toByteArray());
  showConnection();
  showTitle();
}

void MainWindow::buildPlaces() {
  m_places->setMovable(false);
  m_places->setOrientation(Qt::Vertical);
  m_places->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
  m_places->setIconSize({24, 24});
  m_places->setContextMenuPolicy(Qt::PreventContextMenu);
  addToolBar(Qt::LeftToolBarArea, m_places);
  addPlace(tr("Experiment"), u"experiment"_s, m_experiments);
  addPlace(tr("Runs"), u"runs"_s, m_runs);
  addPlace(tr("Clusters"), u"clusters"_s, m_clusters);
  auto* filler = new QWidget;
  filler->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
  m_places->addWidget(filler);
  QAction* about =
      m_places->addAction(tintedIcon(u"about"_s, palette().color(QPalette::WindowText)),
                          tr("About"), this, &MainWindow::showAbout);
  about->setToolTip(tr("About Trainyard"));
  auto* quit = new QAction(this);
  quit->setShortcut(QKeySequence::Quit);
  connect(quit, &QAction::triggered, this, &QWidget::close);
  addAction(quit);
}

void MainWindow::addPlace(const QString& title, const QString& icon, QWidget* page) {
  const int number = m_pages->addWidget(page);
  QAction* action =
      m_places->addAction(tintedIcon(icon, palette().color(QPalette::WindowText)), title);
  action->setCheckable(true);
  action->setChecked(number == 0);
  action->setShortcut(QKeySequence(u"Ctrl+%1"_s.arg(number + 1)));
  action->setToolTip(tr("%1 (Ctrl+%2)").arg(title).arg(number + 1));
  m_placeActions->addAction(action);
  if (QWidget* button = m_places->widgetForAction(action)) button->setMinimumSize(84, 58);
  connect(action, &QAction::triggered, m_pages,
          [this, number] { m_pages->setCurrentIndex(number); });
}

void MainWindow::goTo(Place place) {
  m_placeActions->actions().at(static_cast<int>(place))->trigger();
}

void MainWindow::connectToService() { runConnect(); }

QCoro::Task<void> MainWindow::runConnect() {
  const QPointer<MainWindow> self(this);  // may be closed when the answer comes
  const auto result = co_await m_client->connectToService(m_stop.get_token());
  if (!self || result || result.error().code == "cancelled") co_return;
  m_notice->showError(QString::fromStdString(result.error().message));
  m_retry->start();
}

void MainWindow::showConnection() {
  m_connection->setText(
      m_client->isConnected()
          ? tr("● Service connected")
          : tr("○ Service not connected: history can be read, nothing can be started"));
  m_connection->setForegroundRole(m_client->isConnected() ? QPalette::WindowText
                                                          : QPalette::PlaceholderText);
}

void MainWindow::showTitle() {
  setWindowTitle(m_experiments->document()->title() + u"[*] — Trainyard"_s);
  setWindowModified(m_experiments->document()->isModified());
}

void MainWindow::showAbout() {
  QMessageBox::about(
      this, tr("About Trainyard"),
      tr("<h3>Trainyard %1</h3><p>Design, start and follow the training of language models.</p>"
         "<p>Free software under the GNU General Public License, version 3 or later. It comes "
         "without any warranty.</p>")
          .arg(QApplication::applicationVersion()));
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!m_experiments->mayLeave()) return event->ignore();
  m_stop.request_stop();
  QSettings().setValue(u"window"_s, saveGeometry());
  event->accept();
}

}  // namespace trainyard
