#include "engine/task/causal_lm.h"

#include <cmath>

#include <ATen/core/grad_mode.h>

#include "engine/model/forward.h"
#include "engine/task/chunked_loss.h"
#include "engine/task/cross_entropy_rows.h"

namespace trainyard {

namespace {

// labels (B, T) -> what each position predicts, (B*T): the next token's label, none at the last
// position.
at::Tensor shifted_targets(const at::Tensor& labels) {
  at::Tensor targets = at::full_like(labels, kIgnoreIndex);
  const std::int64_t predicted = labels.size(1) - 1;
  targets.narrow(1, 0, predicted).copy_(labels.narrow(1, 1, predicted));
  return targets.view({-1});
}

class CausalLmEvaluation final : public Evaluation {
 public:
  void add(const Model& model, const Parameters& parameters, const Batch& batch,
           const ForwardMode& mode) override {
    sum_ += evaluate_causal_lm(model, parameters, batch, mode).item<double>();
    num_targets_ += static_cast<double>(batch.num_targets);
  }
  std::vector<double> totals() const override { return {sum_, num_targets_}; }
  NamedValues metrics(const std::vector<double>& totals) const override {
    const double loss = totals[0] / totals[1];
    return {{"eval/loss", loss}, {"eval/perplexity", std::exp(loss)}};
  }

 private:
  double sum_ = 0, num_targets_ = 0;
};

class CausalLm final : public Task {
 public:
  std::int64_t num_targets(const MicroBatch& rows) const override {
    return rows.num_rows * (rows.length - 1);
  }

  Batch batch(const MicroBatch& rows, at::Device device) const override {
    const at::Tensor ids =
        at::from_blob(const_cast<std::int64_t*>(rows.input_ids.data()),
                      {rows.num_rows, rows.length}, at::TensorOptions().dtype(at::kLong));
    const at::Tensor owned = device.is_cpu() ? ids.clone() : ids.to(device);  // (B, T)
    return {owned, owned, num_targets(rows)};
  }

  at::Tensor train(const Model& model, const Parameters& parameters, const Batch& batch,
                   double gradient_scale, const ForwardMode& mode) const override {
    return train_causal_lm(model, parameters, batch, gradient_scale, mode);
  }

  std::unique_ptr<Evaluation> evaluation() const override {
    return std::make_unique<CausalLmEvaluation>();
  }
  std::vector<std::string> metric_names() const override {
    return {"eval/loss", "eval/perplexity"};
  }
};

}  // namespace

at::Tensor train_causal_lm(const Model& model, const Parameters& parameters, const Batch& batch,
                           double gradient_scale, const ForwardMode& mode) {
  const at::Tensor hidden = forward(model, parameters, batch, mode);   // (B, T, C)
  const at::Tensor flat = hidden.detach().view({-1, hidden.size(2)});  // (B*T, C)
  const at::Tensor head = model.head_weight(parameters);               // (V, C)
  ChunkedLossGradients gradients{at::empty_like(flat), head.grad(), gradient_scale};
  const at::Tensor sum = chunked_cross_entropy(flat, head.detach(), shifted_targets(batch.labels),
                                               mode.precision, gradients);
  hidden.backward(gradients.hidden_gradient.view(hidden.sizes()));
  return sum;
}

at::Tensor evaluate_causal_lm(const Model& model, const Parameters& parameters, const Batch& batch,
                              const ForwardMode& mode) {
  const at::NoGradGuard no_grad;
  ForwardMode evaluation = mode;
  evaluation.training = false;
  const at::Tensor hidden = forward(model, parameters, batch, evaluation);  // (B, T, C)
  const at::Tensor flat = hidden.view({-1, hidden.size(2)});                // (B*T, C)
  return chunked_cross_entropy(flat, model.head_weight(parameters), shifted_targets(batch.labels),
                               mode.precision, {});
}

std::unique_ptr<Task> make_causal_lm() { return std::make_unique<CausalLm>(); }

}  // namespace trainyard
