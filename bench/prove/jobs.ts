import { hasSqld } from '#test/sqld.ts'
import { killWhileRunning } from '../jobs/kills.ts'
import { liveThroughNights } from '../jobs/nights.ts'
import { given, leaveOut, sized } from '../smoke.ts'

const wanted = Number(given[0] ?? sized(1_000, 12))
const kills = Number(given[1] ?? sized(20, 1))

const nights = await liveThroughNights(sized(6, 1))
for (const line of nights.wrong) console.log(line)
console.log(`${nights.nights} nights of daylight saving: ${nights.runs} runs, ${nights.wrong.length} schedules wrong`)

if (!hasSqld) leaveOut('no libSQL server is packaged for this platform')
const outcome = await killWhileRunning(wanted, kills, console.log)
for (const problem of outcome.problems) console.log(problem)
const { messages } = outcome
console.log(
  `${messages.sent} messages, ${messages.retried} of them tried again: ${messages.lost} lost, ${messages.doubled} doubled, ${messages.unsigned} unsigned, ${messages.disordered} out of order`,
)
const wrong = outcome.lost + outcome.doubled + outcome.stuck + messages.lost + messages.doubled + messages.unsigned + messages.disordered + nights.wrong.length
console.log(
  `jobs: ${outcome.runs} runs by two processes, ${outcome.kills} kills, ${outcome.taken_over} runs taken over: ${outcome.lost} lost, ${outcome.doubled} doubled, ${outcome.stuck} stuck; ${nights.nights} nights, ${nights.wrong.length} wrong; ${messages.sent} messages, ${wrong === 0 ? 0 : messages.lost + messages.doubled + messages.disordered} wrong`,
)
process.exit(wrong === 0 && outcome.kills >= kills ? 0 : 1)
