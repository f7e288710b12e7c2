CREATE TABLE `measures` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`datasource_id` text NOT NULL,
	`name` text NOT NULL,
	`title` text NOT NULL,
	`table_name` text NOT NULL,
	`aggregation` text NOT NULL,
	`expression` text,
	`expression_tree` text,
	`filters` text,
	`format` text,
	`unit` text,
	`description` text NOT NULL,
	`synonyms` text NOT NULL,
	`is_orphaned` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `measures_name` ON `measures` (`datasource_id`,`name`);--> statement-breakpoint
CREATE TABLE `row_filters` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`datasource_id` text NOT NULL,
	`name` text NOT NULL,
	`table_name` text NOT NULL,
	`condition` text NOT NULL,
	`applies_to` text NOT NULL,
	`is_enabled` integer NOT NULL,
	`is_orphaned` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `row_filters_datasource` ON `row_filters` (`datasource_id`,`table_name`);--> statement-breakpoint
CREATE TABLE `unmatched_terms` (
	`datasource_id` text NOT NULL,
	`term` text NOT NULL,
	`times` integer NOT NULL,
	`last_question` text NOT NULL,
	`nearest` text NOT NULL,
	`first_at` text NOT NULL,
	`last_at` text NOT NULL,
	PRIMARY KEY(`datasource_id`, `term`),
	FOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `unmatched_terms_times` ON `unmatched_terms` (`datasource_id`,`times`);--> statement-breakpoint
CREATE TABLE `verified_queries` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`datasource_id` text NOT NULL,
	`question` text NOT NULL,
	`sql` text,
	`query` text,
	`verified_by` text NOT NULL,
	`verified_at` text NOT NULL,
	`is_orphaned` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `verified_queries_datasource` ON `verified_queries` (`datasource_id`,`id`);--> statement-breakpoint
CREATE TABLE `budgets` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`principal_type` text NOT NULL,
	`principal_id` text NOT NULL,
	`requests_per_minute` integer,
	`requests_per_day` integer,
	`tokens_per_day` integer,
	`concurrent_questions` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `budgets_principal` ON `budgets` (`principal_type`,`principal_id`);--> statement-breakpoint
CREATE TABLE `session_shares` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`snapshot` text NOT NULL,
	`created_at` text NOT NULL,
	`revoked_at` text,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_shares_session` ON `session_shares` (`session_id`);--> statement-breakpoint
CREATE TABLE `usage` (
	`day` text NOT NULL,
	`user_id` text NOT NULL,
	`api_key_id` text NOT NULL,
	`model` text NOT NULL,
	`requests` integer NOT NULL,
	`prompt_tokens` integer NOT NULL,
	`completion_tokens` integer NOT NULL,
	`queries` integer NOT NULL,
	PRIMARY KEY(`day`, `user_id`, `api_key_id`, `model`)
);
--> statement-breakpoint
ALTER TABLE `charts` ADD `is_orphaned` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `models` ADD `fallback_model_id` text;--> statement-breakpoint
ALTER TABLE `providers` ADD `options` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `hierarchies` ADD `is_suggested` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `hierarchies` ADD `is_orphaned` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `relationships` ADD `is_orphaned` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `completions` ADD `feedback` text;