-- count of rows
SELECT COUNT(*) AS "count_orders" FROM "orders" SETTINGS join_use_nulls = 1

-- every aggregate of one column
SELECT COUNT("orders"."total") AS "count_total", COUNT(DISTINCT "orders"."total") AS "count_distinct_total", sumOrNull("orders"."total") AS "sum_total", avgOrNull("orders"."total") AS "avg_total", minOrNull("orders"."total") AS "min_total", maxOrNull("orders"."total") AS "max_total" FROM "orders" SETTINGS join_use_nulls = 1

-- median of even and odd numbers of rows
SELECT "ranked"."dimension_0" AS "name", avgOrNull(CASE WHEN ("ranked"."rank_0" * 2) >= "ranked"."count_0" AND ("ranked"."rank_0" * 2) <= ("ranked"."count_0" + 2) THEN "ranked"."value_0" END) AS "median_price", COUNT(*) AS "count_sales" FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY "grain"."dimension_0" ORDER BY "grain"."value_0" ASC NULLS LAST) AS "rank_0", COUNT("grain"."value_0") OVER (PARTITION BY "grain"."dimension_0") AS "count_0" FROM (SELECT "stores"."name" AS "dimension_0", "sales"."price" AS "value_0" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id") AS "grain") AS "ranked" GROUP BY "ranked"."dimension_0" ORDER BY "name" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- medians beside sums of another table
SELECT maxOrNull("parts"."median_price") AS "median_price", maxOrNull("parts"."pieces") AS "pieces", maxOrNull("parts"."sum_total") AS "sum_total" FROM (SELECT avgOrNull(CASE WHEN ("ranked"."rank_0" * 2) >= "ranked"."count_0" AND ("ranked"."rank_0" * 2) <= ("ranked"."count_0" + 2) THEN "ranked"."value_0" END) AS "median_price", avgOrNull(CASE WHEN ("ranked"."rank_1" * 2) >= "ranked"."count_1" AND ("ranked"."rank_1" * 2) <= ("ranked"."count_1" + 2) THEN "ranked"."value_1" END) AS "pieces", NULL AS "sum_total" FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY "grain"."value_0" ASC NULLS LAST) AS "rank_0", COUNT("grain"."value_0") OVER () AS "count_0", ROW_NUMBER() OVER (ORDER BY "grain"."value_1" ASC NULLS LAST) AS "rank_1", COUNT("grain"."value_1") OVER () AS "count_1" FROM (SELECT "sales"."price" AS "value_0", "sales"."units" AS "value_1" FROM "sales") AS "grain") AS "ranked" UNION ALL SELECT NULL AS "median_price", NULL AS "pieces", sumOrNull("orders"."total") AS "sum_total" FROM "orders") AS "parts" SETTINGS join_use_nulls = 1

-- median by the many side counts each row once
SELECT "ranked"."dimension_0" AS "label", avgOrNull(CASE WHEN ("ranked"."rank_0" * 2) >= "ranked"."count_0" AND ("ranked"."rank_0" * 2) <= ("ranked"."count_0" + 2) THEN "ranked"."value_0" END) AS "middle" FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY "grain"."dimension_0" ORDER BY "grain"."value_0" ASC NULLS LAST) AS "rank_0", COUNT("grain"."value_0") OVER (PARTITION BY "grain"."dimension_0") AS "count_0" FROM (SELECT DISTINCT "tags"."label" AS "dimension_0", "sales"."id" AS "key_0", "sales"."price" AS "value_0" FROM "sales" LEFT JOIN "sale_tags" ON "sale_tags"."sale_id" = "sales"."id" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id") AS "grain") AS "ranked" GROUP BY "ranked"."dimension_0" HAVING avgOrNull(CASE WHEN ("ranked"."rank_0" * 2) >= "ranked"."count_0" AND ("ranked"."rank_0" * 2) <= ("ranked"."count_0" + 2) THEN "ranked"."value_0" END) > {p1:Int64} ORDER BY "label" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [10]

-- median of no rows
SELECT avgOrNull(CASE WHEN ("ranked"."rank_0" * 2) >= "ranked"."count_0" AND ("ranked"."rank_0" * 2) <= ("ranked"."count_0" + 2) THEN "ranked"."value_0" END) AS "median_cost" FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY "grain"."value_0" ASC NULLS LAST) AS "rank_0", COUNT("grain"."value_0") OVER () AS "count_0" FROM (SELECT "sales"."cost" AS "value_0" FROM "sales" WHERE "sales"."units" > {p1:Int64}) AS "grain") AS "ranked" SETTINGS join_use_nulls = 1
-- [99]

-- correlation of two columns
SELECT maxOrNull("parts"."correlation") AS "correlation", maxOrNull("parts"."sum_total") AS "sum_total" FROM (SELECT ifNotFinite(corrStableOrNull(toFloat64("sales"."units"), toFloat64("sales"."price")), NULL) AS "correlation", NULL AS "sum_total" FROM "sales" UNION ALL SELECT NULL AS "correlation", sumOrNull("orders"."total") AS "sum_total" FROM "orders") AS "parts" SETTINGS join_use_nulls = 1

-- correlation is nothing where a column does not vary
SELECT ifNotFinite(corrStableOrNull(toFloat64("sales"."units"), toFloat64("sales"."price")), NULL) AS "r" FROM "sales" WHERE "sales"."units" = {p1:Int64} SETTINGS join_use_nulls = 1
-- [2]

-- named measure
SELECT sumOrNull("orders"."total") AS "revenue" FROM "orders" SETTINGS join_use_nulls = 1

-- list in the order of the key
SELECT "customers"."name" AS "name" FROM "customers" ORDER BY "customers"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- list of distinct values, empty last
SELECT DISTINCT "customers"."country" AS "country" FROM "customers" ORDER BY "country" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- list sorted by a column that is not shown
SELECT "customers"."name" AS "name" FROM "customers" ORDER BY "customers"."signed_up" DESC NULLS LAST, "customers"."id" ASC NULLS LAST LIMIT 2 SETTINGS join_use_nulls = 1

-- distinct list sorted by a column that is not shown
SELECT "result"."made_in" AS "made_in" FROM (SELECT DISTINCT "products"."made_in" AS "made_in", "products"."category_id" AS "category_id" FROM "products") AS "result" ORDER BY "result"."category_id" DESC NULLS LAST, "result"."made_in" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- measure by the one side keeps rows without a partner
SELECT "customers"."name" AS "name", COUNT(*) AS "count_orders" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" ORDER BY "name" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- sum over two steps to the one side
SELECT "categories"."title" AS "title", sumOrNull("lines"."quantity") AS "sum_quantity" FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" GROUP BY "categories"."title" ORDER BY "title" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- sum by the many side counts each order once per group
SELECT "grain"."dimension_0" AS "name", sumOrNull("grain"."value_0") AS "sum_total" FROM (SELECT DISTINCT "products"."name" AS "dimension_0", "orders"."id" AS "key_0", "orders"."total" AS "value_0" FROM "orders" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "name" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- average by the many side
SELECT "grain"."dimension_0" AS "title", avgOrNull("grain"."value_0") AS "avg_total" FROM (SELECT DISTINCT "categories"."title" AS "dimension_0", "orders"."id" AS "key_0", "orders"."total" AS "value_0" FROM "orders" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "title" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- count by the many side
SELECT "grain"."dimension_0" AS "title", COUNT(*) AS "count_customers" FROM (SELECT DISTINCT "categories"."title" AS "dimension_0", "customers"."id" AS "key_0" FROM "customers" LEFT JOIN "orders" ON "orders"."customer_id" = "customers"."id" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "title" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- a table without a key keeps equal rows
SELECT "orders"."status" AS "status", sumOrNull("refunds"."amount") AS "sum_amount" FROM "refunds" LEFT JOIN "orders" ON "orders"."id" = "refunds"."order_id" GROUP BY "orders"."status" ORDER BY "status" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- a table without a key, by the many side
SELECT "grain"."dimension_0" AS "name", sumOrNull("grain"."value_0") AS "sum_amount" FROM (SELECT DISTINCT "products"."name" AS "dimension_0", "refunds"."querent_row" AS "key_0", "refunds"."amount" AS "value_0" FROM (SELECT *, ROW_NUMBER() OVER () AS "querent_row" FROM "refunds") AS "refunds" LEFT JOIN "orders" ON "orders"."id" = "refunds"."order_id" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "name" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- measures of two grains side by side
SELECT "parts"."status" AS "status", maxOrNull("parts"."sum_total") AS "sum_total", maxOrNull("parts"."sum_quantity") AS "sum_quantity", maxOrNull("parts"."sum_amount") AS "sum_amount" FROM (SELECT "orders"."status" AS "status", sumOrNull("orders"."total") AS "sum_total", NULL AS "sum_quantity", NULL AS "sum_amount" FROM "orders" GROUP BY "orders"."status" UNION ALL SELECT "orders"."status" AS "status", NULL AS "sum_total", sumOrNull("lines"."quantity") AS "sum_quantity", NULL AS "sum_amount" FROM "lines" LEFT JOIN "orders" ON "orders"."id" = "lines"."order_id" GROUP BY "orders"."status" UNION ALL SELECT "orders"."status" AS "status", NULL AS "sum_total", NULL AS "sum_quantity", sumOrNull("refunds"."amount") AS "sum_amount" FROM "refunds" LEFT JOIN "orders" ON "orders"."id" = "refunds"."order_id" GROUP BY "orders"."status") AS "parts" GROUP BY "parts"."status" ORDER BY "status" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- measures of two grains without groups
SELECT COALESCE(maxOrNull("parts"."count_orders"), 0) AS "count_orders", COALESCE(maxOrNull("parts"."count_customers"), 0) AS "count_customers" FROM (SELECT COUNT(*) AS "count_orders", NULL AS "count_customers" FROM "orders" UNION ALL SELECT NULL AS "count_orders", COUNT(*) AS "count_customers" FROM "customers") AS "parts" SETTINGS join_use_nulls = 1

-- a measure with its own filter
SELECT "parts"."country" AS "country", COALESCE(maxOrNull("parts"."count_orders"), 0) AS "count_orders", COALESCE(maxOrNull("parts"."paid"), 0) AS "paid" FROM (SELECT "customers"."country" AS "country", COUNT(*) AS "count_orders", NULL AS "paid" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."country" UNION ALL SELECT "customers"."country" AS "country", NULL AS "count_orders", COUNT(*) AS "paid" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" WHERE "orders"."status" = {p1:String} GROUP BY "customers"."country") AS "parts" GROUP BY "parts"."country" ORDER BY "country" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["paid"]

-- by day
SELECT formatDateTime("orders"."ordered_at", '%Y-%m-%d') AS "ordered_at_day", COUNT(*) AS "count_orders" FROM "orders" GROUP BY formatDateTime("orders"."ordered_at", '%Y-%m-%d') ORDER BY "ordered_at_day" ASC NULLS LAST LIMIT 2 SETTINGS join_use_nulls = 1

-- by week, named by its Monday
SELECT toString(toMonday("orders"."ordered_at")) AS "ordered_at_week", COUNT(*) AS "count_orders" FROM "orders" GROUP BY toString(toMonday("orders"."ordered_at")) ORDER BY "ordered_at_week" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- by month
SELECT formatDateTime("orders"."ordered_at", '%Y-%m') AS "ordered_at_month", sumOrNull("orders"."total") AS "sum_total" FROM "orders" GROUP BY formatDateTime("orders"."ordered_at", '%Y-%m') ORDER BY "ordered_at_month" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- by quarter
SELECT concat(toString(toYear("orders"."ordered_at")), '-Q', toString(toQuarter("orders"."ordered_at"))) AS "ordered_at_quarter", sumOrNull("orders"."total") AS "sum_total" FROM "orders" GROUP BY concat(toString(toYear("orders"."ordered_at")), '-Q', toString(toQuarter("orders"."ordered_at"))) ORDER BY "ordered_at_quarter" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- by year of a date
SELECT formatDateTime("customers"."signed_up", '%Y') AS "signed_up_year", COUNT(*) AS "count_customers" FROM "customers" GROUP BY formatDateTime("customers"."signed_up", '%Y') ORDER BY "signed_up_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- by year of a column of years
SELECT toString("products"."made_in") AS "made_in_year", COUNT(*) AS "count_products" FROM "products" GROUP BY toString("products"."made_in") ORDER BY "made_in_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- by month of text and of seconds
SELECT formatDateTime(parseDateTime64BestEffortOrNull("refunds"."refunded_on", 6), '%Y-%m') AS "refunded_on_month", COUNT(*) AS "count_refunds" FROM "refunds" GROUP BY formatDateTime(parseDateTime64BestEffortOrNull("refunds"."refunded_on", 6), '%Y-%m') ORDER BY "refunded_on_month" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- by quarter of seconds
SELECT formatDateTime(fromUnixTimestamp64Milli(toInt64("flights"."departed" * 1000)), '%Y-%m') AS "departed_month", COUNT(*) AS "count_flights" FROM "flights" GROUP BY formatDateTime(fromUnixTimestamp64Milli(toInt64("flights"."departed" * 1000)), '%Y-%m') ORDER BY "departed_month" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- the most of something
SELECT "customers"."name" AS "name" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" ORDER BY COUNT(*) DESC NULLS LAST, "name" ASC NULLS LAST LIMIT 1 SETTINGS join_use_nulls = 1

-- having more than
SELECT "customers"."name" AS "name", sumOrNull("orders"."total") AS "sum_total" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" HAVING sumOrNull("orders"."total") >= {p1:Int64} ORDER BY "name" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [50]

-- having between, over two grains
SELECT "parts"."name" AS "name", COALESCE(maxOrNull("parts"."count_orders"), 0) AS "count_orders", maxOrNull("parts"."sum_quantity") AS "sum_quantity" FROM (SELECT "customers"."name" AS "name", COUNT(*) AS "count_orders", NULL AS "sum_quantity" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" UNION ALL SELECT "customers"."name" AS "name", NULL AS "count_orders", sumOrNull("lines"."quantity") AS "sum_quantity" FROM "lines" LEFT JOIN "orders" ON "orders"."id" = "lines"."order_id" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name") AS "parts" GROUP BY "parts"."name" HAVING maxOrNull("parts"."sum_quantity") >= {p1:Int64} AND maxOrNull("parts"."sum_quantity") <= {p2:Int64} ORDER BY "name" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [6,8]

-- the first per group
SELECT "result"."country" AS "country", "result"."name" AS "name", "result"."sum_total" AS "sum_total" FROM (SELECT "customers"."country" AS "country", "customers"."name" AS "name", sumOrNull("orders"."total") AS "sum_total", ROW_NUMBER() OVER (PARTITION BY "customers"."country" ORDER BY sumOrNull("orders"."total") DESC NULLS LAST, "customers"."country" ASC NULLS LAST, "customers"."name" ASC NULLS LAST) AS "querent_rank" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."country", "customers"."name") AS "result" WHERE "result"."querent_rank" <= 1 ORDER BY "result"."country" ASC NULLS LAST, "result"."querent_rank" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- a filter behind many rows lists each row once
SELECT "customers"."name" AS "name" FROM "customers" WHERE COALESCE("customers"."id" IN (SELECT "orders"."customer_id" AS "key_0" FROM "orders" WHERE COALESCE("orders"."id" IN (SELECT "lines"."order_id" AS "key_0" FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "categories"."title" = {p1:String}), FALSE)), FALSE) ORDER BY "customers"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["Toys"]

-- a filter behind many rows sums each row once
SELECT sumOrNull("orders"."total") AS "sum_total" FROM "orders" WHERE COALESCE("orders"."id" IN (SELECT "lines"."order_id" AS "key_0" FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "categories"."title" = {p1:String}), FALSE) SETTINGS join_use_nulls = 1
-- ["Toys"]

-- conditions of one row
SELECT "orders"."id" AS "id" FROM "orders" WHERE COALESCE("orders"."id" IN (SELECT "lines"."order_id" AS "key_0" FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" WHERE "products"."name" = {p1:String} AND "lines"."quantity" > {p2:Int64}), FALSE) ORDER BY "orders"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["Saw",1]

-- none exists
SELECT "customers"."name" AS "name" FROM "customers" WHERE NOT (COALESCE("customers"."id" IN (SELECT "orders"."customer_id" AS "key_0" FROM "orders" WHERE "orders"."id" IS NOT NULL), FALSE)) ORDER BY "customers"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- none exists with a condition
SELECT "orders"."id" AS "id" FROM "orders" WHERE NOT (COALESCE("orders"."id" IN (SELECT "lines"."order_id" AS "key_0" FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "categories"."title" = {p1:String}), FALSE)) ORDER BY "orders"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["Toys"]

-- either here or behind many rows
SELECT "orders"."id" AS "id" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" WHERE "customers"."name" = {p1:String} OR COALESCE("orders"."id" IN (SELECT "lines"."order_id" AS "key_0" FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" WHERE "products"."name" = {p2:String}), FALSE) ORDER BY "orders"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["Cem","Saw"]

-- pairs met through a table between are listed once
SELECT DISTINCT "customers"."name" AS "name", "categories"."title" AS "title" FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "orders" ON "orders"."id" = "lines"."order_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" ORDER BY "name" ASC NULLS LAST, "title" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- the join that was named
SELECT "airports"."city" AS "city", COUNT(*) AS "count_flights" FROM "flights" LEFT JOIN "airports" ON "airports"."code" = "flights"."destination" GROUP BY "airports"."city" ORDER BY "city" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- equals one of several
SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" IN ({p1:String}, {p2:String}) ORDER BY "customers"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["Austria","Brazil"]

-- not equal leaves out the empty
SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" <> {p1:String} ORDER BY "customers"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["Brazil"]

-- not equal to several
SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" NOT IN ({p1:String}, {p2:String}) ORDER BY "customers"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["Brazil","Chile"]

-- is empty
SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" IS NULL ORDER BY "customers"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- is not empty
SELECT COUNT(*) AS "count_customers" FROM "customers" WHERE "customers"."country" IS NOT NULL SETTINGS join_use_nulls = 1

-- more than the average
SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."total" > (SELECT avgOrNull("orders"."total") AS "figure" FROM "orders") ORDER BY "orders"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- the highest, behind a step to many rows
SELECT "customers"."name" AS "name" FROM "customers" WHERE COALESCE("customers"."id" IN (SELECT "orders"."customer_id" AS "key_0" FROM "orders" WHERE "orders"."total" = (SELECT maxOrNull("orders"."total") AS "figure" FROM "orders")), FALSE) ORDER BY "customers"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- numbers between
SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."total" >= {p1:Int64} AND "orders"."total" <= {p2:Int64} ORDER BY "orders"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [20,50]

-- greater and less
SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."total" > {p1:Int64} AND "orders"."total" <= {p2:Int64} AND "orders"."total" >= {p3:Int64} AND "orders"."total" < {p4:Int64} ORDER BY "orders"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [7,50,20,50]

-- either or, and not
SELECT "customers"."name" AS "name" FROM "customers" WHERE ("customers"."name" ILIKE {p1:String} OR "customers"."name" ILIKE {p2:String}) AND "customers"."country" IS NOT NULL ORDER BY "customers"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["a%","%E"]

-- contains takes signs literally and ignores case
SELECT "categories"."title" AS "title" FROM "categories" WHERE "categories"."title" ILIKE {p1:String} ORDER BY "categories"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["%0\\%\\_R%"]

-- does not contain
SELECT "categories"."title" AS "title" FROM "categories" WHERE NOT ("categories"."title" ILIKE {p1:String}) ORDER BY "categories"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["%to%"]

-- contains on a number
SELECT "products"."name" AS "name" FROM "products" WHERE toString("products"."made_in") ILIKE {p1:String} ORDER BY "products"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["%02%"]

-- a day stands for the whole day
SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."ordered_at" >= parseDateTime64BestEffort({p1:String}, 6) AND "orders"."ordered_at" < parseDateTime64BestEffort({p2:String}, 6) ORDER BY "orders"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["2023-02-14","2023-02-15"]

-- until a day includes it
SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" < parseDateTime64BestEffort({p1:String}, 6) SETTINGS join_use_nulls = 1
-- ["2023-02-15"]

-- after a day begins the day after
SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= parseDateTime64BestEffort({p1:String}, 6) SETTINGS join_use_nulls = 1
-- ["2023-02-15"]

-- a quarter
SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= parseDateTime64BestEffort({p1:String}, 6) AND "orders"."ordered_at" < parseDateTime64BestEffort({p2:String}, 6) SETTINGS join_use_nulls = 1
-- ["2023-01-01","2023-04-01"]

-- between two months
SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= parseDateTime64BestEffort({p1:String}, 6) AND "orders"."ordered_at" < parseDateTime64BestEffort({p2:String}, 6) SETTINGS join_use_nulls = 1
-- ["2023-02-01","2024-04-01"]

-- before a year
SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."signed_up" < parseDateTime64BestEffort({p1:String}, 6) ORDER BY "customers"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["2023-01-01"]

-- not in a year
SELECT "customers"."name" AS "name" FROM "customers" WHERE NOT ("customers"."signed_up" >= parseDateTime64BestEffort({p1:String}, 6) AND "customers"."signed_up" < parseDateTime64BestEffort({p2:String}, 6)) AND NOT ("customers"."signed_up" >= parseDateTime64BestEffort({p3:String}, 6) AND "customers"."signed_up" < parseDateTime64BestEffort({p4:String}, 6)) ORDER BY "customers"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["2023-01-01","2024-01-01","2022-01-01","2023-01-01"]

-- an exact moment
SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= parseDateTime64BestEffort({p1:String}, 6) SETTINGS join_use_nulls = 1
-- ["2023-02-14 23:59:59"]

-- a column of years
SELECT "products"."name" AS "name" FROM "products" WHERE "products"."made_in" > {p1:Int64} ORDER BY "products"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [2019]

-- dates kept as text
SELECT COUNT(*) AS "count_refunds" FROM "refunds" WHERE parseDateTime64BestEffortOrNull("refunds"."refunded_on", 6) >= parseDateTime64BestEffort({p1:String}, 6) AND parseDateTime64BestEffortOrNull("refunds"."refunded_on", 6) < parseDateTime64BestEffort({p2:String}, 6) SETTINGS join_use_nulls = 1
-- ["2023-01-01","2023-02-01"]

-- seconds since 1970
SELECT COUNT(*) AS "count_flights" FROM "flights" WHERE fromUnixTimestamp64Milli(toInt64("flights"."departed" * 1000)) >= parseDateTime64BestEffort({p1:String}, 6) AND fromUnixTimestamp64Milli(toInt64("flights"."departed" * 1000)) < parseDateTime64BestEffort({p2:String}, 6) SETTINGS join_use_nulls = 1
-- ["2024-02-01","2024-03-01"]

-- numbers kept as text
SELECT "products"."name" AS "name" FROM "products" WHERE toFloat64OrNull(toString("products"."weight")) > {p1:Int64} ORDER BY "products"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [1]

-- sum of numbers kept as text
SELECT maxOrNull(toFloat64OrNull(toString("products"."weight"))) AS "max_weight" FROM "products" SETTINGS join_use_nulls = 1

-- true or false
SELECT "products"."name" AS "name" FROM "products" WHERE "products"."is_sold" = {p1:Bool} ORDER BY "products"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [false]

-- a defined expression
SELECT sumOrNull(("sales"."price" * "sales"."units")) AS "turnover" FROM "sales" SETTINGS join_use_nulls = 1

-- a defined expression by group
SELECT "stores"."region" AS "region", sumOrNull(("sales"."price" * "sales"."units")) AS "turnover" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" ORDER BY "region" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- a defined filter
SELECT "parts"."region" AS "region", COALESCE(maxOrNull("parts"."online_sales"), 0) AS "online_sales", COALESCE(maxOrNull("parts"."sales_count"), 0) AS "sales_count" FROM (SELECT "stores"."region" AS "region", COUNT(*) AS "online_sales", NULL AS "sales_count" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "sales"."is_online" = {p1:Bool} GROUP BY "stores"."region" UNION ALL SELECT "stores"."region" AS "region", NULL AS "online_sales", COUNT(*) AS "sales_count" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region") AS "parts" GROUP BY "parts"."region" ORDER BY "region" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [true]

-- an expression with a missing part
SELECT formatDateTime("sales"."sold_at", '%Y') AS "sold_at_year", sumOrNull((("sales"."price" * "sales"."units") * (1 - "sales"."discount"))) AS "net" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y') ORDER BY "sold_at_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- the average of an expression
SELECT avgOrNull(("sales"."price" - "sales"."cost")) AS "margin" FROM "sales" SETTINGS join_use_nulls = 1

-- whole numbers divide into fractions, and by zero into nothing
SELECT sumOrNull((toFloat64("sales"."units") / NULLIF("sales"."discount", 0))) AS "odd", avgOrNull((toFloat64("sales"."units") / NULLIF(4, 0))) AS "quarters" FROM "sales" SETTINGS join_use_nulls = 1

-- the time from one date to another
SELECT maxOrNull("parts"."days_since_first") AS "days_since_first", maxOrNull("parts"."hours") AS "hours" FROM (SELECT maxOrNull((toFloat64(dateDiff('second', "sales"."sold_at", parseDateTime64BestEffort({p1:String}, 6))) / NULLIF(86400, 0))) AS "days_since_first", NULL AS "hours" FROM "sales" UNION ALL SELECT NULL AS "days_since_first", minOrNull((toFloat64(dateDiff('second', parseDateTime64BestEffort({p2:String}, 6), parseDateTime64BestEffortOrNull("refunds"."refunded_on", 6))) / NULLIF(3600, 0))) AS "hours" FROM "refunds") AS "parts" SETTINGS join_use_nulls = 1
-- ["2024-05-01","2023-01-01 12:00"]

-- the time between moments of a row
SELECT avgOrNull(dateDiff('second', fromUnixTimestamp64Milli(toInt64("readings"."taken")), fromUnixTimestamp64Milli(toInt64("readings"."taken")))) AS "none", avgOrNull((toFloat64(dateDiff('second', parseDateTime64BestEffort({p1:String}, 6), fromUnixTimestamp64Milli(toInt64("readings"."taken")))) / NULLIF(60, 0))) AS "minutes" FROM "readings" SETTINGS join_use_nulls = 1
-- ["2023-01-01"]

-- a calculation over columns of another table
SELECT "stores"."region" AS "region", avgOrNull((toFloat64(dateDiff('second', "sales"."sold_at", "returns"."returned_at")) / NULLIF(86400, 0))) AS "days", sumOrNull((2 * "sales"."price")) AS "doubled", COUNT(*) AS "count_returns" FROM "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" ORDER BY "region" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- a case
SELECT "stores"."region" AS "region", sumOrNull(CASE WHEN "sales"."is_online" = {p1:Bool} THEN "sales"."units" WHEN "sales"."units" > {p2:Int64} THEN 100 ELSE 0 END) AS "weighted" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" ORDER BY "region" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [true,3]

-- a case without an else
SELECT COUNT(CASE WHEN "sales"."price" >= {p1:Int64} AND "sales"."price" <= {p2:Float64} THEN 1 END) AS "middling" FROM "sales" SETTINGS join_use_nulls = 1
-- [10,20.25]

-- yes and no as numbers
SELECT sumOrNull(toInt64("sales"."is_online")) AS "sum_is_online", avgOrNull(toInt64("sales"."is_online")) AS "avg_is_online", maxOrNull(toInt64("sales"."is_online")) AS "max_is_online" FROM "sales" SETTINGS join_use_nulls = 1

-- an expression by the many side
SELECT "grain"."dimension_0" AS "label", sumOrNull("grain"."value_0") AS "turnover" FROM (SELECT DISTINCT "tags"."label" AS "dimension_0", "sales"."id" AS "key_0", ("sales"."price" * "sales"."units") AS "value_0" FROM "sales" LEFT JOIN "sale_tags" ON "sale_tags"."sale_id" = "sales"."id" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "label" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- distinct values of an expression
SELECT COUNT(DISTINCT ("sales"."units" * 2)) AS "kinds" FROM "sales" SETTINGS join_use_nulls = 1

-- a ratio of two measures
SELECT "stores"."region" AS "region", (toFloat64(sumOrNull(("sales"."price" * "sales"."units"))) / NULLIF(COUNT(*), 0)) AS "basket" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" ORDER BY "region" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- a share in percent
SELECT "parts"."name" AS "name", ((toFloat64(COALESCE(maxOrNull("parts"."querent_numerator_0"), 0)) / NULLIF(COALESCE(maxOrNull("parts"."querent_denominator_0"), 0), 0)) * 100) AS "online_percent" FROM (SELECT "stores"."name" AS "name", COUNT(*) AS "querent_numerator_0", NULL AS "querent_denominator_0" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "sales"."is_online" = {p1:Bool} GROUP BY "stores"."name" UNION ALL SELECT "stores"."name" AS "name", NULL AS "querent_numerator_0", COUNT(*) AS "querent_denominator_0" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name") AS "parts" GROUP BY "parts"."name" ORDER BY "name" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [true]

-- a ratio of two tables
SELECT "parts"."region" AS "region", ((toFloat64(maxOrNull("parts"."querent_numerator_0")) / NULLIF(maxOrNull("parts"."querent_denominator_0"), 0)) * 100) AS "percent" FROM (SELECT "stores"."region" AS "region", sumOrNull("returns"."amount") AS "querent_numerator_0", NULL AS "querent_denominator_0" FROM "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" UNION ALL SELECT "stores"."region" AS "region", NULL AS "querent_numerator_0", sumOrNull(("sales"."price" * "sales"."units")) AS "querent_denominator_0" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region") AS "parts" GROUP BY "parts"."region" ORDER BY "region" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- a ratio without groups
SELECT (toFloat64(sumOrNull("sales"."units")) / NULLIF(COUNT(*), 0)) AS "ratio" FROM "sales" SETTINGS join_use_nulls = 1

-- a ratio over nothing
SELECT (toFloat64(sumOrNull("sales"."units")) / NULLIF(COUNT(*), 0)) AS "ratio" FROM "sales" WHERE "sales"."units" > {p1:Int64} SETTINGS join_use_nulls = 1
-- [1000]

-- having a ratio
SELECT "stores"."name" AS "name" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name" HAVING (toFloat64(sumOrNull("sales"."units")) / NULLIF(COUNT(*), 0)) > {p1:Float64} ORDER BY (toFloat64(sumOrNull("sales"."units")) / NULLIF(COUNT(*), 0)) DESC NULLS LAST, "name" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [2.9]

-- share of the total
SELECT "computed"."region" AS "region", "computed"."sum_units" AS "sum_units", ((toFloat64("computed"."sum_units") / NULLIF(SUM("computed"."sum_units") OVER (), 0)) * 100) AS "share" FROM (SELECT "stores"."region" AS "region", sumOrNull("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region") AS "computed" ORDER BY "region" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- share within each region, only the large
SELECT "derived"."region" AS "region", "derived"."name" AS "name", "derived"."sum_units" AS "sum_units", "derived"."share" AS "share" FROM (SELECT "computed"."region" AS "region", "computed"."name" AS "name", "computed"."sum_units" AS "sum_units", (toFloat64("computed"."sum_units") / NULLIF(SUM("computed"."sum_units") OVER (PARTITION BY "computed"."region"), 0)) AS "share" FROM (SELECT "stores"."region" AS "region", "stores"."name" AS "name", sumOrNull("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region", "stores"."name") AS "computed") AS "derived" WHERE "derived"."share" > {p1:Float64} ORDER BY "region" ASC NULLS LAST, "name" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [0.3]

-- running total
SELECT "computed"."sold_at_month" AS "sold_at_month", "computed"."sum_units" AS "sum_units", SUM("computed"."sum_units") OVER (ORDER BY "computed"."sold_at_month" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "so_far" FROM (SELECT formatDateTime("sales"."sold_at", '%Y-%m') AS "sold_at_month", sumOrNull("sales"."units") AS "sum_units" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y-%m')) AS "computed" ORDER BY "sold_at_month" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- running total within each region, latest first
SELECT "computed"."sold_at_month" AS "sold_at_month", "computed"."region" AS "region", "computed"."sum_units" AS "sum_units", SUM("computed"."sum_units") OVER (PARTITION BY "computed"."region" ORDER BY "computed"."sold_at_month" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "sum_units_running_total" FROM (SELECT formatDateTime("sales"."sold_at", '%Y-%m') AS "sold_at_month", "stores"."region" AS "region", sumOrNull("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY formatDateTime("sales"."sold_at", '%Y-%m'), "stores"."region") AS "computed" ORDER BY "sold_at_month" DESC NULLS LAST, "region" ASC NULLS LAST LIMIT 3 SETTINGS join_use_nulls = 1

-- running total begins anew each year
SELECT "computed"."sold_at_year" AS "sold_at_year", "computed"."sold_at_month" AS "sold_at_month", "computed"."sum_units" AS "sum_units", SUM("computed"."sum_units") OVER (PARTITION BY "computed"."sold_at_year" ORDER BY "computed"."sold_at_month" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "sum_units_running_total" FROM (SELECT formatDateTime("sales"."sold_at", '%Y') AS "sold_at_year", formatDateTime("sales"."sold_at", '%Y-%m') AS "sold_at_month", sumOrNull("sales"."units") AS "sum_units" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y'), formatDateTime("sales"."sold_at", '%Y-%m')) AS "computed" ORDER BY "sold_at_year" ASC NULLS LAST, "sold_at_month" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- previous, change and percent change
SELECT "computed"."sold_at_year" AS "sold_at_year", "computed"."sum_units" AS "sum_units", MAX("computed"."sum_units") OVER (ORDER BY "computed"."sold_at_year" ASC NULLS LAST ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING) AS "before", ("computed"."sum_units" - MAX("computed"."sum_units") OVER (ORDER BY "computed"."sold_at_year" ASC NULLS LAST ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING)) AS "change", ((toFloat64(("computed"."sum_units" - MAX("computed"."sum_units") OVER (ORDER BY "computed"."sold_at_year" ASC NULLS LAST ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING))) / NULLIF(ABS(MAX("computed"."sum_units") OVER (ORDER BY "computed"."sold_at_year" ASC NULLS LAST ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING)), 0)) * 100) AS "percent" FROM (SELECT formatDateTime("sales"."sold_at", '%Y') AS "sold_at_year", sumOrNull("sales"."units") AS "sum_units" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y')) AS "computed" ORDER BY "sold_at_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- the row two before
SELECT "computed"."sold_at_month" AS "sold_at_month", "computed"."sum_units" AS "sum_units", MAX("computed"."sum_units") OVER (ORDER BY "computed"."sold_at_month" ASC NULLS LAST ROWS BETWEEN 2 PRECEDING AND 2 PRECEDING) AS "before" FROM (SELECT formatDateTime("sales"."sold_at", '%Y-%m') AS "sold_at_month", sumOrNull("sales"."units") AS "sum_units" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y-%m')) AS "computed" ORDER BY "sold_at_month" ASC NULLS LAST LIMIT 4 SETTINGS join_use_nulls = 1

-- moving average
SELECT "computed"."sold_at_month" AS "sold_at_month", "computed"."sum_units" AS "sum_units", AVG(toFloat64("computed"."sum_units")) OVER (ORDER BY "computed"."sold_at_month" ASC NULLS LAST ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS "smooth" FROM (SELECT formatDateTime("sales"."sold_at", '%Y-%m') AS "sold_at_month", sumOrNull("sales"."units") AS "sum_units" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y-%m')) AS "computed" ORDER BY "sold_at_month" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- rank, equal ones together
SELECT "computed"."sold_at_month" AS "sold_at_month", "computed"."sum_units" AS "sum_units", RANK() OVER (ORDER BY "computed"."sum_units" DESC NULLS LAST) AS "place" FROM (SELECT formatDateTime("sales"."sold_at", '%Y-%m') AS "sold_at_month", sumOrNull("sales"."units") AS "sum_units" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y-%m')) AS "computed" ORDER BY "place" ASC NULLS LAST, "sold_at_month" ASC NULLS LAST LIMIT 4 SETTINGS join_use_nulls = 1

-- the best within each region by rank
SELECT "derived"."region" AS "region", "derived"."name" AS "name" FROM (SELECT "computed"."region" AS "region", "computed"."name" AS "name", "computed"."turnover" AS "turnover", RANK() OVER (PARTITION BY "computed"."region" ORDER BY "computed"."turnover" DESC NULLS LAST) AS "place" FROM (SELECT "stores"."region" AS "region", "stores"."name" AS "name", sumOrNull(("sales"."price" * "sales"."units")) AS "turnover" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region", "stores"."name") AS "computed") AS "derived" WHERE "derived"."place" = {p1:Int64} ORDER BY "region" ASC NULLS LAST, "name" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [1]

-- a share of a ratio, over two grains
SELECT "computed"."name" AS "name", "computed"."target" AS "target", "computed"."reached" AS "reached", RANK() OVER (ORDER BY "computed"."reached" DESC NULLS LAST) AS "place" FROM (SELECT "parts"."name" AS "name", maxOrNull("parts"."target") AS "target", maxOrNull("parts"."querent_numerator_1") AS "querent_numerator_1", maxOrNull("parts"."querent_denominator_1") AS "querent_denominator_1", (toFloat64(maxOrNull("parts"."querent_numerator_1")) / NULLIF(maxOrNull("parts"."querent_denominator_1"), 0)) AS "reached" FROM (SELECT "stores"."name" AS "name", sumOrNull("targets"."amount") AS "target", NULL AS "querent_numerator_1", sumOrNull("targets"."amount") AS "querent_denominator_1" FROM "targets" LEFT JOIN "stores" ON "stores"."id" = "targets"."store_id" GROUP BY "stores"."name" UNION ALL SELECT "stores"."name" AS "name", NULL AS "target", sumOrNull(("sales"."price" * "sales"."units")) AS "querent_numerator_1", NULL AS "querent_denominator_1" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name") AS "parts" GROUP BY "parts"."name") AS "computed" ORDER BY "name" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- running total without time follows the order asked for
SELECT "computed"."city" AS "city", "computed"."sum_units" AS "sum_units", SUM("computed"."sum_units") OVER (ORDER BY "computed"."sum_units" DESC NULLS LAST, "computed"."city" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "so_far" FROM (SELECT "stores"."city" AS "city", sumOrNull("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."city") AS "computed" ORDER BY "sum_units" DESC NULLS LAST, "city" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- derived of a compared query
SELECT "computed"."sold_at_year" AS "sold_at_year", "computed"."sum_units" AS "sum_units", (toFloat64("computed"."sum_units") / NULLIF(SUM("computed"."sum_units") OVER (), 0)) AS "share", "computed"."sum_units_previous" AS "sum_units_previous", "computed"."sum_units_change" AS "sum_units_change", "computed"."sum_units_percent_change" AS "sum_units_percent_change" FROM (SELECT "parts"."sold_at_year" AS "sold_at_year", maxOrNull("parts"."sum_units") AS "sum_units", maxOrNull("parts"."querent_previous_sum_units") AS "querent_previous_sum_units", maxOrNull("parts"."querent_previous_sum_units") AS "sum_units_previous", (maxOrNull("parts"."sum_units") - maxOrNull("parts"."querent_previous_sum_units")) AS "sum_units_change", ((toFloat64((maxOrNull("parts"."sum_units") - maxOrNull("parts"."querent_previous_sum_units"))) / NULLIF(ABS(maxOrNull("parts"."querent_previous_sum_units")), 0)) * 100) AS "sum_units_percent_change" FROM (SELECT formatDateTime("sales"."sold_at", '%Y') AS "sold_at_year", sumOrNull("sales"."units") AS "sum_units", NULL AS "querent_previous_sum_units", 1 AS "querent_current" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y') UNION ALL SELECT formatDateTime(addYears("sales"."sold_at", 1), '%Y') AS "sold_at_year", NULL AS "sum_units", sumOrNull("sales"."units") AS "querent_previous_sum_units", NULL AS "querent_current" FROM "sales" GROUP BY formatDateTime(addYears("sales"."sold_at", 1), '%Y')) AS "parts" GROUP BY "parts"."sold_at_year" HAVING maxOrNull("parts"."querent_current") = 1) AS "computed" ORDER BY "sold_at_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- moments by hour
SELECT formatDateTime("sales"."sold_at", '%Y-%m-%d %H:00') AS "sold_at_hour", COUNT(*) AS "count_sales" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y-%m-%d %H:00') ORDER BY "sold_at_hour" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- moments by day
SELECT formatDateTime("sales"."sold_at", '%Y-%m-%d') AS "sold_at_day", COUNT(*) AS "count_sales" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y-%m-%d') ORDER BY "sold_at_day" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- moments by week
SELECT toString(toMonday("sales"."sold_at")) AS "sold_at_week", COUNT(*) AS "count_sales" FROM "sales" GROUP BY toString(toMonday("sales"."sold_at")) ORDER BY "sold_at_week" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- moments by month
SELECT formatDateTime("sales"."sold_at", '%Y-%m') AS "sold_at_month", COUNT(*) AS "count_sales" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y-%m') ORDER BY "sold_at_month" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- moments by quarter
SELECT concat(toString(toYear("sales"."sold_at")), '-Q', toString(toQuarter("sales"."sold_at"))) AS "sold_at_quarter", COUNT(*) AS "count_sales" FROM "sales" GROUP BY concat(toString(toYear("sales"."sold_at")), '-Q', toString(toQuarter("sales"."sold_at"))) ORDER BY "sold_at_quarter" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- moments by year
SELECT formatDateTime("sales"."sold_at", '%Y') AS "sold_at_year", COUNT(*) AS "count_sales" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y') ORDER BY "sold_at_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- moments by month_of_year
SELECT toMonth("sales"."sold_at") AS "sold_at_month_of_year", COUNT(*) AS "count_sales" FROM "sales" GROUP BY toMonth("sales"."sold_at") ORDER BY "sold_at_month_of_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- moments by quarter_of_year
SELECT toQuarter("sales"."sold_at") AS "sold_at_quarter_of_year", COUNT(*) AS "count_sales" FROM "sales" GROUP BY toQuarter("sales"."sold_at") ORDER BY "sold_at_quarter_of_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- moments by day_of_month
SELECT toDayOfMonth("sales"."sold_at") AS "sold_at_day_of_month", COUNT(*) AS "count_sales" FROM "sales" GROUP BY toDayOfMonth("sales"."sold_at") ORDER BY "sold_at_day_of_month" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- moments by day_of_week
SELECT toDayOfWeek("sales"."sold_at") AS "sold_at_day_of_week", COUNT(*) AS "count_sales" FROM "sales" GROUP BY toDayOfWeek("sales"."sold_at") ORDER BY "sold_at_day_of_week" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- moments by hour_of_day
SELECT toHour(toDateTime("sales"."sold_at")) AS "sold_at_hour_of_day", COUNT(*) AS "count_sales" FROM "sales" GROUP BY toHour(toDateTime("sales"."sold_at")) ORDER BY "sold_at_hour_of_day" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- milliseconds by hour
SELECT formatDateTime(fromUnixTimestamp64Milli(toInt64("readings"."taken")), '%Y-%m-%d %H:00') AS "taken_hour", COUNT(*) AS "count_readings" FROM "readings" GROUP BY formatDateTime(fromUnixTimestamp64Milli(toInt64("readings"."taken")), '%Y-%m-%d %H:00') ORDER BY "taken_hour" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- milliseconds by day
SELECT formatDateTime(fromUnixTimestamp64Milli(toInt64("readings"."taken")), '%Y-%m-%d') AS "taken_day", COUNT(*) AS "count_readings" FROM "readings" GROUP BY formatDateTime(fromUnixTimestamp64Milli(toInt64("readings"."taken")), '%Y-%m-%d') ORDER BY "taken_day" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- milliseconds by week
SELECT toString(toMonday(fromUnixTimestamp64Milli(toInt64("readings"."taken")))) AS "taken_week", COUNT(*) AS "count_readings" FROM "readings" GROUP BY toString(toMonday(fromUnixTimestamp64Milli(toInt64("readings"."taken")))) ORDER BY "taken_week" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- milliseconds by month
SELECT formatDateTime(fromUnixTimestamp64Milli(toInt64("readings"."taken")), '%Y-%m') AS "taken_month", COUNT(*) AS "count_readings" FROM "readings" GROUP BY formatDateTime(fromUnixTimestamp64Milli(toInt64("readings"."taken")), '%Y-%m') ORDER BY "taken_month" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- milliseconds by quarter
SELECT concat(toString(toYear(fromUnixTimestamp64Milli(toInt64("readings"."taken")))), '-Q', toString(toQuarter(fromUnixTimestamp64Milli(toInt64("readings"."taken"))))) AS "taken_quarter", COUNT(*) AS "count_readings" FROM "readings" GROUP BY concat(toString(toYear(fromUnixTimestamp64Milli(toInt64("readings"."taken")))), '-Q', toString(toQuarter(fromUnixTimestamp64Milli(toInt64("readings"."taken"))))) ORDER BY "taken_quarter" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- milliseconds by year
SELECT formatDateTime(fromUnixTimestamp64Milli(toInt64("readings"."taken")), '%Y') AS "taken_year", COUNT(*) AS "count_readings" FROM "readings" GROUP BY formatDateTime(fromUnixTimestamp64Milli(toInt64("readings"."taken")), '%Y') ORDER BY "taken_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- milliseconds by month_of_year
SELECT toMonth(fromUnixTimestamp64Milli(toInt64("readings"."taken"))) AS "taken_month_of_year", COUNT(*) AS "count_readings" FROM "readings" GROUP BY toMonth(fromUnixTimestamp64Milli(toInt64("readings"."taken"))) ORDER BY "taken_month_of_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- milliseconds by quarter_of_year
SELECT toQuarter(fromUnixTimestamp64Milli(toInt64("readings"."taken"))) AS "taken_quarter_of_year", COUNT(*) AS "count_readings" FROM "readings" GROUP BY toQuarter(fromUnixTimestamp64Milli(toInt64("readings"."taken"))) ORDER BY "taken_quarter_of_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- milliseconds by day_of_month
SELECT toDayOfMonth(fromUnixTimestamp64Milli(toInt64("readings"."taken"))) AS "taken_day_of_month", COUNT(*) AS "count_readings" FROM "readings" GROUP BY toDayOfMonth(fromUnixTimestamp64Milli(toInt64("readings"."taken"))) ORDER BY "taken_day_of_month" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- milliseconds by day_of_week
SELECT toDayOfWeek(fromUnixTimestamp64Milli(toInt64("readings"."taken"))) AS "taken_day_of_week", COUNT(*) AS "count_readings" FROM "readings" GROUP BY toDayOfWeek(fromUnixTimestamp64Milli(toInt64("readings"."taken"))) ORDER BY "taken_day_of_week" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- milliseconds by hour_of_day
SELECT toHour(toDateTime(fromUnixTimestamp64Milli(toInt64("readings"."taken")))) AS "taken_hour_of_day", COUNT(*) AS "count_readings" FROM "readings" GROUP BY toHour(toDateTime(fromUnixTimestamp64Milli(toInt64("readings"."taken")))) ORDER BY "taken_hour_of_day" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- days by week
SELECT toString(toMonday("employees"."hired")) AS "hired_week", COUNT(*) AS "count_employees" FROM "employees" GROUP BY toString(toMonday("employees"."hired")) ORDER BY "hired_week" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- days by month
SELECT formatDateTime("employees"."hired", '%Y-%m') AS "hired_month", COUNT(*) AS "count_employees" FROM "employees" GROUP BY formatDateTime("employees"."hired", '%Y-%m') ORDER BY "hired_month" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- days by quarter
SELECT concat(toString(toYear("employees"."hired")), '-Q', toString(toQuarter("employees"."hired"))) AS "hired_quarter", COUNT(*) AS "count_employees" FROM "employees" GROUP BY concat(toString(toYear("employees"."hired")), '-Q', toString(toQuarter("employees"."hired"))) ORDER BY "hired_quarter" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- days by year
SELECT formatDateTime("employees"."hired", '%Y') AS "hired_year", COUNT(*) AS "count_employees" FROM "employees" GROUP BY formatDateTime("employees"."hired", '%Y') ORDER BY "hired_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- days by month_of_year
SELECT toMonth("employees"."hired") AS "hired_month_of_year", COUNT(*) AS "count_employees" FROM "employees" GROUP BY toMonth("employees"."hired") ORDER BY "hired_month_of_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- days by day_of_week
SELECT toDayOfWeek("employees"."hired") AS "hired_day_of_week", COUNT(*) AS "count_employees" FROM "employees" GROUP BY toDayOfWeek("employees"."hired") ORDER BY "hired_day_of_week" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- days by day_of_month
SELECT toDayOfMonth("employees"."hired") AS "hired_day_of_month", COUNT(*) AS "count_employees" FROM "employees" GROUP BY toDayOfMonth("employees"."hired") ORDER BY "hired_day_of_month" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- text dates by day of the week
SELECT toDayOfWeek(parseDateTime64BestEffortOrNull("refunds"."refunded_on", 6)) AS "refunded_on_day_of_week", sumOrNull("refunds"."amount") AS "sum_amount" FROM "refunds" GROUP BY toDayOfWeek(parseDateTime64BestEffortOrNull("refunds"."refunded_on", 6)) ORDER BY "refunded_on_day_of_week" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- months there are sales in
SELECT COUNT(DISTINCT formatDateTime("sales"."sold_at", '%Y-%m')) AS "count_distinct_sold_at" FROM "sales" SETTINGS join_use_nulls = 1

-- month of year and year
SELECT toMonth("sales"."sold_at") AS "sold_at_month_of_year", formatDateTime("sales"."sold_at", '%Y') AS "sold_at_year", sumOrNull("sales"."units") AS "sum_units" FROM "sales" GROUP BY toMonth("sales"."sold_at"), formatDateTime("sales"."sold_at", '%Y') ORDER BY "sold_at_month_of_year" ASC NULLS LAST, "sold_at_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- each month beside the month before
SELECT "parts"."sold_at_month" AS "sold_at_month", maxOrNull("parts"."sum_units") AS "sum_units", maxOrNull("parts"."querent_previous_sum_units") AS "sum_units_previous", (maxOrNull("parts"."sum_units") - maxOrNull("parts"."querent_previous_sum_units")) AS "sum_units_change", ((toFloat64((maxOrNull("parts"."sum_units") - maxOrNull("parts"."querent_previous_sum_units"))) / NULLIF(ABS(maxOrNull("parts"."querent_previous_sum_units")), 0)) * 100) AS "sum_units_percent_change" FROM (SELECT formatDateTime("sales"."sold_at", '%Y-%m') AS "sold_at_month", sumOrNull("sales"."units") AS "sum_units", NULL AS "querent_previous_sum_units", 1 AS "querent_current" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y-%m') UNION ALL SELECT formatDateTime(addMonths("sales"."sold_at", 1), '%Y-%m') AS "sold_at_month", NULL AS "sum_units", sumOrNull("sales"."units") AS "querent_previous_sum_units", NULL AS "querent_current" FROM "sales" GROUP BY formatDateTime(addMonths("sales"."sold_at", 1), '%Y-%m')) AS "parts" GROUP BY "parts"."sold_at_month" HAVING maxOrNull("parts"."querent_current") = 1 ORDER BY "sold_at_month" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- each month of a year beside that of the year before
SELECT "parts"."sold_at_month" AS "sold_at_month", maxOrNull("parts"."sum_units") AS "sum_units", maxOrNull("parts"."querent_previous_sum_units") AS "sum_units_previous", (maxOrNull("parts"."sum_units") - maxOrNull("parts"."querent_previous_sum_units")) AS "sum_units_change", ((toFloat64((maxOrNull("parts"."sum_units") - maxOrNull("parts"."querent_previous_sum_units"))) / NULLIF(ABS(maxOrNull("parts"."querent_previous_sum_units")), 0)) * 100) AS "sum_units_percent_change" FROM (SELECT formatDateTime("sales"."sold_at", '%Y-%m') AS "sold_at_month", sumOrNull("sales"."units") AS "sum_units", NULL AS "querent_previous_sum_units", 1 AS "querent_current" FROM "sales" WHERE "sales"."sold_at" >= parseDateTime64BestEffort({p1:String}, 6) AND "sales"."sold_at" < parseDateTime64BestEffort({p2:String}, 6) GROUP BY formatDateTime("sales"."sold_at", '%Y-%m') UNION ALL SELECT concat(toString(toInt32(substring(formatDateTime("sales"."sold_at", '%Y-%m'), 1, 4)) + 1), substring(formatDateTime("sales"."sold_at", '%Y-%m'), 5)) AS "sold_at_month", NULL AS "sum_units", sumOrNull("sales"."units") AS "querent_previous_sum_units", NULL AS "querent_current" FROM "sales" WHERE "sales"."sold_at" >= parseDateTime64BestEffort({p3:String}, 6) AND "sales"."sold_at" < parseDateTime64BestEffort({p4:String}, 6) GROUP BY concat(toString(toInt32(substring(formatDateTime("sales"."sold_at", '%Y-%m'), 1, 4)) + 1), substring(formatDateTime("sales"."sold_at", '%Y-%m'), 5))) AS "parts" GROUP BY "parts"."sold_at_month" HAVING maxOrNull("parts"."querent_current") = 1 ORDER BY "sold_at_month" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["2024-01-01","2025-01-01","2023-01-01","2024-01-01"]

-- the first month asked for has one before it
SELECT "parts"."sold_at_month" AS "sold_at_month", COALESCE(maxOrNull("parts"."count_sales"), 0) AS "count_sales", maxOrNull("parts"."querent_previous_count_sales") AS "count_sales_previous", (COALESCE(maxOrNull("parts"."count_sales"), 0) - maxOrNull("parts"."querent_previous_count_sales")) AS "count_sales_change", ((toFloat64((COALESCE(maxOrNull("parts"."count_sales"), 0) - maxOrNull("parts"."querent_previous_count_sales"))) / NULLIF(ABS(maxOrNull("parts"."querent_previous_count_sales")), 0)) * 100) AS "count_sales_percent_change" FROM (SELECT formatDateTime("sales"."sold_at", '%Y-%m') AS "sold_at_month", COUNT(*) AS "count_sales", NULL AS "querent_previous_count_sales", 1 AS "querent_current" FROM "sales" WHERE "sales"."sold_at" >= parseDateTime64BestEffort({p1:String}, 6) AND "sales"."sold_at" < parseDateTime64BestEffort({p2:String}, 6) GROUP BY formatDateTime("sales"."sold_at", '%Y-%m') UNION ALL SELECT formatDateTime(addMonths("sales"."sold_at", 1), '%Y-%m') AS "sold_at_month", NULL AS "count_sales", COUNT(*) AS "querent_previous_count_sales", NULL AS "querent_current" FROM "sales" WHERE "sales"."sold_at" >= parseDateTime64BestEffort({p3:String}, 6) AND "sales"."sold_at" < parseDateTime64BestEffort({p4:String}, 6) GROUP BY formatDateTime(addMonths("sales"."sold_at", 1), '%Y-%m')) AS "parts" GROUP BY "parts"."sold_at_month" HAVING maxOrNull("parts"."querent_current") = 1 ORDER BY "sold_at_month" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["2024-01-01","2024-02-01","2023-12-01","2024-01-01"]

-- a year beside the year before, by region
SELECT "parts"."sold_at_year" AS "sold_at_year", "parts"."region" AS "region", maxOrNull("parts"."sum_units") AS "sum_units", maxOrNull("parts"."querent_previous_sum_units") AS "sum_units_previous", (maxOrNull("parts"."sum_units") - maxOrNull("parts"."querent_previous_sum_units")) AS "sum_units_change", ((toFloat64((maxOrNull("parts"."sum_units") - maxOrNull("parts"."querent_previous_sum_units"))) / NULLIF(ABS(maxOrNull("parts"."querent_previous_sum_units")), 0)) * 100) AS "sum_units_percent_change" FROM (SELECT formatDateTime("sales"."sold_at", '%Y') AS "sold_at_year", "stores"."region" AS "region", sumOrNull("sales"."units") AS "sum_units", NULL AS "querent_previous_sum_units", 1 AS "querent_current" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "sales"."sold_at" >= parseDateTime64BestEffort({p1:String}, 6) AND "sales"."sold_at" < parseDateTime64BestEffort({p2:String}, 6) GROUP BY formatDateTime("sales"."sold_at", '%Y'), "stores"."region" UNION ALL SELECT formatDateTime(addYears("sales"."sold_at", 1), '%Y') AS "sold_at_year", "stores"."region" AS "region", NULL AS "sum_units", sumOrNull("sales"."units") AS "querent_previous_sum_units", NULL AS "querent_current" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "sales"."sold_at" >= parseDateTime64BestEffort({p3:String}, 6) AND "sales"."sold_at" < parseDateTime64BestEffort({p4:String}, 6) GROUP BY formatDateTime(addYears("sales"."sold_at", 1), '%Y'), "stores"."region") AS "parts" GROUP BY "parts"."sold_at_year", "parts"."region" HAVING maxOrNull("parts"."querent_current") = 1 ORDER BY "sold_at_year" ASC NULLS LAST, "region" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["2024-01-01","2025-01-01","2023-01-01","2024-01-01"]

-- quarters compared, of two grains
SELECT "parts"."sold_at_quarter" AS "sold_at_quarter", maxOrNull("parts"."sum_units") AS "sum_units", maxOrNull("parts"."sum_amount") AS "sum_amount", maxOrNull("parts"."querent_previous_sum_units") AS "sum_units_previous", (maxOrNull("parts"."sum_units") - maxOrNull("parts"."querent_previous_sum_units")) AS "sum_units_change", ((toFloat64((maxOrNull("parts"."sum_units") - maxOrNull("parts"."querent_previous_sum_units"))) / NULLIF(ABS(maxOrNull("parts"."querent_previous_sum_units")), 0)) * 100) AS "sum_units_percent_change", maxOrNull("parts"."querent_previous_sum_amount") AS "sum_amount_previous", (maxOrNull("parts"."sum_amount") - maxOrNull("parts"."querent_previous_sum_amount")) AS "sum_amount_change", ((toFloat64((maxOrNull("parts"."sum_amount") - maxOrNull("parts"."querent_previous_sum_amount"))) / NULLIF(ABS(maxOrNull("parts"."querent_previous_sum_amount")), 0)) * 100) AS "sum_amount_percent_change" FROM (SELECT concat(toString(toYear("sales"."sold_at")), '-Q', toString(toQuarter("sales"."sold_at"))) AS "sold_at_quarter", sumOrNull("sales"."units") AS "sum_units", NULL AS "sum_amount", NULL AS "querent_previous_sum_units", NULL AS "querent_previous_sum_amount", 1 AS "querent_current" FROM "sales" GROUP BY concat(toString(toYear("sales"."sold_at")), '-Q', toString(toQuarter("sales"."sold_at"))) UNION ALL SELECT concat(toString(toYear("sales"."sold_at")), '-Q', toString(toQuarter("sales"."sold_at"))) AS "sold_at_quarter", NULL AS "sum_units", sumOrNull("returns"."amount") AS "sum_amount", NULL AS "querent_previous_sum_units", NULL AS "querent_previous_sum_amount", 1 AS "querent_current" FROM "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" GROUP BY concat(toString(toYear("sales"."sold_at")), '-Q', toString(toQuarter("sales"."sold_at"))) UNION ALL SELECT concat(toString(toYear(addMonths("sales"."sold_at", 3))), '-Q', toString(toQuarter(addMonths("sales"."sold_at", 3)))) AS "sold_at_quarter", NULL AS "sum_units", NULL AS "sum_amount", sumOrNull("sales"."units") AS "querent_previous_sum_units", NULL AS "querent_previous_sum_amount", NULL AS "querent_current" FROM "sales" GROUP BY concat(toString(toYear(addMonths("sales"."sold_at", 3))), '-Q', toString(toQuarter(addMonths("sales"."sold_at", 3)))) UNION ALL SELECT concat(toString(toYear(addMonths("sales"."sold_at", 3))), '-Q', toString(toQuarter(addMonths("sales"."sold_at", 3)))) AS "sold_at_quarter", NULL AS "sum_units", NULL AS "sum_amount", NULL AS "querent_previous_sum_units", sumOrNull("returns"."amount") AS "querent_previous_sum_amount", NULL AS "querent_current" FROM "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" GROUP BY concat(toString(toYear(addMonths("sales"."sold_at", 3))), '-Q', toString(toQuarter(addMonths("sales"."sold_at", 3))))) AS "parts" GROUP BY "parts"."sold_at_quarter" HAVING maxOrNull("parts"."querent_current") = 1 ORDER BY "sold_at_quarter" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- weeks compared with the year before
SELECT "parts"."sold_at_week" AS "sold_at_week", COALESCE(maxOrNull("parts"."count_sales"), 0) AS "count_sales", maxOrNull("parts"."querent_previous_count_sales") AS "count_sales_previous", (COALESCE(maxOrNull("parts"."count_sales"), 0) - maxOrNull("parts"."querent_previous_count_sales")) AS "count_sales_change", ((toFloat64((COALESCE(maxOrNull("parts"."count_sales"), 0) - maxOrNull("parts"."querent_previous_count_sales"))) / NULLIF(ABS(maxOrNull("parts"."querent_previous_count_sales")), 0)) * 100) AS "count_sales_percent_change" FROM (SELECT toString(toMonday("sales"."sold_at")) AS "sold_at_week", COUNT(*) AS "count_sales", NULL AS "querent_previous_count_sales", 1 AS "querent_current" FROM "sales" GROUP BY toString(toMonday("sales"."sold_at")) UNION ALL SELECT toString(toMonday(addDays("sales"."sold_at", 364))) AS "sold_at_week", NULL AS "count_sales", COUNT(*) AS "querent_previous_count_sales", NULL AS "querent_current" FROM "sales" GROUP BY toString(toMonday(addDays("sales"."sold_at", 364)))) AS "parts" GROUP BY "parts"."sold_at_week" HAVING maxOrNull("parts"."querent_current") = 1 ORDER BY "sold_at_week" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- days compared with the year before leave out the leap day
SELECT "parts"."sold_at_day" AS "sold_at_day", COALESCE(maxOrNull("parts"."count_sales"), 0) AS "count_sales", maxOrNull("parts"."querent_previous_count_sales") AS "count_sales_previous", (COALESCE(maxOrNull("parts"."count_sales"), 0) - maxOrNull("parts"."querent_previous_count_sales")) AS "count_sales_change", ((toFloat64((COALESCE(maxOrNull("parts"."count_sales"), 0) - maxOrNull("parts"."querent_previous_count_sales"))) / NULLIF(ABS(maxOrNull("parts"."querent_previous_count_sales")), 0)) * 100) AS "count_sales_percent_change" FROM (SELECT formatDateTime("sales"."sold_at", '%Y-%m-%d') AS "sold_at_day", COUNT(*) AS "count_sales", NULL AS "querent_previous_count_sales", 1 AS "querent_current" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y-%m-%d') UNION ALL SELECT concat(toString(toInt32(substring(formatDateTime("sales"."sold_at", '%Y-%m-%d'), 1, 4)) + 1), substring(formatDateTime("sales"."sold_at", '%Y-%m-%d'), 5)) AS "sold_at_day", NULL AS "count_sales", COUNT(*) AS "querent_previous_count_sales", NULL AS "querent_current" FROM "sales" GROUP BY concat(toString(toInt32(substring(formatDateTime("sales"."sold_at", '%Y-%m-%d'), 1, 4)) + 1), substring(formatDateTime("sales"."sold_at", '%Y-%m-%d'), 5))) AS "parts" GROUP BY "parts"."sold_at_day" HAVING maxOrNull("parts"."querent_current") = 1 ORDER BY "sold_at_day" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- hours compared
SELECT "parts"."sold_at_hour" AS "sold_at_hour", COALESCE(maxOrNull("parts"."count_sales"), 0) AS "count_sales", maxOrNull("parts"."querent_previous_count_sales") AS "count_sales_previous", (COALESCE(maxOrNull("parts"."count_sales"), 0) - maxOrNull("parts"."querent_previous_count_sales")) AS "count_sales_change", ((toFloat64((COALESCE(maxOrNull("parts"."count_sales"), 0) - maxOrNull("parts"."querent_previous_count_sales"))) / NULLIF(ABS(maxOrNull("parts"."querent_previous_count_sales")), 0)) * 100) AS "count_sales_percent_change" FROM (SELECT formatDateTime("sales"."sold_at", '%Y-%m-%d %H:00') AS "sold_at_hour", COUNT(*) AS "count_sales", NULL AS "querent_previous_count_sales", 1 AS "querent_current" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y-%m-%d %H:00') UNION ALL SELECT formatDateTime(addHours("sales"."sold_at", 1), '%Y-%m-%d %H:00') AS "sold_at_hour", NULL AS "count_sales", COUNT(*) AS "querent_previous_count_sales", NULL AS "querent_current" FROM "sales" GROUP BY formatDateTime(addHours("sales"."sold_at", 1), '%Y-%m-%d %H:00')) AS "parts" GROUP BY "parts"."sold_at_hour" HAVING maxOrNull("parts"."querent_current") = 1 ORDER BY "sold_at_hour" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- a ratio compared
SELECT "parts"."sold_at_year" AS "sold_at_year", (toFloat64(maxOrNull("parts"."querent_numerator_0")) / NULLIF(COALESCE(maxOrNull("parts"."querent_denominator_0"), 0), 0)) AS "units_per_sale", (toFloat64(maxOrNull("parts"."querent_previous_querent_numerator_0")) / NULLIF(maxOrNull("parts"."querent_previous_querent_denominator_0"), 0)) AS "units_per_sale_previous", ((toFloat64(maxOrNull("parts"."querent_numerator_0")) / NULLIF(COALESCE(maxOrNull("parts"."querent_denominator_0"), 0), 0)) - (toFloat64(maxOrNull("parts"."querent_previous_querent_numerator_0")) / NULLIF(maxOrNull("parts"."querent_previous_querent_denominator_0"), 0))) AS "units_per_sale_change", ((toFloat64(((toFloat64(maxOrNull("parts"."querent_numerator_0")) / NULLIF(COALESCE(maxOrNull("parts"."querent_denominator_0"), 0), 0)) - (toFloat64(maxOrNull("parts"."querent_previous_querent_numerator_0")) / NULLIF(maxOrNull("parts"."querent_previous_querent_denominator_0"), 0)))) / NULLIF(ABS((toFloat64(maxOrNull("parts"."querent_previous_querent_numerator_0")) / NULLIF(maxOrNull("parts"."querent_previous_querent_denominator_0"), 0))), 0)) * 100) AS "units_per_sale_percent_change" FROM (SELECT formatDateTime("sales"."sold_at", '%Y') AS "sold_at_year", sumOrNull("sales"."units") AS "querent_numerator_0", COUNT(*) AS "querent_denominator_0", NULL AS "querent_previous_querent_numerator_0", NULL AS "querent_previous_querent_denominator_0", 1 AS "querent_current" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y') UNION ALL SELECT formatDateTime(addYears("sales"."sold_at", 1), '%Y') AS "sold_at_year", NULL AS "querent_numerator_0", NULL AS "querent_denominator_0", sumOrNull("sales"."units") AS "querent_previous_querent_numerator_0", COUNT(*) AS "querent_previous_querent_denominator_0", NULL AS "querent_current" FROM "sales" GROUP BY formatDateTime(addYears("sales"."sold_at", 1), '%Y')) AS "parts" GROUP BY "parts"."sold_at_year" HAVING maxOrNull("parts"."querent_current") = 1 ORDER BY "sold_at_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- years of a column of years compared
SELECT "parts"."made_in_year" AS "made_in_year", COALESCE(maxOrNull("parts"."count_products"), 0) AS "count_products", maxOrNull("parts"."querent_previous_count_products") AS "count_products_previous", (COALESCE(maxOrNull("parts"."count_products"), 0) - maxOrNull("parts"."querent_previous_count_products")) AS "count_products_change", ((toFloat64((COALESCE(maxOrNull("parts"."count_products"), 0) - maxOrNull("parts"."querent_previous_count_products"))) / NULLIF(ABS(maxOrNull("parts"."querent_previous_count_products")), 0)) * 100) AS "count_products_percent_change" FROM (SELECT toString("products"."made_in") AS "made_in_year", COUNT(*) AS "count_products", NULL AS "querent_previous_count_products", 1 AS "querent_current" FROM "products" GROUP BY toString("products"."made_in") UNION ALL SELECT concat(toString(toInt32(substring(toString("products"."made_in"), 1, 4)) + 1), substring(toString("products"."made_in"), 5)) AS "made_in_year", NULL AS "count_products", COUNT(*) AS "querent_previous_count_products", NULL AS "querent_current" FROM "products" GROUP BY concat(toString(toInt32(substring(toString("products"."made_in"), 1, 4)) + 1), substring(toString("products"."made_in"), 5))) AS "parts" GROUP BY "parts"."made_in_year" HAVING maxOrNull("parts"."querent_current") = 1 ORDER BY "made_in_year" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- milliseconds compared
SELECT "parts"."taken_month" AS "taken_month", maxOrNull("parts"."sum_level") AS "sum_level", maxOrNull("parts"."querent_previous_sum_level") AS "sum_level_previous", (maxOrNull("parts"."sum_level") - maxOrNull("parts"."querent_previous_sum_level")) AS "sum_level_change", ((toFloat64((maxOrNull("parts"."sum_level") - maxOrNull("parts"."querent_previous_sum_level"))) / NULLIF(ABS(maxOrNull("parts"."querent_previous_sum_level")), 0)) * 100) AS "sum_level_percent_change" FROM (SELECT formatDateTime(fromUnixTimestamp64Milli(toInt64("readings"."taken")), '%Y-%m') AS "taken_month", sumOrNull("readings"."level") AS "sum_level", NULL AS "querent_previous_sum_level", 1 AS "querent_current" FROM "readings" GROUP BY formatDateTime(fromUnixTimestamp64Milli(toInt64("readings"."taken")), '%Y-%m') UNION ALL SELECT formatDateTime(addMonths(fromUnixTimestamp64Milli(toInt64("readings"."taken")), 1), '%Y-%m') AS "taken_month", NULL AS "sum_level", sumOrNull("readings"."level") AS "querent_previous_sum_level", NULL AS "querent_current" FROM "readings" GROUP BY formatDateTime(addMonths(fromUnixTimestamp64Milli(toInt64("readings"."taken")), 1), '%Y-%m')) AS "parts" GROUP BY "parts"."taken_month" HAVING maxOrNull("parts"."querent_current") = 1 ORDER BY "taken_month" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- compared and sorted by the change
SELECT "parts"."sold_at_month" AS "sold_at_month", maxOrNull("parts"."sum_units") AS "sum_units", maxOrNull("parts"."querent_previous_sum_units") AS "sum_units_previous", (maxOrNull("parts"."sum_units") - maxOrNull("parts"."querent_previous_sum_units")) AS "sum_units_change", ((toFloat64((maxOrNull("parts"."sum_units") - maxOrNull("parts"."querent_previous_sum_units"))) / NULLIF(ABS(maxOrNull("parts"."querent_previous_sum_units")), 0)) * 100) AS "sum_units_percent_change" FROM (SELECT formatDateTime("sales"."sold_at", '%Y-%m') AS "sold_at_month", sumOrNull("sales"."units") AS "sum_units", NULL AS "querent_previous_sum_units", 1 AS "querent_current" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y-%m') UNION ALL SELECT formatDateTime(addMonths("sales"."sold_at", 1), '%Y-%m') AS "sold_at_month", NULL AS "sum_units", sumOrNull("sales"."units") AS "querent_previous_sum_units", NULL AS "querent_current" FROM "sales" GROUP BY formatDateTime(addMonths("sales"."sold_at", 1), '%Y-%m')) AS "parts" GROUP BY "parts"."sold_at_month" HAVING maxOrNull("parts"."querent_current") = 1 ORDER BY "sum_units_change" DESC NULLS LAST, "sold_at_month" ASC NULLS LAST LIMIT 2 SETTINGS join_use_nulls = 1

-- a part of a date that comes again: weekends
SELECT "sales"."id" AS "id" FROM "sales" WHERE toDayOfWeek("sales"."sold_at") IN ({p1:Int64}, {p2:Int64}) ORDER BY "sales"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [6,7]

-- hours of the day between two
SELECT "sales"."id" AS "id" FROM "sales" WHERE toHour(toDateTime("sales"."sold_at")) >= {p1:Int64} AND toHour(toDateTime("sales"."sold_at")) <= {p2:Int64} ORDER BY "sales"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [9,14]

-- milliseconds outside every January
SELECT "readings"."id" AS "id" FROM "readings" WHERE toMonth(fromUnixTimestamp64Milli(toInt64("readings"."taken"))) <> {p1:Int64} ORDER BY "readings"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [1]

-- days of the month, of text dates, at most
SELECT COUNT(*) AS "count_refunds" FROM "refunds" WHERE toDayOfMonth(parseDateTime64BestEffortOrNull("refunds"."refunded_on", 6)) <= {p1:Int64} SETTINGS join_use_nulls = 1
-- [31]

-- the time since a date of another table
SELECT COUNT(*) AS "count_returns" FROM "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" WHERE (toFloat64(dateDiff('second', "sales"."sold_at", "returns"."returned_at")) / NULLIF(86400, 0)) > {p1:Int64} SETTINGS join_use_nulls = 1
-- [1]

-- the time since, of rows behind a step to many
SELECT "sales"."id" AS "id" FROM "sales" WHERE EXISTS (SELECT 1 FROM "returns" WHERE "returns"."sale_id" = "sales"."id" AND (toFloat64(dateDiff('second', "sales"."sold_at", "returns"."returned_at")) / NULLIF(86400, 0)) >= {p1:Int64} AND (toFloat64(dateDiff('second', "sales"."sold_at", "returns"."returned_at")) / NULLIF(86400, 0)) <= {p2:Float64}) ORDER BY "sales"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [0,1.5]

-- hours since, of a measure of its own
SELECT COALESCE(maxOrNull("parts"."late"), 0) AS "late", COALESCE(maxOrNull("parts"."count_returns"), 0) AS "count_returns" FROM (SELECT COUNT(*) AS "late", NULL AS "count_returns" FROM "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" WHERE (toFloat64(dateDiff('second', "sales"."sold_at", "returns"."returned_at")) / NULLIF(3600, 0)) > {p1:Int64} UNION ALL SELECT NULL AS "late", COUNT(*) AS "count_returns" FROM "returns") AS "parts" SETTINGS join_use_nulls = 1
-- [24]

-- bins of decimals
SELECT floor(toFloat64("sales"."price") / 10) * 10 AS "price_bin", COUNT(*) AS "count_sales" FROM "sales" GROUP BY floor(toFloat64("sales"."price") / 10) * 10 ORDER BY "price_bin" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- bins below zero
SELECT floor(toFloat64("readings"."level") / 2.5) * 2.5 AS "level_bin", COUNT(*) AS "count_readings" FROM "readings" GROUP BY floor(toFloat64("readings"."level") / 2.5) * 2.5 ORDER BY "level_bin" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- bins of whole numbers, with a missing one
SELECT floor(toFloat64("sales"."seller_id") / 2) * 2 AS "sellers", COUNT(*) AS "count_sales" FROM "sales" GROUP BY floor(toFloat64("sales"."seller_id") / 2) * 2 ORDER BY "sellers" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- bins of numbers kept as text
SELECT floor(toFloat64(toFloat64OrNull(toString("products"."weight"))) / 1) * 1 AS "weight_bin", COUNT(*) AS "count_products" FROM "products" GROUP BY floor(toFloat64(toFloat64OrNull(toString("products"."weight"))) / 1) * 1 ORDER BY "weight_bin" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- of two ways to an employee the shorter
SELECT "employees"."name" AS "name", sumOrNull("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "employees" ON "employees"."id" = "sales"."seller_id" GROUP BY "employees"."name" ORDER BY "name" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- the longer way when it is named
SELECT "employees"."name" AS "name", sumOrNull("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" LEFT JOIN "employees" ON "employees"."id" = "stores"."manager_id" GROUP BY "employees"."name" ORDER BY "name" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- both an employee and a store
SELECT "stores"."name" AS "name", "employees"."name" AS "employees_name", COUNT(*) AS "count_sales" FROM "sales" LEFT JOIN "employees" ON "employees"."id" = "sales"."seller_id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name", "employees"."name" ORDER BY "name" ASC NULLS LAST, "employees_name" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- managers of stores
SELECT "stores"."name" AS "name", "employees"."name" AS "employees_name" FROM "stores" LEFT JOIN "employees" ON "employees"."id" = "stores"."manager_id" ORDER BY "stores"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- over a bridge, each sale once per tag
SELECT "grain"."dimension_0" AS "label", sumOrNull("grain"."value_0") AS "sum_units", COUNT(*) AS "count_sales" FROM (SELECT DISTINCT "tags"."label" AS "dimension_0", "sales"."id" AS "key_0", "sales"."units" AS "value_0" FROM "sales" LEFT JOIN "sale_tags" ON "sale_tags"."sale_id" = "sales"."id" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "label" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- over a bridge the other way
SELECT "grain"."dimension_0" AS "region", COUNT(*) AS "count_tags" FROM (SELECT DISTINCT "stores"."region" AS "dimension_0", "tags"."id" AS "key_0" FROM "tags" LEFT JOIN "sale_tags" ON "sale_tags"."tag_id" = "tags"."id" LEFT JOIN "sales" ON "sales"."id" = "sale_tags"."sale_id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "region" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- tags and regions that met
SELECT DISTINCT "stores"."region" AS "region", "tags"."label" AS "label" FROM "sale_tags" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id" LEFT JOIN "sales" ON "sales"."id" = "sale_tags"."sale_id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" ORDER BY "region" ASC NULLS LAST, "label" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- a filter behind a bridge
SELECT sumOrNull("sales"."units") AS "sum_units" FROM "sales" WHERE COALESCE("sales"."id" IN (SELECT "sale_tags"."sale_id" AS "key_0" FROM "sale_tags" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id" WHERE "tags"."label" IN ({p1:String}, {p2:String})), FALSE) SETTINGS join_use_nulls = 1
-- ["promo","gift"]

-- both tags
SELECT "sales"."id" AS "id" FROM "sales" WHERE NOT (NOT (COALESCE("sales"."id" IN (SELECT "sale_tags"."sale_id" AS "key_0" FROM "sale_tags" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id" WHERE "tags"."label" = {p1:String}), FALSE))) AND COALESCE("sales"."id" IN (SELECT "sale_tags"."sale_id" AS "key_0" FROM "sale_tags" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id" WHERE "tags"."label" = {p2:String}), FALSE) ORDER BY "sales"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["bulk","promo"]

-- neither tag
SELECT "sales"."id" AS "id" FROM "sales" WHERE NOT (COALESCE("sales"."id" IN (SELECT "sale_tags"."sale_id" AS "key_0" FROM "sale_tags" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id" WHERE "tags"."label" IN ({p1:String}, {p2:String})), FALSE)) ORDER BY "sales"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["promo","gift"]

-- two tables of facts by what they share
SELECT "parts"."name" AS "name", maxOrNull("parts"."sum_units") AS "sum_units", maxOrNull("parts"."target") AS "target", maxOrNull("parts"."returned") AS "returned" FROM (SELECT "stores"."name" AS "name", sumOrNull("sales"."units") AS "sum_units", NULL AS "target", NULL AS "returned" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name" UNION ALL SELECT "stores"."name" AS "name", NULL AS "sum_units", sumOrNull("targets"."amount") AS "target", NULL AS "returned" FROM "targets" LEFT JOIN "stores" ON "stores"."id" = "targets"."store_id" GROUP BY "stores"."name" UNION ALL SELECT "stores"."name" AS "name", NULL AS "sum_units", NULL AS "target", sumOrNull("returns"."amount") AS "returned" FROM "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name") AS "parts" GROUP BY "parts"."name" ORDER BY "name" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- facts by a dimension of which one has none
SELECT "parts"."region" AS "region", maxOrNull("parts"."sum_units") AS "sum_units", maxOrNull("parts"."target") AS "target" FROM (SELECT "stores"."region" AS "region", sumOrNull("sales"."units") AS "sum_units", NULL AS "target" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "stores"."name" <> {p1:String} GROUP BY "stores"."region" UNION ALL SELECT "stores"."region" AS "region", NULL AS "sum_units", sumOrNull("targets"."amount") AS "target" FROM "targets" LEFT JOIN "stores" ON "stores"."id" = "targets"."store_id" WHERE "stores"."name" <> {p2:String} GROUP BY "stores"."region") AS "parts" GROUP BY "parts"."region" ORDER BY "region" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["Airport","Airport"]

-- facts without a dimension
SELECT maxOrNull("parts"."sum_units") AS "sum_units", maxOrNull("parts"."target") AS "target", maxOrNull("parts"."returned") AS "returned" FROM (SELECT sumOrNull("sales"."units") AS "sum_units", NULL AS "target", NULL AS "returned" FROM "sales" UNION ALL SELECT NULL AS "sum_units", sumOrNull("targets"."amount") AS "target", NULL AS "returned" FROM "targets" UNION ALL SELECT NULL AS "sum_units", NULL AS "target", sumOrNull("returns"."amount") AS "returned" FROM "returns") AS "parts" SETTINGS join_use_nulls = 1

-- returns without a key by tag
SELECT "grain"."dimension_0" AS "label", sumOrNull("grain"."value_0") AS "returned", COUNT(*) AS "count_returns" FROM (SELECT DISTINCT "tags"."label" AS "dimension_0", "returns"."querent_row" AS "key_0", "returns"."amount" AS "value_0" FROM (SELECT *, ROW_NUMBER() OVER () AS "querent_row" FROM "returns") AS "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" LEFT JOIN "sale_tags" ON "sale_tags"."sale_id" = "sales"."id" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "label" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- lowest and highest by the many side
SELECT "grain"."dimension_0" AS "label", minOrNull("grain"."value_0") AS "min_price", maxOrNull("grain"."value_1") AS "max_sold_at" FROM (SELECT DISTINCT "tags"."label" AS "dimension_0", "sales"."id" AS "key_0", "sales"."price" AS "value_0", "sales"."sold_at" AS "value_1" FROM "sales" LEFT JOIN "sale_tags" ON "sale_tags"."sale_id" = "sales"."id" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "label" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- average of decimals by the many side
SELECT "grain"."dimension_0" AS "label", avgOrNull("grain"."value_0") AS "avg_price" FROM (SELECT DISTINCT "tags"."label" AS "dimension_0", "sales"."id" AS "key_0", "sales"."price" AS "value_0" FROM "sales" LEFT JOIN "sale_tags" ON "sale_tags"."sale_id" = "sales"."id" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "label" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- distinct sellers of a region
SELECT "stores"."region" AS "region", COUNT(DISTINCT "sales"."seller_id") AS "count_distinct_seller_id" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" ORDER BY "region" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- employees counted over their sales
SELECT "grain"."dimension_0" AS "region", COUNT(*) AS "count_employees" FROM (SELECT DISTINCT "stores"."region" AS "dimension_0", "employees"."id" AS "key_0" FROM "employees" LEFT JOIN "sales" ON "sales"."seller_id" = "employees"."id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "region" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- measures with filters of their own, over many rows
SELECT "parts"."region" AS "region", COALESCE(maxOrNull("parts"."count_sales"), 0) AS "count_sales", COALESCE(maxOrNull("parts"."online"), 0) AS "online", COALESCE(maxOrNull("parts"."bulk"), 0) AS "bulk" FROM (SELECT "stores"."region" AS "region", COUNT(*) AS "count_sales", NULL AS "online", NULL AS "bulk" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" UNION ALL SELECT "stores"."region" AS "region", NULL AS "count_sales", COUNT(*) AS "online", NULL AS "bulk" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "sales"."is_online" = {p1:Bool} GROUP BY "stores"."region" UNION ALL SELECT "stores"."region" AS "region", NULL AS "count_sales", NULL AS "online", COUNT(*) AS "bulk" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE COALESCE("sales"."id" IN (SELECT "sale_tags"."sale_id" AS "key_0" FROM "sale_tags" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id" WHERE "tags"."label" = {p2:String}), FALSE) GROUP BY "stores"."region") AS "parts" GROUP BY "parts"."region" ORDER BY "region" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [true,"bulk"]

-- who never sold
SELECT "employees"."name" AS "name" FROM "employees" WHERE NOT (COALESCE("employees"."id" IN (SELECT "sales"."seller_id" AS "key_0" FROM "sales" WHERE "sales"."id" IS NOT NULL), FALSE)) ORDER BY "employees"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- who never sold on line
SELECT "employees"."name" AS "name" FROM "employees" WHERE NOT (COALESCE("employees"."id" IN (SELECT "sales"."seller_id" AS "key_0" FROM "sales" WHERE "sales"."is_online" = {p1:Bool}), FALSE)) ORDER BY "employees"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [true]

-- stores with a return
SELECT "stores"."name" AS "name" FROM "stores" WHERE COALESCE("stores"."id" IN (SELECT "sales"."store_id" AS "key_0" FROM "sales" WHERE COALESCE("sales"."id" IN (SELECT "returns"."sale_id" AS "key_0" FROM "returns" WHERE "returns"."amount" > {p1:Int64}), FALSE)), FALSE) ORDER BY "stores"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [0]

-- stores with a late return on line
SELECT "stores"."name" AS "name" FROM "stores" WHERE COALESCE("stores"."id" IN (SELECT "sales"."store_id" AS "key_0" FROM "sales" WHERE "sales"."is_online" = {p1:Bool} AND COALESCE("sales"."id" IN (SELECT "returns"."sale_id" AS "key_0" FROM "returns" WHERE "returns"."reason" = {p2:String}), FALSE)), FALSE) ORDER BY "stores"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [true,"late"]

-- a flight by where it starts
SELECT "flights"."id" AS "id", "airports"."city" AS "city" FROM "flights" LEFT JOIN "airports" ON "airports"."code" = "flights"."origin" ORDER BY "flights"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- first of each region by its own measure
SELECT "result"."region" AS "region", "result"."name" AS "name", "result"."sum_units" AS "sum_units" FROM (SELECT "stores"."region" AS "region", "employees"."name" AS "name", sumOrNull("sales"."units") AS "sum_units", ROW_NUMBER() OVER (PARTITION BY "stores"."region" ORDER BY sumOrNull("sales"."units") DESC NULLS LAST, "stores"."region" ASC NULLS LAST, "employees"."name" ASC NULLS LAST) AS "querent_rank" FROM "sales" LEFT JOIN "employees" ON "employees"."id" = "sales"."seller_id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region", "employees"."name") AS "result" WHERE "result"."querent_rank" <= 2 ORDER BY "result"."region" ASC NULLS LAST, "result"."querent_rank" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- one of the rows of another query
SELECT "stores"."name" AS "name" FROM "stores" WHERE "stores"."id" IN (SELECT "sales"."store_id" AS "store_id" FROM "sales" WHERE "sales"."price" > {p1:Int64} ORDER BY "sales"."id" ASC NULLS LAST) ORDER BY "stores"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [50]

-- none of the rows of another query, one of which is missing
SELECT "employees"."name" AS "name" FROM "employees" WHERE "employees"."id" NOT IN (SELECT "found"."manager_id" AS "manager_id" FROM (SELECT "stores"."manager_id" AS "manager_id" FROM "stores" ORDER BY "stores"."id" ASC NULLS LAST) AS "found" WHERE "found"."manager_id" IS NOT NULL) ORDER BY "employees"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- one of the best of another query
SELECT "stores"."name" AS "name", COUNT(*) AS "count_sales" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "sales"."store_id" IN (SELECT "found"."store_id" AS "store_id" FROM (SELECT "sales"."store_id" AS "store_id" FROM "sales" GROUP BY "sales"."store_id" ORDER BY sumOrNull("sales"."units") DESC NULLS LAST, "store_id" ASC NULLS LAST LIMIT 2) AS "found") GROUP BY "stores"."name" ORDER BY "name" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- more than the one value of another query
SELECT "sales"."id" AS "id" FROM "sales" WHERE "sales"."price" > (SELECT avgOrNull("sales"."price") AS "avg_price" FROM "sales" WHERE "sales"."is_online" = {p1:Bool}) ORDER BY "sales"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [false]

-- the first of several values of another query
SELECT "sales"."id" AS "id" FROM "sales" WHERE "sales"."price" < (SELECT "sales"."cost" AS "cost" FROM "sales" ORDER BY "cost" ASC NULLS LAST, "sales"."id" ASC NULLS LAST LIMIT 1) ORDER BY "sales"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- three queries deep
SELECT sumOrNull("sales"."units") AS "sum_units" FROM "sales" WHERE "sales"."store_id" IN (SELECT "stores"."id" AS "id" FROM "stores" WHERE "stores"."manager_id" IN (SELECT "employees"."id" AS "id" FROM "employees" WHERE "employees"."name" ILIKE {p1:String} ORDER BY "employees"."id" ASC NULLS LAST) ORDER BY "stores"."id" ASC NULLS LAST) SETTINGS join_use_nulls = 1
-- ["e%"]

-- groups above the average of all groups
SELECT "stores"."name" AS "name", sumOrNull("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name" HAVING sumOrNull("sales"."units") > (SELECT avgOrNull("sales"."units") AS "avg_units" FROM "sales") ORDER BY "name" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- groups of as many as one group
SELECT "stores"."region" AS "region", sumOrNull("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" HAVING sumOrNull("sales"."units") > (SELECT sumOrNull("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "stores"."region" = {p1:String}) ORDER BY "region" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["North"]

-- a column against another of its row
SELECT "sales"."id" AS "id" FROM "sales" WHERE "sales"."price" = "sales"."cost" ORDER BY "sales"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- a column against one of the table it refers to
SELECT "sales"."id" AS "id" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "sales"."seller_id" = "stores"."manager_id" ORDER BY "sales"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- a moment against one of another table
SELECT COUNT(*) AS "count_sales" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE EXISTS (SELECT 1 FROM "targets" WHERE "targets"."store_id" = "stores"."id" AND "sales"."sold_at" < "targets"."period") SETTINGS join_use_nulls = 1

-- a number against one of many rows
SELECT "orders"."id" AS "id" FROM "orders" WHERE EXISTS (SELECT 1 FROM "refunds" WHERE "refunds"."order_id" = "orders"."id" AND "orders"."total" < "refunds"."amount") ORDER BY "orders"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- not below its cost
SELECT "sales"."id" AS "id" FROM "sales" WHERE NOT ("sales"."price" <= "sales"."cost") ORDER BY "sales"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- of one or the other
SELECT "combined"."city" AS "city" FROM (SELECT * FROM (SELECT "stores"."city" AS "city" FROM "stores") AS "left_side" UNION DISTINCT SELECT * FROM (SELECT "customers"."country" AS "country" FROM "customers" ORDER BY "customers"."id" ASC NULLS LAST) AS "right_side") AS "combined" ORDER BY "city" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- of both
SELECT "combined"."city" AS "city" FROM (SELECT * FROM (SELECT "stores"."city" AS "city" FROM "stores") AS "left_side" INTERSECT DISTINCT SELECT * FROM (SELECT "airports"."city" AS "city" FROM "airports" ORDER BY "airports"."code" ASC NULLS LAST) AS "right_side") AS "combined" ORDER BY "city" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- of one and not the other
SELECT "combined"."city" AS "city" FROM (SELECT * FROM (SELECT "stores"."city" AS "city" FROM "stores") AS "left_side" EXCEPT DISTINCT SELECT * FROM (SELECT "airports"."city" AS "city" FROM "airports" ORDER BY "airports"."code" ASC NULLS LAST) AS "right_side") AS "combined" ORDER BY "city" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- both measured, sorted as a whole
SELECT "combined"."name" AS "name", "combined"."amount" AS "amount" FROM (SELECT * FROM (SELECT "stores"."name" AS "name", toFloat64(sumOrNull("sales"."units")) AS "amount" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name") AS "left_side" UNION DISTINCT SELECT * FROM (SELECT "customers"."name" AS "name", toFloat64(COUNT(*)) AS "count_orders" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" ORDER BY "name" ASC NULLS LAST) AS "right_side") AS "combined" ORDER BY "amount" DESC NULLS LAST, "name" ASC NULLS LAST LIMIT 3 SETTINGS join_use_nulls = 1

-- customers of two kinds of goods
SELECT "combined"."name" AS "name" FROM (SELECT * FROM (SELECT "customers"."name" AS "name" FROM "customers" WHERE COALESCE("customers"."id" IN (SELECT "orders"."customer_id" AS "key_0" FROM "orders" WHERE COALESCE("orders"."id" IN (SELECT "lines"."order_id" AS "key_0" FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "categories"."title" = {p1:String}), FALSE)), FALSE)) AS "left_side" INTERSECT DISTINCT SELECT * FROM (SELECT "customers"."name" AS "name" FROM "customers" WHERE COALESCE("customers"."id" IN (SELECT "orders"."customer_id" AS "key_0" FROM "orders" WHERE COALESCE("orders"."id" IN (SELECT "lines"."order_id" AS "key_0" FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "categories"."title" = {p2:String}), FALSE)), FALSE) ORDER BY "customers"."id" ASC NULLS LAST) AS "right_side") AS "combined" ORDER BY "name" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["Toys","Tools"]

-- three sets
SELECT "combined"."city" AS "city" FROM (SELECT * FROM (SELECT "stores"."city" AS "city" FROM "stores") AS "left_side" UNION DISTINCT SELECT * FROM (SELECT "combined"."city" AS "city" FROM (SELECT * FROM (SELECT "airports"."city" AS "city" FROM "airports") AS "left_side" EXCEPT DISTINCT SELECT * FROM (SELECT "stores"."city" AS "city" FROM "stores" ORDER BY "stores"."id" ASC NULLS LAST) AS "right_side") AS "combined" ORDER BY "city" ASC NULLS LAST) AS "right_side") AS "combined" ORDER BY "city" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- the best of each put together
SELECT "combined"."name" AS "name", "combined"."sum_units" AS "sum_units" FROM (SELECT * FROM (SELECT "stores"."name" AS "name", toFloat64(sumOrNull("sales"."units")) AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name") AS "left_side" UNION DISTINCT SELECT * FROM (SELECT "employees"."name" AS "name", toFloat64(sumOrNull("sales"."units")) AS "sum_units" FROM "sales" LEFT JOIN "employees" ON "employees"."id" = "sales"."seller_id" GROUP BY "employees"."name" ORDER BY "sum_units" DESC NULLS LAST, "name" ASC NULLS LAST LIMIT 1) AS "right_side") AS "combined" ORDER BY "sum_units" DESC NULLS LAST, "name" ASC NULLS LAST LIMIT 1 OFFSET 1 SETTINGS join_use_nulls = 1

-- days on which more than one sale was made, counted
SELECT COUNT(DISTINCT formatDateTime("sales"."sold_at", '%Y-%m-%d')) AS "count_distinct_sold_at" FROM "sales" WHERE formatDateTime("sales"."sold_at", '%Y-%m-%d') IN (SELECT formatDateTime("sales"."sold_at", '%Y-%m-%d') AS "sold_at_day" FROM "sales" GROUP BY formatDateTime("sales"."sold_at", '%Y-%m-%d') HAVING COUNT(*) > {p1:Int64} ORDER BY "sold_at_day" ASC NULLS LAST) SETTINGS join_use_nulls = 1
-- [1]

-- months without a sale online
SELECT DISTINCT formatDateTime("sales"."sold_at", '%Y-%m') AS "period" FROM "sales" WHERE formatDateTime("sales"."sold_at", '%Y-%m') NOT IN (SELECT "found"."sold_at_month" AS "sold_at_month" FROM (SELECT formatDateTime("sales"."sold_at", '%Y-%m') AS "sold_at_month" FROM "sales" WHERE "sales"."is_online" = {p1:Bool} ORDER BY "sales"."id" ASC NULLS LAST) AS "found" WHERE "found"."sold_at_month" IS NOT NULL) ORDER BY "period" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [true]

-- the second page
SELECT "sales"."id" AS "id" FROM "sales" ORDER BY "sales"."id" ASC NULLS LAST LIMIT 3 OFFSET 3 SETTINGS join_use_nulls = 1

-- the second largest
SELECT "stores"."name" AS "name", sumOrNull("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name" ORDER BY "sum_units" DESC NULLS LAST, "name" ASC NULLS LAST LIMIT 1 OFFSET 1 SETTINGS join_use_nulls = 1

-- a page beyond the end
SELECT "sales"."id" AS "id" FROM "sales" ORDER BY "sales"."id" ASC NULLS LAST LIMIT 3 OFFSET 300 SETTINGS join_use_nulls = 1

-- an offset alone
SELECT "sales"."id" AS "id" FROM "sales" ORDER BY "sales"."id" ASC NULLS LAST LIMIT 9223372036854775807 OFFSET 6 SETTINGS join_use_nulls = 1

-- a page of the first of each group
SELECT "result"."region" AS "region", "result"."name" AS "name", "result"."sum_units" AS "sum_units" FROM (SELECT "stores"."region" AS "region", "stores"."name" AS "name", sumOrNull("sales"."units") AS "sum_units", ROW_NUMBER() OVER (PARTITION BY "stores"."region" ORDER BY sumOrNull("sales"."units") DESC NULLS LAST, "stores"."region" ASC NULLS LAST, "stores"."name" ASC NULLS LAST) AS "querent_rank" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region", "stores"."name") AS "result" WHERE "result"."querent_rank" <= 1 ORDER BY "result"."region" ASC NULLS LAST, "result"."querent_rank" ASC NULLS LAST LIMIT 1 OFFSET 1 SETTINGS join_use_nulls = 1

-- a search for signs that mean something
SELECT "stores"."name" AS "name" FROM "stores" WHERE "stores"."name" ILIKE {p1:String} OR "stores"."name" ILIKE {p2:String} ORDER BY "stores"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["%\\%'; \\\\ \\_!%","%ARB%"]

-- fractions compared with whole numbers
SELECT "sales"."id" AS "id" FROM "sales" WHERE "sales"."units" < {p1:Float64} ORDER BY "sales"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [1.5]

-- decimals compared exactly
SELECT "sales"."id" AS "id" FROM "sales" WHERE "sales"."price" IN ({p1:Float64}, {p2:Float64}) ORDER BY "sales"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- [99.99,15.5]

-- texts that are no numbers are left out
SELECT sumOrNull(toFloat64OrNull(toString("readings"."note"))) AS "sum_note", COUNT("readings"."note") AS "count_note", minOrNull(toFloat64OrNull(toString("readings"."note"))) AS "min_note" FROM "readings" SETTINGS join_use_nulls = 1

-- milliseconds within a month
SELECT "readings"."id" AS "id" FROM "readings" WHERE fromUnixTimestamp64Milli(toInt64("readings"."taken")) >= parseDateTime64BestEffort({p1:String}, 6) AND fromUnixTimestamp64Milli(toInt64("readings"."taken")) < parseDateTime64BestEffort({p2:String}, 6) ORDER BY "readings"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["2024-01-01","2024-02-02"]

-- a leap day
SELECT "employees"."name" AS "name" FROM "employees" WHERE "employees"."hired" >= parseDateTime64BestEffort({p1:String}, 6) AND "employees"."hired" < parseDateTime64BestEffort({p2:String}, 6) ORDER BY "employees"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["2020-02-29","2020-03-01"]

-- the last second of a year
SELECT "sales"."id" AS "id" FROM "sales" WHERE "sales"."sold_at" >= parseDateTime64BestEffort({p1:String}, 6) AND "sales"."sold_at" < parseDateTime64BestEffort({p2:String}, 6) ORDER BY "sales"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1
-- ["2023-12-31","2024-01-01"]

-- neither true nor false
SELECT "sales"."id" AS "id" FROM "sales" WHERE "sales"."is_online" IS NULL ORDER BY "sales"."id" ASC NULLS LAST SETTINGS join_use_nulls = 1

-- empty last, from the highest
SELECT "sales"."id" AS "id", "sales"."cost" AS "cost" FROM "sales" ORDER BY "cost" DESC NULLS LAST, "sales"."id" ASC NULLS LAST LIMIT 3 OFFSET 5 SETTINGS join_use_nulls = 1

-- empty last, from the lowest, by a hidden measure
SELECT "parts"."name" AS "name", COALESCE(maxOrNull("parts"."count_orders"), 0) AS "count_orders" FROM (SELECT "customers"."name" AS "name", sumOrNull("refunds"."amount") AS "refunded", NULL AS "count_orders" FROM "refunds" LEFT JOIN "orders" ON "orders"."id" = "refunds"."order_id" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" UNION ALL SELECT "customers"."name" AS "name", NULL AS "refunded", COUNT(*) AS "count_orders" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name") AS "parts" GROUP BY "parts"."name" ORDER BY maxOrNull("parts"."refunded") ASC NULLS LAST, "name" ASC NULLS LAST SETTINGS join_use_nulls = 1
