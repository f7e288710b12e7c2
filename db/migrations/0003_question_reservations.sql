CREATE TABLE `reservations` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`api_key_id` text NOT NULL,
	`tokens` integer NOT NULL,
	`is_running` integer NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reservations_user` ON `reservations` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reservations_created` ON `reservations` (`created_at`);