import {
	type CallAnswer,
	type CallInput,
	type CallName,
	type Envelope,
	type PushData,
	type PushName,
	packetName,
	packetNumber,
} from '@parley/im'
import type { Connection } from '../ports/connection.ts'
import type { Messaging } from '../service.ts'
import { settled } from './manualTimers.ts'

type Answer<N extends CallName> = Partial<CallAnswer<N>> & { code: number; retryAfterMs?: number }

/** Client without logic: it stores received envelopes and finds answers among them. */
export function createFakeConnection(messaging: Messaging, { id, address }: { id: string; address: string }) {
	const received: Envelope[] = []
	let nextMessageId = 10_000
	let isClosed = false
	let pendingBytes = 0
	const connection: Connection = {
		id,
		address,
		origin: 'https://meet.example.org',
		send(envelopes) {
			if (!isClosed) received.push(...envelopes)
		},
		pendingBytes: () => pendingBytes,
		close() {
			isClosed = true
		},
	}
	const handler = messaging.connect(connection)

	function send(name: CallName, data: unknown): number {
		const messageId = nextMessageId++
		handler.receive({ messageId, messageType: packetNumber(name), jsonData: data })
		return messageId
	}
	const findAnswer = (messageId: number) => received.find(envelope => envelope.messageId === messageId)?.jsonData

	return {
		received,
		send,
		receive: (value: unknown) => handler.receive(value),
		/** Returns the answer to an earlier {@link send}, if it has arrived. */
		answerOf: <N extends CallName>(messageId: number) => findAnswer(messageId) as Answer<N> | undefined,
		/** Sends a call and waits for the answer; `advance` lets time pass meanwhile. */
		async call<N extends CallName>(
			name: N,
			data: CallInput<N>,
			advance: () => Promise<void> = settled,
		): Promise<Answer<N>> {
			const messageId = send(name, data)
			await advance()
			const answer = findAnswer(messageId)
			if (!answer) throw new Error(`no answer to ${name}`)
			return answer as Answer<N>
		},
		pushes: <N extends PushName>(name: N): PushData<N>[] =>
			received
				.filter(envelope => envelope.messageId === 0 && packetName(envelope.messageType) === name)
				.map(envelope => envelope.jsonData as PushData<N>),
		isClosed: () => isClosed,
		/** The client disconnects. */
		drop(): void {
			isClosed = true
			handler.closed()
		},
		setPendingBytes(bytes: number): void {
			pendingBytes = bytes
		},
	}
}

export type FakeConnection = ReturnType<typeof createFakeConnection>
