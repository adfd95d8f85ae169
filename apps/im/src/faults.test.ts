import type { TransportEvents } from '@parley/im-sdk'
import { expect, test } from 'vitest'
import { createFaultyLine } from './faults.ts'

const envelope = (messageId: number) => ({ messageId, messageType: 1, jsonData: {} }) as never

function aLine() {
	const told: string[] = []
	const sent: unknown[] = []
	const due: (() => void)[] = []
	let inner: TransportEvents | undefined
	const line = createFaultyLine(
		(_, events) => {
			inner = events
			told.push('opens')
			return { send: value => void sent.push(value), close: () => void told.push('closed') }
		},
		{ after: (_, act) => void due.push(act) },
	)
	const open = () =>
		line.openTransport(
			{ url: '', path: '' },
			{
				onOpen: () => told.push('open'),
				onMessage: value => told.push(`got ${value}`),
				onClose: (cause, reason) => told.push(`over ${cause} ${reason}`),
			},
		)
	const elapse = () => {
		for (const act of due.splice(0)) act()
	}
	return { line, open, told, sent, elapse, inner: () => inner as TransportEvents }
}

test('a line that is cut ends, and none is made before it is joined', () => {
	const { line, open, told, elapse, inner } = aLine()
	open()
	line.cut()
	inner().onMessage('late')
	expect(told).toEqual(['opens', 'closed', 'over network cut'])
	open()
	elapse()
	expect(told.slice(3)).toEqual(['over network cut'])
	line.join()
	open()
	expect(told.slice(4)).toEqual(['opens'])
})

test('a frozen line holds both ways and tells nobody; then all goes in its order', () => {
	const { line, open, told, sent, elapse, inner } = aLine()
	const transport = open()
	line.freeze(10)
	transport.send(envelope(1))
	transport.send(envelope(2))
	inner().onMessage('a')
	inner().onClose('network', 'gone')
	expect([told, sent]).toEqual([['opens'], []])
	elapse()
	expect(sent).toEqual([envelope(1), envelope(2)])
	expect(told).toEqual(['opens', 'got a', 'over network gone'])
})

test('what was held is not delivered by a line that was closed in the meantime', () => {
	const { line, open, told, sent, elapse, inner } = aLine()
	const transport = open()
	line.freeze(10)
	transport.send(envelope(1))
	inner().onMessage('a')
	transport.close()
	elapse()
	expect([told, sent]).toEqual([['opens', 'closed'], []])
})
