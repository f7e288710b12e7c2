INSERT INTO session_model_counts (user_id, model, n) SELECT user_id, coalesce(model, ''), count(*) FROM sessions GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER session_models_insert AFTER INSERT ON sessions BEGIN
  INSERT INTO session_model_counts (user_id, model, n) VALUES (new.user_id, coalesce(new.model, ''), 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER session_models_delete AFTER DELETE ON sessions BEGIN
  UPDATE session_model_counts SET n = n - 1 WHERE user_id = old.user_id AND model = coalesce(old.model, '');
END;
--> statement-breakpoint
CREATE TRIGGER session_models_update AFTER UPDATE OF user_id, model ON sessions WHEN old.user_id <> new.user_id OR old.model IS NOT new.model BEGIN
  UPDATE session_model_counts SET n = n - 1 WHERE user_id = old.user_id AND model = coalesce(old.model, '');
  INSERT INTO session_model_counts (user_id, model, n) VALUES (new.user_id, coalesce(new.model, ''), 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
