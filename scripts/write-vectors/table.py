"""From embeddings to the table: centred, pulled towards WordNet's neighbours, reduced, of unit length, four bits a number."""

import struct

import numpy as np
import scipy.sparse as sparse

PULL, ROUNDS, LEAST_NEAR = 0.5, 2, 0.7
BITS, MOST = 4, 7


def unit(vectors):
    return vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9)


def centred(vectors):
    return unit(vectors - vectors.mean(0))


def neighbours(words, wordnet):
    """How strongly each word is drawn to each other one (retrofitting, Faruqui et al. 2015); antonyms are pushed apart."""
    at = {word: i for i, word in enumerate(words)}
    rows, columns, pulls = [], [], []
    for word, i in at.items():
        for key, near in wordnet.near(word).items():
            if near < LEAST_NEAR:
                continue
            for other in wordnet.synsets[key].words:
                j = at.get(other)
                if j is not None and j != i:
                    rows.append(i), columns.append(j), pulls.append(near if near > 0.8 else near / 2)
    for one, other in sorted(wordnet.antonyms):
        if one in at and other in at:
            i, j = at[one], at[other]
            rows += [i, j]
            columns += [j, i]
            pulls += [-1, -1]
    return sparse.csr_matrix((pulls, (rows, columns)), shape=(len(words),) * 2).astype(np.float32)


def fitted(channels, words, wordnet, dims):
    own = vectors = centred(sum(centred(channel) for channel in channels))
    pull = neighbours(words, wordnet)
    for _ in range(ROUNDS):
        drawn = pull @ vectors
        sizes = np.linalg.norm(drawn, axis=1, keepdims=True)
        vectors = unit(own + PULL * np.where(sizes > 0, drawn / (sizes + 1e-9), 0))
    about = (vectors - vectors.mean(0)).astype(np.float64)
    _, axes = np.linalg.eigh(about.T @ about)
    axes = axes[:, ::-1][:, :dims]
    axes *= np.sign(axes[np.abs(axes).argmax(0), range(dims)])
    return unit(vectors @ axes.astype(np.float32))


def written(words, weights, vectors):
    """"QWV1", u32 words, u16 dims, u16 bits, u32 bytes of text, the words by line, a u8 weight each, the numbers: two to a byte, the first in its low half."""
    numbers = np.round(vectors / np.abs(vectors).max(1, keepdims=True) * MOST).astype(np.int8)
    packed = ((numbers[:, 0::2] & 15) | ((numbers[:, 1::2] & 15) << 4)).astype(np.uint8)
    text = "\n".join(words).encode()
    head = b"QWV1" + struct.pack("<IHHI", len(words), vectors.shape[1], BITS, len(text))
    return head + text + bytes(round(255 * weight) for weight in weights) + packed.tobytes()
