CREATE TABLE `deployment_settings` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`stored` text NOT NULL,
	`mail_secret` text
);
