import { describe, expect, test } from 'vitest'
import { limits } from './limits.ts'
import {
	cleanIntroduction,
	freeTalkOf,
	introductionLength,
	introductionText,
	isLivePassword,
	liveDelays,
	pictureNameOf,
	picturePathOf,
	stallsBeforeRebuild,
} from './liveRules.ts'

test('[CONST-05] an introduction has 3000 characters, a picture 5 MB', () => {
	expect([limits.introductionMax, limits.pictureMaxBytes]).toEqual([3_000, 5 * 1024 * 1024])
})

test('[CONST-07] waiting times of the viewer', () => {
	expect(liveDelays).toMatchObject({
		questionCooldownMs: 10_000,
		wrongPasswordMs: 3_000,
		refreshCountdownMs: 10_000,
		stallCheckMs: 2_000,
		streamPollMs: 5_000,
		pollMinMs: 30_000,
		pollMaxMs: 180_000,
	})
	expect(stallsBeforeRebuild).toBe(5)
})

test.each([
	['', true],
	['7', true],
	['1'.repeat(20), true],
	['1'.repeat(21), false],
	['12a', false],
	[' 12', false],
	['١٢', false],
])('[LSET-05] the live password %j', (password, isValid) => {
	expect(isLivePassword(password)).toBe(isValid)
})

test.each([
	[true, true, false],
	[false, true, true],
	[false, false, false],
])('[LSET-02] with sign-in %s, free talk %s is %s', (needsLogin, freeTalk, expected) => {
	expect(freeTalkOf({ needsLogin, freeTalk })).toBe(expected)
})

describe('the text of an introduction', () => {
	test.each([
		['<p>Hello <strong>you</strong></p>', 'Hello you'],
		['<p>a &lt;b&gt; &amp;lt; &quot;c&quot; &#20320;</p>', 'a <b> &lt; "c" 你'],
		['<p><a href="https://x.example/?a>b">link</a></p>', 'link'],
		['<p>one</p><p>two&nbsp; </p>', 'onetwo'],
		['<p>&#9999999;</p>', ''],
	])('[LSET-06] of %s', (html, text) => {
		expect(introductionText(html)).toBe(text)
	})

	test('[OP-096] is counted by code point', () => {
		expect(introductionLength(`<p>${'𠮷'.repeat(3_000)}  </p>`)).toBe(3_000)
	})
})

describe('an introduction as it is stored', () => {
	test.each([
		['[LSET-10] has no blanks at its end', '<p>plans \u3000&nbsp;<br></p>', '<p>plans</p>'],
		['[LSET-10] has no empty end', '<p>plans</p><p></p><p> <br/> </p>', '<p>plans</p>'],
		[
			'[LSET-10] has no empty end of a list',
			'<ul><li><p>a</p></li><li><p></p></li></ul>',
			'<ul><li><p>a</p></li></ul>',
		],
		['[LSET-10] keeps what is inside', '<p>a  b<br>c</p><p></p><p>d</p>', '<p>a  b<br>c</p><p></p><p>d</p>'],
		['[LSET-10] is empty where nothing is to see', '<p></p><p><strong> </strong></p>', ''],
		['keeps a picture at its end', '<p>a</p><img src="/x" alt="" />', '<p>a</p><img src="/x" alt="" />'],
		['[LSET-09] has no emoji', '<p>fine 👍🏽 day 👨‍👩‍👧 3️⃣ © 你好</p>', '<p>fine  day   © 你好</p>'],
	])('%s', (_, html, kept) => {
		expect(cleanIntroduction(html)).toBe(kept)
	})

	test('of sixty thousand blanks is made in a moment', () => {
		const began = performance.now()
		expect(cleanIntroduction(`<p>${' '.repeat(60_000)}x${'&nbsp;'.repeat(10_000)}</p>`)).toMatch(/x<\/p>$/)
		expect(performance.now() - began).toBeLessThan(1_000)
	})
})

test('an uploaded picture is known by its path alone', () => {
	const name = `${'0f'.repeat(32)}.jpg`
	expect(pictureNameOf(picturePathOf(name))).toBe(name)
	for (const path of [
		`/meeting/pictures/../${name}`,
		`//evil.example/meeting/pictures/${name}`,
		`https://x${picturePathOf(name)}`,
		`${picturePathOf(name)}?x`,
		picturePathOf('a.jpg'),
	])
		expect(pictureNameOf(path)).toBeUndefined()
})
