import { isFigure } from '#domain/analyst/grammar/facts.ts'
import { people } from '#domain/analyst/grammar/query/person-group.ts'
import type { Group } from '#domain/analyst/grammar/terms.ts'
import { ofPeople } from '#domain/analyst/lexicon/english/meanings/column-kinds.ts'
import { assigneeLabels } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer } from '#domain/semantics/layer.ts'

/** Labels of whom one can ask for by "who", as words of their own: no repairs. */
const peopleLabel = new RegExp(`\\b(?:${people.source})s?\\b`, 'i')

/** Who takes care of a row, however a column calls them. */
const takesCare = wordPattern(assigneeLabels)

/** What is told of people, and is none of them: the country of a customer. */
const ofPeopleLabel = wordPattern(ofPeople)

/** Who can be asked for by "who". */
export const peopleIn = (layer: Layer): Group[] => [
  ...layer.tables.flatMap((table): Group[] => (!table.isHidden && peopleLabel.test(table.label) ? [{ kind: 'rows', table }] : [])),
  ...layer.tables.flatMap((table): Group[] =>
    table.isHidden || peopleLabel.test(table.label)
      ? []
      : table.columns.flatMap((column): Group[] =>
          !column.isHidden &&
          (peopleLabel.test(column.label) || takesCare.test(column.label)) &&
          !ofPeopleLabel.test(column.label) &&
          !isFigure(column) &&
          column.semanticType !== 'identifier' &&
          column.semanticType !== 'time'
            ? [{ kind: 'column', ref: { table, column } }]
            : [],
        ),
  ),
]
