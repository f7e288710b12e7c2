export const account = {
  title: 'Account settings',
  name: 'Name',
  email: 'E-mail',
  role: 'Role',
  roles: { admin: 'Administrator', user: 'User', pending: 'Pending' },
}
