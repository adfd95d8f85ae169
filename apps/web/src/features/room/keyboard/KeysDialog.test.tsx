import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { KeysDialog } from './KeysDialog.tsx'
import { actionOfKey, roomKeys, waitingKey } from './roomKeys.ts'
import { useHasKeyboard } from './useHasKeyboard.ts'

afterEach(() => {
	cleanup()
	vi.restoreAllMocks()
})

vi.mock('../screenShell.ts', () => ({ useCanShareScreen: () => true }))
Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: true })

function listed(mayAdmit: boolean): string[] {
	render(<KeysDialog open onOpenChange={() => {}} mayAdmit={mayAdmit} isOn onChange={() => {}} />)
	return [...document.querySelectorAll('kbd')].map(({ textContent }) => textContent ?? '')
}

test('[ROOM-97] the list has every key of the room, and the one for those who wait where a person admits them', () => {
	const shown: Record<string, string> = {
		' ': '按住空格',
		pageup: 'Page Up',
		pagedown: 'Page Down',
		r: 'R 1–6',
	}
	const keys = Object.values(roomKeys).map(key => shown[key] ?? key.toUpperCase())
	expect(new Set(listed(false))).toEqual(new Set(keys))
	cleanup()
	expect(new Set(listed(true))).toEqual(new Set([...keys, 'Alt+A']))
})

test('[ROOM-97] a key does what the list says it does', () => {
	for (const [action, key] of Object.entries(roomKeys))
		expect(actionOfKey(new KeyboardEvent('keydown', { key }))).toBe(action)
	const altA = (init: object) =>
		waitingKey.isPressed(new KeyboardEvent('keydown', { altKey: true, code: 'KeyA', ...init }))
	expect([altA({}), altA({ key: 'å' }), altA({ ctrlKey: true }), altA({ altKey: false })]).toEqual([
		true,
		true,
		false,
		false,
	])
})

test('[ROOM-97] a phone offers no keys until one is pressed outside of a field', () => {
	vi.spyOn(window, 'matchMedia').mockImplementation(
		() => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList,
	)
	render(<input aria-label="field" />)
	const { result } = renderHook(useHasKeyboard)
	fireEvent.keyDown(screen.getByRole('textbox'), { key: 'a' })
	expect(result.current).toBe(false)
	fireEvent.keyDown(document.body, { key: 'm' })
	expect(result.current).toBe(true)
})
