import { expect, test } from 'vitest'
import { keyboardHeight, overlapWithKeyboard } from './useKeyboard.ts'

test('[LAYOUT-06] a field under the keyboard has to come up by what is hidden of it', () => {
	expect(overlapWithKeyboard({ top: 500, bottom: 552 }, { top: 16, bottom: 420 })).toBe(132)
	expect(overlapWithKeyboard({ top: 300, bottom: 352 }, { top: 16, bottom: 420 })).toBe(0)
	expect(overlapWithKeyboard({ top: -40, bottom: 12 }, { top: 16, bottom: 420 })).toBe(-56)
})

test('the keyboard covers what the visual viewport lost; a zoom or an address bar is no keyboard', () => {
	expect(keyboardHeight(812, { height: 476, offsetTop: 0, scale: 1 })).toBe(336)
	expect(keyboardHeight(812, { height: 476, offsetTop: 100, scale: 1 })).toBe(236)
	expect(keyboardHeight(812, { height: 406, offsetTop: 0, scale: 2 })).toBe(0)
	expect(keyboardHeight(812, { height: 760, offsetTop: 0, scale: 1 })).toBe(0)
})
