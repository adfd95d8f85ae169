import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { createManualClock } from '../../../platform/testing/index.ts'
import { senderSuite } from './sender.suite.ts'
import { createSimulatedInbox, inboxFile } from './simulatedInbox.ts'

function anInbox(isDemo = false, file?: string) {
	const lines: string[] = []
	const clock = createManualClock(1_000)
	const inbox = createSimulatedInbox({
		clock,
		log: createLog('debug', { write: line => void lines.push(line) }),
		isDemo,
		file,
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

	test('[SMS-18] that of a demo is there again after a restart, and of no other anything is written', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'parley-inbox-'))
		onTestFinished(() => rmSync(folder, { recursive: true }))
		const file = join(folder, inboxFile)
		await anInbox(false, file).inbox.send(message)
		expect(existsSync(file)).toBe(false)
		const { inbox, clock } = anInbox(true, file)
		await inbox.send(message)
		clock.advance(1)
		await inbox.send({ ...message, text: 'another' })
		expect(statSync(file).mode & 0o077).toBe(0)
		expect(anInbox(true, file).inbox.recent()).toEqual(inbox.recent())
		expect(
			anInbox(true, file)
				.inbox.recent()
				.map(({ text }) => text),
		).toEqual(['another', message.text])
		writeFileSync(file, '[{"at":')
		expect(anInbox(true, file).inbox.recent()).toEqual([])
		anInbox(false, file)
		expect(existsSync(file)).toBe(false)
	})

	test('[SMS-18] a message arrives in a demo whose disk takes nothing', async () => {
		const { inbox, lines } = anInbox(true, '/nowhere/at/all.json')
		await inbox.send(message)
		expect(inbox.recent()).toHaveLength(1)
		expect(lines.join()).toContain('was not stored')
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
