import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { m } from '../../locales/index.ts'
import type { JoinedRoom } from './roomState.ts'
import { useSpeakerAnnouncement } from './useSpeakerAnnouncement.ts'

afterEach(cleanup)

const roomWhere = (...speaking: string[]) =>
	({
		self: 'self',
		people: ['self', 'mei', 'lei'].map(id => ({ id, name: id.toUpperCase() })),
		speaking: new Set(speaking),
	}) as unknown as JoinedRoom

test('[ROOM-106] who speaks is said on demand, without oneself, and again when asked again', () => {
	const { result, rerender } = renderHook(({ room }) => useSpeakerAnnouncement(room), {
		initialProps: { room: roomWhere('self', 'mei', 'lei') },
	})
	const ask = () => {
		act(() => result.current.announce())
		return result.current.text
	}
	expect(result.current.text).toBe('')
	const first = ask()
	expect(first.trim()).toBe(m.room_speaking_now({ names: ['MEI', 'LEI'].join(m.room_names_separator()) }))
	rerender({ room: roomWhere('self') })
	expect(result.current.text).toBe(first)
	const [second, third] = [ask(), ask()]
	expect([second.trim(), third.trim()]).toEqual([m.room_speaking_nobody(), m.room_speaking_nobody()])
	// A live region reads out only what changes.
	expect(third).not.toBe(second)
})
