CREATE TABLE `learned_phrases` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`datasource_id` text NOT NULL,
	`kind` text NOT NULL,
	`phrase` text NOT NULL,
	`meaning` text NOT NULL,
	`query` text NOT NULL,
	`times` integer NOT NULL,
	`is_shared` integer NOT NULL,
	`chosen_by` text NOT NULL,
	FOREIGN KEY (`datasource_id`) REFERENCES `datasources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `learned_phrases_choice` ON `learned_phrases` (`datasource_id`,`chosen_by`,`kind`,`phrase`,`meaning`);--> statement-breakpoint
CREATE INDEX `learned_phrases_chooser` ON `learned_phrases` (`chosen_by`);