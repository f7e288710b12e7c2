/** How many a page of a list has. */
export const PAGE = 100

/** All of a list, page after page. */
export async function everyPage<T>(read: (page: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page += 1) {
    const some = await read(page)
    all.push(...some)
    if (some.length < PAGE) return all
  }
}
