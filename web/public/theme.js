// Before the first paint, so that nothing flashes: the theme that was chosen, or the system's.
{
  const chosen = localStorage.getItem('querent.theme')
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', isDark)
}
