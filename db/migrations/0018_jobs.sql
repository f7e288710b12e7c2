CREATE TABLE `job_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`trigger` text NOT NULL,
	`scheduled_for` text,
	`missed` integer DEFAULT 0 NOT NULL,
	`coalesced` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`progress` text NOT NULL,
	`result` text,
	`log` text NOT NULL,
	`made` text NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `job_runs_slot` ON `job_runs` (`job_id`,`scheduled_for`);--> statement-breakpoint
CREATE INDEX `job_runs_job` ON `job_runs` (`job_id`,`id`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`schedule` text,
	`retries` integer NOT NULL,
	`deadline_seconds` integer NOT NULL,
	`concurrency` integer NOT NULL,
	`coalesce` integer NOT NULL,
	`is_enabled` integer NOT NULL,
	`stopped_reason` text,
	`next_run_at` text,
	`last_run_id` text,
	`owner_id` text NOT NULL,
	`scopes` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`is_enabled`,`next_run_at`);--> statement-breakpoint
CREATE INDEX `jobs_owner` ON `jobs` (`owner_id`);