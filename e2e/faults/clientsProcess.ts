import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { countLosses } from './check.ts'
import type { Clients, FromClients, ToClients } from './clients.ts'
import { createSdkClients } from './sdkClients.ts'
import { createSocketIoClients } from './socketIoClients.ts'

/** Program: all clients of one subject, driven by messages from its parent. */
const drainWithinMs = 40_000
/** Messages that are never acknowledged are sent again for ever. */
const quietWithinMs = 30_000
/** Longer than the server takes to announce the head of a log whose last message was lost. */
const quietMs = { ours: 15_000, bare: 3_000 }

let clients: Clients | undefined
let writing: NodeJS.Timeout | undefined
let subject: keyof typeof quietMs = 'ours'
let count = 0
let written = 0
const send = (message: FromClients) => process.send?.(message)

process.on('message', async (message: ToClients) => {
	if (message.kind === 'open') {
		const { setup } = message
		subject = setup.subject
		count = setup.subscribers + setup.publishers
		clients = setup.subject === 'ours' ? createSdkClients(setup) : createSocketIoClients(setup)
		await clients.open()
		send({ kind: 'opened' })
		// Publishers take turns, so that writing is even.
		writing = setInterval(() => {
			const publisher = written % setup.publishers
			clients?.publish({ publisher, number: Math.floor(written / setup.publishers) })
			written++
		}, setup.everyMs / setup.publishers)
	}
	if (message.kind === 'reload') clients?.reload(Math.floor(message.pick * count))
	if (message.kind === 'finish' && clients) {
		clearInterval(writing)
		await settle(clients)
		const { observed, problems } = clients
		send({ kind: 'finished', observed, written, problems })
	}
})

/** Waits until everything is acknowledged and received, or no more messages arrive. */
async function settle({ waiting, observed }: Clients): Promise<void> {
	const drainUntil = Date.now() + drainWithinMs
	while (waiting() > 0 && Date.now() < drainUntil) await delay(100)
	const total = () => observed.received.reduce((sum, messages) => sum + messages.length, 0)
	let [known, since] = [total(), Date.now()]
	const giveUpAt = Date.now() + quietWithinMs
	while (Date.now() - since < quietMs[subject] && Date.now() < giveUpAt && countLosses(observed).lost > 0) {
		await delay(250)
		if (total() !== known) [known, since] = [total(), Date.now()]
	}
	// Duplicates arrive about now.
	await delay(1_000)
}

process.on('disconnect', () => process.exit())
