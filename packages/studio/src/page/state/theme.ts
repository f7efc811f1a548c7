/** Light or dark: as the system says, unless the person chose. The choice is kept in this browser. */

import { effect, signal } from '@preact/signals'

type Theme = 'system' | 'light' | 'dark'

const kept = (): Theme => {
  const word = localStorage.getItem('theme')
  return word === 'light' || word === 'dark' ? word : 'system'
}

export const theme = signal<Theme>(kept())

effect(() => {
  const chosen = theme.value
  if (chosen === 'system') {
    localStorage.removeItem('theme')
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem('theme', chosen)
    document.documentElement.dataset['theme'] = chosen
  }
})

export const nextTheme = (): void => {
  theme.value = theme.value === 'system' ? 'dark' : theme.value === 'dark' ? 'light' : 'system'
}
