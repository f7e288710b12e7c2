import type { SceneName } from './scenes.ts'

/** One check taken out of the product, by the text that stands in its place, and the scene in which that shows. */
export type Mistake = { name: string; scene: SceneName; file: string; from: string; to: string }
