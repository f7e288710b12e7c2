import { expect, test } from 'vitest'
import { chartTalk } from './chart-talk.ts'

test.each([
  ['Count by origin', 'Count by origin', null],
  ['How many tracks were sold by each employee?', 'How many tracks were sold by each employee?', null],
  ['scatter(price, weight)', 'scatter chart price and weight', 'scatter'],
  ['AVG(price) by brand', 'average price by brand', null],
  ['Does a bigger budget mean a higher profit?', 'budget and profit?', 'scatter'],
  ['How has revenue changed over the years?', 'revenue by year?', null],
  ['How is price distributed', 'show price', 'histogram'],
  ['weight distribution by brand', 'weight by brand', 'histogram'],
  ['weight distribution', 'weight', 'histogram'],
  ['How has revenue developed over the last 3 years?', 'show revenue over time in the last 3 years?', 'line'],
  ['price trend since 2020', 'price since 2020 over time', 'line'],
  ['show the monthly price trend', 'show monthly price', 'line'],
  ['compare price between red and blue', 'show price for red and blue', 'bar'],
  ['I want to see the trend of price by year', 'show price by year', 'line'],
  ['bar chart of price by brand and color it out by year', 'bar chart of price by brand by year', null],
  ['price timeline by brand', 'price over time by brand', 'line'],
  ['time series of average price', 'show average price over time', 'line'],
  ['price as a function of weight', 'price and weight', 'scatter'],
  ['price vs weight; add brand to legend', 'price and weight by brand', 'scatter'],
  ['Faceting on brand, plot price by weight', 'show price by weight by brand', null],
  ['average price by brand, with small multiples by year', 'average price by brand by year', null],
  ['bar chart of sales by brand, one colour for each year, with gridlines', 'bar chart of sales by brand, one colour for each year', null],
  ['Scatter plot with price on the x axis and weight on the y-axis', 'scatter chart with price and weight', 'scatter'],
  ['Draw a bar chart of price, sorted on the y axis', 'Draw a bar chart of price, sorted on the y axis', null],
  ['Bar chart, the x-axis is the brand and the y-axis is the price', 'Bar chart and the brand and the price', null],
  ['How many cars per brand? List the brand and the number of cars as a pie chart', 'How many cars per brand? List the brand as a pie chart', null],
  ['AVG(price) vs SUM(weight) by brand', 'average price and sum of weight by brand', null],
  ['show the colour breakdown of each brand', 'show number of rows by colour by brand', null],
  ['break down cars by brand', 'number of cars by brand', null],
  ['How much did average price vary by brand?', 'average price by brand?', null],
  ['How do prices differ between brands?', 'prices by brands?', null],
  ['Compare average price across brands', 'show average price across brands', null],
  ['compare price and weight', 'price and weight', 'scatter'],
  ['show the relation of price, weight and brand', 'show price, weight and brand', 'scatter'],
  ['plot price on x and weight on y', 'show price and weight', null],
  ['brand breakdown', 'show number of rows by brand', null],
  ['price vs year', 'price by year', null],
  ['Draw the trend of the total price over the opening with a line chart', 'show the total price over the opening with a line chart', 'line'],
  ['Bar chart of price by brand, note that you should sort it by brand', 'Bar chart of price by brand, sort it by brand', null],
  ['Bar chart: bin the date by month and average the price of each bin', 'Bar chart: bin the date by month and average the price', null],
  ['Bar chart x axis brand y axis price, sorted by brand', 'Bar chart of brand and price, sorted by brand', null],
])('%s', (question, plain, hint) => {
  const talk = chartTalk(question)
  expect(talk.question).toBe(plain)
  if (hint !== 'scatter' || !plain.startsWith('scatter')) expect(talk.hint).toBe(hint)
})

test.each([
  ['histogram of price with bins of 500', { width: 500 }],
  ['histogram of price, bin width 2.5', { width: 2.5 }],
  ['price into 8 buckets', { count: 8 }],
  ['price, rounded to 100', { width: 100 }],
  ['length in 20 minute bands', { width: 20 }],
  ['count rides by distance to the nearest 5 km', { width: 5 }],
  ['histogram of price with 500 intervals', { width: 500 }],
  ['histogram of price', null],
])('bins of %s', (question, bins) => expect(chartTalk(question).bins).toEqual(bins))
