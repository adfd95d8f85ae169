import { answerCodes, groupTypes } from '@parley/im'
import { createIM, type Environment, type IM, type PageStatus } from '../../sdk/im/src/index.ts'
import { createVirtualBrowser } from '../../sdk/im/src/testing/index.ts'
import { openSocketIo } from '../../sdk/im/src/transport/socketIo.ts'
import type { Transport } from '../../sdk/im/src/transport/transport.ts'
import type { MessageId, Observed } from './check.ts'
import type { Clients, ClientsSetup } from './clients.ts'

const loginAgainMs = 1_000
/** A page may end before it has stored its message; then nothing was promised. */
const givenUpAfterMs = 40_000

/** Published SDK in a page without a browser: real sockets and timers, and storage that outlives the page. */
function openPage(browser: ReturnType<typeof createVirtualBrowser>, onProblem: (text: string) => void) {
	const tab = 'tab'
	let isAlive = true
	const transports = new Set<Transport>()
	const listeners = new Set<Parameters<PageStatus['watch']>[0]>()
	/** Never settles once the page is gone. */
	const whileAlive = <T>(promise: Promise<T>): Promise<T> =>
		new Promise((resolve, reject) => {
			promise.then(
				value => isAlive && resolve(value),
				error => isAlive && reject(error),
			)
		})
	const environment: Partial<Environment> = {
		after(ms, act) {
			const timer = setTimeout(() => isAlive && act(), ms)
			return () => clearTimeout(timer)
		},
		storage: {
			get: key => whileAlive(browser.storage.get(key)),
			set: (key, value) => whileAlive(isAlive ? browser.storage.set(key, value) : Promise.resolve()),
			remove: key => whileAlive(isAlive ? browser.storage.remove(key) : Promise.resolve()),
			keys: prefix => whileAlive(browser.storage.keys(prefix)),
		},
		tab,
		locks: browser.locks.forTab(tab, () => isAlive),
		status: {
			watch(listener) {
				listeners.add(listener)
				return () => listeners.delete(listener)
			},
		},
		openTransport(server, events) {
			const transport = openSocketIo(server, {
				onOpen: () => isAlive && events.onOpen(),
				onMessage: value => isAlive && events.onMessage(value),
				onClose: (cause, reason) => isAlive && events.onClose(cause, reason),
			})
			transports.add(transport)
			return transport
		},
		http: async () => ({}),
		device: 'faults',
		strict: true,
		log: (text, details) => isAlive && onProblem(`${text} ${JSON.stringify(details)?.slice(0, 200)}`),
	}
	/** Reloads as a browser does: `leaving` and everything it triggers at once is handled, and then the page is gone. */
	async function discard(): Promise<void> {
		for (const transport of transports) transport.close()
		for (const listener of [...listeners]) listener('leaving')
		await new Promise(resolve => setImmediate(resolve))
		isAlive = false
		for (const transport of transports) transport.close()
		browser.locks.releaseAllOf(tab)
	}
	return { environment, discard }
}

export function createSdkClients({ url, subscribers, people, appId }: ClientsSetup): Clients {
	const observed: Observed = { acknowledged: [], received: Array.from({ length: subscribers }, () => []) }
	const problems: string[] = []
	const clients = people.map(person => ({
		...person,
		browser: createVirtualBrowser(),
		im: undefined as IM | undefined,
		discard: async () => {},
	}))
	/** Messages by the id from the outbox, since a later page may send them. */
	const unacknowledged = new Map<string, MessageId & { since: number }>()
	let gid = ''

	async function load(index: number): Promise<void> {
		const client = clients[index]
		if (!client) return
		const { environment, discard } = openPage(client.browser, text => problems.push(`${client.uid}: ${text}`))
		const im = createIM({
			modules: { muc: true },
			servers: { chat: url, api: url, monitor: url, userSign: url },
			environment,
		})
		Object.assign(client, { im, discard })
		const received = observed.received[index]
		im.on('messagesReceived', batch => {
			for (const { content } of batch.list) if (content?.startsWith('{')) received?.push(JSON.parse(content))
		})
		im.on('discontinuity', event => problems.push(`${client.uid}: discontinuity ${JSON.stringify(event)}`))
		im.on('messageStatus', ({ cmid, status, answer, error }) => {
			const message = unacknowledged.get(cmid)
			if (status === 'rejected') problems.push(`${client.uid}: a message was refused with ${error?.code}`)
			if (!message || (status !== 'sent' && status !== 'rejected')) return
			unacknowledged.delete(cmid)
			const { publisher, number } = message
			if (status === 'sent' && answer) observed.acknowledged.push({ publisher, number, position: answer.hisId })
		})
		im.on('state', ({ to }) => {
			if (to === 'gaveUp') im.connect()
		})
		im.on('ended', ({ code }) => {
			if (code === answerCodes.ok) return
			problems.push(`${client.uid}: ended with ${code}`)
			setTimeout(() => client.im === im && void im.login({ uid: client.uid, appId, token: client.token }), loginAgainMs)
		})
		await im.login({ uid: client.uid, appId, token: client.token })
	}

	return {
		observed,
		problems,
		async open() {
			await Promise.all(clients.map((_, index) => load(index)))
			const owner = clients.at(-1)?.im
			const userIds = clients.slice(0, -1).map(({ uid }) => uid)
			gid = (await owner?.groups.create({ name: 'Faults', mucType: groupTypes.COMMON, userIds })) ?? ''
		},
		publish({ publisher, number }) {
			const content = JSON.stringify({ publisher, number })
			const message = clients[subscribers + publisher]?.im?.group(gid).send({ content })
			if (!message) return
			unacknowledged.set(message.cmid, { publisher, number, since: Date.now() })
			message.sent.catch(() => {})
		},
		async reload(index) {
			await clients[index]?.discard()
			// It retries by itself when the first attempt fails.
			await load(index).catch(() => {})
		},
		waiting: () => [...unacknowledged.values()].filter(({ since }) => Date.now() - since < givenUpAfterMs).length,
	}
}
