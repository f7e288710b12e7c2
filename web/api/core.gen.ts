// Written by `npm run web:types` from the service's OpenAPI document.
export type AccessWay = { principal_type: "user" | "group" | "everyone"; principal_id: string; name: string; is_active: boolean; level: "view" | "edit" | "own"; through: "owner" | "share" | "group" | "chart" | "dashboard"; through_id: string | null; through_name: string | null }
export type AlertCondition = { operator: "above"; value: number } | { operator: "below"; value: number } | { operator: "changed_by"; value: number; is_percent?: boolean } | { operator: "missing" } | { operator: "unusual"; value?: number }
export type AlertJobPayload = { chart_id: string; column?: string; of_rows?: "first" | "last" | "sum" | "min" | "max"; condition: AlertCondition; tells_end?: boolean }
export type ApiKey = { id: string; revision: number; created_at: string; updated_at: string; user_id: string; name: string; last4: string; scopes: Array<string>; expires_at: string | null; revoked_at: string | null; last_used_at: string | null }
export type ApiKeyChange = { name?: string; scopes?: Array<Scope>; expires_at?: string | null }
export type ApiKeyRotation = { overlap_seconds?: number }
export type AuditCheckpoint = { position: number; hash: string; entries: number; from_at: string; until_at: string; created_at: string; seal: string }
export type AuditLog = { id: string; type: string; at: string; actor: { type: string; user_id: string | null; api_key_id: string | null }; resource: { type: string; id: string | null }; service: string; outcome: "success" | "denied" | "failure"; request: { id: string; method: string; path: string; ip: string | null; user_agent: string | null; status: number | null; duration_ms: number | null }; details: Record<string, unknown>; prev_hash: string | null; hash: string | null; is_redacted: boolean }
export type AuditLogPage = { items: Array<AuditLog>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type AuditVerification = { valid: boolean; entries: number; unchained: number; redacted: number; forgotten: number; broken: Array<{ position: number; id: string | null; reason: "changed" | "missing" | "checkpoint" }>; head: string | null }
export type AuthorizationDecision = { client_id: string; redirect_uri?: string; response_type?: string; code_challenge?: string; code_challenge_method?: string; scope?: string; state?: string; resource?: string; approve: boolean; scopes?: Array<Scope> }
export type AuthorizationRequest = { client_id: string; redirect_uri?: string; response_type?: string; code_challenge?: string; code_challenge_method?: string; scope?: string; state?: string; resource?: string }
export type BareHealth = { status: "ok" | "draining" }
export type Budget = { id: string; revision: number; created_at: string; updated_at: string; principal_type: "user" | "group" | "api_key" | "everyone"; principal_id: string | null; requests_per_minute: number | null; requests_per_day: number | null; tokens_per_day: number | null; cost_per_day: number | null; cost_per_month: number | null; concurrent_questions: number | null; audio_seconds_per_day: number | null; counts_cached_tokens: boolean }
export type BudgetChange = { requests_per_minute?: number | null; requests_per_day?: number | null; tokens_per_day?: number | null; cost_per_day?: number | null; cost_per_month?: number | null; concurrent_questions?: number | null; audio_seconds_per_day?: number | null; counts_cached_tokens?: boolean }
export type BudgetPage = { items: Array<Budget>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type ChangeEvent = { id: string; type: string; resource: { type: string; id: string | null }; revision: number | null; at: string }
export type ChartRefreshJobPayload = { chart_id: string }
export type ClaimNames = { email: string; name: string; groups: string | null; external_id: string | null; role: string | null }
export type ClientMetadata = { redirect_uris: Array<string>; client_name?: string; client_uri?: string; grant_types?: Array<string>; response_types?: Array<string>; scope?: string }
export type ConnectedApp = { id: string; client_id: string; name: string; uri: string | null; redirect_host: string; scopes: Array<string>; resource: string; created_at: string; last_used_at: string | null; expires_at: string }
export type ConsentAnswer = { redirect_to: string }
export type ConsentQuestion = { redirect_to: string | null; app: { client_id: string; name: string; uri: string | null; verified_host: string | null } | null; redirect: { host: string; kind: "web" | "loopback" | "app" } | null; scopes: Array<string>; resource: string | null }
export type CreatedApiKey = { id: string; revision: number; created_at: string; updated_at: string; user_id: string; name: string; last4: string; scopes: Array<string>; expires_at: string | null; revoked_at: string | null; last_used_at: string | null; key: string }
export type CreatedDirectory = { id: string; revision: number; created_at: string; updated_at: string; directory_id: string; name: string; default_role: "user" | "pending"; last4: string; base_url: string; user_count: number; group_count: number; last_used_at: string | null; token: string }
export type CreatedUser = { id: string; revision: number; created_at: string; updated_at: string; user_id: string; email: string; name: string; role: "admin" | "user" | "pending"; status: "active" | "invited" | "disabled"; attributes: Record<string, string | number | boolean | Array<string>>; group_ids: Array<string>; directory_id: string | null; last_active_at: string | null; invitation: { token: string; expires_at: string } | null }
export type CreatedWebhook = { id: string; revision: number; created_at: string; updated_at: string; webhook_id: string; name: string; url: string; format: "standard" | "slack"; events: Array<string>; is_enabled: boolean; stopped_reason: string | null; owner_id: string; secret: string }
export type Credentials = { email: string; password: string }
export type DashboardRefreshJobPayload = { dashboard_id: string }
export type Delivery = { id: string; delivery_id: string; message_id: string; webhook_id: string | null; event: string; status: DeliveryStatus; tries: Array<{ at: string; status: number | null; duration_ms: number; error: string | null }>; job_run_id: string | null; replay_of: string | null; body: string; created_at: string; completed_at: string | null }
export type DeliveryStatus = "queued" | "delivered" | "failed"
export type DeploymentSettings = { name: string; theme: DeploymentTheme; mail: { server: MailServer; from: string | null; language: "en" | "de"; types: Array<"smtp" | "http"> }; retention: { audit_days: number | null; guest_thread_days: number; run_days: number }; sign_in: { password: "on" | "off"; second_factor: "optional" | "administrators" | "everyone" }; sources: Record<string, SettingSource>; revision: number; updated_at: string | null }
export type DeploymentSettingsChange = { name?: string | null; theme?: { font?: string | null; series?: Array<string> | null; colors?: { background?: string; text?: string; muted?: string; grid?: string; line?: string; accent?: string; good?: string; bad?: string } | null; dark_colors?: { background?: string; text?: string; muted?: string; grid?: string; line?: string; accent?: string; good?: string; bad?: string } | null }; mail?: { server?: MailServerInput; from?: string | null; language?: "en" | "de" | null }; retention?: { audit_days?: number | null; guest_thread_days?: number | null; run_days?: number | null }; sign_in?: { password?: "on" | "off"; second_factor?: "optional" | "administrators" | "everyone" } }
export type DeploymentTheme = { font: string | null; series: Array<string>; colors: { background?: string; text?: string; muted?: string; grid?: string; line?: string; accent?: string; good?: string; bad?: string }; dark_colors: { background?: string; text?: string; muted?: string; grid?: string; line?: string; accent?: string; good?: string; bad?: string } }
export type Directory = { id: string; revision: number; created_at: string; updated_at: string; directory_id: string; name: string; default_role: "user" | "pending"; last4: string; base_url: string; user_count: number; group_count: number; last_used_at: string | null }
export type DirectoryChange = { name?: string; default_role?: "user" | "pending" }
export type DirectoryPage = { items: Array<Directory>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type EnrolledSignIn = { token: string; token_type: "Bearer"; expires_at: string; user: User; recovery_codes: Array<string> }
export type EnrolmentRequest = { current_password?: string }
export type Erased = { user_id: string; reassigned_to: string; sessions: number; audit_entries: number }
export type Erasure = { confirm: string; reassign_to?: string }
export type Error = { error: { message: string; type: string; code: string; param?: string; request_id: string; details?: Array<{ path: string; message: string }>; hint?: string } }
export type ExportJobPayload = { chart_id: string; format?: "csv" | "ndjson" | "xlsx" | "parquet" | "json" }
export type ExtractionJobPayload = { datasource_id: string; model?: string; tables?: Array<string>; include_samples?: boolean }
export type FactorCode = { code: string }
export type GivenModelCapabilities = { tools?: boolean; vision?: boolean; transcription?: boolean }
export type Group = { id: string; revision: number; created_at: string; updated_at: string; group_id: string; name: string; description: string; permissions: Record<string, boolean>; member_count: number; directory_id: string | null }
export type GroupChange = { name?: string; description?: string; permissions?: { create_datasources?: boolean; create_models?: boolean } }
export type GroupMapping = { value: string; group_id: string }
export type GroupPage = { items: Array<Group>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type Health = { status: "ok" | "degraded" | "draining"; service: string; version: string; time: string; checks: { database: { ok: boolean; latency_ms: number } } }
export type Identity = { id: string; identity_id: string; user_id: string; identity_provider_id: string; provider_name: string; issuer: string; subject: string; is_last_way_in: boolean; created_at: string; last_used_at: string | null }
export type IdentityProvider = { id: string; revision: number; created_at: string; updated_at: string; name: string; issuer: string; client_id: string; client_auth: "client_secret_basic" | "client_secret_post" | "none"; scopes: Array<string>; group_mappings: Array<GroupMapping>; role_mappings: Array<RoleMapping>; default_role: "user" | "pending"; allowed_groups: Array<string>; allowed_domains: Array<string>; creates_accounts: boolean; links_by_email: boolean; trusts_email: boolean; single_logout: boolean; session_hours: number; is_enabled: boolean; identity_provider_id: string; claims: ClaimNames; has_client_secret: boolean; redirect_uri: string; backchannel_logout_uri: string; post_logout_redirect_uri: string }
export type IdentityProviderChange = { name?: string; issuer?: string; client_id?: string; client_secret?: string | null; client_auth?: "client_secret_basic" | "client_secret_post" | "none"; scopes?: Array<string>; group_mappings?: Array<GroupMapping>; role_mappings?: Array<RoleMapping>; default_role?: "user" | "pending"; allowed_groups?: Array<string>; allowed_domains?: Array<string>; creates_accounts?: boolean; links_by_email?: boolean; trusts_email?: boolean; single_logout?: boolean; session_hours?: number; is_enabled?: boolean; claims?: { email?: string; name?: string; groups?: string | null; external_id?: string | null; role?: string | null } }
export type IdentityProviderCheck = { ok: boolean; latency_ms: number; message: string; authorization_endpoint: string | null; end_session_endpoint: string | null; backchannel_logout: boolean; keys: number }
export type IdentityProviderPage = { items: Array<IdentityProvider>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type Invitation = { token: string; expires_at: string }
export type InvitationAcceptance = { token: string; password: string; name?: string }
export type InvitationRequest = { send_mail?: boolean }
export type Job = { id: string; revision: number; created_at: string; updated_at: string; job_id: string; name: string; description: string; kind: "extraction" | "question" | "chart_refresh" | "dashboard_refresh" | "export" | "subscription" | "alert" | "maintenance"; payload: Record<string, unknown>; schedule: Schedule | null; notify: { webhook_ids?: Array<string>; user_ids?: Array<string>; on?: Array<"success" | "failure"> } | null; retries: number; deadline_seconds: number; concurrency: number; coalesce: boolean; is_enabled: boolean; stopped_reason: string | null; next_run_at: string | null; last_run: LastJobRun | null; owner_id: string }
export type JobChange = { name?: string; description?: string; schedule?: { cron: string; timezone?: string } | null; notify?: { webhook_ids?: Array<string>; user_ids?: Array<string>; on?: Array<"success" | "failure"> }; retries?: number; deadline_seconds?: number; concurrency?: number; coalesce?: boolean; is_enabled?: boolean; payload?: Record<string, unknown> }
export type JobGroup = { id: string; group_id: string; job_id: string; level: "view" | "edit" | "own"; created_by: string; created_at: string }
export type JobLogLine = { at: string; level: "info" | "warn" | "error"; message: string }
export type JobPage = { items: Array<Job>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type JobRun = { id: string; run_id: string; revision: number; job_id: string; kind: "extraction" | "question" | "chart_refresh" | "dashboard_refresh" | "export" | "subscription" | "alert" | "maintenance"; status: JobRunStatus; trigger: "manual" | "schedule"; scheduled_for: string | null; missed: number; coalesced: number; attempt: number; progress: { done: number; total: number }; result: Record<string, string | number | boolean | null> | null; error: string | null; files: Array<{ name: string; type: string; size: number }>; log: Array<JobLogLine>; created_at: string; started_at: string | null; completed_at: string | null }
export type JobRunPage = { items: Array<JobRun>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type JobRunStatus = "queued" | "running" | "succeeded" | "failed" | "cancelled"
export type JobUser = { id: string; user_id: string; job_id: string; level: "view" | "edit" | "own"; created_by: string; created_at: string }
export type LastJobRun = { id: string; status: JobRunStatus; trigger: "manual" | "schedule"; error: string | null; created_at: string; completed_at: string | null }
export type LinkToken = { token: string }
export type LinkedSignIn = { token: string; token_type: "Bearer"; expires_at: string; user: User; needs_password: boolean }
export type Mail = { id: string; mail_id: string; kind: MailKind; user_id: string; status: "queued" | "sent" | "failed"; tries: Array<{ at: string; outcome: "taken" | "later" | "never"; duration_ms: number; reply: string }>; job_id: string | null; job_run_id: string | null; created_at: string; expires_at: string; completed_at: string | null }
export type MailKind = "test" | "invitation" | "password_reset" | "password_changed" | "signin_locked" | "second_factor" | "identity_unlinked" | "job"
export type MailPage = { items: Array<Mail>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type MailServer = { type: "smtp"; host: string; port: number; security: "tls" | "starttls" | "none"; user: string | null; has_secret: boolean } | { type: "http"; url: string; format: "resend" | "postmark"; has_secret: boolean } | null
export type MailServerInput = { type: "smtp"; host: string; port: number; security: "tls" | "starttls" | "none"; user: string | null; secret?: string | null } | { type: "http"; url: string; format: "resend" | "postmark"; secret?: string | null } | null
export type MailTrial = { server?: MailServerInput; from?: string }
export type MailTried = { outcome: "taken" | "later" | "never"; reply: string; to: string; duration_ms: number }
export type MaintenanceJobPayload = { task: "retention" | "integrity_check" | "backup"; keep_days?: number; keep_copies?: number }
export type Member = { id: string; user_id: string; name: string; email: string; role: "member" | "manager" }
export type Model = { id: string; revision: number; created_at: string; updated_at: string; model_id: string; object: "model"; name: string; description: string; type: "provider" | "custom"; provider_id: string; provider: string; upstream: string; base_model_id: string | null; fallback_model_id: string | null; datasource_ids: Array<string>; system_prompt: string | null; params: ModelParams; price: { input: number; output: number; cached_input?: number } | null; capabilities: ModelCapabilities; is_enabled: boolean; owned_by: string }
export type ModelCapabilities = { tools: boolean; vision: boolean; transcription: boolean }
export type ModelChange = { name?: string; description?: string; upstream?: string; base_model_id?: string; fallback_model_id?: string | null; system_prompt?: string | null; params?: ModelParams; price?: { input: number; output: number; cached_input?: number } | null; capabilities?: GivenModelCapabilities; is_enabled?: boolean }
export type ModelGroup = { id: string; group_id: string; model_id: string; level: "view" | "edit" | "own"; created_by: string; created_at: string }
export type ModelPage = { items: Array<Model>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type ModelParams = { temperature?: number; max_tokens?: number; top_p?: number; context_tokens?: number; prompt_profile?: "full" | "small"; builtin_first?: boolean }
export type ModelUser = { id: string; user_id: string; model_id: string; level: "view" | "edit" | "own"; created_by: string; created_at: string }
export type NewAlertJob = { kind: "alert"; payload: AlertJobPayload; name: string; description?: string; schedule?: { cron: string; timezone?: string } | null; notify?: { webhook_ids?: Array<string>; user_ids?: Array<string>; on?: Array<"success" | "failure"> }; retries?: number; deadline_seconds?: number; concurrency?: number; coalesce?: boolean; is_enabled?: boolean }
export type NewApiKey = { name: string; scopes?: Array<Scope>; expires_at?: string | null }
export type NewBudget = { principal_type: "user" | "group" | "api_key" | "everyone"; principal_id?: string | null; requests_per_minute?: number | null; requests_per_day?: number | null; tokens_per_day?: number | null; cost_per_day?: number | null; cost_per_month?: number | null; concurrent_questions?: number | null; audio_seconds_per_day?: number | null; counts_cached_tokens?: boolean }
export type NewChartRefreshJob = { kind: "chart_refresh"; payload: ChartRefreshJobPayload; name: string; description?: string; schedule?: { cron: string; timezone?: string } | null; notify?: { webhook_ids?: Array<string>; user_ids?: Array<string>; on?: Array<"success" | "failure"> }; retries?: number; deadline_seconds?: number; concurrency?: number; coalesce?: boolean; is_enabled?: boolean }
export type NewDashboardRefreshJob = { kind: "dashboard_refresh"; payload: DashboardRefreshJobPayload; name: string; description?: string; schedule?: { cron: string; timezone?: string } | null; notify?: { webhook_ids?: Array<string>; user_ids?: Array<string>; on?: Array<"success" | "failure"> }; retries?: number; deadline_seconds?: number; concurrency?: number; coalesce?: boolean; is_enabled?: boolean }
export type NewDirectory = { name: string; default_role?: "user" | "pending" }
export type NewExportJob = { kind: "export"; payload: ExportJobPayload; name: string; description?: string; schedule?: { cron: string; timezone?: string } | null; notify?: { webhook_ids?: Array<string>; user_ids?: Array<string>; on?: Array<"success" | "failure"> }; retries?: number; deadline_seconds?: number; concurrency?: number; coalesce?: boolean; is_enabled?: boolean }
export type NewExtractionJob = { kind: "extraction"; payload: ExtractionJobPayload; name: string; description?: string; schedule?: { cron: string; timezone?: string } | null; notify?: { webhook_ids?: Array<string>; user_ids?: Array<string>; on?: Array<"success" | "failure"> }; retries?: number; deadline_seconds?: number; concurrency?: number; coalesce?: boolean; is_enabled?: boolean }
export type NewGroup = { name: string; description?: string; permissions?: { create_datasources?: boolean; create_models?: boolean } }
export type NewIdentityProvider = { name: string; issuer: string; client_id: string; client_secret?: string | null; client_auth?: "client_secret_basic" | "client_secret_post" | "none"; scopes?: Array<string>; claims?: { email?: string; name?: string; groups?: string | null; external_id?: string | null; role?: string | null }; group_mappings?: Array<GroupMapping>; role_mappings?: Array<RoleMapping>; default_role?: "user" | "pending"; allowed_groups?: Array<string>; allowed_domains?: Array<string>; creates_accounts?: boolean; links_by_email?: boolean; trusts_email?: boolean; single_logout?: boolean; session_hours?: number; is_enabled?: boolean }
export type NewJob = NewExtractionJob | NewQuestionJob | NewChartRefreshJob | NewDashboardRefreshJob | NewExportJob | NewSubscriptionJob | NewAlertJob | NewMaintenanceJob
export type NewJobGroup = { group_id: string; job_id: string; level?: "view" | "edit" | "own" }
export type NewJobUser = { user_id: string; job_id: string; level?: "view" | "edit" | "own" }
export type NewMaintenanceJob = { kind: "maintenance"; payload: MaintenanceJobPayload; name: string; description?: string; schedule?: { cron: string; timezone?: string } | null; notify?: { webhook_ids?: Array<string>; user_ids?: Array<string>; on?: Array<"success" | "failure"> }; retries?: number; deadline_seconds?: number; concurrency?: number; coalesce?: boolean; is_enabled?: boolean }
export type NewModel = { name: string; type?: "provider" | "custom"; description?: string; provider_id?: string; upstream?: string; base_model_id?: string; fallback_model_id?: string | null; datasource_ids?: Array<string>; system_prompt?: string | null; params?: ModelParams; price?: { input: number; output: number; cached_input?: number } | null; capabilities?: GivenModelCapabilities; is_enabled?: boolean }
export type NewModelGroup = { group_id: string; model_id: string; level?: "view" | "edit" | "own" }
export type NewModelUser = { user_id: string; model_id: string; level?: "view" | "edit" | "own" }
export type NewPrompt = { command: string; title: string; content: string; inputs?: Array<NewPromptInput>; is_enabled?: boolean }
export type NewPromptGroup = { group_id: string; prompt_id: string; level?: "view" | "edit" | "own" }
export type NewPromptInput = { name: string; type?: "text" | "number" | "date" | "choice" | "measure"; label?: string | null; default?: string | number | null; choices?: Array<string>; datasource_id?: string | null }
export type NewPromptUser = { user_id: string; prompt_id: string; level?: "view" | "edit" | "own" }
export type NewProvider = { name: string; kind: "openai" | "anthropic" | "google" | "mistral" | "azure" | "amazon-bedrock" | "groq" | "openai-compatible" | "workers-ai" | "deepgram" | "elevenlabs" | "assemblyai" | "gladia" | "revai"; base_url?: string | null; api_key?: string | null; options?: ProviderOptions; models_hint?: Array<string>; is_enabled?: boolean }
export type NewQuestionJob = { kind: "question"; payload: QuestionJobPayload; name: string; description?: string; schedule?: { cron: string; timezone?: string } | null; notify?: { webhook_ids?: Array<string>; user_ids?: Array<string>; on?: Array<"success" | "failure"> }; retries?: number; deadline_seconds?: number; concurrency?: number; coalesce?: boolean; is_enabled?: boolean }
export type NewSubscriptionJob = { kind: "subscription"; payload: SubscriptionJobPayload; name: string; description?: string; schedule?: { cron: string; timezone?: string } | null; notify?: { webhook_ids?: Array<string>; user_ids?: Array<string>; on?: Array<"success" | "failure"> }; retries?: number; deadline_seconds?: number; concurrency?: number; coalesce?: boolean; is_enabled?: boolean }
export type NewUser = { email: string; name?: string; role?: "admin" | "user" | "pending"; attributes?: Record<string, string | number | boolean | Array<string>>; password?: string; invite?: boolean; send_mail?: boolean }
export type NewUserGroup = { user_id: string; group_id: string; role?: "member" | "manager" }
export type NewWebhook = { name: string; url: string; format?: "standard" | "slack"; events?: Array<string>; is_enabled?: boolean }
export type NextJobRuns = { schedule: Schedule; runs: Array<string>; at: string }
export type OAuthError = { error: string; error_description: string }
export type OfferedModel = { id: string }
export type PasswordChange = { current_password?: string; new_password: string }
export type PasswordResetAsked = { expires_in: number }
export type PasswordResetRequest = { email: string }
export type Permission = { name: "create_datasources" | "create_models"; description: string }
export type Person = { id: string; user_id: string; name: string }
export type Prompt = { id: string; revision: number; created_at: string; updated_at: string; prompt_id: string; command: string; title: string; content: string; variables: Array<string>; inputs: Array<PromptInput>; is_enabled: boolean; version: number; owner_id: string }
export type PromptChange = { command?: string; title?: string; content?: string; inputs?: Array<NewPromptInput>; is_enabled?: boolean }
export type PromptGroup = { id: string; group_id: string; prompt_id: string; level: "view" | "edit" | "own"; created_by: string; created_at: string }
export type PromptInput = { name: string; type: "text" | "number" | "date" | "choice" | "measure"; label: string | null; default: string | number | null; choices: Array<string>; datasource_id: string | null }
export type PromptPage = { items: Array<Prompt>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type PromptUser = { id: string; user_id: string; prompt_id: string; level: "view" | "edit" | "own"; created_by: string; created_at: string }
export type PromptValues = { variables?: Record<string, string | number | boolean> }
export type PromptVersion = { prompt_id: string; version: number; title: string; content: string; inputs: Array<PromptInput>; author_id: string; created_at: string }
export type Provider = { id: string; revision: number; created_at: string; updated_at: string; provider_id: string; name: string; kind: "builtin" | "openai" | "anthropic" | "google" | "mistral" | "azure" | "amazon-bedrock" | "groq" | "openai-compatible" | "workers-ai" | "deepgram" | "elevenlabs" | "assemblyai" | "gladia" | "revai"; base_url: string | null; options: ProviderOptions; has_api_key: boolean; last4: string | null; models_hint: Array<string>; is_enabled: boolean }
export type ProviderChange = { name?: string; base_url?: string | null; api_key?: string | null; options?: ProviderOptions; models_hint?: Array<string>; is_enabled?: boolean }
export type ProviderCheck = { ok: boolean; latency_ms: number; message: string }
export type ProviderCheckRequest = { model?: string }
export type ProviderOptions = Record<string, string>
export type ProviderPage = { items: Array<Provider>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type PublicSettings = { name: string; theme: DeploymentTheme }
export type QuestionJobPayload = { question: string; model: string; session_id?: string }
export type RecoveryCodes = { recovery_codes: Array<string> }
export type RegisteredClient = { client_id: string; client_id_issued_at: number; client_name: string; client_uri?: string; redirect_uris: Array<string>; grant_types: Array<string>; response_types: Array<string>; token_endpoint_auth_method: "none" }
export type RenderedPrompt = { content: string }
export type RoleMapping = { value: string; role: "admin" | "user" | "pending" }
export type Schedule = { cron: string; timezone?: string }
export type ScimDocument = { schemas: Array<string>; [more: string]: unknown }
export type ScimDocumentList = { schemas: Array<string>; totalResults: number; itemsPerPage: number; startIndex: number; Resources: Array<ScimDocument> }
export type ScimError = { schemas: Array<string>; status: string; scimType?: string; detail: string }
export type ScimGroup = { externalId?: string; displayName?: string; members?: Array<{ value?: string; $ref?: string; display?: string; type?: string }>; meta?: { resourceType?: string; created?: string; lastModified?: string; location?: string; version?: string }; schemas: Array<string>; id: string }
export type ScimGroupInput = { schemas?: Array<string>; [more: string]: unknown }
export type ScimGroupList = { schemas: Array<string>; totalResults: number; itemsPerPage: number; startIndex: number; Resources: Array<ScimGroup> }
export type ScimList = { schemas: Array<string>; totalResults: number; itemsPerPage: number; startIndex: number; Resources: Array<ScimUser | ScimGroup> }
export type ScimPatch = { schemas: Array<string>; Operations: Array<{ op: string; path?: string | null; value?: unknown; [more: string]: unknown }>; [more: string]: unknown }
export type ScimSearch = { schemas: Array<string>; filter?: string; startIndex?: number; count?: number; sortBy?: string; sortOrder?: string; attributes?: Array<string>; excludedAttributes?: Array<string>; [more: string]: unknown }
export type ScimUser = { externalId?: string; userName?: string; name?: { formatted?: string; familyName?: string; givenName?: string; middleName?: string; honorificPrefix?: string; honorificSuffix?: string }; displayName?: string; nickName?: string; profileUrl?: string; title?: string; userType?: string; preferredLanguage?: string; locale?: string; timezone?: string; active?: boolean; emails?: Array<{ value?: string; display?: string; type?: string; primary?: boolean }>; phoneNumbers?: Array<{ value?: string; display?: string; type?: string; primary?: boolean }>; ims?: Array<{ value?: string; display?: string; type?: string; primary?: boolean }>; photos?: Array<{ value?: string; display?: string; type?: string; primary?: boolean }>; addresses?: Array<Record<string, string | boolean>>; entitlements?: Array<{ value?: string; display?: string; type?: string; primary?: boolean }>; roles?: Array<{ value?: string; display?: string; type?: string; primary?: boolean }>; groups?: Array<{ value?: string; $ref?: string; display?: string; type?: string }>; "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"?: { employeeNumber?: string; costCenter?: string; organization?: string; division?: string; department?: string; manager?: { value?: string; $ref?: string; displayName?: string } }; meta?: { resourceType?: string; created?: string; lastModified?: string; location?: string; version?: string }; schemas: Array<string>; id: string }
export type ScimUserInput = { schemas?: Array<string>; [more: string]: unknown }
export type ScimUserList = { schemas: Array<string>; totalResults: number; itemsPerPage: number; startIndex: number; Resources: Array<ScimUser> }
export type Scope = "*" | "core:read" | "core:write" | "llm:read" | "llm:write" | "analytics:read" | "analytics:write" | "semantic:read" | "semantic:write" | "audio:read" | "audio:write" | "llm:completions" | "analytics:embed"
export type SecondFactor = { is_set: boolean; confirmed_at: string | null; recovery_codes_left: number; is_required: boolean }
export type SecondFactorEnrolment = { secret: string; otpauth_url: string }
export type SecondFactorNeeded = { ticket: string; expires_at: string; enrol: boolean }
export type SecondStep = { ticket: string; code: string }
export type SettingSource = { source: "env" | "stored" | "default"; locked: boolean; variable: string | null }
export type SignIn = { token: string; token_type: "Bearer"; expires_at: string; user: User }
export type SignInPolicy = { password: "on" | "off"; second_factor: "optional" | "administrators" | "everyone"; password_forced: boolean; revision: number; updated_at: string | null }
export type SignInPolicyChange = { password?: "on" | "off"; second_factor?: "optional" | "administrators" | "everyone" }
export type SignInRecord = { id: string; device: string; ip: string | null; is_current: boolean; last_seen_at: string | null; created_at: string; expires_at: string }
export type SignInTicket = { ticket: string }
export type SignInWays = { password: boolean; providers: Array<{ id: string; name: string; start_url: string }>; password_reset: boolean }
export type SignedOut = { sign_out_url: string }
export type SubscriptionJobPayload = { chart_id?: string; dashboard_id?: string; formats?: Array<"png" | "csv">; theme?: "light" | "dark" }
export type TokenReply = { access_token: string; token_type: "Bearer"; expires_in: number; refresh_token: string; scope: string }
export type Unsubscribed = { name: string }
export type User = { id: string; revision: number; created_at: string; updated_at: string; user_id: string; email: string; name: string; role: "admin" | "user" | "pending"; status: "active" | "invited" | "disabled"; attributes: Record<string, string | number | boolean | Array<string>>; group_ids: Array<string>; directory_id: string | null; last_active_at: string | null }
export type UserChange = { name?: string; email?: string; role?: "admin" | "user" | "pending"; status?: "active" | "disabled"; attributes?: Record<string, string | number | boolean | Array<string>> }
export type UserGroup = { id: string; user_id: string; group_id: string; role: "member" | "manager"; created_by: string; created_at: string }
export type UserPage = { items: Array<User>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type Webhook = { id: string; revision: number; created_at: string; updated_at: string; webhook_id: string; name: string; url: string; format: "standard" | "slack"; events: Array<string>; is_enabled: boolean; stopped_reason: string | null; owner_id: string }
export type WebhookChange = { name?: string; url?: string; format?: "standard" | "slack"; events?: Array<string>; is_enabled?: boolean }
export type WebhookPage = { items: Array<Webhook>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type WhoAmI = { user: { id: string; user_id: string; email: string; name: string; role: "admin" | "user" | "pending"; group_ids: Array<string>; attributes: Record<string, string | number | boolean | Array<string>> }; credential: { type: "api_key" | "signin" | "oauth"; id: string }; scopes: Array<string>; expires_at: string | null }
export type CoreOperations = {
  'DELETE /core/auths/api-keys/{key_id}': { path: { key_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/auths/identities/{identity_id}': { path: { identity_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/auths/signins': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/auths/signins/{signin_id}': { path: { signin_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/budgets/{budget_id}': { path: { budget_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/directories/{directory_id}': { path: { directory_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/groups/{group_id}': { path: { group_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/identity-providers/{identity_provider_id}': { path: { identity_provider_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/jobgroups': { path: Record<string, never>; query: { group_id: string; job_id: string }; body: undefined; reply: null }
  'DELETE /core/jobgroups/{id}': { path: { id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/jobs/{job_id}': { path: { job_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/jobusers': { path: Record<string, never>; query: { user_id: string; job_id: string }; body: undefined; reply: null }
  'DELETE /core/jobusers/{id}': { path: { id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/modelgroups': { path: Record<string, never>; query: { group_id: string; model_id: string }; body: undefined; reply: null }
  'DELETE /core/modelgroups/{id}': { path: { id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/models/{model_id}': { path: { model_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/modelusers': { path: Record<string, never>; query: { user_id: string; model_id: string }; body: undefined; reply: null }
  'DELETE /core/modelusers/{id}': { path: { id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/oauth/connections/{connection_id}': { path: { connection_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/promptgroups': { path: Record<string, never>; query: { group_id: string; prompt_id: string }; body: undefined; reply: null }
  'DELETE /core/promptgroups/{id}': { path: { id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/prompts/{prompt_id}': { path: { prompt_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/promptusers': { path: Record<string, never>; query: { user_id: string; prompt_id: string }; body: undefined; reply: null }
  'DELETE /core/promptusers/{id}': { path: { id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/providers/{provider_id}': { path: { provider_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/scim/v2/Groups/{group_id}': { path: { group_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/scim/v2/Users/{user_id}': { path: { user_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/usergroups': { path: Record<string, never>; query: { user_id: string; group_id: string }; body: undefined; reply: null }
  'DELETE /core/usergroups/{id}': { path: { id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/users/{user_id}': { path: { user_id: string }; query: { reassign_to?: string }; body: undefined; reply: null }
  'DELETE /core/users/{user_id}/api-keys/{key_id}': { path: { user_id: string; key_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/users/{user_id}/identities/{identity_id}': { path: { user_id: string; identity_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/users/{user_id}/second-factor': { path: { user_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /core/webhooks/{webhook_id}': { path: { webhook_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'GET /core/audit-logs': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "at" | "type"; order?: "asc" | "desc"; type?: string; actor_id?: string; resource_type?: string; resource_id?: string; service?: string; outcome?: "success" | "denied" | "failure"; from?: string; to?: string }; body: undefined; reply: Array<AuditLog> }
  'GET /core/audit-logs/checkpoints': { path: Record<string, never>; query: { page?: number; page_size?: number }; body: undefined; reply: Array<AuditCheckpoint> }
  'GET /core/audit-logs/export': { path: Record<string, never>; query: { type?: string; actor_id?: string; resource_type?: string; resource_id?: string; service?: string; outcome?: "success" | "denied" | "failure"; from?: string; to?: string; q?: string; format?: "ndjson" | "csv" }; body: undefined; reply: string }
  'GET /core/audit-logs/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "at" | "type"; order?: "asc" | "desc"; cursor?: string; type?: string; actor_id?: string; resource_type?: string; resource_id?: string; service?: string; outcome?: "success" | "denied" | "failure"; from?: string; to?: string }; body: undefined; reply: AuditLogPage }
  'GET /core/audit-logs/verify': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: AuditVerification }
  'GET /core/audit-logs/{audit_log_id}': { path: { audit_log_id: string }; query: Record<string, never>; body: undefined; reply: AuditLog }
  'GET /core/auths': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: WhoAmI }
  'GET /core/auths/api-keys': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; user_id?: string }; body: undefined; reply: Array<ApiKey> }
  'GET /core/auths/api-keys/{key_id}': { path: { key_id: string }; query: Record<string, never>; body: undefined; reply: ApiKey }
  'GET /core/auths/identities': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: Array<Identity> }
  'GET /core/auths/oidc/{identity_provider_id}/callback': { path: { identity_provider_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'GET /core/auths/oidc/{identity_provider_id}/start': { path: { identity_provider_id: string }; query: { return_to?: string }; body: undefined; reply: null }
  'GET /core/auths/policy': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: SignInPolicy }
  'GET /core/auths/second-factor': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: SecondFactor }
  'GET /core/auths/signins': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: Array<SignInRecord> }
  'GET /core/auths/ways': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: SignInWays }
  'GET /core/budgets': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; principal_type?: "user" | "group" | "api_key" | "everyone"; principal_id?: string }; body: undefined; reply: Array<Budget> }
  'GET /core/budgets/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; principal_type?: "user" | "group" | "api_key" | "everyone"; principal_id?: string }; body: undefined; reply: BudgetPage }
  'GET /core/budgets/{budget_id}': { path: { budget_id: string }; query: Record<string, never>; body: undefined; reply: Budget }
  'GET /core/directories': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string }; body: undefined; reply: Array<Directory> }
  'GET /core/directories/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string }; body: undefined; reply: DirectoryPage }
  'GET /core/directories/{directory_id}': { path: { directory_id: string }; query: Record<string, never>; body: undefined; reply: Directory }
  'GET /core/events': { path: Record<string, never>; query: { types?: string }; body: undefined; reply: string }
  'GET /core/groups': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; user_id?: string }; body: undefined; reply: Array<Group> }
  'GET /core/groups/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; user_id?: string }; body: undefined; reply: GroupPage }
  'GET /core/groups/{group_id}': { path: { group_id: string }; query: Record<string, never>; body: undefined; reply: Group }
  'GET /core/groups/{group_id}/users': { path: { group_id: string }; query: { page?: number; page_size?: number; q?: string; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string }; body: undefined; reply: Array<Member> }
  'GET /core/identity-providers': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; is_enabled?: boolean }; body: undefined; reply: Array<IdentityProvider> }
  'GET /core/identity-providers/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; is_enabled?: boolean }; body: undefined; reply: IdentityProviderPage }
  'GET /core/identity-providers/{identity_provider_id}': { path: { identity_provider_id: string }; query: Record<string, never>; body: undefined; reply: IdentityProvider }
  'GET /core/jobgroups': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; group_id?: string; job_id?: string }; body: undefined; reply: Array<JobGroup> }
  'GET /core/jobs': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; kind?: "extraction" | "question" | "chart_refresh" | "dashboard_refresh" | "export" | "subscription" | "alert" | "maintenance"; owner_id?: string; is_enabled?: boolean }; body: undefined; reply: Array<Job> }
  'GET /core/jobs/next-runs': { path: Record<string, never>; query: { cron: string; timezone?: string; count?: number }; body: undefined; reply: NextJobRuns }
  'GET /core/jobs/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; kind?: "extraction" | "question" | "chart_refresh" | "dashboard_refresh" | "export" | "subscription" | "alert" | "maintenance"; owner_id?: string; is_enabled?: boolean }; body: undefined; reply: JobPage }
  'GET /core/jobs/runs': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; status?: "queued" | "running" | "succeeded" | "failed" | "cancelled" }; body: undefined; reply: Array<JobRun> }
  'GET /core/jobs/runs/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; status?: "queued" | "running" | "succeeded" | "failed" | "cancelled" }; body: undefined; reply: JobRunPage }
  'GET /core/jobs/runs/{run_id}': { path: { run_id: string }; query: Record<string, never>; body: undefined; reply: JobRun }
  'GET /core/jobs/runs/{run_id}/events': { path: { run_id: string }; query: Record<string, never>; body: undefined; reply: string }
  'GET /core/jobs/runs/{run_id}/files/{file_name}': { path: { run_id: string; file_name: string }; query: Record<string, never>; body: undefined; reply: Array<Record<string, unknown>> }
  'GET /core/jobs/runs/{run_id}/log': { path: { run_id: string }; query: Record<string, never>; body: undefined; reply: string }
  'GET /core/jobs/{job_id}': { path: { job_id: string }; query: Record<string, never>; body: undefined; reply: Job }
  'GET /core/jobs/{job_id}/access': { path: { job_id: string }; query: { page?: number; page_size?: number; user_id?: string }; body: undefined; reply: Array<AccessWay> }
  'GET /core/jobs/{job_id}/runs': { path: { job_id: string }; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; status?: "queued" | "running" | "succeeded" | "failed" | "cancelled" }; body: undefined; reply: Array<JobRun> }
  'GET /core/jobusers': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; user_id?: string; job_id?: string }; body: undefined; reply: Array<JobUser> }
  'GET /core/mails': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; status?: "queued" | "sent" | "failed"; kind?: "test" | "invitation" | "password_reset" | "password_changed" | "signin_locked" | "second_factor" | "identity_unlinked" | "job"; user_id?: string }; body: undefined; reply: Array<Mail> }
  'GET /core/mails/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; status?: "queued" | "sent" | "failed"; kind?: "test" | "invitation" | "password_reset" | "password_changed" | "signin_locked" | "second_factor" | "identity_unlinked" | "job"; user_id?: string }; body: undefined; reply: MailPage }
  'GET /core/mails/{mail_id}': { path: { mail_id: string }; query: Record<string, never>; body: undefined; reply: Mail }
  'GET /core/modelgroups': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; group_id?: string; model_id?: string }; body: undefined; reply: Array<ModelGroup> }
  'GET /core/models': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; type?: "provider" | "custom"; provider_id?: string; is_enabled?: boolean }; body: undefined; reply: Array<Model> }
  'GET /core/models/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; type?: "provider" | "custom"; provider_id?: string; is_enabled?: boolean }; body: undefined; reply: ModelPage }
  'GET /core/models/{model_id}': { path: { model_id: string }; query: Record<string, never>; body: undefined; reply: Model }
  'GET /core/models/{model_id}/access': { path: { model_id: string }; query: { page?: number; page_size?: number; user_id?: string }; body: undefined; reply: Array<AccessWay> }
  'GET /core/modelusers': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; user_id?: string; model_id?: string }; body: undefined; reply: Array<ModelUser> }
  'GET /core/oauth/connections': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: Array<ConnectedApp> }
  'GET /core/people': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string }; body: undefined; reply: Array<Person> }
  'GET /core/permissions': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: Array<Permission> }
  'GET /core/promptgroups': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; group_id?: string; prompt_id?: string }; body: undefined; reply: Array<PromptGroup> }
  'GET /core/prompts': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "command" | "title" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; owner_id?: string; is_enabled?: boolean }; body: undefined; reply: Array<Prompt> }
  'GET /core/prompts/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "command" | "title" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; owner_id?: string; is_enabled?: boolean }; body: undefined; reply: PromptPage }
  'GET /core/prompts/{prompt_id}': { path: { prompt_id: string }; query: Record<string, never>; body: undefined; reply: Prompt }
  'GET /core/prompts/{prompt_id}/access': { path: { prompt_id: string }; query: { page?: number; page_size?: number; user_id?: string }; body: undefined; reply: Array<AccessWay> }
  'GET /core/prompts/{prompt_id}/history': { path: { prompt_id: string }; query: { page?: number; page_size?: number }; body: undefined; reply: Array<PromptVersion> }
  'GET /core/promptusers': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; user_id?: string; prompt_id?: string }; body: undefined; reply: Array<PromptUser> }
  'GET /core/providers': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; kind?: "builtin" | "openai" | "anthropic" | "google" | "mistral" | "azure" | "amazon-bedrock" | "groq" | "openai-compatible" | "workers-ai" | "deepgram" | "elevenlabs" | "assemblyai" | "gladia" | "revai"; is_enabled?: boolean }; body: undefined; reply: Array<Provider> }
  'GET /core/providers/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; kind?: "builtin" | "openai" | "anthropic" | "google" | "mistral" | "azure" | "amazon-bedrock" | "groq" | "openai-compatible" | "workers-ai" | "deepgram" | "elevenlabs" | "assemblyai" | "gladia" | "revai"; is_enabled?: boolean }; body: undefined; reply: ProviderPage }
  'GET /core/providers/{provider_id}': { path: { provider_id: string }; query: Record<string, never>; body: undefined; reply: Provider }
  'GET /core/providers/{provider_id}/models': { path: { provider_id: string }; query: Record<string, never>; body: undefined; reply: Array<OfferedModel> }
  'GET /core/scim/v2/Groups': { path: Record<string, never>; query: { filter?: string; startIndex?: number; count?: number; sortBy?: string; sortOrder?: string; attributes?: string; excludedAttributes?: string }; body: undefined; reply: ScimGroupList }
  'GET /core/scim/v2/Groups/{group_id}': { path: { group_id: string }; query: { attributes?: string; excludedAttributes?: string }; body: undefined; reply: ScimGroup }
  'GET /core/scim/v2/ResourceTypes': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: ScimDocumentList }
  'GET /core/scim/v2/ResourceTypes/{id}': { path: { id: string }; query: Record<string, never>; body: undefined; reply: ScimDocument }
  'GET /core/scim/v2/Schemas': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: ScimDocumentList }
  'GET /core/scim/v2/Schemas/{id}': { path: { id: string }; query: Record<string, never>; body: undefined; reply: ScimDocument }
  'GET /core/scim/v2/ServiceProviderConfig': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: ScimDocument }
  'GET /core/scim/v2/Users': { path: Record<string, never>; query: { filter?: string; startIndex?: number; count?: number; sortBy?: string; sortOrder?: string; attributes?: string; excludedAttributes?: string }; body: undefined; reply: ScimUserList }
  'GET /core/scim/v2/Users/{user_id}': { path: { user_id: string }; query: { attributes?: string; excludedAttributes?: string }; body: undefined; reply: ScimUser }
  'GET /core/settings': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: DeploymentSettings }
  'GET /core/settings/public': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: PublicSettings }
  'GET /core/usergroups': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; user_id?: string; group_id?: string }; body: undefined; reply: Array<UserGroup> }
  'GET /core/users': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "email" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; role?: "admin" | "user" | "pending"; status?: "active" | "invited" | "disabled"; group_id?: string }; body: undefined; reply: Array<User> }
  'GET /core/users/me': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: User }
  'GET /core/users/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "email" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; role?: "admin" | "user" | "pending"; status?: "active" | "invited" | "disabled"; group_id?: string }; body: undefined; reply: UserPage }
  'GET /core/users/{user_id}': { path: { user_id: string }; query: Record<string, never>; body: undefined; reply: User }
  'GET /core/users/{user_id}/api-keys': { path: { user_id: string }; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string }; body: undefined; reply: Array<ApiKey> }
  'GET /core/users/{user_id}/export': { path: { user_id: string }; query: Record<string, never>; body: undefined; reply: Record<string, unknown> }
  'GET /core/users/{user_id}/identities': { path: { user_id: string }; query: Record<string, never>; body: undefined; reply: Array<Identity> }
  'GET /core/webhooks': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; is_enabled?: boolean }; body: undefined; reply: Array<Webhook> }
  'GET /core/webhooks/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; is_enabled?: boolean }; body: undefined; reply: WebhookPage }
  'GET /core/webhooks/{webhook_id}': { path: { webhook_id: string }; query: Record<string, never>; body: undefined; reply: Webhook }
  'GET /core/webhooks/{webhook_id}/deliveries': { path: { webhook_id: string }; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; status?: "queued" | "delivered" | "failed" }; body: undefined; reply: Array<Delivery> }
  'GET /core/webhooks/{webhook_id}/deliveries/{delivery_id}': { path: { webhook_id: string; delivery_id: string }; query: Record<string, never>; body: undefined; reply: Delivery }
  'GET /health': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: Health | BareHealth }
  'PATCH /core/auths/api-keys/{key_id}': { path: { key_id: string }; query: Record<string, never>; body: ApiKeyChange; reply: ApiKey }
  'PATCH /core/budgets/{budget_id}': { path: { budget_id: string }; query: Record<string, never>; body: BudgetChange; reply: Budget }
  'PATCH /core/directories/{directory_id}': { path: { directory_id: string }; query: Record<string, never>; body: DirectoryChange; reply: Directory }
  'PATCH /core/groups/{group_id}': { path: { group_id: string }; query: Record<string, never>; body: GroupChange; reply: Group }
  'PATCH /core/identity-providers/{identity_provider_id}': { path: { identity_provider_id: string }; query: Record<string, never>; body: IdentityProviderChange; reply: IdentityProvider }
  'PATCH /core/jobs/{job_id}': { path: { job_id: string }; query: Record<string, never>; body: JobChange; reply: Job }
  'PATCH /core/models/{model_id}': { path: { model_id: string }; query: Record<string, never>; body: ModelChange; reply: Model }
  'PATCH /core/prompts/{prompt_id}': { path: { prompt_id: string }; query: Record<string, never>; body: PromptChange; reply: Prompt }
  'PATCH /core/providers/{provider_id}': { path: { provider_id: string }; query: Record<string, never>; body: ProviderChange; reply: Provider }
  'PATCH /core/scim/v2/Groups/{group_id}': { path: { group_id: string }; query: { attributes?: string; excludedAttributes?: string }; body: ScimPatch; reply: ScimGroup }
  'PATCH /core/scim/v2/Users/{user_id}': { path: { user_id: string }; query: { attributes?: string; excludedAttributes?: string }; body: ScimPatch; reply: ScimUser }
  'PATCH /core/settings': { path: Record<string, never>; query: Record<string, never>; body: DeploymentSettingsChange; reply: DeploymentSettings }
  'PATCH /core/users/{user_id}': { path: { user_id: string }; query: Record<string, never>; body: UserChange; reply: User }
  'PATCH /core/webhooks/{webhook_id}': { path: { webhook_id: string }; query: Record<string, never>; body: WebhookChange; reply: Webhook }
  'POST /core/auths/api-keys': { path: Record<string, never>; query: Record<string, never>; body: NewApiKey; reply: CreatedApiKey }
  'POST /core/auths/api-keys/{key_id}/rotate': { path: { key_id: string }; query: Record<string, never>; body: ApiKeyRotation; reply: CreatedApiKey }
  'POST /core/auths/invitations/accept': { path: Record<string, never>; query: Record<string, never>; body: InvitationAcceptance; reply: SignIn | SecondFactorNeeded }
  'POST /core/auths/link': { path: Record<string, never>; query: Record<string, never>; body: LinkToken; reply: LinkedSignIn }
  'POST /core/auths/oidc/{identity_provider_id}/backchannel-logout': { path: { identity_provider_id: string }; query: Record<string, never>; body: FormData; reply: null }
  'POST /core/auths/password': { path: Record<string, never>; query: Record<string, never>; body: PasswordChange; reply: null }
  'POST /core/auths/password-reset': { path: Record<string, never>; query: Record<string, never>; body: PasswordResetRequest; reply: PasswordResetAsked }
  'POST /core/auths/refresh': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: SignIn | null }
  'POST /core/auths/second-factor': { path: Record<string, never>; query: Record<string, never>; body: EnrolmentRequest; reply: SecondFactorEnrolment }
  'POST /core/auths/second-factor/confirm': { path: Record<string, never>; query: Record<string, never>; body: FactorCode; reply: RecoveryCodes }
  'POST /core/auths/second-factor/recovery-codes': { path: Record<string, never>; query: Record<string, never>; body: FactorCode; reply: RecoveryCodes }
  'POST /core/auths/second-factor/remove': { path: Record<string, never>; query: Record<string, never>; body: FactorCode; reply: null }
  'POST /core/auths/signin': { path: Record<string, never>; query: Record<string, never>; body: Credentials; reply: SignIn | SecondFactorNeeded }
  'POST /core/auths/signin/enrol': { path: Record<string, never>; query: Record<string, never>; body: SignInTicket; reply: SecondFactorEnrolment }
  'POST /core/auths/signin/enrol/confirm': { path: Record<string, never>; query: Record<string, never>; body: SecondStep; reply: EnrolledSignIn }
  'POST /core/auths/signin/second-factor': { path: Record<string, never>; query: Record<string, never>; body: SecondStep; reply: SignIn }
  'POST /core/auths/signout': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: SignedOut | null }
  'POST /core/budgets': { path: Record<string, never>; query: Record<string, never>; body: NewBudget; reply: Budget }
  'POST /core/directories': { path: Record<string, never>; query: Record<string, never>; body: NewDirectory; reply: CreatedDirectory }
  'POST /core/directories/{directory_id}/token': { path: { directory_id: string }; query: Record<string, never>; body: undefined; reply: CreatedDirectory }
  'POST /core/groups': { path: Record<string, never>; query: Record<string, never>; body: NewGroup; reply: Group }
  'POST /core/identity-providers': { path: Record<string, never>; query: Record<string, never>; body: NewIdentityProvider; reply: IdentityProvider }
  'POST /core/identity-providers/{identity_provider_id}/test': { path: { identity_provider_id: string }; query: Record<string, never>; body: undefined; reply: IdentityProviderCheck }
  'POST /core/jobgroups': { path: Record<string, never>; query: Record<string, never>; body: NewJobGroup; reply: JobGroup }
  'POST /core/jobs': { path: Record<string, never>; query: Record<string, never>; body: NewJob; reply: Job }
  'POST /core/jobs/runs/{run_id}/cancel': { path: { run_id: string }; query: Record<string, never>; body: undefined; reply: JobRun }
  'POST /core/jobs/{job_id}/disable': { path: { job_id: string }; query: Record<string, never>; body: undefined; reply: Job }
  'POST /core/jobs/{job_id}/enable': { path: { job_id: string }; query: Record<string, never>; body: undefined; reply: Job }
  'POST /core/jobs/{job_id}/run': { path: { job_id: string }; query: Record<string, never>; body: undefined; reply: JobRun }
  'POST /core/jobusers': { path: Record<string, never>; query: Record<string, never>; body: NewJobUser; reply: JobUser }
  'POST /core/mails/test': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: Mail }
  'POST /core/mails/unsubscribe': { path: Record<string, never>; query: { token: string }; body: undefined; reply: Unsubscribed }
  'POST /core/mails/{mail_id}/retry': { path: { mail_id: string }; query: Record<string, never>; body: undefined; reply: Mail }
  'POST /core/modelgroups': { path: Record<string, never>; query: Record<string, never>; body: NewModelGroup; reply: ModelGroup }
  'POST /core/models': { path: Record<string, never>; query: Record<string, never>; body: NewModel; reply: Model }
  'POST /core/modelusers': { path: Record<string, never>; query: Record<string, never>; body: NewModelUser; reply: ModelUser }
  'POST /core/oauth/authorizations': { path: Record<string, never>; query: Record<string, never>; body: AuthorizationDecision; reply: ConsentAnswer }
  'POST /core/oauth/authorizations/ask': { path: Record<string, never>; query: Record<string, never>; body: AuthorizationRequest; reply: ConsentQuestion }
  'POST /core/oauth/register': { path: Record<string, never>; query: Record<string, never>; body: ClientMetadata; reply: RegisteredClient }
  'POST /core/oauth/revoke': { path: Record<string, never>; query: Record<string, never>; body: FormData; reply: null }
  'POST /core/oauth/token': { path: Record<string, never>; query: Record<string, never>; body: FormData; reply: TokenReply }
  'POST /core/promptgroups': { path: Record<string, never>; query: Record<string, never>; body: NewPromptGroup; reply: PromptGroup }
  'POST /core/prompts': { path: Record<string, never>; query: Record<string, never>; body: NewPrompt; reply: Prompt }
  'POST /core/prompts/{prompt_id}/history/{version}/restore': { path: { prompt_id: string; version: number }; query: Record<string, never>; body: undefined; reply: Prompt }
  'POST /core/prompts/{prompt_id}/render': { path: { prompt_id: string }; query: Record<string, never>; body: PromptValues; reply: RenderedPrompt }
  'POST /core/promptusers': { path: Record<string, never>; query: Record<string, never>; body: NewPromptUser; reply: PromptUser }
  'POST /core/providers': { path: Record<string, never>; query: Record<string, never>; body: NewProvider; reply: Provider }
  'POST /core/providers/{provider_id}/test': { path: { provider_id: string }; query: Record<string, never>; body: ProviderCheckRequest; reply: ProviderCheck }
  'POST /core/scim/v2/.search': { path: Record<string, never>; query: Record<string, never>; body: ScimSearch; reply: ScimList }
  'POST /core/scim/v2/Groups': { path: Record<string, never>; query: { attributes?: string; excludedAttributes?: string }; body: ScimGroupInput; reply: ScimGroup }
  'POST /core/scim/v2/Groups/.search': { path: Record<string, never>; query: Record<string, never>; body: ScimSearch; reply: ScimGroupList }
  'POST /core/scim/v2/Users': { path: Record<string, never>; query: { attributes?: string; excludedAttributes?: string }; body: ScimUserInput; reply: ScimUser }
  'POST /core/scim/v2/Users/.search': { path: Record<string, never>; query: Record<string, never>; body: ScimSearch; reply: ScimUserList }
  'POST /core/settings/mail/test': { path: Record<string, never>; query: Record<string, never>; body: MailTrial; reply: MailTried }
  'POST /core/usergroups': { path: Record<string, never>; query: Record<string, never>; body: NewUserGroup; reply: UserGroup }
  'POST /core/users': { path: Record<string, never>; query: Record<string, never>; body: NewUser; reply: CreatedUser }
  'POST /core/users/{user_id}/erasure': { path: { user_id: string }; query: Record<string, never>; body: Erasure; reply: Erased }
  'POST /core/users/{user_id}/invitation': { path: { user_id: string }; query: Record<string, never>; body: InvitationRequest; reply: Invitation }
  'POST /core/webhooks': { path: Record<string, never>; query: Record<string, never>; body: NewWebhook; reply: CreatedWebhook }
  'POST /core/webhooks/{webhook_id}/deliveries/{delivery_id}/replay': { path: { webhook_id: string; delivery_id: string }; query: Record<string, never>; body: undefined; reply: Delivery }
  'POST /core/webhooks/{webhook_id}/rotate': { path: { webhook_id: string }; query: Record<string, never>; body: undefined; reply: CreatedWebhook }
  'POST /core/webhooks/{webhook_id}/test': { path: { webhook_id: string }; query: Record<string, never>; body: undefined; reply: Delivery }
  'PUT /core/auths/api-keys/{key_id}': { path: { key_id: string }; query: Record<string, never>; body: ApiKeyChange; reply: ApiKey }
  'PUT /core/auths/policy': { path: Record<string, never>; query: Record<string, never>; body: SignInPolicyChange; reply: SignInPolicy }
  'PUT /core/budgets/{budget_id}': { path: { budget_id: string }; query: Record<string, never>; body: BudgetChange; reply: Budget }
  'PUT /core/directories/{directory_id}': { path: { directory_id: string }; query: Record<string, never>; body: DirectoryChange; reply: Directory }
  'PUT /core/groups/{group_id}': { path: { group_id: string }; query: Record<string, never>; body: GroupChange; reply: Group }
  'PUT /core/identity-providers/{identity_provider_id}': { path: { identity_provider_id: string }; query: Record<string, never>; body: IdentityProviderChange; reply: IdentityProvider }
  'PUT /core/jobs/{job_id}': { path: { job_id: string }; query: Record<string, never>; body: JobChange; reply: Job }
  'PUT /core/models/{model_id}': { path: { model_id: string }; query: Record<string, never>; body: ModelChange; reply: Model }
  'PUT /core/prompts/{prompt_id}': { path: { prompt_id: string }; query: Record<string, never>; body: PromptChange; reply: Prompt }
  'PUT /core/providers/{provider_id}': { path: { provider_id: string }; query: Record<string, never>; body: ProviderChange; reply: Provider }
  'PUT /core/scim/v2/Groups/{group_id}': { path: { group_id: string }; query: { attributes?: string; excludedAttributes?: string }; body: ScimGroupInput; reply: ScimGroup }
  'PUT /core/scim/v2/Users/{user_id}': { path: { user_id: string }; query: { attributes?: string; excludedAttributes?: string }; body: ScimUserInput; reply: ScimUser }
  'PUT /core/users/{user_id}': { path: { user_id: string }; query: Record<string, never>; body: UserChange; reply: User }
  'PUT /core/webhooks/{webhook_id}': { path: { webhook_id: string }; query: Record<string, never>; body: WebhookChange; reply: Webhook }
}
