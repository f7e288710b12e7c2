CREATE TABLE `chart_favourites` (
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`object_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `object_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`object_id`) REFERENCES `charts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `chart_favourites_object` ON `chart_favourites` (`object_id`);--> statement-breakpoint
CREATE TABLE `dashboard_favourites` (
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`object_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `object_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`object_id`) REFERENCES `dashboards`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `dashboard_favourites_object` ON `dashboard_favourites` (`object_id`);--> statement-breakpoint
ALTER TABLE `dashboards` ADD `tags` text DEFAULT '[]' NOT NULL;