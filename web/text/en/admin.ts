export const admin = {
  title: 'Administration',
  empty: 'No users yet',
  emptyText: 'Whoever is invited stands here.',
}
