import { expect, test } from 'vitest'
import { createMemoryStore } from '../../storage/keyValueStore.ts'
import { createResumeStore } from './resumeStore.ts'
import { addressWithTicket, parseTicket, takeTicket } from './ticket.ts'

test('[ROOM-04] taking the ticket removes it from the address, and the rest stays', () => {
	const replaced: string[] = []
	const address = { hash: '#ticket=abc_-1', pathname: '/room/123456789', search: '?from=list' }
	expect(takeTicket(address, url => replaced.push(url))).toBe('abc_-1')
	expect(replaced).toEqual(['/room/123456789?from=list'])
})

test('[ROOM-04] without a ticket the address is unchanged', () => {
	const replaced: string[] = []
	expect(takeTicket({ hash: '', pathname: '/room/1', search: '' }, url => replaced.push(url))).toBeUndefined()
	expect(replaced).toEqual([])
	expect(parseTicket('#other=1')).toBeUndefined()
})

test('[ROOM-93] a ticket that was taken can be put back for the page that is loaded instead', () => {
	const address = addressWithTicket({ pathname: '/room/123456789', search: '?from=list' }, 'a+b/_-1')
	const { hash, pathname, search } = new URL(address, 'https://parley.example')
	const replaced: string[] = []
	expect(takeTicket({ hash, pathname, search }, url => replaced.push(url))).toBe('a+b/_-1')
	expect(replaced).toEqual(['/room/123456789?from=list'])
})

const box = (meetingId: string, shelf = createMemoryStore()) => {
	const write = (key: string, value: string | undefined) =>
		value === undefined ? shelf.removeItem(key) : shelf.setItem(key, value)
	return { shelf, box: createResumeStore(meetingId, { read: key => shelf.getItem(key) ?? undefined, write }) }
}

test('[ROOM-21] the resume state belongs to one meeting and can be cleared', () => {
	const first = box('111111111')
	const resumeState = { token: 't', microphone: true, camera: false }
	first.box.write(resumeState)
	expect(first.box.read()).toEqual(resumeState)
	expect(box('222222222', first.shelf).box.read()).toBeUndefined()
	first.box.exit({ reason: 'removed', lastedMs: 5, visitToken: 'visit' })
	expect(first.box.read()).toBeUndefined()
	expect([first.box.readExit(), box('222222222', first.shelf).box.readExit()]).toEqual([
		{ reason: 'removed', lastedMs: 5, visitToken: 'visit' },
		undefined,
	])
})

test('[ROOM-21] anything else under the key is no resume state', () => {
	const { shelf, box: own } = box('111111111')
	for (const text of ['', 'not json', '{}', '{"token":1}', 'null']) {
		shelf.setItem('room.111111111', text)
		expect(own.read()).toBeUndefined()
	}
})
