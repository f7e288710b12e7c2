import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/database.ts'
import { never } from './fixtures.ts'
import { createStage } from './stage.ts'

const nameOf = (letter: string) => letter.repeat(64)
const writing = (size: number) => (path: string) => writeFile(path, 'x'.repeat(size))
const kept = (root: string) => readdirSync(root).filter((name) => name !== '.partial')

test('those who want one copy at once share its making, and one who leaves does not end it', async () => {
  const root = temporaryFolder()
  const stage = createStage({ root, maxBytes: 1000 })
  let made = 0
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const make = async (path: string) => {
    made++
    await gate
    await writeFile(path, 'once')
  }
  const leaving = new AbortController()
  const first = stage.hold().take(nameOf('a'), 4, make, leaving.signal)
  const others = [1, 2, 3].map(() => stage.hold().take(nameOf('a'), 4, make, never))
  leaving.abort(new Error('left'))
  await expect(first).rejects.toThrow('left')
  expect(kept(root)).toEqual([])
  go()
  const paths = await Promise.all(others)
  expect([made, new Set(paths).size, readFileSync(paths[0] ?? '', 'utf8')]).toEqual([1, 1, 'once'])
  expect(readdirSync(join(root, '.partial'))).toEqual([])
})

test('a making nobody waits for ends, and one that fails leaves nothing', async () => {
  const root = temporaryFolder()
  const stage = createStage({ root, maxBytes: 1000 })
  const leaving = new AbortController()
  let stopped: Promise<unknown> = Promise.resolve()
  const wanted = stage.hold().take(
    nameOf('a'),
    4,
    (_path, signal) => {
      stopped = new Promise((resolve) => signal.addEventListener('abort', resolve))
      leaving.abort(new Error('left'))
      return stopped.then(() => Promise.reject(new Error('stopped')))
    },
    leaving.signal,
  )
  await expect(wanted).rejects.toThrow('left')
  await stopped
  const broken = async (path: string) => {
    await writeFile(path, 'half')
    throw new Error('broken off')
  }
  await expect(stage.hold().take(nameOf('b'), 4, broken, never)).rejects.toThrow('broken off')
  expect([kept(root), readdirSync(join(root, '.partial'))]).toEqual([[], []])
  expect(readFileSync(await stage.hold().take(nameOf('b'), 4, writing(4), never), 'utf8')).toBe('xxxx')
})

test('copies used longest ago make room, but none that is held', async () => {
  const root = temporaryFolder()
  const stage = createStage({ root, maxBytes: 1000 })
  const hold = stage.hold()
  await hold.take(nameOf('a'), 400, writing(400), never)
  const brief = stage.hold()
  await brief.take(nameOf('b'), 400, writing(400), never)
  await expect(stage.hold().take(nameOf('c'), 400, writing(400), never)).rejects.toMatchObject({ code: 'overloaded' })
  brief.release()
  await stage.hold().take(nameOf('c'), 400, writing(400), never)
  expect(kept(root).map((name) => name[0])).toEqual(['a', 'c'])
  await expect(stage.hold().take(nameOf('d'), 1001, writing(1001), never)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('too large'),
  })
  // What another process put there a moment ago may be in use by it.
  const second = createStage({ root, maxBytes: 1000 })
  await expect(second.hold().take(nameOf('e'), 400, writing(400), never)).rejects.toMatchObject({ code: 'overloaded' })
})
