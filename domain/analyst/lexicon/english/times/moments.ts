/** Verbs and nouns of what happens to someone or something once: a date column tells when it did. Singular. */
export const eventStems = new Set(
  'hire hired hiring join joined start started signup leave left exit quit resign resigned churn churned canceled departure termination terminated close closed ship shipped deliver delivered order ordered pay paid cancel cancelled return returned admit admitted discharge discharged resolve resolved sign signed open opened register registered book booked complete completed created arrival departure check book booking produce produced'.split(
    ' ',
  ),
)

/** Words by which something has begun and not ended. */
export const ongoing = ['running', 'open', 'active', 'employed', 'ongoing', 'here', 'outstanding', 'unresolved', 'pending', 'alive']

/** Words that hold what was done against when it was due: which rows are meant is all that they say. */
export const lateWords = new Set(['late', 'overdue', 'delayed', 'early', 'belated'])

/** Words by which the last of several are asked for: "the latest 5 orders". */
export const latestWords = ['last', 'latest', 'newest', 'most recent']
