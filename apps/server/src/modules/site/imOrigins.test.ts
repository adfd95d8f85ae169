import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isImOrigin, SiteSettings } from './store.ts'

test('origins of other pages are written as browsers send them, with commas between', () => {
	for (const imOrigins of ['', 'https://shop.example', 'http://localhost:3000,https://shop.example:8443'])
		expect(v.is(SiteSettings, { imOrigins })).toBe(true)
	for (const imOrigins of [
		'*',
		'null',
		'shop.example',
		'https://shop.example/',
		'https://shop.example:443',
		'https://Shop.example',
		'https://shop.example, https://other.example',
		'https://*.example',
		'ftp://shop.example',
		'file:///index.html',
		'https://shop.example,',
	])
		expect(v.is(SiteSettings, { imOrigins })).toBe(false)
})

test('no other origin than those is one of them', () => {
	const settings = { imOrigins: 'https://shop.example,http://localhost:3000' }
	expect(isImOrigin(settings, 'http://localhost:3000')).toBe(true)
	for (const origin of ['', 'null', 'http://shop.example', 'https://shop.example,http://localhost:3000'])
		expect(isImOrigin(settings, origin)).toBe(false)
	expect(isImOrigin({ imOrigins: '' }, '')).toBe(false)
})
