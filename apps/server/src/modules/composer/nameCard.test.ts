import { expect, test, vi } from 'vitest'
import { findMissingFonts } from './fonts.ts'
import { createNameCards, cutName, vp8Of } from './nameCard.ts'

/** Width and height in the header of a key frame. */
function sizeOf(frame: Buffer) {
	const isKey = ((frame[0] ?? 1) & 1) === 0
	return { isKey, width: frame.readUInt16LE(6) & 0x3fff, height: frame.readUInt16LE(8) & 0x3fff }
}

test('[ROOM-156] a card is one key frame of VP8, and each name has its own', async () => {
	const cards = createNameCards()
	const [nobody, ann, again, markup] = await Promise.all(['', 'Ann', 'Ann', '<svg>&"\u0000'].map(cards.draw))
	if (!nobody || !ann || !markup) throw new Error('a card is missing')
	for (const card of [nobody, ann, markup]) expect(sizeOf(card)).toEqual({ isKey: true, width: 1280, height: 720 })
	expect(again).toBe(ann)
	expect(ann.equals(nobody)).toBe(false)
	expect(markup.equals(nobody)).toBe(false)
})

test('[ROOM-156] [ROOM-163] the name of a script without a font is left out, which is reported once', async () => {
	const onNoFont = vi.fn()
	const cards = createNameCards(onNoFont)
	await cards.draw('Ann')
	expect(onNoFont).not.toHaveBeenCalled()
	// No font has a noncharacter.
	expect((await cards.draw('\u{1fffe}')).equals(await cards.draw(''))).toBe(true)
	await cards.draw('\u{1ffff}')
	expect(onNoFont).toHaveBeenCalledOnce()
})

test('[ROOM-163] a script without a font is named', async () => {
	expect(await findMissingFonts(async name => name === 'A')).toEqual(['Chinese'])
	expect(await findMissingFonts(async () => true)).toEqual([])
})

test('[ROOM-156] a long name ends with an ellipsis', () => {
	expect(cutName('欧阳娜娜')).toBe('欧阳娜娜')
	expect(cutName('欧'.repeat(22))).toBe('欧'.repeat(22))
	expect(cutName('欧'.repeat(23))).toBe(`${'欧'.repeat(21)}…`)
	expect(cutName('a'.repeat(45))).toBe(`${'a'.repeat(43)}…`)
})

test('a picture that is no lossy WebP is refused', () => {
	expect(() => vp8Of(Buffer.from('RIFF\u0000\u0000\u0000\u0000WEBPVP8L\u0000\u0000\u0000\u0000', 'latin1'))).toThrow(
		'no frame',
	)
})
