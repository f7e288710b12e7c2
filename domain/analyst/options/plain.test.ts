import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A campsite: every stay has a day of arrival, and a number of its own. */
const { analyse } = askedDatabase('campsite', (database) => {
  database.exec('CREATE TABLE stays (stay_id INTEGER PRIMARY KEY, arrived_on DATE NOT NULL, pitch TEXT, nights INTEGER, status TEXT)')
  for (let id = 1; id <= 60; id++)
    database
      .prepare('INSERT INTO stays VALUES (?, ?, ?, ?, ?)')
      .run(id, `2025-0${1 + (id % 6)}-1${id % 9}`, ['Lake', 'Wood'][id % 2] ?? '', 1 + (id % 9), id % 3 ? 'paid' : 'open')
})

test('of options none asks for what every row fulfils, and none counts keys in place of rows', () => {
  for (const question of ['How many stays were grumbled?', 'which stays were the muddiest by pitch', 'stays that grumbled per pitch']) {
    const analysis = analyse(question)
    const options = analysis.kind === 'clarification' ? analysis.options : []
    expect(
      options.filter((option) => /is not empty|different stays/.test(option)),
      question,
    ).toEqual([])
    expect(new Set(options).size).toBe(options.length)
  }
})
