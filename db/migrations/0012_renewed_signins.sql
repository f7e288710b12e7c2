CREATE TABLE `signin_links` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hmac` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signin_links_token_hmac_unique` ON `signin_links` (`token_hmac`);--> statement-breakpoint
ALTER TABLE `signins` ADD `generation` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `signins` ADD `rotated_at` text;--> statement-breakpoint
ALTER TABLE `signins` ADD `last_seen_at` text;--> statement-breakpoint
ALTER TABLE `signins` ADD `ip` text;--> statement-breakpoint
ALTER TABLE `signins` ADD `user_agent` text;