CREATE INDEX `charts_datasource` ON `charts` (`datasource_id`);--> statement-breakpoint
CREATE INDEX `signin_failures_at` ON `signin_failures` (`at`);