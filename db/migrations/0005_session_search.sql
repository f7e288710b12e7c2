CREATE VIRTUAL TABLE session_search USING fts5(owner, words, content='', contentless_delete=1, detail=column, tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE TABLE session_texts (id integer PRIMARY KEY AUTOINCREMENT, session_id text NOT NULL, message_id text);
--> statement-breakpoint
CREATE INDEX session_texts_session ON session_texts (session_id);
--> statement-breakpoint
CREATE TABLE session_search_state (indexed_to integer NOT NULL);
--> statement-breakpoint
INSERT INTO session_search_state VALUES (0);
--> statement-breakpoint
INSERT INTO session_texts (session_id, message_id)
  SELECT session_id, message_id FROM (
    SELECT id AS session_id, NULL AS message_id, created_at AS at FROM sessions
    UNION ALL SELECT session_id, id, created_at FROM messages
  ) ORDER BY at;
--> statement-breakpoint
CREATE TRIGGER session_texts_session_insert AFTER INSERT ON sessions BEGIN
  INSERT INTO session_texts (session_id) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER session_texts_message_insert AFTER INSERT ON messages BEGIN
  INSERT INTO session_texts (session_id, message_id) VALUES (new.session_id, new.id);
END;
--> statement-breakpoint
CREATE TRIGGER session_texts_rename AFTER UPDATE OF title ON sessions WHEN old.title <> new.title BEGIN
  DELETE FROM session_search WHERE rowid IN (SELECT id FROM session_texts WHERE session_id = new.id AND message_id IS NULL);
  DELETE FROM session_texts WHERE session_id = new.id AND message_id IS NULL;
  INSERT INTO session_texts (session_id) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER session_texts_owner AFTER UPDATE OF user_id ON sessions WHEN old.user_id <> new.user_id BEGIN
  DELETE FROM session_search WHERE rowid IN (SELECT id FROM session_texts WHERE session_id = new.id);
  DELETE FROM session_texts WHERE session_id = new.id;
  INSERT INTO session_texts (session_id) VALUES (new.id);
  INSERT INTO session_texts (session_id, message_id) SELECT session_id, id FROM messages WHERE session_id = new.id ORDER BY id;
END;
--> statement-breakpoint
CREATE TRIGGER session_texts_session_delete AFTER DELETE ON sessions BEGIN
  DELETE FROM session_search WHERE rowid IN (SELECT id FROM session_texts WHERE session_id = old.id);
  DELETE FROM session_texts WHERE session_id = old.id;
END;
