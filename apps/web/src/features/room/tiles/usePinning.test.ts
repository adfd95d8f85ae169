import type { ParticipantId } from '@parley/room'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { JoinedRoom } from '../roomState.ts'
import { usePinning } from './usePinning.ts'

const aRoom = (ids: string[], presenter: string | null = null) =>
	({ self: 'self', people: ids.map(id => ({ id })), sharing: { presenter } }) as unknown as JoinedRoom
const bo = { id: 'bo' as ParticipantId }
const self = { id: 'self' as ParticipantId }

test('[ROOM-101] a person is pinned until that is ended or they leave, from three people on, and not beside a screen', () => {
	const initialProps = { room: aRoom(['self', 'bo', 'ann']), hidesSelf: false }
	const { result, rerender } = renderHook(({ room, hidesSelf }) => usePinning(room, hidesSelf), { initialProps })
	const toggle = (person = bo) => act(() => result.current.pinOf(person)?.onToggle())
	toggle()
	expect([result.current.pinned, result.current.pinOf(bo)?.isPinned]).toEqual(['bo', true])
	toggle()
	expect(result.current.pinned).toBeUndefined()
	toggle()
	rerender({ room: aRoom(['self', 'ann', 'cleo']), hidesSelf: false })
	expect(result.current.pinned).toBeUndefined()
	for (const room of [aRoom(['self', 'bo']), aRoom(['self', 'bo', 'ann'], 'ann')]) {
		rerender({ room, hidesSelf: false })
		expect(result.current.pinOf(bo)).toBeUndefined()
	}
	rerender(initialProps)
	toggle(self)
	expect(result.current.pinned).toBe('self')
	// The own tile is not shown, so it is not large either.
	rerender({ ...initialProps, hidesSelf: true })
	expect([result.current.pinned, result.current.pinOf(self)]).toEqual([undefined, undefined])
})
