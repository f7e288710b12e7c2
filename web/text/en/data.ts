export const data = {
  title: 'Data',
  empty: 'No data sources yet',
  emptyText: 'Connect a database or upload a file, and ask it questions.',
}
