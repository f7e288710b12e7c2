import { accessRouter } from '#http/access.ts'
import { createService } from '#http/service.ts'
import { sharingRouter } from '#http/sharing.ts'
import { assignments } from './assignments.ts'
import { datasourceData } from './datasource-data.ts'
import { datasources } from './datasources.ts'
import { descriptions } from './descriptions.ts'
import { extractions } from './extractions.ts'
import { files } from './files.ts'
import { filters } from './filters.ts'
import { hierarchies } from './hierarchies.ts'
import { layerDocuments } from './layer-documents.ts'
import { learnedPhrases } from './learned-phrases.ts'
import { measures } from './measures.ts'
import { relationships } from './relationships.ts'
import { unmatchedTermRoutes } from './unmatched-terms.ts'
import { verifiedQueries } from './verified-queries.ts'

/** Data sources and what they mean. */
export const createSemantic = () =>
  createService('semantic', 'Querent Semantic', [
    files,
    datasources,
    datasourceData,
    unmatchedTermRoutes,
    sharingRouter({ type: 'datasource', path: '/datasources', prefix: 'ds' }),
    accessRouter({ type: 'datasource', path: '/datasources', prefix: 'ds' }),
    extractions,
    descriptions,
    hierarchies,
    relationships,
    measures,
    layerDocuments,
    verifiedQueries,
    learnedPhrases,
    filters,
    ...assignments,
  ])
