// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/run/metric_meaning.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

namespace trainyard {
namespace {

using Words = std::unordered_set<std::string_view>;

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
// Letters of other languages count as those they stand beside.
bool is_word_character(char c) {
  return is_upper(c) || is_digit(c) || (c >= 'a' && c <= 'z') ||
         static_cast<unsigned char>(c) > 127;
}

// A word of a name, and what separates it from the one before.
struct Part {
  std::string word;       // in lower case
  std::string_view text;  // as it is written
  std::string separator;
};
using Parts = std::vector<Part>;

// At punctuation, and at capitals within ("trainLoss"); "mAP" and "AUROC" are words.
Parts parts_of(std::string_view name) {
  Parts parts;
  std::string separator;
  for (std::size_t at = 0; at < name.size();) {
    if (!is_word_character(name[at])) {
      separator += name[at++];
      continue;
    }
    std::size_t end = at + 1;
    while (end < name.size() && is_word_character(name[end]) &&
           !(is_upper(name[end]) && end - at > 1 && !is_upper(name[end - 1]) &&
             !is_digit(name[end - 1])))
      ++end;
    Part part{{}, name.substr(at, end - at), std::exchange(separator, {})};
    for (const char c : part.text) part.word += is_upper(c) ? static_cast<char>(c | 0x20) : c;
    parts.push_back(std::move(part));
    at = end;
  }
  return parts;
}

bool has(const Words& words, std::string_view word) { return words.contains(word); }

// Also with a number at its end: "acc1", "top5", "AP50".
bool has_numbered(const Words& words, std::string_view word) {
  if (has(words, word)) return true;
  while (!word.empty() && is_digit(word.back())) word.remove_suffix(1);
  return has(words, word);
}

bool has_any(const Words& words, const Parts& parts) {
  return std::ranges::any_of(parts,
                             [&](const Part& part) { return has_numbered(words, part.word); });
}

bool has_pair(const Parts& parts, std::string_view first, std::string_view second) {
  for (std::size_t i = 1; i < parts.size(); ++i)
    if (parts[i - 1].word == first && parts[i].word == second) return true;
  return false;
}

// Rates of work: more of them is better.
bool is_rate(const Parts& parts) {
  static const Words rates{"throughput", "tps",    "fps",   "wps",   "ups",    "mfu",
                           "hfu",        "tflops", "tflop", "flops", "gflops", "speed"};
  const Part& last = parts.back();
  const bool is_per_second = (last.word == "s" || last.word == "sec") && last.separator == "/";
  return has_any(rates, parts) || is_per_second || has_pair(parts, "per", "second") ||
         has_pair(parts, "per", "sec") || has_pair(parts, "per", "s");
}

// Of these, less is better.
bool is_consumption(const Parts& parts) {
  static const Words words{"time", "times",   "dt",      "dur",       "duration", "latency",
                           "eta",  "elapsed", "runtime", "walltime",  "ms",       "sec",
                           "secs", "seconds", "memory",  "mem",       "vram",     "ram",
                           "rss",  "gpumem",  "alloc",   "allocated", "reserved", "gib",
                           "gb",   "mb",      "mib",     "bytes"};
  const bool is_second_per = parts.size() > 1 && (parts[0].word == "s" || parts[0].word == "sec") &&
                             (parts[1].separator == "/" || parts[1].word == "per");
  return is_second_per || has_any(words, parts);
}

// What a program is set to, or what the machine does.
bool is_setting(const Parts& parts) {
  static const Words words{"lr",    "lrs",   "wd",  "momentum",    "gpu",  "gpus", "cpu",
                           "power", "watts", "fan", "utilization", "util", "disk", "flos"};
  return has_any(words, parts) || has_pair(parts, "learning", "rate") ||
         has_pair(parts, "weight", "decay") || has_pair(parts, "loss", "scale") ||
         has_pair(parts, "grad", "scale") || has_pair(parts, "batch", "size");
}

// Where a program is; beside a loss or a measure they only say of what it is ("loss_step").
bool is_counter(const Parts& parts) {
  static const Words words{"epoch",    "epochs",    "step",       "steps",   "iter",    "iters",
                           "it",       "iteration", "iterations", "batch",   "batches", "tokens",
                           "samples",  "timesteps", "tok",        "toks",    "bsz",     "wpb",
                           "examples", "updates",   "progress",   "episode", "episodes"};
  return has_any(words, parts);
}

bool is_loss_word(std::string_view word) {
  static const Words words{"loss",         "losses",  "nll",       "ce",      "bce",  "xent",
                           "crossentropy", "nllloss", "objective", "obj",     "objf", "cost",
                           "criterion",    "verlust", "perte",     "perdita", "损失", "训练损失",
                           "验证损失",     "損失",    "손실"};
  return has_numbered(words, word) ||
         (word.size() > 4 && (word.ends_with("loss") || word.ends_with("losses")));
}

bool is_loss(const Parts& parts) {
  // "loss_weight" and "packet_loss" are none.
  static const Words others{"weight", "weights", "scale", "scaler", "coef", "coeff", "packet"};
  if (has_any(others, parts)) return false;
  return std::ranges::any_of(parts, [](const Part& part) { return is_loss_word(part.word); }) ||
         has_pair(parts, "cross", "entropy") || has_pair(parts, "neg", "likelihood") ||
         has_pair(parts, "log", "perplexity");
}

bool is_small_good(const Parts& parts) {
  static const Words words{
      "perplexity", "ppl",      "perp",     "mse",    "rmse",        "mae",      "mape",
      "smape",      "mase",     "rmsle",    "error",  "err",         "errors",   "wer",
      "cer",        "ter",      "eer",      "fid",    "kid",         "lpips",    "kl",
      "kld",        "bpb",      "bpc",      "bpd",    "bits",        "brier",    "ece",
      "mcd",        "epe",      "ade",      "fde",    "distortion",  "inertia",  "residual",
      "residuals",  "hinge",    "deviance", "regret", "discrepancy", "impurity", "divergence",
      "crps",       "distance", "fehler",   "erreur", "误差",        "誤差"};
  return has_any(words, parts) || std::ranges::any_of(parts, [](const Part& part) {
           return part.word.size() > 5 && part.word.ends_with("error");
         });
}

bool is_great_good(const Parts& parts) {
  static const Words words{
      "accuracy", "acc",     "auc",        "auroc",         "auprc",       "roc",     "f1",
      "fscore",   "fbeta",   "precision",  "prec",          "recall",      "bleu",    "sacrebleu",
      "chrf",     "meteor",  "rouge",      "rougel",        "rougelsum",   "score",   "scores",
      "reward",   "rewards", "rew",        "return",        "returns",     "ret",     "map",
      "ap",       "aps",     "apm",        "apl",           "ar",          "mrr",     "ndcg",
      "hits",     "iou",     "miou",       "dice",          "psnr",        "ssim",    "snr",
      "sisdr",    "stoi",    "pesq",       "mos",           "r2",          "mcc",     "kappa",
      "matthews", "pearson", "spearman",   "specificity",   "sensitivity", "top",     "em",
      "exact",    "correct", "likelihood", "loglikelihood", "loglik",      "ll",      "logprob",
      "logp",     "elbo",    "fitness",    "quality",       "win",         "winrate", "success",
      "solved",   "nmi",     "ari",        "silhouette",    "genauigkeit", "准确率",  "精度",
      "正解率",   "정확도"};
  return has_any(words, parts) || std::ranges::any_of(parts, [](const Part& part) {
           return part.word.size() > 8 && part.word.ends_with("accuracy");
         });
}

bool is_reward(const Parts& parts) {
  static const Words words{"reward", "rewards", "rew",     "return",  "returns",
                           "ret",    "win",     "winrate", "success", "solved"};
  return has_any(words, parts);
}

// A loss or a measure of each step or epoch is that loss: "train_loss_step", "acc_epoch".
bool is_occasion(std::string_view word) {
  static const Words words{"step", "epoch", "batch", "iter"};
  return has(words, word);
}

// Removes the split's words, also the number of a data set ("validation_0-rmse", "valid_0's l2").
void remove_split(Parts& parts, MetricSplit& split) {
  Parts kept;
  std::string skipped;  // separators of what was removed
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const MetricSplit of = split_word(parts[i].word);
    const bool was_split = i > 0 && split != MetricSplit::none && kept.empty();
    const bool is_number = was_split && std::ranges::all_of(parts[i].word, is_digit) &&
                           i + 1 < parts.size() && parts[i + 1].separator != "/";
    const bool is_genitive = was_split && parts[i].word == "s" && parts[i].separator == "'";
    skipped += parts[i].separator;
    if (of != MetricSplit::none || is_number || is_genitive) {
      if (of != MetricSplit::none) split = of;
      continue;
    }
    if (skipped.find('/') != skipped.npos) parts[i].separator = "/";
    if (kept.empty()) parts[i].separator.clear();
    skipped.clear();
    kept.push_back(parts[i]);
  }
  if (kept.empty())
    split = MetricSplit::none;  // a metric that is named "train" alone
  else
    parts = std::move(kept);
}

std::string base_of(const Parts& parts) {
  std::string base;
  for (const Part& part : parts) {
    if (!base.empty()) base += part.separator;
    base += part.text;
  }
  return base;
}

std::string key_of(const Parts& parts) {
  static constexpr std::pair<std::string_view, std::string_view> same[] = {
      {"acc", "accuracy"}, {"ppl", "perplexity"}, {"perp", "perplexity"}, {"losses", "loss"}};
  std::string key;
  for (const Part& part : parts) {
    if (!key.empty()) key += part.separator == "/" ? '/' : '_';
    const auto* const found =
        std::ranges::find(same, part.word, &std::pair<std::string_view, std::string_view>::first);
    key += found == std::end(same) ? std::string_view(part.word) : found->second;
  }
  return key;
}

}  // namespace

MetricSplit split_word(std::string_view word) {
  static const Words train{"train", "training", "trn", "learn", "tr"};
  static const Words eval{"val",  "valid",   "validation", "validate", "validating",
                          "vali", "eval",    "evaluation", "evaluate", "evaluating",
                          "dev",  "heldout", "holdout",    "oob"};
  static const Words test{"test", "testing", "tst"};
  if (has(train, word)) return MetricSplit::train;
  if (has(eval, word)) return MetricSplit::eval;
  if (has(test, word)) return MetricSplit::test;
  return MetricSplit::none;
}

MetricMeaning metric_meaning(std::string_view name) {
  MetricMeaning out;
  Parts parts = parts_of(name);
  if (parts.empty()) {
    out.base = out.key = name;
    return out;
  }
  const bool is_fast_good = is_rate(parts), is_little_good = is_consumption(parts);
  out.is_performance = is_fast_good || is_little_good || is_setting(parts);
  out.is_loss = !out.is_performance && is_loss(parts);
  if (out.is_performance) {
    out.better = is_fast_good     ? BetterValue::higher
                 : is_little_good ? BetterValue::lower
                                  : BetterValue::unknown;
  } else if (out.is_loss || is_small_good(parts)) {
    out.better = BetterValue::lower;
  } else if (is_great_good(parts)) {
    out.better = BetterValue::higher;
    out.is_reward = is_reward(parts);
  } else {
    out.is_performance = is_counter(parts);
  }
  if (out.better != BetterValue::unknown && !out.is_performance && parts.size() > 1 &&
      is_occasion(parts.back().word))
    parts.pop_back();
  remove_split(parts, out.split);
  out.base = base_of(parts);
  out.key = key_of(parts);
  return out;
}

std::optional<int> loss_place(std::string_view name) {
  if (name == "train/loss") return 0;
  if (name == "eval/loss") return first_evaluation_loss;
  const MetricMeaning meaning = metric_meaning(name);
  if (!meaning.is_loss) return std::nullopt;
  static const Words totals{"total_loss", "loss_total", "avg_loss",    "mean_loss",
                            "loss_avg",   "loss_mean",  "running_loss"};
  const bool is_part = meaning.key.find('/') != meaning.key.npos ||
                       meaning.key.starts_with("best_") || meaning.key.starts_with("min_");
  // Of a loss of each step and each epoch, the former says more.
  const bool is_whole = meaning.key == "loss" && !name.ends_with("epoch");
  const bool is_total = meaning.key == "loss" || has(totals, meaning.key);
  const int kind = is_whole ? 0 : is_total ? 1 : is_part ? 3 : 2;
  if (!meaning.is_evaluated()) return 1 + 2 * kind + (meaning.split == MetricSplit::none ? 1 : 0);
  return first_evaluation_loss + 1 + kind + (meaning.split == MetricSplit::test ? 4 : 0);
}

}  // namespace trainyard
