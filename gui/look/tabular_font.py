# SPDX-License-Identifier: GPL-3.0-or-later
"""Copies a font under another name, with digits of one width and without ligatures of what was typed.

Usage: tabular_font.py IN OUT OLD_FAMILY NEW_FAMILY [WEIGHT]. Needs fontTools.

Qt 6.4 cannot switch features of a font on and off (QFont::setFeature came with 6.7), and Inter's plain digits differ in width, so that
numbers that change would jump. In the copy, the plain digits are the font's tabular ones. Contextual alternates, which draw "->" as one
arrow, are switched off. WEIGHT is what the copy says of itself; the one that stands for bold, too, says that it is bold, or Qt would
smear it. The licences of both fonts (OFL 1.1, no reserved names) allow it.
"""

import sys

from fontTools.ttLib import TTFont

BOLD = 600  # from this weight on


def tabular_digits(gsub):
    """The glyphs that the feature tnum swaps, where the font has it."""
    swaps = {}
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag != "tnum":
            continue
        for index in record.Feature.LookupListIndex:
            for table in gsub.LookupList.Lookup[index].SubTable:
                swaps.update(getattr(table, "mapping", None) or table.ExtSubTable.mapping)
    return swaps


def use_tabular_digits(font):
    swaps = tabular_digits(font["GSUB"].table)
    for table in font["cmap"].tables:
        for digit in range(ord("0"), ord("9") + 1):
            if table.cmap.get(digit) in swaps:
                table.cmap[digit] = swaps[table.cmap[digit]]
    # Some of them differ by a thousandth, which a rounding of the font left.
    names, metrics = font.getBestCmap(), font["hmtx"]
    digits = [names[digit] for digit in range(ord("0"), ord("9") + 1)]
    widths = sorted(metrics[digit][0] for digit in digits)
    middle = widths[len(widths) // 2]
    assert widths[-1] - widths[0] <= font["head"].unitsPerEm / 500, f"digits of several widths: {widths}"
    for digit in digits:
        metrics[digit] = (middle, metrics[digit][1])


def drop_contextual_alternates(font):
    for record in font["GSUB"].table.FeatureList.FeatureRecord:
        if record.FeatureTag == "calt":
            record.FeatureTag = "xxxx"  # nobody asks for it


def rename(font, old, new):
    for name in font["name"].names:
        if name.nameID in (1, 3, 4, 6, 16):
            old_name, new_name = (old.replace(" ", ""), new.replace(" ", "")) if name.nameID in (3, 6) else (old, new)
            name.string = name.toUnicode().replace(old_name, new_name)


def say_weight(font, weight):
    font["OS/2"].usWeightClass = weight
    if weight >= BOLD:
        font["OS/2"].fsSelection = (font["OS/2"].fsSelection | 1 << 5) & ~(1 << 6)
        font["head"].macStyle |= 1


def main():
    source, target, old, new, *weight = sys.argv[1:]
    # The time is not written, so that the same fonts give the same file.
    font = TTFont(source, recalcTimestamp=False)
    use_tabular_digits(font)
    drop_contextual_alternates(font)
    rename(font, old, new)
    if weight:
        say_weight(font, int(weight[0]))
    font.save(target)


if __name__ == "__main__":
    main()
