import type { TranscriptSegment } from './engine.ts'

/** SubRip: numbered cues with a comma before the milliseconds. */
export const toSrt = (segments: TranscriptSegment[]): string =>
  segments.map((segment, index) => `${index + 1}\n${time(segment.startSecond, ',')} --> ${time(segment.endSecond, ',')}\n${cueText(segment)}\n`).join('\n')

/** WebVTT (W3C): the header, then cues with a point before the milliseconds. */
export const toVtt = (segments: TranscriptSegment[]): string =>
  `WEBVTT\n\n${segments.map((segment) => `${time(segment.startSecond, '.')} --> ${time(segment.endSecond, '.')}\n${escaped(cueText(segment))}\n`).join('\n')}`

/** A cue ends at a blank line, so its text holds none; an arrow would be read as times. */
const cueText = ({ text }: TranscriptSegment): string =>
  text
    .trim()
    .replace(/\s*\n\s*/g, '\n')
    .replaceAll('-->', '->')

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function time(seconds: number, point: ',' | '.'): string {
  const millis = Math.max(0, Math.round(seconds * 1000))
  const part = (value: number, digits: number) => String(value).padStart(digits, '0')
  const [hours, minutes, rest] = [Math.floor(millis / 3_600_000), Math.floor(millis / 60_000) % 60, Math.floor(millis / 1000) % 60]
  return `${part(hours, 2)}:${part(minutes, 2)}:${part(rest, 2)}${point}${part(millis % 1000, 3)}`
}
