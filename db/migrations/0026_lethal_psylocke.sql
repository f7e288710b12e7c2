CREATE TABLE `chart_revisions` (
	`object_id` text NOT NULL,
	`revision` integer NOT NULL,
	`content` text NOT NULL,
	`author_id` text,
	`restored_from` integer,
	`created_at` text NOT NULL,
	PRIMARY KEY(`object_id`, `revision`),
	FOREIGN KEY (`object_id`) REFERENCES `charts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `dashboard_revisions` (
	`object_id` text NOT NULL,
	`revision` integer NOT NULL,
	`content` text NOT NULL,
	`author_id` text,
	`restored_from` integer,
	`created_at` text NOT NULL,
	PRIMARY KEY(`object_id`, `revision`),
	FOREIGN KEY (`object_id`) REFERENCES `dashboards`(`id`) ON UPDATE no action ON DELETE cascade
);
