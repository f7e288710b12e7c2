CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`content` text,
	`job_id` text,
	`job_run_id` text,
	`status` text NOT NULL,
	`tries` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`completed_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`job_run_id`) REFERENCES `job_runs`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `mails_user` ON `mails` (`user_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `mails_status` ON `mails` (`status`);--> statement-breakpoint
CREATE INDEX `mails_completed` ON `mails` (`completed_at`);--> statement-breakpoint
CREATE INDEX `mails_job` ON `mails` (`job_id`);--> statement-breakpoint
CREATE INDEX `mails_job_run` ON `mails` (`job_run_id`);