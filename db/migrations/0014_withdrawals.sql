CREATE TABLE `withdrawals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`resource_type` text NOT NULL,
	`resource_id` text NOT NULL,
	`principal` text NOT NULL,
	`at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ')) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `withdrawals_resource` ON `withdrawals` (`resource_id`);--> statement-breakpoint
CREATE INDEX `withdrawals_at` ON `withdrawals` (`at`);