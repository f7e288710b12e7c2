/** Questions for a drawing over the Chinook sample with SQL that gives the expected rows. */
export const chartCases: Record<string, [string, string][]> = {
  'dates put together': [
    [
      'A line chart that shows the change in the average total of invoices over the invoice date, binned by year',
      "SELECT strftime('%Y', InvoiceDate), AVG(Total) FROM Invoice GROUP BY 1 ORDER BY 1",
    ],
    ['Line chart of invoice date vs sum of total binned by month', "SELECT strftime('%Y-%m', InvoiceDate), SUM(Total) FROM Invoice GROUP BY 1 ORDER BY 1"],
    ['Bin the invoice date by month and count them with a line chart', "SELECT strftime('%Y-%m', InvoiceDate), COUNT(*) FROM Invoice GROUP BY 1 ORDER BY 1"],
    [
      'How many invoices were made each day? Bin the invoice date by weekday in a bar chart, ranked by the y axis from high to low',
      "SELECT (strftime('%w', InvoiceDate) + 6) % 7 + 1, COUNT(*) FROM Invoice GROUP BY 1 ORDER BY 2 DESC, 1 DESC",
    ],
    [
      'Show the trend of the number of customers with billing city Paris and London by a grouping line chart',
      "SELECT strftime('%Y-%m', InvoiceDate), BillingCity, COUNT(DISTINCT CustomerId) FROM Invoice WHERE BillingCity IN ('Paris', 'London') GROUP BY 1, 2",
    ],
    ['Show all hire dates of employees and bin them by year in a bar chart', "SELECT strftime('%Y', HireDate), COUNT(*) FROM Employee GROUP BY 1"],
  ],
  'what stands where': [
    ['Find the last name and the employee id of employees, and visualize them by a bar chart', 'SELECT LastName, EmployeeId FROM Employee'],
    [
      'Show the support rep id and the number of customers by a bar chart, and sort the bars from high to low',
      'SELECT SupportRepId, COUNT(*) FROM Customer GROUP BY 1 ORDER BY 2 DESC, 1 DESC',
    ],
    [
      'For all employees, return a bar chart about the distribution of title and the average of employee id, and group by attribute title',
      'SELECT Title, AVG(EmployeeId) FROM Employee GROUP BY 1',
    ],
    ['Show the billing city and total with a bar chart', 'SELECT BillingCity, SUM(Total) FROM Invoice GROUP BY 1'],
    ['Scatter plot with bytes on the x axis and milliseconds on the y axis', 'SELECT Bytes, Milliseconds FROM Track'],
    ['Draw a bar chart, the x-axis is the country and the y-axis is the number of customers', 'SELECT Country, COUNT(*) FROM Customer GROUP BY 1'],
    [
      'How many customers are there in each country? List the country and the number of customers with a pie chart.',
      'SELECT Country, COUNT(*) FROM Customer GROUP BY 1',
    ],
    [
      'Bar chart of the number of tracks in each genre, order genre in descending',
      'SELECT g.Name, COUNT(*) FROM Track JOIN Genre g USING (GenreId) GROUP BY GenreId ORDER BY 1 DESC',
    ],
  ],
  'what a drawing is sorted by': [
    [
      'Bar chart of the number of tracks in each genre, and I want to order names in desc order',
      'SELECT g.Name, COUNT(*) FROM Track JOIN Genre g USING (GenreId) GROUP BY GenreId ORDER BY 1 DESC',
    ],
    [
      'Show the first names of employees ordered by hire date, and count them by a bar chart',
      'SELECT FirstName, COUNT(*) FROM Employee GROUP BY 1 ORDER BY MIN(HireDate), 1',
    ],
  ],
  'what splits a figure': [
    ['Bar chart of invoices by year and billing country', "SELECT strftime('%Y', InvoiceDate), BillingCountry, COUNT(*) FROM Invoice GROUP BY 1, 2"],
    ["What's the milliseconds sum per composer?", 'SELECT Composer, SUM(Milliseconds) FROM Track GROUP BY 1'],
    ['Milliseconds avg by composer', 'SELECT Composer, AVG(Milliseconds) FROM Track GROUP BY 1'],
    ['Total for each invoice city', 'SELECT BillingCity, SUM(Total) FROM Invoice GROUP BY 1'],
    ['Show me a histogram of track length', 'SELECT Milliseconds FROM Track'],
    ['Number of customers in Brazil vs Canada', "SELECT Country, COUNT(*) FROM Customer WHERE Country IN ('Brazil', 'Canada') GROUP BY 1"],
    ['Compare the number of customers in brazil and canada', "SELECT Country, COUNT(*) FROM Customer WHERE Country IN ('Brazil', 'Canada') GROUP BY 1"],
    ['Countries ranked by number of customers', 'SELECT Country FROM Customer GROUP BY 1 ORDER BY COUNT(*) DESC, 1 DESC'],
    ['Invoices and average total by billing country', 'SELECT BillingCountry, COUNT(*), AVG(Total) FROM Invoice GROUP BY 1'],
    ['Show me a scatterplot of tracks by milliseconds and bytes', 'SELECT Milliseconds, Bytes FROM Track'],
    ['Yearly invoices', "SELECT strftime('%Y', InvoiceDate), COUNT(*) FROM Invoice GROUP BY 1"],
    ['Invoices in Germany by year', "SELECT strftime('%Y', InvoiceDate), COUNT(*) FROM Invoice WHERE BillingCountry = 'Germany' GROUP BY 1"],
    ['Invoice trend since 2010 by year', "SELECT strftime('%Y', InvoiceDate), COUNT(*) FROM Invoice WHERE InvoiceDate >= '2010' GROUP BY 1"],
    [
      'Total by year for Germany vs France',
      "SELECT strftime('%Y', InvoiceDate), BillingCountry, SUM(Total) FROM Invoice WHERE BillingCountry IN ('Germany', 'France') GROUP BY 1, 2",
    ],
    ['Show me customers by country', 'SELECT Country, COUNT(*) FROM Customer GROUP BY 1'],
    ['Invoices with a total over 5 by billing country', 'SELECT BillingCountry, COUNT(*) FROM Invoice WHERE Total > 5 GROUP BY 1'],
    ['Customers by country, highest first', 'SELECT Country, COUNT(*) FROM Customer GROUP BY 1 ORDER BY 2 DESC, 1 DESC'],
    ['Bar chart of billing country v/s total', 'SELECT BillingCountry, SUM(Total) FROM Invoice GROUP BY 1'],
    ['Plot year by average total of invoices', "SELECT strftime('%Y', InvoiceDate), AVG(Total) FROM Invoice GROUP BY 1"],
  ],
  'what a drawing is split by': [
    ['Heatmap of billing country and billing city', 'SELECT BillingCountry, BillingCity, COUNT(*) FROM Invoice GROUP BY 1, 2'],
    ['What is the average total based on the billing country?', 'SELECT BillingCountry, AVG(Total) FROM Invoice GROUP BY 1'],
    [
      'Compare the number of customers in France, Germany and Brazil',
      "SELECT Country, COUNT(*) FROM Customer WHERE Country IN ('France', 'Germany', 'Brazil') GROUP BY 1",
    ],
    ["Bar chart of the average total of invoices. Color it by the invoice's billing country", 'SELECT BillingCountry, AVG(Total) FROM Invoice GROUP BY 1'],
  ],
  'words misspelt': [
    ['Average total by billing ctiy', 'SELECT BillingCity, AVG(Total) FROM Invoice GROUP BY 1'],
    ['Average total by biling contry', 'SELECT BillingCountry, AVG(Total) FROM Invoice GROUP BY 1'],
    ['Show Invoices per Biling City', 'SELECT BillingCity, COUNT(*) FROM Invoice GROUP BY 1'],
  ],
  'what is counted': [
    ['Show genre and the number of tracks in a bar chart', 'SELECT g.Name, COUNT(*) FROM Track JOIN Genre g USING (GenreId) GROUP BY GenreId'],
    [
      'Give me a bar chart of the name of the artist and the number of albums, and group by attribute name',
      'SELECT a.Name, COUNT(*) FROM Album JOIN Artist a USING (ArtistId) GROUP BY ArtistId',
    ],
    [
      'How many tracks does each genre have and what are the names of the top 5? Show a pie chart.',
      'SELECT g.Name, COUNT(*) FROM Track JOIN Genre g USING (GenreId) GROUP BY GenreId ORDER BY 2 DESC LIMIT 5',
    ],
    [
      'What are the top 3 countries by number of customers and how many do they have. Plot them as bar chart, order y in desc order',
      'SELECT Country, COUNT(*) FROM Customer GROUP BY 1 ORDER BY 2 DESC LIMIT 3',
    ],
    ['Draw a pie chart of the city of each employee', 'SELECT City, COUNT(*) FROM Employee GROUP BY 1'],
    [
      'Show the composers of tracks in descending order of milliseconds, and count them by a bar chart',
      'SELECT Composer, COUNT(*) FROM Track GROUP BY 1 ORDER BY MAX(Milliseconds) DESC, 1 DESC',
    ],
    ['Count the country of each customer as a pie chart', 'SELECT Country, COUNT(*) FROM Customer GROUP BY 1'],
    [
      'Show names of playlists that hold tracks longer than 2000000 milliseconds, and count them by a bar chart',
      'SELECT p.Name, COUNT(*) FROM Playlist p JOIN PlaylistTrack USING (PlaylistId) JOIN Track t USING (TrackId) WHERE Milliseconds > 2000000 GROUP BY 1',
    ],
    [
      'Which genres have tracks longer than 2000000 milliseconds, and count them by a pie chart',
      'SELECT g.Name, COUNT(*) FROM Track t JOIN Genre g USING (GenreId) WHERE Milliseconds > 2000000 GROUP BY GenreId',
    ],
    [
      'A bar chart for finding the number of the artists who have albums',
      'SELECT r.Name, COUNT(*) FROM Album JOIN Artist r USING (ArtistId) GROUP BY ArtistId',
    ],
    [
      'What are the names of artists who have albums, and count them by a bar chart, rank by the number of names from high to low',
      'SELECT r.Name, COUNT(*) FROM Album JOIN Artist r USING (ArtistId) GROUP BY 1 ORDER BY 2 DESC, 1 DESC',
    ],
    [
      'Which genres have the top 3 highest number of tracks? Show the genre name with a bar chart.',
      'SELECT g.Name, COUNT(*) FROM Track JOIN Genre g USING (GenreId) GROUP BY GenreId ORDER BY 2 DESC LIMIT 3',
    ],
    [
      'For each genre, show its name and the longest milliseconds of tracks in a bar chart',
      'SELECT g.Name, MAX(Milliseconds) FROM Track JOIN Genre g USING (GenreId) GROUP BY GenreId',
    ],
    [
      'Number of invoices whose total is lower than the average total of all invoices for different billing country in a pie chart',
      'SELECT BillingCountry, COUNT(*) FROM Invoice WHERE Total < (SELECT AVG(Total) FROM Invoice) GROUP BY 1',
    ],
    ['Show me how many in each billing country of all invoices using a bar chart', 'SELECT BillingCountry, COUNT(*) FROM Invoice GROUP BY 1'],
    ['Show me a bar chart with the customer country and their frequency', 'SELECT Country, COUNT(*) FROM Customer GROUP BY 1'],
    [
      "How many customers does each employee have? Give me a bar chart grouping by each employee's last name",
      'SELECT e.LastName, COUNT(*) FROM Customer c JOIN Employee e ON c.SupportRepId = e.EmployeeId GROUP BY 1',
    ],
    [
      'Bar chart x axis billing country y axis the total number, and sort y-axis from high to low order please',
      'SELECT BillingCountry, COUNT(*) FROM Invoice GROUP BY 1 ORDER BY 2 DESC, 1 DESC',
    ],
    [
      'Draw a line chart of the total of invoices by year in Germany and France',
      "SELECT strftime('%Y', InvoiceDate), BillingCountry, SUM(Total) FROM Invoice WHERE BillingCountry IN ('Germany', 'France') GROUP BY 1, 2",
    ],
  ],
}
