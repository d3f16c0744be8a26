# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the engine's low-rank adapters with peft: hidden states, gradients, folders both ways, merged weights. Run: adapters_test.py ADAPTERS"""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
import peft
import torch
import transformers
from safetensors.torch import load_file

PROGRAM = sys.argv[1]
ROWS, LENGTH = 3, 24
SMALL = {
    "vocab_size": 97,
    "hidden_size": 48,
    "intermediate_size": 80,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "max_position_embeddings": 40,
    "bos_token_id": 0,
    "eos_token_id": 0,
}
DECODER = SMALL | {"num_key_value_heads": 2, "pad_token_id": None}
GPT2 = {
    "vocab_size": 97,
    "n_positions": 40,
    "n_embd": 48,
    "n_layer": 2,
    "n_head": 4,
    "resid_pdrop": 0,
    "embd_pdrop": 0,
    "attn_pdrop": 0,
    "bos_token_id": 0,
    "eos_token_id": 0,
}
BERT = SMALL | {"hidden_dropout_prob": 0, "attention_probs_dropout_prob": 0, "pad_token_id": 0}
INSIDE = [
    "attention.self.query",
    "key",
    "value",
    "attention.output.dense",
    "intermediate.dense",
    r"layer.0.output.dense",
    "layer.1.output.dense",
]
# name: (kind, model_type, config, the adapter's settings, peft's target_modules, ours[, precision])
CASES = {
    "gpt2": ("gpt2", "gpt2", GPT2, {}, None, None),
    "gpt2, all": (
        "gpt2",
        "gpt2",
        GPT2 | {"activation_function": "relu"},
        {"use_rslora": True},
        "all-linear",
        ["all-linear"],
    ),
    "gpt2, feed-forward": ("gpt2", "gpt2", GPT2, {}, ["mlp.c_proj", "c_fc"], ["mlp.c_proj", "c_fc"]),
    "llama": ("llama", "llama", DECODER | {"tie_word_embeddings": True}, {}, None, None),
    "llama, all": (
        "llama",
        "llama",
        DECODER | {"attention_bias": True, "mlp_bias": True},
        {"lora_alpha": 3},
        "all-linear",
        ["all-linear"],
    ),
    "llama, bf16": ("llama", "llama", DECODER, {}, "all-linear", ["all-linear"], "bf16"),
    "qwen2": ("qwen2", "qwen2", DECODER, {}, None, None),
    "qwen3": ("qwen3", "qwen3", DECODER | {"head_dim": 20}, {}, None, None),
    "gemma3": (
        "gemma3",
        "gemma3_text",
        DECODER | {"head_dim": 20, "query_pre_attn_scalar": 30, "sliding_window": 7, "pad_token_id": 0},
        {},
        None,
        None,
    ),
    "mistral": ("mistral", "mistral", DECODER, {}, ["q_proj", "v_proj"], None),
    "smollm3": ("smollm3", "smollm3", DECODER | {"pad_token_id": 0}, {}, ["q_proj", "v_proj"], None),
    "bert": ("bert", "bert", BERT, {}, None, None),
    "bert, all": ("bert", "bert", BERT, {}, INSIDE, ["all-linear"]),
}


def relative(a, b):
    return ((a - b).norm() / b.norm()).item()


def check(name, value, bar):
    print(f"  {name}: {value:.2e} (at most {bar:.0e})")
    return [] if value <= bar else [f"{name}: {value:.3e} is above {bar:.0e}"]


def numbers(path, like):
    return torch.from_numpy(numpy.fromfile(path, dtype=numpy.float32)).view(like.shape)


def compare(folder, kind, model_type, config, settings, theirs, ours, precision="fp32"):
    auto = transformers.AutoModelForMaskedLM if kind == "bert" else transformers.AutoModelForCausalLM
    torch.manual_seed(3)
    base, adapter = folder / "base", folder / "adapter"
    fresh = auto.from_config(transformers.AutoConfig.for_model(model_type, **config))
    with torch.no_grad():
        for parameter in fresh.parameters():
            parameter += 0.02 * torch.randn_like(parameter)
    fresh.save_pretrained(base)
    settings = {"r": 4, "lora_alpha": 8} | settings
    wanted = peft.LoraConfig(task_type=None if kind == "bert" else "CAUSAL_LM", target_modules=theirs, **settings)
    model = peft.get_peft_model(auto.from_pretrained(base), wanted).eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "lora_B" in name:
                parameter += 0.1 * torch.randn_like(parameter)
    model.save_pretrained(adapter)

    ids = torch.randint(0, 97, (ROWS, LENGTH))
    ids.numpy().tofile(folder / "tokens")
    given = {
        "lora.rank": settings["r"],
        "lora.alpha": settings["lora_alpha"],
        "lora.use_rslora": json.dumps(settings.get("use_rslora", False)),
        "model.kind": kind,
        "precision.kind": precision,
        "task.kind": "masked_language_modeling" if kind == "bert" else "causal_language_modeling",
    }
    if ours:
        given["lora.target_modules"] = f"[{', '.join(ours)}]"
    command = [PROGRAM, kind, base, adapter, folder, ROWS, LENGTH] + [f"{key}={value}" for key, value in given.items()]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        return [f"code {done.returncode}: {done.stderr}"]

    inner, low = model.get_base_model(), torch.autocast("cpu", torch.bfloat16, enabled=precision == "bf16")

    def hidden_states():
        hidden = inner.base_model(ids).last_hidden_state
        return (inner.cls.predictions.transform(hidden) if kind == "bert" else hidden).float()

    with torch.no_grad(), low:
        hidden = hidden_states()
        with model.disable_adapter():
            problems = check("1 / what the adapter changes", 1 / relative(hidden_states(), hidden), 100)
    with torch.no_grad():
        before = inner(ids).logits
    problems += check(
        "hidden states", relative(numbers(folder / "hidden", hidden), hidden), 1e-5 if precision == "fp32" else 2e-2
    )
    with low:
        loss = model(input_ids=ids, labels=ids).loss
    loss.backward()
    worst = 0.0
    for name, parameter in model.named_parameters():
        path = folder / "gradient" / name.replace(".default", "")
        if parameter.requires_grad != path.exists():
            problems.append(f"{name} is trained by one alone")
        elif parameter.requires_grad:
            worst = max(worst, relative(numbers(path, parameter), parameter.grad))
    problems += check("worst gradient", worst, 1e-4 if precision == "fp32" else 0.1)

    read, written = (
        load_file(adapter / "adapter_model.safetensors"),
        load_file(folder / "written/adapter_model.safetensors"),
    )
    if read.keys() != written.keys() or any(not torch.equal(read[name], written[name]) for name in read):
        problems.append("the adapter that was read is not the one that was written")
    known = json.loads((adapter / "adapter_config.json").read_text())
    for key, value in json.loads((folder / "written/adapter_config.json").read_text()).items():
        if key not in known:
            problems.append(f"peft has no {key} in adapter_config.json")
        elif key != "target_modules" and known[key] != value:
            problems.append(f"{key} is {value!r}, and peft writes {known[key]!r}")
    loaded = peft.PeftModel.from_pretrained(auto.from_pretrained(base), folder / "written").eval()
    with torch.no_grad():
        problems += check(
            "logits with the written adapter", (loaded(input_ids=ids).logits - before).abs().max().item(), 1e-6
        )
    found = auto.from_pretrained(folder / "written").eval()
    with torch.no_grad():
        problems += check(
            "logits of the written folder, loaded by transformers",
            (found(input_ids=ids).logits - before).abs().max().item(),
            1e-6,
        )
    merged, loading = auto.from_pretrained(folder / "merged", output_loading_info=True)
    if loading["missing_keys"] or loading["unexpected_keys"] or loading["mismatched_keys"]:
        problems.append(f"the merged folder: {loading}")
    whole = model.merge_and_unload().state_dict()
    problems += check(
        "merged weights",
        max((merged.state_dict()[name] - weight).abs().max().item() for name, weight in whole.items()),
        1e-4,
    )
    return problems


def main():
    failures = []
    for name, case in CASES.items():
        print(name, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            failures += [f"{name}: {problem}" for problem in compare(pathlib.Path(folder), *case)]
    print("\n".join(failures) or "all equal")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
