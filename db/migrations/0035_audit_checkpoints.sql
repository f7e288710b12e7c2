CREATE TABLE `audit_checkpoints` (
	`position` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`entries` integer NOT NULL,
	`from_at` text NOT NULL,
	`until_at` text NOT NULL,
	`created_at` text NOT NULL,
	`seal` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `audit_logs` ADD `redaction` text;