import { encodePush, envelopeEvent } from '@parley/im'
import { setUp } from '../../sdk/im/src/testing/setUp.ts'
import { median } from '../testInstance.ts'
import { content } from './people.ts'

const rounds = 15
const messages = 5_000
const gid = 'g'

/** From the text of an event on the socket to the listener of the application, in this process. */
export async function measureSdk() {
	return [await measurePushes(1), await measurePushes(20)]
}

async function measurePushes(perPush: number) {
	let receive: (value: unknown) => void = () => {}
	const client: ReturnType<typeof setUp> = setUp({
		environment: {
			openTransport(address, events) {
				receive = events.onMessage
				return client.page.env.openTransport(address, events)
			},
		},
	})
	await client.loggedIn()
	let expected = 1
	let heard = 0
	client.im.on('messagesReceived', ({ list }) => {
		for (const { hisId } of list) if (hisId !== ++heard) throw new Error(`${hisId} came in place of ${heard}`)
	})
	const samples: number[] = []
	for (let round = 0; round < rounds; round++) {
		const texts = Array.from({ length: messages / perPush }, () => {
			const text = JSON.stringify([envelopeEvent, pushOf(expected, perPush)])
			expected += perPush
			return text
		})
		const begun = process.cpuUsage()
		for (const text of texts) receive((JSON.parse(text) as [string, unknown])[1])
		const { user, system } = process.cpuUsage(begun)
		if (round > 0 && heard !== expected - 1) throw new Error(`${heard} of ${expected - 1} messages came`)
		samples.push((user + system) / messages)
		// At first the group is one that it has to ask for.
		await client.time.advance(1_000)
	}
	return { 'messages in a push': perPush, 'CPU µs/message': median(samples).toFixed(1), goal: 10 }
}

const pushOf = (from: number, count: number) =>
	encodePush('messagesReceived', {
		gid,
		epoch: 'e1',
		from,
		to: from + count - 1,
		list: Array.from({ length: count }, (_, index) => ({
			type: 0,
			content,
			sendUserName: 'Person 0',
			imgUrl: '',
			role: 1,
			cmid: `message-${from + index}`,
			hisId: from + index,
			ts: 1_700_000_000_000,
			userId: 'bench-0',
		})),
	})
