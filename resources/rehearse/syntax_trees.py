# SPDX-License-Identifier: GPL-3.0-or-later
"""What is written in the syntax trees of Python programs: names, statements that certainly run, files that are read, options of parsers."""

import ast
import builtins
import json
import os

KNOWN_NAMES = set(dir(builtins)) | set(
    "__file__ __path__ __annotations__ __builtins__ __module__ __qualname__ get_ipython reveal_type".split()
)
# The fields of transformers' TrainingArguments and Seq2SeqTrainingArguments, of all versions from 4.0 to 5.17.
TRAINING_ARGUMENTS = set(
    "accelerator_config adafactor adam_beta1 adam_beta2 adam_epsilon auto_find_batch_size average_tokens_across_devices "
    "batch_eval_metrics bf16 bf16_full_eval data_seed dataloader_drop_last dataloader_in_order dataloader_multiprocessing_context "
    "dataloader_num_workers dataloader_persistent_workers dataloader_pin_memory dataloader_prefetch_factor ddp_backend "
    "ddp_broadcast_buffers ddp_bucket_cap_mb ddp_find_unused_parameters ddp_static_graph ddp_timeout debug deepspeed disable_tqdm "
    "dispatch_batches do_eval do_predict do_train enable_jit_checkpoint eval_accumulation_steps eval_delay eval_do_concat_batches "
    "eval_on_start eval_steps eval_strategy eval_use_gather_object evaluate_during_training evaluation_strategy fp16 fp16_backend "
    "fp16_full_eval fp16_opt_level fsdp fsdp_config fsdp_min_num_params fsdp_transformer_layer_cls_to_wrap full_determinism "
    "generation_config generation_max_length generation_num_beams gradient_accumulation_steps gradient_checkpointing "
    "gradient_checkpointing_kwargs greater_is_better group_by_length half_precision_backend hub_always_push hub_model_id "
    "hub_private_repo hub_revision hub_strategy hub_token ignore_data_skip include_for_metrics include_inputs_for_metrics "
    "include_num_input_tokens_seen include_tokens_per_second jit_mode_eval label_names label_smoothing_factor learning_rate "
    "length_column_name liger_kernel_config load_best_model_at_end local_rank log_level log_level_replica log_on_each_node logging_dir "
    "logging_first_step logging_nan_inf_filter logging_steps logging_strategy lr_scheduler_kwargs lr_scheduler_type max_grad_norm "
    "max_steps metric_for_best_model mp_parameters neftune_noise_alpha no_cuda num_train_epochs optim optim_args optim_target_modules "
    "output_dir overwrite_output_dir parallelism_config past_index per_device_eval_batch_size per_device_train_batch_size "
    "per_gpu_eval_batch_size per_gpu_train_batch_size predict_with_generate prediction_loss_only project push_to_hub "
    "push_to_hub_model_id push_to_hub_organization push_to_hub_token ray_scope remove_unused_columns report_to "
    "restore_callback_states_from_checkpoint resume_from_checkpoint run_name save_on_each_node save_only_model save_safetensors "
    "save_steps save_strategy save_total_limit seed sharded_ddp skip_memory_metrics sortish_sampler split_batches tf32 torch_compile "
    "torch_compile_backend torch_compile_mode torch_empty_cache_steps torchdynamo tpu_metrics_debug tpu_num_cores trackio_bucket_id "
    "trackio_space_id trackio_static_space_id train_sampling_strategy use_cache use_cpu use_ipex use_legacy_prediction_loop use_liger "
    "use_liger_kernel use_mps_device warmup_ratio warmup_steps weight_decay xpu_backend ".split()
)
# Those of them that take JSON, or the path of a file with it.
JSON_OPTIONS = ("--fsdp_config", "--deepspeed", "--accelerator_config", "--lr_scheduler_kwargs", "--gradient_checkpointing_kwargs", "--liger_kernel_config")  # fmt: skip
# Functions that read the file that their first argument names.
READERS = {"open", "io.open", "codecs.open", "gzip.open", "torch.load", "np.load", "numpy.load", "pd.read_csv", "pandas.read_csv",
           "pd.read_json", "pd.read_parquet", "OmegaConf.load", "np.loadtxt"}  # fmt: skip


def is_of(kind, value):
    try:
        {"int": int, "float": float, "json.loads": json.loads}.get(kind, str)(value)
    except ValueError:
        return False
    return True


def version_of(text):
    parts = text.split(".")
    return (int(parts[0]), int(parts[1])) if len(parts) > 1 and all(part.isdigit() for part in parts[:2]) else None


def text_of_version(version):
    return ".".join(map(str, version))


def is_union(node):
    """X | Y, where it is computed and not only read."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)


def module_names(node):
    if isinstance(node, ast.Import):
        return [name.name.split(".")[0] for name in node.names]
    return [node.module.split(".")[0]] if isinstance(node, ast.ImportFrom) and node.module and node.level == 0 else []


def names_of(tree):
    """The names that a module has; None if they are not all written in it."""
    for node in ast.walk(tree):
        is_star = isinstance(node, ast.ImportFrom) and any(name.name == "*" for name in node.names)
        is_dynamic = isinstance(node, ast.Name) and node.id in ("globals", "exec", "setattr", "locals", "vars")
        if is_star or is_dynamic or (isinstance(node, ast.FunctionDef) and node.name == "__getattr__"):
            return None
        if isinstance(node, ast.Attribute) and name_of(node) == "sys.modules":
            return None
    names, bodies = set(), [tree.body]
    while bodies:
        for node in bodies.pop():
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                names.add(node.name)
                continue
            inner = [getattr(node, part, []) for part in ("body", "orelse", "finalbody")]
            bodies += [part for part in inner if isinstance(part, list)]
            bodies += [each.body for each in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]]
            names |= bound_names(node) or set()
    return names | {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}


def bound_names(tree):
    """All names that are bound anywhere in a module; None if there may be others."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            if any(name.name == "*" for name in node.names):
                return None
            names.update((name.asname or name.name).split(".")[0] for name in node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
        elif isinstance(node, ast.Global):
            names.update(node.names)
        elif type(node).__name__ in ("MatchAs", "MatchStar", "MatchMapping", "TypeVar", "TypeAlias"):
            names.update(filter(None, [getattr(node, "name", None), getattr(node, "rest", None)]))
        elif isinstance(node, ast.Name) and node.id in ("exec", "globals"):
            return None
    return {name for name in names if isinstance(name, str)}


def started_statements(tree):
    """Those that run when the module is the program: also under `if __name__ == "__main__"` and in functions called from there."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    seen, bodies = set(), [tree.body]
    while bodies:
        ended = False
        for node in certain_statements(bodies.pop()):
            if ended:
                break
            if (
                isinstance(node, ast.If)
                and "__name__" in [name_of(part) for part in ast.walk(node.test)]
                and "__main__" in [text_of(part) for part in ast.walk(node.test)]
            ):
                bodies.append(node.body)
                continue
            yield node
            ended = isinstance(node, (ast.Return, ast.Raise))
            for call in expressions_of(node):
                name = name_of(call.func) if isinstance(call, ast.Call) else ""
                if name in functions and name not in seen and not functions[name].decorator_list:
                    seen.add(name)
                    bodies.append(functions[name].body)


def expressions_of(statement):
    """What a statement certainly evaluates: not the bodies within it, nor what a condition may leave out."""
    if isinstance(
        statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Try)
    ):
        return
    if isinstance(statement, (ast.If, ast.While)):
        parts = [statement.test]
    elif isinstance(statement, ast.For):
        parts = [statement.iter]
    elif isinstance(statement, ast.With):
        parts = [item.context_expr for item in statement.items]
    else:
        parts = [
            node
            for node in ast.iter_child_nodes(statement)
            if isinstance(node, (ast.expr, ast.keyword)) and node is not getattr(statement, "annotation", None)
        ]
    while parts:
        node = parts.pop()
        if isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            continue
        yield node
        if isinstance(node, ast.IfExp):
            parts.append(node.test)
        elif isinstance(node, ast.BoolOp):
            parts.append(node.values[0])
        else:
            parts.extend(
                child
                for child in ast.iter_child_nodes(node)
                if isinstance(child, (ast.expr, ast.keyword, ast.expr_context))
            )


def read_file(call):
    """The file that a call reads, if its name is written there."""
    name = name_of(call.func)
    if name in READERS and call.args and is_text(call.args[0]):
        mode = next(
            (word.value for word in call.keywords if word.arg == "mode"), call.args[1] if len(call.args) > 1 else None
        )
        is_read = (
            name not in ("open", "io.open", "codecs.open", "gzip.open")
            or mode is None
            or (is_text(mode) and "r" in mode.value and "+" not in mode.value)
        )
        return call.args[0].value if is_read else ""
    if (
        isinstance(call.func, ast.Attribute)
        and call.func.attr in ("read_text", "read_bytes")
        and isinstance(call.func.value, ast.Call)
    ):
        inner = call.func.value
        if name_of(inner.func) in ("Path", "pathlib.Path") and len(inner.args) == 1 and is_text(inner.args[0]):
            return inner.args[0].value
    return ""


def written_file(call):
    if not isinstance(call, ast.Call):
        return ""
    for word in call.args[:1]:
        if is_text(word) and not read_file(call):
            return word.value
    return ""


def is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def has_parser(tree):
    return any(isinstance(node, ast.Call) and name_of(node.func).endswith("ArgumentParser") for node in ast.walk(tree))


def positionals_of(tree):
    """(the arguments without a name that argparse wants, how many words each option takes); (None, ...) where that is not certain."""
    wanted, takes = [], {"-h": 0, "--help": 0}
    for call in ast.walk(tree):
        if not (
            isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "add_argument"
        ):
            continue
        names = [word.value for word in call.args if is_text(word)]
        words = {word.arg: word.value for word in call.keywords}
        action = text_of(words.get("action"))
        if (
            action in ("store_true", "store_false", "store_const", "append_const", "count", "help", "version")
            or "Optional" in action
        ):
            number = 0
        elif "nargs" in words:
            is_count = isinstance(words["nargs"], ast.Constant) and isinstance(words["nargs"].value, int)
            number = words["nargs"].value if is_count else None
        else:
            number = 1
        if names and not names[0].startswith("-"):
            if number != 1:
                return None, takes
            wanted.append(names[0])
        takes.update(dict.fromkeys(names, number))
    return wanted, takes


def known_fields(tree, own):
    """The options of an HfArgumentParser whose dataclasses are all written in the program's files, or TrainingArguments; else None."""
    makers = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and name_of(node.func).split(".")[-1] == "HfArgumentParser"
    ]
    if len(makers) != 1 or len(makers[0].args) != 1 or makers[0].keywords:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in ("parse_known_args", "parse_dict"):
            return None
        if isinstance(node, ast.keyword) and node.arg == "return_remaining_strings":
            return None
    classes = {node.name: node for one in (*own, tree) for node in ast.walk(one) if isinstance(node, ast.ClassDef)}
    argument = makers[0].args[0]
    known = set()
    for item in argument.elts if isinstance(argument, (ast.Tuple, ast.List)) else [argument]:
        fields = fields_of(name_of(item).split(".")[-1], classes)
        if fields is None:
            return None
        known |= fields
    return {"--" + name for field in known for name in (field, field.replace("_", "-"), "no_" + field, "no-" + field)}


def fields_of(name, classes):
    if name in ("TrainingArguments", "Seq2SeqTrainingArguments"):
        return TRAINING_ARGUMENTS
    if name == "object":
        return set()
    if name not in classes:
        return None
    fields = {
        node.target.id
        for node in classes[name].body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    for base in classes[name].bases:
        inherited = fields_of(name_of(base).split(".")[-1], classes)
        if inherited is None:
            return None
        fields |= inherited
    return fields


def certain_statements(body):
    """Those that run when the module is imported, whatever happens: not within a try, an if or a function."""
    for node in body:
        yield node
        if isinstance(node, (ast.With, ast.ClassDef)):
            yield from certain_statements(node.body)


def known_options(tree):
    """(the options of the file's one argparse parser, those that are required, what they take); None if more of them may come from elsewhere."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    makers = [call for call in calls if name_of(call.func).endswith("ArgumentParser")]
    if len(makers) != 1 or name_of(makers[0].func) not in ("argparse.ArgumentParser", "ArgumentParser"):
        return None
    if any(word.arg in ("parents", "prefix_chars", "fromfile_prefix_chars", None) for word in makers[0].keywords):
        return None
    parsers = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and node.value is makers[0]
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    known, required, takes, parses = set(), [], {}, False
    for call in calls:
        method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if method in ("parse_known_args", "parse_known_intermixed_args", "add_subparsers", "set_defaults"):
            return None
        if any(
            isinstance(word, ast.Name) and word.id in parsers
            for word in [*call.args, *(k.value for k in call.keywords)]
        ):
            return None  # another function adds to it
        parses = parses or (method == "parse_args" and not call.args and not call.keywords)
        if method != "add_argument":
            continue
        names = [word.value for word in call.args if isinstance(word, ast.Constant) and isinstance(word.value, str)]
        if len(names) != len(call.args) or any(word.arg is None for word in call.keywords):
            return None
        known.update(names)
        action = next((text_of(word.value) for word in call.keywords if word.arg == "action"), "")
        if "BooleanOptionalAction" in action:
            known.update("--no-" + name[2:] for name in names if name.startswith("--"))
        takes.update(dict.fromkeys(names, value_of(call)) if value_of(call) else {})
        is_required = any(
            word.arg == "required" and isinstance(word.value, ast.Constant) and word.value.value is True
            for word in call.keywords
        )
        if is_required and names and names[0].startswith("-"):
            required.append(names)
    return (known, required, takes) if parses and parsers else None


def value_of(call):
    """(the type, the choices) of an option with one value, as far as they are written; None if there may be none or several."""
    words = {word.arg: word.value for word in call.keywords}
    if "nargs" in words or text_of(words.get("action")) not in ("", "store"):
        return None
    choices = words.get("choices")
    if choices is None:
        return name_of(words.get("type")), []
    items = choices.elts if isinstance(choices, (ast.List, ast.Tuple)) else []
    texts = [str(item.value) for item in items if isinstance(item, ast.Constant)]
    return ("", texts) if items and len(texts) == len(items) else None


def name_of(node):
    if isinstance(node, ast.Attribute):
        return name_of(node.value) + "." + node.attr
    return node.id if isinstance(node, ast.Name) else ""


def text_of(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else name_of(node)


def nearest(option, known):
    import difflib

    close = difflib.get_close_matches(option, sorted(known), 1)
    return close[0] if close else ""


def above(path):
    while path := os.path.dirname(path):
        yield path
