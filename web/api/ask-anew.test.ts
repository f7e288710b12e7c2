import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { asksAnew } from './ask-anew.ts'

/** A list read over a slow line: each reading tells what there was when it began, once it is let through. */
function slowList(client: QueryClient, key: string[]) {
  const there: string[] = []
  const waiting: (() => void)[] = []
  const queryFn = async () => {
    const seen = [...there]
    await new Promise<void>((resolve) => waiting.push(resolve))
    return seen
  }
  const observer = new QueryObserver<string[]>(client, { queryKey: key, queryFn, retry: false })
  const leave = observer.subscribe(() => undefined)
  const letThrough = async () => {
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0))
    waiting.shift()?.()
  }
  const shows = (names: string[]) => vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(names))
  return { there, waiting, letThrough, shows, leave }
}

test('what changes while a list is read for the first time comes into it', async () => {
  const client = new QueryClient()
  const askAnew = asksAnew(client)
  const list = slowList(client, ['user'])
  list.there.push('Zac')
  askAnew({ queryKey: ['user'] })
  await list.letThrough()
  await list.shows([])
  await list.letThrough()
  await list.shows(['Zac'])
  expect(list.waiting).toEqual([])
  list.leave()
  client.clear()
})

test('a run of changes neither cuts a reading off nor makes one reading for each', async () => {
  const client = new QueryClient()
  const askAnew = asksAnew(client)
  const list = slowList(client, ['user'])
  await list.letThrough()
  await list.shows([])
  for (const name of ['Zac', 'Zoe', 'Zed']) {
    list.there.push(name)
    askAnew({ queryKey: ['user'] })
  }
  await list.letThrough()
  await list.shows(['Zac'])
  await list.letThrough()
  await list.shows(['Zac', 'Zoe', 'Zed'])
  expect(list.waiting).toEqual([])
  list.leave()
  client.clear()
})

test('a change of another kind is no reason to read', async () => {
  const client = new QueryClient()
  const askAnew = asksAnew(client)
  const list = slowList(client, ['user'])
  askAnew({ queryKey: ['group'] })
  await list.letThrough()
  await list.shows([])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(list.waiting).toEqual([])
  list.leave()
  client.clear()
})
