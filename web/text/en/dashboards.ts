export const dashboards = {
  one: 'Dashboard',
  empty: 'No dashboards yet',
  emptyText: 'A dashboard shows several charts side by side, filtered together. Make one, then put charts on it.',
  add: 'New dashboard',
}
