import { expect, test } from 'vitest'
import { noInvitations, type Queue, type QueueEvent, queued, treatedOf } from './invitations.ts'

const one = { companyId: 'c1' as never, companyName: 'One' }
const two = { companyId: 'c2' as never, companyName: 'Two' }
const after = (...events: QueueEvent[]): Queue => events.reduce(queued, noInvitations)
const came: QueueEvent = { type: 'came', invitations: [one, two] }

test('[CORP-03] one comes after the other, once the one before has its answer', () => {
	expect(after(came).waiting).toEqual([one, two])
	expect(after(came, { type: 'giving', answer: 'accept' })).toEqual({ waiting: [one, two], giving: 'accept' })
	expect(after(came, { type: 'giving', answer: 'accept' }, { type: 'settled' })).toEqual({ waiting: [two] })
	expect(after(came, { type: 'settled' }, { type: 'settled' })).toEqual(noInvitations)
})

test('an answer that did not get through can be given again, and all can wait for the next time', () => {
	expect(after(came, { type: 'giving', answer: 'refuse' }, { type: 'stuck' })).toEqual({ waiting: [one, two] })
	expect(after(came, { type: 'putOff' })).toEqual(noInvitations)
})

test('one that has been answered elsewhere is done with', () => {
	expect(treatedOf(undefined)).toBe('given')
	expect(treatedOf({ refusal: 'missing' })).toBe('gone')
	expect(treatedOf({ refusal: 'timeout' })).toBe('unreachable')
	expect(treatedOf({ refusal: 'broken' })).toBe('failed')
})
