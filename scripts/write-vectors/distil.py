"""Writes the table of word vectors. usage: distil.py MODEL_FOLDER WORDNET_DICT SCOWL_FOLDER DEFINITIONS OUT (see write.ts)"""

import sys

from sentence_model import embed
from table import fitted, written
from vocabulary import ranked_words
from wordnet import WordNet

WORDS, DIMS = 30_000, 96
CARRIER = "show the {} of each record"


def main(model, dictionary, scowl, definitions, out):
    wordnet = WordNet(dictionary)
    words, own = ranked_words(f"{model}/tokenizer.json", scowl, wordnet, WORDS)
    defined = dict(line.rstrip("\n").split("\t") for line in open(definitions))
    words += [word for word in defined if word not in set(words)]
    # A short form the model has never seen is told by its definition alone.
    told = lambda word: word in defined and word not in wordnet.senses
    alone = [defined[word] if told(word) else word for word in words]
    carried = [f"{word}: {defined[word]}" if told(word) else CARRIER.format(word) for word in words]
    begin = CARRIER.index("{}")
    spans = [(0, 999) if told(word) else (begin, begin + len(word)) for word in words]
    glossed = [defined.get(word) or (f"{word}: {gloss}" if (gloss := wordnet.gloss(word)) else word) for word in words]
    channels = [embed(model, alone), embed(model, carried, spans), embed(model, glossed)]
    # Zipf's law, of which the model's own vocabulary has the ranks: only the small words of grammar weigh less.
    weights = [0.01 / (0.01 + 0.1 / (rank + 1)) if rank < own else 1 for rank, _ in enumerate(words)]
    with open(out, "wb") as file:
        file.write(written(words, weights, fitted(channels, words, wordnet, DIMS)))


if __name__ == "__main__":
    main(*sys.argv[1:])
