export const analytics = {
  title: 'Analytics',
  empty: 'No dashboards yet',
  emptyText: 'Add a chart of an answer to a dashboard, and it stands here.',
}
