# SPDX-License-Identifier: GPL-3.0-or-later
"""Each configuration key of each family as an override: it has the effect that it has in transformers, or is refused, and what is written
is the same model there. Run: overrides_test.py OVERRIDDEN_MODELS

A folder is once as people write it and once as transformers saves it, where derived values stand beside those that they derive from.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy
import torch
import transformers

PROGRAM = sys.argv[1]
LONG = bool(os.environ.get("TRAINYARD_LONG"))
ROWS, LENGTH, VOCABULARY = 2, 12, 97
BAR = 1e-4  # of the largest logit
LANGUAGE, TOKENS = 0, 2
DECODER = {
    "vocab_size": VOCABULARY,
    "hidden_size": 24,
    "intermediate_size": 40,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 16,
    "pad_token_id": 0,
}
FOLDERS = {
    "gpt2": {"vocab_size": VOCABULARY, "n_positions": 16, "n_embd": 24, "n_layer": 2, "n_head": 4}
    | dict.fromkeys(("resid_pdrop", "embd_pdrop", "attn_pdrop"), 0.0),
    "llama": DECODER,
    "qwen2": DECODER,
    "qwen3": DECODER | {"head_dim": 10},
    "gemma3": DECODER | {"head_dim": 10, "query_pre_attn_scalar": 20, "sliding_window": 5},
    "mistral": DECODER | {"sliding_window": 5},
    "smollm3": DECODER,
    "bert": {key: value for key, value in DECODER.items() if key != "num_key_value_heads"}
    | {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0},
    "mamba": {"vocab_size": VOCABULARY, "hidden_size": 24, "num_hidden_layers": 2, "state_size": 4},
}
TYPES = {"gemma3": "gemma3_text"}
ROTARY = [
    {"rope_type": "linear", "factor": 4.0},
    {"type": "linear", "factor": 3.0},
    {"rope_type": "dynamic", "factor": 2.0},
    {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 8},
    {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 8.0, "rope_theta": 300.0},
    {
        "rope_type": "llama3",
        "factor": 8.0,
        "low_freq_factor": 1.0,
        "high_freq_factor": 4.0,
        "original_max_position_embeddings": 8,
    },
    {"rope_type": "default", "rope_theta": 70.0},
    {"rope_type": "linear"},
    {"rope_type": "linear", "scale": 4.0},
    {"rope_type": "longrope", "factor": 2.0},
]
VALUES = {
    "vocab_size": [101],
    "hidden_size": [32],
    "intermediate_size": [56],
    "num_hidden_layers": [3],
    "num_attention_heads": [2],
    "num_key_value_heads": [1, 4],
    "head_dim": [8],
    "hidden_act": ["gelu_pytorch_tanh", "gelu_new", "silu", "gelu", "relu"],
    "hidden_activation": ["silu", "gelu_new"],
    "max_position_embeddings": [64],
    "initializer_range": [0.1],
    "rms_norm_eps": [0.03],
    "layer_norm_eps": [0.03],
    "layer_norm_epsilon": [0.03],
    "use_cache": [False],
    "pad_token_id": [3],
    "bos_token_id": [1],
    "eos_token_id": [2],
    "tie_word_embeddings": [True, False],
    "rope_theta": [50.0],
    "rope_scaling": [*ROTARY, None],
    "rope_parameters": ROTARY,
    "rope_local_base_freq": [30.0],
    "attention_dropout": [0.5],
    "pretraining_tp": [2],
    "attention_bias": [True],
    "mlp_bias": [True],
    "use_sliding_window": [True],
    "sliding_window": [3],
    "max_window_layers": [1],
    "layer_types": [["sliding_attention", "full_attention"]],
    "sliding_window_pattern": [2],
    "query_pre_attn_scalar": [50],
    "final_logit_softcapping": [2.0],
    "attn_logit_softcapping": [2.0],
    "use_bidirectional_attention": [True],
    "no_rope_layers": [[0, 1]],
    "no_rope_layer_interval": [2],
    "n_positions": [64],
    "n_ctx": [64],
    "n_embd": [32],
    "n_layer": [3],
    "n_head": [2],
    "n_inner": [56],
    "activation_function": ["gelu_new", "gelu_pytorch_tanh", "gelu", "relu", "silu"],
    "resid_pdrop": [0.5],
    "embd_pdrop": [0.5],
    "attn_pdrop": [0.5],
    "summary_type": ["last"],
    "summary_use_proj": [False],
    "summary_activation": ["tanh"],
    "summary_proj_to_labels": [False],
    "summary_first_dropout": [0.5],
    "scale_attn_weights": [False],
    "scale_attn_by_inverse_layer_idx": [True],
    "reorder_and_upcast_attn": [True],
    "add_cross_attention": [True],
    "task_specific_params": [{}],
    "type_vocab_size": [3],
    "hidden_dropout_prob": [0.5],
    "attention_probs_dropout_prob": [0.5],
    "position_embedding_type": ["absolute", "relative_key"],
    "is_decoder": [True],
    "state_size": [6],
    "expand": [3],
    "conv_kernel": [2],
    "use_bias": [True],
    "use_conv_bias": [False],
    "residual_in_fp32": [False],
    "time_step_rank": [3],
    "time_step_scale": [2.0],
    "time_step_min": [0.01],
    "time_step_max": [0.5],
    "time_step_init_scheme": ["random", "constant"],
    "time_step_floor": [1e-5],
    "rescale_prenorm_residual": [True],
    "use_mambapy": [True],
    "use_associative_scan": [False],
    "num_labels": [5],
    "id2label": [{"0": "a", "1": "b", "2": "c"}],
    "label2id": [{"a": 0, "b": 1}],
    "problem_type": ["multi_label_classification"],
    "classifier_dropout": [0.5],
}
OF_CLASSIFIERS = {"num_labels", "id2label", "label2id", "problem_type", "classifier_dropout"}
# Beside which a folder of transformers has other values, of which they are computed or that are computed of them.
DERIVED = {
    "rope_theta",
    "rope_scaling",
    "rope_parameters",
    "rope_local_base_freq",
    "use_sliding_window",
    "sliding_window",
    "max_window_layers",
    "layer_types",
    "sliding_window_pattern",
    "no_rope_layers",
    "no_rope_layer_interval",
    "num_hidden_layers",
    "expand",
    "num_labels",
    "hidden_size",
    "tie_word_embeddings",
}
# With several keys, of which one alone would have no effect.
TOGETHER = {
    "qwen2": [{"use_sliding_window": True, "sliding_window": 3, "max_window_layers": 1, "layer_types": None}],
    "qwen3": [
        {"use_sliding_window": True, "sliding_window": 3, "layer_types": ["full_attention", "sliding_attention"]}
    ],
    "smollm3": [{"use_sliding_window": True, "sliding_window": 3, "layer_types": None}],
    "gemma3": [
        {"sliding_window_pattern": 2, "layer_types": None},
        {
            "rope_parameters": {
                "full_attention": {"rope_type": "linear", "factor": 4.0, "rope_theta": 90.0},
                "sliding_attention": {"rope_type": "default", "rope_theta": 20.0},
            }
        },
    ],
    "mamba": [{"expand": 3, "intermediate_size": 72}],
}


def saved(kind, config):
    """As transformers writes it."""
    theirs = transformers.AutoConfig.for_model(TYPES.get(kind, kind), **json.loads(json.dumps(config)))
    return json.loads(theirs.to_json_string(use_diff=False))


def merged(kind, folder, overrides):
    """What transformers gets. An override of the rotary positions stands above the folder, whichever spelling either has."""
    wanted = json.loads(json.dumps(folder)) | json.loads(json.dumps(overrides))
    parts = wanted.get("rope_parameters")
    if not parts or "rope_parameters" in overrides:
        return wanted
    if kind != "gemma3":
        if "rope_theta" in overrides:
            parts["rope_theta"] = overrides["rope_theta"]
        if "rope_scaling" in overrides:
            wanted["rope_theta"] = parts["rope_theta"]
            del wanted["rope_parameters"]
        return wanted
    for key, layers in (("rope_theta", "full_attention"), ("rope_local_base_freq", "sliding_attention")):
        if key in overrides:
            parts[layers]["rope_theta"] = overrides[key]
    return wanted


def cases(keys):
    for kind, folder in FOLDERS.items():
        assert set(keys[kind]) <= set(VALUES), f"without a value: {set(keys[kind]) - set(VALUES)}"
        for form in (folder, saved(kind, folder)):
            alone = [{key: value} for key in keys[kind] for value in VALUES[key]]
            if form is not folder and not LONG:
                alone = [each for each in alone if DERIVED & set(each)]
            for overrides in [*alone, *TOGETHER.get(kind, [])]:
                is_of_classifier = bool(OF_CLASSIFIERS & set(overrides)) and kind not in ("mamba", "gemma3")
                yield {
                    "kind": kind,
                    "task": TOKENS if is_of_classifier else LANGUAGE,
                    "folder": form,
                    "overrides": overrides,
                }


def model_of(kind, task, config, weights):
    config = {key: value for key, value in config.items() if key not in ("model_type", "architectures")}
    theirs = transformers.AutoConfig.for_model(TYPES.get(kind, kind), **config)
    auto = transformers.AutoModelForCausalLM
    if task == TOKENS:
        auto = transformers.AutoModelForTokenClassification
    elif kind == "bert":
        auto = transformers.AutoModelForMaskedLM
    model = auto.from_config(theirs)
    shapes = dict(model.named_parameters())
    model.load_state_dict(
        {
            name: torch.from_numpy(numpy.fromfile(weights / name, dtype=numpy.float32)).view(parameter.shape)
            for name, parameter in shapes.items()
            if (weights / name).exists()
        },
        strict=False,
    )
    missing = [name for name in shapes if not (weights / name).exists()]
    extra = [path.name for path in weights.iterdir() if path.name not in shapes]
    assert not extra and not [name for name in missing if "predictions" not in name], (missing, extra)
    return model


def logits_of(model, is_training):
    ids = (torch.arange(ROWS * LENGTH) * 31 + 7).remainder(VOCABULARY - 1).add(1).view(ROWS, LENGTH)
    torch.manual_seed(1)
    with torch.no_grad():
        return model.train(is_training)(input_ids=ids, use_cache=False).logits.float().view(ROWS * LENGTH, -1)


def compare(case, folder):
    kind, task = case["kind"], case["task"]
    ours = torch.from_numpy(numpy.fromfile(folder / "logits", dtype=numpy.float32)).view(ROWS * LENGTH, -1)
    model = model_of(kind, task, merged(kind, case["folder"], case["overrides"]), folder / "weights")
    theirs = logits_of(model, False)
    worst = ((ours - theirs).abs().max() / theirs.abs().max()).item()
    if worst > BAR:
        return f"logits differ by {worst:.1e}"
    has_dropout = not torch.equal(theirs, logits_of(model, True))
    if has_dropout != ((folder / "differs").read_text() == "1"):
        return f"dropout in training: {has_dropout} in transformers"
    if not LONG and not DERIVED & set(case["overrides"]):
        return ""
    written = json.loads((folder / "config.json").read_text())
    again = logits_of(model_of(kind, task, written, folder / "weights"), False)
    return "" if torch.equal(again, theirs) else "what is written is another model"


def main():
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        (root / "none.json").write_text("[]")
        subprocess.run([PROGRAM, root / "none.json", root], check=True)
        given = list(cases(json.loads((root / "keys.json").read_text())))
        (root / "cases.json").write_text(json.dumps(given))
        subprocess.run([PROGRAM, root / "cases.json", root], check=True)
        failures, refused = [], 0
        for number, case in enumerate(given):
            folder = root / str(number)
            if (folder / "refused").exists():
                refused += 1
                continue
            try:
                problem = compare(case, folder)
            except Exception as error:  # whatever transformers or this file says of the case is what is to be told
                problem = f"{type(error).__name__}: {error}"
            if problem:
                is_saved = "a saved folder" if "transformers_version" in case["folder"] else "a folder"
                failures.append(f"{case['kind']}, {is_saved}, {json.dumps(case['overrides'])}: {problem}")
        print("\n".join(failures) or f"{len(given) - refused} overrides as in transformers, {refused} refused")
        return 1 if failures or refused > len(given) // 3 else 0


if __name__ == "__main__":
    sys.exit(main())
