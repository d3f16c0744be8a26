// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/run/run_questions.h"

#include <QApplication>
#include <QDesktopServices>
#include <QFileInfo>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QThreadPool>
#include <QUrl>

#include "gui/runs/actions/fetch_dialog.h"
#include "gui/runs/profile/profile_dialog.h"
#include "gui/runs/records/run_text.h"

namespace trainyard {

RunQuestions::RunQuestions(RunActions* actions, QWidget* page)
    : QObject(page), m_actions(actions), m_page(page) {}

void RunQuestions::askFetch(const RunRecord& run) {
  auto* dialog = new FetchDialog(run, m_page);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &FetchDialog::chosen, m_actions, &RunActions::fetch);
  dialog->show();
}

void RunQuestions::askRemove(const RunRecord& run) {
  auto* question =
      new QMessageBox(QMessageBox::Warning, tr("Remove a run"),
                      tr("Permanently remove \"%1\"?").arg(run.name), QMessageBox::Cancel, m_page);
  question->setAttribute(Qt::WA_DeleteOnClose);
  question->setTextFormat(Qt::PlainText);
  question->setInformativeText(tr("Its folder %1 is deleted with checkpoints, results, curves and "
                                  "output. This cannot be undone.")
                                   .arg(run.folder));
  QPushButton* all = question->addButton(tr("Remove everything"), QMessageBox::DestructiveRole);
  QPushButton* checkpoints = question->addButton(tr("Checkpoints only"), QMessageBox::ActionRole);
  question->setDefaultButton(QMessageBox::Cancel);
  connect(all, &QPushButton::clicked, m_actions,
          [this, id = run.run] { m_actions->remove(id, RemoveWhat::all); });
  connect(checkpoints, &QPushButton::clicked, m_actions,
          [this, id = run.run] { m_actions->remove(id, RemoveWhat::checkpoints); });
  question->open();
}

void RunQuestions::openProfile(const RunRecord& run) {
  auto* dialog = new ProfileDialog(run, m_actions, m_page);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &ProfileDialog::experimentWanted, this,
          [this, run](const QList<std::pair<QString, QString>>& values) {
            emit openExperimentRequested({RunText::experiment(run), values, run.run});
          });
  dialog->show();
}

// A folder on a disk that does not respond blocks a thread, not the window.
void RunQuestions::openFolder(const RunRecord& run) {
  const auto open = [self = QPointer<RunQuestions>(this), folder = run.folder](bool isThere) {
    if (!self) return;
    if (!isThere) return emit self->failed(tr("The folder %1 no longer exists.").arg(folder));
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder)))
      emit self->failed(tr("No file manager was found. The run is in %1").arg(folder));
  };
  QThreadPool::globalInstance()->start([open, folder = run.folder] {
    const bool isThere = QFileInfo::exists(folder);
    QMetaObject::invokeMethod(qApp, [open, isThere] { open(isThere); }, Qt::QueuedConnection);
  });
}

}  // namespace trainyard
