import { F16, F32, readTensors, type Tensor } from './ctranslate.ts'

/** The first bytes of a model file of whisper.cpp. */
const MAGIC = 0x67676d6c
/** The last token of English vocabularies belongs to the file; others leave it to the program. */
const ENGLISH_END = 50_256

/**
 * A Whisper model of CTranslate2 (16-bit floats, its `model.bin` and `tokenizer.json`) as the file whisper.cpp reads: the same tensors in the published order,
 * so that the result is byte for byte the published one. Throws on a model of another kind.
 */
export function convertModel(model: Buffer, tokenizer: string): Buffer {
  const tensors = readTensors(model)
  const parts: Buffer[] = []
  const get = (name: string): Tensor => {
    const found = tensors.get(name)
    if (!found) throw new Error(`the model has no ${name}`)
    return found
  }
  const ints = (...values: number[]) => void parts.push(Buffer.from(Int32Array.from(values).buffer))
  const layers = (side: string): number => {
    let count = 0
    while (tensors.has(`${side}/layer_${count}/ffn/linear_0/weight`)) count++
    return count
  }
  const size = (name: string, at: number): number => get(name).dims[at] ?? 0
  const vocabulary = size('decoder/embeddings/weight', 0)
  const mels = size('encoder/conv1/weight', 1)
  const audio = { context: size('encoder/position_encodings/encodings', 0), state: size('encoder/position_encodings/encodings', 1) }
  const text = { context: size('decoder/position_encodings/encodings', 0), state: size('decoder/position_encodings/encodings', 1) }
  ints(MAGIC, vocabulary, audio.context, audio.state, audio.state / 64, layers('encoder'))
  ints(text.context, text.state, text.state / 64, layers('decoder'), mels, 1)

  const filters = melFilters(mels)
  ints(mels, filters.length / mels)
  parts.push(Buffer.from(filters.buffer))
  const words = tokensOf(tokenizer)
  ints(words.length)
  for (const word of words) {
    ints(word.length)
    parts.push(word)
  }

  const write = (name: string, dims: number[], isFloat32: boolean, data: Buffer) => {
    const id = Buffer.from(name)
    ints(dims.length, id.length, isFloat32 ? 0 : 1, ...dims.toReversed())
    parts.push(id, data)
  }
  const vector = (name: string, tensor: Tensor, from = 0, count = tensor.dims[0] ?? 0) =>
    write(name, [count], true, wide(tensor).subarray(from * 4, (from + count) * 4))
  const matrix = (name: string, tensor: Tensor, from = 0, rows = tensor.dims[0] ?? 0) => {
    if (tensor.type !== F16) throw new Error(`${name} is not of 16-bit floats`)
    const row = tensor.data.length / (tensor.dims[0] ?? 1)
    write(name, [rows, ...tensor.dims.slice(1)], false, tensor.data.subarray(from * row, (from + rows) * row))
  }
  const linear = (name: string, at: string) => {
    matrix(`${name}.weight`, get(`${at}/weight`))
    vector(`${name}.bias`, get(`${at}/bias`))
  }
  const norm = (name: string, at: string) => {
    vector(`${name}.weight`, get(`${at}/gamma`))
    vector(`${name}.bias`, get(`${at}/beta`))
  }
  /** One of the projections CTranslate2 keeps in one piece; Whisper's key has no bias. */
  const part = (name: string, at: string, index: number, rows: number, hasBias = true) => {
    matrix(`${name}.weight`, get(`${at}/weight`), index * rows, rows)
    if (hasBias) vector(`${name}.bias`, get(`${at}/bias`), index * rows, rows)
  }
  const block = (side: 'encoder' | 'decoder', index: number, state: number) => {
    const to = `${side}.blocks.${index}`
    const at = `${side}/layer_${index}`
    norm(`${to}.mlp_ln`, `${at}/ffn/layer_norm`)
    linear(`${to}.mlp.0`, `${at}/ffn/linear_0`)
    linear(`${to}.mlp.2`, `${at}/ffn/linear_1`)
    norm(`${to}.attn_ln`, `${at}/self_attention/layer_norm`)
    part(`${to}.attn.query`, `${at}/self_attention/linear_0`, 0, state)
    part(`${to}.attn.key`, `${at}/self_attention/linear_0`, 1, state, false)
    part(`${to}.attn.value`, `${at}/self_attention/linear_0`, 2, state)
    linear(`${to}.attn.out`, `${at}/self_attention/linear_1`)
    if (side === 'encoder') return
    norm(`${to}.cross_attn_ln`, `${at}/attention/layer_norm`)
    linear(`${to}.cross_attn.query`, `${at}/attention/linear_0`)
    part(`${to}.cross_attn.key`, `${at}/attention/linear_1`, 0, state, false)
    part(`${to}.cross_attn.value`, `${at}/attention/linear_1`, 1, state)
    linear(`${to}.cross_attn.out`, `${at}/attention/linear_2`)
  }
  const convolution = (name: string, at: string) => {
    matrix(`${name}.weight`, get(`${at}/weight`))
    const bias = get(`${at}/bias`)
    write(`${name}.bias`, [bias.dims[0] ?? 0, 1], true, wide(bias))
  }

  write('decoder.positional_embedding', [text.context, text.state], true, wide(get('decoder/position_encodings/encodings')))
  write('encoder.positional_embedding', [audio.context, audio.state], true, wide(get('encoder/position_encodings/encodings')))
  matrix('decoder.token_embedding.weight', get('decoder/embeddings/weight'))
  for (let index = 0; index < layers('decoder'); index++) block('decoder', index, text.state)
  norm('decoder.ln', 'decoder/layer_norm')
  convolution('encoder.conv1', 'encoder/conv1')
  convolution('encoder.conv2', 'encoder/conv2')
  for (let index = 0; index < layers('encoder'); index++) block('encoder', index, audio.state)
  norm('encoder.ln_post', 'encoder/layer_norm')
  return Buffer.concat(parts)
}

/** The numbers of a tensor as 32-bit floats. */
function wide({ type, data }: Tensor): Buffer {
  if (type === F32) return data
  if (type !== F16) throw new Error('only models of 16-bit and 32-bit floats are converted')
  const half = new Float16Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length) as ArrayBuffer)
  return Buffer.from(Float32Array.from(half).buffer)
}

/** The filters between a spectrum of 16 kHz and the mel scale, as librosa has them (Slaney's scale and norm, 400 samples a frame). */
export function melFilters(count: number): Float32Array<ArrayBuffer> {
  const bins = 201
  const [linearStep, logFrom, logStep] = [200 / 3, 1000, Math.log(6.4) / 27]
  const logFromMel = logFrom / linearStep
  const toMel = (hertz: number) => (hertz >= logFrom ? logFromMel + Math.log(hertz / logFrom) / logStep : hertz / linearStep)
  const toHertz = (mel: number) => (mel >= logFromMel ? logFrom * Math.exp(logStep * (mel - logFromMel)) : linearStep * mel)
  const top = 8000
  const edges = Array.from({ length: count + 2 }, (_, index) => toHertz(index === count + 1 ? toMel(top) : (index * toMel(top)) / (count + 1)))
  const filters = new Float32Array(count * bins)
  for (let mel = 0; mel < count; mel++) {
    const [low = 0, middle = 0, high = 0] = edges.slice(mel, mel + 3)
    for (let bin = 0; bin < bins; bin++) {
      const hertz = bin * 40
      // The triangle is rounded to 32 bits before it is scaled.
      const height = Math.fround(Math.max(0, Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle))))
      filters[mel * bins + bin] = height * (2 / (high - low))
    }
  }
  return filters
}

/** The vocabulary's tokens as bytes, in the order of their ids. GPT-2 writes each byte as a printable character. */
function tokensOf(tokenizer: string): Buffer[] {
  const { model, added_tokens } = JSON.parse(tokenizer) as { model: { vocab: Record<string, number> }; added_tokens: { id: number; content: string }[] }
  const end = added_tokens.find(({ content }) => content === '<|endoftext|>')?.id ?? 0
  const last = end === ENGLISH_END ? end : end - 1
  const bytes = new Map<string, number>()
  let extra = 256
  for (let byte = 0; byte < 256; byte++) {
    const isPlain = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174
    bytes.set(String.fromCodePoint(isPlain ? byte : extra++), byte)
  }
  const tokens: Buffer[] = []
  for (const [word, id] of Object.entries(model.vocab)) if (id <= last) tokens[id] = Buffer.from([...word].map((character) => bytes.get(character) ?? 0))
  return tokens
}
