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
}
