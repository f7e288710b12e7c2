CREATE TABLE `charts` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`datasource_id` text NOT NULL,
	`model_id` text,
	`session_id` text,
	`query` text NOT NULL,
	`spec` text,
	`chart_type` text NOT NULL,
	`tags` text NOT NULL,
	`is_locked` integer NOT NULL,
	`is_hidden` integer NOT NULL,
	`is_enabled` integer NOT NULL,
	`cache_seconds` integer NOT NULL,
	`owner_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `charts_owner` ON `charts` (`owner_id`,`id`);--> statement-breakpoint
CREATE INDEX `charts_model` ON `charts` (`model_id`);--> statement-breakpoint
CREATE TABLE `dashboards` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`layout` text NOT NULL,
	`filters` text NOT NULL,
	`refresh_seconds` integer NOT NULL,
	`embedded` text NOT NULL,
	`embed_epoch` integer NOT NULL,
	`is_locked` integer NOT NULL,
	`is_hidden` integer NOT NULL,
	`is_enabled` integer NOT NULL,
	`owner_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dashboards_owner` ON `dashboards` (`owner_id`,`id`);--> statement-breakpoint
CREATE TABLE `speech_config` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`engine` text NOT NULL,
	`model` text NOT NULL,
	`base_url` text,
	`api_key` text,
	`language` text,
	`optimize_enabled` integer NOT NULL,
	`optimize_model` text,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_logs` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`at` text NOT NULL,
	`actor` text NOT NULL,
	`actor_id` text,
	`resource_type` text NOT NULL,
	`resource_id` text,
	`service` text NOT NULL,
	`outcome` text NOT NULL,
	`request` text NOT NULL,
	`details` text NOT NULL,
	`prev_hash` text,
	`hash` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_logs_id_unique` ON `audit_logs` (`id`);--> statement-breakpoint
CREATE INDEX `audit_logs_type` ON `audit_logs` (`type`);--> statement-breakpoint
CREATE INDEX `audit_logs_actor` ON `audit_logs` (`actor_id`);--> statement-breakpoint
CREATE INDEX `audit_logs_resource` ON `audit_logs` (`resource_id`);--> statement-breakpoint
CREATE INDEX `audit_logs_at` ON `audit_logs` (`at`);--> statement-breakpoint
CREATE TABLE `idempotency` (
	`id` text PRIMARY KEY NOT NULL,
	`body_hash` text NOT NULL,
	`state` text NOT NULL,
	`holder` text NOT NULL,
	`status` integer,
	`headers` text,
	`body` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_created` ON `idempotency` (`created_at`);--> statement-breakpoint
CREATE TABLE `models` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`type` text NOT NULL,
	`provider_id` text,
	`upstream` text,
	`base_model_id` text,
	`system_prompt` text,
	`params` text NOT NULL,
	`capabilities` text NOT NULL,
	`is_enabled` integer NOT NULL,
	`owner_id` text NOT NULL,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `models_name_unique` ON `models` (`name`);--> statement-breakpoint
CREATE INDEX `models_owner` ON `models` (`owner_id`);--> statement-breakpoint
CREATE TABLE `prompt_versions` (
	`prompt_id` text NOT NULL,
	`version` integer NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`author_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`prompt_id`, `version`),
	FOREIGN KEY (`prompt_id`) REFERENCES `prompts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `prompts` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`command` text NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`is_enabled` integer NOT NULL,
	`version` integer NOT NULL,
	`owner_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `prompts_command_unique` ON `prompts` (`command`);--> statement-breakpoint
CREATE TABLE `providers` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`base_url` text,
	`api_key` text,
	`last4` text,
	`models_hint` text NOT NULL,
	`is_enabled` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `providers_name_unique` ON `providers` (`name`);--> statement-breakpoint
CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`actor_id` text NOT NULL,
	`status` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`lease_token` text,
	`lease_until` text,
	`cancel_requested` integer DEFAULT false NOT NULL,
	`error` text,
	`created_at` text NOT NULL,
	`started_at` text,
	`completed_at` text
);
--> statement-breakpoint
CREATE INDEX `runs_due` ON `runs` (`status`,`lease_until`);--> statement-breakpoint
CREATE INDEX `runs_subject` ON `runs` (`subject_id`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`lookup` text NOT NULL,
	`secret_hmac` text NOT NULL,
	`last4` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`expires_at` text,
	`revoked_at` text,
	`last_used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_lookup_unique` ON `api_keys` (`lookup`);--> statement-breakpoint
CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`);--> statement-breakpoint
CREATE TABLE `deployment` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `epochs` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `grants` (
	`id` text PRIMARY KEY NOT NULL,
	`resource_type` text NOT NULL,
	`resource_id` text NOT NULL,
	`principal_type` text NOT NULL,
	`principal_id` text NOT NULL,
	`level` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `grants_pair` ON `grants` (`resource_type`,`resource_id`,`principal_type`,`principal_id`);--> statement-breakpoint
CREATE INDEX `grants_principal` ON `grants` (`principal_type`,`principal_id`,`resource_type`,`resource_id`);--> statement-breakpoint
CREATE TABLE `groups` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`permissions` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `groups_name_unique` ON `groups` (`name`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hmac` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_hmac_unique` ON `invitations` (`token_hmac`);--> statement-breakpoint
CREATE TABLE `signin_failures` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `signin_failures_subject` ON `signin_failures` (`subject`,`at`);--> statement-breakpoint
CREATE TABLE `signins` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hmac` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signins_token_hmac_unique` ON `signins` (`token_hmac`);--> statement-breakpoint
CREATE INDEX `signins_user` ON `signins` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`status` text NOT NULL,
	`attributes` text NOT NULL,
	`password_hash` text,
	`last_active_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `datasources` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`type` text NOT NULL,
	`connection` text NOT NULL,
	`secrets` text,
	`tables` text NOT NULL,
	`status` text NOT NULL,
	`status_message` text,
	`extraction_status` text NOT NULL,
	`tables_count` integer NOT NULL,
	`layer_version` integer DEFAULT 1 NOT NULL,
	`last_extraction_at` text,
	`owner_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `datasources_owner` ON `datasources` (`owner_id`);--> statement-breakpoint
CREATE TABLE `descriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`datasource_id` text NOT NULL,
	`object_type` text NOT NULL,
	`schema_name` text,
	`table_name` text NOT NULL,
	`column_name` text NOT NULL,
	`position` integer NOT NULL,
	`data_type` text,
	`native_type` text,
	`is_primary_key` integer NOT NULL,
	`semantic_type` text,
	`label` text NOT NULL,
	`description` text NOT NULL,
	`generated_description` text NOT NULL,
	`source` text NOT NULL,
	`edited_fields` text NOT NULL,
	`synonyms` text NOT NULL,
	`sample_values` text NOT NULL,
	`unit` text,
	`is_hidden` integer NOT NULL,
	`statistics` text NOT NULL,
	`updated_by` text,
	FOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `descriptions_object` ON `descriptions` (`datasource_id`,`table_name`,`column_name`);--> statement-breakpoint
CREATE TABLE `extractions` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`datasource_id` text NOT NULL,
	`run_id` text NOT NULL,
	`status` text NOT NULL,
	`stage` text NOT NULL,
	`progress` text NOT NULL,
	`model` text,
	`only_tables` text,
	`include_samples` integer NOT NULL,
	`usage` text NOT NULL,
	`error` text,
	`diff` text,
	`started_at` text,
	`completed_at` text,
	`actor_id` text NOT NULL,
	FOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `extractions_datasource` ON `extractions` (`datasource_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `extractions_active` ON `extractions` (`datasource_id`) WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`name` text NOT NULL,
	`format` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`storage_key` text NOT NULL,
	`tables` text NOT NULL,
	`rejected_lines` integer NOT NULL,
	`rejects` text NOT NULL,
	`owner_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `hierarchies` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`datasource_id` text NOT NULL,
	`name` text NOT NULL,
	`title` text NOT NULL,
	`levels` text NOT NULL,
	FOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hierarchies_name` ON `hierarchies` (`datasource_id`,`name`);--> statement-breakpoint
CREATE TABLE `relationships` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`datasource_id` text NOT NULL,
	`from_table` text NOT NULL,
	`from_columns` text NOT NULL,
	`to_table` text NOT NULL,
	`to_columns` text NOT NULL,
	`cardinality` text NOT NULL,
	`source` text NOT NULL,
	`evidence` text,
	`confidence` real,
	`is_rejected` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `relationships_pair` ON `relationships` (`datasource_id`,`from_table`,`from_columns`,`to_table`,`to_columns`);--> statement-breakpoint
CREATE TABLE `completions` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`user_id` text NOT NULL,
	`model` text NOT NULL,
	`status` text NOT NULL,
	`finish_reason` text,
	`error` text,
	`usage` text NOT NULL,
	`created_at` text NOT NULL,
	`completed_at` text,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `completions_session` ON `completions` (`session_id`,`id`);--> statement-breakpoint
CREATE INDEX `completions_running` ON `completions` (`status`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`completion_id` text,
	`role` text NOT NULL,
	`content` text NOT NULL,
	`attachments` text NOT NULL,
	`is_incomplete` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `messages_session` ON `messages` (`session_id`,`id`);--> statement-breakpoint
CREATE TABLE `session_counts` (
	`user_id` text NOT NULL,
	`archived` integer NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`user_id`, `archived`)
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`model` text,
	`archived` integer NOT NULL,
	`pinned` integer NOT NULL,
	`tags` text NOT NULL,
	`share_id` text,
	`message_count` integer NOT NULL,
	`last_message_at` text
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_user_archived` ON `sessions` (`user_id`,`archived`,`id`);