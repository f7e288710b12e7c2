/**
 * `--smoke`: a slice that ends in seconds and tells only that the script still works. What it proves is proved of less; what it times means nothing,
 * and no goal is asked of it.
 */
export const isSmoke = process.argv.includes('--smoke')

/** The arguments that are no options. */
export const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

/** A size: that of the whole, or of the slice. */
export const sized = <T>(whole: T, slice: T): T => (isSmoke ? slice : whole)

/** Some of many: all of them, or the first few. */
export const some = <T>(all: readonly T[], few: number): readonly T[] => (isSmoke ? all.slice(0, few) : all)

/** Ends a script that timed something. */
export const endTimed = (isMet: boolean): never => process.exit(isMet || isSmoke ? 0 : 1)

/** Ends a smoke run that lacks something of this machine, and says what. */
export function leaveOut(why: string): void {
  if (!isSmoke) return
  console.log(`left out: ${why}`)
  process.exit(0)
}
