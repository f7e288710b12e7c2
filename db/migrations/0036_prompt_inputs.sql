ALTER TABLE `prompt_versions` ADD `inputs` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `prompts` ADD `inputs` text DEFAULT '[]' NOT NULL;