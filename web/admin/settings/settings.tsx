import type { DeploymentSettings } from '#web/api/core.gen.ts'
import { useRead } from '#web/api/paths.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Loading } from '#web/ui/page.tsx'
import { PATH } from './form.tsx'
import { General } from './general.tsx'
import { Look } from './look.tsx'
import { MailSettings } from './mail.tsx'
import { Retention } from './retention.tsx'

/** How the deployment is set up. Each part begins anew when somebody else saved it. */
export function Settings() {
  const { data: settings, error } = useRead<DeploymentSettings>(PATH)
  if (error) return <FailureNote error={error} />
  if (!settings) return <Loading />
  return (
    <div className="grid gap-4">
      <General key={settings.name} settings={settings} />
      <Look key={JSON.stringify(settings.theme)} settings={settings} />
      <MailSettings key={JSON.stringify(settings.mail)} settings={settings} />
      <Retention key={JSON.stringify(settings.retention)} settings={settings} />
    </div>
  )
}
