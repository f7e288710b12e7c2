INSERT INTO epochs (name, value) VALUES ('identity', 1);
--> statement-breakpoint
CREATE TRIGGER users_identity_update AFTER UPDATE OF role, status, email, name, attributes ON users BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'identity';
END;
--> statement-breakpoint
CREATE TRIGGER users_identity_delete AFTER DELETE ON users BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'identity';
  DELETE FROM grants WHERE principal_type = 'user' AND principal_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER api_keys_identity_update AFTER UPDATE OF scopes, expires_at, revoked_at, secret_hmac, lookup ON api_keys BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'identity';
END;
--> statement-breakpoint
CREATE TRIGGER api_keys_identity_delete AFTER DELETE ON api_keys BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'identity';
END;
--> statement-breakpoint
CREATE TRIGGER signins_identity_delete AFTER DELETE ON signins BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'identity';
END;
--> statement-breakpoint
CREATE TRIGGER grants_identity_insert AFTER INSERT ON grants WHEN new.resource_type = 'group' BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'identity';
END;
--> statement-breakpoint
CREATE TRIGGER grants_identity_update AFTER UPDATE ON grants WHEN new.resource_type = 'group' OR old.resource_type = 'group' BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'identity';
END;
--> statement-breakpoint
CREATE TRIGGER grants_identity_delete AFTER DELETE ON grants WHEN old.resource_type = 'group' BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'identity';
END;
--> statement-breakpoint
CREATE TRIGGER groups_grants_delete AFTER DELETE ON groups BEGIN
  DELETE FROM grants WHERE (principal_type = 'group' AND principal_id = old.id) OR (resource_type = 'group' AND resource_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER models_grants_delete AFTER DELETE ON models BEGIN
  DELETE FROM grants WHERE (principal_type = 'model' AND principal_id = old.id) OR (resource_type = 'model' AND resource_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER prompts_grants_delete AFTER DELETE ON prompts BEGIN
  DELETE FROM grants WHERE resource_type = 'prompt' AND resource_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER datasources_grants_delete AFTER DELETE ON datasources BEGIN
  DELETE FROM grants WHERE resource_type = 'datasource' AND resource_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER files_grants_delete AFTER DELETE ON files BEGIN
  DELETE FROM grants WHERE resource_type = 'file' AND resource_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER charts_grants_delete AFTER DELETE ON charts BEGIN
  DELETE FROM grants WHERE resource_type = 'chart' AND resource_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER dashboards_grants_delete AFTER DELETE ON dashboards BEGIN
  DELETE FROM grants WHERE resource_type = 'dashboard' AND resource_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_grants_delete AFTER DELETE ON sessions BEGIN
  DELETE FROM grants WHERE resource_type = 'session' AND resource_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_count_insert AFTER INSERT ON sessions BEGIN
  INSERT INTO session_counts (user_id, archived, n) VALUES (new.user_id, new.archived, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_count_delete AFTER DELETE ON sessions BEGIN
  UPDATE session_counts SET n = n - 1 WHERE user_id = old.user_id AND archived = old.archived;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_count_update AFTER UPDATE OF user_id, archived ON sessions WHEN old.user_id <> new.user_id OR old.archived <> new.archived BEGIN
  UPDATE session_counts SET n = n - 1 WHERE user_id = old.user_id AND archived = old.archived;
  INSERT INTO session_counts (user_id, archived, n) VALUES (new.user_id, new.archived, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
