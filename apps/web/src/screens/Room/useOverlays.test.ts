import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useOverlays } from './useOverlays.ts'

afterEach(cleanup)

const overlays = (initial?: 'people' | 'keys') => renderHook(() => useOverlays<'people' | 'keys'>(() => initial)).result

test('one overlay is open at a time, and stays mounted once it is closed', () => {
	const room = overlays()
	expect([room.current.isMounted('people'), room.current.propsOf('people').open]).toEqual([false, false])
	act(() => room.current.show('people'))
	act(() => room.current.show('keys'))
	expect([room.current.propsOf('people').open, room.current.propsOf('keys').open]).toEqual([false, true])
	// The one that was open reports that it has closed.
	act(() => room.current.propsOf('people').onOpenChange(false))
	expect(room.current.propsOf('keys').open).toBe(true)
	act(() => room.current.propsOf('keys').onOpenChange(false))
	expect([room.current.propsOf('keys').open, room.current.isMounted('keys')]).toEqual([false, true])
})

test('an overlay can be open from the start', () => {
	const room = overlays('keys')
	expect([room.current.isMounted('keys'), room.current.propsOf('keys').open]).toEqual([true, true])
})

test('[ROOM-186] a menu opens at the pressed button, which closes it again; what it opens is placed there, too', () => {
	const room = overlays()
	const button = document.createElement('button')
	act(() => room.current.show('people', button))
	expect([room.current.isOpen('people'), room.current.anchorOf('people')]).toEqual([true, button])
	act(() => room.current.show('keys'))
	expect([room.current.isOpen('keys'), room.current.anchorOf('keys')]).toEqual([true, button])
	act(() => room.current.close())
	act(() => room.current.show('people', button))
	act(() => room.current.show('people', button))
	expect(room.current.isOpen('people')).toBe(false)
	// By a key, there is no button.
	act(() => room.current.show('keys'))
	expect(room.current.anchorOf('keys')).toBeUndefined()
})
