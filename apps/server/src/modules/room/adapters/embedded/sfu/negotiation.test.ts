import { expect, test } from 'vitest'
import { answerReceived, offerSent, requestOffer, stable } from './negotiation.ts'

test('[ROOM-51] one offer is in flight; changes meanwhile make the next', () => {
	const first = requestOffer(stable)
	expect(first.start).toBe(true)
	const waiting = offerSent(first.next, 1)
	const again = requestOffer(requestOffer(waiting).next)
	expect(again.start).toBe(false)
	const answer = answerReceived(again.next, 1)
	expect(answer).toEqual({ next: { status: 'preparing', nextDue: false }, accept: true, start: true })
	expect(answerReceived(offerSent(answer.next, 2), 2)).toEqual({ next: stable, accept: true, start: false })
})

test('[ROOM-51] a change while the offer is being prepared is not lost', () => {
	const preparing = requestOffer(requestOffer(stable).next).next
	expect(answerReceived(offerSent(preparing, 1), 1).start).toBe(true)
})

test('[ROOM-51] only an answer to the offer in flight is accepted', () => {
	const waiting = offerSent(requestOffer(stable).next, 2)
	expect(answerReceived(waiting, 1)).toEqual({ next: waiting, accept: false, start: false })
	expect(answerReceived(stable, 1).accept).toBe(false)
})
