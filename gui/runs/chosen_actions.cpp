// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/chosen_actions.h"

#include <QFileDialog>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QSaveFile>
#include <QStandardPaths>
#include <algorithm>

#include "engine/system/unix_time.h"
#include "gui/look/style.h"
#include "gui/runs/actions/fetch_dialog.h"
#include "gui/runs/records/anonymous_runs.h"
#include "gui/runs/records/run_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QStringList namesOf(const QList<RunRecord>& runs) {
  QStringList names;
  for (const RunRecord& run : runs) names << run.run;
  return names;
}

// "a, b and c", or how many there are.
QString shortList(const QList<RunRecord>& runs) {
  if (runs.size() > 4) return ChosenActions::tr("%n runs", nullptr, static_cast<int>(runs.size()));
  QStringList names;
  for (const RunRecord& run : runs) names << RunText::name(run);
  return names.join(u", "_s);
}

}  // namespace

ChosenActions::ChosenActions(RunActions* actions, TableReader* tables, QWidget* page)
    : QObject(page), m_actions(actions), m_tables(tables), m_page(page) {
  connect(tables, &TableReader::reportRead, this, &ChosenActions::writeReport);
}

void ChosenActions::act(RunActionBar::Act act, const QList<RunRecord>& runs) {
  if (runs.isEmpty()) return;
  const RunRecord& first = runs.front();
  switch (act) {
    case RunActionBar::Act::duplicate:
      return void(emit duplicateRequested(RunText::experiment(first), first.run));
    case RunActionBar::Act::tag:
      return askTags(runs);
    case RunActionBar::Act::archive:
      return archive(runs);
    case RunActionBar::Act::resume:
      for (const RunRecord& run : runs)
        if (!isOpen(run.state) && run.state != RunState::completed)
          m_actions->resume(run.run, RunText::isLost(run) ? RunActions::Resume::again
                                                          : RunActions::Resume::fromCheckpoint);
      return;
    case RunActionBar::Act::cancel:
      return askCancel(runs);
    case RunActionBar::Act::pin: {
      RunAnnotation annotation;
      annotation.isPinned = !first.isPinned;
      return m_actions->annotate(namesOf(runs), annotation);
    }
    case RunActionBar::Act::project:
      return askProject(runs);
    case RunActionBar::Act::note:
      return askNote(first);
    case RunActionBar::Act::rename:
      return askName(first);
    case RunActionBar::Act::fetch: {
      auto* dialog = new FetchDialog(first, m_page);
      dialog->setAttribute(Qt::WA_DeleteOnClose);
      connect(dialog, &FetchDialog::chosen, m_actions, &RunActions::fetch);
      return dialog->show();
    }
    case RunActionBar::Act::remove:
      return askRemove(runs);
    default:
      return;
  }
}

void ChosenActions::askTags(const QList<RunRecord>& runs) {
  QStringList common = runs.front().tags;
  common.removeIf([&](const QString& tag) {
    return std::ranges::any_of(runs, [&](const RunRecord& run) { return !run.tags.contains(tag); });
  });
  auto* dialog = new QInputDialog(m_page);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Tags"));
  dialog->setLabelText(
      tr("Tags of %1, with commas between them. Tags that only some of them have stay.")
          .arg(shortList(runs)));
  dialog->setTextValue(common.join(u", "_s));
  connect(dialog, &QInputDialog::textValueSelected, this,
          [this, runs, common](const QString& text) {
            QStringList wanted;
            for (const QString& tag : text.split(u','))
              if (!tag.trimmed().isEmpty()) wanted << tag.trimmed();
            for (const RunRecord& run : runs) {
              QStringList tags = run.tags;
              tags.removeIf([&](const QString& tag) { return common.contains(tag); });
              tags += wanted;
              tags.removeDuplicates();
              RunAnnotation annotation;
              annotation.tags = tags;
              m_actions->annotate({run.run}, annotation);
            }
          });
  dialog->open();
}

void ChosenActions::askProject(const QList<RunRecord>& runs) {
  auto* dialog = new QInputDialog(m_page);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Move to project"));
  dialog->setLabelText(tr("Project of %1, with / between a folder and what is in it. Empty: none.")
                           .arg(shortList(runs)));
  dialog->setComboBoxEditable(true);
  QStringList projects{QString()};
  projects += m_projects;
  if (!projects.contains(runs.front().project)) projects << runs.front().project;
  dialog->setComboBoxItems(projects);
  dialog->setTextValue(runs.front().project);
  connect(dialog, &QInputDialog::textValueSelected, this,
          [this, names = namesOf(runs)](const QString& text) {
            RunAnnotation annotation;
            annotation.project = text.trimmed();
            m_actions->annotate(names, annotation);
          });
  dialog->open();
}

void ChosenActions::askNote(const RunRecord& run) {
  auto* dialog = new QInputDialog(m_page);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setOption(QInputDialog::UsePlainTextEditForTextInput);
  dialog->setWindowTitle(tr("Note"));
  dialog->setLabelText(tr("What is to be remembered of %1:").arg(RunText::name(run)));
  dialog->setTextValue(run.note);
  connect(dialog, &QInputDialog::textValueSelected, this,
          [this, id = run.run](const QString& text) {
            RunAnnotation annotation;
            annotation.note = text.trimmed();
            m_actions->annotate({id}, annotation);
          });
  dialog->open();
}

void ChosenActions::askName(const RunRecord& run) {
  auto* dialog = new QInputDialog(m_page);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Rename"));
  dialog->setLabelText(tr("The name that is shown; that of its folder stays."));
  dialog->setTextValue(RunText::name(run));
  connect(dialog, &QInputDialog::textValueSelected, this,
          [this, id = run.run](const QString& text) {
            RunAnnotation annotation;
            annotation.title = text.trimmed();
            m_actions->annotate({id}, annotation);
          });
  dialog->open();
}

void ChosenActions::archive(const QList<RunRecord>& runs) {
  const bool areArchived = std::ranges::all_of(runs, &RunRecord::isArchived);
  RunAnnotation annotation;
  annotation.isArchived = !areArchived;
  m_actions->annotate(namesOf(runs), annotation);
  emit done(areArchived ? tr("%1: no longer archived.").arg(shortList(runs))
                        : tr("%1: archived. The view Archived shows them.").arg(shortList(runs)));
}

void ChosenActions::askCancel(const QList<RunRecord>& runs) {
  QList<RunRecord> open = runs;
  open.removeIf([](const RunRecord& run) { return !isOpen(run.state); });
  auto* question =
      new QMessageBox(QMessageBox::Question, tr("Cancel runs"),
                      tr("Cancel %1?").arg(shortList(open)), QMessageBox::NoButton, m_page);
  question->setAttribute(Qt::WA_DeleteOnClose);
  question->setTextFormat(Qt::PlainText);
  question->setInformativeText(tr("Each saves its state first where it can, and can be resumed."));
  QPushButton* yes = question->addButton(tr("Yes, cancel"), QMessageBox::DestructiveRole);
  question->addButton(tr("No"), QMessageBox::RejectRole);
  look::setKind(yes, look::destroyKind);
  connect(yes, &QPushButton::clicked, this, [this, open] {
    for (const RunRecord& run : open) m_actions->cancel(run.run);
  });
  question->open();
}

void ChosenActions::askRemove(const QList<RunRecord>& runs) {
  auto* question = new QMessageBox(QMessageBox::Warning, tr("Remove runs"),
                                   tr("Permanently remove %1?").arg(shortList(runs)),
                                   QMessageBox::Cancel, m_page);
  question->setAttribute(Qt::WA_DeleteOnClose);
  question->setTextFormat(Qt::PlainText);
  question->setInformativeText(
      tr("Their folders are deleted with checkpoints, results, curves and "
         "output. This cannot be undone."));
  QPushButton* all = question->addButton(tr("Remove"), QMessageBox::DestructiveRole);
  look::setKind(all, look::destroyKind);
  question->setDefaultButton(QMessageBox::Cancel);
  connect(all, &QPushButton::clicked, this, [this, runs] {
    for (const RunRecord& run : runs) m_actions->remove(run.run, RemoveWhat::all);
  });
  question->open();
}

void ChosenActions::saveReport(const QStringList& runs, const QList<int>& colours) {
  auto* dialog = new QFileDialog(m_page, tr("Save report"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  const QStringList filters{tr("Page that opens anywhere (*.html)"), tr("PDF (*.pdf)"),
                            tr("Markdown (*.md)")};
  const QStringList anonymousFilters{tr("Page without names, hosts and paths (*.html)"),
                                     tr("PDF without names, hosts and paths (*.pdf)")};
  dialog->setNameFilters(filters + anonymousFilters);
  dialog->setDefaultSuffix(u"html"_s);
  dialog->setDirectory(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
  dialog->selectFile(u"report.html"_s);
  connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
    dialog->setDefaultSuffix(filter.section(u'.', -1).chopped(1));
  });
  connect(dialog, &QFileDialog::fileSelected, this,
          [this, runs, colours, dialog, anonymousFilters](const QString& file) {
            m_report = {file, runs, colours,
                        anonymousFilters.contains(dialog->selectedNameFilter())};
            m_tables->requestReport(runs);
          });
  dialog->open();
}

void ChosenActions::writeReport(const QList<ComparedRun>& read, const ReportCurves& curves) {
  if (m_report.file.isEmpty()) return;
  const AskedReport asked = std::exchange(m_report, {});
  QList<ComparedRun> runs = read;
  for (ComparedRun& run : runs)
    run.colour = asked.colours.value(asked.runs.indexOf(run.record.run), 0);
  const AnonymousRuns shown =
      asked.isAnonymous ? anonymous(runs, curves) : AnonymousRuns{runs, curves};
  const Comparison comparison(shown.runs);
  const auto isA = [&](QLatin1String suffix) {
    return asked.file.endsWith(suffix, Qt::CaseInsensitive);
  };
  const QByteArray content = isA(".md"_L1) ? RunReport::markdown(comparison, unix_time())
                             : isA(".pdf"_L1)
                                 ? RunReport::pdf(comparison, shown.curves, unix_time())
                                 : RunReport::html(comparison, shown.curves, unix_time());
  QSaveFile file(asked.file);
  if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.commit())
    emit failed(
        tr("The report could not be written to %1: %2").arg(asked.file, file.errorString()));
  else
    emit done(tr("The report was saved as %1.").arg(asked.file));
}

}  // namespace trainyard
