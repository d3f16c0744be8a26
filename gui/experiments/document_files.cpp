// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document_files.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QSettings>

#include "engine/contract/script/script_document.h"
#include "gui/experiments/settings_import.h"
#include "gui/forms/contract_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int maxRecent = 10;

void rememberRecent(const QString& path) {
  QSettings settings;
  QStringList paths = settings.value(u"recent"_s).toStringList();
  paths.removeAll(path);
  paths.prepend(path);
  settings.setValue(u"recent"_s, paths.mid(0, maxRecent));
}

}  // namespace

DocumentFiles::DocumentFiles(ExperimentDocument* document, QWidget* parent)
    : QObject(parent), m_document(document), m_parent(parent) {
  connect(m_document, &ExperimentDocument::begun, this, [this] {
    ++m_generation;
    m_wantsSave.reset();
    m_reported.reset();
    m_originalRun.clear();
  });
}

QStringList DocumentFiles::recent() { return QSettings().value(u"recent"_s).toStringList(); }

void DocumentFiles::fail(const Error& error) {
  emit failed(ContractText::message(error.code, error.arguments, error.message));
}

void DocumentFiles::open(const QString& path) { read(path, As::itself); }

void DocumentFiles::reopen(const QString& path) {
  const int number = ++m_reading;
  inBackground<Result<ExperimentFile>>([path] {
    return readExperimentFile(path);
  }).then(this, [this, number](const Result<ExperimentFile>& file) {
    if (number != m_reading || !file || m_document->isModified()) return;
    if (!file->isRecord && !file->text.startsWith(u"#!"_s))
      m_document->startFrom(file->text, file->path);
  });
}

void DocumentFiles::openCopy(const ExperimentCopy& copy) { read(copy.path, As::copy, copy); }

void DocumentFiles::read(const QString& path, As as, const ExperimentCopy& copy) {
  const int number = ++m_reading;
  inBackground<Result<ExperimentFile>>([path] {
    return readExperimentFile(path);
  }).then(this, [this, number, as, copy](const Result<ExperimentFile>& file) {
    if (number != m_reading) return;
    if (!file) return fail(file.error());
    whenMayLeave([this, file = *file, as, copy] {
      begin(file, as);
      m_originalRun = copy.run;
      change(copy.values);
    });
  });
}

// As if typed into the form, so that they can be undone.
void DocumentFiles::change(const QList<std::pair<QString, QString>>& values) {
  for (const auto& [path, text] : values) {
    bool isNumber = false;
    const qint64 number = text.toLongLong(&isNumber);
    const Value value = isNumber ? Value(std::int64_t{number}) : Value(text.toStdString());
    if (const auto done = m_document->setValue(path, value); !done) return fail(done.error());
  }
}

// A job script starts a new experiment that runs it unchanged, with the files next to it.
void DocumentFiles::beginScript(const ExperimentFile& file) {
  const QFileInfo script(file.path);
  const QString folder = script.absolutePath();
  const bool travels = folder != QDir::homePath() && folder != QDir::rootPath();
  const std::string text = file.text.toStdString();
  m_document->startFrom(
      QString::fromStdString(script_document(
          {text, script.fileName().toStdString(), travels ? std::string(".") : std::string()})),
      {}, folder);
  emit opened(file.path);
}

void DocumentFiles::begin(const ExperimentFile& file, As as) {
  if (file.text.startsWith(u"#!"_s)) return beginScript(file);
  if (!file.isRecord && as == As::itself) {
    m_document->startFrom(file.text, file.path);
    rememberRecent(file.path);
    return emit opened(file.path);
  }
  const QString origin = file.isRecord ? file.madeFrom : file.path;
  m_document->startFrom(file.text, {}, origin.isEmpty() ? QString() : QFileInfo(origin).path());
  emit opened(origin);
}

void DocumentFiles::askOpen() {
  auto* dialog = new QFileDialog(
      m_parent, tr("Open an experiment"), m_document->folder(),
      tr("Experiments and job scripts (*.yaml *.yml *.sh *.sbatch *.slurm *.job);;All "
         "files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, &DocumentFiles::open);
  dialog->open();
}

void DocumentFiles::importFiles(const QStringList& paths) {
  const int number = ++m_reading;
  inBackground<Result<ImportedSettings>>([paths] {
    return importSettings(paths);
  }).then(this, [this, number](const Result<ImportedSettings>& settings) {
    if (number != m_reading) return;
    if (!settings) return fail(settings.error());
    whenMayLeave([this, settings = *settings] {
      m_document->startFrom(settings.text, {}, settings.folder);
      emit opened({});
      emit imported(settings.notes);
    });
  });
}

void DocumentFiles::askImport() {
  auto* dialog =
      new QFileDialog(m_parent, tr("Import settings of another trainer"), m_document->folder(),
                      tr("Settings and job scripts (*.json *.yaml *.yml *.sh *.slurm *.sbatch "
                         "*.txt);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFiles);
  connect(dialog, &QFileDialog::filesSelected, this, &DocumentFiles::importFiles);
  dialog->open();
}

void DocumentFiles::save(const Then& then) {
  if (m_document->path().isEmpty()) return saveAs(then);
  write(m_document->path(), m_document->saved(), then);
}

QString DocumentFiles::suggestedPath() const {
  const QString folder = m_document->folder().isEmpty() ? QDir::homePath() : m_document->folder();
  return QDir(folder).filePath(m_document->title().replace(u'/', u'-'));
}

void DocumentFiles::saveAs(const Then& then) {
  auto* dialog = new QFileDialog(m_parent, tr("Save the experiment"), suggestedPath(),
                                 tr("Experiments (*.yaml)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(u"yaml"_s);
  dialog->selectFile(suggestedPath());
  connect(dialog, &QFileDialog::fileSelected, this,
          [this, then](const QString& path) { write(path, std::nullopt, then); });
  dialog->open();
}

void DocumentFiles::write(const QString& path, const std::optional<QString>& known,
                          const Then& then) {
  const QString text = m_document->text();
  inBackground<Result<QString>>([=] {
    return writeExperimentFile(path, text, known);
  }).then(this, [this, path, text, then, generation = m_generation](const Result<QString>& result) {
    if (generation == m_generation) written(path, text, result, then);
  });
}

void DocumentFiles::written(const QString& path, const QString& text, const Result<QString>& result,
                            const Then& then) {
  if (!result && result.error().code == "experiment_file.changed_outside") {
    m_wantsSave = then;
    return emit changedOutside(path);
  }
  if (!result) return fail(result.error());
  m_wantsSave.reset();
  m_document->markSaved(*result, text);
  rememberRecent(*result);
  emit saved();
  if (then) then();
}

void DocumentFiles::whenMayLeave(const Then& then) {
  if (!m_document->isModified()) return then();
  if (m_asksToLeave) return;  // one question at a time
  m_asksToLeave = true;
  auto* box =
      new QMessageBox(QMessageBox::Question, tr("Unsaved changes"),
                      tr("Save the changes to %1 first?").arg(m_document->title()),
                      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_parent);
  box->setTextFormat(Qt::PlainText);
  box->setDefaultButton(QMessageBox::Save);
  box->setAttribute(Qt::WA_DeleteOnClose);
  connect(box, &QMessageBox::finished, this, [this, then](int answer) {
    m_asksToLeave = false;
    if (answer == QMessageBox::Save) return save(then);
    if (answer == QMessageBox::Discard) then();
  });
  box->open();
}

void DocumentFiles::readAgain(const std::function<void(const Result<ExperimentFile>&)>& then) {
  inBackground<Result<ExperimentFile>>([path = m_document->path()] {
    return readExperimentFile(path);
  }).then(this, [this, then, generation = m_generation](const Result<ExperimentFile>& file) {
    if (generation == m_generation) then(file);
  });
}

void DocumentFiles::lookOutside() {
  if (m_document->path().isEmpty()) return;
  readAgain([this, known = m_document->saved()](const Result<ExperimentFile>& file) {
    // A deleted file is written again by the next save; one that was saved meanwhile is ours.
    if (!file || known != m_document->saved() || file->text == known || file->text == m_reported)
      return;
    m_reported = file->text;
    emit changedOutside(file->path);
  });
}

void DocumentFiles::keepMine() {
  if (m_wantsSave) return write(m_document->path(), std::nullopt, *m_wantsSave);
  readAgain([this](const Result<ExperimentFile>& file) {
    if (file) m_document->markSaved(file->path, file->text);
  });
}

void DocumentFiles::reload() {
  m_wantsSave.reset();
  readAgain([this](const Result<ExperimentFile>& file) {
    if (!file) return fail(file.error());
    m_document->changeText(file->text, ExperimentDocument::Origin::typing, u"reload"_s);
    m_document->markSaved(file->path, file->text);
  });
}

}  // namespace trainyard
