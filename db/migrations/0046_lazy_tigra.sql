CREATE TABLE `elicitations` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`reply` text,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `elicitations_expires` ON `elicitations` (`expires_at`);--> statement-breakpoint
CREATE INDEX `elicitations_user` ON `elicitations` (`user_id`);