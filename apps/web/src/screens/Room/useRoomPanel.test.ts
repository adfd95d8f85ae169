import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useRoomPanel } from './useRoomPanel.ts'

afterEach(() => {
	cleanup()
	document.body.replaceChildren()
})

test('[ROOM-185] people and chat take turns; closing returns the focus to what opened the first', () => {
	document.body.innerHTML = '<button>People</button><input>'
	const [button, field] = [...document.body.children] as [HTMLElement, HTMLElement]
	const { result: panel } = renderHook(() => useRoomPanel())
	button.focus()
	act(() => panel.current.toggle('people'))
	field.focus()
	act(() => panel.current.open('chat'))
	expect([panel.current.opened, panel.current.wasOpened('people')]).toEqual(['chat', true])
	act(() => panel.current.toggle('chat'))
	expect([panel.current.opened, document.activeElement]).toEqual([undefined, button])
	// Closing what is closed takes the focus from nobody.
	field.focus()
	act(() => panel.current.close())
	expect(document.activeElement).toBe(field)
})
