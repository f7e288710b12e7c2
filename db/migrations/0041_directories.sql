CREATE TABLE `directories` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`name` text NOT NULL,
	`lookup` text NOT NULL,
	`secret_hmac` text NOT NULL,
	`last4` text NOT NULL,
	`default_role` text NOT NULL,
	`created_by` text NOT NULL,
	`last_used_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `directories_name_unique` ON `directories` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `directories_lookup_unique` ON `directories` (`lookup`);--> statement-breakpoint
CREATE TABLE `directory_groups` (
	`group_id` text PRIMARY KEY NOT NULL,
	`directory_id` text NOT NULL,
	`external_id` text,
	`change_id` text NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `directory_groups_external` ON `directory_groups` (`external_id`);--> statement-breakpoint
CREATE TABLE `directory_users` (
	`user_id` text PRIMARY KEY NOT NULL,
	`directory_id` text NOT NULL,
	`external_id` text,
	`user_name` text NOT NULL,
	`profile` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `directory_users_name` ON `directory_users` ("user_name" collate nocase);--> statement-breakpoint
CREATE INDEX `directory_users_external` ON `directory_users` (`external_id`);