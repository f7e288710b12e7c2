CREATE TRIGGER webhooks_withdrawn AFTER DELETE ON webhooks BEGIN
  INSERT INTO withdrawals (resource_type, resource_id, principal) VALUES ('webhook', old.id, 'user ' || old.owner_id);
END;
