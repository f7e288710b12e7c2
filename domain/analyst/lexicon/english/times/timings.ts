import { phraseList, wordList, wordSet } from '../forms/word-set.ts'

/** Deeds whose length of time a column may tell; the words of one line stand for the same. */
export const timedDeeds: readonly (readonly string[])[] = phraseList(
  `reply replies replied replying respond responds responded responding response answer answers answered answering react reacts reacted reaction
  resolve resolves resolved resolving resolution solve solves solved solving solution fix fixes fixed fixing close closes closed closing closure repair repairs repaired repairing mend mends mended mending
  deliver delivers delivered delivering delivery
  ship ships shipped shipping shipment dispatch dispatches dispatched dispatching send sends sent sending
  prepare prepares prepared preparing preparation cook cooks cooked cooking make makes made making
  serve serves served serving
  process processes processed processing handle handles handled handling
  wait waits waited waiting
  pay pays paid paying settle settles settled settling
  load loads loaded loading unload unloads unloaded unloading
  clean cleans cleaned cleaning turn turns turned turnaround
  travel travels travelled traveled travelling drive drives drove driving
  finish finishes finished finishing complete completes completed completing completion`,
).map(wordList)

/** In labels of numbers that tell how long something took. */
export const timeTakenLabels = wordSet('time duration minute hour day second length lag delay min hr sec')

/** What was to be kept to, and not what it took. */
export const targetLabels = wordSet('target goal sla plan planned limit max maximum allowed estimated expected standard promised')

/** What is set to be reached. */
export const targetNouns = wordList('target targets goal goals quota quotas')

/** Behind "how": asks how long it takes until something is done. */
export const quicknessWords = wordList('fast quick quickly slow slowly soon prompt promptly swiftly speedily rapidly')

/** Behind the deed: response time, resolution speed. */
export const takenNouns = wordList('time times duration durations speed speeds')

/** What people wait for until it is brought to them. */
export const awaitedGoods = wordList(
  'goods order orders parcel parcels package packages delivery deliveries shipment shipments item items purchase purchases product products',
)
