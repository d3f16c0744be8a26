// SPDX-License-Identifier: GPL-3.0-or-later
// What the page "Data" shows: counts of the data and one example after the other, asked of the
// service for the document as it is shown. Examples come some at a time; going to one that is here
// already asks nobody.
#pragma once

#include <QObject>
#include <optional>
#include <stop_token>

#include "remote/service/client/client.h"

namespace trainyard {

struct ShownToken {
  qint64 id = 0;
  QString text;
  bool isLearned = false;
  std::optional<qint64> hiddenId;  // of a hidden token: the true one
  QString hiddenText;
  qint64 document = 0;
  QString label;  // of the word that begins here
};

struct ShownExample {
  qint64 index = 0, length = 0;
  QString label;  // in words; empty where there is none
  std::vector<ShownToken> tokens;
};

struct ShownSplit {
  QString name;
  qint64 examples = 0, tokens = 0, learnedTokens = 0;
  double padding = 0;
  qint64 minimum = 0, maximum = 0;
  double median = 0, p95 = 0;
  std::vector<qint64> edges, counts;  // of the histogram of lengths
  std::vector<std::pair<QString, qint64>> labels;
};

struct ShownData {
  QString kind;       // "blocks", "sequences", ...
  QString tokenizer;  // where from; empty: trained on the data
  qint64 vocabulary = 0, sequenceLength = 0;
  std::optional<qint64> raw;  // only the first so many records were looked at
  std::vector<ShownSplit> splits;
  QList<std::pair<QString, QString>> warnings;  // the split, and a sentence about its files

  bool learnsTokens() const;
};

class DataInspection : public QObject {
  Q_OBJECT
 public:
  static constexpr qint64 firstRecords = 1000;  // what a quick look reads
  static constexpr qint64 examplesAtOnce = 8;
  static constexpr qint64 tokensOfExample = 4000;

  explicit DataInspection(ServiceClient* client, QObject* parent = nullptr);
  ~DataInspection() override;

  // The document that is meant. Another one than before: what is shown is out of date.
  void consider(const SubmitRequest& request);
  enum class Scope { firstRecords, all };  // all: the data is prepared as for training
  void look(Scope scope);
  void stop();

  // Places in the order that is chosen: that of the files, or a random one.
  void showPage(qint64 place);
  void next() { showPage(m_place + 1); }
  void previous() { showPage(m_place - 1); }
  void shuffle(qint64 seed);  // a random order, from its first example on
  void showInOrder();
  void chooseSplit(const QString& name);

  enum class State { nothing, asking, answered, failed };
  State state() const { return m_state; }
  const QString& target() const { return m_request.target; }
  // The data of a cluster's run lies on this computer still, and was looked at here.
  bool isLookedAtHere() const { return m_state == State::answered && m_isLookedAtHere; }
  bool isOutOfDate() const { return m_state == State::answered && m_isOutOfDate; }
  const ShownData& data() const { return m_data; }
  const ShownSplit* split() const;  // the chosen one
  const ShownExample* example() const;
  qint64 place() const { return m_place; }
  qint64 numExamples() const { return split() ? split()->examples : 0; }
  bool isShuffled() const { return m_seed.has_value(); }
  QString failure() const { return m_failure; }
  // What is being done, in words; empty before anything is known.
  QString progress() const { return m_progress; }

 signals:
  void changed();
  void progressed();

 private:
  void ask(bool counts);
  QCoro::Task<void> run(SubmitRequest request, InspectionRequest what, std::stop_token stop);
  void take(const QJsonObject& answer, bool counts);
  void fail(const Error& error);
  void startAgain();
  void showProgress(const ProgressReport& report);

  ServiceClient* m_client;
  SubmitRequest m_request, m_asked;
  Scope m_scope = Scope::firstRecords;
  State m_state = State::nothing;
  bool m_isOutOfDate = false, m_isLookedAtHere = false;
  ShownData m_data;
  QString m_split = QStringLiteral("train");
  std::optional<qint64> m_seed;
  qint64 m_place = 0, m_first = 0;  // m_first: the place of m_examples' first
  std::vector<ShownExample> m_examples;
  QString m_failure, m_progress;
  std::stop_source m_stop;
};

// The answer of the service; what is missing or of another kind stays empty.
ShownData shownDataFrom(const QJsonObject& answer);
std::vector<ShownExample> shownExamplesFrom(const QJsonObject& answer);

}  // namespace trainyard
