-- count of rows
sqlite: SELECT COUNT(*) AS "count_orders" FROM "orders"
duckdb: SELECT COUNT(*) AS "count_orders" FROM "orders"

-- every aggregate of one column
sqlite: SELECT COUNT("orders"."total") AS "count_total", COUNT(DISTINCT "orders"."total") AS "count_distinct_total", SUM("orders"."total") AS "sum_total", AVG("orders"."total") AS "avg_total", MIN("orders"."total") AS "min_total", MAX("orders"."total") AS "max_total" FROM "orders"
duckdb: SELECT COUNT("orders"."total") AS "count_total", COUNT(DISTINCT "orders"."total") AS "count_distinct_total", SUM("orders"."total") AS "sum_total", AVG("orders"."total") AS "avg_total", MIN("orders"."total") AS "min_total", MAX("orders"."total") AS "max_total" FROM "orders"

-- named measure
sqlite: SELECT SUM("orders"."total") AS "revenue" FROM "orders"
duckdb: SELECT SUM("orders"."total") AS "revenue" FROM "orders"

-- list in the order of the key
sqlite: SELECT "customers"."name" AS "name" FROM "customers" ORDER BY "customers"."id" ASC NULLS LAST
duckdb: SELECT "customers"."name" AS "name" FROM "customers" ORDER BY "customers"."id" ASC NULLS LAST

-- list of distinct values, empty last
sqlite: SELECT DISTINCT "customers"."country" AS "country" FROM "customers" ORDER BY "customers"."country" ASC NULLS LAST
duckdb: SELECT DISTINCT "customers"."country" AS "country" FROM "customers" ORDER BY "customers"."country" ASC NULLS LAST

-- list sorted by a column that is not shown
sqlite: SELECT "customers"."name" AS "name" FROM "customers" ORDER BY "customers"."signed_up" DESC NULLS LAST, "customers"."id" ASC NULLS LAST LIMIT 2
duckdb: SELECT "customers"."name" AS "name" FROM "customers" ORDER BY "customers"."signed_up" DESC NULLS LAST, "customers"."id" ASC NULLS LAST LIMIT 2

-- distinct list sorted by a column that is not shown
sqlite: SELECT "result"."made_in" AS "made_in" FROM (SELECT DISTINCT "products"."made_in" AS "made_in", "products"."category_id" AS "category_id" FROM "products") AS "result" ORDER BY "result"."category_id" DESC NULLS LAST, "result"."made_in" ASC NULLS LAST
duckdb: SELECT "result"."made_in" AS "made_in" FROM (SELECT DISTINCT "products"."made_in" AS "made_in", "products"."category_id" AS "category_id" FROM "products") AS "result" ORDER BY "result"."category_id" DESC NULLS LAST, "result"."made_in" ASC NULLS LAST

-- measure by the one side keeps rows without a partner
sqlite: SELECT "customers"."name" AS "name", COUNT(*) AS "count_orders" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" ORDER BY "customers"."name" ASC NULLS LAST
duckdb: SELECT "customers"."name" AS "name", COUNT(*) AS "count_orders" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" ORDER BY "customers"."name" ASC NULLS LAST

-- sum over two steps to the one side
sqlite: SELECT "categories"."title" AS "title", SUM("lines"."quantity") AS "sum_quantity" FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" GROUP BY "categories"."title" ORDER BY "categories"."title" ASC NULLS LAST
duckdb: SELECT "categories"."title" AS "title", SUM("lines"."quantity") AS "sum_quantity" FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" GROUP BY "categories"."title" ORDER BY "categories"."title" ASC NULLS LAST

-- sum by the many side counts each order once per group
sqlite: SELECT "grain"."dimension_0" AS "name", SUM("grain"."value_0") AS "sum_total" FROM (SELECT DISTINCT "products"."name" AS "dimension_0", "orders"."id" AS "key_0", "orders"."total" AS "value_0" FROM "orders" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "grain"."dimension_0" ASC NULLS LAST
duckdb: SELECT "grain"."dimension_0" AS "name", SUM("grain"."value_0") AS "sum_total" FROM (SELECT DISTINCT "products"."name" AS "dimension_0", "orders"."id" AS "key_0", "orders"."total" AS "value_0" FROM "orders" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "grain"."dimension_0" ASC NULLS LAST

-- average by the many side
sqlite: SELECT "grain"."dimension_0" AS "title", AVG("grain"."value_0") AS "avg_total" FROM (SELECT DISTINCT "categories"."title" AS "dimension_0", "orders"."id" AS "key_0", "orders"."total" AS "value_0" FROM "orders" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "grain"."dimension_0" ASC NULLS LAST
duckdb: SELECT "grain"."dimension_0" AS "title", AVG("grain"."value_0") AS "avg_total" FROM (SELECT DISTINCT "categories"."title" AS "dimension_0", "orders"."id" AS "key_0", "orders"."total" AS "value_0" FROM "orders" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "grain"."dimension_0" ASC NULLS LAST

-- count by the many side
sqlite: SELECT "grain"."dimension_0" AS "title", COUNT(*) AS "count_customers" FROM (SELECT DISTINCT "categories"."title" AS "dimension_0", "customers"."id" AS "key_0" FROM "customers" LEFT JOIN "orders" ON "orders"."customer_id" = "customers"."id" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "grain"."dimension_0" ASC NULLS LAST
duckdb: SELECT "grain"."dimension_0" AS "title", COUNT(*) AS "count_customers" FROM (SELECT DISTINCT "categories"."title" AS "dimension_0", "customers"."id" AS "key_0" FROM "customers" LEFT JOIN "orders" ON "orders"."customer_id" = "customers"."id" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "grain"."dimension_0" ASC NULLS LAST

-- a table without a key keeps equal rows
sqlite: SELECT "orders"."status" AS "status", SUM("refunds"."amount") AS "sum_amount" FROM "refunds" LEFT JOIN "orders" ON "orders"."id" = "refunds"."order_id" GROUP BY "orders"."status" ORDER BY "orders"."status" ASC NULLS LAST
duckdb: SELECT "orders"."status" AS "status", SUM("refunds"."amount") AS "sum_amount" FROM "refunds" LEFT JOIN "orders" ON "orders"."id" = "refunds"."order_id" GROUP BY "orders"."status" ORDER BY "orders"."status" ASC NULLS LAST

-- a table without a key, by the many side
sqlite: SELECT "grain"."dimension_0" AS "name", SUM("grain"."value_0") AS "sum_amount" FROM (SELECT DISTINCT "products"."name" AS "dimension_0", "refunds"."querent_row" AS "key_0", "refunds"."amount" AS "value_0" FROM (SELECT *, ROW_NUMBER() OVER () AS "querent_row" FROM "refunds") AS "refunds" LEFT JOIN "orders" ON "orders"."id" = "refunds"."order_id" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "grain"."dimension_0" ASC NULLS LAST
duckdb: SELECT "grain"."dimension_0" AS "name", SUM("grain"."value_0") AS "sum_amount" FROM (SELECT DISTINCT "products"."name" AS "dimension_0", "refunds"."querent_row" AS "key_0", "refunds"."amount" AS "value_0" FROM (SELECT *, ROW_NUMBER() OVER () AS "querent_row" FROM "refunds") AS "refunds" LEFT JOIN "orders" ON "orders"."id" = "refunds"."order_id" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "grain"."dimension_0" ASC NULLS LAST

-- measures of two grains side by side
sqlite: SELECT "parts"."status" AS "status", MAX("parts"."sum_total") AS "sum_total", MAX("parts"."sum_quantity") AS "sum_quantity", MAX("parts"."sum_amount") AS "sum_amount" FROM (SELECT "orders"."status" AS "status", SUM("orders"."total") AS "sum_total", NULL AS "sum_quantity", NULL AS "sum_amount" FROM "orders" GROUP BY "orders"."status" UNION ALL SELECT "orders"."status" AS "status", NULL AS "sum_total", SUM("lines"."quantity") AS "sum_quantity", NULL AS "sum_amount" FROM "lines" LEFT JOIN "orders" ON "orders"."id" = "lines"."order_id" GROUP BY "orders"."status" UNION ALL SELECT "orders"."status" AS "status", NULL AS "sum_total", NULL AS "sum_quantity", SUM("refunds"."amount") AS "sum_amount" FROM "refunds" LEFT JOIN "orders" ON "orders"."id" = "refunds"."order_id" GROUP BY "orders"."status") AS "parts" GROUP BY "parts"."status" ORDER BY "parts"."status" ASC NULLS LAST
duckdb: SELECT "parts"."status" AS "status", MAX("parts"."sum_total") AS "sum_total", MAX("parts"."sum_quantity") AS "sum_quantity", MAX("parts"."sum_amount") AS "sum_amount" FROM (SELECT "orders"."status" AS "status", SUM("orders"."total") AS "sum_total", NULL AS "sum_quantity", NULL AS "sum_amount" FROM "orders" GROUP BY "orders"."status" UNION ALL SELECT "orders"."status" AS "status", NULL AS "sum_total", SUM("lines"."quantity") AS "sum_quantity", NULL AS "sum_amount" FROM "lines" LEFT JOIN "orders" ON "orders"."id" = "lines"."order_id" GROUP BY "orders"."status" UNION ALL SELECT "orders"."status" AS "status", NULL AS "sum_total", NULL AS "sum_quantity", SUM("refunds"."amount") AS "sum_amount" FROM "refunds" LEFT JOIN "orders" ON "orders"."id" = "refunds"."order_id" GROUP BY "orders"."status") AS "parts" GROUP BY "parts"."status" ORDER BY "parts"."status" ASC NULLS LAST

-- measures of two grains without groups
sqlite: SELECT COALESCE(MAX("parts"."count_orders"), 0) AS "count_orders", COALESCE(MAX("parts"."count_customers"), 0) AS "count_customers" FROM (SELECT COUNT(*) AS "count_orders", NULL AS "count_customers" FROM "orders" UNION ALL SELECT NULL AS "count_orders", COUNT(*) AS "count_customers" FROM "customers") AS "parts"
duckdb: SELECT COALESCE(MAX("parts"."count_orders"), 0) AS "count_orders", COALESCE(MAX("parts"."count_customers"), 0) AS "count_customers" FROM (SELECT COUNT(*) AS "count_orders", NULL AS "count_customers" FROM "orders" UNION ALL SELECT NULL AS "count_orders", COUNT(*) AS "count_customers" FROM "customers") AS "parts"

-- a measure with its own filter
sqlite: SELECT "parts"."country" AS "country", COALESCE(MAX("parts"."count_orders"), 0) AS "count_orders", COALESCE(MAX("parts"."paid"), 0) AS "paid" FROM (SELECT "customers"."country" AS "country", COUNT(*) AS "count_orders", NULL AS "paid" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."country" UNION ALL SELECT "customers"."country" AS "country", NULL AS "count_orders", COUNT(*) AS "paid" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" WHERE "orders"."status" = ? GROUP BY "customers"."country") AS "parts" GROUP BY "parts"."country" ORDER BY "parts"."country" ASC NULLS LAST
  -- ["paid"]
duckdb: SELECT "parts"."country" AS "country", COALESCE(MAX("parts"."count_orders"), 0) AS "count_orders", COALESCE(MAX("parts"."paid"), 0) AS "paid" FROM (SELECT "customers"."country" AS "country", COUNT(*) AS "count_orders", NULL AS "paid" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."country" UNION ALL SELECT "customers"."country" AS "country", NULL AS "count_orders", COUNT(*) AS "paid" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" WHERE "orders"."status" = ? GROUP BY "customers"."country") AS "parts" GROUP BY "parts"."country" ORDER BY "parts"."country" ASC NULLS LAST
  -- ["paid"]

-- by day
sqlite: SELECT date("orders"."ordered_at") AS "ordered_at_day", COUNT(*) AS "count_orders" FROM "orders" GROUP BY date("orders"."ordered_at") ORDER BY date("orders"."ordered_at") ASC NULLS LAST LIMIT 2
duckdb: SELECT strftime("orders"."ordered_at", '%Y-%m-%d') AS "ordered_at_day", COUNT(*) AS "count_orders" FROM "orders" GROUP BY strftime("orders"."ordered_at", '%Y-%m-%d') ORDER BY strftime("orders"."ordered_at", '%Y-%m-%d') ASC NULLS LAST LIMIT 2

-- by week, named by its Monday
sqlite: SELECT date("orders"."ordered_at", 'weekday 0', '-6 days') AS "ordered_at_week", COUNT(*) AS "count_orders" FROM "orders" GROUP BY date("orders"."ordered_at", 'weekday 0', '-6 days') ORDER BY date("orders"."ordered_at", 'weekday 0', '-6 days') ASC NULLS LAST
duckdb: SELECT strftime(date_trunc('week', "orders"."ordered_at"), '%Y-%m-%d') AS "ordered_at_week", COUNT(*) AS "count_orders" FROM "orders" GROUP BY strftime(date_trunc('week', "orders"."ordered_at"), '%Y-%m-%d') ORDER BY strftime(date_trunc('week', "orders"."ordered_at"), '%Y-%m-%d') ASC NULLS LAST

-- by month
sqlite: SELECT strftime('%Y-%m', "orders"."ordered_at") AS "ordered_at_month", SUM("orders"."total") AS "sum_total" FROM "orders" GROUP BY strftime('%Y-%m', "orders"."ordered_at") ORDER BY strftime('%Y-%m', "orders"."ordered_at") ASC NULLS LAST
duckdb: SELECT strftime("orders"."ordered_at", '%Y-%m') AS "ordered_at_month", SUM("orders"."total") AS "sum_total" FROM "orders" GROUP BY strftime("orders"."ordered_at", '%Y-%m') ORDER BY strftime("orders"."ordered_at", '%Y-%m') ASC NULLS LAST

-- by quarter
sqlite: SELECT strftime('%Y', "orders"."ordered_at") || '-Q' || ((CAST(strftime('%m', "orders"."ordered_at") AS INTEGER) + 2) / 3) AS "ordered_at_quarter", SUM("orders"."total") AS "sum_total" FROM "orders" GROUP BY strftime('%Y', "orders"."ordered_at") || '-Q' || ((CAST(strftime('%m', "orders"."ordered_at") AS INTEGER) + 2) / 3) ORDER BY strftime('%Y', "orders"."ordered_at") || '-Q' || ((CAST(strftime('%m', "orders"."ordered_at") AS INTEGER) + 2) / 3) ASC NULLS LAST
duckdb: SELECT strftime("orders"."ordered_at", '%Y') || '-Q' || quarter("orders"."ordered_at") AS "ordered_at_quarter", SUM("orders"."total") AS "sum_total" FROM "orders" GROUP BY strftime("orders"."ordered_at", '%Y') || '-Q' || quarter("orders"."ordered_at") ORDER BY strftime("orders"."ordered_at", '%Y') || '-Q' || quarter("orders"."ordered_at") ASC NULLS LAST

-- by year of a date
sqlite: SELECT strftime('%Y', "customers"."signed_up") AS "signed_up_year", COUNT(*) AS "count_customers" FROM "customers" GROUP BY strftime('%Y', "customers"."signed_up") ORDER BY strftime('%Y', "customers"."signed_up") ASC NULLS LAST
duckdb: SELECT strftime("customers"."signed_up", '%Y') AS "signed_up_year", COUNT(*) AS "count_customers" FROM "customers" GROUP BY strftime("customers"."signed_up", '%Y') ORDER BY strftime("customers"."signed_up", '%Y') ASC NULLS LAST

-- by year of a column of years
sqlite: SELECT CAST("products"."made_in" AS TEXT) AS "made_in_year", COUNT(*) AS "count_products" FROM "products" GROUP BY CAST("products"."made_in" AS TEXT) ORDER BY CAST("products"."made_in" AS TEXT) ASC NULLS LAST
duckdb: SELECT CAST("products"."made_in" AS VARCHAR) AS "made_in_year", COUNT(*) AS "count_products" FROM "products" GROUP BY CAST("products"."made_in" AS VARCHAR) ORDER BY CAST("products"."made_in" AS VARCHAR) ASC NULLS LAST

-- by month of text and of seconds
sqlite: SELECT strftime('%Y-%m', "refunds"."refunded_on") AS "refunded_on_month", COUNT(*) AS "count_refunds" FROM "refunds" GROUP BY strftime('%Y-%m', "refunds"."refunded_on") ORDER BY strftime('%Y-%m', "refunds"."refunded_on") ASC NULLS LAST
duckdb: SELECT strftime(TRY_CAST("refunds"."refunded_on" AS TIMESTAMP), '%Y-%m') AS "refunded_on_month", COUNT(*) AS "count_refunds" FROM "refunds" GROUP BY strftime(TRY_CAST("refunds"."refunded_on" AS TIMESTAMP), '%Y-%m') ORDER BY strftime(TRY_CAST("refunds"."refunded_on" AS TIMESTAMP), '%Y-%m') ASC NULLS LAST

-- by quarter of seconds
sqlite: SELECT strftime('%Y-%m', datetime("flights"."departed", 'unixepoch')) AS "departed_month", COUNT(*) AS "count_flights" FROM "flights" GROUP BY strftime('%Y-%m', datetime("flights"."departed", 'unixepoch')) ORDER BY strftime('%Y-%m', datetime("flights"."departed", 'unixepoch')) ASC NULLS LAST
duckdb: SELECT strftime(epoch_ms(CAST("flights"."departed" * 1000 AS BIGINT)), '%Y-%m') AS "departed_month", COUNT(*) AS "count_flights" FROM "flights" GROUP BY strftime(epoch_ms(CAST("flights"."departed" * 1000 AS BIGINT)), '%Y-%m') ORDER BY strftime(epoch_ms(CAST("flights"."departed" * 1000 AS BIGINT)), '%Y-%m') ASC NULLS LAST

-- the most of something
sqlite: SELECT "customers"."name" AS "name" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" ORDER BY COUNT(*) DESC NULLS LAST, "customers"."name" ASC NULLS LAST LIMIT 1
duckdb: SELECT "customers"."name" AS "name" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" ORDER BY COUNT(*) DESC NULLS LAST, "customers"."name" ASC NULLS LAST LIMIT 1

-- having more than
sqlite: SELECT "customers"."name" AS "name", SUM("orders"."total") AS "sum_total" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" HAVING SUM("orders"."total") >= ? ORDER BY "customers"."name" ASC NULLS LAST
  -- [50]
duckdb: SELECT "customers"."name" AS "name", SUM("orders"."total") AS "sum_total" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" HAVING SUM("orders"."total") >= ? ORDER BY "customers"."name" ASC NULLS LAST
  -- [50]

-- having between, over two grains
sqlite: SELECT "parts"."name" AS "name", COALESCE(MAX("parts"."count_orders"), 0) AS "count_orders", MAX("parts"."sum_quantity") AS "sum_quantity" FROM (SELECT "customers"."name" AS "name", COUNT(*) AS "count_orders", NULL AS "sum_quantity" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" UNION ALL SELECT "customers"."name" AS "name", NULL AS "count_orders", SUM("lines"."quantity") AS "sum_quantity" FROM "lines" LEFT JOIN "orders" ON "orders"."id" = "lines"."order_id" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name") AS "parts" GROUP BY "parts"."name" HAVING MAX("parts"."sum_quantity") >= ? AND MAX("parts"."sum_quantity") <= ? ORDER BY "parts"."name" ASC NULLS LAST
  -- [6,8]
duckdb: SELECT "parts"."name" AS "name", COALESCE(MAX("parts"."count_orders"), 0) AS "count_orders", MAX("parts"."sum_quantity") AS "sum_quantity" FROM (SELECT "customers"."name" AS "name", COUNT(*) AS "count_orders", NULL AS "sum_quantity" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" UNION ALL SELECT "customers"."name" AS "name", NULL AS "count_orders", SUM("lines"."quantity") AS "sum_quantity" FROM "lines" LEFT JOIN "orders" ON "orders"."id" = "lines"."order_id" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name") AS "parts" GROUP BY "parts"."name" HAVING MAX("parts"."sum_quantity") >= ? AND MAX("parts"."sum_quantity") <= ? ORDER BY "parts"."name" ASC NULLS LAST
  -- [6,8]

-- the first per group
sqlite: SELECT "result"."country" AS "country", "result"."name" AS "name", "result"."sum_total" AS "sum_total" FROM (SELECT "customers"."country" AS "country", "customers"."name" AS "name", SUM("orders"."total") AS "sum_total", ROW_NUMBER() OVER (PARTITION BY "customers"."country" ORDER BY SUM("orders"."total") DESC NULLS LAST, "customers"."country" ASC NULLS LAST, "customers"."name" ASC NULLS LAST) AS "querent_rank" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."country", "customers"."name") AS "result" WHERE "result"."querent_rank" <= ? ORDER BY "result"."country" ASC NULLS LAST, "result"."querent_rank" ASC NULLS LAST
  -- [1]
duckdb: SELECT "result"."country" AS "country", "result"."name" AS "name", "result"."sum_total" AS "sum_total" FROM (SELECT "customers"."country" AS "country", "customers"."name" AS "name", SUM("orders"."total") AS "sum_total", ROW_NUMBER() OVER (PARTITION BY "customers"."country" ORDER BY SUM("orders"."total") DESC NULLS LAST, "customers"."country" ASC NULLS LAST, "customers"."name" ASC NULLS LAST) AS "querent_rank" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."country", "customers"."name") AS "result" WHERE "result"."querent_rank" <= ? ORDER BY "result"."country" ASC NULLS LAST, "result"."querent_rank" ASC NULLS LAST
  -- [1]

-- a filter behind many rows lists each row once
sqlite: SELECT "customers"."name" AS "name" FROM "customers" WHERE EXISTS (SELECT 1 FROM "orders" WHERE "orders"."customer_id" = "customers"."id" AND EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "lines"."order_id" = "orders"."id" AND "categories"."title" = ?)) ORDER BY "customers"."id" ASC NULLS LAST
  -- ["Toys"]
duckdb: SELECT "customers"."name" AS "name" FROM "customers" WHERE EXISTS (SELECT 1 FROM "orders" WHERE "orders"."customer_id" = "customers"."id" AND EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "lines"."order_id" = "orders"."id" AND "categories"."title" = ?)) ORDER BY "customers"."id" ASC NULLS LAST
  -- ["Toys"]

-- a filter behind many rows sums each row once
sqlite: SELECT SUM("orders"."total") AS "sum_total" FROM "orders" WHERE EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "lines"."order_id" = "orders"."id" AND "categories"."title" = ?)
  -- ["Toys"]
duckdb: SELECT SUM("orders"."total") AS "sum_total" FROM "orders" WHERE EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "lines"."order_id" = "orders"."id" AND "categories"."title" = ?)
  -- ["Toys"]

-- conditions of one row
sqlite: SELECT "orders"."id" AS "id" FROM "orders" WHERE EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" WHERE "lines"."order_id" = "orders"."id" AND "products"."name" = ? AND "lines"."quantity" > ?) ORDER BY "orders"."id" ASC NULLS LAST
  -- ["Saw",1]
duckdb: SELECT "orders"."id" AS "id" FROM "orders" WHERE EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" WHERE "lines"."order_id" = "orders"."id" AND "products"."name" = ? AND "lines"."quantity" > ?) ORDER BY "orders"."id" ASC NULLS LAST
  -- ["Saw",1]

-- none exists
sqlite: SELECT "customers"."name" AS "name" FROM "customers" WHERE NOT (EXISTS (SELECT 1 FROM "orders" WHERE "orders"."customer_id" = "customers"."id" AND "orders"."id" IS NOT NULL)) ORDER BY "customers"."id" ASC NULLS LAST
duckdb: SELECT "customers"."name" AS "name" FROM "customers" WHERE NOT (EXISTS (SELECT 1 FROM "orders" WHERE "orders"."customer_id" = "customers"."id" AND "orders"."id" IS NOT NULL)) ORDER BY "customers"."id" ASC NULLS LAST

-- none exists with a condition
sqlite: SELECT "orders"."id" AS "id" FROM "orders" WHERE NOT (EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "lines"."order_id" = "orders"."id" AND "categories"."title" = ?)) ORDER BY "orders"."id" ASC NULLS LAST
  -- ["Toys"]
duckdb: SELECT "orders"."id" AS "id" FROM "orders" WHERE NOT (EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "lines"."order_id" = "orders"."id" AND "categories"."title" = ?)) ORDER BY "orders"."id" ASC NULLS LAST
  -- ["Toys"]

-- either here or behind many rows
sqlite: SELECT "orders"."id" AS "id" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" WHERE "customers"."name" = ? OR EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" WHERE "lines"."order_id" = "orders"."id" AND "products"."name" = ?) ORDER BY "orders"."id" ASC NULLS LAST
  -- ["Cem","Saw"]
duckdb: SELECT "orders"."id" AS "id" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" WHERE "customers"."name" = ? OR EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" WHERE "lines"."order_id" = "orders"."id" AND "products"."name" = ?) ORDER BY "orders"."id" ASC NULLS LAST
  -- ["Cem","Saw"]

-- pairs met through a table between are listed once
sqlite: SELECT DISTINCT "customers"."name" AS "name", "categories"."title" AS "title" FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "orders" ON "orders"."id" = "lines"."order_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" ORDER BY "customers"."name" ASC NULLS LAST, "categories"."title" ASC NULLS LAST
duckdb: SELECT DISTINCT "customers"."name" AS "name", "categories"."title" AS "title" FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "orders" ON "orders"."id" = "lines"."order_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" ORDER BY "customers"."name" ASC NULLS LAST, "categories"."title" ASC NULLS LAST

-- the join that was named
sqlite: SELECT "airports"."city" AS "city", COUNT(*) AS "count_flights" FROM "flights" LEFT JOIN "airports" ON "airports"."code" = "flights"."destination" GROUP BY "airports"."city" ORDER BY "airports"."city" ASC NULLS LAST
duckdb: SELECT "airports"."city" AS "city", COUNT(*) AS "count_flights" FROM "flights" LEFT JOIN "airports" ON "airports"."code" = "flights"."destination" GROUP BY "airports"."city" ORDER BY "airports"."city" ASC NULLS LAST

-- equals one of several
sqlite: SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" IN (?, ?) ORDER BY "customers"."id" ASC NULLS LAST
  -- ["Austria","Brazil"]
duckdb: SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" IN (?, ?) ORDER BY "customers"."id" ASC NULLS LAST
  -- ["Austria","Brazil"]

-- not equal leaves out the empty
sqlite: SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" <> ? ORDER BY "customers"."id" ASC NULLS LAST
  -- ["Brazil"]
duckdb: SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" <> ? ORDER BY "customers"."id" ASC NULLS LAST
  -- ["Brazil"]

-- not equal to several
sqlite: SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" NOT IN (?, ?) ORDER BY "customers"."id" ASC NULLS LAST
  -- ["Brazil","Chile"]
duckdb: SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" NOT IN (?, ?) ORDER BY "customers"."id" ASC NULLS LAST
  -- ["Brazil","Chile"]

-- is empty
sqlite: SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" IS NULL ORDER BY "customers"."id" ASC NULLS LAST
duckdb: SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" IS NULL ORDER BY "customers"."id" ASC NULLS LAST

-- is not empty
sqlite: SELECT COUNT(*) AS "count_customers" FROM "customers" WHERE "customers"."country" IS NOT NULL
duckdb: SELECT COUNT(*) AS "count_customers" FROM "customers" WHERE "customers"."country" IS NOT NULL

-- more than the average
sqlite: SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."total" > (SELECT AVG("orders"."total") AS "figure" FROM "orders") ORDER BY "orders"."id" ASC NULLS LAST
duckdb: SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."total" > (SELECT AVG("orders"."total") AS "figure" FROM "orders") ORDER BY "orders"."id" ASC NULLS LAST

-- the highest, behind a step to many rows
sqlite: SELECT "customers"."name" AS "name" FROM "customers" WHERE EXISTS (SELECT 1 FROM "orders" WHERE "orders"."customer_id" = "customers"."id" AND "orders"."total" = (SELECT MAX("orders"."total") AS "figure" FROM "orders")) ORDER BY "customers"."id" ASC NULLS LAST
duckdb: SELECT "customers"."name" AS "name" FROM "customers" WHERE EXISTS (SELECT 1 FROM "orders" WHERE "orders"."customer_id" = "customers"."id" AND "orders"."total" = (SELECT MAX("orders"."total") AS "figure" FROM "orders")) ORDER BY "customers"."id" ASC NULLS LAST

-- numbers between
sqlite: SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."total" >= ? AND "orders"."total" <= ? ORDER BY "orders"."id" ASC NULLS LAST
  -- [20,50]
duckdb: SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."total" >= ? AND "orders"."total" <= ? ORDER BY "orders"."id" ASC NULLS LAST
  -- [20,50]

-- greater and less
sqlite: SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."total" > ? AND "orders"."total" <= ? AND "orders"."total" >= ? AND "orders"."total" < ? ORDER BY "orders"."id" ASC NULLS LAST
  -- [7,50,20,50]
duckdb: SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."total" > ? AND "orders"."total" <= ? AND "orders"."total" >= ? AND "orders"."total" < ? ORDER BY "orders"."id" ASC NULLS LAST
  -- [7,50,20,50]

-- either or, and not
sqlite: SELECT "customers"."name" AS "name" FROM "customers" WHERE ("customers"."name" LIKE ? ESCAPE '\' OR "customers"."name" LIKE ? ESCAPE '\') AND "customers"."country" IS NOT NULL ORDER BY "customers"."id" ASC NULLS LAST
  -- ["a%","%E"]
duckdb: SELECT "customers"."name" AS "name" FROM "customers" WHERE ("customers"."name" ILIKE ? ESCAPE '\' OR "customers"."name" ILIKE ? ESCAPE '\') AND "customers"."country" IS NOT NULL ORDER BY "customers"."id" ASC NULLS LAST
  -- ["a%","%E"]

-- contains takes signs literally and ignores case
sqlite: SELECT "categories"."title" AS "title" FROM "categories" WHERE "categories"."title" LIKE ? ESCAPE '\' ORDER BY "categories"."id" ASC NULLS LAST
  -- ["%0\\%\\_R%"]
duckdb: SELECT "categories"."title" AS "title" FROM "categories" WHERE "categories"."title" ILIKE ? ESCAPE '\' ORDER BY "categories"."id" ASC NULLS LAST
  -- ["%0\\%\\_R%"]

-- does not contain
sqlite: SELECT "categories"."title" AS "title" FROM "categories" WHERE NOT ("categories"."title" LIKE ? ESCAPE '\') ORDER BY "categories"."id" ASC NULLS LAST
  -- ["%to%"]
duckdb: SELECT "categories"."title" AS "title" FROM "categories" WHERE NOT ("categories"."title" ILIKE ? ESCAPE '\') ORDER BY "categories"."id" ASC NULLS LAST
  -- ["%to%"]

-- contains on a number
sqlite: SELECT "products"."name" AS "name" FROM "products" WHERE CAST("products"."made_in" AS TEXT) LIKE ? ESCAPE '\' ORDER BY "products"."id" ASC NULLS LAST
  -- ["%02%"]
duckdb: SELECT "products"."name" AS "name" FROM "products" WHERE CAST("products"."made_in" AS VARCHAR) ILIKE ? ESCAPE '\' ORDER BY "products"."id" ASC NULLS LAST
  -- ["%02%"]

-- a day stands for the whole day
sqlite: SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."ordered_at" >= ? AND "orders"."ordered_at" < ? ORDER BY "orders"."id" ASC NULLS LAST
  -- ["2023-02-14","2023-02-15"]
duckdb: SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."ordered_at" >= CAST(? AS TIMESTAMP) AND "orders"."ordered_at" < CAST(? AS TIMESTAMP) ORDER BY "orders"."id" ASC NULLS LAST
  -- ["2023-02-14","2023-02-15"]

-- until a day includes it
sqlite: SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" < ?
  -- ["2023-02-15"]
duckdb: SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" < CAST(? AS TIMESTAMP)
  -- ["2023-02-15"]

-- after a day begins the day after
sqlite: SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= ?
  -- ["2023-02-15"]
duckdb: SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= CAST(? AS TIMESTAMP)
  -- ["2023-02-15"]

-- a quarter
sqlite: SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= ? AND "orders"."ordered_at" < ?
  -- ["2023-01-01","2023-04-01"]
duckdb: SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= CAST(? AS TIMESTAMP) AND "orders"."ordered_at" < CAST(? AS TIMESTAMP)
  -- ["2023-01-01","2023-04-01"]

-- between two months
sqlite: SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= ? AND "orders"."ordered_at" < ?
  -- ["2023-02-01","2024-04-01"]
duckdb: SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= CAST(? AS TIMESTAMP) AND "orders"."ordered_at" < CAST(? AS TIMESTAMP)
  -- ["2023-02-01","2024-04-01"]

-- before a year
sqlite: SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."signed_up" < ? ORDER BY "customers"."id" ASC NULLS LAST
  -- ["2023-01-01"]
duckdb: SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."signed_up" < CAST(? AS TIMESTAMP) ORDER BY "customers"."id" ASC NULLS LAST
  -- ["2023-01-01"]

-- not in a year
sqlite: SELECT "customers"."name" AS "name" FROM "customers" WHERE NOT (("customers"."signed_up" >= ? AND "customers"."signed_up" < ?)) AND NOT (("customers"."signed_up" >= ? AND "customers"."signed_up" < ?)) ORDER BY "customers"."id" ASC NULLS LAST
  -- ["2023-01-01","2024-01-01","2022-01-01","2023-01-01"]
duckdb: SELECT "customers"."name" AS "name" FROM "customers" WHERE NOT (("customers"."signed_up" >= CAST(? AS TIMESTAMP) AND "customers"."signed_up" < CAST(? AS TIMESTAMP))) AND NOT (("customers"."signed_up" >= CAST(? AS TIMESTAMP) AND "customers"."signed_up" < CAST(? AS TIMESTAMP))) ORDER BY "customers"."id" ASC NULLS LAST
  -- ["2023-01-01","2024-01-01","2022-01-01","2023-01-01"]

-- an exact moment
sqlite: SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= ?
  -- ["2023-02-14 23:59:59"]
duckdb: SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= CAST(? AS TIMESTAMP)
  -- ["2023-02-14 23:59:59"]

-- a column of years
sqlite: SELECT "products"."name" AS "name" FROM "products" WHERE "products"."made_in" > ? ORDER BY "products"."id" ASC NULLS LAST
  -- [2019]
duckdb: SELECT "products"."name" AS "name" FROM "products" WHERE "products"."made_in" > ? ORDER BY "products"."id" ASC NULLS LAST
  -- [2019]

-- dates kept as text
sqlite: SELECT COUNT(*) AS "count_refunds" FROM "refunds" WHERE "refunds"."refunded_on" >= ? AND "refunds"."refunded_on" < ?
  -- ["2023-01-01","2023-02-01"]
duckdb: SELECT COUNT(*) AS "count_refunds" FROM "refunds" WHERE TRY_CAST("refunds"."refunded_on" AS TIMESTAMP) >= CAST(? AS TIMESTAMP) AND TRY_CAST("refunds"."refunded_on" AS TIMESTAMP) < CAST(? AS TIMESTAMP)
  -- ["2023-01-01","2023-02-01"]

-- seconds since 1970
sqlite: SELECT COUNT(*) AS "count_flights" FROM "flights" WHERE datetime("flights"."departed", 'unixepoch') >= ? AND datetime("flights"."departed", 'unixepoch') < ?
  -- ["2024-02-01","2024-03-01"]
duckdb: SELECT COUNT(*) AS "count_flights" FROM "flights" WHERE epoch_ms(CAST("flights"."departed" * 1000 AS BIGINT)) >= CAST(? AS TIMESTAMP) AND epoch_ms(CAST("flights"."departed" * 1000 AS BIGINT)) < CAST(? AS TIMESTAMP)
  -- ["2024-02-01","2024-03-01"]

-- numbers kept as text
sqlite: SELECT "products"."name" AS "name" FROM "products" WHERE CAST("products"."weight" AS REAL) > ? ORDER BY "products"."id" ASC NULLS LAST
  -- [1]
duckdb: SELECT "products"."name" AS "name" FROM "products" WHERE TRY_CAST("products"."weight" AS DOUBLE) > ? ORDER BY "products"."id" ASC NULLS LAST
  -- [1]

-- sum of numbers kept as text
sqlite: SELECT MAX(CAST("products"."weight" AS REAL)) AS "max_weight" FROM "products"
duckdb: SELECT MAX(TRY_CAST("products"."weight" AS DOUBLE)) AS "max_weight" FROM "products"

-- true or false
sqlite: SELECT "products"."name" AS "name" FROM "products" WHERE "products"."is_sold" = ? ORDER BY "products"."id" ASC NULLS LAST
  -- [0]
duckdb: SELECT "products"."name" AS "name" FROM "products" WHERE "products"."is_sold" = ? ORDER BY "products"."id" ASC NULLS LAST
  -- [false]
