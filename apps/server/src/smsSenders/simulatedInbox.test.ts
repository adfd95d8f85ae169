import { describe, expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { createManualClock } from '../platform/testing/index.ts'
import { senderSuite } from './sender.suite.ts'
import { createSimulatedInbox } from './simulatedInbox.ts'

function anInbox(isDemo = false) {
	const lines: string[] = []
	const clock = createManualClock(1_000)
	const inbox = createSimulatedInbox({
		clock,
		log: createLog('debug', { write: line => void lines.push(line) }),
		isDemo,
	})
	return { inbox, clock, lines }
}
const message = {
	kind: 'code',
	to: '+8613800000001',
	text: 'code 042137',
	code: '042137',
	minutes: 5,
	language: 'en',
} as const

describe('the simulated inbox', () => {
	senderSuite(async () => {
		const { inbox } = anInbox()
		const delivered = () =>
			inbox
				.recent()
				.toReversed()
				.map(({ to, text }) => ({ to, about: /周会|\d{6}/.exec(text)?.[0] ?? '' }))
		return { sender: inbox, delivered }
	}, [])

	test('[SMS-18] shows the newest first, and keeps fifty', async () => {
		const { inbox, clock } = anInbox()
		for (let i = 0; i < 60; i++) {
			clock.advance(1)
			await inbox.send({ ...message, text: `message ${i}` })
		}
		const recent = inbox.recent()
		expect(recent).toHaveLength(50)
		expect(recent[0]).toEqual({ at: 1_060, to: message.to, text: 'message 59' })
	})

	test('[API-38] a code is in the log of a demo, and in no other', async () => {
		const demo = anInbox(true)
		await demo.inbox.send(message)
		expect(demo.lines.join()).toContain('042137')
		const house = anInbox(false)
		await house.inbox.send(message)
		expect(house.lines).toEqual([])
	})
})
