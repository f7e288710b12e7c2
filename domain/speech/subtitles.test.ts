import { expect, test } from 'vitest'
import { toSrt, toVtt } from './subtitles.ts'

const segments = [
  { text: ' Revenue & margin', startSecond: 0, endSecond: 2.5 },
  { text: 'by region -->\n\nnow <b>', startSecond: 3661.0424, endSecond: 3662 },
]

test('SubRip numbers its cues and writes a comma before the milliseconds', () => {
  expect(toSrt(segments)).toBe('1\n00:00:00,000 --> 00:00:02,500\nRevenue & margin\n\n2\n01:01:01,042 --> 01:01:02,000\nby region ->\nnow <b>\n')
})

test('WebVTT has a header, points, and no markup from what was said', () => {
  expect(toVtt(segments)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:02.500\nRevenue &amp; margin\n\n01:01:01.042 --> 01:01:02.000\nby region -&gt;\nnow &lt;b&gt;\n',
  )
  expect(toVtt([])).toBe('WEBVTT\n\n')
})
