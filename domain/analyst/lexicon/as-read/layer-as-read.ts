import type { Layer } from '#domain/semantics/layer.ts'
import { withDatesOfParts } from './dates-of-parts.ts'
import { withLabelsSpelt } from './labels-spelt.ts'

/** A layer with its labels spelt out and its dates in one piece. */
export const layerAsRead = (layer: Layer): Layer => withDatesOfParts(withLabelsSpelt(layer))
