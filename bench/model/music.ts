import { CHINOOK_FILE, type Gold, type World } from './world.ts'

const questions: Gold[] = [
  { question: 'How many customers are there?', gold: ['select count(*) from Customer'] },
  { question: 'What is the total revenue per country?', gold: ['select BillingCountry, sum(Total) from Invoice group by 1'] },
  {
    question: 'Top 5 artists by number of tracks?',
    gold: [
      'select a.Name, count(*) from Track t join Album using (AlbumId) join Artist a using (ArtistId) group by a.ArtistId order by 2 desc limit 5',
      'select a.Name from Track t join Album using (AlbumId) join Artist a using (ArtistId) group by a.ArtistId order by count(*) desc limit 5',
    ],
  },
  {
    question: 'Which genre has the most tracks?',
    gold: [
      'select g.Name from Track t join Genre g using (GenreId) group by 1 order by count(*) desc limit 1',
      'select g.Name, count(*) from Track t join Genre g using (GenreId) group by 1',
    ],
  },
  { question: 'What is the average length of a track in minutes?', gold: ['select avg(Milliseconds) / 60000.0 from Track'] },
  {
    question: 'Revenue per year',
    gold: [
      "select strftime('%Y', InvoiceDate), sum(Total) from Invoice group by 1",
      "select strftime('%Y', InvoiceDate) || '-01-01', sum(Total) from Invoice group by 1",
    ],
  },
  {
    question: 'Which employee supports the most customers?',
    gold: [
      'select e.FirstName, e.LastName from Customer c join Employee e on e.EmployeeId = c.SupportRepId group by e.EmployeeId order by count(*) desc limit 1',
      "select e.FirstName || ' ' || e.LastName from Customer c join Employee e on e.EmployeeId = c.SupportRepId group by e.EmployeeId order by count(*) desc limit 1",
      'select e.LastName, count(*) from Customer c join Employee e on e.EmployeeId = c.SupportRepId group by e.EmployeeId',
      "select e.FirstName || ' ' || e.LastName, count(*) from Customer c join Employee e on e.EmployeeId = c.SupportRepId group by e.EmployeeId",
    ],
  },
  { question: 'How many artists have no albums?', gold: ['select count(*) from Artist where ArtistId not in (select ArtistId from Album)'] },
  { question: 'How many tracks were never sold?', gold: ['select count(*) from Track where TrackId not in (select TrackId from InvoiceLine)'] },
  {
    question: 'Which customer spent the most money?',
    gold: [
      'select c.FirstName, c.LastName from Invoice i join Customer c using (CustomerId) group by c.CustomerId order by sum(i.Total) desc limit 1',
      "select c.FirstName || ' ' || c.LastName from Invoice i join Customer c using (CustomerId) group by c.CustomerId order by sum(i.Total) desc limit 1",
    ],
  },
  { question: 'How many tracks are longer than 5 minutes?', gold: ['select count(*) from Track where Milliseconds > 300000'] },
  {
    question: 'How many tracks are on each playlist?',
    gold: [
      'select p.Name, count(*) from PlaylistTrack join Playlist p using (PlaylistId) group by p.PlaylistId',
      'select p.Name, count(*) from PlaylistTrack join Playlist p using (PlaylistId) group by p.Name',
      'select p.Name, count(t.TrackId) from Playlist p left join PlaylistTrack t using (PlaylistId) group by p.PlaylistId',
      'select p.Name, count(t.TrackId) from Playlist p left join PlaylistTrack t using (PlaylistId) group by p.Name',
    ],
  },
  { question: 'How many customers come from Germany?', gold: ["select count(*) from Customer where Country = 'Germany'"] },
  {
    question: 'Which media type is used the most?',
    gold: [
      'select m.Name from Track join MediaType m using (MediaTypeId) group by 1 order by count(*) desc limit 1',
      'select m.Name, count(*) from Track join MediaType m using (MediaTypeId) group by 1',
    ],
  },
]

/** The sample that comes with the product: a music shop of eleven tables. */
export const music: World = { name: 'Music shop', type: 'sqlite', file: CHINOOK_FILE, statements: [], questions }
