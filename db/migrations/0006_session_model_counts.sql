CREATE TABLE `session_model_counts` (
	`user_id` text NOT NULL,
	`model` text NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`user_id`, `model`)
);
--> statement-breakpoint
CREATE INDEX `sessions_user_updated` ON `sessions` (`user_id`,`updated_at`,`id`);