// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/target/site_balance.h"

#include <algorithm>
#include <cmath>

#include <QRegularExpression>

#include "engine/contract/experiment/resources.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

constexpr qsizetype maxRows = 256, maxSaid = 200;
constexpr qint64 outputLimit = 1 << 20;
constexpr std::chrono::seconds balanceTime{30};

// "12,345.5"
std::optional<double> columnOf(const QStringList& row, std::optional<qint64> column) {
  if (!column || *column > row.size()) return std::nullopt;
  bool isNumber = false;
  const double number = QString(row[*column - 1]).remove(QLatin1Char(',')).toDouble(&isNumber);
  return isNumber && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<AccountBalance> balanceFrom(const QStringList& row, const SiteBalance& balance) {
  static const QRegularExpression name(
      QRegularExpression::anchoredPattern(QString::fromLatin1(scheduler_name)));
  if (balance.account > row.size() || !name.match(row[balance.account - 1]).hasMatch())
    return std::nullopt;
  AccountBalance found{row[balance.account - 1], columnOf(row, balance.granted),
                       columnOf(row, balance.left), balance.unit};
  const auto used = columnOf(row, balance.used);
  for (const auto& [column, value] :
       {std::pair(balance.granted, found.granted), std::pair(balance.left, found.left),
        std::pair(balance.used, used)})
    if (column && !value) return std::nullopt;  // a heading, or a line of dashes
  if (!found.left && found.granted && used) found.left = *found.granted - *used;
  return found.left ? std::optional(found) : std::nullopt;
}

}  // namespace

QList<AccountBalance> balancesFrom(const QByteArray& text, const SiteBalance& balance) {
  QList<AccountBalance> balances;
  for (const QByteArray& line : text.split('\n')) {
    const QStringList row = QString::fromUtf8(line).simplified().split(QLatin1Char(' '));
    if (auto found = balanceFrom(row, balance)) balances << *std::move(found);
    if (balances.size() == maxRows) break;
  }
  return balances;
}

QCoro::Task<Result<QList<AccountBalance>>> probeBalances(Host& host, SiteBalance balance,
                                                         std::stop_token stop) {
  const QStringList words = balance.command.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  CommandLine command{words.value(0), words.mid(1)};
  ProgramOptions options;
  options.outputLimitBytes = outputLimit;
  const auto output =
      co_await host.run(std::move(command), std::move(options), stop, QDeadlineTimer(balanceTime));
  if (!output && (output.error().kind == ErrorKind::unreachable ||
                  output.error().kind == ErrorKind::cancelled))
    co_return output.error();
  if (output && output->exitCode == 0)
    if (auto balances = balancesFrom(output->out, balance); !balances.isEmpty()) co_return balances;
  const QString said =
      output ? QString::fromUtf8(output->err.isEmpty() ? output->out : output->err).simplified()
             : QString::fromStdString(output.error().message);
  co_return make_error("site.no_balance", {{"command", balance.command.toStdString()},
                                           {"said", said.left(maxSaid).toStdString()}});
}

}  // namespace trainyard
