CREATE TABLE `federated_signins` (
	`signin_id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`subject` text NOT NULL,
	`session` text,
	`logout` text,
	`ends_at` text NOT NULL,
	FOREIGN KEY (`signin_id`) REFERENCES `signins`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `federated_signins_subject` ON `federated_signins` (`provider_id`,`subject`);--> statement-breakpoint
CREATE TABLE `federation_attempts` (
	`state_hmac` text PRIMARY KEY NOT NULL,
	`browser_hmac` text NOT NULL,
	`provider_id` text NOT NULL,
	`return_to` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`provider_id`) REFERENCES `identity_providers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `federation_attempts_expires` ON `federation_attempts` (`expires_at`);--> statement-breakpoint
CREATE TABLE `identities` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	FOREIGN KEY (`provider_id`) REFERENCES `identity_providers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identities_subject` ON `identities` (`provider_id`,`subject`);--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `identity_providers` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`name` text NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`client_secret` text,
	`client_auth` text NOT NULL,
	`scopes` text NOT NULL,
	`claims` text NOT NULL,
	`group_mappings` text NOT NULL,
	`role_mappings` text NOT NULL,
	`default_role` text NOT NULL,
	`allowed_groups` text NOT NULL,
	`allowed_domains` text NOT NULL,
	`creates_accounts` integer NOT NULL,
	`links_by_email` integer NOT NULL,
	`trusts_email` integer NOT NULL,
	`needs_second_factor` integer NOT NULL,
	`single_logout` integer NOT NULL,
	`session_hours` integer NOT NULL,
	`is_enabled` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identity_providers_name_unique` ON `identity_providers` (`name`);--> statement-breakpoint
CREATE TABLE `signin_policies` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`password` text NOT NULL,
	`second_factor` text NOT NULL
);
