const customers = 'SELECT c.FirstName, c.LastName'
const lines = 'InvoiceLine l JOIN Track t ON t.TrackId = l.TrackId'
const invoices = 'Invoice i JOIN Customer c ON c.CustomerId = i.CustomerId'
const byMonth = "strftime('%Y-%m', InvoiceDate)"
const byYear = "strftime('%Y', InvoiceDate)"
const weekday = "(CAST(strftime('%w', InvoiceDate) AS INTEGER) + 6) % 7 + 1"
const employees = `Invoice i JOIN Customer c ON c.CustomerId = i.CustomerId JOIN Employee e ON e.EmployeeId = c.SupportRepId`

/** Questions that business people ask of a shop, each with SQL of its right answer, by kind. */
export const businessCases: Record<string, [question: string, sql: string][]> = {
  'who is above whom': [
    ['Which employees report to Nancy Edwards?', 'SELECT FirstName, LastName FROM Employee WHERE ReportsTo = 2'],
    ['How many employees report to Andrew Adams?', 'SELECT COUNT(*) FROM Employee WHERE ReportsTo = 1'],
    ['Whom does Nancy Edwards report to?', 'SELECT FirstName, LastName FROM Employee WHERE EmployeeId = 1'],
    ['Who are the 2 longest-serving employees?', 'SELECT FirstName, LastName FROM Employee ORDER BY HireDate LIMIT 2'],
    ['Who is the youngest employee in the company?', 'SELECT FirstName, LastName FROM Employee ORDER BY BirthDate DESC LIMIT 1'],
  ],
  'what one of them spent, and how to reach them': [
    ['How much money did Frank Harris spend?', `SELECT SUM(i.Total) FROM ${invoices} WHERE c.FirstName = 'Frank' AND c.LastName = 'Harris'`],
    ["What is Frank Harris's email and phone?", "SELECT Email, Phone FROM Customer WHERE FirstName = 'Frank' AND LastName = 'Harris'"],
  ],
  'who bought when': [
    ['How many customers bought something in March 2010?', "SELECT COUNT(DISTINCT CustomerId) FROM Invoice WHERE InvoiceDate LIKE '2010-03%'"],
    ['How many customers ordered in 2010?', "SELECT COUNT(DISTINCT CustomerId) FROM Invoice WHERE InvoiceDate LIKE '2010%'"],
    ['What did customers spend in 2010?', "SELECT SUM(Total) FROM Invoice WHERE InvoiceDate LIKE '2010%'"],
    ['Find the 5 customers who purchased something most recently', `${customers} FROM ${invoices} ORDER BY i.InvoiceDate DESC LIMIT 5`],
  ],
  'what sells': [
    [
      'Top 3 genres by sales',
      `SELECT g.Name, SUM(l.UnitPrice * l.Quantity) s FROM ${lines} JOIN Genre g ON g.GenreId = t.GenreId GROUP BY g.GenreId ORDER BY s DESC LIMIT 3`,
    ],
    ['sales by genre', `SELECT g.Name, SUM(l.UnitPrice * l.Quantity) FROM ${lines} JOIN Genre g ON g.GenreId = t.GenreId GROUP BY g.GenreId`],
    [
      'total sales per artist',
      `SELECT a.Name, SUM(l.UnitPrice * l.Quantity) FROM ${lines} JOIN Album b ON b.AlbumId = t.AlbumId JOIN Artist a ON a.ArtistId = b.ArtistId GROUP BY a.ArtistId`,
    ],
    [
      'top 10 artists by revenue',
      `SELECT a.Name, SUM(l.UnitPrice * l.Quantity) s FROM ${lines} JOIN Album b ON b.AlbumId = t.AlbumId JOIN Artist a ON a.ArtistId = b.ArtistId GROUP BY a.ArtistId ORDER BY s DESC, a.Name LIMIT 10`,
    ],
    [
      'revenue by artist top 10',
      `SELECT a.Name, SUM(l.UnitPrice * l.Quantity) s FROM ${lines} JOIN Album b ON b.AlbumId = t.AlbumId JOIN Artist a ON a.ArtistId = b.ArtistId GROUP BY a.ArtistId ORDER BY s DESC, a.Name LIMIT 10`,
    ],
    [
      'best selling artists',
      `SELECT a.Name, SUM(l.Quantity) s FROM ${lines} JOIN Album b ON b.AlbumId = t.AlbumId JOIN Artist a ON a.ArtistId = b.ArtistId GROUP BY a.ArtistId ORDER BY s DESC, a.Name LIMIT 10`,
    ],
    [
      '5 best-selling genres',
      `SELECT g.Name, SUM(l.Quantity) s FROM ${lines} JOIN Genre g ON g.GenreId = t.GenreId GROUP BY g.GenreId ORDER BY s DESC LIMIT 5`,
    ],
    [
      'top 8 selling albums',
      `SELECT * FROM (SELECT b.Title, SUM(l.Quantity) s FROM ${lines} JOIN Album b ON b.AlbumId = t.AlbumId GROUP BY b.AlbumId ORDER BY s DESC LIMIT 8)`,
    ],
    [
      'which artist sold the most tracks',
      `SELECT a.Name FROM ${lines} JOIN Album b ON b.AlbumId = t.AlbumId JOIN Artist a ON a.ArtistId = b.ArtistId GROUP BY a.ArtistId ORDER BY SUM(l.Quantity) DESC LIMIT 1`,
    ],
    [
      'how many tracks were sold in 2023',
      "SELECT SUM(l.Quantity) FROM InvoiceLine l JOIN Invoice i ON i.InvoiceId = l.InvoiceId WHERE i.InvoiceDate LIKE '2023%'",
    ],
    [
      'number of invoices and number of unique customers by billing country',
      'SELECT BillingCountry, COUNT(*), COUNT(DISTINCT CustomerId) FROM Invoice GROUP BY 1',
    ],
    [
      'Who are the 3 customers who spent the most?',
      `SELECT c.FirstName, c.LastName, SUM(i.Total) s FROM ${invoices} GROUP BY c.CustomerId ORDER BY s DESC LIMIT 3`,
    ],
    ['Which tracks have never been sold?', 'SELECT Name FROM Track WHERE TrackId NOT IN (SELECT TrackId FROM InvoiceLine)'],
    [
      'tracks not sold in 2023',
      "SELECT Name FROM Track WHERE TrackId NOT IN (SELECT l.TrackId FROM InvoiceLine l JOIN Invoice i ON i.InvoiceId = l.InvoiceId WHERE i.InvoiceDate LIKE '2023%')",
    ],
    [
      'top artist per genre by sales',
      `SELECT genre, name FROM (SELECT genre, name, ROW_NUMBER() OVER (PARTITION BY genre ORDER BY s DESC, name DESC) n FROM (SELECT g.Name genre, a.Name name, SUM(l.UnitPrice * l.Quantity) s FROM ${lines} JOIN Album b ON b.AlbumId = t.AlbumId JOIN Artist a ON a.ArtistId = b.ArtistId JOIN Genre g ON g.GenreId = t.GenreId GROUP BY g.GenreId, a.ArtistId)) WHERE n = 1`,
    ],
    ['second most expensive track', 'SELECT Name, UnitPrice FROM Track ORDER BY UnitPrice DESC, TrackId LIMIT 1 OFFSET 1'],
  ],
  'who sells and who buys': [
    ['Which employee sold the most?', `SELECT e.FirstName, e.LastName FROM ${employees} GROUP BY e.EmployeeId ORDER BY SUM(i.Total) DESC LIMIT 1`],
    ['revenue per employee', `SELECT e.FirstName, e.LastName, SUM(i.Total) FROM ${employees} GROUP BY e.EmployeeId`],
    ['revenue by employee', `SELECT e.FirstName, e.LastName, SUM(i.Total) FROM ${employees} GROUP BY e.EmployeeId`],
    ['customers who spent more than 40', `${customers} FROM ${invoices} GROUP BY c.CustomerId HAVING SUM(i.Total) > 40`],
    ['who spent the most', `${customers} FROM ${invoices} GROUP BY c.CustomerId ORDER BY SUM(i.Total) DESC LIMIT 1`],
    ['who are our best customers', `SELECT * FROM (${customers}, SUM(i.Total) s FROM ${invoices} GROUP BY c.CustomerId ORDER BY s DESC LIMIT 10)`],
    ['top 5 customers by revenue', `SELECT * FROM (${customers}, SUM(i.Total) s FROM ${invoices} GROUP BY c.CustomerId ORDER BY s DESC LIMIT 5)`],
    [
      'customers who bought more than 37 tracks',
      `${customers} FROM ${invoices} JOIN InvoiceLine l ON l.InvoiceId = i.InvoiceId GROUP BY c.CustomerId HAVING SUM(l.Quantity) > 37`,
    ],
    ['which country has the most revenue', 'SELECT BillingCountry FROM Invoice GROUP BY 1 ORDER BY SUM(Total) DESC LIMIT 1'],
    [
      'how many customers per support rep',
      'SELECT e.FirstName, e.LastName, COUNT(*) FROM Customer c JOIN Employee e ON e.EmployeeId = c.SupportRepId GROUP BY e.EmployeeId',
    ],
    [
      'customers without invoices in 2023',
      "SELECT FirstName, LastName FROM Customer WHERE CustomerId NOT IN (SELECT CustomerId FROM Invoice WHERE InvoiceDate LIKE '2023%')",
    ],
    [
      'customers who did not buy anything in 2023',
      "SELECT FirstName, LastName FROM Customer WHERE CustomerId NOT IN (SELECT CustomerId FROM Invoice WHERE InvoiceDate LIKE '2023%')",
    ],
    ['rank countries by revenue', 'SELECT BillingCountry, SUM(Total) FROM Invoice GROUP BY 1'],
    ['ranking of artists by number of albums', 'SELECT a.Name, COUNT(*) FROM Album b JOIN Artist a ON a.ArtistId = b.ArtistId GROUP BY a.ArtistId'],
    ['how much did each customer spend in 2023', `${customers}, SUM(i.Total) FROM ${invoices} WHERE i.InvoiceDate LIKE '2023%' GROUP BY c.CustomerId`],
  ],
  averages: [
    ['average order value', 'SELECT AVG(Total) FROM Invoice'],
    ['average revenue per invoice', 'SELECT AVG(Total) FROM Invoice'],
    ['average revenue per customer', 'SELECT SUM(Total) / COUNT(DISTINCT CustomerId) FROM Invoice'],
    ['average number of tracks per album', 'SELECT COUNT(*) * 1.0 / COUNT(DISTINCT AlbumId) FROM Track'],
    ['average tracks per playlist', 'SELECT COUNT(*) * 1.0 / COUNT(DISTINCT PlaylistId) FROM PlaylistTrack'],
    ['average invoice total per country', `SELECT c.Country, AVG(i.Total) FROM ${invoices} GROUP BY c.Country`],
    ['first invoice date per customer', `${customers}, MIN(i.InvoiceDate) FROM ${invoices} GROUP BY c.CustomerId`],
  ],
  'shares of a whole': [
    ['share of revenue by country in percent', 'SELECT BillingCountry, 100.0 * SUM(Total) / (SELECT SUM(Total) FROM Invoice) FROM Invoice GROUP BY 1'],
    [
      'percentage of revenue by genre',
      `SELECT g.Name, 100.0 * SUM(l.UnitPrice * l.Quantity) / (SELECT SUM(UnitPrice * Quantity) FROM InvoiceLine) FROM ${lines} JOIN Genre g ON g.GenreId = t.GenreId GROUP BY g.GenreId`,
    ],
    ['what share of revenue comes from the USA', "SELECT 100.0 * SUM(CASE WHEN BillingCountry = 'USA' THEN Total ELSE 0 END) / SUM(Total) FROM Invoice"],
    ['what percentage of invoices are from Germany', "SELECT 100.0 * SUM(BillingCountry = 'Germany') / COUNT(*) FROM Invoice"],
  ],
  'along time': [
    ['monthly revenue in 2023', `SELECT ${byMonth} m, SUM(Total) FROM Invoice WHERE InvoiceDate LIKE '2023%' GROUP BY m`],
    [
      'revenue by month for the last 12 months',
      `SELECT ${byMonth} m, SUM(Total) FROM Invoice WHERE InvoiceDate >= '2023-05' AND InvoiceDate < '2024-05' GROUP BY m`,
    ],
    [
      'growth of revenue by year',
      `SELECT y, s, 100.0 * (s - LAG(s) OVER (ORDER BY y)) / LAG(s) OVER (ORDER BY y) FROM (SELECT ${byYear} y, SUM(Total) s FROM Invoice GROUP BY 1)`,
    ],
    [
      'year over year growth of revenue',
      `SELECT y, s, 100.0 * (s - LAG(s) OVER (ORDER BY y)) / LAG(s) OVER (ORDER BY y) FROM (SELECT ${byYear} y, SUM(Total) s FROM Invoice GROUP BY 1)`,
    ],
    [
      'month over month growth in 2023',
      `SELECT m, s, 100.0 * (s - LAG(s) OVER (ORDER BY m)) / LAG(s) OVER (ORDER BY m) FROM (SELECT ${byMonth} m, SUM(Total) s FROM Invoice WHERE InvoiceDate LIKE '2023%' GROUP BY 1)`,
    ],
    ['running total of revenue by month', `SELECT m, s, SUM(s) OVER (ORDER BY m) FROM (SELECT ${byMonth} m, SUM(Total) s FROM Invoice GROUP BY 1)`],
    [
      'cumulative revenue by month in 2023',
      `SELECT m, s, SUM(s) OVER (ORDER BY m) FROM (SELECT ${byMonth} m, SUM(Total) s FROM Invoice WHERE InvoiceDate LIKE '2023%' GROUP BY 1)`,
    ],
    [
      '3-month moving average of revenue',
      `SELECT m, s, AVG(s) OVER (ORDER BY m ROWS 2 PRECEDING) FROM (SELECT ${byMonth} m, SUM(Total) s FROM Invoice GROUP BY 1)`,
    ],
    [
      'What were the total quarterly sales in 2023?',
      "SELECT '2023-Q' || ((strftime('%m', InvoiceDate) + 2) / 3) q, SUM(Total) FROM Invoice WHERE InvoiceDate LIKE '2023%' GROUP BY q",
    ],
    ['How many invoices were there in each month of 2023?', `SELECT ${byMonth} m, COUNT(*) FROM Invoice WHERE InvoiceDate LIKE '2023%' GROUP BY m`],
    ['What is the total amount of invoices in 2023?', "SELECT SUM(Total) FROM Invoice WHERE InvoiceDate LIKE '2023%'"],
    ['sales by weekday', `SELECT ${weekday} d, SUM(Total) FROM Invoice GROUP BY d`],
    ['on which day of the week do we sell most', `SELECT ${weekday} d FROM Invoice GROUP BY d ORDER BY SUM(Total) DESC LIMIT 1`],
    ['busiest day of the week', `SELECT ${weekday} d FROM Invoice GROUP BY d ORDER BY COUNT(*) DESC, d LIMIT 1`],
    ['how many invoices were issued on weekends', `SELECT COUNT(*) FROM Invoice WHERE ${weekday} IN (6, 7)`],
    ['total sales on Mondays and Fridays by country', `SELECT BillingCountry, SUM(Total) FROM Invoice WHERE ${weekday} IN (1, 5) GROUP BY 1`],
    ['what was our revenue on a Sunday, rounded to 2 decimal places?', `SELECT SUM(Total) FROM Invoice WHERE ${weekday} = 7`],
    [
      'how many invoices were there in the last 3 months, inclusive of today?',
      "SELECT COUNT(*) FROM Invoice WHERE InvoiceDate >= '2024-02-15' AND InvoiceDate < '2024-05-16'",
    ],
    [
      'revenue per month in 2024, excluding the current month',
      `SELECT ${byMonth} m, SUM(Total) FROM Invoice WHERE InvoiceDate LIKE '2024%' AND InvoiceDate < '2024-05-01' GROUP BY m`,
    ],
    ['what was our best month', `SELECT ${byMonth} m FROM Invoice GROUP BY m ORDER BY SUM(Total) DESC LIMIT 1`],
    ['which month had the highest revenue', `SELECT ${byMonth} m FROM Invoice GROUP BY m ORDER BY SUM(Total) DESC LIMIT 1`],
    ['how much did we sell in March 2023', "SELECT SUM(Total) FROM Invoice WHERE InvoiceDate LIKE '2023-03%'"],
    ['how many invoices did we have last year', "SELECT COUNT(*) FROM Invoice WHERE InvoiceDate LIKE '2023%'"],
    ['revenue in the last 30 days', "SELECT SUM(Total) FROM Invoice WHERE InvoiceDate >= '2024-04-15' AND InvoiceDate < '2024-05-16'"],
  ],
  'figures that are worked out': [
    ['What is the ratio of customers in Brazil to customers in Canada?', "SELECT 1.0 * SUM(Country = 'Brazil') / SUM(Country = 'Canada') FROM Customer"],
    ['ratio of invoices over 10 to all invoices per billing country', 'SELECT BillingCountry, 1.0 * SUM(Total > 10) / COUNT(*) FROM Invoice GROUP BY 1'],
    [
      'total unit price times quantity by genre',
      `SELECT Genre.Name, SUM(l.UnitPrice * l.Quantity) FROM InvoiceLine l JOIN Track USING (TrackId) JOIN Genre USING (GenreId) GROUP BY GenreId`,
    ],
    ['Bulk is bytes times milliseconds. List the top 3 tracks by bulk.', 'SELECT Name, Bytes * Milliseconds v FROM Track ORDER BY v DESC LIMIT 3'],
    ['What was the sum of total divided by the number of invoices in 2023?', "SELECT SUM(Total) / COUNT(*) FROM Invoice WHERE InvoiceDate LIKE '2023%'"],
    ['average of bytes / milliseconds of tracks', 'SELECT AVG(1.0 * Bytes / Milliseconds) FROM Track'],
    [
      'Which 3 genres have the highest ratio of bytes to milliseconds?',
      'SELECT Genre.Name, 1.0 * SUM(Bytes) / SUM(Milliseconds) r FROM Track JOIN Genre USING (GenreId) GROUP BY GenreId ORDER BY r DESC LIMIT 3',
    ],
    [
      'average number of days between the birth date and the hire date of employees by title',
      'SELECT Title, AVG(julianday(HireDate) - julianday(BirthDate)) FROM Employee GROUP BY 1',
    ],
    [
      'Which employee has the longest time between birth date and hire date?',
      'SELECT FirstName, LastName FROM Employee ORDER BY julianday(HireDate) - julianday(BirthDate) DESC LIMIT 1',
    ],
    [
      'days since the last invoice per customer',
      "SELECT FirstName, LastName, MIN(julianday('2024-05-15') - julianday(InvoiceDate)) FROM Invoice JOIN Customer USING (CustomerId) GROUP BY CustomerId",
    ],
  ],
  'periods side by side': [
    ['compare revenue 2024 and 2025', `SELECT ${byYear} y, SUM(Total) FROM Invoice WHERE ${byYear} IN ('2024', '2025') GROUP BY y`],
    ['revenue 2024 vs 2025', `SELECT ${byYear} y, SUM(Total) FROM Invoice WHERE ${byYear} IN ('2024', '2025') GROUP BY y`],
    [
      'compare revenue in 2022 and 2023 by country',
      `SELECT BillingCountry, ${byYear} y, SUM(Total) FROM Invoice WHERE ${byYear} IN ('2022', '2023') GROUP BY 1, 2`,
    ],
    ['revenue this year vs last year', `SELECT ${byYear} y, SUM(Total) FROM Invoice WHERE ${byYear} IN ('2023', '2024') GROUP BY y`],
    [
      'this year vs last year by month',
      `WITH m AS (SELECT ${byMonth} m, SUM(Total) s FROM Invoice GROUP BY 1) SELECT a.m, a.s, b.s, a.s - b.s, 100.0 * (a.s - b.s) / b.s FROM m a LEFT JOIN m b ON b.m = (substr(a.m, 1, 4) - 1) || substr(a.m, 5) WHERE a.m LIKE '2024%'`,
    ],
    [
      'revenue this year vs last year by month',
      `WITH m AS (SELECT ${byMonth} m, SUM(Total) s FROM Invoice GROUP BY 1) SELECT a.m, a.s, b.s, a.s - b.s, 100.0 * (a.s - b.s) / b.s FROM m a LEFT JOIN m b ON b.m = (substr(a.m, 1, 4) - 1) || substr(a.m, 5) WHERE a.m LIKE '2024%'`,
    ],
    [
      'how did revenue change from 2022 to 2023',
      `SELECT y, s, s - LAG(s) OVER (ORDER BY y) FROM (SELECT ${byYear} y, SUM(Total) s FROM Invoice WHERE ${byYear} IN ('2022', '2023') GROUP BY 1)`,
    ],
    [
      'difference in revenue between 2022 and 2023',
      `SELECT y, s, s - LAG(s) OVER (ORDER BY y) FROM (SELECT ${byYear} y, SUM(Total) s FROM Invoice WHERE ${byYear} IN ('2022', '2023') GROUP BY 1)`,
    ],
  ],
}
