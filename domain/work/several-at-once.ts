/** Works through the items, some at a time; rejects at the first failure, and then begins no other. */
export async function severalAtOnce<T>(items: T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  let failed = false
  const lane = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const item = items[next++] as T
      await work(item).catch((error) => {
        failed = true
        throw error
      })
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane))
  const rejected = lanes.find((end) => end.status === 'rejected')
  if (rejected) throw rejected.reason
}
