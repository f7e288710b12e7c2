import type { Service } from '#domain/context.ts'

/** What a service is for and how one works with it: how its document begins. */
export const SERVICE_TEXTS: Record<Service, string> = {
  core: `Core keeps who may do what: users, groups, API keys and sign-ins; the providers and models that answer; prompts, budgets and the audit trail.

1. \`POST /auths/signin\` or an API key (\`POST /auths/api-keys\`) gives the credential that every service takes.
2. \`POST /users\` and \`POST /groups\` make people and teams, \`POST /usergroups\` joins them.
3. \`POST /providers\` connects a vendor of models, \`POST /models\` names what may be asked; \`modelgroups\` and \`modelusers\` say by whom.
4. \`POST /jobs\` has work done by a schedule, by its owner's rights.
5. \`GET /audit-logs\` tells who did what.`,
  semantic: `Semantic connects data and says what it means: data sources, uploaded files, the descriptions, joins, measures and hierarchies that questions are answered from, and the row filters that say who sees which rows.

1. \`POST /files\` uploads data, or have a database ready; \`POST /datasources\` connects it.
2. \`POST /semanticextractions\` reads its schema and describes it; \`GET /semanticextractions/{extraction_id}/events\` tells how far it is.
3. Correct what was written: \`/descriptions\`, \`/relationships\`, \`/measures\`, \`/hierarchies\`, \`/verified-queries\`.
4. \`POST /filters\` restricts rows; \`datasourcegroups\` and \`datasourceusers\` say who may query, \`datasourcemodels\` which model answers from it.`,
  llm: `LLM answers questions in plain words from connected data, in sessions that remember what was said.

1. \`POST /session/completions\` with a \`model\` and \`messages\` asks; with \`stream: true\` the answer comes as it is written.
2. The answer brings its query, rows and chart as \`attachments\`; \`session_id\` in the next request goes on from there.
3. \`/sessions\` lists, searches, shares and clones conversations.
4. OpenAI's own clients work with the base URL \`…/api/v1/llm/openai/v1\`, MCP clients with \`…/api/v1/llm/mcp\`.`,
  analytics: `Analytics keeps charts and dashboards, shares them, and embeds them in other pages.

1. A chart comes from an answer, or \`POST /charts\` makes one of a query over a data source.
2. \`GET /charts/{chart_id}/data\` runs it with the viewer's own row filters.
3. \`POST /dashboards\` lays charts out; \`/share\` gives both to users and groups; lock, hide and disable are independent of each other.
4. \`POST /auth/guest-token\` opens one dashboard to a page of yours.`,
  audio: `Audio turns speech into text, so that a question can be spoken.

1. \`GET /config\` says which engine transcribes, \`PUT /config\` chooses another; \`npm run get:speech\` brings one to this machine.
2. \`POST /transcriptions\` takes a recording and answers its text; with \`session_id\`, \`datasource_id\` or \`model\` it knows the names of the data, and \`optimize\` puts them right.
3. Send the text to \`POST /api/v1/llm/session/completions\`.
4. OpenAI's own clients work with the base URL \`…/api/v1/audio/openai/v1\`.`,
}

/** What the operations under a tag, the first part of their path, are about. */
export const TAG_TEXTS: Record<string, string> = {
  health: 'Whether the service can do its work',
  users: 'People with an account, their role and the attributes row filters use',
  groups: 'Teams: what is shared with a group is shared with its members',
  usergroups: 'Who is in which group, as member or manager',
  auths: 'Sign-in, the caller, passwords forgotten and changed, invitations and API keys',
  providers: 'Vendors of language models and the credentials they are called with',
  models: 'What completions name: models of providers, and custom ones over them',
  modelgroups: 'Which groups may use which model',
  modelusers: 'Which users may use which model',
  budgets: 'Limits of questions and tokens',
  prompts: 'Kept texts with variables, called by a command',
  promptgroups: 'Which groups may use which prompt',
  promptusers: 'Which users may use which prompt',
  'audit-logs': 'The trail of writes, denials and sign-ins, chained by hashes',
  permissions: 'The rights a group can give its members',
  people: 'Whom one may share with, by name',
  jobs: 'Work that runs on a schedule, and its runs',
  jobgroups: 'Which groups may see or run which job',
  jobusers: 'Which users may see or run which job',
  events: 'Changes as they happen',
  'identity-providers': 'OpenID providers that people sign in by',
  directories: 'Directories such as Okta and Entra ID, which keep people and groups by SCIM, and their tokens',
  scim: 'People and groups as a directory keeps them: SCIM 2.0 (RFC 7643, RFC 7644)',
  webhooks: 'Addresses that changes and results are told to, and what was sent there',
  oauth: 'Apps that act for people: OAuth 2.1, what people are asked, and what they have connected',
  mails: 'What was mailed to people, or waits for it',
  settings: 'How this deployment is set up: name, theme, mail server, retention and sign-in policy; the environment wins',
  files: 'Uploaded data: each file is a table, a SQLite file its tables',
  datasources: 'Connected data: its schema, its rows, who may query it',
  'datasource-types': 'The kinds of source and what each needs to connect',
  semanticextractions: 'Runs that read a schema and describe it',
  descriptions: 'What tables and columns mean',
  hierarchies: 'Levels from coarse to fine, such as country and city',
  relationships: 'How tables are joined',
  measures: 'Figures with a name, such as revenue',
  'learned-phrases': 'Readings people chose where a question was asked back about',
  'verified-queries': 'Questions with an answer somebody has checked',
  filters: 'Row filters: who sees which rows of a table',
  datasourcegroups: 'Which groups may query which data source',
  datasourceusers: 'Which users may query which data source',
  datasourcemodels: 'Which models answer from which data source',
  sessions: 'Conversations: their messages, shares and copies',
  completions: 'Questions and their answers',
  openai: "The same, as OpenAI's own clients call it",
  mcp: 'The same, as a Model Context Protocol server',
  usage: 'Questions, tokens and queries used',
  charts: 'A query and how it is drawn',
  dashboards: 'Charts laid out together',
  auth: 'Tokens that open one dashboard to the public',
  'guest-threads': 'What guests of embedded dashboards asked, for the application that named them: read and erased by its own user ids',
  embedded: 'The page that shows an embedded dashboard',
  config: 'The engine that transcribes',
  transcriptions: 'Recordings turned into text',
  recordings: 'Recordings that were kept because their speaker asked for it',
  live: 'Text while somebody still speaks: pieces of sound in order, and what they say so far',
  translations: 'Recordings of any language turned into English text',
}

/** What holds for every service. */
export const RULES = `Every call carries \`Authorization: Bearer <credential>\`.

- A list is an array with \`X-Total-Count\` and \`Link\`; its \`/paginated\` twin is a page with \`total\` and \`next_cursor\`.
- Query parameters and bodies are strict: an unknown one is a 422 that names it and lists the known.
- A resource comes with its \`ETag\`; a change that sends it as \`If-Match\` is refused when somebody else was faster. \`PUT\` and \`PATCH\` both change the members that are sent.
- A \`POST\` with an \`Idempotency-Key\` can be repeated safely.
- Every failure has the shape \`Error\`; its \`code\` is stable, its \`request_id\` stands in the log.
`
