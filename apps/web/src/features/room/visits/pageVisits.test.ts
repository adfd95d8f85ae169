import { afterEach, expect, test, vi } from 'vitest'
import { aShell } from '../../../testing/aShell.ts'
import { keptCall } from './keptCall.ts'
import { type PageRouter, pageVisits, subscribeToVisit } from './pageVisits.ts'

const router: PageRouter = {
	state: { location: { hash: '', pathname: '/', searchStr: '' } },
	history: { location: { state: undefined }, replace() {} },
}
const { bridge } = aShell()
const open = (meetingId: string) => pageVisits(router, bridge).open(meetingId, { hasTicket: false })

afterEach(() => vi.useRealTimers())

test('[ROOM-78] a listener is called only for the newest visit of the page, and not after it was removed', () => {
	vi.useFakeTimers()
	const first = open('100000001')
	let heard = 0
	const stop = subscribeToVisit(() => heard++)
	const second = open('100000002')
	const hide = pageVisits(router, bridge).show(second)
	expect(heard).toBe(1)
	// Without WebRTC, as here, a visit ends as soon as it begins.
	first.controller.start()
	expect([first.controller.getView().state.status, heard]).toEqual(['exited', 1])
	second.controller.start()
	expect(heard).toBe(2)
	stop()
	hide()
	open('100000003').controller.start()
	expect(heard).toBe(2)
})

test('[ROOM-80] a page restored from the back/forward cache keeps no call for a reload', () => {
	pageVisits(router, bridge)
	const call = { meetingId: '100000001', topic: 'Harbour', userId: '' }
	const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
	keptCall.write(call)
	show(false)
	expect(keptCall.take()).toEqual(call)
	keptCall.write(call)
	show(true)
	expect(keptCall.take()).toBeUndefined()
})
