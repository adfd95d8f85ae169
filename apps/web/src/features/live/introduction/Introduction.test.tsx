import { picturePathOf } from '@parley/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Introduction } from './Introduction.tsx'

const picture = picturePathOf(`${'0f'.repeat(32)}.jpg`)

function shown(html: string): string {
	const { container } = render(<Introduction html={html} />)
	return container.firstElementChild?.innerHTML ?? ''
}
afterEach(cleanup)

test('[LSET-15] allowed markup of an introduction is shown as written', () => {
	const html =
		'<h2>发布会</h2><p><strong>重点</strong> <em>x</em><br>a &lt;b&gt; &amp; c</p><ul><li><p>一</p></li></ul><hr>'
	expect(shown(html)).toBe(html)
})

test('[LSET-15] an uploaded picture keeps its description and is loaded when it scrolls into view', () => {
	shown(`<img src="${picture}" alt="图" onerror="alert(1)">`)
	const { attributes } = screen.getByRole('img', { name: '图' })
	expect([...attributes].map(({ name }) => name).sort()).toEqual(['alt', 'loading', 'src'])
})

test('links open outside the page and send no referrer', () => {
	expect(shown('<a href="https://example.org/a" class="x">a</a>')).toBe(
		'<a href="https://example.org/a" target="_blank" rel="noopener noreferrer nofollow">a</a>',
	)
})

test.each([
	['<script>alert(1)</script>', ''],
	['<p onclick="alert(1)" style="position:fixed" class="x" id="y" data-a="b" aria-label="c">a</p>', '<p>a</p>'],
	['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
	['<a href=" java\tscript:alert(1)">a</a>', '<a>a</a>'],
	['<a href="/Login">a</a>', '<a>a</a>'],
	['<a href="//evil.example">a</a>', '<a>a</a>'],
	['<img src="https://evil.example/x.png" onerror="alert(1)">', ''],
	['<img src="data:image/png;base64,AAAA">', ''],
	['<svg><a href="javascript:alert(1)"><text>a</text></a></svg>', ''],
	['<div><section>a<u>b</u></section></div>', 'a<u>b</u>'],
	['<iframe src="https://evil.example"></iframe><form action="/x"><input name="a">b</form>', 'b'],
	['<style>p{color:red}</style><!-- a -->b', 'b'],
])('[OP-138] %s is shown as %j', (html, as) => {
	expect(shown(html)).toBe(as)
})

test('markup nested too deeply is cut off and does not crash the page', () => {
	expect(shown('<blockquote>'.repeat(5_000))).toMatch(/^(<blockquote>)+(<\/blockquote>)+$/)
})
