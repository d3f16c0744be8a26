// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/metric_words.h"

#include "engine/agent/output/characters.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace trainyard::agent {
namespace {

using Words = std::unordered_set<std::string_view>;

const Words metric_list = {
    "loss", "losses", "acc", "accuracy", "err", "error", "ppl", "perplexity", "bleu", "rouge",
    "rougel", "meteor", "chrf", "wer", "cer", "ter", "f1", "fscore", "fbeta", "auc", "auroc", "roc",
    "auprc", "ap", "map", "ar", "mrr", "ndcg", "hits", "precision", "recall", "prec", "mse", "rmse",
    "mae", "mape", "rmsle", "nll", "bce", "ce", "xent", "crossentropy", "kl", "kld", "elbo",
    "entropy", "bpc", "bpb", "bpd", "reward", "rewards", "rew", "return", "returns", "ret", "score",
    "scores", "fitness", "iou", "miou", "dice", "psnr", "ssim", "lpips", "fid", "logloss",
    "logprob", "likelihood", "loglikelihood", "loglik", "ll", "objective", "obj", "objf", "cost",
    "distortion", "inertia", "residual", "criterion", "r2", "pearson", "spearman", "mcc", "kappa",
    "sensitivity", "specificity", "hinge", "deviance", "advantage", "winrate", "impurity", "top1",
    "correct", "aps", "apm", "apl", "top5", "penalty", "eer", "mcd", "epe", "ade", "fde", "pck",
    "quality", "logp", "nmi", "ari", "silhouette", "discrepancy", "divergence", "convergence",
    "perp", "smape", "mase", "crps", "cindex", "auroc", "em", "exact", "mos", "stoi", "pesq", "snr",
    "sisdr", "eloss", "suboptimality",
    // in other languages
    "verlust", "genauigkeit", "fehler", "perte", "erreur", "perdita", "损失", "训练损失",
    "验证损失", "准确率", "精度", "误差", "奖励", "損失", "正解率", "손실", "정확도"};

const Words setting_list = {"lr",       "lrs",         "alpha", "beta",     "momentum", "gnorm",
                            "gradnorm", "norm",        "grad",  "mfu",      "hfu",      "tflops",
                            "tflop",    "throughput",  "tps",   "fps",      "wps",      "ups",
                            "epsilon",  "exploration", "scale", "learning", "weight",   "wd",
                            "sparsity", "temperature", "speed", "clip",     "length",   "len"};

// Beside these, a word above is no metric: "loss scale", "error code", "packet loss".
const Words other_meaning_list = {"scale",     "weight",    "fn",     "function_name", "type",
                                  "smoothing", "threshold", "code",   "packet",        "coef",
                                  "coeff",     "weights",   "scaler", "errors"};

const Words no_value_list = {
    "eta",     "elapsed",  "remaining", "remain",   "left",       "wall",      "pid",
    "ppid",    "port",     "seed",      "version",  "ver",        "size",      "sizes",
    "bsz",     "bs",       "params",    "param",    "parameters", "mem",       "memory",
    "vram",    "ram",      "gpumem",    "cpumem",   "alloc",      "allocated", "reserved",
    "cached",  "free",     "addr",      "address",  "date",       "uptime",    "workers",
    "worker",  "world",    "rank",      "device",   "cuda",       "code",      "exit",
    "line",    "column",   "char",      "offset",   "id",         "index",     "idx",
    "num",     "number",   "dim",       "hidden",   "heads",      "layers",    "width",
    "height",  "depth",    "shape",     "vocab",    "capacity",   "labels",    "cores",
    "threads", "bytes",    "packet",    "max",      "gpu",        "gpus",      "cpu",
    "disk",    "patience", "interval",  "warmup",   "total",      "node",      "nodes",
    "job",     "since",    "until",     "v",        "files",      "file",      "packages",
    "passed",  "failed",   "skipped",   "warnings", "errors",     "rows",      "cols",
    "columns", "users",    "user",      "requests", "reqs",       "icmp",      "ttl",
    "temp",    "power",    "fan",       "util",     "instances",  "images",    "support",
    "wpb",     "hostname", "host",      "ip",       "server",     "cache",     "quota",
    "inode",   "level",    "attempt",   "retries",  "retry",      "timeout",   "limit",
    "rss",     "swap",     "thread",    "process",  "processes",  "delay",     "year",
    "month",   "day",      "hour",      "price",    "nnzs",       "frames",    "every"};

const Words rate_list = {"mfu", "hfu", "tflops", "tflop", "throughput",
                         "tps", "fps", "wps",    "speed"};

const Words time_list = {"time",    "times",   "dt",        "dur",     "duration",
                         "took",    "latency", "ms",        "sec",     "secs",
                         "seconds", "second",  "data_time", "runtime", "data"};

const Words stop_list = {
    "the",       "of",      "is",      "was",     "at",      "on",       "in",          "for",
    "a",         "an",      "this",    "current", "set",     "and",      "after",       "over",
    "now",       "to",      "with",    "average", "avg",     "averaged", "per",         "overall",
    "running",   "its",     "our",     "from",    "got",     "s",        "by",          "has",
    "are",       "dataset", "data",    "model",   "results", "result",   "finished",    "done",
    "completed", "summary", "metrics", "stats",   "info",    "reached",  "performance", "phase",
    "end",       "during",  "subset",  "reports", "log",     "final"};

const Words qualifier_list = {"mean", "avg",      "average", "ema",  "best",    "min",   "max",
                              "std",  "smoothed", "median",  "last", "running", "smooth"};

bool has_word(const Words& words, std::string_view word) { return words.contains(word); }

// Also of composed words: "closs", "g_loss", "acc1", "valacc", "ppl2".
bool is_metric_part(std::string_view part) {
  while (!part.empty() && is_digit(part.back())) {
    if (has_word(metric_list, part)) return true;
    part.remove_suffix(1);
  }
  if (has_word(metric_list, part)) return true;
  return part.size() > 4 && (part.ends_with("loss") || part.ends_with("accuracy") ||
                             part.ends_with("reward") || part.ends_with("error"));
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (is_upper(c)) c = static_cast<char>(c | 0x20);
  return lower;
}

std::vector<std::string> word_parts(std::string_view word) {
  std::vector<std::string> parts;
  std::string part;
  const auto end_part = [&] {
    if (!part.empty()) parts.push_back(lower_case(part));
    part.clear();
  };
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    if (!is_letter(c) && !is_digit(c)) {
      end_part();
      continue;
    }
    // "trainLoss", but "mAP" and "AUROC" are words.
    const bool begins_word =
        is_upper(c) && part.size() > 1 && !is_upper(word[i - 1]) && !is_digit(word[i - 1]);
    if (begins_word) end_part();
    part += c;
  }
  end_part();
  return parts;
}

Counter counter_word(std::string_view word) {
  static const Words totals = {
      "global_step",  "globalstep",        "total_timesteps", "num_timesteps",
      "num_updates",  "nupdates",          "niters",          "total_steps_done",
      "global_steps", "totalenvinteracts", "env_steps",       "total_env_steps"};
  static const Words steps = {"step",
                              "steps",
                              "iter",
                              "iters",
                              "iteration",
                              "iterations",
                              "itr",
                              "it",
                              "update",
                              "updates",
                              "train_step",
                              "training_step",
                              "iterate",
                              "tick",
                              "round",
                              "generation",
                              "gen",
                              "trial",
                              "episode",
                              "episodes",
                              "game",
                              "rollout",
                              "cycle",
                              "pass",
                              "sweep",
                              "niter",
                              "trees",
                              "current_step",
                              "kimg",
                              "n_updates",
                              "timestep",
                              "timesteps",
                              "up",
                              "nsteps",
                              "num_step",
                              "step_num",
                              "training_iteration",
                              "iter_num",
                              "schritt",
                              "步",
                              "迭代",
                              "ステップ",
                              "스텝"};
  static const Words batches = {"batch",     "batches",    "minibatch", "minibatches",
                                "batch_idx", "mini-batch", "batch_id"};
  static const Words samples = {"samples",      "examples", "sequences",   "consumed_samples",
                                "samples_seen", "frame",    "images_seen", "num_samples_seen"};
  static const Words epochs = {"epoch",  "epochs", "ep",     "epoch_num", "epoch_idx",
                               "epoche", "epoque", "époque", "epoca",     "轮",
                               "轮次",   "轮训练", "周期",   "エポック",  "에폭"};
  static const Words tokens = {"tokens",          "tokens_seen",           "num_tokens",
                               "consumed_tokens", "num_input_tokens_seen", "toks",
                               "tokens_total",    "total_tokens"};
  static const Words progress = {"progress", "complete", "completed", "percent"};
  const std::string lower = lower_case(word);
  if (has_word(totals, lower)) return Counter::total;
  if (has_word(steps, lower)) return Counter::step;
  if (has_word(batches, lower)) return Counter::batch;
  if (has_word(samples, lower)) return Counter::samples;
  if (has_word(epochs, lower)) return Counter::epoch;
  if (has_word(tokens, lower)) return Counter::tokens;
  if (has_word(progress, lower)) return Counter::progress;
  return Counter::none;
}

bool is_printer_word(std::string_view word) {
  static const Words printers = {"rank", "local_rank", "default", "pid", "worker", "proc"};
  return has_word(printers, lower_case(word));
}

Split split_word(std::string_view part) {
  static const Words train = {"train", "training", "trn", "learn", "tr"};
  static const Words eval = {"val",  "valid",   "validation", "validate", "validating",
                             "vali", "eval",    "evaluation", "evaluate", "evaluating",
                             "dev",  "heldout", "holdout",    "oob"};
  static const Words test = {"test", "testing", "tst"};
  if (has_word(train, part)) return Split::train;
  if (has_word(eval, part)) return Split::eval;
  if (has_word(test, part)) return Split::test;
  return Split::none;
}

bool is_stop_word(std::string_view part) { return has_word(stop_list, part); }
bool is_qualifier(std::string_view part) { return has_word(qualifier_list, part); }

Meaning meaning(const std::vector<std::string>& parts) {
  bool is_metric = false, is_setting = false, is_time = false, is_other = false, is_none = false,
       is_rate = false;
  for (const std::string& part : parts) {
    is_other = is_other || has_word(other_meaning_list, part);
    is_metric = is_metric || is_metric_part(part);
    is_setting = is_setting || has_word(setting_list, part);
    is_time = is_time || has_word(time_list, part);
    is_none = is_none || has_word(no_value_list, part);
    is_rate = is_rate || has_word(rate_list, part);
  }
  if (is_metric && !is_other) return Meaning::metric;
  if (is_none && !is_rate) return Meaning::no_value;
  if (is_time && !is_rate) return Meaning::time;
  if (is_setting || is_metric) return Meaning::setting;
  return Meaning::none;
}

double unit_seconds(std::string_view unit) {
  const std::string lower = lower_case(unit.substr(0, unit.find('/')));
  if (lower == "s" || lower == "sec" || lower == "secs" || lower == "second" || lower == "seconds")
    return 1;
  if (lower == "ms" || lower == "msec" || lower == "milliseconds") return 1e-3;
  if (lower == "us" || lower == "\xC2\xB5s" || lower == "\xCE\xBCs") return 1e-6;
  if (lower == "ns") return 1e-9;
  if (lower == "m" || lower == "min" || lower == "mins" || lower == "minutes" || lower == "minute")
    return 60;
  if (lower == "h" || lower == "hr" || lower == "hrs" || lower == "hours" || lower == "hour")
    return 3600;
  if (lower == "d" || lower == "day" || lower == "days") return 86400;
  return 0;
}

UnitKind unit_word(std::string_view word) {
  static const Words sizes = {"b",    "kb",     "mb",     "gb",    "tb",    "kib",   "mib",
                              "gib",  "tib",    "g",      "bytes", "byte",  "bit",   "bits",
                              "kbit", "mbit",   "gbit",   "kbits", "mbits", "gbits", "mbps",
                              "gbps", "gbytes", "mbytes", "kbytes"};
  static const Words others = {"x",      "hz",    "khz",    "mhz", "ghz", "w",  "c",   "f",
                               "tflops", "tflop", "gflops", "px",  "z",   "db", "pts", "deg"};
  if (word == "%" || word == "percent" || word == "pct") return UnitKind::percent;
  const std::string lower = lower_case(word);
  const std::size_t slash = lower.find('/');
  if (slash != lower.npos) {
    const std::string per = lower.substr(slash + 1);
    if (has_word(sizes, lower.substr(0, slash))) return UnitKind::size;
    if (unit_seconds(lower) > 0) return UnitKind::time;  // s/it, ms/step
    if (per == "s" || per == "sec" || per == "second" || per == "gpu" || per == "secs" ||
        per == "min" || per == "h" || per.starts_with("sec") || per.starts_with("s/"))
      return UnitKind::rate;
    return UnitKind::none;
  }
  if (unit_seconds(lower) > 0) return UnitKind::time;
  if (has_word(sizes, lower)) return UnitKind::size;
  if (has_word(others, lower)) return UnitKind::other;
  return UnitKind::none;
}

}  // namespace trainyard::agent
