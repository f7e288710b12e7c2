CREATE TRIGGER jobs_grants_delete AFTER DELETE ON jobs BEGIN
  DELETE FROM grants WHERE resource_type = 'job' AND resource_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER jobs_withdrawn AFTER DELETE ON jobs BEGIN
  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('job', old.id, 'user ' || old.owner_id);
END;
