CREATE TRIGGER grants_withdrawn AFTER DELETE ON grants WHEN old.principal_type <> 'model' BEGIN
  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES (old.resource_type, old.resource_id, CASE old.principal_type WHEN 'everyone' THEN 'everyone' ELSE old.principal_type || ' ' || old.principal_id END);
END;
--> statement-breakpoint
CREATE TRIGGER charts_withdrawn AFTER DELETE ON charts BEGIN
  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('chart', old.id, 'user ' || old.owner_id);
END;
--> statement-breakpoint
CREATE TRIGGER dashboards_withdrawn AFTER DELETE ON dashboards BEGIN
  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('dashboard', old.id, 'user ' || old.owner_id);
END;
--> statement-breakpoint
CREATE TRIGGER datasources_withdrawn AFTER DELETE ON datasources BEGIN
  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('datasource', old.id, 'user ' || old.owner_id);
END;
--> statement-breakpoint
CREATE TRIGGER files_withdrawn AFTER DELETE ON files BEGIN
  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('file', old.id, 'user ' || old.owner_id);
END;
--> statement-breakpoint
CREATE TRIGGER models_withdrawn AFTER DELETE ON models BEGIN
  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('model', old.id, 'user ' || old.owner_id);
END;
--> statement-breakpoint
CREATE TRIGGER prompts_withdrawn AFTER DELETE ON prompts BEGIN
  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('prompt', old.id, 'user ' || old.owner_id);
END;
--> statement-breakpoint
CREATE TRIGGER sessions_withdrawn AFTER DELETE ON sessions BEGIN
  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('session', old.id, 'user ' || old.user_id);
END;
