import { expect, test } from 'vitest'
import { createMessageLog, matchesFilter } from './messageLog.ts'

function filled() {
	let time = 100
	const messageLog = createMessageLog(() => time++)
	const first = messageLog.add('page', 'scan', 'publicScan')
	messageLog.add('shell', 'directJoin', { meetingId: '312846905' }, 'nobody listens')
	messageLog.addReply(first, { content: 'https://meet.example.org' })
	return messageLog
}

test('[BRG-01] a reply belongs to its message, and the other stays the same object', () => {
	const messageLog = filled()
	const before = messageLog.messages.get()
	messageLog.addReply(1, { content: 'again' })
	const after = messageLog.messages.get()
	expect(after[0]?.replies.map(reply => reply.data)).toEqual([
		{ content: 'https://meet.example.org' },
		{ content: 'again' },
	])
	expect(after[1]).toBe(before[1])
})

test.each([
	['all', '', ['scan', 'directJoin']],
	['page', '', ['scan']],
	['shell', '', ['directJoin']],
	['all', 'SCAN', ['scan']],
	['all', '3128', ['directJoin']],
	['all', 'example.org', ['scan']],
	['all', 'nobody', ['directJoin']],
	['page', 'nobody', []],
] as const)('[BRG-01] of %s messages those with %j are found', (from, words, expected) => {
	const found = filled()
		.messages.get()
		.filter(message => matchesFilter(message, { from, words }))
	expect(found.map(message => message.name)).toEqual(expected)
})

test('[BRG-01] the newest 500 are kept', () => {
	const messageLog = createMessageLog(() => 0)
	for (let count = 0; count < 510; count++) messageLog.add('page', `call ${count}`, {})
	const names = messageLog.messages.get().map(message => message.name)
	expect(names).toHaveLength(500)
	expect(names.at(0)).toBe('call 10')
})
