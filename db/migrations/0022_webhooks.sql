CREATE TABLE `run_files` (
	`run_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`size` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`run_id`, `name`),
	FOREIGN KEY (`run_id`) REFERENCES `job_runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`message_id` text NOT NULL,
	`webhook_id` text,
	`recipients` text,
	`owner_id` text NOT NULL,
	`event` text NOT NULL,
	`body` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`job_run_id` text,
	`status` text NOT NULL,
	`tries` text NOT NULL,
	`replay_of` text,
	`created_at` text NOT NULL,
	`completed_at` text,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`job_run_id`) REFERENCES `job_runs`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_id_unique` ON `deliveries` (`id`);--> statement-breakpoint
CREATE INDEX `deliveries_webhook` ON `deliveries` (`webhook_id`,`status`,`position`);--> statement-breakpoint
CREATE INDEX `deliveries_job_run` ON `deliveries` (`job_run_id`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`format` text NOT NULL,
	`endpoint` text NOT NULL,
	`events` text NOT NULL,
	`since` integer NOT NULL,
	`is_enabled` integer NOT NULL,
	`stopped_reason` text,
	`owner_id` text NOT NULL,
	`scopes` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhooks_owner` ON `webhooks` (`owner_id`);--> statement-breakpoint
ALTER TABLE `jobs` ADD `notify` text DEFAULT '{"webhook_ids":[],"emails":[],"on":["success","failure"]}' NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `state` text DEFAULT '{}' NOT NULL;