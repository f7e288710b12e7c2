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
CREATE INDEX `recordings_created` ON `recordings` (`created_at`);--> statement-breakpoint
CREATE TABLE `speech_reservations` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`api_key_id` text NOT NULL,
	`seconds` real NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `speech_reservations_user` ON `speech_reservations` (`user_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `speech_config` ADD `provider_id` text;--> statement-breakpoint
ALTER TABLE `budgets` ADD `audio_seconds_per_day` integer;