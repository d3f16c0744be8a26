// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/add_cluster_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

#include "gui/clusters/site_field.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/ink.h"
#include "remote/keychain/keychain.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int SpaceRole = Qt::UserRole;

QWidget* besides(QWidget* field, QPushButton* button) {
  auto* both = new QWidget;
  auto* row = new QHBoxLayout(both);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(field, 1);
  row->addWidget(button);
  both->setFocusProxy(field);
  return both;
}

QLabel* quiet(const QString& text) {
  auto* label = new QLabel(text);
  label->setForegroundRole(QPalette::PlaceholderText);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

// "scratch (1.2 TiB free)"
QString spaceOf(const BaseFolder& base) {
  QStringList words;
  if (base.freeBytes)
    words << AddClusterDialog::tr("%1 free").arg(QuantityText::bytes(*base.freeBytes));
  if (base.quotaBytes)
    words << AddClusterDialog::tr("quota %1").arg(QuantityText::bytes(*base.quotaBytes));
  if (!base.isWritable) words << AddClusterDialog::tr("not writable");
  return words.join(u", "_s);
}

}  // namespace

AddClusterDialog::AddClusterDialog(ClusterActions* actions, QWidget* parent)
    : QDialog(parent),
      m_actions(actions),
      m_share(new QCheckBox(tr("My group can read the files of runs there"))),
      m_ask(new QPushButton(tr("Look there"))),
      m_site(new SiteField),
      m_space(quiet({})),
      m_problem(new QLabel) {
  setWindowTitle(tr("Add a cluster"));
  auto* column = new QVBoxLayout(this);
  column->setSpacing(10);
  column->addWidget(quiet(
      tr("A Slurm cluster that you reach with ssh, by a key, a password or a code. Nothing is "
         "installed there; runs are kept in the base folder: \"Look there\" logs in and lists "
         "folders.")));
  column->addWidget(buildFields());
  m_problem->setTextFormat(Qt::PlainText);
  m_problem->setWordWrap(true);
  m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  look::setInk(m_problem, look::Tone::failed);
  m_problem->hide();
  column->addWidget(m_problem);
  buildButtons(tr("Add"));
  connect(m_actions, &ClusterActions::added, this, &QDialog::accept);
  connect(m_actions, &ClusterActions::addFailed, this, &AddClusterDialog::showProblem);
  connect(m_actions, &ClusterActions::basesListed, this, &AddClusterDialog::showBases);
  connect(m_actions, &ClusterActions::basesFailed, this, &AddClusterDialog::showProblem);
  connect(m_actions, &ClusterActions::sitesListed, m_site, &SiteField::showSites);
  m_actions->listSites();
  showWhatIsMissing();
  resize(620, sizeHint().height());
}

AddClusterDialog::AddClusterDialog(ClusterActions* actions, const TargetSettings& cluster,
                                   QWidget* parent)
    : AddClusterDialog(actions, parent) {
  m_isChange = m_nameIsTyped = true;
  setWindowTitle(tr("Change a cluster"));
  m_add->setText(tr("Change"));
  m_name->setText(cluster.name);
  m_name->setEnabled(false);
  m_sshConfig->setText(cluster.sshConfig);
  m_host->setCurrentText(cluster.host);
  m_base->setCurrentText(cluster.base);
  m_engine->setText(cluster.engine);
  m_share->setChecked(cluster.sharesWithGroup);
  m_site->choose(cluster.site);
  if (hasKeychain()) {
    QPushButton* forget = m_buttons->addButton(tr("Forget passwords"), QDialogButtonBox::ResetRole);
    forget->setAutoDefault(false);
    forget->setToolTip(tr("Remove passwords and passphrases for this cluster from the keychain"));
    connect(forget, &QPushButton::clicked, this,
            [this, name = cluster.name] { m_actions->forgetPasswords(name); });
  }
  connect(m_actions, &ClusterActions::edited, this, &QDialog::accept);
  connect(m_actions, &ClusterActions::editFailed, this, &AddClusterDialog::showProblem);
  m_site->setFocus();
}

void AddClusterDialog::buildButtons(const QString& accept) {
  m_buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  m_add = m_buttons->addButton(accept, QDialogButtonBox::AcceptRole);
  // Return adds it or does nothing.
  m_buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
  m_add->setDefault(true);
  layout()->addWidget(m_buttons);
  connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_buttons, &QDialogButtonBox::accepted, this, [this] {
    m_add->setEnabled(false);
    m_isChange ? m_actions->edit(settings()) : m_actions->add(settings());
  });
}

QWidget* AddClusterDialog::buildFields() {
  auto* fields = new QWidget;
  auto* form = new QFormLayout(fields);
  form->setContentsMargins(0, 0, 0, 0);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  auto* browse = new QPushButton(tr("Choose…"));
  browse->setAutoDefault(false);
  connect(browse, &QPushButton::clicked, this, &AddClusterDialog::chooseFile);
  m_ask->setAutoDefault(false);
  m_ask->setToolTip(tr("Log in and list the folders there with their free space"));
  m_host->setEditable(true);
  m_host->setInsertPolicy(QComboBox::NoInsert);
  m_host->addItems(namedHosts({}));
  m_host->setCurrentText({});
  m_host->lineEdit()->setPlaceholderText(
      tr("as in `ssh HOST`: an alias from your ssh configuration, or a host name"));
  m_name->setPlaceholderText(tr("its name here: lower-case letters, digits and . _ -"));
  m_name->setMaxLength(64);
  m_sshConfig->setPlaceholderText(tr("~/.ssh/config"));
  m_base->setEditable(true);
  m_base->setInsertPolicy(QComboBox::NoInsert);
  m_base->lineEdit()->setPlaceholderText(tr("a folder visible to login and compute nodes"));
  m_engine->setPlaceholderText(tr("sent when it is needed"));
  m_engine->setToolTip(
      tr("A folder there that already has engine and yard-agent; otherwise they are sent with "
         "the first run that needs them"));
  form->addRow(tr("Host"), m_host);
  form->addRow(tr("Name"), m_name);
  form->addRow(tr("ssh configuration"), besides(m_sshConfig, browse));
  form->addRow(tr("Base folder"), besides(m_base, m_ask));
  form->addRow(QString(), m_space);
  m_share->setToolTip(
      tr("For folders shared by a group; otherwise only your account can read them"));
  form->addRow(tr("Site"), m_site);
  form->addRow(tr("Engine folder"), m_engine);
  form->addRow(QString(), m_share);
  connectFields();
  return fields;
}

void AddClusterDialog::connectFields() {
  connect(m_host, &QComboBox::editTextChanged, this, &AddClusterDialog::followHost);
  connect(m_name, &QLineEdit::textEdited, this, [this] { m_nameIsTyped = true; });
  for (QLineEdit* line : {m_name, m_base->lineEdit(), m_host->lineEdit()})
    connect(line, &QLineEdit::textChanged, this, &AddClusterDialog::showWhatIsMissing);
  connect(m_base, &QComboBox::activated, this, &AddClusterDialog::showBase);
  connect(m_base, &QComboBox::editTextChanged, this, &AddClusterDialog::showBase);
  connect(m_ask, &QPushButton::clicked, this, &AddClusterDialog::askBases);
}

void AddClusterDialog::chooseFile() {
  auto* dialog =
      new QFileDialog(this, tr("Choose an ssh configuration file"), QDir::homePath() + u"/.ssh"_s);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, &AddClusterDialog::takeFile);
  dialog->open();
}

void AddClusterDialog::takeFile(const QString& file) {
  m_sshConfig->setText(file);
  const QString typed = m_host->currentText();
  m_host->clear();
  m_host->addItems(namedHosts(file));
  m_host->setCurrentText(typed);
}

void AddClusterDialog::followHost(const QString& host) {
  if (m_nameIsTyped) return;
  static const QRegularExpression notAllowed(u"[^a-z0-9._-]"_s), atTheFront(u"^[^a-z0-9]+"_s);
  // The host in USER@HOST:PORT and ssh://USER@HOST:PORT.
  QString name = host.section(u'@', -1).section(u"//"_s, -1);
  if (name.count(u':') == 1) name = name.section(u':', 0, 0);
  m_name->setText(name.toLower().replace(notAllowed, u"-"_s).remove(atTheFront).left(64));
}

TargetSettings AddClusterDialog::settings() const {
  return {m_name->text().trimmed(),
          m_host->currentText().trimmed(),
          m_sshConfig->text().trimmed(),
          m_base->currentText().trimmed(),
          m_engine->text().trimmed(),
          m_share->isChecked(),
          m_site->site()};
}

void AddClusterDialog::askBases() {
  m_problem->hide();
  m_ask->setEnabled(false);
  m_ask->setText(tr("Looking…"));
  const TargetSettings asked = settings();
  m_actions->listBases(asked.host, asked.sshConfig);
}

void AddClusterDialog::showBases(const QList<BaseFolder>& bases) {
  m_ask->setText(tr("Look there"));
  showWhatIsMissing();
  const QString typed = m_base->currentText();
  m_base->clear();
  for (const BaseFolder& base : bases) {
    const QString space = spaceOf(base);
    m_base->addItem(base.path);
    const QString words = space.isEmpty() ? base.label : base.label + u": "_s + space;
    m_base->setItemData(m_base->count() - 1, words, SpaceRole);
    m_base->setItemData(m_base->count() - 1, plainTip(words), Qt::ToolTipRole);
  }
  if (!typed.isEmpty()) m_base->setCurrentText(typed);
  showBase();
  if (bases.isEmpty())
    return showProblem(tr("No writable folder was found there. Type the path of one."));
  m_base->setFocus();
}

void AddClusterDialog::showBase() {
  const int known = m_base->findText(m_base->currentText());
  m_space->setText(known < 0 ? QString() : m_base->itemData(known, SpaceRole).toString());
}

void AddClusterDialog::showProblem(const QString& sentence) {
  m_ask->setText(tr("Look there"));
  m_problem->setText(sentence);
  m_problem->show();
  showWhatIsMissing();
}

void AddClusterDialog::showWhatIsMissing() {
  const TargetSettings entered = settings();
  m_ask->setEnabled(!entered.host.isEmpty() && m_ask->text() == tr("Look there"));
  m_add->setEnabled(!entered.host.isEmpty() && !entered.name.isEmpty() &&
                    entered.base.startsWith(u'/'));
}

}  // namespace trainyard
