// Written by `npm run web:types` from the service's OpenAPI document.
export type AcceptedPhrase = { description_id: string | null; verified_query_id: string | null }
export type AccessWay = { principal_type: "user" | "group" | "everyone"; principal_id: string; name: string; is_active: boolean; level: "view" | "edit" | "own"; through: "owner" | "share" | "group" | "chart" | "dashboard"; through_id: string | null; through_name: string | null }
export type Aggregate = "count" | "count_distinct" | "sum" | "avg" | "median" | "min" | "max"
export type AggregateMeasure = { aggregate: Aggregate; table: string; column?: string; expression?: { column: string; table?: string } | { number: number } | { op: "+" | "-" | "*" | "/"; left: Arithmetic; right: Arithmetic } | { case: Array<{ when: ArithmeticCondition; value: Arithmetic }>; else?: Arithmetic } | { duration: { from: { column: string; table?: string } | { moment: string }; to: { column: string; table?: string } | { moment: string }; unit: "second" | "minute" | "hour" | "day" } }; grain?: "hour" | "day" | "week" | "month" | "quarter" | "year" | "month_of_year" | "quarter_of_year" | "day_of_month" | "day_of_week" | "hour_of_day"; filters?: Filter; name?: string; hidden?: boolean }
export type Arithmetic = { column: string; table?: string } | { number: number } | { op: "+" | "-" | "*" | "/"; left: Arithmetic; right: Arithmetic } | { case: Array<{ when: ArithmeticCondition; value: Arithmetic }>; else?: Arithmetic } | { duration: { from: { column: string; table?: string } | { moment: string }; to: { column: string; table?: string } | { moment: string }; unit: "second" | "minute" | "hour" | "day" } }
export type ArithmeticCondition = { column: string; operator: FilterOperator; values?: Array<string | number | boolean> }
export type BareHealth = { status: "ok" | "draining" }
export type Cardinality = "many_to_one" | "one_to_one" | "one_to_many" | "many_to_many"
export type ColumnType = "boolean" | "integer" | "number" | "decimal" | "text" | "date" | "time" | "timestamp" | "json" | "binary" | "other"
export type CorrelationMeasure = { correlation: { table: string; columns: [string, string] }; filters?: Filter; name?: string; hidden?: boolean }
export type DataQueryRequest = { sql?: string; semantic_query?: SemanticQuery; row_limit?: number }
export type Datasource = { id: string; revision: number; created_at: string; updated_at: string; datasource_id: string; name: string; description: string; type: SourceType; connection: FileConnection | SqliteConnection | ShownServerConnection | ShownLibsqlConnection | ShownS3Connection | ShownLakeConnection | DuckdbConnection | null; tables: TableChoice; filters: Array<DatasourceRowFilter>; models_see_values: boolean; status: "unverified" | "connected" | "failed" | "disabled"; status_message: string | null; extraction_status: "none" | "queued" | "running" | "completed" | "failed" | "cancelled"; tables_count: number; last_extraction_at: string | null; owner_id: string; level: "view" | "edit" | "own" }
export type DatasourceChange = { name?: string; description?: string; tables?: TableChoice; models_see_values?: boolean; connection?: FileConnection | SqliteConnection | ServerConnection | LibsqlConnection | S3ConnectionChange | LakeConnection | DuckdbConnection }
export type DatasourceGroup = { id: string; group_id: string; datasource_id: string; level: "view" | "edit" | "own"; created_by: string; created_at: string }
export type DatasourceModel = { id: string; model_id: string; datasource_id: string; created_by: string; created_at: string }
export type DatasourcePage = { items: Array<Datasource>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type DatasourceRowFilter = { id: string; revision: number; created_at: string; updated_at: string; datasource_id: string; name: string; table_name: string; condition: RowFilterCondition; applies_to: RowFilterAppliesTo; reach: RowFilterReach; is_enabled: boolean; is_orphaned: boolean }
export type DatasourceType = { type: SourceType; title: string; description: string; connection: Record<string, unknown>; available: boolean }
export type DatasourceUser = { id: string; user_id: string; datasource_id: string; level: "view" | "edit" | "own"; created_by: string; created_at: string }
export type Derivation = "share_of_total" | "running_total" | "previous" | "change" | "percent_change" | "rank" | "moving_average"
export type DerivedMeasure = { derive: Derivation; of: string; per?: Array<string>; rows?: number; percent?: boolean; name?: string; hidden?: boolean }
export type Description = { id: string; revision: number; created_at: string; updated_at: string; datasource_id: string; object_type: "table" | "column"; schema_name: string | null; table_name: string; column_name: string | null; data_type: ColumnType | null; native_type: string | null; is_primary_key: boolean; semantic_type: SemanticType | null; label: string; description: string; source: "generated" | "manual" | "imported"; generated_description: string; edited_fields: Array<string>; synonyms: Array<string>; sample_values: Array<string>; unit: string | null; is_hidden: boolean; statistics: { rows: number | null; distinct: number | null; null_fraction: number | null; min: string | null; max: string | null; reads?: Array<string> }; updated_by: string | null }
export type DescriptionChange = { label?: string; description?: string; synonyms?: Array<string>; unit?: string | null; semantic_type?: SemanticType; is_hidden?: boolean }
export type DescriptionChanges = { items: Array<{ id: string; label?: string; description?: string; synonyms?: Array<string>; unit?: string | null; semantic_type?: SemanticType; is_hidden?: boolean }> }
export type DescriptionPage = { items: Array<Description>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type DuckdbConnection = { path: string }
export type Error = { error: { message: string; type: string; code: string; param?: string; request_id: string; details?: Array<{ path: string; message: string }>; hint?: string } }
export type Extraction = { id: string; revision: number; created_at: string; updated_at: string; datasource_id: string; run_id: string; status: "queued" | "running" | "completed" | "failed" | "cancelled"; stage: "connecting" | "reading_schema" | "profiling" | "describing" | "done"; progress: { tables_total: number; tables_done: number; columns_total: number; columns_done: number }; model: string | null; tables: Array<string> | null; include_samples: boolean; usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number }; error: string | null; diff: { added: Array<string>; removed: Array<string>; changed: Array<string> } | null; actor_id: string; started_at: string | null; completed_at: string | null }
export type ExtractionPage = { items: Array<Extraction>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type File = { id: string; revision: number; created_at: string; updated_at: string; name: string; format: FileFormat; size: number; sha256: string; tables: Array<{ name: string; rows: number; columns: Array<{ name: string; type: ColumnType }> }>; columns: Array<{ name: string; type: ColumnType }>; rejected_lines: number; rejects: Array<{ line: number; reason: string }>; owner_id: string }
export type FileConnection = { file_ids: Array<string> }
export type FileFormat = "csv" | "tsv" | "json" | "ndjson" | "parquet" | "xlsx" | "sqlite"
export type FilePage = { items: Array<File>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type Filter = FilterCondition | { and: Array<Filter> } | { or: Array<Filter> } | { not: Filter }
export type FilterCondition = { table: string; column: string; grain?: "hour" | "day" | "week" | "month" | "quarter" | "year" | "month_of_year" | "quarter_of_year" | "day_of_month" | "day_of_week" | "hour_of_day"; since?: { table: string; column: string; unit: "second" | "minute" | "hour" | "day" }; operator: FilterOperator; values?: Array<string | number | boolean>; than?: "average" | "lowest" | "highest"; column_value?: { table: string; column: string }; values_from?: ValuesFrom }
export type FilterOperator = "equals" | "not_equals" | "greater_than" | "greater_or_equal" | "less_than" | "less_or_equal" | "between" | "contains" | "not_contains" | "starts_with" | "ends_with" | "is_empty" | "is_not_empty"
export type FixableTerm = { term: string; times: number; last_question: string; nearest: Array<string>; first_at: string; last_at: string; fixes: Array<ProposedFix>; fixed: { kind: "synonym"; table: string; column?: string | null } | { kind: "value"; table: string; column: string; value: string } | { kind: "measure"; measure: string } | { kind: "formula"; table: string; aggregation: Aggregate; expression?: string | null } | null }
export type Grain = "hour" | "day" | "week" | "month" | "quarter" | "year" | "month_of_year" | "quarter_of_year" | "day_of_month" | "day_of_week" | "hour_of_day"
export type Grant = { id: string; resource_type: string; resource_id: string; principal_type: "user" | "group" | "everyone" | "model"; principal_id: string; level: "view" | "edit" | "own"; created_by: string; created_at: string }
export type GroupShare = { group_id: string; level?: "view" | "edit" | "own" }
export type HavingCondition = { by: string; operator: "equals" | "not_equals" | "greater_than" | "greater_or_equal" | "less_than" | "less_or_equal" | "between"; values?: Array<number>; values_from?: ValuesFrom }
export type Health = { status: "ok" | "degraded" | "draining"; service: string; version: string; time: string; checks: { database: { ok: boolean; latency_ms: number } } }
export type Hierarchy = { id: string; revision: number; created_at: string; updated_at: string; datasource_id: string; name: string; title: string; levels: Array<HierarchyLevel>; is_suggested: boolean; is_orphaned: boolean }
export type HierarchyChange = { name?: string; title?: string; levels?: Array<HierarchyLevel>; is_suggested?: false }
export type HierarchyLevel = { table_name: string; column_name: string }
export type HierarchyPage = { items: Array<Hierarchy>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type LakeConnection = { location: string; endpoint?: string; region?: string; access_key_id?: string; secret_access_key?: string }
export type LayerChange = { object: string; action: "created" | "updated" | "unchanged" | "skipped"; reason?: string }
export type LayerExport = { format: LayerFormat; content: string; losses: Array<Loss> }
export type LayerFormat = "yaml" | "osi"
export type LayerImport = { format: LayerFormat; dry_run: boolean; created: number; updated: number; unchanged: number; skipped: number; changes: Array<LayerChange>; losses: Array<Loss> }
export type LearnedPhrase = { id: string; revision: number; created_at: string; updated_at: string; datasource_id: string; kind: "word" | "question"; phrase: string; meaning: string; times: number; is_shared: boolean; chosen_by: string }
export type LearnedPhraseChange = { phrase?: string; meaning?: string; is_shared?: boolean }
export type LearnedPhrasePage = { items: Array<LearnedPhrase>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type LibsqlConnection = { url: string; auth_token?: string }
export type Loss = { object: string; message: string }
export type Measure = { id: string; revision: number; created_at: string; updated_at: string; datasource_id: string; name: string; title: string; table_name: string; aggregation: Aggregate; expression: string | null; filters: Filter | null; format: string | null; unit: string | null; description: string; synonyms: Array<string>; is_suggested: boolean; is_orphaned: boolean }
export type MeasureChange = { name?: string; title?: string; table_name?: string; aggregation?: Aggregate; expression?: string | null; filters?: Filter | null; format?: string | null; unit?: string | null; description?: string; synonyms?: Array<string> }
export type MeasurePage = { items: Array<Measure>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type NamedMeasure = { measure: string; name?: string; hidden?: boolean }
export type NewClickhouseDatasource = { name: string; description?: string; tables?: TableChoice; models_see_values?: boolean; type: "clickhouse"; connection: ServerConnection }
export type NewDatasource = NewFileDatasource | NewSqliteDatasource | NewPostgresDatasource | NewMysqlDatasource | NewMariadbDatasource | NewClickhouseDatasource | NewLibsqlDatasource | NewS3Datasource | NewDeltaDatasource | NewIcebergDatasource | NewDuckdbDatasource
export type NewDatasourceGroup = { group_id: string; datasource_id: string; level?: "view" | "edit" | "own" }
export type NewDatasourceModel = { model_id: string; datasource_id: string }
export type NewDatasourceUser = { user_id: string; datasource_id: string; level?: "view" | "edit" | "own" }
export type NewDeltaDatasource = { name: string; description?: string; tables?: TableChoice; models_see_values?: boolean; type: "delta"; connection: LakeConnection }
export type NewDuckdbDatasource = { name: string; description?: string; tables?: TableChoice; models_see_values?: boolean; type: "duckdb"; connection: DuckdbConnection }
export type NewExtraction = { datasource_id: string; model?: string; tables?: Array<string>; include_samples?: boolean }
export type NewFileDatasource = { name: string; description?: string; tables?: TableChoice; models_see_values?: boolean; type: "file"; connection: FileConnection }
export type NewHierarchy = { datasource_id: string; name: string; title?: string; levels: Array<HierarchyLevel> }
export type NewIcebergDatasource = { name: string; description?: string; tables?: TableChoice; models_see_values?: boolean; type: "iceberg"; connection: LakeConnection }
export type NewLayerImport = { content: string; dry_run?: boolean }
export type NewLibsqlDatasource = { name: string; description?: string; tables?: TableChoice; models_see_values?: boolean; type: "libsql"; connection: LibsqlConnection }
export type NewMariadbDatasource = { name: string; description?: string; tables?: TableChoice; models_see_values?: boolean; type: "mariadb"; connection: ServerConnection }
export type NewMeasure = { datasource_id: string; name: string; title?: string; table_name: string; aggregation: Aggregate; expression?: string | null; filters?: Filter | null; format?: string | null; unit?: string | null; description?: string; synonyms?: Array<string> }
export type NewMysqlDatasource = { name: string; description?: string; tables?: TableChoice; models_see_values?: boolean; type: "mysql"; connection: ServerConnection }
export type NewPostgresDatasource = { name: string; description?: string; tables?: TableChoice; models_see_values?: boolean; type: "postgres"; connection: ServerConnection }
export type NewRelationship = { datasource_id: string; from_table: string; from_columns: Array<string>; to_table: string; to_columns: Array<string>; cardinality?: Cardinality }
export type NewRowFilter = { datasource_id: string; name?: string; table_name: string; condition: RowFilterCondition; applies_to?: RowFilterAppliesTo; reach?: RowFilterReach; is_enabled?: boolean }
export type NewS3Datasource = { name: string; description?: string; tables?: TableChoice; models_see_values?: boolean; type: "s3"; connection: S3Connection }
export type NewSqliteDatasource = { name: string; description?: string; tables?: TableChoice; models_see_values?: boolean; type: "sqlite"; connection: SqliteConnection }
export type NewVerifiedQuery = { datasource_id: string; question: string; sql?: string; query?: SemanticQuery }
export type ProposedFix = { fix: TermFix; label: string; likelihood: number }
export type QueryColumn = { name: string; label: string; role: "dimension" | "measure"; type: ColumnType; unit: string | null; grain: Grain | null; aggregate: Aggregate | null; table: string; column: string | null }
export type QueryCombination = { operator: "union" | "intersect" | "except"; query: SemanticQuery }
export type QueryComparison = { dimension: string; to: "previous_period" | "previous_year" }
export type QueryDimension = { table: string; column: string; grain?: "hour" | "day" | "week" | "month" | "quarter" | "year" | "month_of_year" | "quarter_of_year" | "day_of_month" | "day_of_week" | "hour_of_day"; bin?: { width: number }; name?: string; hidden?: boolean }
export type QueryJoin = { from_table: string; from_column: string; to_table: string }
export type QueryMeasure = NamedMeasure | AggregateMeasure | RatioMeasure | DerivedMeasure | CorrelationMeasure
export type QueryOrder = { by: string; direction?: "asc" | "desc" }
export type QueryOutcome = { sql: string; columns: Array<QueryColumn>; rows: Array<Array<unknown>>; row_count: number; truncated: boolean; duration_ms: number; tables: Array<string>; row_filters_applied: boolean; filtered_tables: Array<string>; explanation?: string; semantic_query?: SemanticQuery }
export type RatioMeasure = { ratio: { numerator: NamedMeasure | AggregateMeasure; denominator: NamedMeasure | AggregateMeasure }; percent?: boolean; name?: string; hidden?: boolean }
export type Relationship = { id: string; revision: number; created_at: string; updated_at: string; datasource_id: string; from_table: string; from_columns: Array<string>; to_table: string; to_columns: Array<string>; cardinality: Cardinality; source: "declared" | "inferred" | "manual"; evidence: string | null; confidence: number | null; is_orphaned: boolean }
export type RelationshipChange = { from_table?: string; from_columns?: Array<string>; to_table?: string; to_columns?: Array<string>; cardinality?: Cardinality }
export type RelationshipPage = { items: Array<Relationship>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type RowFilter = { id: string; revision: number; created_at: string; updated_at: string; datasource_id: string; name: string; table_name: string; condition: RowFilterCondition; applies_to: RowFilterAppliesTo; reach: RowFilterReach; is_enabled: boolean; is_orphaned: boolean; related_tables: Array<RowFilterRelatedTable> }
export type RowFilterAppliesTo = { everyone?: boolean; groups?: Array<string>; users?: Array<string>; except?: { groups?: Array<string>; users?: Array<string> } }
export type RowFilterChange = { name?: string; table_name?: string; condition?: RowFilterCondition; applies_to?: RowFilterAppliesTo; reach?: RowFilterReach; is_enabled?: boolean }
export type RowFilterCondition = { member: string; operator: FilterOperator; values?: Array<string | number | boolean> }
export type RowFilterJoin = { from_table: string; from_columns: Array<string>; to_table: string; to_columns: Array<string> }
export type RowFilterPage = { items: Array<RowFilter>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type RowFilterReach = "table" | "related"
export type RowFilterRelatedTable = { table_name: string; paths: Array<Array<RowFilterJoin>>; is_orphaned: boolean }
export type S3Connection = { endpoint: string; region: string; access_key_id: string; secret_access_key: string; bucket: string; prefix?: string; tables?: Array<S3Table> }
export type S3ConnectionChange = { endpoint: string; region: string; access_key_id: string; secret_access_key?: string; bucket: string; prefix?: string; tables?: Array<S3Table> }
export type S3Table = { name: string; pattern: string; format?: "csv" | "tsv" | "json" | "ndjson" | "parquet" }
export type SemanticQuery = { measures?: Array<QueryMeasure>; dimensions?: Array<QueryDimension>; filters?: Filter; having?: Array<HavingCondition>; order?: Array<QueryOrder>; limit?: number; offset?: number; limit_per?: { dimension: string; limit: number }; distinct?: boolean; joins?: Array<QueryJoin>; compare?: QueryComparison; combine?: QueryCombination }
export type SemanticType = "identifier" | "category" | "measure" | "time" | "text" | "geo" | "boolean"
export type ServerConnection = { host?: string; port?: number; database?: string; user?: string; password?: string; ssl_mode?: SslMode; schemas?: Array<string>; connection_url?: string }
export type ShownLakeConnection = { location: string; endpoint?: string; region?: string; access_key_id?: string; has_secret_access_key: boolean }
export type ShownLibsqlConnection = { url: string; has_auth_token: boolean }
export type ShownS3Connection = { endpoint: string; region: string; access_key_id: string; bucket: string; prefix?: string; tables?: Array<S3Table>; has_secret_access_key: boolean }
export type ShownServerConnection = { host?: string; port?: number; database?: string; user?: string; ssl_mode?: SslMode; schemas?: Array<string>; has_password: boolean }
export type SourceType = "file" | "sqlite" | "postgres" | "mysql" | "mariadb" | "clickhouse" | "libsql" | "s3" | "delta" | "iceberg" | "duckdb"
export type SqliteConnection = { file_id: string }
export type SslMode = "disable" | "prefer" | "require" | "verify-full"
export type TableChoice = { include?: Array<string>; exclude?: Array<string> }
export type TablePreview = { columns: Array<{ name: string; type: ColumnType }>; rows: Array<Array<unknown>>; row_count: number; truncated: boolean }
export type TableSchema = { name: string; schema: string | null; kind: "table" | "view"; comment: string | null; row_estimate: number | null; columns: Array<{ name: string; type: ColumnType; native_type: string; nullable: boolean; comment: string | null }>; primary_key: Array<string>; foreign_keys: Array<{ columns: Array<string>; to_table: string; to_columns: Array<string> }> }
export type TermFix = { kind: "synonym"; table: string; column?: string | null } | { kind: "value"; table: string; column: string; value: string } | { kind: "measure"; measure: string } | { kind: "formula"; table: string; aggregation: Aggregate; expression?: string | null }
export type TermFixed = { term: string; fix: TermFix; question: string; answer: { explanation: string; columns: Array<QueryColumn>; rows: Array<Array<unknown>>; row_count: number } | null; reason: "unknown_word" | "past_content_word" | "unsure" | "ambiguous" | "out_of_scope" | "contradiction" | "negation_unread" | "nothing_before" | "previous_unanswered" | "not_possible" | "empty_result" | "no_rights" | "query_failed" | "no_data_source" | "read_only" | "other_language" | "too_long" | null }
export type UnsavedClickhouseDatasource = { type: "clickhouse"; connection: ServerConnection }
export type UnsavedDatasource = UnsavedFileDatasource | UnsavedSqliteDatasource | UnsavedPostgresDatasource | UnsavedMysqlDatasource | UnsavedMariadbDatasource | UnsavedClickhouseDatasource | UnsavedLibsqlDatasource | UnsavedS3Datasource | UnsavedDeltaDatasource | UnsavedIcebergDatasource | UnsavedDuckdbDatasource
export type UnsavedDeltaDatasource = { type: "delta"; connection: LakeConnection }
export type UnsavedDuckdbDatasource = { type: "duckdb"; connection: DuckdbConnection }
export type UnsavedFileDatasource = { type: "file"; connection: FileConnection }
export type UnsavedIcebergDatasource = { type: "iceberg"; connection: LakeConnection }
export type UnsavedLibsqlDatasource = { type: "libsql"; connection: LibsqlConnection }
export type UnsavedMariadbDatasource = { type: "mariadb"; connection: ServerConnection }
export type UnsavedMysqlDatasource = { type: "mysql"; connection: ServerConnection }
export type UnsavedPostgresDatasource = { type: "postgres"; connection: ServerConnection }
export type UnsavedS3Datasource = { type: "s3"; connection: S3Connection }
export type UnsavedSqliteDatasource = { type: "sqlite"; connection: SqliteConnection }
export type UserShare = { user_id: string; level?: "view" | "edit" | "own" }
export type Validation = { valid: boolean; latency_ms: number; server_version: string | null; read_only: boolean; checks: Array<{ name: "reach" | "sign_in" | "read_schema" | "read_only"; ok: boolean; message: string; latency_ms: number }> }
export type ValuesFrom = { query: SemanticQuery }
export type VerifiedQuery = { id: string; revision: number; created_at: string; updated_at: string; datasource_id: string; question: string; sql: string | null; query: SemanticQuery | null; verified_by: string; verified_at: string; is_orphaned: boolean; withheld?: true }
export type VerifiedQueryChange = { question?: string; sql?: string; query?: SemanticQuery }
export type VerifiedQueryPage = { items: Array<VerifiedQuery>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type SemanticOperations = {
  'DELETE /semantic/datasourcegroups': { path: Record<string, never>; query: { group_id: string; datasource_id: string }; body: undefined; reply: null }
  'DELETE /semantic/datasourcegroups/{id}': { path: { id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /semantic/datasourcemodels': { path: Record<string, never>; query: { model_id: string; datasource_id: string }; body: undefined; reply: null }
  'DELETE /semantic/datasourcemodels/{id}': { path: { id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /semantic/datasources/{datasource_id}': { path: { datasource_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /semantic/datasources/{datasource_id}/share/group': { path: { datasource_id: string }; query: { group_id?: string }; body: { group_id?: string }; reply: null }
  'DELETE /semantic/datasources/{datasource_id}/share/user': { path: { datasource_id: string }; query: { user_id?: string }; body: { user_id?: string }; reply: null }
  'DELETE /semantic/datasources/{datasource_id}/unmatched-terms/{term}': { path: { datasource_id: string; term: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /semantic/datasources/{datasource_id}/unmatched-terms/{term}/fix': { path: { datasource_id: string; term: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /semantic/datasourceusers': { path: Record<string, never>; query: { user_id: string; datasource_id: string }; body: undefined; reply: null }
  'DELETE /semantic/datasourceusers/{id}': { path: { id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /semantic/files/{file_id}': { path: { file_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /semantic/filters/{filter_id}': { path: { filter_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /semantic/hierarchies/{hierarchy_id}': { path: { hierarchy_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /semantic/learned-phrases/{learned_phrase_id}': { path: { learned_phrase_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /semantic/measures/{measure_id}': { path: { measure_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /semantic/relationships/{relationship_id}': { path: { relationship_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /semantic/verified-queries/{verified_query_id}': { path: { verified_query_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'GET /health': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: Health | BareHealth }
  'GET /semantic/datasource-types': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: Array<DatasourceType> }
  'GET /semantic/datasourcegroups': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; group_id?: string; datasource_id?: string }; body: undefined; reply: Array<DatasourceGroup> }
  'GET /semantic/datasourcemodels': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; model_id?: string; datasource_id?: string }; body: undefined; reply: Array<DatasourceModel> }
  'GET /semantic/datasources': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; type?: "file" | "sqlite" | "postgres" | "mysql" | "mariadb" | "clickhouse" | "libsql" | "s3" | "delta" | "iceberg" | "duckdb"; status?: "unverified" | "connected" | "failed" | "disabled"; extraction_status?: "none" | "queued" | "running" | "completed" | "failed" | "cancelled"; owner_id?: string }; body: undefined; reply: Array<Datasource> }
  'GET /semantic/datasources/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; type?: "file" | "sqlite" | "postgres" | "mysql" | "mariadb" | "clickhouse" | "libsql" | "s3" | "delta" | "iceberg" | "duckdb"; status?: "unverified" | "connected" | "failed" | "disabled"; extraction_status?: "none" | "queued" | "running" | "completed" | "failed" | "cancelled"; owner_id?: string }; body: undefined; reply: DatasourcePage }
  'GET /semantic/datasources/{datasource_id}': { path: { datasource_id: string }; query: Record<string, never>; body: undefined; reply: Datasource }
  'GET /semantic/datasources/{datasource_id}/access': { path: { datasource_id: string }; query: { page?: number; page_size?: number; user_id?: string }; body: undefined; reply: Array<AccessWay> }
  'GET /semantic/datasources/{datasource_id}/export': { path: { datasource_id: string }; query: { format?: LayerFormat }; body: undefined; reply: LayerExport }
  'GET /semantic/datasources/{datasource_id}/tables': { path: { datasource_id: string }; query: Record<string, never>; body: undefined; reply: Array<TableSchema> }
  'GET /semantic/datasources/{datasource_id}/tables/{table}/preview': { path: { datasource_id: string; table: string }; query: { limit?: number; user_id?: string; group_id?: string }; body: undefined; reply: TablePreview }
  'GET /semantic/datasources/{datasource_id}/tables/{table}/related': { path: { datasource_id: string; table: string }; query: Record<string, never>; body: undefined; reply: Array<RowFilterRelatedTable> }
  'GET /semantic/datasources/{datasource_id}/unmatched-terms': { path: { datasource_id: string }; query: { page?: number; page_size?: number }; body: undefined; reply: Array<FixableTerm> }
  'GET /semantic/datasourceusers': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; user_id?: string; datasource_id?: string }; body: undefined; reply: Array<DatasourceUser> }
  'GET /semantic/descriptions': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "table_name" | "column_name" | "position" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; datasource_id: string; object_type?: "table" | "column"; table_name?: string; column_name?: string; semantic_type?: "identifier" | "category" | "measure" | "time" | "text" | "geo" | "boolean"; source?: "generated" | "manual" | "imported"; is_hidden?: boolean }; body: undefined; reply: Array<Description> }
  'GET /semantic/descriptions/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "table_name" | "column_name" | "position" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; datasource_id: string; object_type?: "table" | "column"; table_name?: string; column_name?: string; semantic_type?: "identifier" | "category" | "measure" | "time" | "text" | "geo" | "boolean"; source?: "generated" | "manual" | "imported"; is_hidden?: boolean }; body: undefined; reply: DescriptionPage }
  'GET /semantic/descriptions/{description_id}': { path: { description_id: string }; query: Record<string, never>; body: undefined; reply: Description }
  'GET /semantic/files': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "size"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; format?: "csv" | "tsv" | "json" | "ndjson" | "parquet" | "xlsx" | "sqlite"; owner_id?: string }; body: undefined; reply: Array<File> }
  'GET /semantic/files/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "size"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; format?: "csv" | "tsv" | "json" | "ndjson" | "parquet" | "xlsx" | "sqlite"; owner_id?: string }; body: undefined; reply: FilePage }
  'GET /semantic/files/{file_id}': { path: { file_id: string }; query: Record<string, never>; body: undefined; reply: File }
  'GET /semantic/filters': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "table_name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; datasource_id?: string; table_name?: string }; body: undefined; reply: Array<RowFilter> }
  'GET /semantic/filters/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "table_name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; datasource_id?: string; table_name?: string }; body: undefined; reply: RowFilterPage }
  'GET /semantic/filters/{filter_id}': { path: { filter_id: string }; query: Record<string, never>; body: undefined; reply: RowFilter }
  'GET /semantic/hierarchies': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; datasource_id?: string; is_suggested?: boolean }; body: undefined; reply: Array<Hierarchy> }
  'GET /semantic/hierarchies/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; datasource_id?: string; is_suggested?: boolean }; body: undefined; reply: HierarchyPage }
  'GET /semantic/hierarchies/{hierarchy_id}': { path: { hierarchy_id: string }; query: Record<string, never>; body: undefined; reply: Hierarchy }
  'GET /semantic/learned-phrases': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "times" | "updated_at" | "phrase"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; datasource_id?: string; is_shared?: boolean; chosen_by?: string }; body: undefined; reply: Array<LearnedPhrase> }
  'GET /semantic/learned-phrases/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "times" | "updated_at" | "phrase"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; datasource_id?: string; is_shared?: boolean; chosen_by?: string }; body: undefined; reply: LearnedPhrasePage }
  'GET /semantic/learned-phrases/{learned_phrase_id}': { path: { learned_phrase_id: string }; query: Record<string, never>; body: undefined; reply: LearnedPhrase }
  'GET /semantic/measures': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; datasource_id?: string; table_name?: string; is_suggested?: boolean }; body: undefined; reply: Array<Measure> }
  'GET /semantic/measures/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "name" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; datasource_id?: string; table_name?: string; is_suggested?: boolean }; body: undefined; reply: MeasurePage }
  'GET /semantic/measures/{measure_id}': { path: { measure_id: string }; query: Record<string, never>; body: undefined; reply: Measure }
  'GET /semantic/relationships': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "from_table" | "to_table" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; datasource_id?: string; table_name?: string; source?: "declared" | "inferred" | "manual" }; body: undefined; reply: Array<Relationship> }
  'GET /semantic/relationships/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "from_table" | "to_table" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; datasource_id?: string; table_name?: string; source?: "declared" | "inferred" | "manual" }; body: undefined; reply: RelationshipPage }
  'GET /semantic/relationships/{relationship_id}': { path: { relationship_id: string }; query: Record<string, never>; body: undefined; reply: Relationship }
  'GET /semantic/semanticextractions': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; datasource_id?: string; status?: "queued" | "running" | "completed" | "failed" | "cancelled" }; body: undefined; reply: Array<Extraction> }
  'GET /semantic/semanticextractions/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; sort?: "created_at" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; datasource_id?: string; status?: "queued" | "running" | "completed" | "failed" | "cancelled" }; body: undefined; reply: ExtractionPage }
  'GET /semantic/semanticextractions/{extraction_id}': { path: { extraction_id: string }; query: Record<string, never>; body: undefined; reply: Extraction }
  'GET /semantic/semanticextractions/{extraction_id}/events': { path: { extraction_id: string }; query: Record<string, never>; body: undefined; reply: string }
  'GET /semantic/verified-queries': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "question" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; updated_from?: string; updated_to?: string; datasource_id?: string; verified_by?: string }; body: undefined; reply: Array<VerifiedQuery> }
  'GET /semantic/verified-queries/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; q?: string; sort?: "created_at" | "question" | "updated_at"; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; updated_from?: string; updated_to?: string; datasource_id?: string; verified_by?: string }; body: undefined; reply: VerifiedQueryPage }
  'GET /semantic/verified-queries/{verified_query_id}': { path: { verified_query_id: string }; query: Record<string, never>; body: undefined; reply: VerifiedQuery }
  'PATCH /semantic/datasources/{datasource_id}': { path: { datasource_id: string }; query: Record<string, never>; body: DatasourceChange; reply: Datasource }
  'PATCH /semantic/descriptions/{description_id}': { path: { description_id: string }; query: Record<string, never>; body: DescriptionChange; reply: Description }
  'PATCH /semantic/filters/{filter_id}': { path: { filter_id: string }; query: Record<string, never>; body: RowFilterChange; reply: RowFilter }
  'PATCH /semantic/hierarchies/{hierarchy_id}': { path: { hierarchy_id: string }; query: Record<string, never>; body: HierarchyChange; reply: Hierarchy }
  'PATCH /semantic/learned-phrases/{learned_phrase_id}': { path: { learned_phrase_id: string }; query: Record<string, never>; body: LearnedPhraseChange; reply: LearnedPhrase }
  'PATCH /semantic/measures/{measure_id}': { path: { measure_id: string }; query: Record<string, never>; body: MeasureChange; reply: Measure }
  'PATCH /semantic/relationships/{relationship_id}': { path: { relationship_id: string }; query: Record<string, never>; body: RelationshipChange; reply: Relationship }
  'PATCH /semantic/verified-queries/{verified_query_id}': { path: { verified_query_id: string }; query: Record<string, never>; body: VerifiedQueryChange; reply: VerifiedQuery }
  'POST /semantic/datasourcegroups': { path: Record<string, never>; query: Record<string, never>; body: NewDatasourceGroup; reply: DatasourceGroup }
  'POST /semantic/datasourcemodels': { path: Record<string, never>; query: Record<string, never>; body: NewDatasourceModel; reply: DatasourceModel }
  'POST /semantic/datasources': { path: Record<string, never>; query: Record<string, never>; body: NewDatasource; reply: Datasource }
  'POST /semantic/datasources/validate': { path: Record<string, never>; query: Record<string, never>; body: UnsavedDatasource; reply: Validation }
  'POST /semantic/datasources/{datasource_id}/disable': { path: { datasource_id: string }; query: Record<string, never>; body: undefined; reply: Datasource }
  'POST /semantic/datasources/{datasource_id}/enable': { path: { datasource_id: string }; query: Record<string, never>; body: undefined; reply: Datasource }
  'POST /semantic/datasources/{datasource_id}/import': { path: { datasource_id: string }; query: Record<string, never>; body: NewLayerImport; reply: LayerImport }
  'POST /semantic/datasources/{datasource_id}/query': { path: { datasource_id: string }; query: Record<string, never>; body: DataQueryRequest; reply: QueryOutcome }
  'POST /semantic/datasources/{datasource_id}/share/group': { path: { datasource_id: string }; query: Record<string, never>; body: GroupShare; reply: Grant }
  'POST /semantic/datasources/{datasource_id}/share/user': { path: { datasource_id: string }; query: Record<string, never>; body: UserShare; reply: Grant }
  'POST /semantic/datasources/{datasource_id}/unmatched-terms/{term}/fix': { path: { datasource_id: string; term: string }; query: Record<string, never>; body: TermFix; reply: TermFixed }
  'POST /semantic/datasources/{datasource_id}/validate': { path: { datasource_id: string }; query: Record<string, never>; body: undefined; reply: Validation }
  'POST /semantic/datasourceusers': { path: Record<string, never>; query: Record<string, never>; body: NewDatasourceUser; reply: DatasourceUser }
  'POST /semantic/files': { path: Record<string, never>; query: Record<string, never>; body: FormData; reply: File }
  'POST /semantic/filters': { path: Record<string, never>; query: Record<string, never>; body: NewRowFilter; reply: RowFilter }
  'POST /semantic/hierarchies': { path: Record<string, never>; query: Record<string, never>; body: NewHierarchy; reply: Hierarchy }
  'POST /semantic/hierarchies/{hierarchy_id}/accept': { path: { hierarchy_id: string }; query: Record<string, never>; body: undefined; reply: Hierarchy }
  'POST /semantic/learned-phrases/{learned_phrase_id}/accept': { path: { learned_phrase_id: string }; query: Record<string, never>; body: undefined; reply: AcceptedPhrase }
  'POST /semantic/measures': { path: Record<string, never>; query: Record<string, never>; body: NewMeasure; reply: Measure }
  'POST /semantic/measures/{measure_id}/accept': { path: { measure_id: string }; query: Record<string, never>; body: undefined; reply: Measure }
  'POST /semantic/relationships': { path: Record<string, never>; query: Record<string, never>; body: NewRelationship; reply: Relationship }
  'POST /semantic/semanticextractions': { path: Record<string, never>; query: Record<string, never>; body: NewExtraction; reply: Extraction }
  'POST /semantic/semanticextractions/{extraction_id}/cancel': { path: { extraction_id: string }; query: Record<string, never>; body: undefined; reply: Extraction }
  'POST /semantic/verified-queries': { path: Record<string, never>; query: Record<string, never>; body: NewVerifiedQuery; reply: VerifiedQuery }
  'PUT /semantic/datasources/{datasource_id}': { path: { datasource_id: string }; query: Record<string, never>; body: DatasourceChange; reply: Datasource }
  'PUT /semantic/descriptions/bulk': { path: Record<string, never>; query: Record<string, never>; body: DescriptionChanges; reply: Array<Description> }
  'PUT /semantic/descriptions/{description_id}': { path: { description_id: string }; query: Record<string, never>; body: DescriptionChange; reply: Description }
  'PUT /semantic/filters/{filter_id}': { path: { filter_id: string }; query: Record<string, never>; body: RowFilterChange; reply: RowFilter }
  'PUT /semantic/hierarchies/{hierarchy_id}': { path: { hierarchy_id: string }; query: Record<string, never>; body: HierarchyChange; reply: Hierarchy }
  'PUT /semantic/learned-phrases/{learned_phrase_id}': { path: { learned_phrase_id: string }; query: Record<string, never>; body: LearnedPhraseChange; reply: LearnedPhrase }
  'PUT /semantic/measures/{measure_id}': { path: { measure_id: string }; query: Record<string, never>; body: MeasureChange; reply: Measure }
  'PUT /semantic/relationships/{relationship_id}': { path: { relationship_id: string }; query: Record<string, never>; body: RelationshipChange; reply: Relationship }
  'PUT /semantic/verified-queries/{verified_query_id}': { path: { verified_query_id: string }; query: Record<string, never>; body: VerifiedQueryChange; reply: VerifiedQuery }
}
