import { expect, test } from 'vitest'
import { answered, offered, stable, wanted } from './negotiation.ts'

test('[ROOM-51] one offer is in flight; what changes meanwhile makes the next', () => {
	const first = wanted(stable)
	expect(first.start).toBe(true)
	const waiting = offered(first.next, 1)
	const again = wanted(wanted(waiting).next)
	expect(again.start).toBe(false)
	const answer = answered(again.next, 1)
	expect(answer).toEqual({ next: { at: 'preparing', again: false }, accept: true, start: true })
	expect(answered(offered(answer.next, 2), 2)).toEqual({ next: stable, accept: true, start: false })
})

test('[ROOM-51] a change while the offer is being prepared is not lost', () => {
	const preparing = wanted(wanted(stable).next).next
	expect(answered(offered(preparing, 1), 1).start).toBe(true)
})

test('[ROOM-51] an answer to anything but the offer in flight is not taken', () => {
	const waiting = offered(wanted(stable).next, 2)
	expect(answered(waiting, 1)).toEqual({ next: waiting, accept: false, start: false })
	expect(answered(stable, 1).accept).toBe(false)
})
