/** Questions over the Chinook sample about ranks, groups and sets, with SQL that gives the expected rows, read however unsure. The clock says 15 May 2024. */
export const rankCases: Record<string, [string, string][]> = {
  'what belongs to none': [
    [
      'Which customer has the most tracks?',
      'SELECT FirstName, LastName FROM InvoiceLine JOIN Invoice USING (InvoiceId) JOIN Customer USING (CustomerId) GROUP BY CustomerId ORDER BY COUNT(DISTINCT TrackId) DESC, 1 DESC LIMIT 1',
    ],
    [
      'Which billing countries have more than 200 tracks?',
      'SELECT BillingCountry FROM InvoiceLine JOIN Invoice USING (InvoiceId) GROUP BY 1 HAVING COUNT(DISTINCT TrackId) > 200',
    ],
  ],
  'what is large by a figure': [
    ['The biggest genre by number of tracks', 'SELECT g.Name FROM Track t JOIN Genre g USING (GenreId) GROUP BY GenreId ORDER BY COUNT(*) DESC LIMIT 1'],
    ['Longest album by total milliseconds', 'SELECT a.Title FROM Track JOIN Album a USING (AlbumId) GROUP BY AlbumId ORDER BY SUM(Milliseconds) DESC LIMIT 1'],
    ['Largest invoice by total', 'SELECT InvoiceId FROM Invoice ORDER BY Total DESC LIMIT 1'],
    ['What are the bytes of all tracks combined?', 'SELECT SUM(Bytes) FROM Track'],
  ],
  'how often': [
    ['Which billing country appears most often in the invoices?', 'SELECT BillingCountry FROM Invoice GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1'],
    ['Which country has the most records in invoices?', 'SELECT BillingCountry FROM Invoice GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1'],
    [
      'Show the name of the media type that is most widely used',
      'SELECT m.Name FROM Track JOIN MediaType m USING (MediaTypeId) GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1',
    ],
    [
      'Which genre has the greatest number of entries in tracks? Give both its name and its id.',
      'SELECT g.Name, GenreId FROM Track JOIN Genre g USING (GenreId) GROUP BY 2 ORDER BY COUNT(*) DESC LIMIT 1',
    ],
  ],
  'what belongs to the first': [
    [
      'Which genre has the highest average bytes, and what is the average bytes?',
      'SELECT g.Name, AVG(Bytes) FROM Track JOIN Genre g USING (GenreId) GROUP BY GenreId ORDER BY 2 DESC LIMIT 1',
    ],
    ['Which invoice has the highest invoice total? And what is the total?', 'SELECT InvoiceId, Total FROM Invoice ORDER BY Total DESC LIMIT 1'],
    [
      'In which billing city are the most invoices and how many of them are there?',
      'SELECT BillingCity, COUNT(*) FROM Invoice GROUP BY 1 ORDER BY 2 DESC, 1 DESC LIMIT 1',
    ],
    [
      'What is the total of all invoices that are of the most common billing country?',
      'SELECT SUM(Total) FROM Invoice WHERE BillingCountry = (SELECT BillingCountry FROM Invoice GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1)',
    ],
    ['What is the most common customer country?', 'SELECT Country FROM Customer GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1'],
    [
      'Which countries are the customers from who have more than 7 invoices?',
      'SELECT Country FROM Customer JOIN Invoice USING (CustomerId) GROUP BY CustomerId HAVING COUNT(*) > 7',
    ],
    [
      'What is the company of the customer with the most invoice lines?',
      'SELECT Company FROM Customer JOIN Invoice USING (CustomerId) JOIN InvoiceLine USING (InvoiceId) GROUP BY CustomerId ORDER BY COUNT(*) DESC, 1 DESC LIMIT 1',
    ],
  ],
  'what a verb ranks by': [
    ['Which track costs the most?', 'SELECT Name FROM Track ORDER BY UnitPrice DESC, TrackId LIMIT 1'],
    ['What is the last name of the employee who was born most recently?', 'SELECT LastName FROM Employee ORDER BY BirthDate DESC LIMIT 1'],
    ['What is the last name of the employee hired in the most recent year?', 'SELECT LastName FROM Employee ORDER BY HireDate DESC, EmployeeId LIMIT 1'],
    ['What is the name of the highest-priced track?', 'SELECT Name FROM Track ORDER BY UnitPrice DESC, TrackId LIMIT 1'],
  ],
  'rows of several values': [
    [
      'Which playlists have tracks of the genres Rock and Jazz?',
      "SELECT Name FROM Playlist p WHERE (SELECT COUNT(DISTINCT g.Name) FROM PlaylistTrack x JOIN Track t USING (TrackId) JOIN Genre g USING (GenreId) WHERE x.PlaylistId = p.PlaylistId AND g.Name IN ('Rock', 'Jazz')) = 2",
    ],
  ],
  'several of a kind': [
    ['Which postal codes have more than one employee?', 'SELECT PostalCode FROM Employee GROUP BY 1 HAVING COUNT(*) > 1'],
    ['Which albums have more than one composer?', 'SELECT Title FROM Album JOIN Track USING (AlbumId) GROUP BY AlbumId HAVING COUNT(DISTINCT Composer) > 1'],
    [
      'Which genres have not only tracks longer than 10 minutes but also tracks shorter than 2 minutes?',
      'SELECT g.Name FROM Genre g JOIN Track t USING (GenreId) GROUP BY GenreId HAVING MAX(Milliseconds) > 600000 AND MIN(Milliseconds) < 120000',
    ],
  ],
  'either of two conditions': [
    [
      'Which customers either live in Germany or have more than 6 invoices?',
      "SELECT FirstName, LastName FROM Customer c WHERE Country = 'Germany' OR (SELECT COUNT(*) FROM Invoice i WHERE i.CustomerId = c.CustomerId) > 6",
    ],
    [
      'Which customers have more than 6 invoices or live in Germany?',
      "SELECT FirstName, LastName FROM Customer c WHERE Country = 'Germany' OR (SELECT COUNT(*) FROM Invoice i WHERE i.CustomerId = c.CustomerId) > 6",
    ],
    [
      'Invoices from Germany with a total above 10 or from France with a total above 5',
      "SELECT InvoiceId FROM Invoice WHERE BillingCountry = 'Germany' AND Total > 10 OR BillingCountry = 'France' AND Total > 5",
    ],
    [
      'Tracks of the genre Rock or Jazz that are longer than 10 minutes',
      "SELECT t.Name FROM Track t JOIN Genre g USING (GenreId) WHERE g.Name IN ('Rock', 'Jazz') AND Milliseconds > 600000",
    ],
  ],
  'what is left out': [
    ['Billing cities without any invoices above 15', 'SELECT DISTINCT BillingCity FROM Invoice EXCEPT SELECT BillingCity FROM Invoice WHERE Total > 15'],
    ['Which playlists were never used?', 'SELECT Name FROM Playlist WHERE PlaylistId NOT IN (SELECT PlaylistId FROM PlaylistTrack)'],
    ['All customers but those from Germany', "SELECT FirstName, LastName FROM Customer WHERE Country <> 'Germany'"],
    ['List all genres but Rock', "SELECT Name FROM Genre WHERE Name <> 'Rock'"],
    ['Customers who dont live in Germany', "SELECT FirstName, LastName FROM Customer WHERE Country <> 'Germany'"],
  ],
  'groups compared': [
    [
      'Find the names of genres with average milliseconds greater than the overall average',
      'SELECT g.Name FROM Track JOIN Genre g USING (GenreId) GROUP BY GenreId HAVING AVG(Milliseconds) > (SELECT AVG(Milliseconds) FROM Track)',
    ],
    [
      'What is the maximum milliseconds of genres whose average milliseconds is above the average milliseconds of Jazz tracks?',
      "SELECT g.Name, MAX(Milliseconds) FROM Track JOIN Genre g USING (GenreId) GROUP BY GenreId HAVING AVG(Milliseconds) > (SELECT AVG(Milliseconds) FROM Track JOIN Genre g USING (GenreId) WHERE g.Name = 'Jazz')",
    ],
    [
      'What are the names of artists whose tracks cost more than 1 on average?',
      'SELECT a.Name FROM Track JOIN Album USING (AlbumId) JOIN Artist a USING (ArtistId) GROUP BY ArtistId HAVING AVG(UnitPrice) > 1',
    ],
    [
      'List the genres whose tracks have an average of more than 300000 milliseconds',
      'SELECT g.Name FROM Track JOIN Genre g USING (GenreId) GROUP BY GenreId HAVING AVG(Milliseconds) > 300000',
    ],
    [
      'Which artists have more albums than average?',
      'SELECT a.Name FROM Album JOIN Artist a USING (ArtistId) GROUP BY ArtistId HAVING COUNT(*) > (SELECT COUNT(*) * 1.0 / COUNT(DISTINCT ArtistId) FROM Album)',
    ],
    [
      'Which genres have more than the average number of tracks?',
      'SELECT g.Name FROM Track JOIN Genre g USING (GenreId) GROUP BY GenreId HAVING COUNT(*) > (SELECT COUNT(*) * 1.0 / COUNT(DISTINCT GenreId) FROM Track)',
    ],
    [
      "Which albums have more tracks than the album 'Facelift'?",
      "SELECT Title FROM Track JOIN Album USING (AlbumId) GROUP BY AlbumId HAVING COUNT(*) > (SELECT COUNT(*) FROM Track JOIN Album USING (AlbumId) WHERE Title = 'Facelift')",
    ],
    [
      'Which genres have between 50 and 100 tracks?',
      'SELECT g.Name FROM Track JOIN Genre g USING (GenreId) GROUP BY GenreId HAVING COUNT(*) BETWEEN 50 AND 100',
    ],
  ],
  'compared with others': [
    ['Which tracks have a higher unit price than average?', 'SELECT Name FROM Track WHERE UnitPrice > (SELECT AVG(UnitPrice) FROM Track)'],
    ['List the ids of invoices whose totals are lower than the largest total', 'SELECT InvoiceId FROM Invoice WHERE Total < (SELECT MAX(Total) FROM Invoice)'],
    [
      'How many invoices have a higher total than any of the invoices from Germany?',
      "SELECT COUNT(*) FROM Invoice WHERE Total > (SELECT MAX(Total) FROM Invoice WHERE BillingCountry = 'Germany')",
    ],
    [
      'List the ids of invoices with a total greater than that of some (at least one) invoice from Ireland',
      "SELECT InvoiceId FROM Invoice WHERE Total > (SELECT MIN(Total) FROM Invoice WHERE BillingCountry = 'Ireland')",
    ],
  ],
  'how many meet a condition on groups': [
    ['How many customers have more than 6 invoices?', 'SELECT COUNT(*) FROM (SELECT 1 FROM Invoice GROUP BY CustomerId HAVING COUNT(*) > 6)'],
    ['How many countries have more than 3 customers?', 'SELECT COUNT(*) FROM (SELECT 1 FROM Customer GROUP BY Country HAVING COUNT(*) > 3)'],
    [
      'What is the average unit price of tracks that are in more than 4 playlists?',
      'SELECT AVG(UnitPrice) FROM Track WHERE TrackId IN (SELECT TrackId FROM PlaylistTrack GROUP BY 1 HAVING COUNT(*) > 4)',
    ],
  ],
  'conditions that different rows meet': [
    [
      'Which billing countries have invoices with a total above 20 and invoices with a total below 1?',
      'SELECT BillingCountry FROM Invoice WHERE Total > 20 INTERSECT SELECT BillingCountry FROM Invoice WHERE Total < 1',
    ],
  ],
  'what is shown of the first few': [
    [
      'What are the names of the 3 genres with the most tracks?',
      'SELECT g.Name FROM Track JOIN Genre g USING (GenreId) GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 3',
    ],
  ],
  'an adjective about what rows refer to': [
    ['What is the quantity of the earliest invoice line?', 'SELECT Quantity FROM InvoiceLine ORDER BY InvoiceId LIMIT 1'],
  ],
}
