export const sessions = {
  title: 'Sessions',
  newTitle: 'New session',
  empty: 'No sessions yet',
  emptyText: 'Ask a question, and it is kept here with its answer.',
}
