// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/run/metric_meaning.h"

#include <gtest/gtest.h>

using namespace trainyard;

namespace {

constexpr auto none = MetricSplit::none, train = MetricSplit::train, eval = MetricSplit::eval,
               test = MetricSplit::test;
constexpr auto lower = BetterValue::lower, higher = BetterValue::higher,
               unknown = BetterValue::unknown;
enum Kind { loss, measure, performance };

struct Named {
  const char* name;
  MetricSplit split;
  const char* base;
  const char* key;
  Kind kind;
  BetterValue better;
};

// As programs of this field print them.
constexpr Named names[] = {
    {"loss", none, "loss", "loss", loss, lower},
    {"Loss", none, "Loss", "loss", loss, lower},
    {"train_loss", train, "loss", "loss", loss, lower},
    {"train/loss", train, "loss", "loss", loss, lower},
    {"Loss/train", train, "Loss", "loss", loss, lower},
    {"Loss/val", eval, "Loss", "loss", loss, lower},
    {"trainLoss", train, "Loss", "loss", loss, lower},
    {"training_loss", train, "loss", "loss", loss, lower},
    {"Training Loss", train, "Loss", "loss", loss, lower},
    {"tr_loss", train, "loss", "loss", loss, lower},
    {"losses", none, "losses", "loss", loss, lower},
    {"nll", none, "nll", "nll", loss, lower},
    {"nll_loss", none, "nll_loss", "nll_loss", loss, lower},
    {"ce_loss", none, "ce_loss", "ce_loss", loss, lower},
    {"train/ce", train, "ce", "ce", loss, lower},
    {"cross_entropy", none, "cross_entropy", "cross_entropy", loss, lower},
    {"bce", none, "bce", "bce", loss, lower},
    {"xent", none, "xent", "xent", loss, lower},
    {"logloss", none, "logloss", "logloss", loss, lower},
    {"d_loss", none, "d_loss", "d_loss", loss, lower},
    {"closs", none, "closs", "closs", loss, lower},
    {"total_loss", none, "total_loss", "total_loss", loss, lower},
    {"loss_epoch", none, "loss", "loss", loss, lower},
    {"train_loss_step", train, "loss", "loss", loss, lower},
    {"train_loss_epoch", train, "loss", "loss", loss, lower},
    {"epoch_loss", none, "epoch_loss", "epoch_loss", loss, lower},
    {"dice_loss", none, "dice_loss", "dice_loss", loss, lower},
    {"objective", none, "objective", "objective", loss, lower},
    {"cost", none, "cost", "cost", loss, lower},
    {"val_loss", eval, "loss", "loss", loss, lower},
    {"valid/loss", eval, "loss", "loss", loss, lower},
    {"validation_loss", eval, "loss", "loss", loss, lower},
    {"eval_loss", eval, "loss", "loss", loss, lower},
    {"eval/loss", eval, "loss", "loss", loss, lower},
    {"valLoss", eval, "Loss", "loss", loss, lower},
    {"dev_loss", eval, "loss", "loss", loss, lower},
    {"test_loss", test, "loss", "loss", loss, lower},
    {"loss/test", test, "loss", "loss", loss, lower},
    {"model/val_loss", eval, "model/loss", "model/loss", loss, lower},
    {"model/train_loss", train, "model/loss", "model/loss", loss, lower},
    {"eval_wiki_loss", eval, "wiki_loss", "wiki_loss", loss, lower},
    {"val_loss/dataloader_idx_0", eval, "loss/dataloader_idx_0", "loss/dataloader_idx_0", loss,
     lower},
    {"eval/test_loss", test, "loss", "loss", loss, lower},
    {"best_val_loss", eval, "best_loss", "best_loss", loss, lower},
    {"avg_train_loss", train, "avg_loss", "avg_loss", loss, lower},
    {"perplexity", none, "perplexity", "perplexity", measure, lower},
    {"dev_ppl", eval, "ppl", "perplexity", measure, lower},
    {"eval/perplexity", eval, "perplexity", "perplexity", measure, lower},
    {"val/bpb", eval, "bpb", "bpb", measure, lower},
    {"eval/bits_per_token", eval, "bits_per_token", "bits_per_token", measure, lower},
    {"mae", none, "mae", "mae", measure, lower},
    {"validation_0-rmse", eval, "rmse", "rmse", measure, lower},
    {"valid_0's l2", eval, "l2", "l2", measure, unknown},
    {"eval/wer", eval, "wer", "wer", measure, lower},
    {"test_error", test, "error", "error", measure, lower},
    {"fid", none, "fid", "fid", measure, lower},
    {"fid_score", none, "fid_score", "fid_score", measure, lower},
    {"approx_kl", none, "approx_kl", "approx_kl", measure, lower},
    {"val/acc", eval, "acc", "accuracy", measure, higher},
    {"accuracy", none, "accuracy", "accuracy", measure, higher},
    {"train_acc", train, "acc", "accuracy", measure, higher},
    {"val_categorical_accuracy", eval, "categorical_accuracy", "categorical_accuracy", measure,
     higher},
    {"acc_epoch", none, "acc", "accuracy", measure, higher},
    {"top1", none, "top1", "top1", measure, higher},
    {"Acc@1", none, "Acc@1", "accuracy_1", measure, higher},
    {"f1", none, "f1", "f1", measure, higher},
    {"eval/f1_macro", eval, "f1_macro", "f1_macro", measure, higher},
    {"bleu", none, "bleu", "bleu", measure, higher},
    {"eval_rougeL", eval, "rougeL", "rouge_l", measure, higher},
    {"val/mAP50", eval, "mAP50", "map50", measure, higher},
    {"eval/roc_auc", eval, "roc_auc", "roc_auc", measure, higher},
    {"test/psnr", test, "psnr", "psnr", measure, higher},
    {"ep_rew_mean", none, "ep_rew_mean", "ep_rew_mean", measure, higher},
    {"rollout/reward", none, "rollout/reward", "rollout/reward", measure, higher},
    {"mean_reward", none, "mean_reward", "mean_reward", measure, higher},
    {"success_rate", none, "success_rate", "success_rate", measure, higher},
    {"eval/exact_match", eval, "exact_match", "exact_match", measure, higher},
    {"grad_norm", none, "grad_norm", "grad_norm", measure, unknown},
    {"train/gradient_norm", train, "gradient_norm", "gradient_norm", measure, unknown},
    {"layer_00/block/grad_norm/long", none, "layer_00/block/grad_norm/long",
     "layer_00/block/grad_norm/long", measure, unknown},
    {"entropy", none, "entropy", "entropy", measure, unknown},
    {"custom", none, "custom", "custom", measure, unknown},
    {"train", none, "train", "train", measure, unknown},
    {"lr", none, "lr", "lr", performance, unknown},
    {"lr-AdamW", none, "lr-AdamW", "lr_adam_w", performance, unknown},
    {"learning_rate", none, "learning_rate", "learning_rate", performance, unknown},
    {"train/learning_rate", train, "learning_rate", "learning_rate", performance, unknown},
    {"weight_decay", none, "weight_decay", "weight_decay", performance, unknown},
    {"loss_scale", none, "loss_scale", "loss_scale", performance, unknown},
    {"tokens_per_second", none, "tokens_per_second", "tokens_per_second", performance, higher},
    {"train_samples_per_second", train, "samples_per_second", "samples_per_second", performance,
     higher},
    {"it/s", none, "it/s", "it/s", performance, higher},
    {"samples/s", none, "samples/s", "samples/s", performance, higher},
    {"tok/sec", none, "tok/sec", "tok/sec", performance, higher},
    {"s/it", none, "s/it", "s/it", performance, lower},
    {"mfu", none, "mfu", "mfu", performance, higher},
    {"throughput", none, "throughput", "throughput", performance, higher},
    {"gpu_mem", none, "gpu_mem", "gpu_mem", performance, lower},
    {"memory_gib", none, "memory_gib", "memory_gib", performance, lower},
    {"step_time", none, "step_time", "step_time", performance, lower},
    {"train/data_wait_seconds", train, "data_wait_seconds", "data_wait_seconds", performance,
     lower},
    {"eval_runtime", eval, "runtime", "runtime", performance, lower},
    {"tok_s", none, "tok_s", "tok_s", performance, unknown},
    {"epoch", none, "epoch", "epoch", performance, unknown},
    {"global_step", none, "global_step", "global_step", performance, unknown},
    {"num_tokens", none, "num_tokens", "num_tokens", performance, unknown},
    {"batch_size", none, "batch_size", "batch_size", performance, unknown},
    {"total_flos", none, "total_flos", "total_flos", performance, unknown},
    {"momentum", none, "momentum", "momentum", performance, unknown},
    {"val/损失", eval, "损失", "损失", loss, lower},
    {"", none, "", "", measure, unknown},
    {"%%", none, "%%", "%%", measure, unknown},
};

}  // namespace

TEST(MetricMeaning, OfNamesAsProgramsPrintThem) {
  EXPECT_GE(std::size(names), 80U);
  for (const Named& named : names) {
    const MetricMeaning meaning = metric_meaning(named.name);
    EXPECT_EQ(meaning.split, named.split) << named.name;
    EXPECT_EQ(meaning.base, named.base) << named.name;
    EXPECT_EQ(meaning.key, named.key) << named.name;
    EXPECT_EQ(meaning.is_loss, named.kind == loss) << named.name;
    EXPECT_EQ(meaning.is_performance, named.kind == performance) << named.name;
    EXPECT_EQ(meaning.better, named.better) << named.name;
  }
}

TEST(MetricMeaning, APolicyIsJudgedByItsReward) {
  for (const char* name : {"ep_rew_mean", "rollout/reward", "train/episode_return", "success_rate"})
    EXPECT_TRUE(metric_meaning(name).is_reward) << name;
  for (const char* name : {"reward_loss", "accuracy", "score", "kl", "ep_len_mean"})
    EXPECT_FALSE(metric_meaning(name).is_reward) << name;
}

TEST(MetricMeaning, TellsWhichOfSeveralLossesStandsForTheRun) {
  const auto isBefore = [](const char* first, const char* second) {
    const auto a = loss_place(first), b = loss_place(second);
    return a && b && *a < *b;
  };
  EXPECT_EQ(loss_place("train/loss"), 0);
  EXPECT_EQ(loss_place("eval/loss"), first_evaluation_loss);
  EXPECT_TRUE(isBefore("train/loss", "Loss/train"));
  EXPECT_TRUE(isBefore("eval/loss", "Loss/val"));
  EXPECT_TRUE(isBefore("train_loss", "loss"));
  EXPECT_TRUE(isBefore("loss", "total_loss"));
  EXPECT_TRUE(isBefore("total_loss", "kl_loss"));
  EXPECT_TRUE(isBefore("nll", "block_3/aux_loss"));
  EXPECT_TRUE(isBefore("train_loss_step", "train_loss_epoch"));
  EXPECT_TRUE(isBefore("val_loss", "best_val_loss"));
  EXPECT_TRUE(isBefore("eval_loss", "test_loss"));
  EXPECT_TRUE(isBefore("eval_wiki_loss", "test_loss"));
  EXPECT_TRUE(isBefore("block_3/aux_loss", "val_loss"));
  for (const char* other : {"accuracy", "loss_scale", "lr", "perplexity", "packet_loss"})
    EXPECT_EQ(loss_place(other), std::nullopt) << other;
}
