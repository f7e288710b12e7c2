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