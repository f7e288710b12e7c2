CREATE INDEX `sessions_user_model` ON `sessions` (`user_id`,`model`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_user_pinned` ON `sessions` (`user_id`,`id`) WHERE pinned = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_share` ON `sessions` (`share_id`);