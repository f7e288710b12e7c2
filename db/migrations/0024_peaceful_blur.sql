ALTER TABLE `row_filters` ADD `reach` text DEFAULT 'table' NOT NULL;--> statement-breakpoint
ALTER TABLE `row_filters` ADD `reached_tables` text DEFAULT '[]' NOT NULL;