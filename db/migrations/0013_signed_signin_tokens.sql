DROP INDEX `signins_token_hmac_unique`;--> statement-breakpoint
ALTER TABLE `signins` DROP COLUMN `token_hmac`;