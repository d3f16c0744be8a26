# SPDX-License-Identifier: GPL-3.0-or-later
"""What the engine draws, written a second time: the order of an epoch's examples (engine/data/order.h) and which tokens are hidden in
a row (engine/task/hidden_tokens.h). With them another trainer is given the very rows that the engine takes in each step."""

import numpy
import torch
import transformers

BITS64, BITS32 = 2**64 - 1, 2**32 - 1


def splitmix64(value):
    value = (value + 0x9E3779B97F4A7C15) & BITS64
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & BITS64
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB & BITS64
    return value ^ (value >> 31)


def epoch_order(seed, epoch, count):
    half = (max(1, (count - 1).bit_length()) + 1) // 2
    mask, base = (1 << half) - 1, splitmix64(splitmix64(seed) ^ epoch)
    keys = [splitmix64((base + i) & BITS64) for i in range(6)]

    def permute(value):
        left, right = value >> half, value & mask
        for key in keys:
            left, right = right, left ^ (splitmix64(right ^ key) & mask)
        return left << half | right

    order = []
    for position in range(count):
        value = permute(position)
        while value >= count:
            value = permute(value)
        order.append(value)
    return order


def row_key(seed, epoch, example):
    return splitmix64(splitmix64(splitmix64(seed) ^ epoch) ^ splitmix64(example))


KEY_OF_EVALUATION = (0, 0)  # as seed and epoch


def _mix_bits(x):
    x = (x ^ (x >> 16)) * 0x7FEB352D & BITS32
    x = (x ^ (x >> 15)) * 0x846CA68B & BITS32
    return x ^ (x >> 16)


def _share(key, index):
    return _mix_bits((_mix_bits(index ^ (key & BITS32)) + (key >> 32)) & BITS32) / 2**32


def _key_of(seed, name):
    value = 0xCBF29CE484222325
    for byte in name.encode():
        value = (value ^ byte) * 0x100000001B3 & BITS64
    return splitmix64(splitmix64(seed) ^ splitmix64(value))


def hidden(row, key, kept, mask, vocabulary):
    """The row of numbers as the model sees it, and its labels; `kept` are the ids that are never hidden."""
    keys = [_key_of(key, name) for name in ("hidden tokens", "hidden as", "any token")]
    ids, labels = row.copy(), numpy.full_like(row, -100)
    for i, token in enumerate(row):
        if _share(keys[0], i) >= 0.15 or token in kept:
            continue
        labels[i], kind = token, _share(keys[1], i)
        if kind < 0.9:
            ids[i] = mask if kind < 0.8 else int(_share(keys[2], i) * vocabulary)
    return ids, labels


class EpochSampler(torch.utils.data.Sampler):
    def __init__(self, order, count):
        self.order, self.count, self.epoch = order, count, 0

    def set_epoch(self, epoch):
        self.epoch = epoch

    def __iter__(self):
        return iter(self.order(self.epoch))

    def __len__(self):
        return self.count


class InOrder(transformers.Trainer):
    """A Trainer whose epochs take the rows that `order` gives for each."""

    def _get_train_sampler(self, *_):
        return EpochSampler(self.order, len(self.train_dataset))
