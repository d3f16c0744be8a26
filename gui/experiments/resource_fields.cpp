// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/resource_fields.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStandardItemModel>
#include <algorithm>

#include "engine/system/unix_time.h"
#include "gui/experiments/checks/resource_help.h"
#include "gui/forms/field_editor.h"
#include "gui/forms/form_view.h"
#include "gui/forms/quantity_text.h"
#include "gui/forms/value_line.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype fewOffers = 4;

QString textOf(const QString& field, const Experiment& experiment) {
  const FieldInfo* info = find_field(field.toStdString());
  const Value value = info ? info->get(experiment) : Value();
  const auto* text = value.get_if<std::string>();
  return text ? QString::fromStdString(*text) : QString();
}

constexpr int valueRole = Qt::UserRole;

}  // namespace

// Suggests the target's values for a field of `resources`, with their limits, while the user types;
// Down or Ctrl+Space shows all.
class ResourceCompleter : public QCompleter {
 public:
  // Owned by the line edit.
  explicit ResourceCompleter(QLineEdit* line);

  void show(const QList<ResourceOffer>& offers);
  // All of them, whatever was typed.
  void showAll();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QLineEdit* m_line;
  QStandardItemModel m_items;
  QList<ResourceOffer> m_offers;
};

ResourceCompleter::ResourceCompleter(QLineEdit* line) : QCompleter(line), m_line(line) {
  setModel(&m_items);
  setCompletionRole(valueRole);
  setCaseSensitivity(Qt::CaseInsensitive);
  setFilterMode(Qt::MatchContains);
  setMaxVisibleItems(12);
  line->setCompleter(this);
  line->installEventFilter(this);
  // The line takes what is chosen, but does not say that somebody has entered it.
  connect(this, qOverload<const QString&>(&QCompleter::activated), line, &QLineEdit::textEdited);
}

void ResourceCompleter::show(const QList<ResourceOffer>& offers) {
  if (offers == m_offers) return;
  m_offers = offers;
  m_items.clear();
  for (const ResourceOffer& offer : offers) {
    auto* item = new QStandardItem(offer.hint.isEmpty()
                                       ? offer.value
                                       : QStringLiteral("%1 — %2").arg(offer.value, offer.hint));
    item->setData(offer.value, valueRole);
    m_items.appendRow(item);
  }
}

void ResourceCompleter::showAll() {
  setCompletionPrefix(QString());
  complete();
}

bool ResourceCompleter::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_line && event->type() == QEvent::KeyPress && !popup()->isVisible()) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool asks = (key->key() == Qt::Key_Down && key->modifiers() == Qt::NoModifier) ||
                      (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier);
    if (asks && m_items.rowCount() > 0) {
      showAll();
      return true;
    }
  }
  return QCompleter::eventFilter(watched, event);
}

ResourceFields::ResourceFields(ServiceClient* client, TargetList* targets, FormView* form,
                               QObject* parent)
    : QObject(parent), m_targets(targets), m_form(form), m_state(client, targets) {
  for (const QString& field : ResourceHelp::fields()) {
    ValueLine* line = m_form->editor(field)->line();
    auto* completer = new ResourceCompleter(line);
    connect(line, &ValueLine::dropWanted, completer, &ResourceCompleter::showAll);
  }
  connect(m_targets, &TargetList::changed, this, &ResourceFields::refresh);
  connect(&m_state, &KnownState::changed, this, &ResourceFields::refresh);
}

void ResourceFields::show(const QString& target, const Experiment& experiment) {
  m_target = target;
  m_experiment = experiment;
  m_state.setTarget(target);
  refresh();
}

void ResourceFields::refresh() {
  const TargetRecord* target = m_targets->find(m_target);
  const TargetFacts facts = target ? target->facts : TargetFacts();
  const ClusterState* state = m_state.state() ? &*m_state.state() : nullptr;
  const QMap<QString, QString> limits = ResourceHelp::limits(facts, m_experiment, state);
  for (const FieldInfo& info : fields()) {
    if (info.section != "resources") continue;
    const QString field = QString::fromStdString(info.path);
    FieldEditor* editor = m_form->editor(field);
    editor->setAside(limits.value(field));
    showField(editor, field, facts);
  }
  showAge(facts);
}

void ResourceFields::showField(FieldEditor* editor, const QString& field,
                               const TargetFacts& facts) {
  auto* completer = editor->input()->findChild<ResourceCompleter*>();
  if (!completer) return;
  const QList<ResourceOffer> known = ResourceHelp::offers(field, facts, m_experiment);
  completer->show(known);
  editor->line()->setDrop(!known.isEmpty());
  Offers offers{
      field == u"resources.account"_s || field == u"resources.qos"_s ? tr("Yours:") : tr("Known:"),
      {}};
  for (const ResourceOffer& offer : known) {
    if (offer.value == textOf(field, m_experiment)) return editor->setOffers({});
    if (offers.values.size() < fewOffers && !offer.isRefused) offers.values << offer.value;
  }
  editor->setOffers(offers);
}

void ResourceFields::showAge(const TargetFacts& facts) {
  const double time = std::max(facts.time, m_state.state() ? m_state.state()->time : 0.0);
  const bool isKnown = time > 0 && !TargetList::isHere(m_target);
  m_form->setSectionNote(
      u"resources"_s,
      isKnown ? tr("what %1 offers, seen %2").arg(m_target, QuantityText::moment(time, unix_time()))
              : QString());
}

}  // namespace trainyard
