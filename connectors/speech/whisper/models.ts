/** A model that `npm run get:speech` can bring: the published file of whisper.cpp, told by its SHA-256. */
export type KnownModel = { name: string; bytes: number; sha256: string }

/** Best first: of several that are there the first one is used. `.en` knows English only. */
export const KNOWN_MODELS: readonly KnownModel[] = [
  { name: 'small', bytes: 487_601_967, sha256: '1be3a9b2063867b937e64e2ec7483364a79917e157fa98c5d94b5c1fffea987b' },
  { name: 'small.en', bytes: 487_614_201, sha256: 'c6138d6d58ecc8322097e0f987c32f1be8bb0a18532a3f88f734d1bbf9c41e5d' },
  { name: 'base', bytes: 147_951_465, sha256: '60ed5bc3dd14eea856493d334349b405782ddcaf0028d4b5df4088345fba2efe' },
  { name: 'base.en', bytes: 147_964_211, sha256: 'a03779c86df3323075f5e796cb2ce5029f00ec8869eee3fdfb897afe36c6d002' },
  { name: 'tiny', bytes: 77_691_713, sha256: 'be07e048e1e599ad46341c8d2a135645097a538221678b7acdd1b1919c6e1b21' },
  { name: 'tiny.en', bytes: 77_704_715, sha256: '921e4cf8686fdd993dcd081a5da5b6c365bfde1162e72b08d75ac75289920b1f' },
]

export const modelFile = (name: string): string => `ggml-${name}.bin`
export const knowsEnglishOnly = (name: string): boolean => /\.en(?:[-_]|$)/.test(name)
