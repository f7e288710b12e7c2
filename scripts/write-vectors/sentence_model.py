"""The sentence model all-MiniLM-L6-v2 (six layers of BERT), computed with numpy in batches that do not depend on how many processes there are."""

import os

for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"

from multiprocessing import Pool

import numpy as np
from safetensors.numpy import load_file
from scipy.special import erf
from tokenizers import Tokenizer

LAYERS, HEADS, BATCH, LONGEST = 6, 12, 256, 64
model = None


class SentenceModel:
    def __init__(self, folder):
        self.weights = {name.removeprefix("bert."): value.astype(np.float32) for name, value in load_file(f"{folder}/model.safetensors").items()}

    def normed(self, x, name):
        mean = x.mean(-1, keepdims=True)
        spread = np.sqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-12)
        return (x - mean) / spread * self.weights[name + ".weight"] + self.weights[name + ".bias"]

    def linear(self, x, name):
        return x @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def forward(self, ids, mask):
        weights, (count, length) = self.weights, ids.shape
        x = weights["embeddings.word_embeddings.weight"][ids]
        x = x + weights["embeddings.position_embeddings.weight"][:length] + weights["embeddings.token_type_embeddings.weight"][0]
        x = self.normed(x, "embeddings.LayerNorm")
        unseen = np.where(mask[:, None, None, :] > 0, np.float32(0), np.float32(-1e9))
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}."
            query, key, value = (
                self.linear(x, f"{name}attention.self.{part}").reshape(count, length, HEADS, -1).transpose(0, 2, 1, 3) for part in ("query", "key", "value")
            )
            scores = query @ key.transpose(0, 1, 3, 2) / np.float32(np.sqrt(query.shape[-1])) + unseen
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            seen = (scores / scores.sum(-1, keepdims=True)) @ value
            x = self.normed(x + self.linear(seen.transpose(0, 2, 1, 3).reshape(count, length, -1), name + "attention.output.dense"), name + "attention.output.LayerNorm")
            inner = self.linear(x, name + "intermediate.dense")
            inner = inner * np.float32(0.5) * (1 + erf(inner / np.float32(np.sqrt(2))))
            x = self.normed(x + self.linear(inner, name + "output.dense"), name + "output.LayerNorm")
        return x


def start(folder):
    global model
    model = SentenceModel(folder)


def embed_batch(batch):
    ids, mask, pooled = batch
    x = model.forward(ids, mask)
    return (x * pooled[..., None]).sum(1) / np.maximum(pooled.sum(1, keepdims=True), 1)


def embed(folder, texts, spans=None):
    """A unit vector per text: the mean over its tokens, or over those inside its span (from, to) of letters."""
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST)
    encoded = tokenizer.encode_batch(texts)
    order = sorted(range(len(texts)), key=lambda i: (len(encoded[i].ids), i))
    batches = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    out = np.zeros((len(texts), 384), np.float32)
    with Pool(os.cpu_count(), start, (folder,)) as pool:
        for rows, vectors in zip(batches, pool.imap(embed_batch, (prepared(encoded, rows, spans) for rows in batches))):
            out[rows] = vectors
    return out / np.linalg.norm(out, axis=1, keepdims=True)


def prepared(encoded, rows, spans):
    length = max(len(encoded[row].ids) for row in rows)
    ids = np.zeros((len(rows), length), np.int64)
    mask, pooled = np.zeros((2, len(rows), length), np.float32)
    for at, row in enumerate(rows):
        count = len(encoded[row].ids)
        ids[at, :count], mask[at, :count] = encoded[row].ids, 1
        for token, (start_at, end_at) in enumerate(encoded[row].offsets):
            pooled[at, token] = spans is None or (end_at > start_at and start_at >= spans[row][0] and end_at <= spans[row][1])
    return ids, mask, pooled
