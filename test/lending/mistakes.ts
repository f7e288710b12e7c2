/** One check taken out of the product, by the text that stands in its place. */
export type Mistake = { name: string; file: string; from: string; to: string }

const reached = 'domain/charts/reached-charts.ts'
const lenders = 'domain/access/lenders.ts'
const seenBy = 'domain/access/seen-by.ts'
const restrict = 'domain/semantics/row-filters/restrict-layer.ts'
const allow = 'domain/allow.ts'
const run = 'domain/query/run-query.ts'
const signed = 'domain/access/authenticate.ts'

export const MISTAKES: Mistake[] = [
  { name: "the filters of a chart's owner", file: reached, from: '[...lendersOfChart(chart), ...between]', to: '[...between]' },
  { name: 'the filters of everyone between owner and viewer', file: reached, from: '[...lendersOfChart(chart), ...between]', to: 'lendersOfChart(chart)' },
  { name: "the owner's right on the source", file: reached, from: 'if (!sourceLent) throw', to: 'if (false) throw' },
  { name: 'who shared a chart on', file: reached, from: "seen ? await sharers('chart', chart) :", to: 'seen ? [] :' },
  { name: "the filters of a dashboard's owner", file: reached, from: '[shown.owner_id, ...(await', to: '[...(await' },
  { name: 'who shared a dashboard on', file: reached, from: "...(await sharers('dashboard', shown)), ", to: '' },
  { name: "the filters of a token's maker", file: reached, from: ', ...minter]', to: ']' },
  { name: 'that a chart is reached at all', file: reached, from: 'seen || (published && (sourceSeen || sourcePublished))', to: 'seen || true' },
  {
    name: 'that publishing takes more than view',
    file: reached,
    from: "flag(seenBy(sql`${publisher}`, type, object, 'edit'))",
    to: 'flag(seenBy(sql`${publisher}`, type, object))',
  },
  { name: 'that publishing takes a right on the source', file: reached, from: '(sourceSeen || sourcePublished)', to: 'true' },
  { name: "that a token opens its dashboard's charts only", file: reached, from: 'const placed = !dashboard ||', to: 'const placed = true ||' },
  { name: 'the groups of lenders', file: lenders, from: 'groupIds: JSON.parse(groups) as string[]', to: 'groupIds: []' },
  { name: 'that sharers may still share', file: lenders, from: 'if (way === null) throw', to: 'if (way === null) return []; if (false) throw' },
  {
    name: 'that sharers lend at all',
    file: lenders,
    from: "by === object.owner_id || by === 'system' || (role === 'admin' && status === 'active')",
    to: 'true',
  },
  { name: 'that a grant reaches its group only', file: lenders, from: "type === 'group' && user.groupIds.includes(id)", to: "type === 'group'" },
  { name: 'that a lender is active', file: seenBy, from: "and u.status = 'active' and u.role <> 'pending'", to: '' },
  { name: 'that a grant is for the lender', file: seenBy, from: 'and (${reached})', to: '' },
  { name: 'that a lender is in the group', file: seenBy, from: 'and m.principal_id = u.id', to: '' },
  { name: 'the level a publisher needs', file: seenBy, from: "least === 'edit'", to: 'false' },
  { name: "lenders' filters", file: restrict, from: '...lenders.map((lender) => filterFor(lender, layer, table))', to: '' },
  { name: "the viewer's filters", file: restrict, from: 'const filters = [own, ', to: 'const filters = [' },
  { name: 'that guests see nothing of a filtered table', file: restrict, from: "actor.type !== 'user' ? NO_ROW : null", to: 'null' },
  { name: 'filters of everyone', file: restrict, from: 'return (everyone === true || among({ groups, users }))', to: 'return among({ groups, users })' },
  { name: 'filters of groups', file: restrict, from: 'actor.groupIds.includes(group)', to: 'false' },
  { name: 'filters of users', file: restrict, from: '(list.users ?? []).includes(actor.userId)', to: 'false' },
  {
    name: 'filters of everyone, for guests',
    file: restrict,
    from: "if (actor.type !== 'user') return everyone === true",
    to: "if (actor.type !== 'user') return false",
  },
  { name: "a token's filters", file: restrict, from: 'const conditions = [...stored, ...token]', to: 'const conditions = [...stored]' },
  {
    name: 'values nobody has',
    file: restrict,
    from: 'if (!column || found === null) return NO_ROW',
    to: "if (!column || found === null) return { kind: 'all', of: [] }",
  },
  {
    name: 'lenders, on the way to the layer',
    file: 'domain/semantics/load-layer.ts',
    from: 'await wholeLayer(ctx, datasource), lenders)',
    to: 'await wholeLayer(ctx, datasource))',
  },
  { name: 'lenders, on the way to the query', file: run, from: "authority === 'caller' ? [] : authority.lenders", to: '[]' },
  { name: "the caller's right on a source", file: run, from: "authority === 'caller' ? await requireDatasource(ctx, datasourceId, 'view') :", to: '' },
  { name: 'filters of written statements', file: run, from: 'tables, shapes, rowPredicates, origin', to: 'tables, shapes, rowPredicates: [], origin' },
  {
    name: "that a token's maker keeps his right",
    file: signed,
    from: "seenBy(sql`${claims.minterId}`, 'dashboard', { id: dashboards.id, owner: dashboards.owner_id }, 'edit'),",
    to: '',
  },
  { name: 'that tokens end with the embedding', file: signed, from: 'eq(dashboards.embed_epoch, claims.epoch),', to: '' },
  {
    name: 'whom a share reaches',
    file: allow,
    from: 'and(eq(grants.resource_type, type), reaching(actor), least',
    to: 'and(eq(grants.resource_type, type), least',
  },
  { name: 'whom a level reaches', file: allow, from: 'eq(grants.resource_id, object.id), reaching(actor))', to: 'eq(grants.resource_id, object.id))' },
  {
    name: 'under whose right a tile ran',
    file: 'domain/charts/dashboard-data.ts',
    from: 'found.sourceSeen ? null : found.seen ? found.chart.id : lendersOfChart(found.chart)',
    to: 'null',
  },
]
