import { createAnswering } from '#domain/agent/completions/completions.ts'
import { shareEnabled } from '#domain/charts/sharing.ts'
import { accessRouter } from '#http/access.ts'
import { createService } from '#http/service.ts'
import { sharingRouter } from '#http/sharing.ts'
import { chartRows } from './chart-rows.ts'
import { charts } from './charts.ts'
import { chatRouter } from './chat.ts'
import { dashboards } from './dashboards.ts'
import { embedded } from './embedded.ts'
import { favouriteRouter } from './favourites.ts'
import { guestThreads } from './guest-threads.ts'
import { guestTokens } from './guest-tokens.ts'
import { pictures } from './pictures.ts'
import { revisionRouter } from './revisions.ts'
import { switchRouter } from './switches.ts'

const enabledOnly = { share: shareEnabled, fails: ['resource_disabled' as const] }

/** Charts, dashboards, and the tokens that embed them elsewhere. */
export const createAnalytics = () =>
  createService(
    'analytics',
    'Querent Analytics',
    [
      charts,
      chartRows,
      pictures,
      switchRouter('chart'),
      revisionRouter('chart'),
      favouriteRouter('chart'),
      sharingRouter({ type: 'chart', path: '/charts', prefix: 'cht', ...enabledOnly }),
      accessRouter({ type: 'chart', path: '/charts', prefix: 'cht' }),
      dashboards,
      switchRouter('dashboard'),
      revisionRouter('dashboard'),
      favouriteRouter('dashboard'),
      sharingRouter({ type: 'dashboard', path: '/dashboards', prefix: 'dsh', ...enabledOnly }),
      accessRouter({ type: 'dashboard', path: '/dashboards', prefix: 'dsh' }),
      guestTokens,
      guestThreads,
      chatRouter(createAnswering()),
    ],
    [embedded],
  )
