DROP TRIGGER sessions_count_insert;
--> statement-breakpoint
DROP TRIGGER sessions_count_delete;
--> statement-breakpoint
DROP TRIGGER sessions_count_update;
--> statement-breakpoint
DROP TRIGGER session_models_insert;
--> statement-breakpoint
DROP TRIGGER session_models_delete;
--> statement-breakpoint
DROP TRIGGER session_models_update;
--> statement-breakpoint
DELETE FROM session_counts;
--> statement-breakpoint
INSERT INTO session_counts (user_id, archived, n)
  SELECT user_id, archived, count(*) FROM sessions WHERE rowid <= (SELECT sessions_to FROM session_search_state) GROUP BY 1, 2;
--> statement-breakpoint
DELETE FROM session_model_counts;
--> statement-breakpoint
INSERT INTO session_model_counts (user_id, model, n)
  SELECT user_id, coalesce(model, ''), count(*) FROM sessions WHERE rowid <= (SELECT sessions_to FROM session_search_state) GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER sessions_counted_delete BEFORE DELETE ON sessions WHEN old.rowid <= (SELECT sessions_to FROM session_search_state) BEGIN
  UPDATE session_counts SET n = n - 1 WHERE user_id = old.user_id AND archived = old.archived;
  UPDATE session_model_counts SET n = n - 1 WHERE user_id = old.user_id AND model = coalesce(old.model, '');
END;
--> statement-breakpoint
CREATE TRIGGER sessions_counted_update AFTER UPDATE OF user_id, archived ON sessions
WHEN (old.user_id <> new.user_id OR old.archived <> new.archived) AND new.rowid <= (SELECT sessions_to FROM session_search_state) BEGIN
  UPDATE session_counts SET n = n - 1 WHERE user_id = old.user_id AND archived = old.archived;
  INSERT INTO session_counts (user_id, archived, n) VALUES (new.user_id, new.archived, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER session_models_counted_update AFTER UPDATE OF user_id, model ON sessions
WHEN (old.user_id <> new.user_id OR old.model IS NOT new.model) AND new.rowid <= (SELECT sessions_to FROM session_search_state) BEGIN
  UPDATE session_model_counts SET n = n - 1 WHERE user_id = old.user_id AND model = coalesce(old.model, '');
  INSERT INTO session_model_counts (user_id, model, n) VALUES (new.user_id, coalesce(new.model, ''), 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
