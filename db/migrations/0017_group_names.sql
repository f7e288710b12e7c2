-- Of groups whose names differ in case alone the oldest keeps its name; the others gain the end of their id.
UPDATE `groups` SET name = name || ' (' || lower(substr(id, -6)) || ')', revision = revision + 1
  WHERE EXISTS (SELECT 1 FROM `groups` older WHERE older.name = `groups`.name COLLATE NOCASE AND (older.created_at, older.id) < (`groups`.created_at, `groups`.id));--> statement-breakpoint
DROP INDEX `groups_name_unique`;--> statement-breakpoint
CREATE UNIQUE INDEX `groups_name` ON `groups` ("name" collate nocase);