CREATE TABLE `chat_turns` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`dashboard_id` text NOT NULL,
	`asker` text NOT NULL,
	`payer_id` text NOT NULL,
	`question` text NOT NULL,
	`content` text NOT NULL,
	`parts` text NOT NULL,
	`asked` text,
	`status` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`dashboard_id`) REFERENCES `dashboards`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `chat_turns_recent` ON `chat_turns` (`dashboard_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `chat_turns_thread` ON `chat_turns` (`thread_id`,`id`);--> statement-breakpoint
CREATE INDEX `chat_turns_ends` ON `chat_turns` (`expires_at`);