-- count of rows
SELECT COUNT(*) AS "count_orders" FROM "orders"

-- every aggregate of one column
SELECT COUNT("orders"."total") AS "count_total", COUNT(DISTINCT "orders"."total") AS "count_distinct_total", SUM("orders"."total") AS "sum_total", AVG("orders"."total") AS "avg_total", MIN("orders"."total") AS "min_total", MAX("orders"."total") AS "max_total" FROM "orders"

-- median of even and odd numbers of rows
SELECT "ranked"."dimension_0" AS "name", AVG(CASE WHEN ("ranked"."rank_0" * 2) >= "ranked"."count_0" AND ("ranked"."rank_0" * 2) <= ("ranked"."count_0" + 2) THEN "ranked"."value_0" END) AS "median_price", COUNT(*) AS "count_sales" FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY "grain"."dimension_0" ORDER BY "grain"."value_0" ASC NULLS LAST) AS "rank_0", COUNT("grain"."value_0") OVER (PARTITION BY "grain"."dimension_0") AS "count_0" FROM (SELECT "stores"."name" AS "dimension_0", "sales"."price" AS "value_0" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id") AS "grain") AS "ranked" GROUP BY "ranked"."dimension_0" ORDER BY "name" ASC NULLS LAST

-- medians beside sums of another table
SELECT MAX("parts"."median_price") AS "median_price", MAX("parts"."pieces") AS "pieces", MAX("parts"."sum_total") AS "sum_total" FROM (SELECT AVG(CASE WHEN ("ranked"."rank_0" * 2) >= "ranked"."count_0" AND ("ranked"."rank_0" * 2) <= ("ranked"."count_0" + 2) THEN "ranked"."value_0" END) AS "median_price", AVG(CASE WHEN ("ranked"."rank_1" * 2) >= "ranked"."count_1" AND ("ranked"."rank_1" * 2) <= ("ranked"."count_1" + 2) THEN "ranked"."value_1" END) AS "pieces", NULL AS "sum_total" FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY "grain"."value_0" ASC NULLS LAST) AS "rank_0", COUNT("grain"."value_0") OVER () AS "count_0", ROW_NUMBER() OVER (ORDER BY "grain"."value_1" ASC NULLS LAST) AS "rank_1", COUNT("grain"."value_1") OVER () AS "count_1" FROM (SELECT "sales"."price" AS "value_0", "sales"."units" AS "value_1" FROM "sales") AS "grain") AS "ranked" UNION ALL SELECT NULL AS "median_price", NULL AS "pieces", SUM("orders"."total") AS "sum_total" FROM "orders") AS "parts"

-- median by the many side counts each row once
SELECT "ranked"."dimension_0" AS "label", AVG(CASE WHEN ("ranked"."rank_0" * 2) >= "ranked"."count_0" AND ("ranked"."rank_0" * 2) <= ("ranked"."count_0" + 2) THEN "ranked"."value_0" END) AS "middle" FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY "grain"."dimension_0" ORDER BY "grain"."value_0" ASC NULLS LAST) AS "rank_0", COUNT("grain"."value_0") OVER (PARTITION BY "grain"."dimension_0") AS "count_0" FROM (SELECT DISTINCT "tags"."label" AS "dimension_0", "sales"."id" AS "key_0", "sales"."price" AS "value_0" FROM "sales" LEFT JOIN "sale_tags" ON "sale_tags"."sale_id" = "sales"."id" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id") AS "grain") AS "ranked" GROUP BY "ranked"."dimension_0" HAVING AVG(CASE WHEN ("ranked"."rank_0" * 2) >= "ranked"."count_0" AND ("ranked"."rank_0" * 2) <= ("ranked"."count_0" + 2) THEN "ranked"."value_0" END) > ? ORDER BY "label" ASC NULLS LAST
-- [10]

-- median of no rows
SELECT AVG(CASE WHEN ("ranked"."rank_0" * 2) >= "ranked"."count_0" AND ("ranked"."rank_0" * 2) <= ("ranked"."count_0" + 2) THEN "ranked"."value_0" END) AS "median_cost" FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY "grain"."value_0" ASC NULLS LAST) AS "rank_0", COUNT("grain"."value_0") OVER () AS "count_0" FROM (SELECT "sales"."cost" AS "value_0" FROM "sales" WHERE "sales"."units" > ?) AS "grain") AS "ranked"
-- [99]

-- correlation of two columns
SELECT MAX("parts"."correlation") AS "correlation", MAX("parts"."sum_total") AS "sum_total" FROM (SELECT (AVG(CAST(CASE WHEN "sales"."price" IS NOT NULL THEN "sales"."units" END AS REAL) * CAST(CASE WHEN "sales"."units" IS NOT NULL THEN "sales"."price" END AS REAL)) - AVG(CAST(CASE WHEN "sales"."price" IS NOT NULL THEN "sales"."units" END AS REAL)) * AVG(CAST(CASE WHEN "sales"."units" IS NOT NULL THEN "sales"."price" END AS REAL))) / NULLIF(SQRT((AVG(CAST(CASE WHEN "sales"."price" IS NOT NULL THEN "sales"."units" END AS REAL) * CAST(CASE WHEN "sales"."price" IS NOT NULL THEN "sales"."units" END AS REAL)) - AVG(CAST(CASE WHEN "sales"."price" IS NOT NULL THEN "sales"."units" END AS REAL)) * AVG(CAST(CASE WHEN "sales"."price" IS NOT NULL THEN "sales"."units" END AS REAL))) * (AVG(CAST(CASE WHEN "sales"."units" IS NOT NULL THEN "sales"."price" END AS REAL) * CAST(CASE WHEN "sales"."units" IS NOT NULL THEN "sales"."price" END AS REAL)) - AVG(CAST(CASE WHEN "sales"."units" IS NOT NULL THEN "sales"."price" END AS REAL)) * AVG(CAST(CASE WHEN "sales"."units" IS NOT NULL THEN "sales"."price" END AS REAL)))), 0) AS "correlation", NULL AS "sum_total" FROM "sales" UNION ALL SELECT NULL AS "correlation", SUM("orders"."total") AS "sum_total" FROM "orders") AS "parts"

-- correlation is nothing where a column does not vary
SELECT (AVG(CAST(CASE WHEN "sales"."price" IS NOT NULL THEN "sales"."units" END AS REAL) * CAST(CASE WHEN "sales"."units" IS NOT NULL THEN "sales"."price" END AS REAL)) - AVG(CAST(CASE WHEN "sales"."price" IS NOT NULL THEN "sales"."units" END AS REAL)) * AVG(CAST(CASE WHEN "sales"."units" IS NOT NULL THEN "sales"."price" END AS REAL))) / NULLIF(SQRT((AVG(CAST(CASE WHEN "sales"."price" IS NOT NULL THEN "sales"."units" END AS REAL) * CAST(CASE WHEN "sales"."price" IS NOT NULL THEN "sales"."units" END AS REAL)) - AVG(CAST(CASE WHEN "sales"."price" IS NOT NULL THEN "sales"."units" END AS REAL)) * AVG(CAST(CASE WHEN "sales"."price" IS NOT NULL THEN "sales"."units" END AS REAL))) * (AVG(CAST(CASE WHEN "sales"."units" IS NOT NULL THEN "sales"."price" END AS REAL) * CAST(CASE WHEN "sales"."units" IS NOT NULL THEN "sales"."price" END AS REAL)) - AVG(CAST(CASE WHEN "sales"."units" IS NOT NULL THEN "sales"."price" END AS REAL)) * AVG(CAST(CASE WHEN "sales"."units" IS NOT NULL THEN "sales"."price" END AS REAL)))), 0) AS "r" FROM "sales" WHERE "sales"."units" = ?
-- [2]

-- named measure
SELECT SUM("orders"."total") AS "revenue" FROM "orders"

-- list in the order of the key
SELECT "customers"."name" AS "name" FROM "customers" ORDER BY "customers"."id" ASC NULLS LAST

-- list of distinct values, empty last
SELECT DISTINCT "customers"."country" AS "country" FROM "customers" ORDER BY "country" ASC NULLS LAST

-- list sorted by a column that is not shown
SELECT "customers"."name" AS "name" FROM "customers" ORDER BY "customers"."signed_up" DESC NULLS LAST, "customers"."id" ASC NULLS LAST LIMIT 2

-- distinct list sorted by a column that is not shown
SELECT "result"."made_in" AS "made_in" FROM (SELECT DISTINCT "products"."made_in" AS "made_in", "products"."category_id" AS "category_id" FROM "products") AS "result" ORDER BY "result"."category_id" DESC NULLS LAST, "result"."made_in" ASC NULLS LAST

-- measure by the one side keeps rows without a partner
SELECT "customers"."name" AS "name", COUNT(*) AS "count_orders" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" ORDER BY "name" ASC NULLS LAST

-- sum over two steps to the one side
SELECT "categories"."title" AS "title", SUM("lines"."quantity") AS "sum_quantity" FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" GROUP BY "categories"."title" ORDER BY "title" ASC NULLS LAST

-- sum by the many side counts each order once per group
SELECT "grain"."dimension_0" AS "name", SUM("grain"."value_0") AS "sum_total" FROM (SELECT DISTINCT "products"."name" AS "dimension_0", "orders"."id" AS "key_0", "orders"."total" AS "value_0" FROM "orders" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "name" ASC NULLS LAST

-- average by the many side
SELECT "grain"."dimension_0" AS "title", AVG("grain"."value_0") AS "avg_total" FROM (SELECT DISTINCT "categories"."title" AS "dimension_0", "orders"."id" AS "key_0", "orders"."total" AS "value_0" FROM "orders" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "title" ASC NULLS LAST

-- count by the many side
SELECT "grain"."dimension_0" AS "title", COUNT(*) AS "count_customers" FROM (SELECT DISTINCT "categories"."title" AS "dimension_0", "customers"."id" AS "key_0" FROM "customers" LEFT JOIN "orders" ON "orders"."customer_id" = "customers"."id" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "title" ASC NULLS LAST

-- a table without a key keeps equal rows
SELECT "orders"."status" AS "status", SUM("refunds"."amount") AS "sum_amount" FROM "refunds" LEFT JOIN "orders" ON "orders"."id" = "refunds"."order_id" GROUP BY "orders"."status" ORDER BY "status" ASC NULLS LAST

-- a table without a key, by the many side
SELECT "grain"."dimension_0" AS "name", SUM("grain"."value_0") AS "sum_amount" FROM (SELECT DISTINCT "products"."name" AS "dimension_0", "refunds"."querent_row" AS "key_0", "refunds"."amount" AS "value_0" FROM (SELECT *, ROW_NUMBER() OVER () AS "querent_row" FROM "refunds") AS "refunds" LEFT JOIN "orders" ON "orders"."id" = "refunds"."order_id" LEFT JOIN "lines" ON "lines"."order_id" = "orders"."id" LEFT JOIN "products" ON "products"."id" = "lines"."product_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "name" ASC NULLS LAST

-- measures of two grains side by side
SELECT "parts"."status" AS "status", MAX("parts"."sum_total") AS "sum_total", MAX("parts"."sum_quantity") AS "sum_quantity", MAX("parts"."sum_amount") AS "sum_amount" FROM (SELECT "orders"."status" AS "status", SUM("orders"."total") AS "sum_total", NULL AS "sum_quantity", NULL AS "sum_amount" FROM "orders" GROUP BY "orders"."status" UNION ALL SELECT "orders"."status" AS "status", NULL AS "sum_total", SUM("lines"."quantity") AS "sum_quantity", NULL AS "sum_amount" FROM "lines" LEFT JOIN "orders" ON "orders"."id" = "lines"."order_id" GROUP BY "orders"."status" UNION ALL SELECT "orders"."status" AS "status", NULL AS "sum_total", NULL AS "sum_quantity", SUM("refunds"."amount") AS "sum_amount" FROM "refunds" LEFT JOIN "orders" ON "orders"."id" = "refunds"."order_id" GROUP BY "orders"."status") AS "parts" GROUP BY "parts"."status" ORDER BY "status" ASC NULLS LAST

-- measures of two grains without groups
SELECT COALESCE(MAX("parts"."count_orders"), 0) AS "count_orders", COALESCE(MAX("parts"."count_customers"), 0) AS "count_customers" FROM (SELECT COUNT(*) AS "count_orders", NULL AS "count_customers" FROM "orders" UNION ALL SELECT NULL AS "count_orders", COUNT(*) AS "count_customers" FROM "customers") AS "parts"

-- a measure with its own filter
SELECT "parts"."country" AS "country", COALESCE(MAX("parts"."count_orders"), 0) AS "count_orders", COALESCE(MAX("parts"."paid"), 0) AS "paid" FROM (SELECT "customers"."country" AS "country", COUNT(*) AS "count_orders", NULL AS "paid" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."country" UNION ALL SELECT "customers"."country" AS "country", NULL AS "count_orders", COUNT(*) AS "paid" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" WHERE "orders"."status" = ? GROUP BY "customers"."country") AS "parts" GROUP BY "parts"."country" ORDER BY "country" ASC NULLS LAST
-- ["paid"]

-- by day
SELECT date("orders"."ordered_at") AS "ordered_at_day", COUNT(*) AS "count_orders" FROM "orders" GROUP BY date("orders"."ordered_at") ORDER BY "ordered_at_day" ASC NULLS LAST LIMIT 2

-- by week, named by its Monday
SELECT date("orders"."ordered_at", 'weekday 0', '-6 days') AS "ordered_at_week", COUNT(*) AS "count_orders" FROM "orders" GROUP BY date("orders"."ordered_at", 'weekday 0', '-6 days') ORDER BY "ordered_at_week" ASC NULLS LAST

-- by month
SELECT strftime('%Y-%m', "orders"."ordered_at") AS "ordered_at_month", SUM("orders"."total") AS "sum_total" FROM "orders" GROUP BY strftime('%Y-%m', "orders"."ordered_at") ORDER BY "ordered_at_month" ASC NULLS LAST

-- by quarter
SELECT strftime('%Y', "orders"."ordered_at") || '-Q' || ((CAST(strftime('%m', "orders"."ordered_at") AS INTEGER) + 2) / 3) AS "ordered_at_quarter", SUM("orders"."total") AS "sum_total" FROM "orders" GROUP BY strftime('%Y', "orders"."ordered_at") || '-Q' || ((CAST(strftime('%m', "orders"."ordered_at") AS INTEGER) + 2) / 3) ORDER BY "ordered_at_quarter" ASC NULLS LAST

-- by year of a date
SELECT strftime('%Y', "customers"."signed_up") AS "signed_up_year", COUNT(*) AS "count_customers" FROM "customers" GROUP BY strftime('%Y', "customers"."signed_up") ORDER BY "signed_up_year" ASC NULLS LAST

-- by year of a column of years
SELECT CAST("products"."made_in" AS TEXT) AS "made_in_year", COUNT(*) AS "count_products" FROM "products" GROUP BY CAST("products"."made_in" AS TEXT) ORDER BY "made_in_year" ASC NULLS LAST

-- by month of text and of seconds
SELECT strftime('%Y-%m', "refunds"."refunded_on") AS "refunded_on_month", COUNT(*) AS "count_refunds" FROM "refunds" GROUP BY strftime('%Y-%m', "refunds"."refunded_on") ORDER BY "refunded_on_month" ASC NULLS LAST

-- by quarter of seconds
SELECT strftime('%Y-%m', datetime("flights"."departed", 'unixepoch')) AS "departed_month", COUNT(*) AS "count_flights" FROM "flights" GROUP BY strftime('%Y-%m', datetime("flights"."departed", 'unixepoch')) ORDER BY "departed_month" ASC NULLS LAST

-- the most of something
SELECT "customers"."name" AS "name" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" ORDER BY COUNT(*) DESC NULLS LAST, "name" ASC NULLS LAST LIMIT 1

-- having more than
SELECT "customers"."name" AS "name", SUM("orders"."total") AS "sum_total" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" HAVING SUM("orders"."total") >= ? ORDER BY "name" ASC NULLS LAST
-- [50]

-- having between, over two grains
SELECT "parts"."name" AS "name", COALESCE(MAX("parts"."count_orders"), 0) AS "count_orders", MAX("parts"."sum_quantity") AS "sum_quantity" FROM (SELECT "customers"."name" AS "name", COUNT(*) AS "count_orders", NULL AS "sum_quantity" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" UNION ALL SELECT "customers"."name" AS "name", NULL AS "count_orders", SUM("lines"."quantity") AS "sum_quantity" FROM "lines" LEFT JOIN "orders" ON "orders"."id" = "lines"."order_id" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name") AS "parts" GROUP BY "parts"."name" HAVING MAX("parts"."sum_quantity") >= ? AND MAX("parts"."sum_quantity") <= ? ORDER BY "name" ASC NULLS LAST
-- [6,8]

-- the first per group
SELECT "result"."country" AS "country", "result"."name" AS "name", "result"."sum_total" AS "sum_total" FROM (SELECT "customers"."country" AS "country", "customers"."name" AS "name", SUM("orders"."total") AS "sum_total", ROW_NUMBER() OVER (PARTITION BY "customers"."country" ORDER BY SUM("orders"."total") DESC NULLS LAST, "customers"."country" ASC NULLS LAST, "customers"."name" ASC NULLS LAST) AS "querent_rank" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."country", "customers"."name") AS "result" WHERE "result"."querent_rank" <= 1 ORDER BY "result"."country" ASC NULLS LAST, "result"."querent_rank" ASC NULLS LAST

-- a filter behind many rows lists each row once
SELECT "customers"."name" AS "name" FROM "customers" WHERE EXISTS (SELECT 1 FROM "orders" WHERE "orders"."customer_id" = "customers"."id" AND EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "lines"."order_id" = "orders"."id" AND "categories"."title" = ?)) ORDER BY "customers"."id" ASC NULLS LAST
-- ["Toys"]

-- a filter behind many rows sums each row once
SELECT SUM("orders"."total") AS "sum_total" FROM "orders" WHERE EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "lines"."order_id" = "orders"."id" AND "categories"."title" = ?)
-- ["Toys"]

-- conditions of one row
SELECT "orders"."id" AS "id" FROM "orders" WHERE EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" WHERE "lines"."order_id" = "orders"."id" AND "products"."name" = ? AND "lines"."quantity" > ?) ORDER BY "orders"."id" ASC NULLS LAST
-- ["Saw",1]

-- none exists
SELECT "customers"."name" AS "name" FROM "customers" WHERE NOT (EXISTS (SELECT 1 FROM "orders" WHERE "orders"."customer_id" = "customers"."id" AND "orders"."id" IS NOT NULL)) ORDER BY "customers"."id" ASC NULLS LAST

-- none exists with a condition
SELECT "orders"."id" AS "id" FROM "orders" WHERE NOT (EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "lines"."order_id" = "orders"."id" AND "categories"."title" = ?)) ORDER BY "orders"."id" ASC NULLS LAST
-- ["Toys"]

-- either here or behind many rows
SELECT "orders"."id" AS "id" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" WHERE "customers"."name" = ? OR EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" WHERE "lines"."order_id" = "orders"."id" AND "products"."name" = ?) ORDER BY "orders"."id" ASC NULLS LAST
-- ["Cem","Saw"]

-- pairs met through a table between are listed once
SELECT DISTINCT "customers"."name" AS "name", "categories"."title" AS "title" FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "orders" ON "orders"."id" = "lines"."order_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" ORDER BY "name" ASC NULLS LAST, "title" ASC NULLS LAST

-- the join that was named
SELECT "airports"."city" AS "city", COUNT(*) AS "count_flights" FROM "flights" LEFT JOIN "airports" ON "airports"."code" = "flights"."destination" GROUP BY "airports"."city" ORDER BY "city" ASC NULLS LAST

-- equals one of several
SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" IN (?, ?) ORDER BY "customers"."id" ASC NULLS LAST
-- ["Austria","Brazil"]

-- not equal leaves out the empty
SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" <> ? ORDER BY "customers"."id" ASC NULLS LAST
-- ["Brazil"]

-- not equal to several
SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" NOT IN (?, ?) ORDER BY "customers"."id" ASC NULLS LAST
-- ["Brazil","Chile"]

-- is empty
SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."country" IS NULL ORDER BY "customers"."id" ASC NULLS LAST

-- is not empty
SELECT COUNT(*) AS "count_customers" FROM "customers" WHERE "customers"."country" IS NOT NULL

-- more than the average
SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."total" > (SELECT AVG("orders"."total") AS "figure" FROM "orders") ORDER BY "orders"."id" ASC NULLS LAST

-- the highest, behind a step to many rows
SELECT "customers"."name" AS "name" FROM "customers" WHERE EXISTS (SELECT 1 FROM "orders" WHERE "orders"."customer_id" = "customers"."id" AND "orders"."total" = (SELECT MAX("orders"."total") AS "figure" FROM "orders")) ORDER BY "customers"."id" ASC NULLS LAST

-- numbers between
SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."total" >= ? AND "orders"."total" <= ? ORDER BY "orders"."id" ASC NULLS LAST
-- [20,50]

-- greater and less
SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."total" > ? AND "orders"."total" <= ? AND "orders"."total" >= ? AND "orders"."total" < ? ORDER BY "orders"."id" ASC NULLS LAST
-- [7,50,20,50]

-- either or, and not
SELECT "customers"."name" AS "name" FROM "customers" WHERE ("customers"."name" LIKE ? ESCAPE '\' OR "customers"."name" LIKE ? ESCAPE '\') AND "customers"."country" IS NOT NULL ORDER BY "customers"."id" ASC NULLS LAST
-- ["a%","%E"]

-- contains takes signs literally and ignores case
SELECT "categories"."title" AS "title" FROM "categories" WHERE "categories"."title" LIKE ? ESCAPE '\' ORDER BY "categories"."id" ASC NULLS LAST
-- ["%0\\%\\_R%"]

-- does not contain
SELECT "categories"."title" AS "title" FROM "categories" WHERE NOT ("categories"."title" LIKE ? ESCAPE '\') ORDER BY "categories"."id" ASC NULLS LAST
-- ["%to%"]

-- contains on a number
SELECT "products"."name" AS "name" FROM "products" WHERE CAST("products"."made_in" AS TEXT) LIKE ? ESCAPE '\' ORDER BY "products"."id" ASC NULLS LAST
-- ["%02%"]

-- a day stands for the whole day
SELECT "orders"."id" AS "id" FROM "orders" WHERE "orders"."ordered_at" >= ? AND "orders"."ordered_at" < ? ORDER BY "orders"."id" ASC NULLS LAST
-- ["2023-02-14","2023-02-15"]

-- until a day includes it
SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" < ?
-- ["2023-02-15"]

-- after a day begins the day after
SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= ?
-- ["2023-02-15"]

-- a quarter
SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= ? AND "orders"."ordered_at" < ?
-- ["2023-01-01","2023-04-01"]

-- between two months
SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= ? AND "orders"."ordered_at" < ?
-- ["2023-02-01","2024-04-01"]

-- before a year
SELECT "customers"."name" AS "name" FROM "customers" WHERE "customers"."signed_up" < ? ORDER BY "customers"."id" ASC NULLS LAST
-- ["2023-01-01"]

-- not in a year
SELECT "customers"."name" AS "name" FROM "customers" WHERE NOT ("customers"."signed_up" >= ? AND "customers"."signed_up" < ?) AND NOT ("customers"."signed_up" >= ? AND "customers"."signed_up" < ?) ORDER BY "customers"."id" ASC NULLS LAST
-- ["2023-01-01","2024-01-01","2022-01-01","2023-01-01"]

-- an exact moment
SELECT COUNT(*) AS "count_orders" FROM "orders" WHERE "orders"."ordered_at" >= ?
-- ["2023-02-14 23:59:59"]

-- a column of years
SELECT "products"."name" AS "name" FROM "products" WHERE "products"."made_in" > ? ORDER BY "products"."id" ASC NULLS LAST
-- [2019]

-- dates kept as text
SELECT COUNT(*) AS "count_refunds" FROM "refunds" WHERE "refunds"."refunded_on" >= ? AND "refunds"."refunded_on" < ?
-- ["2023-01-01","2023-02-01"]

-- seconds since 1970
SELECT COUNT(*) AS "count_flights" FROM "flights" WHERE datetime("flights"."departed", 'unixepoch') >= ? AND datetime("flights"."departed", 'unixepoch') < ?
-- ["2024-02-01","2024-03-01"]

-- numbers kept as text
SELECT "products"."name" AS "name" FROM "products" WHERE CASE WHEN "products"."weight" GLOB '*[0-9]*' AND "products"."weight" NOT GLOB '*[0-9.][-+]*' AND TRIM("products"."weight", ' +-.eE0123456789') = '' THEN CAST("products"."weight" AS REAL) END > ? ORDER BY "products"."id" ASC NULLS LAST
-- [1]

-- sum of numbers kept as text
SELECT MAX(CASE WHEN "products"."weight" GLOB '*[0-9]*' AND "products"."weight" NOT GLOB '*[0-9.][-+]*' AND TRIM("products"."weight", ' +-.eE0123456789') = '' THEN CAST("products"."weight" AS REAL) END) AS "max_weight" FROM "products"

-- true or false
SELECT "products"."name" AS "name" FROM "products" WHERE "products"."is_sold" = ? ORDER BY "products"."id" ASC NULLS LAST
-- [0]

-- a defined expression
SELECT SUM(("sales"."price" * "sales"."units")) AS "turnover" FROM "sales"

-- a defined expression by group
SELECT "stores"."region" AS "region", SUM(("sales"."price" * "sales"."units")) AS "turnover" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" ORDER BY "region" ASC NULLS LAST

-- a defined filter
SELECT "parts"."region" AS "region", COALESCE(MAX("parts"."online_sales"), 0) AS "online_sales", COALESCE(MAX("parts"."sales_count"), 0) AS "sales_count" FROM (SELECT "stores"."region" AS "region", COUNT(*) AS "online_sales", NULL AS "sales_count" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "sales"."is_online" = ? GROUP BY "stores"."region" UNION ALL SELECT "stores"."region" AS "region", NULL AS "online_sales", COUNT(*) AS "sales_count" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region") AS "parts" GROUP BY "parts"."region" ORDER BY "region" ASC NULLS LAST
-- [1]

-- an expression with a missing part
SELECT strftime('%Y', "sales"."sold_at") AS "sold_at_year", SUM((("sales"."price" * "sales"."units") * (1 - "sales"."discount"))) AS "net" FROM "sales" GROUP BY strftime('%Y', "sales"."sold_at") ORDER BY "sold_at_year" ASC NULLS LAST

-- the average of an expression
SELECT AVG(("sales"."price" - "sales"."cost")) AS "margin" FROM "sales"

-- whole numbers divide into fractions, and by zero into nothing
SELECT SUM((CAST("sales"."units" AS REAL) / NULLIF("sales"."discount", 0))) AS "odd", AVG((CAST("sales"."units" AS REAL) / NULLIF(4, 0))) AS "quarters" FROM "sales"

-- the time from one date to another
SELECT MAX("parts"."days_since_first") AS "days_since_first", MAX("parts"."hours") AS "hours" FROM (SELECT MAX((CAST((CAST(strftime('%s', ?) AS INTEGER) - CAST(strftime('%s', "sales"."sold_at") AS INTEGER)) AS REAL) / NULLIF(86400, 0))) AS "days_since_first", NULL AS "hours" FROM "sales" UNION ALL SELECT NULL AS "days_since_first", MIN((CAST((CAST(strftime('%s', "refunds"."refunded_on") AS INTEGER) - CAST(strftime('%s', ?) AS INTEGER)) AS REAL) / NULLIF(3600, 0))) AS "hours" FROM "refunds") AS "parts"
-- ["2024-05-01","2023-01-01 12:00"]

-- the time between moments of a row
SELECT AVG((CAST(strftime('%s', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER) - CAST(strftime('%s', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER))) AS "none", AVG((CAST((CAST(strftime('%s', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER) - CAST(strftime('%s', ?) AS INTEGER)) AS REAL) / NULLIF(60, 0))) AS "minutes" FROM "readings"
-- ["2023-01-01"]

-- a calculation over columns of another table
SELECT "stores"."region" AS "region", AVG((CAST((CAST(strftime('%s', "returns"."returned_at") AS INTEGER) - CAST(strftime('%s', "sales"."sold_at") AS INTEGER)) AS REAL) / NULLIF(86400, 0))) AS "days", SUM((2 * "sales"."price")) AS "doubled", COUNT(*) AS "count_returns" FROM "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" ORDER BY "region" ASC NULLS LAST

-- a case
SELECT "stores"."region" AS "region", SUM(CASE WHEN "sales"."is_online" = ? THEN "sales"."units" WHEN "sales"."units" > ? THEN 100 ELSE 0 END) AS "weighted" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" ORDER BY "region" ASC NULLS LAST
-- [1,3]

-- a case without an else
SELECT COUNT(CASE WHEN "sales"."price" >= ? AND "sales"."price" <= ? THEN 1 END) AS "middling" FROM "sales"
-- [10,20.25]

-- yes and no as numbers
SELECT SUM("sales"."is_online") AS "sum_is_online", AVG("sales"."is_online") AS "avg_is_online", MAX("sales"."is_online") AS "max_is_online" FROM "sales"

-- an expression by the many side
SELECT "grain"."dimension_0" AS "label", SUM("grain"."value_0") AS "turnover" FROM (SELECT DISTINCT "tags"."label" AS "dimension_0", "sales"."id" AS "key_0", ("sales"."price" * "sales"."units") AS "value_0" FROM "sales" LEFT JOIN "sale_tags" ON "sale_tags"."sale_id" = "sales"."id" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "label" ASC NULLS LAST

-- distinct values of an expression
SELECT COUNT(DISTINCT ("sales"."units" * 2)) AS "kinds" FROM "sales"

-- a ratio of two measures
SELECT "stores"."region" AS "region", (CAST(SUM(("sales"."price" * "sales"."units")) AS REAL) / NULLIF(COUNT(*), 0)) AS "basket" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" ORDER BY "region" ASC NULLS LAST

-- a share in percent
SELECT "parts"."name" AS "name", ((CAST(COALESCE(MAX("parts"."querent_numerator_0"), 0) AS REAL) / NULLIF(COALESCE(MAX("parts"."querent_denominator_0"), 0), 0)) * 100) AS "online_percent" FROM (SELECT "stores"."name" AS "name", COUNT(*) AS "querent_numerator_0", NULL AS "querent_denominator_0" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "sales"."is_online" = ? GROUP BY "stores"."name" UNION ALL SELECT "stores"."name" AS "name", NULL AS "querent_numerator_0", COUNT(*) AS "querent_denominator_0" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name") AS "parts" GROUP BY "parts"."name" ORDER BY "name" ASC NULLS LAST
-- [1]

-- a ratio of two tables
SELECT "parts"."region" AS "region", ((CAST(MAX("parts"."querent_numerator_0") AS REAL) / NULLIF(MAX("parts"."querent_denominator_0"), 0)) * 100) AS "percent" FROM (SELECT "stores"."region" AS "region", SUM("returns"."amount") AS "querent_numerator_0", NULL AS "querent_denominator_0" FROM "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" UNION ALL SELECT "stores"."region" AS "region", NULL AS "querent_numerator_0", SUM(("sales"."price" * "sales"."units")) AS "querent_denominator_0" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region") AS "parts" GROUP BY "parts"."region" ORDER BY "region" ASC NULLS LAST

-- a ratio without groups
SELECT (CAST(SUM("sales"."units") AS REAL) / NULLIF(COUNT(*), 0)) AS "ratio" FROM "sales"

-- a ratio over nothing
SELECT (CAST(SUM("sales"."units") AS REAL) / NULLIF(COUNT(*), 0)) AS "ratio" FROM "sales" WHERE "sales"."units" > ?
-- [1000]

-- having a ratio
SELECT "stores"."name" AS "name" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name" HAVING (CAST(SUM("sales"."units") AS REAL) / NULLIF(COUNT(*), 0)) > ? ORDER BY (CAST(SUM("sales"."units") AS REAL) / NULLIF(COUNT(*), 0)) DESC NULLS LAST, "name" ASC NULLS LAST
-- [2.9]

-- share of the total
SELECT "computed"."region" AS "region", "computed"."sum_units" AS "sum_units", ((CAST("computed"."sum_units" AS REAL) / NULLIF(SUM("computed"."sum_units") OVER (), 0)) * 100) AS "share" FROM (SELECT "stores"."region" AS "region", SUM("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region") AS "computed" ORDER BY "region" ASC NULLS LAST

-- share within each region, only the large
SELECT "derived"."region" AS "region", "derived"."name" AS "name", "derived"."sum_units" AS "sum_units", "derived"."share" AS "share" FROM (SELECT "computed"."region" AS "region", "computed"."name" AS "name", "computed"."sum_units" AS "sum_units", (CAST("computed"."sum_units" AS REAL) / NULLIF(SUM("computed"."sum_units") OVER (PARTITION BY "computed"."region"), 0)) AS "share" FROM (SELECT "stores"."region" AS "region", "stores"."name" AS "name", SUM("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region", "stores"."name") AS "computed") AS "derived" WHERE "derived"."share" > ? ORDER BY "region" ASC NULLS LAST, "name" ASC NULLS LAST
-- [0.3]

-- running total
SELECT "computed"."sold_at_month" AS "sold_at_month", "computed"."sum_units" AS "sum_units", SUM("computed"."sum_units") OVER (ORDER BY "computed"."sold_at_month" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "so_far" FROM (SELECT strftime('%Y-%m', "sales"."sold_at") AS "sold_at_month", SUM("sales"."units") AS "sum_units" FROM "sales" GROUP BY strftime('%Y-%m', "sales"."sold_at")) AS "computed" ORDER BY "sold_at_month" ASC NULLS LAST

-- running total within each region, latest first
SELECT "computed"."sold_at_month" AS "sold_at_month", "computed"."region" AS "region", "computed"."sum_units" AS "sum_units", SUM("computed"."sum_units") OVER (PARTITION BY "computed"."region" ORDER BY "computed"."sold_at_month" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "sum_units_running_total" FROM (SELECT strftime('%Y-%m', "sales"."sold_at") AS "sold_at_month", "stores"."region" AS "region", SUM("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY strftime('%Y-%m', "sales"."sold_at"), "stores"."region") AS "computed" ORDER BY "sold_at_month" DESC NULLS LAST, "region" ASC NULLS LAST LIMIT 3

-- running total begins anew each year
SELECT "computed"."sold_at_year" AS "sold_at_year", "computed"."sold_at_month" AS "sold_at_month", "computed"."sum_units" AS "sum_units", SUM("computed"."sum_units") OVER (PARTITION BY "computed"."sold_at_year" ORDER BY "computed"."sold_at_month" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "sum_units_running_total" FROM (SELECT strftime('%Y', "sales"."sold_at") AS "sold_at_year", strftime('%Y-%m', "sales"."sold_at") AS "sold_at_month", SUM("sales"."units") AS "sum_units" FROM "sales" GROUP BY strftime('%Y', "sales"."sold_at"), strftime('%Y-%m', "sales"."sold_at")) AS "computed" ORDER BY "sold_at_year" ASC NULLS LAST, "sold_at_month" ASC NULLS LAST

-- previous, change and percent change
SELECT "computed"."sold_at_year" AS "sold_at_year", "computed"."sum_units" AS "sum_units", MAX("computed"."sum_units") OVER (ORDER BY "computed"."sold_at_year" ASC NULLS LAST ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING) AS "before", ("computed"."sum_units" - MAX("computed"."sum_units") OVER (ORDER BY "computed"."sold_at_year" ASC NULLS LAST ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING)) AS "change", ((CAST(("computed"."sum_units" - MAX("computed"."sum_units") OVER (ORDER BY "computed"."sold_at_year" ASC NULLS LAST ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING)) AS REAL) / NULLIF(ABS(MAX("computed"."sum_units") OVER (ORDER BY "computed"."sold_at_year" ASC NULLS LAST ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING)), 0)) * 100) AS "percent" FROM (SELECT strftime('%Y', "sales"."sold_at") AS "sold_at_year", SUM("sales"."units") AS "sum_units" FROM "sales" GROUP BY strftime('%Y', "sales"."sold_at")) AS "computed" ORDER BY "sold_at_year" ASC NULLS LAST

-- the row two before
SELECT "computed"."sold_at_month" AS "sold_at_month", "computed"."sum_units" AS "sum_units", MAX("computed"."sum_units") OVER (ORDER BY "computed"."sold_at_month" ASC NULLS LAST ROWS BETWEEN 2 PRECEDING AND 2 PRECEDING) AS "before" FROM (SELECT strftime('%Y-%m', "sales"."sold_at") AS "sold_at_month", SUM("sales"."units") AS "sum_units" FROM "sales" GROUP BY strftime('%Y-%m', "sales"."sold_at")) AS "computed" ORDER BY "sold_at_month" ASC NULLS LAST LIMIT 4

-- moving average
SELECT "computed"."sold_at_month" AS "sold_at_month", "computed"."sum_units" AS "sum_units", AVG(CAST("computed"."sum_units" AS REAL)) OVER (ORDER BY "computed"."sold_at_month" ASC NULLS LAST ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS "smooth" FROM (SELECT strftime('%Y-%m', "sales"."sold_at") AS "sold_at_month", SUM("sales"."units") AS "sum_units" FROM "sales" GROUP BY strftime('%Y-%m', "sales"."sold_at")) AS "computed" ORDER BY "sold_at_month" ASC NULLS LAST

-- rank, equal ones together
SELECT "computed"."sold_at_month" AS "sold_at_month", "computed"."sum_units" AS "sum_units", RANK() OVER (ORDER BY "computed"."sum_units" DESC NULLS LAST) AS "place" FROM (SELECT strftime('%Y-%m', "sales"."sold_at") AS "sold_at_month", SUM("sales"."units") AS "sum_units" FROM "sales" GROUP BY strftime('%Y-%m', "sales"."sold_at")) AS "computed" ORDER BY "place" ASC NULLS LAST, "sold_at_month" ASC NULLS LAST LIMIT 4

-- the best within each region by rank
SELECT "derived"."region" AS "region", "derived"."name" AS "name" FROM (SELECT "computed"."region" AS "region", "computed"."name" AS "name", "computed"."turnover" AS "turnover", RANK() OVER (PARTITION BY "computed"."region" ORDER BY "computed"."turnover" DESC NULLS LAST) AS "place" FROM (SELECT "stores"."region" AS "region", "stores"."name" AS "name", SUM(("sales"."price" * "sales"."units")) AS "turnover" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region", "stores"."name") AS "computed") AS "derived" WHERE "derived"."place" = ? ORDER BY "region" ASC NULLS LAST, "name" ASC NULLS LAST
-- [1]

-- a share of a ratio, over two grains
SELECT "computed"."name" AS "name", "computed"."target" AS "target", "computed"."reached" AS "reached", RANK() OVER (ORDER BY "computed"."reached" DESC NULLS LAST) AS "place" FROM (SELECT "parts"."name" AS "name", MAX("parts"."target") AS "target", MAX("parts"."querent_numerator_1") AS "querent_numerator_1", MAX("parts"."querent_denominator_1") AS "querent_denominator_1", (CAST(MAX("parts"."querent_numerator_1") AS REAL) / NULLIF(MAX("parts"."querent_denominator_1"), 0)) AS "reached" FROM (SELECT "stores"."name" AS "name", SUM("targets"."amount") AS "target", NULL AS "querent_numerator_1", SUM("targets"."amount") AS "querent_denominator_1" FROM "targets" LEFT JOIN "stores" ON "stores"."id" = "targets"."store_id" GROUP BY "stores"."name" UNION ALL SELECT "stores"."name" AS "name", NULL AS "target", SUM(("sales"."price" * "sales"."units")) AS "querent_numerator_1", NULL AS "querent_denominator_1" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name") AS "parts" GROUP BY "parts"."name") AS "computed" ORDER BY "name" ASC NULLS LAST

-- running total without time follows the order asked for
SELECT "computed"."city" AS "city", "computed"."sum_units" AS "sum_units", SUM("computed"."sum_units") OVER (ORDER BY "computed"."sum_units" DESC NULLS LAST, "computed"."city" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "so_far" FROM (SELECT "stores"."city" AS "city", SUM("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."city") AS "computed" ORDER BY "sum_units" DESC NULLS LAST, "city" ASC NULLS LAST

-- derived of a compared query
SELECT "computed"."sold_at_year" AS "sold_at_year", "computed"."sum_units" AS "sum_units", (CAST("computed"."sum_units" AS REAL) / NULLIF(SUM("computed"."sum_units") OVER (), 0)) AS "share", "computed"."sum_units_previous" AS "sum_units_previous", "computed"."sum_units_change" AS "sum_units_change", "computed"."sum_units_percent_change" AS "sum_units_percent_change" FROM (SELECT "parts"."sold_at_year" AS "sold_at_year", MAX("parts"."sum_units") AS "sum_units", MAX("parts"."querent_previous_sum_units") AS "querent_previous_sum_units", MAX("parts"."querent_previous_sum_units") AS "sum_units_previous", (MAX("parts"."sum_units") - MAX("parts"."querent_previous_sum_units")) AS "sum_units_change", ((CAST((MAX("parts"."sum_units") - MAX("parts"."querent_previous_sum_units")) AS REAL) / NULLIF(ABS(MAX("parts"."querent_previous_sum_units")), 0)) * 100) AS "sum_units_percent_change" FROM (SELECT strftime('%Y', "sales"."sold_at") AS "sold_at_year", SUM("sales"."units") AS "sum_units", NULL AS "querent_previous_sum_units", 1 AS "querent_current" FROM "sales" GROUP BY strftime('%Y', "sales"."sold_at") UNION ALL SELECT strftime('%Y', datetime("sales"."sold_at", '+1 years')) AS "sold_at_year", NULL AS "sum_units", SUM("sales"."units") AS "querent_previous_sum_units", NULL AS "querent_current" FROM "sales" GROUP BY strftime('%Y', datetime("sales"."sold_at", '+1 years'))) AS "parts" GROUP BY "parts"."sold_at_year" HAVING MAX("parts"."querent_current") = 1) AS "computed" ORDER BY "sold_at_year" ASC NULLS LAST

-- moments by hour
SELECT strftime('%Y-%m-%d %H:00', "sales"."sold_at") AS "sold_at_hour", COUNT(*) AS "count_sales" FROM "sales" GROUP BY strftime('%Y-%m-%d %H:00', "sales"."sold_at") ORDER BY "sold_at_hour" ASC NULLS LAST

-- moments by day
SELECT date("sales"."sold_at") AS "sold_at_day", COUNT(*) AS "count_sales" FROM "sales" GROUP BY date("sales"."sold_at") ORDER BY "sold_at_day" ASC NULLS LAST

-- moments by week
SELECT date("sales"."sold_at", 'weekday 0', '-6 days') AS "sold_at_week", COUNT(*) AS "count_sales" FROM "sales" GROUP BY date("sales"."sold_at", 'weekday 0', '-6 days') ORDER BY "sold_at_week" ASC NULLS LAST

-- moments by month
SELECT strftime('%Y-%m', "sales"."sold_at") AS "sold_at_month", COUNT(*) AS "count_sales" FROM "sales" GROUP BY strftime('%Y-%m', "sales"."sold_at") ORDER BY "sold_at_month" ASC NULLS LAST

-- moments by quarter
SELECT strftime('%Y', "sales"."sold_at") || '-Q' || ((CAST(strftime('%m', "sales"."sold_at") AS INTEGER) + 2) / 3) AS "sold_at_quarter", COUNT(*) AS "count_sales" FROM "sales" GROUP BY strftime('%Y', "sales"."sold_at") || '-Q' || ((CAST(strftime('%m', "sales"."sold_at") AS INTEGER) + 2) / 3) ORDER BY "sold_at_quarter" ASC NULLS LAST

-- moments by year
SELECT strftime('%Y', "sales"."sold_at") AS "sold_at_year", COUNT(*) AS "count_sales" FROM "sales" GROUP BY strftime('%Y', "sales"."sold_at") ORDER BY "sold_at_year" ASC NULLS LAST

-- moments by month_of_year
SELECT CAST(strftime('%m', "sales"."sold_at") AS INTEGER) AS "sold_at_month_of_year", COUNT(*) AS "count_sales" FROM "sales" GROUP BY CAST(strftime('%m', "sales"."sold_at") AS INTEGER) ORDER BY "sold_at_month_of_year" ASC NULLS LAST

-- moments by quarter_of_year
SELECT ((CAST(strftime('%m', "sales"."sold_at") AS INTEGER) + 2) / 3) AS "sold_at_quarter_of_year", COUNT(*) AS "count_sales" FROM "sales" GROUP BY ((CAST(strftime('%m', "sales"."sold_at") AS INTEGER) + 2) / 3) ORDER BY "sold_at_quarter_of_year" ASC NULLS LAST

-- moments by day_of_month
SELECT CAST(strftime('%d', "sales"."sold_at") AS INTEGER) AS "sold_at_day_of_month", COUNT(*) AS "count_sales" FROM "sales" GROUP BY CAST(strftime('%d', "sales"."sold_at") AS INTEGER) ORDER BY "sold_at_day_of_month" ASC NULLS LAST

-- moments by day_of_week
SELECT (CAST(strftime('%w', "sales"."sold_at") AS INTEGER) + 6) % 7 + 1 AS "sold_at_day_of_week", COUNT(*) AS "count_sales" FROM "sales" GROUP BY (CAST(strftime('%w', "sales"."sold_at") AS INTEGER) + 6) % 7 + 1 ORDER BY "sold_at_day_of_week" ASC NULLS LAST

-- moments by hour_of_day
SELECT CAST(strftime('%H', "sales"."sold_at") AS INTEGER) AS "sold_at_hour_of_day", COUNT(*) AS "count_sales" FROM "sales" GROUP BY CAST(strftime('%H', "sales"."sold_at") AS INTEGER) ORDER BY "sold_at_hour_of_day" ASC NULLS LAST

-- milliseconds by hour
SELECT strftime('%Y-%m-%d %H:00', datetime("readings"."taken" / 1000, 'unixepoch')) AS "taken_hour", COUNT(*) AS "count_readings" FROM "readings" GROUP BY strftime('%Y-%m-%d %H:00', datetime("readings"."taken" / 1000, 'unixepoch')) ORDER BY "taken_hour" ASC NULLS LAST

-- milliseconds by day
SELECT date(datetime("readings"."taken" / 1000, 'unixepoch')) AS "taken_day", COUNT(*) AS "count_readings" FROM "readings" GROUP BY date(datetime("readings"."taken" / 1000, 'unixepoch')) ORDER BY "taken_day" ASC NULLS LAST

-- milliseconds by week
SELECT date(datetime("readings"."taken" / 1000, 'unixepoch'), 'weekday 0', '-6 days') AS "taken_week", COUNT(*) AS "count_readings" FROM "readings" GROUP BY date(datetime("readings"."taken" / 1000, 'unixepoch'), 'weekday 0', '-6 days') ORDER BY "taken_week" ASC NULLS LAST

-- milliseconds by month
SELECT strftime('%Y-%m', datetime("readings"."taken" / 1000, 'unixepoch')) AS "taken_month", COUNT(*) AS "count_readings" FROM "readings" GROUP BY strftime('%Y-%m', datetime("readings"."taken" / 1000, 'unixepoch')) ORDER BY "taken_month" ASC NULLS LAST

-- milliseconds by quarter
SELECT strftime('%Y', datetime("readings"."taken" / 1000, 'unixepoch')) || '-Q' || ((CAST(strftime('%m', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER) + 2) / 3) AS "taken_quarter", COUNT(*) AS "count_readings" FROM "readings" GROUP BY strftime('%Y', datetime("readings"."taken" / 1000, 'unixepoch')) || '-Q' || ((CAST(strftime('%m', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER) + 2) / 3) ORDER BY "taken_quarter" ASC NULLS LAST

-- milliseconds by year
SELECT strftime('%Y', datetime("readings"."taken" / 1000, 'unixepoch')) AS "taken_year", COUNT(*) AS "count_readings" FROM "readings" GROUP BY strftime('%Y', datetime("readings"."taken" / 1000, 'unixepoch')) ORDER BY "taken_year" ASC NULLS LAST

-- milliseconds by month_of_year
SELECT CAST(strftime('%m', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER) AS "taken_month_of_year", COUNT(*) AS "count_readings" FROM "readings" GROUP BY CAST(strftime('%m', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER) ORDER BY "taken_month_of_year" ASC NULLS LAST

-- milliseconds by quarter_of_year
SELECT ((CAST(strftime('%m', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER) + 2) / 3) AS "taken_quarter_of_year", COUNT(*) AS "count_readings" FROM "readings" GROUP BY ((CAST(strftime('%m', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER) + 2) / 3) ORDER BY "taken_quarter_of_year" ASC NULLS LAST

-- milliseconds by day_of_month
SELECT CAST(strftime('%d', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER) AS "taken_day_of_month", COUNT(*) AS "count_readings" FROM "readings" GROUP BY CAST(strftime('%d', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER) ORDER BY "taken_day_of_month" ASC NULLS LAST

-- milliseconds by day_of_week
SELECT (CAST(strftime('%w', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER) + 6) % 7 + 1 AS "taken_day_of_week", COUNT(*) AS "count_readings" FROM "readings" GROUP BY (CAST(strftime('%w', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER) + 6) % 7 + 1 ORDER BY "taken_day_of_week" ASC NULLS LAST

-- milliseconds by hour_of_day
SELECT CAST(strftime('%H', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER) AS "taken_hour_of_day", COUNT(*) AS "count_readings" FROM "readings" GROUP BY CAST(strftime('%H', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER) ORDER BY "taken_hour_of_day" ASC NULLS LAST

-- days by week
SELECT date("employees"."hired", 'weekday 0', '-6 days') AS "hired_week", COUNT(*) AS "count_employees" FROM "employees" GROUP BY date("employees"."hired", 'weekday 0', '-6 days') ORDER BY "hired_week" ASC NULLS LAST

-- days by month
SELECT strftime('%Y-%m', "employees"."hired") AS "hired_month", COUNT(*) AS "count_employees" FROM "employees" GROUP BY strftime('%Y-%m', "employees"."hired") ORDER BY "hired_month" ASC NULLS LAST

-- days by quarter
SELECT strftime('%Y', "employees"."hired") || '-Q' || ((CAST(strftime('%m', "employees"."hired") AS INTEGER) + 2) / 3) AS "hired_quarter", COUNT(*) AS "count_employees" FROM "employees" GROUP BY strftime('%Y', "employees"."hired") || '-Q' || ((CAST(strftime('%m', "employees"."hired") AS INTEGER) + 2) / 3) ORDER BY "hired_quarter" ASC NULLS LAST

-- days by year
SELECT strftime('%Y', "employees"."hired") AS "hired_year", COUNT(*) AS "count_employees" FROM "employees" GROUP BY strftime('%Y', "employees"."hired") ORDER BY "hired_year" ASC NULLS LAST

-- days by month_of_year
SELECT CAST(strftime('%m', "employees"."hired") AS INTEGER) AS "hired_month_of_year", COUNT(*) AS "count_employees" FROM "employees" GROUP BY CAST(strftime('%m', "employees"."hired") AS INTEGER) ORDER BY "hired_month_of_year" ASC NULLS LAST

-- days by day_of_week
SELECT (CAST(strftime('%w', "employees"."hired") AS INTEGER) + 6) % 7 + 1 AS "hired_day_of_week", COUNT(*) AS "count_employees" FROM "employees" GROUP BY (CAST(strftime('%w', "employees"."hired") AS INTEGER) + 6) % 7 + 1 ORDER BY "hired_day_of_week" ASC NULLS LAST

-- days by day_of_month
SELECT CAST(strftime('%d', "employees"."hired") AS INTEGER) AS "hired_day_of_month", COUNT(*) AS "count_employees" FROM "employees" GROUP BY CAST(strftime('%d', "employees"."hired") AS INTEGER) ORDER BY "hired_day_of_month" ASC NULLS LAST

-- text dates by day of the week
SELECT (CAST(strftime('%w', "refunds"."refunded_on") AS INTEGER) + 6) % 7 + 1 AS "refunded_on_day_of_week", SUM("refunds"."amount") AS "sum_amount" FROM "refunds" GROUP BY (CAST(strftime('%w', "refunds"."refunded_on") AS INTEGER) + 6) % 7 + 1 ORDER BY "refunded_on_day_of_week" ASC NULLS LAST

-- months there are sales in
SELECT COUNT(DISTINCT strftime('%Y-%m', "sales"."sold_at")) AS "count_distinct_sold_at" FROM "sales"

-- month of year and year
SELECT CAST(strftime('%m', "sales"."sold_at") AS INTEGER) AS "sold_at_month_of_year", strftime('%Y', "sales"."sold_at") AS "sold_at_year", SUM("sales"."units") AS "sum_units" FROM "sales" GROUP BY CAST(strftime('%m', "sales"."sold_at") AS INTEGER), strftime('%Y', "sales"."sold_at") ORDER BY "sold_at_month_of_year" ASC NULLS LAST, "sold_at_year" ASC NULLS LAST

-- each month beside the month before
SELECT "parts"."sold_at_month" AS "sold_at_month", MAX("parts"."sum_units") AS "sum_units", MAX("parts"."querent_previous_sum_units") AS "sum_units_previous", (MAX("parts"."sum_units") - MAX("parts"."querent_previous_sum_units")) AS "sum_units_change", ((CAST((MAX("parts"."sum_units") - MAX("parts"."querent_previous_sum_units")) AS REAL) / NULLIF(ABS(MAX("parts"."querent_previous_sum_units")), 0)) * 100) AS "sum_units_percent_change" FROM (SELECT strftime('%Y-%m', "sales"."sold_at") AS "sold_at_month", SUM("sales"."units") AS "sum_units", NULL AS "querent_previous_sum_units", 1 AS "querent_current" FROM "sales" GROUP BY strftime('%Y-%m', "sales"."sold_at") UNION ALL SELECT strftime('%Y-%m', date("sales"."sold_at", 'start of month', '+1 months')) AS "sold_at_month", NULL AS "sum_units", SUM("sales"."units") AS "querent_previous_sum_units", NULL AS "querent_current" FROM "sales" GROUP BY strftime('%Y-%m', date("sales"."sold_at", 'start of month', '+1 months'))) AS "parts" GROUP BY "parts"."sold_at_month" HAVING MAX("parts"."querent_current") = 1 ORDER BY "sold_at_month" ASC NULLS LAST

-- each month of a year beside that of the year before
SELECT "parts"."sold_at_month" AS "sold_at_month", MAX("parts"."sum_units") AS "sum_units", MAX("parts"."querent_previous_sum_units") AS "sum_units_previous", (MAX("parts"."sum_units") - MAX("parts"."querent_previous_sum_units")) AS "sum_units_change", ((CAST((MAX("parts"."sum_units") - MAX("parts"."querent_previous_sum_units")) AS REAL) / NULLIF(ABS(MAX("parts"."querent_previous_sum_units")), 0)) * 100) AS "sum_units_percent_change" FROM (SELECT strftime('%Y-%m', "sales"."sold_at") AS "sold_at_month", SUM("sales"."units") AS "sum_units", NULL AS "querent_previous_sum_units", 1 AS "querent_current" FROM "sales" WHERE "sales"."sold_at" >= ? AND "sales"."sold_at" < ? GROUP BY strftime('%Y-%m', "sales"."sold_at") UNION ALL SELECT (CAST(SUBSTR(strftime('%Y-%m', "sales"."sold_at"), 1, 4) AS INTEGER) + 1) || SUBSTR(strftime('%Y-%m', "sales"."sold_at"), 5) AS "sold_at_month", NULL AS "sum_units", SUM("sales"."units") AS "querent_previous_sum_units", NULL AS "querent_current" FROM "sales" WHERE "sales"."sold_at" >= ? AND "sales"."sold_at" < ? GROUP BY (CAST(SUBSTR(strftime('%Y-%m', "sales"."sold_at"), 1, 4) AS INTEGER) + 1) || SUBSTR(strftime('%Y-%m', "sales"."sold_at"), 5)) AS "parts" GROUP BY "parts"."sold_at_month" HAVING MAX("parts"."querent_current") = 1 ORDER BY "sold_at_month" ASC NULLS LAST
-- ["2024-01-01","2025-01-01","2023-01-01","2024-01-01"]

-- the first month asked for has one before it
SELECT "parts"."sold_at_month" AS "sold_at_month", COALESCE(MAX("parts"."count_sales"), 0) AS "count_sales", MAX("parts"."querent_previous_count_sales") AS "count_sales_previous", (COALESCE(MAX("parts"."count_sales"), 0) - MAX("parts"."querent_previous_count_sales")) AS "count_sales_change", ((CAST((COALESCE(MAX("parts"."count_sales"), 0) - MAX("parts"."querent_previous_count_sales")) AS REAL) / NULLIF(ABS(MAX("parts"."querent_previous_count_sales")), 0)) * 100) AS "count_sales_percent_change" FROM (SELECT strftime('%Y-%m', "sales"."sold_at") AS "sold_at_month", COUNT(*) AS "count_sales", NULL AS "querent_previous_count_sales", 1 AS "querent_current" FROM "sales" WHERE "sales"."sold_at" >= ? AND "sales"."sold_at" < ? GROUP BY strftime('%Y-%m', "sales"."sold_at") UNION ALL SELECT strftime('%Y-%m', date("sales"."sold_at", 'start of month', '+1 months')) AS "sold_at_month", NULL AS "count_sales", COUNT(*) AS "querent_previous_count_sales", NULL AS "querent_current" FROM "sales" WHERE "sales"."sold_at" >= ? AND "sales"."sold_at" < ? GROUP BY strftime('%Y-%m', date("sales"."sold_at", 'start of month', '+1 months'))) AS "parts" GROUP BY "parts"."sold_at_month" HAVING MAX("parts"."querent_current") = 1 ORDER BY "sold_at_month" ASC NULLS LAST
-- ["2024-01-01","2024-02-01","2023-12-01","2024-01-01"]

-- a year beside the year before, by region
SELECT "parts"."sold_at_year" AS "sold_at_year", "parts"."region" AS "region", MAX("parts"."sum_units") AS "sum_units", MAX("parts"."querent_previous_sum_units") AS "sum_units_previous", (MAX("parts"."sum_units") - MAX("parts"."querent_previous_sum_units")) AS "sum_units_change", ((CAST((MAX("parts"."sum_units") - MAX("parts"."querent_previous_sum_units")) AS REAL) / NULLIF(ABS(MAX("parts"."querent_previous_sum_units")), 0)) * 100) AS "sum_units_percent_change" FROM (SELECT strftime('%Y', "sales"."sold_at") AS "sold_at_year", "stores"."region" AS "region", SUM("sales"."units") AS "sum_units", NULL AS "querent_previous_sum_units", 1 AS "querent_current" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "sales"."sold_at" >= ? AND "sales"."sold_at" < ? GROUP BY strftime('%Y', "sales"."sold_at"), "stores"."region" UNION ALL SELECT strftime('%Y', datetime("sales"."sold_at", '+1 years')) AS "sold_at_year", "stores"."region" AS "region", NULL AS "sum_units", SUM("sales"."units") AS "querent_previous_sum_units", NULL AS "querent_current" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "sales"."sold_at" >= ? AND "sales"."sold_at" < ? GROUP BY strftime('%Y', datetime("sales"."sold_at", '+1 years')), "stores"."region") AS "parts" GROUP BY "parts"."sold_at_year", "parts"."region" HAVING MAX("parts"."querent_current") = 1 ORDER BY "sold_at_year" ASC NULLS LAST, "region" ASC NULLS LAST
-- ["2024-01-01","2025-01-01","2023-01-01","2024-01-01"]

-- quarters compared, of two grains
SELECT "parts"."sold_at_quarter" AS "sold_at_quarter", MAX("parts"."sum_units") AS "sum_units", MAX("parts"."sum_amount") AS "sum_amount", MAX("parts"."querent_previous_sum_units") AS "sum_units_previous", (MAX("parts"."sum_units") - MAX("parts"."querent_previous_sum_units")) AS "sum_units_change", ((CAST((MAX("parts"."sum_units") - MAX("parts"."querent_previous_sum_units")) AS REAL) / NULLIF(ABS(MAX("parts"."querent_previous_sum_units")), 0)) * 100) AS "sum_units_percent_change", MAX("parts"."querent_previous_sum_amount") AS "sum_amount_previous", (MAX("parts"."sum_amount") - MAX("parts"."querent_previous_sum_amount")) AS "sum_amount_change", ((CAST((MAX("parts"."sum_amount") - MAX("parts"."querent_previous_sum_amount")) AS REAL) / NULLIF(ABS(MAX("parts"."querent_previous_sum_amount")), 0)) * 100) AS "sum_amount_percent_change" FROM (SELECT strftime('%Y', "sales"."sold_at") || '-Q' || ((CAST(strftime('%m', "sales"."sold_at") AS INTEGER) + 2) / 3) AS "sold_at_quarter", SUM("sales"."units") AS "sum_units", NULL AS "sum_amount", NULL AS "querent_previous_sum_units", NULL AS "querent_previous_sum_amount", 1 AS "querent_current" FROM "sales" GROUP BY strftime('%Y', "sales"."sold_at") || '-Q' || ((CAST(strftime('%m', "sales"."sold_at") AS INTEGER) + 2) / 3) UNION ALL SELECT strftime('%Y', "sales"."sold_at") || '-Q' || ((CAST(strftime('%m', "sales"."sold_at") AS INTEGER) + 2) / 3) AS "sold_at_quarter", NULL AS "sum_units", SUM("returns"."amount") AS "sum_amount", NULL AS "querent_previous_sum_units", NULL AS "querent_previous_sum_amount", 1 AS "querent_current" FROM "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" GROUP BY strftime('%Y', "sales"."sold_at") || '-Q' || ((CAST(strftime('%m', "sales"."sold_at") AS INTEGER) + 2) / 3) UNION ALL SELECT strftime('%Y', date("sales"."sold_at", 'start of month', '+3 months')) || '-Q' || ((CAST(strftime('%m', date("sales"."sold_at", 'start of month', '+3 months')) AS INTEGER) + 2) / 3) AS "sold_at_quarter", NULL AS "sum_units", NULL AS "sum_amount", SUM("sales"."units") AS "querent_previous_sum_units", NULL AS "querent_previous_sum_amount", NULL AS "querent_current" FROM "sales" GROUP BY strftime('%Y', date("sales"."sold_at", 'start of month', '+3 months')) || '-Q' || ((CAST(strftime('%m', date("sales"."sold_at", 'start of month', '+3 months')) AS INTEGER) + 2) / 3) UNION ALL SELECT strftime('%Y', date("sales"."sold_at", 'start of month', '+3 months')) || '-Q' || ((CAST(strftime('%m', date("sales"."sold_at", 'start of month', '+3 months')) AS INTEGER) + 2) / 3) AS "sold_at_quarter", NULL AS "sum_units", NULL AS "sum_amount", NULL AS "querent_previous_sum_units", SUM("returns"."amount") AS "querent_previous_sum_amount", NULL AS "querent_current" FROM "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" GROUP BY strftime('%Y', date("sales"."sold_at", 'start of month', '+3 months')) || '-Q' || ((CAST(strftime('%m', date("sales"."sold_at", 'start of month', '+3 months')) AS INTEGER) + 2) / 3)) AS "parts" GROUP BY "parts"."sold_at_quarter" HAVING MAX("parts"."querent_current") = 1 ORDER BY "sold_at_quarter" ASC NULLS LAST

-- weeks compared with the year before
SELECT "parts"."sold_at_week" AS "sold_at_week", COALESCE(MAX("parts"."count_sales"), 0) AS "count_sales", MAX("parts"."querent_previous_count_sales") AS "count_sales_previous", (COALESCE(MAX("parts"."count_sales"), 0) - MAX("parts"."querent_previous_count_sales")) AS "count_sales_change", ((CAST((COALESCE(MAX("parts"."count_sales"), 0) - MAX("parts"."querent_previous_count_sales")) AS REAL) / NULLIF(ABS(MAX("parts"."querent_previous_count_sales")), 0)) * 100) AS "count_sales_percent_change" FROM (SELECT date("sales"."sold_at", 'weekday 0', '-6 days') AS "sold_at_week", COUNT(*) AS "count_sales", NULL AS "querent_previous_count_sales", 1 AS "querent_current" FROM "sales" GROUP BY date("sales"."sold_at", 'weekday 0', '-6 days') UNION ALL SELECT date(datetime("sales"."sold_at", '+364 days'), 'weekday 0', '-6 days') AS "sold_at_week", NULL AS "count_sales", COUNT(*) AS "querent_previous_count_sales", NULL AS "querent_current" FROM "sales" GROUP BY date(datetime("sales"."sold_at", '+364 days'), 'weekday 0', '-6 days')) AS "parts" GROUP BY "parts"."sold_at_week" HAVING MAX("parts"."querent_current") = 1 ORDER BY "sold_at_week" ASC NULLS LAST

-- days compared with the year before leave out the leap day
SELECT "parts"."sold_at_day" AS "sold_at_day", COALESCE(MAX("parts"."count_sales"), 0) AS "count_sales", MAX("parts"."querent_previous_count_sales") AS "count_sales_previous", (COALESCE(MAX("parts"."count_sales"), 0) - MAX("parts"."querent_previous_count_sales")) AS "count_sales_change", ((CAST((COALESCE(MAX("parts"."count_sales"), 0) - MAX("parts"."querent_previous_count_sales")) AS REAL) / NULLIF(ABS(MAX("parts"."querent_previous_count_sales")), 0)) * 100) AS "count_sales_percent_change" FROM (SELECT date("sales"."sold_at") AS "sold_at_day", COUNT(*) AS "count_sales", NULL AS "querent_previous_count_sales", 1 AS "querent_current" FROM "sales" GROUP BY date("sales"."sold_at") UNION ALL SELECT (CAST(SUBSTR(date("sales"."sold_at"), 1, 4) AS INTEGER) + 1) || SUBSTR(date("sales"."sold_at"), 5) AS "sold_at_day", NULL AS "count_sales", COUNT(*) AS "querent_previous_count_sales", NULL AS "querent_current" FROM "sales" GROUP BY (CAST(SUBSTR(date("sales"."sold_at"), 1, 4) AS INTEGER) + 1) || SUBSTR(date("sales"."sold_at"), 5)) AS "parts" GROUP BY "parts"."sold_at_day" HAVING MAX("parts"."querent_current") = 1 ORDER BY "sold_at_day" ASC NULLS LAST

-- hours compared
SELECT "parts"."sold_at_hour" AS "sold_at_hour", COALESCE(MAX("parts"."count_sales"), 0) AS "count_sales", MAX("parts"."querent_previous_count_sales") AS "count_sales_previous", (COALESCE(MAX("parts"."count_sales"), 0) - MAX("parts"."querent_previous_count_sales")) AS "count_sales_change", ((CAST((COALESCE(MAX("parts"."count_sales"), 0) - MAX("parts"."querent_previous_count_sales")) AS REAL) / NULLIF(ABS(MAX("parts"."querent_previous_count_sales")), 0)) * 100) AS "count_sales_percent_change" FROM (SELECT strftime('%Y-%m-%d %H:00', "sales"."sold_at") AS "sold_at_hour", COUNT(*) AS "count_sales", NULL AS "querent_previous_count_sales", 1 AS "querent_current" FROM "sales" GROUP BY strftime('%Y-%m-%d %H:00', "sales"."sold_at") UNION ALL SELECT strftime('%Y-%m-%d %H:00', datetime("sales"."sold_at", '+1 hours')) AS "sold_at_hour", NULL AS "count_sales", COUNT(*) AS "querent_previous_count_sales", NULL AS "querent_current" FROM "sales" GROUP BY strftime('%Y-%m-%d %H:00', datetime("sales"."sold_at", '+1 hours'))) AS "parts" GROUP BY "parts"."sold_at_hour" HAVING MAX("parts"."querent_current") = 1 ORDER BY "sold_at_hour" ASC NULLS LAST

-- a ratio compared
SELECT "parts"."sold_at_year" AS "sold_at_year", (CAST(MAX("parts"."querent_numerator_0") AS REAL) / NULLIF(COALESCE(MAX("parts"."querent_denominator_0"), 0), 0)) AS "units_per_sale", (CAST(MAX("parts"."querent_previous_querent_numerator_0") AS REAL) / NULLIF(MAX("parts"."querent_previous_querent_denominator_0"), 0)) AS "units_per_sale_previous", ((CAST(MAX("parts"."querent_numerator_0") AS REAL) / NULLIF(COALESCE(MAX("parts"."querent_denominator_0"), 0), 0)) - (CAST(MAX("parts"."querent_previous_querent_numerator_0") AS REAL) / NULLIF(MAX("parts"."querent_previous_querent_denominator_0"), 0))) AS "units_per_sale_change", ((CAST(((CAST(MAX("parts"."querent_numerator_0") AS REAL) / NULLIF(COALESCE(MAX("parts"."querent_denominator_0"), 0), 0)) - (CAST(MAX("parts"."querent_previous_querent_numerator_0") AS REAL) / NULLIF(MAX("parts"."querent_previous_querent_denominator_0"), 0))) AS REAL) / NULLIF(ABS((CAST(MAX("parts"."querent_previous_querent_numerator_0") AS REAL) / NULLIF(MAX("parts"."querent_previous_querent_denominator_0"), 0))), 0)) * 100) AS "units_per_sale_percent_change" FROM (SELECT strftime('%Y', "sales"."sold_at") AS "sold_at_year", SUM("sales"."units") AS "querent_numerator_0", COUNT(*) AS "querent_denominator_0", NULL AS "querent_previous_querent_numerator_0", NULL AS "querent_previous_querent_denominator_0", 1 AS "querent_current" FROM "sales" GROUP BY strftime('%Y', "sales"."sold_at") UNION ALL SELECT strftime('%Y', datetime("sales"."sold_at", '+1 years')) AS "sold_at_year", NULL AS "querent_numerator_0", NULL AS "querent_denominator_0", SUM("sales"."units") AS "querent_previous_querent_numerator_0", COUNT(*) AS "querent_previous_querent_denominator_0", NULL AS "querent_current" FROM "sales" GROUP BY strftime('%Y', datetime("sales"."sold_at", '+1 years'))) AS "parts" GROUP BY "parts"."sold_at_year" HAVING MAX("parts"."querent_current") = 1 ORDER BY "sold_at_year" ASC NULLS LAST

-- years of a column of years compared
SELECT "parts"."made_in_year" AS "made_in_year", COALESCE(MAX("parts"."count_products"), 0) AS "count_products", MAX("parts"."querent_previous_count_products") AS "count_products_previous", (COALESCE(MAX("parts"."count_products"), 0) - MAX("parts"."querent_previous_count_products")) AS "count_products_change", ((CAST((COALESCE(MAX("parts"."count_products"), 0) - MAX("parts"."querent_previous_count_products")) AS REAL) / NULLIF(ABS(MAX("parts"."querent_previous_count_products")), 0)) * 100) AS "count_products_percent_change" FROM (SELECT CAST("products"."made_in" AS TEXT) AS "made_in_year", COUNT(*) AS "count_products", NULL AS "querent_previous_count_products", 1 AS "querent_current" FROM "products" GROUP BY CAST("products"."made_in" AS TEXT) UNION ALL SELECT (CAST(SUBSTR(CAST("products"."made_in" AS TEXT), 1, 4) AS INTEGER) + 1) || SUBSTR(CAST("products"."made_in" AS TEXT), 5) AS "made_in_year", NULL AS "count_products", COUNT(*) AS "querent_previous_count_products", NULL AS "querent_current" FROM "products" GROUP BY (CAST(SUBSTR(CAST("products"."made_in" AS TEXT), 1, 4) AS INTEGER) + 1) || SUBSTR(CAST("products"."made_in" AS TEXT), 5)) AS "parts" GROUP BY "parts"."made_in_year" HAVING MAX("parts"."querent_current") = 1 ORDER BY "made_in_year" ASC NULLS LAST

-- milliseconds compared
SELECT "parts"."taken_month" AS "taken_month", MAX("parts"."sum_level") AS "sum_level", MAX("parts"."querent_previous_sum_level") AS "sum_level_previous", (MAX("parts"."sum_level") - MAX("parts"."querent_previous_sum_level")) AS "sum_level_change", ((CAST((MAX("parts"."sum_level") - MAX("parts"."querent_previous_sum_level")) AS REAL) / NULLIF(ABS(MAX("parts"."querent_previous_sum_level")), 0)) * 100) AS "sum_level_percent_change" FROM (SELECT strftime('%Y-%m', datetime("readings"."taken" / 1000, 'unixepoch')) AS "taken_month", SUM("readings"."level") AS "sum_level", NULL AS "querent_previous_sum_level", 1 AS "querent_current" FROM "readings" GROUP BY strftime('%Y-%m', datetime("readings"."taken" / 1000, 'unixepoch')) UNION ALL SELECT strftime('%Y-%m', date(datetime("readings"."taken" / 1000, 'unixepoch'), 'start of month', '+1 months')) AS "taken_month", NULL AS "sum_level", SUM("readings"."level") AS "querent_previous_sum_level", NULL AS "querent_current" FROM "readings" GROUP BY strftime('%Y-%m', date(datetime("readings"."taken" / 1000, 'unixepoch'), 'start of month', '+1 months'))) AS "parts" GROUP BY "parts"."taken_month" HAVING MAX("parts"."querent_current") = 1 ORDER BY "taken_month" ASC NULLS LAST

-- compared and sorted by the change
SELECT "parts"."sold_at_month" AS "sold_at_month", MAX("parts"."sum_units") AS "sum_units", MAX("parts"."querent_previous_sum_units") AS "sum_units_previous", (MAX("parts"."sum_units") - MAX("parts"."querent_previous_sum_units")) AS "sum_units_change", ((CAST((MAX("parts"."sum_units") - MAX("parts"."querent_previous_sum_units")) AS REAL) / NULLIF(ABS(MAX("parts"."querent_previous_sum_units")), 0)) * 100) AS "sum_units_percent_change" FROM (SELECT strftime('%Y-%m', "sales"."sold_at") AS "sold_at_month", SUM("sales"."units") AS "sum_units", NULL AS "querent_previous_sum_units", 1 AS "querent_current" FROM "sales" GROUP BY strftime('%Y-%m', "sales"."sold_at") UNION ALL SELECT strftime('%Y-%m', date("sales"."sold_at", 'start of month', '+1 months')) AS "sold_at_month", NULL AS "sum_units", SUM("sales"."units") AS "querent_previous_sum_units", NULL AS "querent_current" FROM "sales" GROUP BY strftime('%Y-%m', date("sales"."sold_at", 'start of month', '+1 months'))) AS "parts" GROUP BY "parts"."sold_at_month" HAVING MAX("parts"."querent_current") = 1 ORDER BY "sum_units_change" DESC NULLS LAST, "sold_at_month" ASC NULLS LAST LIMIT 2

-- a part of a date that comes again: weekends
SELECT "sales"."id" AS "id" FROM "sales" WHERE (CAST(strftime('%w', "sales"."sold_at") AS INTEGER) + 6) % 7 + 1 IN (?, ?) ORDER BY "sales"."id" ASC NULLS LAST
-- [6,7]

-- hours of the day between two
SELECT "sales"."id" AS "id" FROM "sales" WHERE CAST(strftime('%H', "sales"."sold_at") AS INTEGER) >= ? AND CAST(strftime('%H', "sales"."sold_at") AS INTEGER) <= ? ORDER BY "sales"."id" ASC NULLS LAST
-- [9,14]

-- milliseconds outside every January
SELECT "readings"."id" AS "id" FROM "readings" WHERE CAST(strftime('%m', datetime("readings"."taken" / 1000, 'unixepoch')) AS INTEGER) <> ? ORDER BY "readings"."id" ASC NULLS LAST
-- [1]

-- days of the month, of text dates, at most
SELECT COUNT(*) AS "count_refunds" FROM "refunds" WHERE CAST(strftime('%d', "refunds"."refunded_on") AS INTEGER) <= ?
-- [31]

-- the time since a date of another table
SELECT COUNT(*) AS "count_returns" FROM "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" WHERE (CAST((CAST(strftime('%s', "returns"."returned_at") AS INTEGER) - CAST(strftime('%s', "sales"."sold_at") AS INTEGER)) AS REAL) / NULLIF(86400, 0)) > ?
-- [1]

-- the time since, of rows behind a step to many
SELECT "sales"."id" AS "id" FROM "sales" WHERE EXISTS (SELECT 1 FROM "returns" WHERE "returns"."sale_id" = "sales"."id" AND (CAST((CAST(strftime('%s', "returns"."returned_at") AS INTEGER) - CAST(strftime('%s', "sales"."sold_at") AS INTEGER)) AS REAL) / NULLIF(86400, 0)) >= ? AND (CAST((CAST(strftime('%s', "returns"."returned_at") AS INTEGER) - CAST(strftime('%s', "sales"."sold_at") AS INTEGER)) AS REAL) / NULLIF(86400, 0)) <= ?) ORDER BY "sales"."id" ASC NULLS LAST
-- [0,1.5]

-- hours since, of a measure of its own
SELECT COALESCE(MAX("parts"."late"), 0) AS "late", COALESCE(MAX("parts"."count_returns"), 0) AS "count_returns" FROM (SELECT COUNT(*) AS "late", NULL AS "count_returns" FROM "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" WHERE (CAST((CAST(strftime('%s', "returns"."returned_at") AS INTEGER) - CAST(strftime('%s', "sales"."sold_at") AS INTEGER)) AS REAL) / NULLIF(3600, 0)) > ? UNION ALL SELECT NULL AS "late", COUNT(*) AS "count_returns" FROM "returns") AS "parts"
-- [24]

-- bins of decimals
SELECT (CAST(CAST("sales"."price" AS REAL) / 10 AS INTEGER) - (CAST("sales"."price" AS REAL) / 10 < CAST(CAST("sales"."price" AS REAL) / 10 AS INTEGER))) * 10 AS "price_bin", COUNT(*) AS "count_sales" FROM "sales" GROUP BY (CAST(CAST("sales"."price" AS REAL) / 10 AS INTEGER) - (CAST("sales"."price" AS REAL) / 10 < CAST(CAST("sales"."price" AS REAL) / 10 AS INTEGER))) * 10 ORDER BY "price_bin" ASC NULLS LAST

-- bins below zero
SELECT (CAST(CAST("readings"."level" AS REAL) / 2.5 AS INTEGER) - (CAST("readings"."level" AS REAL) / 2.5 < CAST(CAST("readings"."level" AS REAL) / 2.5 AS INTEGER))) * 2.5 AS "level_bin", COUNT(*) AS "count_readings" FROM "readings" GROUP BY (CAST(CAST("readings"."level" AS REAL) / 2.5 AS INTEGER) - (CAST("readings"."level" AS REAL) / 2.5 < CAST(CAST("readings"."level" AS REAL) / 2.5 AS INTEGER))) * 2.5 ORDER BY "level_bin" ASC NULLS LAST

-- bins of whole numbers, with a missing one
SELECT (CAST(CAST("sales"."seller_id" AS REAL) / 2 AS INTEGER) - (CAST("sales"."seller_id" AS REAL) / 2 < CAST(CAST("sales"."seller_id" AS REAL) / 2 AS INTEGER))) * 2 AS "sellers", COUNT(*) AS "count_sales" FROM "sales" GROUP BY (CAST(CAST("sales"."seller_id" AS REAL) / 2 AS INTEGER) - (CAST("sales"."seller_id" AS REAL) / 2 < CAST(CAST("sales"."seller_id" AS REAL) / 2 AS INTEGER))) * 2 ORDER BY "sellers" ASC NULLS LAST

-- bins of numbers kept as text
SELECT (CAST(CAST(CASE WHEN "products"."weight" GLOB '*[0-9]*' AND "products"."weight" NOT GLOB '*[0-9.][-+]*' AND TRIM("products"."weight", ' +-.eE0123456789') = '' THEN CAST("products"."weight" AS REAL) END AS REAL) / 1 AS INTEGER) - (CAST(CASE WHEN "products"."weight" GLOB '*[0-9]*' AND "products"."weight" NOT GLOB '*[0-9.][-+]*' AND TRIM("products"."weight", ' +-.eE0123456789') = '' THEN CAST("products"."weight" AS REAL) END AS REAL) / 1 < CAST(CAST(CASE WHEN "products"."weight" GLOB '*[0-9]*' AND "products"."weight" NOT GLOB '*[0-9.][-+]*' AND TRIM("products"."weight", ' +-.eE0123456789') = '' THEN CAST("products"."weight" AS REAL) END AS REAL) / 1 AS INTEGER))) * 1 AS "weight_bin", COUNT(*) AS "count_products" FROM "products" GROUP BY (CAST(CAST(CASE WHEN "products"."weight" GLOB '*[0-9]*' AND "products"."weight" NOT GLOB '*[0-9.][-+]*' AND TRIM("products"."weight", ' +-.eE0123456789') = '' THEN CAST("products"."weight" AS REAL) END AS REAL) / 1 AS INTEGER) - (CAST(CASE WHEN "products"."weight" GLOB '*[0-9]*' AND "products"."weight" NOT GLOB '*[0-9.][-+]*' AND TRIM("products"."weight", ' +-.eE0123456789') = '' THEN CAST("products"."weight" AS REAL) END AS REAL) / 1 < CAST(CAST(CASE WHEN "products"."weight" GLOB '*[0-9]*' AND "products"."weight" NOT GLOB '*[0-9.][-+]*' AND TRIM("products"."weight", ' +-.eE0123456789') = '' THEN CAST("products"."weight" AS REAL) END AS REAL) / 1 AS INTEGER))) * 1 ORDER BY "weight_bin" ASC NULLS LAST

-- of two ways to an employee the shorter
SELECT "employees"."name" AS "name", SUM("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "employees" ON "employees"."id" = "sales"."seller_id" GROUP BY "employees"."name" ORDER BY "name" ASC NULLS LAST

-- the longer way when it is named
SELECT "employees"."name" AS "name", SUM("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" LEFT JOIN "employees" ON "employees"."id" = "stores"."manager_id" GROUP BY "employees"."name" ORDER BY "name" ASC NULLS LAST

-- both an employee and a store
SELECT "stores"."name" AS "name", "employees"."name" AS "employees_name", COUNT(*) AS "count_sales" FROM "sales" LEFT JOIN "employees" ON "employees"."id" = "sales"."seller_id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name", "employees"."name" ORDER BY "name" ASC NULLS LAST, "employees_name" ASC NULLS LAST

-- managers of stores
SELECT "stores"."name" AS "name", "employees"."name" AS "employees_name" FROM "stores" LEFT JOIN "employees" ON "employees"."id" = "stores"."manager_id" ORDER BY "stores"."id" ASC NULLS LAST

-- over a bridge, each sale once per tag
SELECT "grain"."dimension_0" AS "label", SUM("grain"."value_0") AS "sum_units", COUNT(*) AS "count_sales" FROM (SELECT DISTINCT "tags"."label" AS "dimension_0", "sales"."id" AS "key_0", "sales"."units" AS "value_0" FROM "sales" LEFT JOIN "sale_tags" ON "sale_tags"."sale_id" = "sales"."id" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "label" ASC NULLS LAST

-- over a bridge the other way
SELECT "grain"."dimension_0" AS "region", COUNT(*) AS "count_tags" FROM (SELECT DISTINCT "stores"."region" AS "dimension_0", "tags"."id" AS "key_0" FROM "tags" LEFT JOIN "sale_tags" ON "sale_tags"."tag_id" = "tags"."id" LEFT JOIN "sales" ON "sales"."id" = "sale_tags"."sale_id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "region" ASC NULLS LAST

-- tags and regions that met
SELECT DISTINCT "stores"."region" AS "region", "tags"."label" AS "label" FROM "sale_tags" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id" LEFT JOIN "sales" ON "sales"."id" = "sale_tags"."sale_id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" ORDER BY "region" ASC NULLS LAST, "label" ASC NULLS LAST

-- a filter behind a bridge
SELECT SUM("sales"."units") AS "sum_units" FROM "sales" WHERE EXISTS (SELECT 1 FROM "sale_tags" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id" WHERE "sale_tags"."sale_id" = "sales"."id" AND "tags"."label" IN (?, ?))
-- ["promo","gift"]

-- both tags
SELECT "sales"."id" AS "id" FROM "sales" WHERE NOT (NOT (EXISTS (SELECT 1 FROM "sale_tags" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id" WHERE "sale_tags"."sale_id" = "sales"."id" AND "tags"."label" = ?))) AND EXISTS (SELECT 1 FROM "sale_tags" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id" WHERE "sale_tags"."sale_id" = "sales"."id" AND ("tags"."label" = ?)) ORDER BY "sales"."id" ASC NULLS LAST
-- ["bulk","promo"]

-- neither tag
SELECT "sales"."id" AS "id" FROM "sales" WHERE NOT (EXISTS (SELECT 1 FROM "sale_tags" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id" WHERE "sale_tags"."sale_id" = "sales"."id" AND "tags"."label" IN (?, ?))) ORDER BY "sales"."id" ASC NULLS LAST
-- ["promo","gift"]

-- two tables of facts by what they share
SELECT "parts"."name" AS "name", MAX("parts"."sum_units") AS "sum_units", MAX("parts"."target") AS "target", MAX("parts"."returned") AS "returned" FROM (SELECT "stores"."name" AS "name", SUM("sales"."units") AS "sum_units", NULL AS "target", NULL AS "returned" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name" UNION ALL SELECT "stores"."name" AS "name", NULL AS "sum_units", SUM("targets"."amount") AS "target", NULL AS "returned" FROM "targets" LEFT JOIN "stores" ON "stores"."id" = "targets"."store_id" GROUP BY "stores"."name" UNION ALL SELECT "stores"."name" AS "name", NULL AS "sum_units", NULL AS "target", SUM("returns"."amount") AS "returned" FROM "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name") AS "parts" GROUP BY "parts"."name" ORDER BY "name" ASC NULLS LAST

-- facts by a dimension of which one has none
SELECT "parts"."region" AS "region", MAX("parts"."sum_units") AS "sum_units", MAX("parts"."target") AS "target" FROM (SELECT "stores"."region" AS "region", SUM("sales"."units") AS "sum_units", NULL AS "target" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "stores"."name" <> ? GROUP BY "stores"."region" UNION ALL SELECT "stores"."region" AS "region", NULL AS "sum_units", SUM("targets"."amount") AS "target" FROM "targets" LEFT JOIN "stores" ON "stores"."id" = "targets"."store_id" WHERE "stores"."name" <> ? GROUP BY "stores"."region") AS "parts" GROUP BY "parts"."region" ORDER BY "region" ASC NULLS LAST
-- ["Airport","Airport"]

-- facts without a dimension
SELECT MAX("parts"."sum_units") AS "sum_units", MAX("parts"."target") AS "target", MAX("parts"."returned") AS "returned" FROM (SELECT SUM("sales"."units") AS "sum_units", NULL AS "target", NULL AS "returned" FROM "sales" UNION ALL SELECT NULL AS "sum_units", SUM("targets"."amount") AS "target", NULL AS "returned" FROM "targets" UNION ALL SELECT NULL AS "sum_units", NULL AS "target", SUM("returns"."amount") AS "returned" FROM "returns") AS "parts"

-- returns without a key by tag
SELECT "grain"."dimension_0" AS "label", SUM("grain"."value_0") AS "returned", COUNT(*) AS "count_returns" FROM (SELECT DISTINCT "tags"."label" AS "dimension_0", "returns"."querent_row" AS "key_0", "returns"."amount" AS "value_0" FROM (SELECT *, ROW_NUMBER() OVER () AS "querent_row" FROM "returns") AS "returns" LEFT JOIN "sales" ON "sales"."id" = "returns"."sale_id" LEFT JOIN "sale_tags" ON "sale_tags"."sale_id" = "sales"."id" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "label" ASC NULLS LAST

-- lowest and highest by the many side
SELECT "grain"."dimension_0" AS "label", MIN("grain"."value_0") AS "min_price", MAX("grain"."value_1") AS "max_sold_at" FROM (SELECT DISTINCT "tags"."label" AS "dimension_0", "sales"."id" AS "key_0", "sales"."price" AS "value_0", "sales"."sold_at" AS "value_1" FROM "sales" LEFT JOIN "sale_tags" ON "sale_tags"."sale_id" = "sales"."id" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "label" ASC NULLS LAST

-- average of decimals by the many side
SELECT "grain"."dimension_0" AS "label", AVG("grain"."value_0") AS "avg_price" FROM (SELECT DISTINCT "tags"."label" AS "dimension_0", "sales"."id" AS "key_0", "sales"."price" AS "value_0" FROM "sales" LEFT JOIN "sale_tags" ON "sale_tags"."sale_id" = "sales"."id" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "label" ASC NULLS LAST

-- distinct sellers of a region
SELECT "stores"."region" AS "region", COUNT(DISTINCT "sales"."seller_id") AS "count_distinct_seller_id" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" ORDER BY "region" ASC NULLS LAST

-- employees counted over their sales
SELECT "grain"."dimension_0" AS "region", COUNT(*) AS "count_employees" FROM (SELECT DISTINCT "stores"."region" AS "dimension_0", "employees"."id" AS "key_0" FROM "employees" LEFT JOIN "sales" ON "sales"."seller_id" = "employees"."id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id") AS "grain" GROUP BY "grain"."dimension_0" ORDER BY "region" ASC NULLS LAST

-- measures with filters of their own, over many rows
SELECT "parts"."region" AS "region", COALESCE(MAX("parts"."count_sales"), 0) AS "count_sales", COALESCE(MAX("parts"."online"), 0) AS "online", COALESCE(MAX("parts"."bulk"), 0) AS "bulk" FROM (SELECT "stores"."region" AS "region", COUNT(*) AS "count_sales", NULL AS "online", NULL AS "bulk" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" UNION ALL SELECT "stores"."region" AS "region", NULL AS "count_sales", COUNT(*) AS "online", NULL AS "bulk" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "sales"."is_online" = ? GROUP BY "stores"."region" UNION ALL SELECT "stores"."region" AS "region", NULL AS "count_sales", NULL AS "online", COUNT(*) AS "bulk" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE EXISTS (SELECT 1 FROM "sale_tags" LEFT JOIN "tags" ON "tags"."id" = "sale_tags"."tag_id" WHERE "sale_tags"."sale_id" = "sales"."id" AND "tags"."label" = ?) GROUP BY "stores"."region") AS "parts" GROUP BY "parts"."region" ORDER BY "region" ASC NULLS LAST
-- [1,"bulk"]

-- who never sold
SELECT "employees"."name" AS "name" FROM "employees" WHERE NOT (EXISTS (SELECT 1 FROM "sales" WHERE "sales"."seller_id" = "employees"."id" AND "sales"."id" IS NOT NULL)) ORDER BY "employees"."id" ASC NULLS LAST

-- who never sold on line
SELECT "employees"."name" AS "name" FROM "employees" WHERE NOT (EXISTS (SELECT 1 FROM "sales" WHERE "sales"."seller_id" = "employees"."id" AND "sales"."is_online" = ?)) ORDER BY "employees"."id" ASC NULLS LAST
-- [1]

-- stores with a return
SELECT "stores"."name" AS "name" FROM "stores" WHERE EXISTS (SELECT 1 FROM "sales" WHERE "sales"."store_id" = "stores"."id" AND EXISTS (SELECT 1 FROM "returns" WHERE "returns"."sale_id" = "sales"."id" AND "returns"."amount" > ?)) ORDER BY "stores"."id" ASC NULLS LAST
-- [0]

-- stores with a late return on line
SELECT "stores"."name" AS "name" FROM "stores" WHERE EXISTS (SELECT 1 FROM "sales" WHERE "sales"."store_id" = "stores"."id" AND "sales"."is_online" = ? AND EXISTS (SELECT 1 FROM "returns" WHERE "returns"."sale_id" = "sales"."id" AND "returns"."reason" = ?)) ORDER BY "stores"."id" ASC NULLS LAST
-- [1,"late"]

-- a flight by where it starts
SELECT "flights"."id" AS "id", "airports"."city" AS "city" FROM "flights" LEFT JOIN "airports" ON "airports"."code" = "flights"."origin" ORDER BY "flights"."id" ASC NULLS LAST

-- first of each region by its own measure
SELECT "result"."region" AS "region", "result"."name" AS "name", "result"."sum_units" AS "sum_units" FROM (SELECT "stores"."region" AS "region", "employees"."name" AS "name", SUM("sales"."units") AS "sum_units", ROW_NUMBER() OVER (PARTITION BY "stores"."region" ORDER BY SUM("sales"."units") DESC NULLS LAST, "stores"."region" ASC NULLS LAST, "employees"."name" ASC NULLS LAST) AS "querent_rank" FROM "sales" LEFT JOIN "employees" ON "employees"."id" = "sales"."seller_id" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region", "employees"."name") AS "result" WHERE "result"."querent_rank" <= 2 ORDER BY "result"."region" ASC NULLS LAST, "result"."querent_rank" ASC NULLS LAST

-- one of the rows of another query
SELECT "stores"."name" AS "name" FROM "stores" WHERE "stores"."id" IN (SELECT "sales"."store_id" AS "store_id" FROM "sales" WHERE "sales"."price" > ? ORDER BY "sales"."id" ASC NULLS LAST) ORDER BY "stores"."id" ASC NULLS LAST
-- [50]

-- none of the rows of another query, one of which is missing
SELECT "employees"."name" AS "name" FROM "employees" WHERE "employees"."id" NOT IN (SELECT "found"."manager_id" AS "manager_id" FROM (SELECT "stores"."manager_id" AS "manager_id" FROM "stores" ORDER BY "stores"."id" ASC NULLS LAST) AS "found" WHERE "found"."manager_id" IS NOT NULL) ORDER BY "employees"."id" ASC NULLS LAST

-- one of the best of another query
SELECT "stores"."name" AS "name", COUNT(*) AS "count_sales" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "sales"."store_id" IN (SELECT "found"."store_id" AS "store_id" FROM (SELECT "sales"."store_id" AS "store_id" FROM "sales" GROUP BY "sales"."store_id" ORDER BY SUM("sales"."units") DESC NULLS LAST, "store_id" ASC NULLS LAST LIMIT 2) AS "found") GROUP BY "stores"."name" ORDER BY "name" ASC NULLS LAST

-- more than the one value of another query
SELECT "sales"."id" AS "id" FROM "sales" WHERE "sales"."price" > (SELECT AVG("sales"."price") AS "avg_price" FROM "sales" WHERE "sales"."is_online" = ?) ORDER BY "sales"."id" ASC NULLS LAST
-- [0]

-- the first of several values of another query
SELECT "sales"."id" AS "id" FROM "sales" WHERE "sales"."price" < (SELECT "sales"."cost" AS "cost" FROM "sales" ORDER BY "cost" ASC NULLS LAST, "sales"."id" ASC NULLS LAST LIMIT 1) ORDER BY "sales"."id" ASC NULLS LAST

-- three queries deep
SELECT SUM("sales"."units") AS "sum_units" FROM "sales" WHERE "sales"."store_id" IN (SELECT "stores"."id" AS "id" FROM "stores" WHERE "stores"."manager_id" IN (SELECT "employees"."id" AS "id" FROM "employees" WHERE "employees"."name" LIKE ? ESCAPE '\' ORDER BY "employees"."id" ASC NULLS LAST) ORDER BY "stores"."id" ASC NULLS LAST)
-- ["e%"]

-- groups above the average of all groups
SELECT "stores"."name" AS "name", SUM("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name" HAVING SUM("sales"."units") > (SELECT AVG("sales"."units") AS "avg_units" FROM "sales") ORDER BY "name" ASC NULLS LAST

-- groups of as many as one group
SELECT "stores"."region" AS "region", SUM("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region" HAVING SUM("sales"."units") > (SELECT SUM("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "stores"."region" = ?) ORDER BY "region" ASC NULLS LAST
-- ["North"]

-- a column against another of its row
SELECT "sales"."id" AS "id" FROM "sales" WHERE "sales"."price" = "sales"."cost" ORDER BY "sales"."id" ASC NULLS LAST

-- a column against one of the table it refers to
SELECT "sales"."id" AS "id" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE "sales"."seller_id" = "stores"."manager_id" ORDER BY "sales"."id" ASC NULLS LAST

-- a moment against one of another table
SELECT COUNT(*) AS "count_sales" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" WHERE EXISTS (SELECT 1 FROM "targets" WHERE "targets"."store_id" = "stores"."id" AND "sales"."sold_at" < "targets"."period")

-- a number against one of many rows
SELECT "orders"."id" AS "id" FROM "orders" WHERE EXISTS (SELECT 1 FROM "refunds" WHERE "refunds"."order_id" = "orders"."id" AND "orders"."total" < "refunds"."amount") ORDER BY "orders"."id" ASC NULLS LAST

-- not below its cost
SELECT "sales"."id" AS "id" FROM "sales" WHERE NOT ("sales"."price" <= "sales"."cost") ORDER BY "sales"."id" ASC NULLS LAST

-- of one or the other
SELECT "combined"."city" AS "city" FROM (SELECT * FROM (SELECT "stores"."city" AS "city" FROM "stores") AS "left_side" UNION SELECT * FROM (SELECT "customers"."country" AS "country" FROM "customers" ORDER BY "customers"."id" ASC NULLS LAST) AS "right_side") AS "combined" ORDER BY "city" ASC NULLS LAST

-- of both
SELECT "combined"."city" AS "city" FROM (SELECT * FROM (SELECT "stores"."city" AS "city" FROM "stores") AS "left_side" INTERSECT SELECT * FROM (SELECT "airports"."city" AS "city" FROM "airports" ORDER BY "airports"."code" ASC NULLS LAST) AS "right_side") AS "combined" ORDER BY "city" ASC NULLS LAST

-- of one and not the other
SELECT "combined"."city" AS "city" FROM (SELECT * FROM (SELECT "stores"."city" AS "city" FROM "stores") AS "left_side" EXCEPT SELECT * FROM (SELECT "airports"."city" AS "city" FROM "airports" ORDER BY "airports"."code" ASC NULLS LAST) AS "right_side") AS "combined" ORDER BY "city" ASC NULLS LAST

-- both measured, sorted as a whole
SELECT "combined"."name" AS "name", "combined"."amount" AS "amount" FROM (SELECT * FROM (SELECT "stores"."name" AS "name", SUM("sales"."units") AS "amount" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name") AS "left_side" UNION SELECT * FROM (SELECT "customers"."name" AS "name", COUNT(*) AS "count_orders" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" ORDER BY "name" ASC NULLS LAST) AS "right_side") AS "combined" ORDER BY "amount" DESC NULLS LAST, "name" ASC NULLS LAST LIMIT 3

-- customers of two kinds of goods
SELECT "combined"."name" AS "name" FROM (SELECT * FROM (SELECT "customers"."name" AS "name" FROM "customers" WHERE EXISTS (SELECT 1 FROM "orders" WHERE "orders"."customer_id" = "customers"."id" AND EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "lines"."order_id" = "orders"."id" AND "categories"."title" = ?))) AS "left_side" INTERSECT SELECT * FROM (SELECT "customers"."name" AS "name" FROM "customers" WHERE EXISTS (SELECT 1 FROM "orders" WHERE "orders"."customer_id" = "customers"."id" AND EXISTS (SELECT 1 FROM "lines" LEFT JOIN "products" ON "products"."id" = "lines"."product_id" LEFT JOIN "categories" ON "categories"."id" = "products"."category_id" WHERE "lines"."order_id" = "orders"."id" AND "categories"."title" = ?)) ORDER BY "customers"."id" ASC NULLS LAST) AS "right_side") AS "combined" ORDER BY "name" ASC NULLS LAST
-- ["Toys","Tools"]

-- three sets
SELECT "combined"."city" AS "city" FROM (SELECT * FROM (SELECT "stores"."city" AS "city" FROM "stores") AS "left_side" UNION SELECT * FROM (SELECT "combined"."city" AS "city" FROM (SELECT * FROM (SELECT "airports"."city" AS "city" FROM "airports") AS "left_side" EXCEPT SELECT * FROM (SELECT "stores"."city" AS "city" FROM "stores" ORDER BY "stores"."id" ASC NULLS LAST) AS "right_side") AS "combined" ORDER BY "city" ASC NULLS LAST) AS "right_side") AS "combined" ORDER BY "city" ASC NULLS LAST

-- the best of each put together
SELECT "combined"."name" AS "name", "combined"."sum_units" AS "sum_units" FROM (SELECT * FROM (SELECT "stores"."name" AS "name", SUM("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name") AS "left_side" UNION SELECT * FROM (SELECT "employees"."name" AS "name", SUM("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "employees" ON "employees"."id" = "sales"."seller_id" GROUP BY "employees"."name" ORDER BY "sum_units" DESC NULLS LAST, "name" ASC NULLS LAST LIMIT 1) AS "right_side") AS "combined" ORDER BY "sum_units" DESC NULLS LAST, "name" ASC NULLS LAST LIMIT 1 OFFSET 1

-- days on which more than one sale was made, counted
SELECT COUNT(DISTINCT date("sales"."sold_at")) AS "count_distinct_sold_at" FROM "sales" WHERE date("sales"."sold_at") IN (SELECT date("sales"."sold_at") AS "sold_at_day" FROM "sales" GROUP BY date("sales"."sold_at") HAVING COUNT(*) > ? ORDER BY "sold_at_day" ASC NULLS LAST)
-- [1]

-- months without a sale online
SELECT DISTINCT strftime('%Y-%m', "sales"."sold_at") AS "period" FROM "sales" WHERE strftime('%Y-%m', "sales"."sold_at") NOT IN (SELECT "found"."sold_at_month" AS "sold_at_month" FROM (SELECT strftime('%Y-%m', "sales"."sold_at") AS "sold_at_month" FROM "sales" WHERE "sales"."is_online" = ? ORDER BY "sales"."id" ASC NULLS LAST) AS "found" WHERE "found"."sold_at_month" IS NOT NULL) ORDER BY "period" ASC NULLS LAST
-- [1]

-- the second page
SELECT "sales"."id" AS "id" FROM "sales" ORDER BY "sales"."id" ASC NULLS LAST LIMIT 3 OFFSET 3

-- the second largest
SELECT "stores"."name" AS "name", SUM("sales"."units") AS "sum_units" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."name" ORDER BY "sum_units" DESC NULLS LAST, "name" ASC NULLS LAST LIMIT 1 OFFSET 1

-- a page beyond the end
SELECT "sales"."id" AS "id" FROM "sales" ORDER BY "sales"."id" ASC NULLS LAST LIMIT 3 OFFSET 300

-- an offset alone
SELECT "sales"."id" AS "id" FROM "sales" ORDER BY "sales"."id" ASC NULLS LAST LIMIT 9223372036854775807 OFFSET 6

-- a page of the first of each group
SELECT "result"."region" AS "region", "result"."name" AS "name", "result"."sum_units" AS "sum_units" FROM (SELECT "stores"."region" AS "region", "stores"."name" AS "name", SUM("sales"."units") AS "sum_units", ROW_NUMBER() OVER (PARTITION BY "stores"."region" ORDER BY SUM("sales"."units") DESC NULLS LAST, "stores"."region" ASC NULLS LAST, "stores"."name" ASC NULLS LAST) AS "querent_rank" FROM "sales" LEFT JOIN "stores" ON "stores"."id" = "sales"."store_id" GROUP BY "stores"."region", "stores"."name") AS "result" WHERE "result"."querent_rank" <= 1 ORDER BY "result"."region" ASC NULLS LAST, "result"."querent_rank" ASC NULLS LAST LIMIT 1 OFFSET 1

-- a search for signs that mean something
SELECT "stores"."name" AS "name" FROM "stores" WHERE "stores"."name" LIKE ? ESCAPE '\' OR "stores"."name" LIKE ? ESCAPE '\' ORDER BY "stores"."id" ASC NULLS LAST
-- ["%\\%'; \\\\ \\_!%","%ARB%"]

-- fractions compared with whole numbers
SELECT "sales"."id" AS "id" FROM "sales" WHERE "sales"."units" < ? ORDER BY "sales"."id" ASC NULLS LAST
-- [1.5]

-- decimals compared exactly
SELECT "sales"."id" AS "id" FROM "sales" WHERE "sales"."price" IN (?, ?) ORDER BY "sales"."id" ASC NULLS LAST
-- [99.99,15.5]

-- texts that are no numbers are left out
SELECT SUM(CASE WHEN "readings"."note" GLOB '*[0-9]*' AND "readings"."note" NOT GLOB '*[0-9.][-+]*' AND TRIM("readings"."note", ' +-.eE0123456789') = '' THEN CAST("readings"."note" AS REAL) END) AS "sum_note", COUNT("readings"."note") AS "count_note", MIN(CASE WHEN "readings"."note" GLOB '*[0-9]*' AND "readings"."note" NOT GLOB '*[0-9.][-+]*' AND TRIM("readings"."note", ' +-.eE0123456789') = '' THEN CAST("readings"."note" AS REAL) END) AS "min_note" FROM "readings"

-- milliseconds within a month
SELECT "readings"."id" AS "id" FROM "readings" WHERE datetime("readings"."taken" / 1000, 'unixepoch') >= ? AND datetime("readings"."taken" / 1000, 'unixepoch') < ? ORDER BY "readings"."id" ASC NULLS LAST
-- ["2024-01-01","2024-02-02"]

-- a leap day
SELECT "employees"."name" AS "name" FROM "employees" WHERE "employees"."hired" >= ? AND "employees"."hired" < ? ORDER BY "employees"."id" ASC NULLS LAST
-- ["2020-02-29","2020-03-01"]

-- the last second of a year
SELECT "sales"."id" AS "id" FROM "sales" WHERE "sales"."sold_at" >= ? AND "sales"."sold_at" < ? ORDER BY "sales"."id" ASC NULLS LAST
-- ["2023-12-31","2024-01-01"]

-- neither true nor false
SELECT "sales"."id" AS "id" FROM "sales" WHERE "sales"."is_online" IS NULL ORDER BY "sales"."id" ASC NULLS LAST

-- empty last, from the highest
SELECT "sales"."id" AS "id", "sales"."cost" AS "cost" FROM "sales" ORDER BY "cost" DESC NULLS LAST, "sales"."id" ASC NULLS LAST LIMIT 3 OFFSET 5

-- empty last, from the lowest, by a hidden measure
SELECT "parts"."name" AS "name", COALESCE(MAX("parts"."count_orders"), 0) AS "count_orders" FROM (SELECT "customers"."name" AS "name", SUM("refunds"."amount") AS "refunded", NULL AS "count_orders" FROM "refunds" LEFT JOIN "orders" ON "orders"."id" = "refunds"."order_id" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name" UNION ALL SELECT "customers"."name" AS "name", NULL AS "refunded", COUNT(*) AS "count_orders" FROM "orders" LEFT JOIN "customers" ON "customers"."id" = "orders"."customer_id" GROUP BY "customers"."name") AS "parts" GROUP BY "parts"."name" ORDER BY MAX("parts"."refunded") ASC NULLS LAST, "name" ASC NULLS LAST
