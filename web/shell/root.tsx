import { Outlet } from '@tanstack/react-router'
import { useDeploymentLook } from './deployment.ts'

/** What every page stands in. */
export function Root() {
  useDeploymentLook()
  return <Outlet />
}
