import { expect, test } from 'vitest'
import { splitLinks } from './links.ts'

const links = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])

test('[ROOM-131] addresses of the web become links, without what belongs to the sentence', () => {
	expect(splitLinks('看这里：https://meet.example.com/p/384，第三屏')).toEqual([
		{ text: '看这里：' },
		{ text: 'https://meet.example.com/p/384', href: 'https://meet.example.com/p/384' },
		{ text: '，第三屏' },
	])
	expect(links('(see http://a.example/x?y=1#z).')).toEqual(['http://a.example/x?y=1#z'])
	expect(links('https://en.example.org/wiki/Sun_(star)!')).toEqual(['https://en.example.org/wiki/Sun_(star)'])
	expect(links('www.example.com and www.example.org')).toEqual(['https://www.example.com/', 'https://www.example.org/'])
})

test('[ROOM-131] nothing else is a link, and the text stays as it was', () => {
	for (const text of [
		'javascript:alert(1)',
		'data:text/html,<b>x</b>',
		'https://',
		'http://localhost',
		'ftp://a.example',
		'a < b > c',
	]) {
		expect(links(text)).toEqual([])
		expect(splitLinks(text)).toEqual([{ text }])
	}
	expect(splitLinks('')).toEqual([])
	const long = '大家好 https://a.example/1 '.repeat(9)
	expect(
		splitLinks(long)
			.map(({ text }) => text)
			.join(''),
	).toBe(long)
})
