import { expect, test } from 'vitest'
import { AUDIO_FORMATS } from '#domain/speech/engine.ts'
import { recordings } from '#test/fixtures/recordings.ts'
import { recogniseAudio } from './audio-format.ts'

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))
const bytes = (...parts: number[][]) => new Uint8Array(parts.flat())
const zeros = (count: number) => new Array<number>(count).fill(0)
/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes. */
const frame = [0xff, 0xfb, 0x90, 0, ...zeros(413)]
const id3 = (size: number) => [...ascii('ID3'), 4, 0, 0, 0, 0, size >> 7, size & 0x7f]

test.each(AUDIO_FORMATS)('%s', (format) => {
  expect(recogniseAudio(recordings[format])).toBe(format)
})

test.each<[string, Uint8Array, string]>([
  ['frames behind a tag', bytes(id3(300), zeros(300), frame), 'mp3'],
  ['frames behind padding', bytes(zeros(1000), frame, frame), 'mp3'],
  ['22.05 kHz, MPEG-2', bytes([0xff, 0xf3, 0x80, 0, ...zeros(204)], [0xff, 0xf3, 0x80, 0], zeros(204)), 'mp3'],
  ['FLAC behind a tag', bytes(id3(200), zeros(200), ascii('fLaC')), 'flac'],
  ['a recording of a browser on Apple', bytes([0, 0, 0, 28], ascii('ftypiso5'), zeros(20)), 'mp4'],
  ['Vorbis', bytes(ascii('OggS'), zeros(22), [1, 30, 1], ascii('vorbis')), 'ogg'],
  ['a large wave file', bytes(ascii('RF64'), [255, 255, 255, 255], ascii('WAVEds64')), 'wav'],
])('%s', (_what, audio, format) => {
  expect(recogniseAudio(audio)).toBe(format)
})

test.each<[string, Uint8Array]>([
  ['nothing', bytes()],
  ['one byte', bytes([0xff])],
  ['a picture in a RIFF', bytes(ascii('RIFF'), zeros(4), ascii('WEBPVP8 '))],
  ['a picture in an MP4', bytes([0, 0, 0, 24], ascii('ftypheic'), zeros(12))],
  ['a film in Matroska', bytes([0x1a, 0x45, 0xdf, 0xa3, 0x8b, 0x42, 0x82, 0x88], ascii('matroska'))],
  ['a film in Ogg', bytes(ascii('OggS'), zeros(22), [1, 42, 0x80], ascii('theora'))],
  ['raw AAC', bytes([0xff, 0xf1, 0x50, 0x80], zeros(400))],
  ['a lone frame header in noise', bytes(zeros(50), frame, zeros(50))],
  ['text', bytes(ascii('ID3 is what this text begins with'))],
])('%s is no recording', (_what, audio) => {
  expect(() => recogniseAudio(audio)).toThrow('no recording in a known format')
})
