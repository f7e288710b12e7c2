PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_usage` (
	`day` text NOT NULL,
	`user_id` text NOT NULL,
	`api_key_id` text NOT NULL,
	`model` text NOT NULL,
	`datasource_id` text DEFAULT '' NOT NULL,
	`requests` integer NOT NULL,
	`prompt_tokens` integer NOT NULL,
	`cached_tokens` integer DEFAULT 0 NOT NULL,
	`completion_tokens` integer NOT NULL,
	`queries` integer NOT NULL,
	`audio_seconds` real DEFAULT 0 NOT NULL,
	`cost` real DEFAULT 0 NOT NULL,
	`unpriced_tokens` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `user_id`, `api_key_id`, `model`, `datasource_id`)
);
--> statement-breakpoint
INSERT INTO `__new_usage`("day", "user_id", "api_key_id", "model", "requests", "prompt_tokens", "completion_tokens", "queries") SELECT "day", "user_id", "api_key_id", "model", "requests", "prompt_tokens", "completion_tokens", "queries" FROM `usage`;--> statement-breakpoint
DROP TABLE `usage`;--> statement-breakpoint
ALTER TABLE `__new_usage` RENAME TO `usage`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
ALTER TABLE `models` ADD `price` text;--> statement-breakpoint
ALTER TABLE `budgets` ADD `cost_per_day` real;--> statement-breakpoint
ALTER TABLE `budgets` ADD `cost_per_month` real;--> statement-breakpoint
ALTER TABLE `budgets` ADD `counts_cached_tokens` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `reservations` ADD `cost` real DEFAULT 0 NOT NULL;