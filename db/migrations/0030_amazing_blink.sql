CREATE TABLE `chat_threads` (
	`id` text PRIMARY KEY NOT NULL,
	`dashboard_id` text NOT NULL,
	`asker` text NOT NULL,
	`payer_id` text NOT NULL,
	`guest` text,
	`title` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`dashboard_id`) REFERENCES `dashboards`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `chat_threads_guest` ON `chat_threads` (`payer_id`,`guest`,`id`);--> statement-breakpoint
CREATE INDEX `chat_threads_dashboard` ON `chat_threads` (`dashboard_id`);--> statement-breakpoint
CREATE INDEX `chat_threads_ends` ON `chat_threads` (`expires_at`);--> statement-breakpoint
ALTER TABLE `chat_turns` ADD `rests_on` text DEFAULT '{}' NOT NULL;