import { company } from '@parley/api'
import { renderHook } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { valueOfFailure } from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import { stubServer } from '../../testing/stubServer.ts'
import {
	answerRefusals,
	emptyQueue,
	type InvitationQueue,
	type InvitationQueueEvent,
	invitationReducer,
	useInvitations,
} from './useInvitations.ts'

const one = { companyId: 'c1' as never, companyName: 'One' }
const two = { companyId: 'c2' as never, companyName: 'Two' }
const after = (...events: InvitationQueueEvent[]): InvitationQueue => events.reduce(invitationReducer, emptyQueue)
const loaded: InvitationQueueEvent = { type: 'loaded', invitations: [one, two] }

test('[CORP-03] invitations are shown one after the other, each once the one before is answered', () => {
	expect(after(loaded).pending).toEqual([one, two])
	expect(after(loaded, { type: 'answering', action: 'accept' })).toEqual({ pending: [one, two], sending: 'accept' })
	expect(after(loaded, { type: 'answering', action: 'accept' }, { type: 'settled' })).toEqual({ pending: [two] })
	expect(after(loaded, { type: 'settled' }, { type: 'settled' })).toEqual(emptyQueue)
})

test('a failed answer can be sent again, and all can be postponed', () => {
	expect(after(loaded, { type: 'answering', action: 'refuse' }, { type: 'failed' })).toEqual({ pending: [one, two] })
	expect(after(loaded, { type: 'postponed' })).toEqual(emptyQueue)
})

test('an invitation that was answered elsewhere is settled, any other failure can be sent again', () => {
	const network = { message: () => 'network', isSettled: false }
	const errorOf = (refusal: 'missing' | 'timeout' | 'broken') => valueOfFailure({ refusal }, answerRefusals, network)
	expect(errorOf('missing').isSettled).toBe(true)
	expect(errorOf('timeout')).toBe(network)
	expect(errorOf('broken').isSettled).toBe(false)
	const messages = (['missing', 'timeout', 'broken'] as const).map(refusal => errorOf(refusal).message())
	expect(messages).toEqual([m.company_invitation_gone(), 'network', m.company_invitation_failed()])
})

test('[CORP-03] who has left before the answer waits for it no more', async () => {
	onTestFinished(() => void vi.unstubAllGlobals())
	const server = stubServer({ [company.invitations.route]: () => new Promise(() => {}) })
	const { unmount } = renderHook(() => useInvitations())
	await vi.waitFor(() => expect(server.requests).toHaveLength(1))
	expect(server.requests[0]?.signal?.aborted).toBe(false)
	unmount()
	expect(server.requests[0]?.signal?.aborted).toBe(true)
})
