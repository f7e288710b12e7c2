CREATE TRIGGER oauth_connections_identity_delete AFTER DELETE ON oauth_connections BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'identity';
END;
--> statement-breakpoint
CREATE TRIGGER oauth_connections_identity_update AFTER UPDATE OF scopes, resource ON oauth_connections BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'identity';
END;
