// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/profile/profile_dialog.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>

#include "gui/forms/plain_label.h"
#include "gui/look/layouts.h"
#include "gui/runs/profile/profile_text.h"
#include "gui/runs/records/run_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// How many steps a new experiment profiles.
const QString profiledSteps = u"5"_s;

QLabel* tableLabel() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::RichText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  return label;
}

}  // namespace

ProfileDialog::ProfileDialog(const RunRecord& run, RunActions* actions, QWidget* parent)
    : QDialog(parent),
      m_run(run),
      m_actions(actions),
      m_pages(new QStackedWidget),
      m_message(textLabel(look::Role::body)),
      m_title(textLabel(look::Role::emphasis)),
      m_phases(tableLabel()),
      m_longest(tableLabel()),
      m_gpu(textLabel(look::Role::body)),
      m_waits(tableLabel()),
      m_note(textLabel(look::Role::help)),
      m_save(new QPushButton(tr("Save trace…"))),
      m_again(new QPushButton(tr("Profile in a new run"))) {
  setWindowTitle(tr("Profile of %1").arg(RunText::name(run)));
  auto* column = look::columnIn(this, 10, {16, 14, 16, 14});
  m_pages->addWidget(buildMessage());
  m_pages->addWidget(buildProfile());
  look::addAll(column, {{m_pages, 1}, m_note});
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->addButton(m_save, QDialogButtonBox::ActionRole);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_save, &QPushButton::clicked, this, &ProfileDialog::chooseTraceFile);
  connect(m_again, &QPushButton::clicked, this, [this] {
    emit experimentWanted({{u"logging.profile_steps"_s, profiledSteps}});
    accept();
  });
  connectActions();
  showMessage(tr("Reading the profile…"), false);
  resize(760, 620);
  m_actions->readProfile(m_run);
}

QWidget* ProfileDialog::buildMessage() {
  auto* page = new QWidget;
  auto* column = look::columnIn(page, 12);
  column->addWidget(m_message);
  column->addWidget(m_again, 0, Qt::AlignLeft);
  column->addStretch(1);
  return page;
}

QWidget* ProfileDialog::buildProfile() {
  auto* content = new QWidget;
  auto* column = look::columnIn(content, 14);
  look::addAll(column, {m_title, m_gpu, m_phases, m_longest, m_waits, look::gap()});
  auto* scroll = new QScrollArea;
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  return scroll;
}

void ProfileDialog::connectActions() {
  connect(m_actions, &RunActions::profileRead, this,
          [this](const QString& run, int attempt, const QByteArray& content) {
            if (run == m_run.run) showContent(attempt, content);
          });
  connect(m_actions, &RunActions::profileMissing, this, [this](const QString& run) {
    if (run != m_run.run) return;
    const QString why =
        isOpen(m_run.state)
            ? tr("This run has no profile yet. It is written after its profiled steps, which are "
                 "the ones after the first five.")
            : tr("This run has no profile.");
    showMessage(why + u"\n\n"_s +
                    tr("A training with logging.profile_steps records where the time of so many "
                       "steps goes: the phases, the longest kernels, and what the GPU waited for."),
                !RunText::experiment(m_run).isEmpty());
  });
  connect(m_actions, &RunActions::profileFailed, this,
          [this](const QString& run, const QString& sentence) {
            if (run == m_run.run) showMessage(sentence, false);
          });
  connect(m_actions, &RunActions::traceSaved, this,
          [this](const QString& run, const QString& path, const QString& problem) {
            if (run != m_run.run) return;
            m_save->setEnabled(true);
            m_note->setText(problem.isEmpty()
                                ? tr("The trace is in %1. Open it in ui.perfetto.dev or in "
                                     "chrome://tracing; it stays in the browser.")
                                      .arg(path)
                                : problem);
          });
}

void ProfileDialog::showMessage(const QString& sentence, bool offersExperiment) {
  m_message->setText(sentence);
  m_again->setVisible(offersExperiment);
  m_save->setVisible(false);
  m_pages->setCurrentIndex(0);
}

void ProfileDialog::showContent(int attempt, const QByteArray& content) {
  const auto profile = StepProfile::parse(content);
  if (!profile)
    return showMessage(tr("The profile cannot be read: it is damaged, or from a newer version."),
                       false);
  m_attempt = attempt;
  const QString title = ProfileText::title(*profile);
  m_title->setText(m_run.attempt > 1 ? tr("%1, in attempt %2").arg(title).arg(attempt) : title);
  m_gpu->setText(ProfileText::gpu(*profile));
  m_gpu->setVisible(profile->gpu.has_value());
  m_phases->setText(ProfileText::phases(*profile));
  m_longest->setText(ProfileText::longest(*profile));
  m_waits->setText(ProfileText::waits(*profile));
  m_waits->setVisible(!m_waits->text().isEmpty());
  m_save->setVisible(true);
  m_pages->setCurrentIndex(1);
}

void ProfileDialog::chooseTraceFile() {
  auto* dialog = new QFileDialog(this, tr("Save the trace"), QString(), tr("Traces (*.json)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(u"json"_s);
  dialog->selectFile(QString(m_run.name).replace(u'/', u'_') + u" trace.json"_s);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    m_save->setEnabled(false);
    m_note->setText(tr("Fetching the trace…"));
    m_actions->saveTrace(m_run, m_attempt, path);
  });
  dialog->open();
}

}  // namespace trainyard
