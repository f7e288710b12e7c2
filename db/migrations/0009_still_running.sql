DROP INDEX `completions_running`;--> statement-breakpoint
ALTER TABLE `completions` ADD `alive_at` text;--> statement-breakpoint
ALTER TABLE `completions` ADD `came` text;--> statement-breakpoint
CREATE INDEX `completions_running` ON `completions` (`created_at`) WHERE status = 'running';--> statement-breakpoint
DROP INDEX `sessions_share`;--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_share` ON `sessions` (`share_id`) WHERE share_id is not null;