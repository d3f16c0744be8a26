// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/follow_answers.h"

#include <algorithm>

#include <QJsonDocument>
#include <QJsonObject>

namespace trainyard {
namespace {

constexpr int protocolSpoken = 1;
constexpr qsizetype maxHeadBytes = 64 << 10;

HelperAnswer answerOf(const QJsonObject& head, const QByteArray& bytes) {
  HelperAnswer answer{head[QStringLiteral("error")].toString(),
                      head[QStringLiteral("why")].toString(),
                      head[QStringLiteral("exit_code")].toInt(),
                      bytes,
                      {}};
  const qint64 errors =
      std::clamp<qint64>(head[QStringLiteral("errors")].toInteger(), 0, bytes.size());
  answer.err = answer.out.last(errors);
  answer.out.chop(errors);
  return answer;
}

}  // namespace

bool FollowAnswers::takeGreeting() {
  const qsizetype end = m_bytes.indexOf('\n');
  if (end < 0) return false;
  const QJsonObject greeting = QJsonDocument::fromJson(m_bytes.first(end)).object();
  m_bytes.remove(0, end + 1);
  return greeting[QStringLiteral("trainyard")].toString() == QLatin1String("follow") &&
         greeting[QStringLiteral("protocol")].toInt() == protocolSpoken;
}

bool FollowAnswers::isNoLine() const {
  return m_bytes.size() > maxHeadBytes && m_bytes.indexOf('\n') < 0;
}

bool FollowAnswers::take(const std::function<void(qint64, HelperAnswer)>& deliver) {
  qsizetype begin = 0;
  bool isGood = true;
  while (isGood) {
    const qsizetype end = m_bytes.indexOf('\n', begin);
    if (end < 0) {
      isGood = m_bytes.size() - begin <= maxHeadBytes;
      break;
    }
    const QJsonDocument head = QJsonDocument::fromJson(m_bytes.mid(begin, end - begin));
    const double bytes = head[QStringLiteral("bytes")].toDouble(-1);
    isGood =
        head.isObject() && bytes >= 0 && bytes <= static_cast<double>(2 * maxHelperAnswerBytes);
    if (!isGood || m_bytes.size() - end - 1 < static_cast<qsizetype>(bytes)) break;
    deliver(head[QStringLiteral("id")].toInteger(),
            answerOf(head.object(), m_bytes.mid(end + 1, static_cast<qsizetype>(bytes))));
    begin = end + 1 + static_cast<qsizetype>(bytes);
  }
  m_bytes.remove(0, begin);
  return isGood;
}

}  // namespace trainyard
