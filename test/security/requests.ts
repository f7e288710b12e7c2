import { responseId } from '#domain/agent/completions/response-id.ts'
import type { Contract } from '#test/contracts.ts'

type Ids = Record<string, string>

const patchOf = (...Operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })

/** The seeded object a path or query parameter stands for: by the collection before it, else by its own name. */
export function idFor(contract: Contract, name: string, ids: Ids): string {
  const segments = contract.path.split('/')
  const collection = segments[segments.indexOf(`{${name}}`) - 1] ?? ''
  if (name === 'user_id' && contract.path.endsWith('usergroups')) return ids.member ?? ''
  const id = BY_COLLECTION[collection]?.(ids) ?? BY_NAME[name]?.(ids)
  if (!id) throw new Error(`no object stands for the parameter ${name} of ${collection}`)
  return id
}

const BY_COLLECTION: Record<string, (ids: Ids) => string | undefined> = {
  'chart-images': () => `qi_${'0'.repeat(60)}${'A'.repeat(43)}`,
  users: (ids) => ids.owner,
  groups: (ids) => ids.group,
  providers: (ids) => ids.provider,
  'identity-providers': (ids) => ids.identityProvider,
  directories: (ids) => ids.directory,
  Users: (ids) => ids.owner,
  Groups: (ids) => ids.group,
  ResourceTypes: () => 'User',
  Schemas: () => 'urn:ietf:params:scim:schemas:core:2.0:Group',
  identities: (ids) => ids.ownerIdentity,
  oidc: (ids) => ids.identityProvider,
  budgets: (ids) => ids.budget,
  models: (ids) => ids.model,
  prompts: (ids) => ids.prompt,
  jobs: (ids) => ids.job,
  webhooks: (ids) => ids.webhook,
  mails: (ids) => ids.mail,
  deliveries: (ids) => ids.delivery,
  runs: (ids) => ids.jobRun,
  'api-keys': (ids) => ids.ownerKey,
  signins: (ids) => ids.ownerSignin,
  connections: (ids) => ids.ownerConnection,
  'audit-logs': (ids) => ids.auditEntry,
  history: () => '1',
  files: (ids) => ids.file,
  datasources: (ids) => ids.datasource,
  tables: () => 'orders',
  'unmatched-terms': () => 'churned',
  semanticextractions: (ids) => ids.extraction,
  descriptions: (ids) => ids.column,
  hierarchies: (ids) => ids.hierarchy,
  relationships: (ids) => ids.relationship,
  measures: (ids) => ids.measure,
  'verified-queries': (ids) => ids.verifiedQuery,
  'learned-phrases': (ids) => ids.learnedPhrase,
  filters: (ids) => ids.rowFilter,
  sessions: (ids) => ids.session,
  messages: (ids) => ids.message,
  shared: (ids) => ids.sharedLink,
  completions: (ids) => ids.completion,
  responses: (ids) => responseId(ids.completion ?? ''),
  charts: (ids) => ids.chart,
  dashboards: (ids) => ids.dashboard,
  tiles: () => 'tile_1',
  usergroups: (ids) => ids.grant,
  modelgroups: (ids) => ids.modelGroup,
  modelusers: (ids) => ids.modelUser,
  promptgroups: (ids) => ids.promptGroup,
  promptusers: (ids) => ids.promptUser,
  jobgroups: (ids) => ids.jobGroup,
  jobusers: (ids) => ids.jobUser,
  datasourcegroups: (ids) => ids.datasourceGroup,
  datasourceusers: (ids) => ids.datasourceUser,
  datasourcemodels: (ids) => ids.binding,
  live: () => 'liv_unknown',
  recordings: () => 'rec_unknown',
  'guest-threads': () => 'thr_unknown',
}

const BY_NAME: Record<string, (ids: Ids) => string | undefined> = {
  group_id: (ids) => ids.group,
  user_id: (ids) => ids.viewer,
  reassign_to: (ids) => ids.viewer,
  model_id: (ids) => ids.model,
  prompt_id: (ids) => ids.prompt,
  job_id: (ids) => ids.job,
  datasource_id: (ids) => ids.datasource,
  dashboard_id: (ids) => ids.dashboard,
}

const question = { messages: [{ role: 'user', content: 'How many orders are there?' }] }
const share = (ids: Ids) => ({ user_id: ids.user })
const shareWithGroup = (ids: Ids) => ({ group_id: ids.group })
const wav = 'RIFF\u0024\u0000\u0000\u0000WAVEfmt \u0010\u0000\u0000\u0000\u0001\u0000\u0001\u0000'
const upload = (name: string, content: string) => () => {
  const form = new FormData()
  form.set('file', new File([content], name))
  return form
}
const level = (table: string, column: string) => ({ table_name: table, column_name: column })
const join = { from_table: 'orders', from_columns: ['region'], to_table: 'orders', to_columns: ['id'], cardinality: 'many_to_one' }

const BODIES: Record<string, (ids: Ids) => unknown> = {
  receiveBackchannelLogout: upload('logout_token', ''),
  fixUnmatchedTerm: () => ({ kind: 'synonym', table: 'orders' }),
  createUser: () => ({ email: 'new@example.com' }),
  updateUser: () => ({ name: 'Other' }),
  createGroup: () => ({ name: 'New' }),
  updateGroup: () => ({ description: 'x' }),
  createUserGroup: (ids) => ({ user_id: ids.user, group_id: ids.group }),
  createModelGroup: (ids) => ({ model_id: ids.model, group_id: ids.group }),
  createModelUser: (ids) => ({ model_id: ids.model, user_id: ids.user }),
  createPromptGroup: (ids) => ({ prompt_id: ids.prompt, group_id: ids.group }),
  createPromptUser: (ids) => ({ prompt_id: ids.prompt, user_id: ids.user }),
  createDatasourceGroup: (ids) => ({ datasource_id: ids.datasource, group_id: ids.group }),
  createDatasourceUser: (ids) => ({ datasource_id: ids.datasource, user_id: ids.user }),
  createDatasourceModel: (ids) => ({ datasource_id: ids.datasource, model_id: ids.model }),
  signIn: () => ({ email: 'nobody@example.com', password: 'wrong password' }),
  askPasswordReset: () => ({ email: 'nobody@example.com' }),
  acceptInvitation: () => ({ token: 'qi_unknown', password: 'correct horse battery' }),
  changePassword: () => ({ current_password: 'wrong password', new_password: 'correct horse battery' }),
  signInByLink: () => ({ token: 'ql_unknown' }),
  createApiKey: () => ({ name: 'CI' }),
  rotateApiKey: () => ({}),
  updateApiKey: () => ({ name: 'Other' }),
  finishSignIn: () => ({ ticket: 'qt_unknown', code: '123456' }),
  enrolAtSignIn: () => ({ ticket: 'qt_unknown' }),
  confirmAtSignIn: () => ({ ticket: 'qt_unknown', code: '123456' }),
  beginSecondFactor: () => ({ current_password: 'wrong password' }),
  confirmSecondFactor: () => ({ code: '123456' }),
  renewRecoveryCodes: () => ({ code: '123456' }),
  removeSecondFactor: () => ({ code: '123456' }),
  createIdentityProvider: () => ({ name: 'New', issuer: 'http://127.0.0.1:9', client_id: 'querent' }),
  updateIdentityProvider: () => ({ name: 'Other' }),
  createDirectory: () => ({ name: 'New' }),
  updateDirectory: () => ({ name: 'Other' }),
  createScimUser: () => ({ userName: 'scim@example.com' }),
  replaceScimUser: () => ({ userName: 'other@example.com' }),
  updateScimUser: () => patchOf({ op: 'replace', path: 'title', value: 'Buyer' }),
  searchScimUsers: () => ({ schemas: [], filter: 'active eq true' }),
  searchScimGroups: () => ({ schemas: [] }),
  searchScim: () => ({ schemas: [] }),
  createScimGroup: () => ({ displayName: 'New' }),
  replaceScimGroup: () => ({ displayName: 'Other' }),
  updateScimGroup: () => patchOf({ op: 'replace', path: 'displayName', value: 'Other' }),
  updateSignInPolicy: () => ({ password: 'on' }),
  updateSettings: () => ({ name: 'Querent' }),
  tryMailServer: () => ({}),
  createProvider: () => ({ name: 'new', kind: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1' }),
  testProvider: () => ({}),
  updateProvider: () => ({ name: 'Other' }),
  createBudget: () => ({ principal_type: 'everyone', requests_per_day: 100_000 }),
  updateBudget: () => ({ requests_per_day: 100_000 }),
  createModel: (ids) => ({ name: 'new', base_model_id: ids.base }),
  updateModel: () => ({ description: 'x' }),
  createPrompt: () => ({ command: '/new', title: 'New', content: 'Hello' }),
  eraseUser: () => ({ confirm: 'nobody@example.com' }),
  renderPrompt: () => ({ variables: { region: 'EU' } }),
  updatePrompt: () => ({ title: 'Other' }),
  createJobGroup: (ids) => ({ job_id: ids.job, group_id: ids.group }),
  createJobUser: (ids) => ({ job_id: ids.job, user_id: ids.user }),
  createJob: (ids) => ({ name: 'New', kind: 'chart_refresh', payload: { chart_id: ids.chart } }),
  registerOAuthClient: () => ({ redirect_uris: ['http://127.0.0.1/callback'] }),
  grantOAuthTokens: () => ({ grant_type: 'refresh_token', client_id: 'app_x', refresh_token: 'qf_x' }),
  revokeOAuthToken: () => ({ token: 'qf_x' }),
  askOAuthConsent: (ids) => ({ client_id: ids.app, response_type: 'code' }),
  decideOAuthConsent: (ids) => ({ client_id: ids.app, response_type: 'code', approve: false }),
  createWebhook: () => ({ name: 'New', url: 'http://127.0.0.1:9/hook' }),
  updateWebhook: () => ({ name: 'Other' }),
  updateJob: () => ({ name: 'Other' }),
  createSession: () => ({ title: 'New' }),
  createSessionAbout: (ids) => ({ chart_id: ids.chart }),
  updateSession: () => ({ title: 'Other' }),
  cloneSession: () => ({}),
  shareSessionWithUser: share,
  shareSessionWithGroup: shareWithGroup,
  takeStep: () => ({ change: { action: 'limit', limit: 5 } }),
  createCompletion: () => ({ model: 'builtin', ...question }),
  callMcp: () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  rateCompletion: () => ({ rating: 'positive' }),
  createChatCompletion: () => ({ model: 'builtin', ...question }),
  createEmbeddings: () => ({ model: 'builtin', input: 'How many customers are there?' }),
  createResponse: () => ({ model: 'builtin', input: 'How many customers are there?' }),
  createChart: (ids) => ({ title: 'New', datasource_id: ids.datasource, query: { sql: 'select 1' } }),
  previewChart: (ids) => ({ datasource_id: ids.datasource, query: { sql: 'select 1 as n' } }),
  updateChart: () => ({ title: 'Other' }),
  cloneChart: () => ({}),
  restoreChart: () => ({ revision: 1 }),
  askDashboard: () => ({ question: 'How many are there?' }),
  restoreDashboard: () => ({ revision: 1 }),
  shareChartWithUser: share,
  shareChartWithGroup: shareWithGroup,
  createDashboard: () => ({ title: 'New' }),
  updateDashboard: () => ({ title: 'Other' }),
  cloneDashboard: () => ({}),
  shareDashboardWithUser: share,
  shareDashboardWithGroup: shareWithGroup,
  createGuestToken: (ids) => ({ dashboard_id: ids.dashboard }),
  uploadFile: upload('orders.csv', 'id,region\n1,EU\n'),
  createDatasource: (ids) => ({ name: 'New', type: 'file', connection: { file_ids: [ids.spareFile] } }),
  updateDatasource: () => ({ description: 'x' }),
  validateUnsavedDatasource: (ids) => ({ type: 'file', connection: { file_ids: [ids.file] } }),
  queryDatasource: () => ({ sql: 'select 1' }),
  shareDatasourceWithUser: share,
  shareDatasourceWithGroup: shareWithGroup,
  startExtraction: (ids) => ({ datasource_id: ids.datasource }),
  updateDescriptions: (ids) => ({ descriptions: [{ id: ids.column, description: 'x' }] }),
  updateDescription: () => ({ description: 'x' }),
  createHierarchy: (ids) => ({ datasource_id: ids.datasource, name: 'new', title: 'New', levels: [level('orders', 'region'), level('orders', 'id')] }),
  updateHierarchy: () => ({ title: 'Other' }),
  createRelationship: (ids) => ({ datasource_id: ids.datasource, ...join }),
  updateRelationship: () => ({ cardinality: 'one_to_one' }),
  createMeasure: (ids) => ({ datasource_id: ids.datasource, name: 'orders_count', table_name: 'orders', aggregation: 'count' }),
  updateMeasure: () => ({ title: 'Other' }),
  createVerifiedQuery: (ids) => ({
    datasource_id: ids.datasource,
    question: 'How many orders?',
    query: { measures: [{ aggregate: 'count', table: 'orders' }] },
  }),
  updateVerifiedQuery: () => ({ question: 'How many?' }),
  updateLearnedPhrase: () => ({ is_shared: true }),
  importLayer: () => ({ content: 'querent: 1\n', dry_run: true }),
  createRowFilter: (ids) => ({ datasource_id: ids.datasource, table_name: 'orders', condition: { member: 'region', operator: 'equals', values: ['EU'] } }),
  updateRowFilter: () => ({ name: 'Other' }),
  updateSpeechConfig: () => ({ language: 'de' }),
  createTranscription: upload('speech.wav', wav),
  startLiveTranscription: () => ({ language: 'en' }),
  appendLivePiece: upload('piece.wav', wav),
  createTranslation: upload('speech.wav', wav),
  createOpenAiTranscription: upload('speech.wav', wav),
  createOpenAiTranslation: upload('speech.wav', wav),
  createLlmOpenAiTranscription: upload('speech.wav', wav),
  createLlmOpenAiTranslation: upload('speech.wav', wav),
}

/** A body that passes validation, so that what is seen is the permission; `undefined` for a route that takes none. */
export function bodyFor(contract: Contract, ids: Ids): unknown {
  if (!contract.request.body || contract.request.body.required === false) return undefined
  const make = BODIES[contract.operationId.replace(/^patch/, 'update')]
  if (!make) throw new Error(`no body is known for ${contract.operationId}`)
  return make(ids)
}

export const isForm = (body: unknown): body is FormData => body instanceof FormData
