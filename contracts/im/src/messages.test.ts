import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ImageUrl } from './messages.ts'

test('[IMCALL-29] a picture is on the web, a path on the server, or none', () => {
	for (const url of [
		'',
		'/',
		'/pictures/3f2a.webp',
		'https://example.org',
		'HTTP://example.org:8080/a/b.png?size=2&kind=(a)#top',
		'https://example.org/图片/头像.png',
		'https://example.org/%22quoted%22.png',
	])
		expect([url, v.is(ImageUrl, url)]).toEqual([url, true])
})

test('[IMCALL-29] an address of a picture cannot end the attribute or the style a page puts it into', () => {
	for (const url of [
		'https://example.org/a.png"onerror="alert(1)',
		"https://example.org/a.png'onerror='alert(1)",
		'/a.png"onerror="alert(1)',
		'https://example.org/a.png><script>',
		'https://example.org/a b.png',
		'https://example.org/a.png\tonerror=alert(1)',
		'https://example.org/a.png\u0000',
		'https://example.org\\@evil.example/a.png',
		'https://',
		'https:///example.org/a.png',
		'https://?a',
		'//example.org/a.png',
		'/\\example.org/a.png',
		'javascript:alert(1)',
		'data:image/png;base64,AAAA',
		'example.org/a.png',
	])
		expect([url, v.is(ImageUrl, url)]).toEqual([url, false])
})
