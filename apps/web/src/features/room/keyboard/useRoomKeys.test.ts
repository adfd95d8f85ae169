import { cleanup, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { DeviceState } from '../roomState.ts'
import { type RoomKeysOptions, useRoomKeys } from './useRoomKeys.ts'

afterEach(() => {
	cleanup()
	document.body.replaceChildren()
	vi.restoreAllMocks()
})

let did: string[]
let microphone: DeviceState
const toggleDevice = (kind: string) => {
	did.push(kind)
	if (kind === 'microphone') microphone = { status: microphone.status === 'off' ? 'on' : 'off' }
}

beforeEach(() => {
	did = []
	microphone = { status: 'off' }
})

function room(change: Partial<RoomKeysOptions> = {}) {
	const options = () => ({
		isOn: true,
		microphone,
		controller: { toggleDevice },
		onScreen: () => void did.push('screen'),
		onHand: () => void did.push('hand'),
		onPeople: () => void did.push('people'),
		onChat: () => void did.push('chat'),
		onLayout: () => void did.push('layout'),
		onFullscreen: () => void did.push('fullscreen'),
		onSpeaker: () => void did.push('speaker'),
		onReact: (reaction: string) => void did.push(reaction),
		onPage: (by: number) => void did.push(`page ${by}`),
		onKeys: () => void did.push('keys'),
		...change,
	})
	const hook = renderHook(() => useRoomKeys(options()))
	const press = (key: string, target: Element = document.body, init: object = {}) => {
		fireEvent.keyDown(target, { key, ...init })
		hook.rerender()
		return did.splice(0)
	}
	const release = (key: string) => {
		fireEvent.keyUp(document.body, { key })
		hook.rerender()
		return did.splice(0)
	}
	return { ...hook, press, release }
}

const add = (html: string) => {
	document.body.innerHTML = html
	return document.body.firstElementChild as Element
}

test('[ROOM-97] single keys operate the room, in both cases', () => {
	const { press } = room()
	expect(['m', 'M', 'v', 's', 'h', 'p', 'c', 'l', 'f', 'w', '?', 'x'].map(key => press(key))).toEqual([
		['microphone'],
		['microphone'],
		['camera'],
		['screen'],
		['hand'],
		['people'],
		['chat'],
		['layout'],
		['fullscreen'],
		['speaker'],
		['keys'],
		[],
	])
})

test('[ROOM-230] Page Up and Page Down turn the page of the tiles, and scroll a panel that has the focus', () => {
	const { press } = room()
	expect([press('PageDown'), press('PageUp')]).toEqual([['page 1'], ['page -1']])
	const message = add('<aside><p></p></aside>').firstElementChild as Element
	expect([press('PageDown', message), press('m', message)]).toEqual([[], ['microphone']])
})

test('[ROOM-97] no key works while a person types or composes, with a modifier, held, or behind an overlay', () => {
	const { press } = room()
	for (const html of ['<input>', '<textarea></textarea>', '<select></select>', '<p contenteditable="true"></p>'])
		expect(press('m', add(html))).toEqual([])
	document.body.replaceChildren()
	for (const init of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { isComposing: true }, { repeat: true }])
		expect(press('m', document.body, init)).toEqual([])
	add('<div role="dialog"></div>')
	expect(press('m')).toEqual([])
	add('<div role="dialog" data-closed></div>')
	expect(press('m')).toEqual(['microphone'])
	document.body.replaceChildren()
	expect(press('m')).toEqual(['microphone'])
})

test('[ROOM-97] holding Space talks; the microphone is off again on release, and when the window loses the focus', () => {
	const { press, release, rerender, unmount } = room()
	expect([press(' '), release('x'), release(' ')]).toEqual([['microphone'], [], ['microphone']])
	press(' ')
	fireEvent.blur(window)
	rerender()
	expect([did.splice(0), microphone.status]).toEqual([['microphone'], 'off'])
	press(' ')
	unmount()
	expect([did.splice(0), microphone.status]).toEqual([['microphone'], 'off'])
})

test('[ROOM-97] Space presses the button that has the focus, and leaves a microphone on that was switched on', () => {
	const { press, release } = room()
	const button = add('<button></button>')
	const isReached = vi.spyOn(button, 'matches').mockReturnValue(true)
	expect(press(' ', button)).toEqual([])
	// Reached by the mouse: Space talks, and does not press it.
	isReached.mockReturnValue(false)
	expect([press(' ', button), release(' ')]).toEqual([['microphone'], ['microphone']])
	expect(fireEvent.keyUp(button, { key: ' ' })).toBe(true)
	press(' ', button)
	expect(fireEvent.keyUp(button, { key: ' ' })).toBe(false)
	did.length = 0
	microphone = { status: 'off' }
	document.body.replaceChildren()
	press('m')
	expect([press(' '), release(' '), microphone.status]).toEqual([[], [], 'on'])
})

test('[ROOM-97] keys that are switched off do nothing but open their list; none works after leaving', () => {
	const { press, unmount } = room({ isOn: false })
	expect([press('m'), press(' '), press('?')]).toEqual([[], [], ['keys']])
	unmount()
	fireEvent.keyDown(document.body, { key: '?' })
	expect(did).toEqual([])
})

test('[ROOM-97] R and a number from 1 to 6 react, at once or not at all', () => {
	vi.useFakeTimers({ toFake: ['performance'] })
	onTestFinished(() => void vi.useRealTimers())
	const { press } = room()
	expect([press('1'), press('r'), press('4')]).toEqual([[], [], ['clap']])
	// Each one wants its own R.
	expect(press('4')).toEqual([])
	expect([press('r'), press('7'), press('1')]).toEqual([[], [], []])
	expect([press('r'), press('m'), press('1')]).toEqual([[], ['microphone'], []])
	press('r')
	expect(press('1', add('<input>'))).toEqual([])
	document.body.replaceChildren()
	press('r')
	vi.advanceTimersByTime(3_000)
	expect(press('1')).toEqual([])
})
