// Generated from db/migrations by `npm run migrations`.
import type { Migration } from './migrate.ts'

export const migrations: Migration[] = [
  {
    "tag": "0000_init",
    "checksum": "d583b18b5a49d08d4b8461fa85bf38105b5a1278c4d1608eb3c70e8309eae983",
    "statements": [
      "CREATE TABLE `charts` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`title` text NOT NULL,\n\t`description` text NOT NULL,\n\t`datasource_id` text NOT NULL,\n\t`model_id` text,\n\t`session_id` text,\n\t`query` text NOT NULL,\n\t`spec` text,\n\t`chart_type` text NOT NULL,\n\t`tags` text NOT NULL,\n\t`is_locked` integer NOT NULL,\n\t`is_hidden` integer NOT NULL,\n\t`is_enabled` integer NOT NULL,\n\t`cache_seconds` integer NOT NULL,\n\t`owner_id` text NOT NULL\n);",
      "CREATE INDEX `charts_owner` ON `charts` (`owner_id`,`id`);",
      "CREATE INDEX `charts_model` ON `charts` (`model_id`);",
      "CREATE TABLE `dashboards` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`title` text NOT NULL,\n\t`description` text NOT NULL,\n\t`layout` text NOT NULL,\n\t`filters` text NOT NULL,\n\t`refresh_seconds` integer NOT NULL,\n\t`embedded` text NOT NULL,\n\t`embed_epoch` integer NOT NULL,\n\t`is_locked` integer NOT NULL,\n\t`is_hidden` integer NOT NULL,\n\t`is_enabled` integer NOT NULL,\n\t`owner_id` text NOT NULL\n);",
      "CREATE INDEX `dashboards_owner` ON `dashboards` (`owner_id`,`id`);",
      "CREATE TABLE `speech_config` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`engine` text NOT NULL,\n\t`model` text NOT NULL,\n\t`base_url` text,\n\t`api_key` text,\n\t`language` text,\n\t`optimize_enabled` integer NOT NULL,\n\t`optimize_model` text,\n\t`updated_at` text NOT NULL\n);",
      "CREATE TABLE `audit_logs` (\n\t`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,\n\t`id` text NOT NULL,\n\t`type` text NOT NULL,\n\t`at` text NOT NULL,\n\t`actor` text NOT NULL,\n\t`actor_id` text,\n\t`resource_type` text NOT NULL,\n\t`resource_id` text,\n\t`service` text NOT NULL,\n\t`outcome` text NOT NULL,\n\t`request` text NOT NULL,\n\t`details` text NOT NULL,\n\t`prev_hash` text,\n\t`hash` text\n);",
      "CREATE UNIQUE INDEX `audit_logs_id_unique` ON `audit_logs` (`id`);",
      "CREATE INDEX `audit_logs_type` ON `audit_logs` (`type`);",
      "CREATE INDEX `audit_logs_actor` ON `audit_logs` (`actor_id`);",
      "CREATE INDEX `audit_logs_resource` ON `audit_logs` (`resource_id`);",
      "CREATE INDEX `audit_logs_at` ON `audit_logs` (`at`);",
      "CREATE TABLE `idempotency` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`body_hash` text NOT NULL,\n\t`state` text NOT NULL,\n\t`holder` text NOT NULL,\n\t`status` integer,\n\t`headers` text,\n\t`body` text,\n\t`created_at` text NOT NULL\n);",
      "CREATE INDEX `idempotency_created` ON `idempotency` (`created_at`);",
      "CREATE TABLE `models` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`name` text NOT NULL,\n\t`description` text NOT NULL,\n\t`type` text NOT NULL,\n\t`provider_id` text,\n\t`upstream` text,\n\t`base_model_id` text,\n\t`system_prompt` text,\n\t`params` text NOT NULL,\n\t`capabilities` text NOT NULL,\n\t`is_enabled` integer NOT NULL,\n\t`owner_id` text NOT NULL,\n\tFOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE UNIQUE INDEX `models_name_unique` ON `models` (`name`);",
      "CREATE INDEX `models_owner` ON `models` (`owner_id`);",
      "CREATE TABLE `prompt_versions` (\n\t`prompt_id` text NOT NULL,\n\t`version` integer NOT NULL,\n\t`title` text NOT NULL,\n\t`content` text NOT NULL,\n\t`author_id` text NOT NULL,\n\t`created_at` text NOT NULL,\n\tPRIMARY KEY(`prompt_id`, `version`),\n\tFOREIGN KEY (`prompt_id`) REFERENCES `prompts`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE TABLE `prompts` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`command` text NOT NULL,\n\t`title` text NOT NULL,\n\t`content` text NOT NULL,\n\t`is_enabled` integer NOT NULL,\n\t`version` integer NOT NULL,\n\t`owner_id` text NOT NULL\n);",
      "CREATE UNIQUE INDEX `prompts_command_unique` ON `prompts` (`command`);",
      "CREATE TABLE `providers` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`name` text NOT NULL,\n\t`kind` text NOT NULL,\n\t`base_url` text,\n\t`api_key` text,\n\t`last4` text,\n\t`models_hint` text NOT NULL,\n\t`is_enabled` integer NOT NULL\n);",
      "CREATE UNIQUE INDEX `providers_name_unique` ON `providers` (`name`);",
      "CREATE TABLE `runs` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`kind` text NOT NULL,\n\t`subject_id` text NOT NULL,\n\t`actor_id` text NOT NULL,\n\t`status` text NOT NULL,\n\t`attempt` integer DEFAULT 0 NOT NULL,\n\t`lease_token` text,\n\t`lease_until` text,\n\t`cancel_requested` integer DEFAULT false NOT NULL,\n\t`error` text,\n\t`created_at` text NOT NULL,\n\t`started_at` text,\n\t`completed_at` text\n);",
      "CREATE INDEX `runs_due` ON `runs` (`status`,`lease_until`);",
      "CREATE INDEX `runs_subject` ON `runs` (`subject_id`);",
      "CREATE TABLE `api_keys` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`lookup` text NOT NULL,\n\t`secret_hmac` text NOT NULL,\n\t`last4` text NOT NULL,\n\t`user_id` text NOT NULL,\n\t`name` text NOT NULL,\n\t`scopes` text NOT NULL,\n\t`expires_at` text,\n\t`revoked_at` text,\n\t`last_used_at` text,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE UNIQUE INDEX `api_keys_lookup_unique` ON `api_keys` (`lookup`);",
      "CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`);",
      "CREATE TABLE `deployment` (\n\t`name` text PRIMARY KEY NOT NULL,\n\t`value` text NOT NULL\n);",
      "CREATE TABLE `epochs` (\n\t`name` text PRIMARY KEY NOT NULL,\n\t`value` integer NOT NULL\n);",
      "CREATE TABLE `grants` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`resource_type` text NOT NULL,\n\t`resource_id` text NOT NULL,\n\t`principal_type` text NOT NULL,\n\t`principal_id` text NOT NULL,\n\t`level` text NOT NULL,\n\t`created_by` text NOT NULL,\n\t`created_at` text NOT NULL\n);",
      "CREATE UNIQUE INDEX `grants_pair` ON `grants` (`resource_type`,`resource_id`,`principal_type`,`principal_id`);",
      "CREATE INDEX `grants_principal` ON `grants` (`principal_type`,`principal_id`,`resource_type`,`resource_id`);",
      "CREATE TABLE `groups` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`name` text NOT NULL,\n\t`description` text NOT NULL,\n\t`permissions` text NOT NULL\n);",
      "CREATE UNIQUE INDEX `groups_name_unique` ON `groups` (`name`);",
      "CREATE TABLE `invitations` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`token_hmac` text NOT NULL,\n\t`user_id` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`expires_at` text NOT NULL,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE UNIQUE INDEX `invitations_token_hmac_unique` ON `invitations` (`token_hmac`);",
      "CREATE TABLE `signin_failures` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`subject` text NOT NULL,\n\t`at` text NOT NULL\n);",
      "CREATE INDEX `signin_failures_subject` ON `signin_failures` (`subject`,`at`);",
      "CREATE TABLE `signins` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`token_hmac` text NOT NULL,\n\t`user_id` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`expires_at` text NOT NULL,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE UNIQUE INDEX `signins_token_hmac_unique` ON `signins` (`token_hmac`);",
      "CREATE INDEX `signins_user` ON `signins` (`user_id`);",
      "CREATE TABLE `users` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`email` text NOT NULL,\n\t`name` text NOT NULL,\n\t`role` text NOT NULL,\n\t`status` text NOT NULL,\n\t`attributes` text NOT NULL,\n\t`password_hash` text,\n\t`last_active_at` text\n);",
      "CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);",
      "CREATE TABLE `datasources` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`name` text NOT NULL,\n\t`description` text NOT NULL,\n\t`type` text NOT NULL,\n\t`connection` text NOT NULL,\n\t`secrets` text,\n\t`tables` text NOT NULL,\n\t`status` text NOT NULL,\n\t`status_message` text,\n\t`extraction_status` text NOT NULL,\n\t`tables_count` integer NOT NULL,\n\t`layer_version` integer DEFAULT 1 NOT NULL,\n\t`last_extraction_at` text,\n\t`owner_id` text NOT NULL\n);",
      "CREATE INDEX `datasources_owner` ON `datasources` (`owner_id`);",
      "CREATE TABLE `descriptions` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`datasource_id` text NOT NULL,\n\t`object_type` text NOT NULL,\n\t`schema_name` text,\n\t`table_name` text NOT NULL,\n\t`column_name` text NOT NULL,\n\t`position` integer NOT NULL,\n\t`data_type` text,\n\t`native_type` text,\n\t`is_primary_key` integer NOT NULL,\n\t`semantic_type` text,\n\t`label` text NOT NULL,\n\t`description` text NOT NULL,\n\t`generated_description` text NOT NULL,\n\t`source` text NOT NULL,\n\t`edited_fields` text NOT NULL,\n\t`synonyms` text NOT NULL,\n\t`sample_values` text NOT NULL,\n\t`unit` text,\n\t`is_hidden` integer NOT NULL,\n\t`statistics` text NOT NULL,\n\t`updated_by` text,\n\tFOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE UNIQUE INDEX `descriptions_object` ON `descriptions` (`datasource_id`,`table_name`,`column_name`);",
      "CREATE TABLE `extractions` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`datasource_id` text NOT NULL,\n\t`run_id` text NOT NULL,\n\t`status` text NOT NULL,\n\t`stage` text NOT NULL,\n\t`progress` text NOT NULL,\n\t`model` text,\n\t`only_tables` text,\n\t`include_samples` integer NOT NULL,\n\t`usage` text NOT NULL,\n\t`error` text,\n\t`diff` text,\n\t`started_at` text,\n\t`completed_at` text,\n\t`actor_id` text NOT NULL,\n\tFOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `extractions_datasource` ON `extractions` (`datasource_id`);",
      "CREATE UNIQUE INDEX `extractions_active` ON `extractions` (`datasource_id`) WHERE status in ('queued', 'running');",
      "CREATE TABLE `files` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`name` text NOT NULL,\n\t`format` text NOT NULL,\n\t`size` integer NOT NULL,\n\t`sha256` text NOT NULL,\n\t`storage_key` text NOT NULL,\n\t`tables` text NOT NULL,\n\t`rejected_lines` integer NOT NULL,\n\t`rejects` text NOT NULL,\n\t`owner_id` text NOT NULL\n);",
      "CREATE TABLE `hierarchies` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`datasource_id` text NOT NULL,\n\t`name` text NOT NULL,\n\t`title` text NOT NULL,\n\t`levels` text NOT NULL,\n\tFOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE UNIQUE INDEX `hierarchies_name` ON `hierarchies` (`datasource_id`,`name`);",
      "CREATE TABLE `relationships` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`datasource_id` text NOT NULL,\n\t`from_table` text NOT NULL,\n\t`from_columns` text NOT NULL,\n\t`to_table` text NOT NULL,\n\t`to_columns` text NOT NULL,\n\t`cardinality` text NOT NULL,\n\t`source` text NOT NULL,\n\t`evidence` text,\n\t`confidence` real,\n\t`is_rejected` integer DEFAULT false NOT NULL,\n\tFOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE UNIQUE INDEX `relationships_pair` ON `relationships` (`datasource_id`,`from_table`,`from_columns`,`to_table`,`to_columns`);",
      "CREATE TABLE `completions` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`session_id` text NOT NULL,\n\t`user_id` text NOT NULL,\n\t`model` text NOT NULL,\n\t`status` text NOT NULL,\n\t`finish_reason` text,\n\t`error` text,\n\t`usage` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`completed_at` text,\n\tFOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `completions_session` ON `completions` (`session_id`,`id`);",
      "CREATE INDEX `completions_running` ON `completions` (`status`);",
      "CREATE TABLE `messages` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`session_id` text NOT NULL,\n\t`completion_id` text,\n\t`role` text NOT NULL,\n\t`content` text NOT NULL,\n\t`attachments` text NOT NULL,\n\t`is_incomplete` integer NOT NULL,\n\t`created_at` text NOT NULL,\n\tFOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `messages_session` ON `messages` (`session_id`,`id`);",
      "CREATE TABLE `session_counts` (\n\t`user_id` text NOT NULL,\n\t`archived` integer NOT NULL,\n\t`n` integer NOT NULL,\n\tPRIMARY KEY(`user_id`, `archived`)\n);",
      "CREATE TABLE `sessions` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`user_id` text NOT NULL,\n\t`title` text NOT NULL,\n\t`model` text,\n\t`archived` integer NOT NULL,\n\t`pinned` integer NOT NULL,\n\t`tags` text NOT NULL,\n\t`share_id` text,\n\t`message_count` integer NOT NULL,\n\t`last_message_at` text\n);",
      "CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`id`);",
      "CREATE INDEX `sessions_user_archived` ON `sessions` (`user_id`,`archived`,`id`);"
    ]
  },
  {
    "tag": "0001_triggers",
    "checksum": "a26e2d0ec4f79cb8a740ba215653c98c447686a014902e1cfa83a85bbe6fc7a2",
    "statements": [
      "INSERT INTO epochs (name, value) VALUES ('identity', 1);",
      "CREATE TRIGGER users_identity_update AFTER UPDATE OF role, status, email, name, attributes ON users BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'identity';\nEND;",
      "CREATE TRIGGER users_identity_delete AFTER DELETE ON users BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'identity';\n  DELETE FROM grants WHERE principal_type = 'user' AND principal_id = old.id;\nEND;",
      "CREATE TRIGGER api_keys_identity_update AFTER UPDATE OF scopes, expires_at, revoked_at, secret_hmac, lookup ON api_keys BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'identity';\nEND;",
      "CREATE TRIGGER api_keys_identity_delete AFTER DELETE ON api_keys BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'identity';\nEND;",
      "CREATE TRIGGER signins_identity_delete AFTER DELETE ON signins BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'identity';\nEND;",
      "CREATE TRIGGER grants_identity_insert AFTER INSERT ON grants WHEN new.resource_type = 'group' BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'identity';\nEND;",
      "CREATE TRIGGER grants_identity_update AFTER UPDATE ON grants WHEN new.resource_type = 'group' OR old.resource_type = 'group' BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'identity';\nEND;",
      "CREATE TRIGGER grants_identity_delete AFTER DELETE ON grants WHEN old.resource_type = 'group' BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'identity';\nEND;",
      "CREATE TRIGGER groups_grants_delete AFTER DELETE ON groups BEGIN\n  DELETE FROM grants WHERE (principal_type = 'group' AND principal_id = old.id) OR (resource_type = 'group' AND resource_id = old.id);\nEND;",
      "CREATE TRIGGER models_grants_delete AFTER DELETE ON models BEGIN\n  DELETE FROM grants WHERE (principal_type = 'model' AND principal_id = old.id) OR (resource_type = 'model' AND resource_id = old.id);\nEND;",
      "CREATE TRIGGER prompts_grants_delete AFTER DELETE ON prompts BEGIN\n  DELETE FROM grants WHERE resource_type = 'prompt' AND resource_id = old.id;\nEND;",
      "CREATE TRIGGER datasources_grants_delete AFTER DELETE ON datasources BEGIN\n  DELETE FROM grants WHERE resource_type = 'datasource' AND resource_id = old.id;\nEND;",
      "CREATE TRIGGER files_grants_delete AFTER DELETE ON files BEGIN\n  DELETE FROM grants WHERE resource_type = 'file' AND resource_id = old.id;\nEND;",
      "CREATE TRIGGER charts_grants_delete AFTER DELETE ON charts BEGIN\n  DELETE FROM grants WHERE resource_type = 'chart' AND resource_id = old.id;\nEND;",
      "CREATE TRIGGER dashboards_grants_delete AFTER DELETE ON dashboards BEGIN\n  DELETE FROM grants WHERE resource_type = 'dashboard' AND resource_id = old.id;\nEND;",
      "CREATE TRIGGER sessions_grants_delete AFTER DELETE ON sessions BEGIN\n  DELETE FROM grants WHERE resource_type = 'session' AND resource_id = old.id;\nEND;",
      "CREATE TRIGGER sessions_count_insert AFTER INSERT ON sessions BEGIN\n  INSERT INTO session_counts (user_id, archived, n) VALUES (new.user_id, new.archived, 1) ON CONFLICT DO UPDATE SET n = n + 1;\nEND;",
      "CREATE TRIGGER sessions_count_delete AFTER DELETE ON sessions BEGIN\n  UPDATE session_counts SET n = n - 1 WHERE user_id = old.user_id AND archived = old.archived;\nEND;",
      "CREATE TRIGGER sessions_count_update AFTER UPDATE OF user_id, archived ON sessions WHEN old.user_id <> new.user_id OR old.archived <> new.archived BEGIN\n  UPDATE session_counts SET n = n - 1 WHERE user_id = old.user_id AND archived = old.archived;\n  INSERT INTO session_counts (user_id, archived, n) VALUES (new.user_id, new.archived, 1) ON CONFLICT DO UPDATE SET n = n + 1;\nEND;"
    ]
  },
  {
    "tag": "0002_semantic_layer_and_usage",
    "checksum": "7eb63cdfd29e3dac614223568753ad95fc2574a3d05369d4575be93ddf9955b5",
    "statements": [
      "CREATE TABLE `measures` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`datasource_id` text NOT NULL,\n\t`name` text NOT NULL,\n\t`title` text NOT NULL,\n\t`table_name` text NOT NULL,\n\t`aggregation` text NOT NULL,\n\t`expression` text,\n\t`expression_tree` text,\n\t`filters` text,\n\t`format` text,\n\t`unit` text,\n\t`description` text NOT NULL,\n\t`synonyms` text NOT NULL,\n\t`is_orphaned` integer DEFAULT false NOT NULL,\n\tFOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE UNIQUE INDEX `measures_name` ON `measures` (`datasource_id`,`name`);",
      "CREATE TABLE `row_filters` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`datasource_id` text NOT NULL,\n\t`name` text NOT NULL,\n\t`table_name` text NOT NULL,\n\t`condition` text NOT NULL,\n\t`applies_to` text NOT NULL,\n\t`is_enabled` integer NOT NULL,\n\t`is_orphaned` integer DEFAULT false NOT NULL,\n\tFOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `row_filters_datasource` ON `row_filters` (`datasource_id`,`table_name`);",
      "CREATE TABLE `unmatched_terms` (\n\t`datasource_id` text NOT NULL,\n\t`term` text NOT NULL,\n\t`times` integer NOT NULL,\n\t`last_question` text NOT NULL,\n\t`nearest` text NOT NULL,\n\t`first_at` text NOT NULL,\n\t`last_at` text NOT NULL,\n\tPRIMARY KEY(`datasource_id`, `term`),\n\tFOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `unmatched_terms_times` ON `unmatched_terms` (`datasource_id`,`times`);",
      "CREATE TABLE `verified_queries` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`datasource_id` text NOT NULL,\n\t`question` text NOT NULL,\n\t`sql` text,\n\t`query` text,\n\t`verified_by` text NOT NULL,\n\t`verified_at` text NOT NULL,\n\t`is_orphaned` integer DEFAULT false NOT NULL,\n\tFOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `verified_queries_datasource` ON `verified_queries` (`datasource_id`,`id`);",
      "CREATE TABLE `budgets` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`principal_type` text NOT NULL,\n\t`principal_id` text NOT NULL,\n\t`requests_per_minute` integer,\n\t`requests_per_day` integer,\n\t`tokens_per_day` integer,\n\t`concurrent_questions` integer\n);",
      "CREATE UNIQUE INDEX `budgets_principal` ON `budgets` (`principal_type`,`principal_id`);",
      "CREATE TABLE `session_shares` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`session_id` text NOT NULL,\n\t`user_id` text NOT NULL,\n\t`title` text NOT NULL,\n\t`snapshot` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`revoked_at` text,\n\tFOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `session_shares_session` ON `session_shares` (`session_id`);",
      "CREATE TABLE `usage` (\n\t`day` text NOT NULL,\n\t`user_id` text NOT NULL,\n\t`api_key_id` text NOT NULL,\n\t`model` text NOT NULL,\n\t`requests` integer NOT NULL,\n\t`prompt_tokens` integer NOT NULL,\n\t`completion_tokens` integer NOT NULL,\n\t`queries` integer NOT NULL,\n\tPRIMARY KEY(`day`, `user_id`, `api_key_id`, `model`)\n);",
      "ALTER TABLE `charts` ADD `is_orphaned` integer DEFAULT false NOT NULL;",
      "ALTER TABLE `models` ADD `fallback_model_id` text;",
      "ALTER TABLE `providers` ADD `options` text DEFAULT '{}' NOT NULL;",
      "ALTER TABLE `hierarchies` ADD `is_suggested` integer DEFAULT false NOT NULL;",
      "ALTER TABLE `hierarchies` ADD `is_orphaned` integer DEFAULT false NOT NULL;",
      "ALTER TABLE `relationships` ADD `is_orphaned` integer DEFAULT false NOT NULL;",
      "ALTER TABLE `completions` ADD `feedback` text;"
    ]
  },
  {
    "tag": "0003_question_reservations",
    "checksum": "4130863db99d02eb8656f63a7c280be4d6f78d617cad690f3bd24d4277be805d",
    "statements": [
      "CREATE TABLE `reservations` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`user_id` text NOT NULL,\n\t`api_key_id` text NOT NULL,\n\t`tokens` integer NOT NULL,\n\t`is_running` integer NOT NULL,\n\t`created_at` text NOT NULL\n);",
      "CREATE INDEX `reservations_user` ON `reservations` (`user_id`,`created_at`);",
      "CREATE INDEX `reservations_created` ON `reservations` (`created_at`);"
    ]
  },
  {
    "tag": "0004_session_lists",
    "checksum": "e822f686d3a00a0c24748ab90711c101c99ef806e70d4ecd37d6dc334e8b6524",
    "statements": [
      "CREATE INDEX `sessions_user_model` ON `sessions` (`user_id`,`model`,`id`);",
      "CREATE INDEX `sessions_user_pinned` ON `sessions` (`user_id`,`id`) WHERE pinned = 1;",
      "CREATE UNIQUE INDEX `sessions_share` ON `sessions` (`share_id`);"
    ]
  },
  {
    "tag": "0005_session_search",
    "checksum": "6325fc60948f0f63ad91f4e2a304c0ca670c967b0ac1396deb4bccd92b16a23b",
    "statements": [
      "CREATE VIRTUAL TABLE session_search USING fts5(owner, words, content='', contentless_delete=1, detail=column, tokenize='unicode61 remove_diacritics 2');",
      "CREATE TABLE session_texts (id integer PRIMARY KEY AUTOINCREMENT, session_id text NOT NULL, message_id text);",
      "CREATE INDEX session_texts_session ON session_texts (session_id);",
      "CREATE TABLE session_search_state (indexed_to integer NOT NULL);",
      "INSERT INTO session_search_state VALUES (0);",
      "INSERT INTO session_texts (session_id, message_id)\n  SELECT session_id, message_id FROM (\n    SELECT id AS session_id, NULL AS message_id, created_at AS at FROM sessions\n    UNION ALL SELECT session_id, id, created_at FROM messages\n  ) ORDER BY at;",
      "CREATE TRIGGER session_texts_session_insert AFTER INSERT ON sessions BEGIN\n  INSERT INTO session_texts (session_id) VALUES (new.id);\nEND;",
      "CREATE TRIGGER session_texts_message_insert AFTER INSERT ON messages BEGIN\n  INSERT INTO session_texts (session_id, message_id) VALUES (new.session_id, new.id);\nEND;",
      "CREATE TRIGGER session_texts_rename AFTER UPDATE OF title ON sessions WHEN old.title <> new.title BEGIN\n  DELETE FROM session_search WHERE rowid IN (SELECT id FROM session_texts WHERE session_id = new.id AND message_id IS NULL);\n  DELETE FROM session_texts WHERE session_id = new.id AND message_id IS NULL;\n  INSERT INTO session_texts (session_id) VALUES (new.id);\nEND;",
      "CREATE TRIGGER session_texts_owner AFTER UPDATE OF user_id ON sessions WHEN old.user_id <> new.user_id BEGIN\n  DELETE FROM session_search WHERE rowid IN (SELECT id FROM session_texts WHERE session_id = new.id);\n  DELETE FROM session_texts WHERE session_id = new.id;\n  INSERT INTO session_texts (session_id) VALUES (new.id);\n  INSERT INTO session_texts (session_id, message_id) SELECT session_id, id FROM messages WHERE session_id = new.id ORDER BY id;\nEND;",
      "CREATE TRIGGER session_texts_session_delete AFTER DELETE ON sessions BEGIN\n  DELETE FROM session_search WHERE rowid IN (SELECT id FROM session_texts WHERE session_id = old.id);\n  DELETE FROM session_texts WHERE session_id = old.id;\nEND;"
    ]
  },
  {
    "tag": "0006_session_model_counts",
    "checksum": "4824b0699bb1dcfc72e230ec4656de1932e2def806e05a1f5f6fbfe9813084ef",
    "statements": [
      "CREATE TABLE `session_model_counts` (\n\t`user_id` text NOT NULL,\n\t`model` text NOT NULL,\n\t`n` integer NOT NULL,\n\tPRIMARY KEY(`user_id`, `model`)\n);",
      "CREATE INDEX `sessions_user_updated` ON `sessions` (`user_id`,`updated_at`,`id`);"
    ]
  },
  {
    "tag": "0007_session_model_count_triggers",
    "checksum": "97775260b89eeb575e35785f3f331da726a6fef7aa06c4271afcc61aee3be261",
    "statements": [
      "INSERT INTO session_model_counts (user_id, model, n) SELECT user_id, coalesce(model, ''), count(*) FROM sessions GROUP BY 1, 2;",
      "CREATE TRIGGER session_models_insert AFTER INSERT ON sessions BEGIN\n  INSERT INTO session_model_counts (user_id, model, n) VALUES (new.user_id, coalesce(new.model, ''), 1) ON CONFLICT DO UPDATE SET n = n + 1;\nEND;",
      "CREATE TRIGGER session_models_delete AFTER DELETE ON sessions BEGIN\n  UPDATE session_model_counts SET n = n - 1 WHERE user_id = old.user_id AND model = coalesce(old.model, '');\nEND;",
      "CREATE TRIGGER session_models_update AFTER UPDATE OF user_id, model ON sessions WHEN old.user_id <> new.user_id OR old.model IS NOT new.model BEGIN\n  UPDATE session_model_counts SET n = n - 1 WHERE user_id = old.user_id AND model = coalesce(old.model, '');\n  INSERT INTO session_model_counts (user_id, model, n) VALUES (new.user_id, coalesce(new.model, ''), 1) ON CONFLICT DO UPDATE SET n = n + 1;\nEND;"
    ]
  },
  {
    "tag": "0008_catalog_epoch",
    "checksum": "c0f55062ee1ed0038fd28bfee88ed397f7b3315e41357bdfa0044292697713a6",
    "statements": [
      "INSERT INTO epochs (name, value) VALUES ('catalog', 1);",
      "CREATE TRIGGER models_catalog_insert AFTER INSERT ON models BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';\nEND;",
      "CREATE TRIGGER models_catalog_update AFTER UPDATE ON models BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';\nEND;",
      "CREATE TRIGGER models_catalog_delete AFTER DELETE ON models BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';\nEND;",
      "CREATE TRIGGER providers_catalog_insert AFTER INSERT ON providers BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';\nEND;",
      "CREATE TRIGGER providers_catalog_update AFTER UPDATE ON providers BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';\nEND;",
      "CREATE TRIGGER providers_catalog_delete AFTER DELETE ON providers BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';\nEND;",
      "CREATE TRIGGER grants_catalog_insert AFTER INSERT ON grants BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';\nEND;",
      "CREATE TRIGGER grants_catalog_update AFTER UPDATE ON grants BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';\nEND;",
      "CREATE TRIGGER grants_catalog_delete AFTER DELETE ON grants BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';\nEND;",
      "CREATE TRIGGER datasources_catalog_insert AFTER INSERT ON datasources BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';\nEND;",
      "CREATE TRIGGER datasources_catalog_update AFTER UPDATE ON datasources BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';\nEND;",
      "CREATE TRIGGER datasources_catalog_delete AFTER DELETE ON datasources BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';\nEND;",
      "CREATE TRIGGER budgets_catalog_insert AFTER INSERT ON budgets BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';\nEND;",
      "CREATE TRIGGER budgets_catalog_update AFTER UPDATE ON budgets BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';\nEND;",
      "CREATE TRIGGER budgets_catalog_delete AFTER DELETE ON budgets BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';\nEND;"
    ]
  },
  {
    "tag": "0009_still_running",
    "checksum": "b149ca1af8086d744ffa0656045a86573ec5824e4cebd908a48ef41ed18670c7",
    "statements": [
      "DROP INDEX `completions_running`;",
      "ALTER TABLE `completions` ADD `alive_at` text;",
      "ALTER TABLE `completions` ADD `came` text;",
      "CREATE INDEX `completions_running` ON `completions` (`created_at`) WHERE status = 'running';",
      "DROP INDEX `sessions_share`;",
      "CREATE UNIQUE INDEX `sessions_share` ON `sessions` (`share_id`) WHERE share_id is not null;"
    ]
  },
  {
    "tag": "0010_session_texts_drawn",
    "checksum": "cecaf321b601f6c470468efb02906a126d86b50f26482f52a1eb89b7fbd52382",
    "statements": [
      "ALTER TABLE session_search_state ADD COLUMN sessions_to integer NOT NULL DEFAULT 0;",
      "ALTER TABLE session_search_state ADD COLUMN messages_to integer NOT NULL DEFAULT 0;",
      "UPDATE session_search_state SET sessions_to = coalesce((SELECT max(rowid) FROM sessions), 0), messages_to = coalesce((SELECT max(rowid) FROM messages), 0);",
      "DROP TRIGGER session_texts_session_insert;",
      "DROP TRIGGER session_texts_message_insert;",
      "DROP TRIGGER session_texts_rename;",
      "CREATE TRIGGER session_texts_rename AFTER UPDATE OF title ON sessions\nWHEN old.title <> new.title AND new.rowid <= (SELECT sessions_to FROM session_search_state) BEGIN\n  DELETE FROM session_search WHERE rowid IN (SELECT id FROM session_texts WHERE session_id = new.id AND message_id IS NULL);\n  DELETE FROM session_texts WHERE session_id = new.id AND message_id IS NULL;\n  INSERT INTO session_texts (session_id) VALUES (new.id);\nEND;",
      "DROP TRIGGER session_texts_owner;",
      "CREATE TRIGGER session_texts_owner AFTER UPDATE OF user_id ON sessions WHEN old.user_id <> new.user_id BEGIN\n  DELETE FROM session_search WHERE rowid IN (SELECT id FROM session_texts WHERE session_id = new.id);\n  DELETE FROM session_texts WHERE session_id = new.id;\n  INSERT INTO session_texts (session_id) SELECT new.id WHERE new.rowid <= (SELECT sessions_to FROM session_search_state);\n  INSERT INTO session_texts (session_id, message_id)\n    SELECT session_id, id FROM messages WHERE session_id = new.id AND rowid <= (SELECT messages_to FROM session_search_state) ORDER BY id;\nEND;",
      "DROP TRIGGER session_texts_session_delete;",
      "CREATE TRIGGER session_texts_session_delete AFTER DELETE ON sessions BEGIN\n  DELETE FROM session_search WHERE rowid IN (SELECT id FROM session_texts WHERE session_id = old.id);\n  DELETE FROM session_texts WHERE session_id = old.id;\n  UPDATE session_search_state\n    SET sessions_to = min(sessions_to, coalesce((SELECT max(rowid) FROM sessions), 0)),\n        messages_to = min(messages_to, coalesce((SELECT max(rowid) FROM messages), 0));\nEND;"
    ]
  },
  {
    "tag": "0011_session_counts_drawn",
    "checksum": "2acc8a4d4da3ad2b3131841126add4005ed63d2982d92d537addd3a02a30efa4",
    "statements": [
      "DROP TRIGGER sessions_count_insert;",
      "DROP TRIGGER sessions_count_delete;",
      "DROP TRIGGER sessions_count_update;",
      "DROP TRIGGER session_models_insert;",
      "DROP TRIGGER session_models_delete;",
      "DROP TRIGGER session_models_update;",
      "DELETE FROM session_counts;",
      "INSERT INTO session_counts (user_id, archived, n)\n  SELECT user_id, archived, count(*) FROM sessions WHERE rowid <= (SELECT sessions_to FROM session_search_state) GROUP BY 1, 2;",
      "DELETE FROM session_model_counts;",
      "INSERT INTO session_model_counts (user_id, model, n)\n  SELECT user_id, coalesce(model, ''), count(*) FROM sessions WHERE rowid <= (SELECT sessions_to FROM session_search_state) GROUP BY 1, 2;",
      "CREATE TRIGGER sessions_counted_delete BEFORE DELETE ON sessions WHEN old.rowid <= (SELECT sessions_to FROM session_search_state) BEGIN\n  UPDATE session_counts SET n = n - 1 WHERE user_id = old.user_id AND archived = old.archived;\n  UPDATE session_model_counts SET n = n - 1 WHERE user_id = old.user_id AND model = coalesce(old.model, '');\nEND;",
      "CREATE TRIGGER sessions_counted_update AFTER UPDATE OF user_id, archived ON sessions\nWHEN (old.user_id <> new.user_id OR old.archived <> new.archived) AND new.rowid <= (SELECT sessions_to FROM session_search_state) BEGIN\n  UPDATE session_counts SET n = n - 1 WHERE user_id = old.user_id AND archived = old.archived;\n  INSERT INTO session_counts (user_id, archived, n) VALUES (new.user_id, new.archived, 1) ON CONFLICT DO UPDATE SET n = n + 1;\nEND;",
      "CREATE TRIGGER session_models_counted_update AFTER UPDATE OF user_id, model ON sessions\nWHEN (old.user_id <> new.user_id OR old.model IS NOT new.model) AND new.rowid <= (SELECT sessions_to FROM session_search_state) BEGIN\n  UPDATE session_model_counts SET n = n - 1 WHERE user_id = old.user_id AND model = coalesce(old.model, '');\n  INSERT INTO session_model_counts (user_id, model, n) VALUES (new.user_id, coalesce(new.model, ''), 1) ON CONFLICT DO UPDATE SET n = n + 1;\nEND;"
    ]
  },
  {
    "tag": "0012_renewed_signins",
    "checksum": "6b18284377eee2e98a9362dcd06443d45ddb64cac082c5b02d5554803e5c95df",
    "statements": [
      "CREATE TABLE `signin_links` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`token_hmac` text NOT NULL,\n\t`user_id` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`expires_at` text NOT NULL,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE UNIQUE INDEX `signin_links_token_hmac_unique` ON `signin_links` (`token_hmac`);",
      "ALTER TABLE `signins` ADD `generation` integer DEFAULT 0 NOT NULL;",
      "ALTER TABLE `signins` ADD `rotated_at` text;",
      "ALTER TABLE `signins` ADD `last_seen_at` text;",
      "ALTER TABLE `signins` ADD `ip` text;",
      "ALTER TABLE `signins` ADD `user_agent` text;"
    ]
  },
  {
    "tag": "0013_signed_signin_tokens",
    "checksum": "8224592cb0c1149c12dd15af24e2088b4308bad66f03d313dd8ee51989bef45c",
    "statements": [
      "DROP INDEX `signins_token_hmac_unique`;",
      "ALTER TABLE `signins` DROP COLUMN `token_hmac`;"
    ]
  },
  {
    "tag": "0014_withdrawals",
    "checksum": "951333834e4fda33939f659b32788eba8a04ecb58331abc3e5c764bab21dd1ff",
    "statements": [
      "CREATE TABLE `withdrawals` (\n\t`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,\n\t`resource_type` text NOT NULL,\n\t`resource_id` text NOT NULL,\n\t`principal` text NOT NULL,\n\t`at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ')) NOT NULL\n);",
      "CREATE INDEX `withdrawals_resource` ON `withdrawals` (`resource_id`);",
      "CREATE INDEX `withdrawals_at` ON `withdrawals` (`at`);"
    ]
  },
  {
    "tag": "0015_withdrawal_triggers",
    "checksum": "f591e81fca9e59c845af9ea5f1bad579701e5bf054c2484270bcc041d27703fc",
    "statements": [
      "CREATE TRIGGER grants_withdrawn AFTER DELETE ON grants WHEN old.principal_type <> 'model' BEGIN\n  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES (old.resource_type, old.resource_id, CASE old.principal_type WHEN 'everyone' THEN 'everyone' ELSE old.principal_type || ' ' || old.principal_id END);\nEND;",
      "CREATE TRIGGER charts_withdrawn AFTER DELETE ON charts BEGIN\n  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('chart', old.id, 'user ' || old.owner_id);\nEND;",
      "CREATE TRIGGER dashboards_withdrawn AFTER DELETE ON dashboards BEGIN\n  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('dashboard', old.id, 'user ' || old.owner_id);\nEND;",
      "CREATE TRIGGER datasources_withdrawn AFTER DELETE ON datasources BEGIN\n  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('datasource', old.id, 'user ' || old.owner_id);\nEND;",
      "CREATE TRIGGER files_withdrawn AFTER DELETE ON files BEGIN\n  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('file', old.id, 'user ' || old.owner_id);\nEND;",
      "CREATE TRIGGER models_withdrawn AFTER DELETE ON models BEGIN\n  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('model', old.id, 'user ' || old.owner_id);\nEND;",
      "CREATE TRIGGER prompts_withdrawn AFTER DELETE ON prompts BEGIN\n  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('prompt', old.id, 'user ' || old.owner_id);\nEND;",
      "CREATE TRIGGER sessions_withdrawn AFTER DELETE ON sessions BEGIN\n  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('session', old.id, 'user ' || old.user_id);\nEND;"
    ]
  },
  {
    "tag": "0016_chart_origin",
    "checksum": "336d96b0178131bd628ac24af0855a45c157b74a7ab52cadd6ae485bcc8637c4",
    "statements": [
      "ALTER TABLE `charts` ADD `origin` text DEFAULT 'saved' NOT NULL;"
    ]
  },
  {
    "tag": "0017_group_names",
    "checksum": "5b1ba11937344c4406212297cfb8344c0f1d0219399a2b0e969a96e90107c7e0",
    "statements": [
      "-- Of groups whose names differ in case alone the oldest keeps its name; the others gain the end of their id.\nUPDATE `groups` SET name = name || ' (' || lower(substr(id, -6)) || ')', revision = revision + 1\n  WHERE EXISTS (SELECT 1 FROM `groups` older WHERE older.name = `groups`.name COLLATE NOCASE AND (older.created_at, older.id) < (`groups`.created_at, `groups`.id));",
      "DROP INDEX `groups_name_unique`;",
      "CREATE UNIQUE INDEX `groups_name` ON `groups` (\"name\" collate nocase);"
    ]
  },
  {
    "tag": "0018_jobs",
    "checksum": "e6360fe6ba1e0daf467ff3b29abeff662fdaccc6ee260174d131edcab134caf0",
    "statements": [
      "CREATE TABLE `job_runs` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`job_id` text NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`trigger` text NOT NULL,\n\t`scheduled_for` text,\n\t`missed` integer DEFAULT 0 NOT NULL,\n\t`coalesced` integer DEFAULT 0 NOT NULL,\n\t`failures` integer DEFAULT 0 NOT NULL,\n\t`progress` text NOT NULL,\n\t`result` text,\n\t`log` text NOT NULL,\n\t`made` text NOT NULL,\n\tFOREIGN KEY (`id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade,\n\tFOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE UNIQUE INDEX `job_runs_slot` ON `job_runs` (`job_id`,`scheduled_for`);",
      "CREATE INDEX `job_runs_job` ON `job_runs` (`job_id`,`id`);",
      "CREATE TABLE `jobs` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`name` text NOT NULL,\n\t`description` text NOT NULL,\n\t`kind` text NOT NULL,\n\t`payload` text NOT NULL,\n\t`schedule` text,\n\t`retries` integer NOT NULL,\n\t`deadline_seconds` integer NOT NULL,\n\t`concurrency` integer NOT NULL,\n\t`coalesce` integer NOT NULL,\n\t`is_enabled` integer NOT NULL,\n\t`stopped_reason` text,\n\t`next_run_at` text,\n\t`last_run_id` text,\n\t`owner_id` text NOT NULL,\n\t`scopes` text NOT NULL\n);",
      "CREATE INDEX `jobs_due` ON `jobs` (`is_enabled`,`next_run_at`);",
      "CREATE INDEX `jobs_owner` ON `jobs` (`owner_id`);"
    ]
  },
  {
    "tag": "0019_job_triggers",
    "checksum": "da4d439c13de2ad725a8f2318538561504f21ff0eef2e4eaa6c52c63c7d08ea2",
    "statements": [
      "CREATE TRIGGER jobs_grants_delete AFTER DELETE ON jobs BEGIN\n  DELETE FROM grants WHERE resource_type = 'job' AND resource_id = old.id;\nEND;",
      "CREATE TRIGGER jobs_withdrawn AFTER DELETE ON jobs BEGIN\n  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('job', old.id, 'user ' || old.owner_id);\nEND;"
    ]
  },
  {
    "tag": "0020_little_meltdown",
    "checksum": "24c5cdbb7b44a97fe86128ea30e12d58363b4f4062968840115b04d9aa6afd7b",
    "statements": [
      "ALTER TABLE `charts` ADD `asked_by` text;"
    ]
  },
  {
    "tag": "0021_absurd_cobalt_man",
    "checksum": "b00d7c84d4c82f3d53c567d725eb8d10e2dbc653be050669934d4fd520aaa000",
    "statements": [
      "CREATE INDEX `charts_datasource` ON `charts` (`datasource_id`);",
      "CREATE INDEX `signin_failures_at` ON `signin_failures` (`at`);"
    ]
  },
  {
    "tag": "0022_webhooks",
    "checksum": "19748112f3d08ce6de2426c3f016a724b810f43c92148d7e0d5820ae19822cba",
    "statements": [
      "CREATE TABLE `run_files` (\n\t`run_id` text NOT NULL,\n\t`name` text NOT NULL,\n\t`type` text NOT NULL,\n\t`size` integer NOT NULL,\n\t`bytes` blob NOT NULL,\n\tPRIMARY KEY(`run_id`, `name`),\n\tFOREIGN KEY (`run_id`) REFERENCES `job_runs`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE TABLE `deliveries` (\n\t`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,\n\t`id` text NOT NULL,\n\t`message_id` text NOT NULL,\n\t`webhook_id` text,\n\t`recipients` text,\n\t`owner_id` text NOT NULL,\n\t`event` text NOT NULL,\n\t`body` text NOT NULL,\n\t`subject` text NOT NULL,\n\t`text` text NOT NULL,\n\t`job_run_id` text,\n\t`status` text NOT NULL,\n\t`tries` text NOT NULL,\n\t`replay_of` text,\n\t`created_at` text NOT NULL,\n\t`completed_at` text,\n\tFOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade,\n\tFOREIGN KEY (`job_run_id`) REFERENCES `job_runs`(`id`) ON UPDATE no action ON DELETE set null\n);",
      "CREATE UNIQUE INDEX `deliveries_id_unique` ON `deliveries` (`id`);",
      "CREATE INDEX `deliveries_webhook` ON `deliveries` (`webhook_id`,`status`,`position`);",
      "CREATE INDEX `deliveries_job_run` ON `deliveries` (`job_run_id`);",
      "CREATE TABLE `webhooks` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`name` text NOT NULL,\n\t`url` text NOT NULL,\n\t`format` text NOT NULL,\n\t`endpoint` text NOT NULL,\n\t`events` text NOT NULL,\n\t`since` integer NOT NULL,\n\t`is_enabled` integer NOT NULL,\n\t`stopped_reason` text,\n\t`owner_id` text NOT NULL,\n\t`scopes` text NOT NULL\n);",
      "CREATE INDEX `webhooks_owner` ON `webhooks` (`owner_id`);",
      "ALTER TABLE `jobs` ADD `notify` text DEFAULT '{\"webhook_ids\":[],\"emails\":[],\"on\":[\"success\",\"failure\"]}' NOT NULL;",
      "ALTER TABLE `jobs` ADD `state` text DEFAULT '{}' NOT NULL;"
    ]
  },
  {
    "tag": "0023_webhook_triggers",
    "checksum": "8bb295595dc99166e8d305556b25056d6fb73a17b05ec03b36da475020a9491a",
    "statements": [
      "CREATE TRIGGER webhooks_withdrawn AFTER DELETE ON webhooks BEGIN\n  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('webhook', old.id, 'user ' || old.owner_id);\nEND;"
    ]
  },
  {
    "tag": "0024_peaceful_blur",
    "checksum": "6f90930040618aa37aaf9c17ba1f3cc665fe234482d52470590dcfd077f8a932",
    "statements": [
      "ALTER TABLE `row_filters` ADD `reach` text DEFAULT 'table' NOT NULL;",
      "ALTER TABLE `row_filters` ADD `reached_tables` text DEFAULT '[]' NOT NULL;"
    ]
  },
  {
    "tag": "0025_amused_the_watchers",
    "checksum": "e8e64ebe6c35014cc13995f26dc70f1b58affe31e32ede26b039b74f16486c43",
    "statements": [
      "CREATE TABLE `mails` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`kind` text NOT NULL,\n\t`user_id` text NOT NULL,\n\t`content` text,\n\t`job_id` text,\n\t`job_run_id` text,\n\t`status` text NOT NULL,\n\t`tries` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`expires_at` text NOT NULL,\n\t`completed_at` text,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,\n\tFOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,\n\tFOREIGN KEY (`job_run_id`) REFERENCES `job_runs`(`id`) ON UPDATE no action ON DELETE set null\n);",
      "CREATE INDEX `mails_user` ON `mails` (`user_id`,`kind`,`created_at`);",
      "CREATE INDEX `mails_status` ON `mails` (`status`);",
      "CREATE INDEX `mails_completed` ON `mails` (`completed_at`);",
      "CREATE INDEX `mails_job` ON `mails` (`job_id`);",
      "CREATE INDEX `mails_job_run` ON `mails` (`job_run_id`);"
    ]
  },
  {
    "tag": "0026_lethal_psylocke",
    "checksum": "2da9dbaae92e5431f9192a41be6cbb1a5680f40f78d9827c8e267fd57a47724e",
    "statements": [
      "CREATE TABLE `chart_revisions` (\n\t`object_id` text NOT NULL,\n\t`revision` integer NOT NULL,\n\t`content` text NOT NULL,\n\t`author_id` text,\n\t`restored_from` integer,\n\t`created_at` text NOT NULL,\n\tPRIMARY KEY(`object_id`, `revision`),\n\tFOREIGN KEY (`object_id`) REFERENCES `charts`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE TABLE `dashboard_revisions` (\n\t`object_id` text NOT NULL,\n\t`revision` integer NOT NULL,\n\t`content` text NOT NULL,\n\t`author_id` text,\n\t`restored_from` integer,\n\t`created_at` text NOT NULL,\n\tPRIMARY KEY(`object_id`, `revision`),\n\tFOREIGN KEY (`object_id`) REFERENCES `dashboards`(`id`) ON UPDATE no action ON DELETE cascade\n);"
    ]
  },
  {
    "tag": "0027_illegal_brother_voodoo",
    "checksum": "e6e651665c475fec1718160c4d8bfccf57c560968b50ef62255186ea77725986",
    "statements": [
      "CREATE TABLE `chat_turns` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`thread_id` text NOT NULL,\n\t`dashboard_id` text NOT NULL,\n\t`asker` text NOT NULL,\n\t`payer_id` text NOT NULL,\n\t`question` text NOT NULL,\n\t`content` text NOT NULL,\n\t`parts` text NOT NULL,\n\t`asked` text,\n\t`status` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`expires_at` text NOT NULL,\n\tFOREIGN KEY (`dashboard_id`) REFERENCES `dashboards`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `chat_turns_recent` ON `chat_turns` (`dashboard_id`,`created_at`);",
      "CREATE INDEX `chat_turns_thread` ON `chat_turns` (`thread_id`,`id`);",
      "CREATE INDEX `chat_turns_ends` ON `chat_turns` (`expires_at`);"
    ]
  },
  {
    "tag": "0028_cooing_johnny_blaze",
    "checksum": "5bec10c3de931c62d10f404c103216b9491697198b1ce71a562a06fdc6b853b4",
    "statements": [
      "CREATE TABLE `chart_favourites` (\n\t`user_id` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`object_id` text NOT NULL,\n\tPRIMARY KEY(`user_id`, `object_id`),\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,\n\tFOREIGN KEY (`object_id`) REFERENCES `charts`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `chart_favourites_object` ON `chart_favourites` (`object_id`);",
      "CREATE TABLE `dashboard_favourites` (\n\t`user_id` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`object_id` text NOT NULL,\n\tPRIMARY KEY(`user_id`, `object_id`),\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,\n\tFOREIGN KEY (`object_id`) REFERENCES `dashboards`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `dashboard_favourites_object` ON `dashboard_favourites` (`object_id`);",
      "ALTER TABLE `dashboards` ADD `tags` text DEFAULT '[]' NOT NULL;"
    ]
  },
  {
    "tag": "0029_large_sheva_callister",
    "checksum": "06fa5e13e18a4dd45503e093df0a545e6adf29279e874d951f68f9f474325ced",
    "statements": [
      "PRAGMA foreign_keys=OFF;",
      "CREATE TABLE `__new_usage` (\n\t`day` text NOT NULL,\n\t`user_id` text NOT NULL,\n\t`api_key_id` text NOT NULL,\n\t`model` text NOT NULL,\n\t`datasource_id` text DEFAULT '' NOT NULL,\n\t`requests` integer NOT NULL,\n\t`prompt_tokens` integer NOT NULL,\n\t`cached_tokens` integer DEFAULT 0 NOT NULL,\n\t`completion_tokens` integer NOT NULL,\n\t`queries` integer NOT NULL,\n\t`audio_seconds` real DEFAULT 0 NOT NULL,\n\t`cost` real DEFAULT 0 NOT NULL,\n\t`unpriced_tokens` integer DEFAULT 0 NOT NULL,\n\tPRIMARY KEY(`day`, `user_id`, `api_key_id`, `model`, `datasource_id`)\n);",
      "INSERT INTO `__new_usage`(\"day\", \"user_id\", \"api_key_id\", \"model\", \"requests\", \"prompt_tokens\", \"completion_tokens\", \"queries\") SELECT \"day\", \"user_id\", \"api_key_id\", \"model\", \"requests\", \"prompt_tokens\", \"completion_tokens\", \"queries\" FROM `usage`;",
      "DROP TABLE `usage`;",
      "ALTER TABLE `__new_usage` RENAME TO `usage`;",
      "PRAGMA foreign_keys=ON;",
      "ALTER TABLE `models` ADD `price` text;",
      "ALTER TABLE `budgets` ADD `cost_per_day` real;",
      "ALTER TABLE `budgets` ADD `cost_per_month` real;",
      "ALTER TABLE `budgets` ADD `counts_cached_tokens` integer DEFAULT true NOT NULL;",
      "ALTER TABLE `reservations` ADD `cost` real DEFAULT 0 NOT NULL;"
    ]
  },
  {
    "tag": "0030_amazing_blink",
    "checksum": "15d228a2d6681e339f42a49f1f8b4dfa8f1d7066e5e2765724fb7298f0040723",
    "statements": [
      "CREATE TABLE `chat_threads` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`dashboard_id` text NOT NULL,\n\t`asker` text NOT NULL,\n\t`payer_id` text NOT NULL,\n\t`guest` text,\n\t`title` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`expires_at` text NOT NULL,\n\tFOREIGN KEY (`dashboard_id`) REFERENCES `dashboards`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `chat_threads_guest` ON `chat_threads` (`payer_id`,`guest`,`id`);",
      "CREATE INDEX `chat_threads_dashboard` ON `chat_threads` (`dashboard_id`);",
      "CREATE INDEX `chat_threads_ends` ON `chat_threads` (`expires_at`);",
      "ALTER TABLE `chat_turns` ADD `rests_on` text DEFAULT '{}' NOT NULL;"
    ]
  },
  {
    "tag": "0031_fat_shinko_yamashiro",
    "checksum": "5b76b8c876c816c5bd99873b6c28d5efe92cdae237800babae72e7e491a0ac2f",
    "statements": [
      "CREATE TABLE `recordings` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`user_id` text NOT NULL,\n\t`session_id` text,\n\t`message_id` text,\n\t`format` text NOT NULL,\n\t`size` integer NOT NULL,\n\t`seconds` real,\n\t`sound` blob NOT NULL,\n\t`created_at` text NOT NULL,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,\n\tFOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,\n\tFOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `recordings_user` ON `recordings` (`user_id`,`id`);",
      "CREATE INDEX `recordings_session` ON `recordings` (`session_id`,`id`);",
      "CREATE INDEX `recordings_message` ON `recordings` (`message_id`);",
      "CREATE INDEX `recordings_created` ON `recordings` (`created_at`);",
      "CREATE TABLE `speech_reservations` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`user_id` text NOT NULL,\n\t`api_key_id` text NOT NULL,\n\t`seconds` real NOT NULL,\n\t`created_at` text NOT NULL\n);",
      "CREATE INDEX `speech_reservations_user` ON `speech_reservations` (`user_id`,`created_at`);",
      "ALTER TABLE `speech_config` ADD `provider_id` text;",
      "ALTER TABLE `budgets` ADD `audio_seconds_per_day` integer;"
    ]
  },
  {
    "tag": "0032_identity_providers",
    "checksum": "764a8c7777f9b94fb01d737e54b2a72cc0f9b44191d07176bc44c5cdf8f47f0a",
    "statements": [
      "CREATE TABLE `federated_signins` (\n\t`signin_id` text PRIMARY KEY NOT NULL,\n\t`provider_id` text NOT NULL,\n\t`subject` text NOT NULL,\n\t`session` text,\n\t`logout` text,\n\t`ends_at` text NOT NULL,\n\tFOREIGN KEY (`signin_id`) REFERENCES `signins`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `federated_signins_subject` ON `federated_signins` (`provider_id`,`subject`);",
      "CREATE TABLE `federation_attempts` (\n\t`state_hmac` text PRIMARY KEY NOT NULL,\n\t`browser_hmac` text NOT NULL,\n\t`provider_id` text NOT NULL,\n\t`return_to` text NOT NULL,\n\t`expires_at` text NOT NULL,\n\tFOREIGN KEY (`provider_id`) REFERENCES `identity_providers`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `federation_attempts_expires` ON `federation_attempts` (`expires_at`);",
      "CREATE TABLE `identities` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`provider_id` text NOT NULL,\n\t`subject` text NOT NULL,\n\t`user_id` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`last_used_at` text,\n\tFOREIGN KEY (`provider_id`) REFERENCES `identity_providers`(`id`) ON UPDATE no action ON DELETE cascade,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE UNIQUE INDEX `identities_subject` ON `identities` (`provider_id`,`subject`);",
      "CREATE INDEX `identities_user` ON `identities` (`user_id`);",
      "CREATE TABLE `identity_providers` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`name` text NOT NULL,\n\t`issuer` text NOT NULL,\n\t`client_id` text NOT NULL,\n\t`client_secret` text,\n\t`client_auth` text NOT NULL,\n\t`scopes` text NOT NULL,\n\t`claims` text NOT NULL,\n\t`group_mappings` text NOT NULL,\n\t`role_mappings` text NOT NULL,\n\t`default_role` text NOT NULL,\n\t`allowed_groups` text NOT NULL,\n\t`allowed_domains` text NOT NULL,\n\t`creates_accounts` integer NOT NULL,\n\t`links_by_email` integer NOT NULL,\n\t`trusts_email` integer NOT NULL,\n\t`needs_second_factor` integer NOT NULL,\n\t`single_logout` integer NOT NULL,\n\t`session_hours` integer NOT NULL,\n\t`is_enabled` integer NOT NULL\n);",
      "CREATE UNIQUE INDEX `identity_providers_name_unique` ON `identity_providers` (`name`);",
      "CREATE TABLE `signin_policies` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`password` text NOT NULL,\n\t`second_factor` text NOT NULL\n);"
    ]
  },
  {
    "tag": "0033_tough_reptil",
    "checksum": "0b1e455e5a904a37f86b5f8c6db83a003f4f07e4047ed64aa61fbf116b8ba929",
    "statements": [
      "CREATE TABLE `oauth_clients` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`name` text NOT NULL,\n\t`uri` text,\n\t`redirect_uris` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`last_used_at` text\n);",
      "CREATE INDEX `oauth_clients_used` ON `oauth_clients` (`last_used_at`,`created_at`);",
      "CREATE TABLE `oauth_codes` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`code_hmac` text NOT NULL,\n\t`user_id` text NOT NULL,\n\t`client_id` text NOT NULL,\n\t`client_name` text NOT NULL,\n\t`client_uri` text,\n\t`redirect_uri` text NOT NULL,\n\t`code_challenge` text NOT NULL,\n\t`scopes` text NOT NULL,\n\t`resource` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`expires_at` text NOT NULL,\n\t`connection_id` text,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE UNIQUE INDEX `oauth_codes_code_hmac_unique` ON `oauth_codes` (`code_hmac`);",
      "CREATE INDEX `oauth_codes_expires` ON `oauth_codes` (`expires_at`);",
      "CREATE INDEX `oauth_codes_user` ON `oauth_codes` (`user_id`);",
      "CREATE TABLE `oauth_connections` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`user_id` text NOT NULL,\n\t`client_id` text NOT NULL,\n\t`client_name` text NOT NULL,\n\t`client_uri` text,\n\t`redirect_uri` text NOT NULL,\n\t`scopes` text NOT NULL,\n\t`resource` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`expires_at` text NOT NULL,\n\t`generation` integer DEFAULT 0 NOT NULL,\n\t`rotated_at` text,\n\t`last_used_at` text,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `oauth_connections_user` ON `oauth_connections` (`user_id`);",
      "CREATE INDEX `oauth_connections_expires` ON `oauth_connections` (`expires_at`);"
    ]
  },
  {
    "tag": "0034_oauth_triggers",
    "checksum": "ad3bf309b3594c6533e727cc543015a9e7919e67a9b6fe112d3142788078b16c",
    "statements": [
      "CREATE TRIGGER oauth_connections_identity_delete AFTER DELETE ON oauth_connections BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'identity';\nEND;",
      "CREATE TRIGGER oauth_connections_identity_update AFTER UPDATE OF scopes, resource ON oauth_connections BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'identity';\nEND;"
    ]
  },
  {
    "tag": "0035_audit_checkpoints",
    "checksum": "3d164fa65fa6b7052310a5643b65309c292466aaa321e73cee1f0cd57a8a5765",
    "statements": [
      "CREATE TABLE `audit_checkpoints` (\n\t`position` integer PRIMARY KEY NOT NULL,\n\t`hash` text NOT NULL,\n\t`entries` integer NOT NULL,\n\t`from_at` text NOT NULL,\n\t`until_at` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`seal` text NOT NULL\n);",
      "ALTER TABLE `audit_logs` ADD `redaction` text;"
    ]
  },
  {
    "tag": "0036_prompt_inputs",
    "checksum": "e40d2eb6e225a6559f10eab4d7ac241a4acf0f99f02c1873c435908876f00984",
    "statements": [
      "ALTER TABLE `prompt_versions` ADD `inputs` text DEFAULT '[]' NOT NULL;",
      "ALTER TABLE `prompts` ADD `inputs` text DEFAULT '[]' NOT NULL;"
    ]
  },
  {
    "tag": "0037_second_factors",
    "checksum": "ab21de6c2b7dedb8c9c989cc5eee37ca68a5b1d3c4eb4ed4bb9461140d0c9918",
    "statements": [
      "CREATE TABLE `recovery_codes` (\n\t`code_hmac` text PRIMARY KEY NOT NULL,\n\t`user_id` text NOT NULL,\n\t`created_at` text NOT NULL,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`);",
      "CREATE TABLE `second_factors` (\n\t`user_id` text PRIMARY KEY NOT NULL,\n\t`secret` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`confirmed_at` text,\n\t`last_step` integer DEFAULT 0 NOT NULL,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE TABLE `signin_tickets` (\n\t`token_hmac` text PRIMARY KEY NOT NULL,\n\t`user_id` text NOT NULL,\n\t`purpose` text NOT NULL,\n\t`created_at` text NOT NULL,\n\t`expires_at` text NOT NULL,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `signin_tickets_user` ON `signin_tickets` (`user_id`);",
      "CREATE INDEX `signin_tickets_expires` ON `signin_tickets` (`expires_at`);",
      "ALTER TABLE `identity_providers` DROP COLUMN `needs_second_factor`;"
    ]
  },
  {
    "tag": "0038_deliveries_without_mailboxes",
    "checksum": "c0312c22142342fed353be9ec8b09c5796722bb785288d49b86b26e7708d4505",
    "statements": [
      "ALTER TABLE `deliveries` DROP COLUMN `recipients`;"
    ]
  },
  {
    "tag": "0039_usage_by_user",
    "checksum": "d5285c38bfccc42d6ace6f0372b39727e6bbfe026f23bf18261dd7aa9aca3bf7",
    "statements": [
      "CREATE INDEX `usage_user` ON `usage` (`user_id`,`day`);"
    ]
  },
  {
    "tag": "0040_deployment_settings",
    "checksum": "6e9575dddf163899c5921a62aa5def9ce8a31d4858c341dc239353873cbc3133",
    "statements": [
      "CREATE TABLE `deployment_settings` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`stored` text NOT NULL,\n\t`mail_secret` text\n);"
    ]
  },
  {
    "tag": "0041_directories",
    "checksum": "91da4f1df848fffb2f212d4a34c417145d3a556a71ce15b7068ecd9ebb6a9f65",
    "statements": [
      "CREATE TABLE `directories` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`name` text NOT NULL,\n\t`lookup` text NOT NULL,\n\t`secret_hmac` text NOT NULL,\n\t`last4` text NOT NULL,\n\t`default_role` text NOT NULL,\n\t`created_by` text NOT NULL,\n\t`last_used_at` text\n);",
      "CREATE UNIQUE INDEX `directories_name_unique` ON `directories` (`name`);",
      "CREATE UNIQUE INDEX `directories_lookup_unique` ON `directories` (`lookup`);",
      "CREATE TABLE `directory_groups` (\n\t`group_id` text PRIMARY KEY NOT NULL,\n\t`directory_id` text NOT NULL,\n\t`external_id` text,\n\t`change_id` text NOT NULL,\n\tFOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `directory_groups_external` ON `directory_groups` (`external_id`);",
      "CREATE TABLE `directory_users` (\n\t`user_id` text PRIMARY KEY NOT NULL,\n\t`directory_id` text NOT NULL,\n\t`external_id` text,\n\t`user_name` text NOT NULL,\n\t`profile` text NOT NULL,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE UNIQUE INDEX `directory_users_name` ON `directory_users` (\"user_name\" collate nocase);",
      "CREATE INDEX `directory_users_external` ON `directory_users` (`external_id`);"
    ]
  },
  {
    "tag": "0042_directory_triggers",
    "checksum": "f1e6e131acef990fa92e75af3bf42a12db93df7276f7a0ec8af944562717057e",
    "statements": [
      "CREATE TRIGGER directories_identity_delete AFTER DELETE ON directories BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'identity';\nEND;",
      "CREATE TRIGGER directories_identity_update AFTER UPDATE OF lookup, secret_hmac, default_role ON directories BEGIN\n  UPDATE epochs SET value = value + 1 WHERE name = 'identity';\nEND;"
    ]
  },
  {
    "tag": "0043_learned_phrases",
    "checksum": "a516994bbade586c74781e4ad5369ea6b854fc9e8bb823d32d0de080fd34b61e",
    "statements": [
      "CREATE TABLE `learned_phrases` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`revision` integer DEFAULT 1 NOT NULL,\n\t`created_at` text NOT NULL,\n\t`updated_at` text NOT NULL,\n\t`datasource_id` text NOT NULL,\n\t`kind` text NOT NULL,\n\t`phrase` text NOT NULL,\n\t`meaning` text NOT NULL,\n\t`query` text NOT NULL,\n\t`times` integer NOT NULL,\n\t`is_shared` integer NOT NULL,\n\t`chosen_by` text NOT NULL,\n\tFOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE UNIQUE INDEX `learned_phrases_choice` ON `learned_phrases` (`datasource_id`,`chosen_by`,`kind`,`phrase`,`meaning`);",
      "CREATE INDEX `learned_phrases_chooser` ON `learned_phrases` (`chosen_by`);"
    ]
  },
  {
    "tag": "0044_blind-sources",
    "checksum": "e6c6196c2c589ee5be1cf8b7728730ae05ed21d49cd850170936563bb5219bf2",
    "statements": [
      "ALTER TABLE `datasources` ADD `models_see_values` integer DEFAULT true NOT NULL;"
    ]
  },
  {
    "tag": "0045_suggested_measures",
    "checksum": "52b398f2d7688241b436487aa159a0fa27e93ee307f4178ede9b902cfe07cc62",
    "statements": [
      "ALTER TABLE `measures` ADD `is_suggested` integer DEFAULT false NOT NULL;"
    ]
  },
  {
    "tag": "0046_lazy_tigra",
    "checksum": "28e6d080aa6bbcf9ccc40326e2d1020173054f5775f346b3f9b50c3c686cfc78",
    "statements": [
      "CREATE TABLE `elicitations` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`user_id` text NOT NULL,\n\t`reply` text,\n\t`expires_at` text NOT NULL,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade\n);",
      "CREATE INDEX `elicitations_expires` ON `elicitations` (`expires_at`);",
      "CREATE INDEX `elicitations_user` ON `elicitations` (`user_id`);"
    ]
  },
  {
    "tag": "0047_dear_frank_castle",
    "checksum": "d1a586b94ca8aa4b707ac1ad1d16921252dcc9588c67804d9da7c06c347fd9d5",
    "statements": [
      "ALTER TABLE `unmatched_terms` ADD `done` text;"
    ]
  }
]
