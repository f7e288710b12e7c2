import { expect, test } from 'vitest'
import { numberLanguage } from './number-language.ts'

test('the small words of a question tell its language', () => {
  const questions = {
    de: ['Wie hoch war der Umsatz?', 'Welche Kunden kaufen am meisten?', 'Umsatz pro Land und Jahr'],
    fr: ['Combien de clients par pays ?', 'Quel est le chiffre d’affaires ?'],
    es: ['¿Cuántos clientes hay en cada país?', 'Ventas por mes y por país'],
    it: ['Quanti clienti per paese?'],
    pt: ['Quantos clientes há por país?'],
    nl: ['Hoeveel klanten per land?'],
    ru: ['Сколько клиентов?'],
    en: [
      'How many customers are there?',
      'What is the total in LA per month?',
      'Revenue',
      'Top 5 artists by number of tracks?',
      'Customers in DE and IL',
      '',
      '東京の売上は？',
    ],
  }
  for (const [language, asked] of Object.entries(questions))
    for (const question of asked) expect([question, numberLanguage(question)]).toEqual([question, language])
})
