import { afterEach, expect, test } from 'vitest'
import { callPlace } from './callPlace.ts'

afterEach(() => document.body.replaceChildren())

function focus(html: string) {
	document.body.innerHTML = html
	document.querySelector<HTMLElement>('.focused')?.focus()
}

test.each([
	['nothing has the focus', '<p>text</p>', 'dialog'],
	['a button has it', '<button class="focused">save</button>', 'dialog'],
	['a switch has it', '<input type="checkbox" class="focused">', 'dialog'],
	['somebody writes a line', '<input class="focused">', 'notice'],
	['somebody writes digits', '<input type="tel" class="focused">', 'notice'],
	['somebody writes a text', '<textarea class="focused"></textarea>', 'notice'],
	['somebody writes an introduction', '<div contenteditable="true" tabindex="0" class="focused"></div>', 'notice'],
	['a dialog asks something', '<div role="alertdialog"><button class="focused">no</button></div>', 'dialog'],
	['somebody writes in a dialog', '<div role="dialog"><input class="focused"></div>', 'none'],
] as const)('[IMCALL-55] where %s (%s) a call is shown as %s', (_, html, place) => {
	focus(html)
	expect(callPlace(false)).toBe(place)
})

test('[IMCALL-55] in a meeting, or while running a live, a call is a notice', () => {
	focus('<button class="focused">mute</button>')
	expect(callPlace(true)).toBe('notice')
})
