/** Questions over the Chinook sample about one thing said in several ways, with SQL that gives the expected rows. The clock says 15 May 2024. */
export const phrasingCases: Record<string, [string, string][]> = {
  'whole rows': [
    ['Show all artists.', 'SELECT * FROM Artist'],
    ['Show me all the media types', 'SELECT * FROM MediaType'],
  ],
  'rows listed beside columns, and whole rows': [
    ['What are the titles of albums and their respective artists?', 'SELECT Title, ar.Name FROM Album al JOIN Artist ar ON ar.ArtistId = al.ArtistId'],
    ['Show all information about each genre', 'SELECT GenreId, Name FROM Genre'],
    ['List all information in the genre table', 'SELECT GenreId, Name FROM Genre'],
    ['Give all information regarding genres, in order of name', 'SELECT GenreId, Name FROM Genre ORDER BY Name'],
  ],
  'values that many rows share, and none of something': [
    ['Which countries do customers live in?', 'SELECT DISTINCT Country FROM Customer'],
    ['Show all countries where customers live', 'SELECT DISTINCT Country FROM Customer'],
    ['List the names of the genres that have 0 tracks', 'SELECT Name FROM Genre WHERE GenreId NOT IN (SELECT GenreId FROM Track WHERE GenreId IS NOT NULL)'],
  ],
  'bounds, names of columns and kinds of them': [
    ['List the totals of the invoices that have at least a total of 20', 'SELECT Total FROM Invoice WHERE Total >= 20'],
    ['How many different kinds of customer countries are there?', 'SELECT COUNT(DISTINCT Country) FROM Customer'],
    ['Which track composers have the word "Young" in their names?', "SELECT DISTINCT Composer FROM Track WHERE Composer LIKE '%Young%'"],
    [
      'Show the number of invoices for each country and customer in that country',
      'SELECT c.Country, c.FirstName, c.LastName, COUNT(*) FROM Invoice i JOIN Customer c ON c.CustomerId = i.CustomerId GROUP BY c.Country, c.CustomerId',
    ],
  ],
  'a name with its words in another order': [
    ['Show the last names of employees and the date they were hired', 'SELECT LastName, HireDate FROM Employee'],
    ['What are the dates of hiring of the employees?', 'SELECT HireDate FROM Employee'],
    ['List the first names of the employees with their date of birth', 'SELECT FirstName, BirthDate FROM Employee'],
  ],
  'what each of two owners has of its own': [
    ['What are the phone numbers of all customers and employees?', 'SELECT Phone FROM Customer UNION SELECT Phone FROM Employee'],
    ['Find the cities for all the customers and all the employees.', 'SELECT City FROM Customer UNION SELECT City FROM Employee'],
  ],
  'orders that are invoices, records, majorities and what comes before': [
    [
      'How many orders does Frank Harris have?',
      "SELECT COUNT(*) FROM Invoice i JOIN Customer c ON c.CustomerId = i.CustomerId WHERE c.FirstName = 'Frank' AND c.LastName = 'Harris'",
    ],
    ['Which billing city has more than 7 records on file?', 'SELECT BillingCity FROM Invoice GROUP BY BillingCity HAVING COUNT(*) > 7'],
    ['Which country makes up the majority of the customers?', 'SELECT Country FROM Customer GROUP BY Country ORDER BY COUNT(*) DESC LIMIT 1'],
    ['Which artists have never released an album before?', 'SELECT Name FROM Artist WHERE ArtistId NOT IN (SELECT ArtistId FROM Album)'],
    ['List the number of invoices and the invoice total from California', "SELECT COUNT(*), SUM(Total) FROM Invoice WHERE BillingState = 'CA'"],
    [
      'What are the names of the top 3 artists by number of albums and how many albums did they make?',
      'SELECT ar.Name, COUNT(*) FROM Artist ar JOIN Album al ON al.ArtistId = ar.ArtistId GROUP BY ar.ArtistId ORDER BY COUNT(*) DESC LIMIT 3',
    ],
  ],
  'slips of a little word, several of something, and the first of a rank': [
    ['What si the first name of the youngest employee?', 'SELECT FirstName FROM Employee ORDER BY BirthDate DESC LIMIT 1'],
    ['How mnay invoices have a total of more tahn 5?', 'SELECT COUNT(*) FROM Invoice WHERE Total > 5'],
    ['Which artists have multiple albums?', 'SELECT Name FROM Artist WHERE ArtistId IN (SELECT ArtistId FROM Album GROUP BY ArtistId HAVING COUNT(*) > 1)'],
    [
      'What are the names of the top 3 artists who have authored the greatest number of albums?',
      'SELECT ar.Name FROM Artist ar JOIN Album al ON al.ArtistId = ar.ArtistId GROUP BY ar.ArtistId ORDER BY COUNT(*) DESC LIMIT 3',
    ],
  ],
  'both ends, what is shared and what is written in it': [
    ['What are the durations of the longest and the shortest tracks in milliseconds?', 'SELECT MAX(Milliseconds), MIN(Milliseconds) FROM Track'],
    [
      'Show the totals shared by invoices with billing country Norway and Chile',
      "SELECT Total FROM Invoice WHERE BillingCountry = 'Norway' INTERSECT SELECT Total FROM Invoice WHERE BillingCountry = 'Chile'",
    ],
    ['Show the last names of customers who have Rua in their address', "SELECT LastName FROM Customer WHERE Address LIKE '%Rua%'"],
  ],
  'whose name it is': [
    ['Show the employee names', 'SELECT FirstName, LastName FROM Employee'],
    ['List the employees and their names', 'SELECT FirstName, LastName FROM Employee'],
    ['Which customers live in Paris? Show their names and their emails', "SELECT FirstName, LastName, Email FROM Customer WHERE City = 'Paris'"],
    [
      'For each album, return its name and the number of tracks',
      'SELECT Album.Title, COUNT(*) FROM Album JOIN Track ON Track.AlbumId = Album.AlbumId GROUP BY Album.AlbumId',
    ],
  ],
  'sorted from one end to the other': [
    ['Show invoice ids and totals from the highest total to the lowest', 'SELECT InvoiceId, Total FROM Invoice ORDER BY Total DESC'],
    ['List the tracks from the longest milliseconds to the shortest milliseconds', 'SELECT Name FROM Track ORDER BY Milliseconds DESC'],
    ['How many customers live in each country, most common first?', 'SELECT Country, COUNT(*) FROM Customer GROUP BY Country ORDER BY COUNT(*) DESC'],
  ],
  'counts and figures told behind': [
    ['Show the track count for each genre', 'SELECT Genre.Name, COUNT(*) FROM Track JOIN Genre ON Genre.GenreId = Track.GenreId GROUP BY Genre.GenreId'],
    [
      'Show the country with the largest number of customers, and that number',
      'SELECT Country, COUNT(*) FROM Customer GROUP BY Country ORDER BY COUNT(*) DESC LIMIT 1',
    ],
    [
      'What are the names of artists and of the albums they made?',
      'SELECT Artist.Name, Album.Title FROM Artist JOIN Album ON Album.ArtistId = Artist.ArtistId',
    ],
  ],
  'years in a row': [
    ['How many invoices were made in 2021 or 2022?', "SELECT COUNT(*) FROM Invoice WHERE InvoiceDate >= '2021-01-01' AND InvoiceDate < '2023-01-01'"],
  ],
  'what is shown with it': [
    [
      'List all albums with their number of tracks',
      'SELECT Album.Title, COUNT(*) FROM Album JOIN Track ON Track.AlbumId = Album.AlbumId GROUP BY Album.AlbumId',
    ],
    ['Show the albums and their artists', 'SELECT Album.Title, Artist.Name FROM Album JOIN Artist ON Artist.ArtistId = Album.ArtistId'],
  ],
  'one of two conditions': [
    ['Show the ids of invoices dated before 2022 or with a total above 20', "SELECT InvoiceId FROM Invoice WHERE InvoiceDate < '2022-01-01' OR Total > 20"],
  ],
  'a letter that is no value': [['List the last names of customers that start with M', "SELECT LastName FROM Customer WHERE LastName LIKE 'M%'"]],
  'one figure beside another': [['Return the average unit price and the highest unit price of tracks', 'SELECT AVG(UnitPrice), MAX(UnitPrice) FROM Track']],
  'part of a text': [
    ['Customers whose email contains gmail', "SELECT FirstName, LastName FROM Customer WHERE Email LIKE '%gmail%'"],
    ['Which tracks have "Rock" as a substring in the name?', "SELECT Name FROM Track WHERE Name LIKE '%Rock%'"],
    ['Customers with the letter a in their first names', "SELECT FirstName, LastName FROM Customer WHERE FirstName LIKE '%a%'"],
    [
      'Which customers have the letters W or X in their first name?',
      "SELECT FirstName, LastName FROM Customer WHERE FirstName LIKE '%w%' OR FirstName LIKE '%x%'",
    ],
    ['Show the last names of employees whose first name does not contain the letter a', "SELECT LastName FROM Employee WHERE FirstName NOT LIKE '%a%'"],
    ['List the last names of employees whose id does not equal to 3', 'SELECT LastName FROM Employee WHERE EmployeeId <> 3'],
    ['Show the ids of invoices whose total is in the range of 5 and 10', 'SELECT InvoiceId FROM Invoice WHERE Total BETWEEN 5 AND 10'],
    ['Employees whose title contains Sales', "SELECT FirstName, LastName FROM Employee WHERE Title LIKE '%Sales%'"],
  ],
  'the head of what is ranked and sorted': [
    ['Which country of customers is most common?', 'SELECT Country FROM Customer GROUP BY Country ORDER BY COUNT(*) DESC LIMIT 1'],
    ['Sort all track names by their lengths from long to short', 'SELECT Name FROM Track ORDER BY Milliseconds DESC'],
  ],
  'words that say no more than others': [
    [
      'Which customer spent the most money?',
      'SELECT FirstName, LastName FROM Customer JOIN Invoice USING (CustomerId) GROUP BY CustomerId ORDER BY SUM(Total) DESC LIMIT 1',
    ],
    ['How many albums does each artist have on average?', 'SELECT 1.0 * COUNT(*) / COUNT(DISTINCT ArtistId) FROM Album'],
    ['Which customer placed the first invoice?', 'SELECT FirstName, LastName FROM Customer JOIN Invoice USING (CustomerId) ORDER BY InvoiceDate LIMIT 1'],
    ['Count the total number of available genres', 'SELECT COUNT(*) FROM Genre'],
    ['For each billing country, how many invoices are classified that way?', 'SELECT BillingCountry, COUNT(*) FROM Invoice GROUP BY BillingCountry'],
    ['List the track names in asceding order of their lengths', 'SELECT Name FROM Track ORDER BY Milliseconds'],
    ['Show invoices above total 20', 'SELECT InvoiceId FROM Invoice WHERE Total > 20'],
    ['How many customers have "son" in part of their last names?', "SELECT COUNT(*) FROM Customer WHERE LastName LIKE '%son%'"],
    ['How long is the total length of the tracks?', 'SELECT SUM(Milliseconds) FROM Track'],
    [
      'How many albums does the artist with the name Iron Maiden have?',
      "SELECT COUNT(*) FROM Album WHERE ArtistId = (SELECT ArtistId FROM Artist WHERE Name = 'Iron Maiden')",
    ],
  ],
  denials: [
    [
      'Which customers do not have an invoice with a total above 20?',
      'SELECT FirstName, LastName FROM Customer WHERE CustomerId NOT IN (SELECT CustomerId FROM Invoice WHERE Total > 20)',
    ],
    [
      'Show the last names of customers who did not have any invoice after 2024',
      "SELECT LastName FROM Customer WHERE CustomerId NOT IN (SELECT CustomerId FROM Invoice WHERE InvoiceDate >= '2025-01-01')",
    ],
  ],
  'what is denied of amounts': [
    [
      'What are the last names of customers without invoice totals exceeding 20?',
      'SELECT LastName FROM Customer WHERE CustomerId NOT IN (SELECT CustomerId FROM Invoice WHERE Total > 20)',
    ],
  ],
  'names told by what they are': [
    [
      'How many albums are there by the artist "Metallica"?',
      "SELECT COUNT(*) FROM Album WHERE ArtistId = (SELECT ArtistId FROM Artist WHERE Name = 'Metallica')",
    ],
    ['Show the titles of albums by the artist AC/DC', "SELECT Title FROM Album WHERE ArtistId = (SELECT ArtistId FROM Artist WHERE Name = 'AC/DC')"],
  ],
  occasions: [
    [
      'Which genres are used more than 500 times in tracks?',
      'SELECT Name FROM Genre WHERE GenreId IN (SELECT GenreId FROM Track GROUP BY 1 HAVING COUNT(*) > 500)',
    ],
  ],
  'counts of nothing in particular': [['List the countries of customers and the count', 'SELECT Country, COUNT(*) FROM Customer GROUP BY Country']],
  'numbers and what they bound': [
    ['How many tracks have a unit price of 0.99 or 1.99?', 'SELECT COUNT(*) FROM Track WHERE UnitPrice IN (0.99, 1.99)'],
    ['Show the ids of invoices above a total of 20', 'SELECT InvoiceId FROM Invoice WHERE Total > 20'],
    ['How many customers live in the country "Canada."', "SELECT COUNT(*) FROM Customer WHERE Country = 'Canada'"],
    ['Show the ids of invoices with a total of 20 or more', 'SELECT InvoiceId FROM Invoice WHERE Total >= 20'],
    ['Which track names contain the word "Blues"?', "SELECT Name FROM Track WHERE Name LIKE '%Blues%'"],
  ],
  'which come first': [
    ['List the names of tracks by bytes, largest first', 'SELECT Name FROM Track ORDER BY Bytes DESC'],
    ['List the last names of employees from oldest to youngest', 'SELECT LastName FROM Employee ORDER BY BirthDate'],
    ['employees by hire date, newest first', 'SELECT FirstName, LastName FROM Employee ORDER BY HireDate DESC'],
    ['List the artists by name, Z to A', 'SELECT Name FROM Artist ORDER BY Name DESC'],
    ['List the totals of invoices by billing city descending', 'SELECT Total FROM Invoice ORDER BY BillingCity DESC'],
  ],
  'names that were not sampled': [
    ["List Aerosmith's albums", "SELECT Title FROM Album al JOIN Artist ar ON ar.ArtistId = al.ArtistId WHERE ar.Name = 'Aerosmith'"],
    ['Who is the composer of the track Fast As a Shark?', "SELECT Composer FROM Track WHERE Name = 'Fast As a Shark'"],
    [
      'How many tracks does the album Balls to the Wall have?',
      "SELECT COUNT(*) FROM Track t JOIN Album a ON a.AlbumId = t.AlbumId WHERE a.Title = 'Balls to the Wall'",
    ],
    ['Show the titles of the albums by Iron Maiden', "SELECT Title FROM Album JOIN Artist USING (ArtistId) WHERE Name = 'Iron Maiden'"],
    ['How many albums does Deep Purple have?', "SELECT COUNT(*) FROM Album JOIN Artist USING (ArtistId) WHERE Name = 'Deep Purple'"],
  ],
  totals: [['What did the customers from Brazil spend in total?', "SELECT SUM(Total) FROM Invoice JOIN Customer USING (CustomerId) WHERE Country = 'Brazil'"]],
  'when beside what': [
    ['When was the employee with the last name Mitchell hired?', "SELECT HireDate FROM Employee WHERE LastName = 'Mitchell'"],
    ['What are the last names of the employees in Lethbridge, and when were they born?', "SELECT LastName, BirthDate FROM Employee WHERE City = 'Lethbridge'"],
  ],
  comparisons: [
    ['Show the ids of invoices with a total smaller than or equal to 0.99', 'SELECT InvoiceId FROM Invoice WHERE Total <= 0.99'],
    [
      'Show the titles of albums that have 30 or more corresponding tracks',
      'SELECT Title FROM Album WHERE AlbumId IN (SELECT AlbumId FROM Track GROUP BY 1 HAVING COUNT(*) >= 30)',
    ],
    ['List the last names of employees in an descending order of birth date', 'SELECT LastName FROM Employee ORDER BY BirthDate DESC'],
  ],
}
