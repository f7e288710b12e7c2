CREATE TRIGGER directories_identity_delete AFTER DELETE ON directories BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'identity';
END;
--> statement-breakpoint
CREATE TRIGGER directories_identity_update AFTER UPDATE OF lookup, secret_hmac, default_role ON directories BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'identity';
END;
