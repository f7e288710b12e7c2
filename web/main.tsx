import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Tooltip } from 'radix-ui'
import { createRoot } from 'react-dom/client'
import { queries } from './api/queries.ts'
import { renewWhenReplaced } from './shell/renew.ts'
import { router } from './shell/router.tsx'
import { Toasts } from './ui/toasts.tsx'

renewWhenReplaced()
const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={queries}>
      <Tooltip.Provider>
        <RouterProvider router={router} />
        <Toasts />
      </Tooltip.Provider>
    </QueryClientProvider>,
  )
}
