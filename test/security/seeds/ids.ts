import { type IdPrefix, newId } from '#domain/identifiers.ts'

/** When everything seeded was made. */
export const at = '2026-11-21T09:00:00.000Z'
export const stamps = { created_at: at, updated_at: at }
export const id = (prefix: IdPrefix) => newId(prefix, Date.parse(at))

type Person = { id: string }
export type People = { owner: Person; viewer: Person; member: Person; editor: Person; stranger: Person }
export type Ids = ReturnType<typeof newIds>

/** An id for one object of each kind. */
export function newIds({ owner, viewer, member, stranger }: People) {
  return {
    group: id('grp'),
    provider: id('prv'),
    identityProvider: id('idp'),
    ownerIdentity: id('idn'),
    budget: id('bud'),
    base: id('mdl'),
    model: id('mdl'),
    prompt: id('prm'),
    job: id('job'),
    jobRun: id('run'),
    file: id('fil'),
    spareFile: id('fil'),
    datasource: id('ds'),
    extraction: id('ext'),
    description: id('dsc'),
    column: id('dsc'),
    hierarchy: id('hier'),
    relationship: id('rel'),
    rowFilter: id('flt'),
    measure: id('msr'),
    verifiedQuery: id('vq'),
    learnedPhrase: id('lph'),
    session: id('ses'),
    message: id('msg'),
    completion: id('cmp'),
    sharedLink: id('shr'),
    chart: id('cht'),
    dashboard: id('dsh'),
    otherDashboard: id('dsh'),
    user: stranger.id,
    owner: owner.id,
    viewer: viewer.id,
    member: member.id,
    ownerKey: '',
    ownerSignin: id('sgn'),
    app: id('app'),
    ownerConnection: id('con'),
    grant: id('shr'),
    auditEntry: '',
    binding: id('shr'),
  }
}
