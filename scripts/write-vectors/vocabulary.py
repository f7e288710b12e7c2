"""Which words the table has, and in which order: those of the model's own vocabulary as it counts them, then those of SCOWL from the most usual level on."""

import json
import re

from inflections import base_forms

LEVELS = (10, 20, 35, 40, 50, 55, 60, 70)
DIALECTS = ("english", "american", "british")


def ranked_words(tokenizer, scowl, wordnet, most):
    """(words in order, how many of them are the model's own)."""
    levels = {}
    for level in LEVELS:
        for dialect in DIALECTS:
            for word in json.load(open(f"{scowl}/{dialect}-words-{level}.json")):
                levels.setdefault(word, level)
    fits = re.compile(r"[a-z]{2,20}").fullmatch
    known = lambda word: fits(word) and (word in levels or word in wordnet.senses) and not wordnet.is_offensive(word)
    tokens = json.load(open(tokenizer))["model"]["vocab"]
    own = [word for word in sorted(tokens, key=tokens.get) if known(word)]
    held = set(own)
    usual = lambda word: (levels[word], -wordnet.uses[word], -len(wordnet.senses.get(word, ())), word)
    others = sorted((word for word in levels if known(word) and word not in held), key=usual)
    every = set(own) | set(others)
    stays = lambda word: word in wordnet.senses or not any(base in every and base in wordnet.senses for base in base_forms(word))
    own = [word for word in own if stays(word)]
    return (own + [word for word in others if stays(word)])[:most], len(own)
