import { afterEach, expect, test } from 'vitest'
import { keepStyleSheet } from './keepStyleSheet.ts'

afterEach(() => {
	document.head.innerHTML = ''
})

const prefetched = () => document.querySelector<HTMLLinkElement>('link[rel=prefetch]')?.getAttribute('href')

test('a style sheet that came in the HTML is loaded for the next visit', () => {
	document.head.innerHTML = '<style>a{}</style><style data-href="/assets/style-1.css">b{}</style>'
	keepStyleSheet()
	expect(prefetched()).toBe('/assets/style-1.css')
})

test('one that the HTML links is not loaded again', () => {
	document.head.innerHTML = '<style>a{}</style>'
	keepStyleSheet()
	expect(prefetched()).toBeUndefined()
})
