/** One check taken out of the product, by the text that stands in its place. */
export type Mistake = { name: string; file: string; from: string; to: string }

const reached = 'domain/charts/reached-charts.ts'
const lenders = 'domain/access/lenders.ts'
const seenBy = 'domain/access/seen-by.ts'
const restrict = 'domain/semantics/row-filters/restrict-layer.ts'
const allow = 'domain/allow.ts'
const run = 'domain/query/run-query.ts'
const withheld = 'domain/agent/withheld.ts'
const signed = 'domain/access/authenticate.ts'

export const MISTAKES: Mistake[] = [
  { name: "the filters of a chart's owner", file: reached, from: '[...lendersOfChart(chart), ...between]', to: '[...between]' },
  { name: 'the filters of everyone between owner and viewer', file: reached, from: '[...lendersOfChart(chart), ...between]', to: 'lendersOfChart(chart)' },
  { name: "the owner's right on the source", file: reached, from: 'if (!sourceLent) throw', to: 'if (false) throw' },
  { name: 'who shared a chart on', file: reached, from: "const byChart = seen ? await sharers('chart', chart) : []", to: 'const byChart: string[] = []' },
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
  {
    name: 'that guests see nothing of a filtered table',
    file: restrict,
    from: "actor.type !== 'user' && (reaching.length > 0 || filtersOf(layer, table).length > 0) ? NO_ROW : null",
    to: 'null',
  },
  { name: 'filters of everyone', file: restrict, from: 'return (everyone === true || among({ groups, users }))', to: 'return among({ groups, users })' },
  { name: 'filters of groups', file: restrict, from: 'actor.groupIds.includes(group)', to: 'false' },
  { name: 'filters of users', file: restrict, from: '(list.users ?? []).includes(actor.userId)', to: 'false' },
  {
    name: 'filters of everyone, for guests',
    file: restrict,
    from: "if (actor.type !== 'user') return everyone === true",
    to: "if (actor.type !== 'user') return false",
  },
  { name: "a token's filters", file: restrict, from: ', ...tokenConditions(actor, layer, table)]', to: ']' },
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
  {
    name: 'the filters of who changed what a chart asks',
    file: reached,
    from: '[owner_id, ...(asked_by === null ? [] : [asked_by])]',
    to: '[owner_id]',
  },
  {
    name: 'that who changed what a chart asks still sees the source',
    file: reached,
    from: "or(isNull(charts.asked_by), seenBy(charts.asked_by, 'datasource', source))",
    to: 'sql`true`',
  },
  { name: 'that asking more on a dashboard lends by its owner too', file: reached, from: '(asksMore || !seen)', to: '!seen' },
  {
    name: 'that a lent chart answers its own question',
    file: 'domain/charts/filters/offered-values.ts',
    from: 'isReached(found) && mayAskMore(found)',
    to: 'isReached(found)',
  },
  {
    name: 'that a filter of a request asks more than the chart',
    file: 'domain/charts/filters/chart-filters.ts',
    from: 'if (!mayAskMore(found)) throw',
    to: 'if (false) throw',
  },
  {
    name: 'that a member is for who sees the source',
    file: 'domain/charts/filters/chart-filters.ts',
    from: "if (!found.sourceSeen && selections.some((selection) => 'member' in selection))",
    to: 'if (false)',
  },
  {
    name: 'that a filter is defined by who sees the source',
    file: 'domain/charts/filters/check-filters.ts',
    from: ", visible(ctx, 'datasource', datasources.id, datasources.owner_id)",
    to: '',
  },
  {
    name: "that placing a chart on somebody else's dashboard takes the right to publish it",
    file: 'domain/charts/dashboards.ts',
    from: 'if (parts.layout) await requirePublishable(ctx, parts.layout, before)',
    to: '',
  },
  { name: 'that a token takes the right to publish', file: 'domain/charts/guest-tokens.ts', from: 'if (closed.length > 0) {', to: 'if (false) {' },
  { name: 'whose filters kept rows were cut by', file: 'domain/query/cached-query.ts', from: 'effectiveFilterKey(layer), token, ', to: 'token, ' },
  { name: 'that a sharer who is deleted lends nothing', file: lenders, from: "by === 'system' ||", to: 'role === null ||' },
  {
    name: 'that only shares on what was owned pass to an heir',
    file: 'domain/catalog/users.ts',
    from: "role === 'admin' && known.role === 'admin' ? undefined : or(...owned)",
    to: 'undefined',
  },
  {
    name: 'that an asker lends words while he sees the source',
    file: withheld,
    from: "seenBy(sql`${askerId}`, 'datasource', { id, owner: owner_id }), ",
    to: '',
  },
  {
    name: 'that words of filtered sources are withheld',
    file: withheld,
    from: '{ id, owner: owner_id }), not(exists(filters))',
    to: '{ id, owner: owner_id })',
  },
  { name: "that rows of others' answers are withheld where filters stand", file: withheld, from: 'owner_id), not(exists(filters))))', to: 'owner_id)))' },
  {
    name: 'what a link withholds',
    file: 'domain/agent/session-shares.ts',
    from: "await withheld(ctx, row.user_id, row.snapshot as SharedSession['messages'])",
    to: "row.snapshot as SharedSession['messages']",
  },
  {
    name: 'what a search withholds',
    file: 'domain/agent/session-search.ts',
    from: 'return found.filter(({ session_id, message_id }) => message_id === null || !hidden.has(session_id))',
    to: 'return found',
  },
  {
    name: 'what a description withholds',
    file: 'domain/semantics/descriptions.ts',
    from: 'if (!layer.tables.some((table) => table.name === row.table_name && table.rowFilter)) return row',
    to: 'return row',
  },
  {
    name: 'what a verified query withholds',
    file: 'domain/query/verified-queries.ts',
    from: '(await loadLayer(ctx, source)).tables.some((table) => table.rowFilter) ? [id] : []',
    to: 'false ? [id] : []',
  },
  {
    name: 'what a copy of a session withholds',
    file: 'domain/agent/session-clone.ts',
    from: 'isAdmin(ctx) || source.user_id === copy.user_id ?',
    to: 'true ?',
  },
]
