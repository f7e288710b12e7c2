CREATE TABLE `recordings` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text,
	`message_id` text,
	`format` text NOT NULL,
	`size` integer NOT NULL,
	`seconds` real,
	`sound` blob NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `recordings_user` ON `recordings` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `recordings_session` ON `recordings` (`session_id`,`id`);--> statement-breakpoint
CREATE INDEX `recordings_message` ON `recordings` (`message_id`);--> statement-breakpoint
CREATE INDEX `recordings_created` ON `recordings` (`created_at`);