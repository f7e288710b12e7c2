INSERT INTO epochs (name, value) VALUES ('catalog', 1);
--> statement-breakpoint
CREATE TRIGGER models_catalog_insert AFTER INSERT ON models BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';
END;
--> statement-breakpoint
CREATE TRIGGER models_catalog_update AFTER UPDATE ON models BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';
END;
--> statement-breakpoint
CREATE TRIGGER models_catalog_delete AFTER DELETE ON models BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';
END;
--> statement-breakpoint
CREATE TRIGGER providers_catalog_insert AFTER INSERT ON providers BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';
END;
--> statement-breakpoint
CREATE TRIGGER providers_catalog_update AFTER UPDATE ON providers BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';
END;
--> statement-breakpoint
CREATE TRIGGER providers_catalog_delete AFTER DELETE ON providers BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';
END;
--> statement-breakpoint
CREATE TRIGGER grants_catalog_insert AFTER INSERT ON grants BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';
END;
--> statement-breakpoint
CREATE TRIGGER grants_catalog_update AFTER UPDATE ON grants BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';
END;
--> statement-breakpoint
CREATE TRIGGER grants_catalog_delete AFTER DELETE ON grants BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';
END;
--> statement-breakpoint
CREATE TRIGGER datasources_catalog_insert AFTER INSERT ON datasources BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';
END;
--> statement-breakpoint
CREATE TRIGGER datasources_catalog_update AFTER UPDATE ON datasources BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';
END;
--> statement-breakpoint
CREATE TRIGGER datasources_catalog_delete AFTER DELETE ON datasources BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';
END;
--> statement-breakpoint
CREATE TRIGGER budgets_catalog_insert AFTER INSERT ON budgets BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';
END;
--> statement-breakpoint
CREATE TRIGGER budgets_catalog_update AFTER UPDATE ON budgets BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';
END;
--> statement-breakpoint
CREATE TRIGGER budgets_catalog_delete AFTER DELETE ON budgets BEGIN
  UPDATE epochs SET value = value + 1 WHERE name = 'catalog';
END;
