import { wordList } from '../forms/word-set.ts'

/** Sizes of what is sold, and how names of goods write them in short. */
export const sizesInShort: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      ['large big', 'lg lrg lge l'],
      ['medium middle', 'md med m'],
      ['small', 'sm sml s'],
      ['regular normal standard', 'rg reg std'],
      ['tiny mini', 'xs mini'],
      ['double', 'dbl'],
      ['single', 'sgl'],
      ['assorted', 'asst'],
    ] as [string, string][]
  ).flatMap(([said, written]) => wordList(said).map((word): [string, readonly string[]] => [word, wordList(written)])),
)
