ALTER TABLE session_search_state ADD COLUMN sessions_to integer NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE session_search_state ADD COLUMN messages_to integer NOT NULL DEFAULT 0;
--> statement-breakpoint
UPDATE session_search_state SET sessions_to = coalesce((SELECT max(rowid) FROM sessions), 0), messages_to = coalesce((SELECT max(rowid) FROM messages), 0);
--> statement-breakpoint
DROP TRIGGER session_texts_session_insert;
--> statement-breakpoint
DROP TRIGGER session_texts_message_insert;
--> statement-breakpoint
DROP TRIGGER session_texts_rename;
--> statement-breakpoint
CREATE TRIGGER session_texts_rename AFTER UPDATE OF title ON sessions
WHEN old.title <> new.title AND new.rowid <= (SELECT sessions_to FROM session_search_state) BEGIN
  DELETE FROM session_search WHERE rowid IN (SELECT id FROM session_texts WHERE session_id = new.id AND message_id IS NULL);
  DELETE FROM session_texts WHERE session_id = new.id AND message_id IS NULL;
  INSERT INTO session_texts (session_id) VALUES (new.id);
END;
--> statement-breakpoint
DROP TRIGGER session_texts_owner;
--> statement-breakpoint
CREATE TRIGGER session_texts_owner AFTER UPDATE OF user_id ON sessions WHEN old.user_id <> new.user_id BEGIN
  DELETE FROM session_search WHERE rowid IN (SELECT id FROM session_texts WHERE session_id = new.id);
  DELETE FROM session_texts WHERE session_id = new.id;
  INSERT INTO session_texts (session_id) SELECT new.id WHERE new.rowid <= (SELECT sessions_to FROM session_search_state);
  INSERT INTO session_texts (session_id, message_id)
    SELECT session_id, id FROM messages WHERE session_id = new.id AND rowid <= (SELECT messages_to FROM session_search_state) ORDER BY id;
END;
--> statement-breakpoint
DROP TRIGGER session_texts_session_delete;
--> statement-breakpoint
CREATE TRIGGER session_texts_session_delete AFTER DELETE ON sessions BEGIN
  DELETE FROM session_search WHERE rowid IN (SELECT id FROM session_texts WHERE session_id = old.id);
  DELETE FROM session_texts WHERE session_id = old.id;
  UPDATE session_search_state
    SET sessions_to = min(sessions_to, coalesce((SELECT max(rowid) FROM sessions), 0)),
        messages_to = min(messages_to, coalesce((SELECT max(rowid) FROM messages), 0));
END;
