import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodePush, envelopeEvent, packetNumbers } from '@parley/im'
import { chromium, type Page } from 'playwright-core'
import { buildSdk, engineFile } from '../../sdk/im/build/build.ts'
import type { IM, OpenTransport } from '../../sdk/im/src/index.ts'
import { median } from '../testInstance.ts'
import { content } from './people.ts'

const rounds = 15
const messages = 5_000
const gid = 'g'
const origin = 'http://sdk.localhost'

/** Contents of the measured page. */
interface Measured {
	receive(value: unknown): void
	texts: string[]
	heard: number
	im: IM
}
declare const measured: Measured

/** Measures from the text of an event on the socket to the listener of the application, in a page with the published modules. */
export async function measureSdk() {
	const executablePath = process.env.PARLEY_BROWSER
	if (!executablePath) throw new Error('PARLEY_BROWSER does not name a browser')
	const folder = await mkdtemp(join(tmpdir(), 'parley-bench-sdk-'))
	const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
	try {
		await buildSdk(folder)
		const rows = []
		for (const perPush of [1, 20]) {
			const context = await browser.newContext()
			rows.push(await measurePushes(await openPage(await context.newPage(), folder), perPush))
			await context.close()
		}
		return rows
	} finally {
		await browser.close()
		await rm(folder, { recursive: true })
	}
}

async function openPage(page: Page, folder: string): Promise<Page> {
	const map = JSON.stringify({ imports: { 'engine.io-client': '/engine.io-client.js' } })
	await page.route(`${origin}/**`, async route => {
		const { pathname } = new URL(route.request().url())
		if (pathname === '/')
			return route.fulfill({ contentType: 'text/html', body: `<script type="importmap">${map}</script>` })
		if (!pathname.endsWith('.js')) return route.fulfill({ json: {} })
		const file = pathname === '/engine.io-client.js' ? engineFile : join(folder, pathname)
		return route.fulfill({ contentType: 'text/javascript', body: await readFile(file, 'utf8') })
	})
	await page.goto(`${origin}/`)
	await page.evaluate(logIn, { gid, login: packetNumbers.login, syncKeys: packetNumbers.syncKeys })
	return page
}

/** Runs in the page: logs in to its own server, and verifies the order of events. */
async function logIn({ gid, login, syncKeys }: { gid: string; login: number; syncKeys: number }) {
	const openTransport: OpenTransport = (_, events) => {
		state.receive = events.onMessage
		setTimeout(events.onOpen)
		const answers: Record<number, object> = {
			[login]: { session: 's', now: 0, expiresAt: 1e9, user: { userId: 'ann', nickName: 'Ann' } },
			[syncKeys]: { keys: {} },
		}
		return {
			send({ messageId, messageType }) {
				const jsonData = { code: 0, list: [], conversations: [], ...answers[messageType] }
				setTimeout(() => events.onMessage({ messageId, messageType, jsonData }))
			},
			close() {},
		}
	}
	const { createIM } = (await import('/index.js' as string)) as typeof import('../../sdk/im/src/index.ts')
	const im = createIM({ modules: { muc: true }, environment: { openTransport } })
	const state: Measured = { receive() {}, texts: [], heard: 0, im }
	Object.assign(globalThis, { measured: state })
	im.group(gid).on('messagesReceived', ({ list }) => {
		for (const { hisId } of list)
			if (hisId !== ++state.heard) throw new Error(`${hisId} arrived instead of ${state.heard}`)
	})
	await im.login({ uid: 'ann', appId: 'app', token: 't' })
}

async function measurePushes(page: Page, perPush: number) {
	const session = await page.context().newCDPSession(page)
	await session.send('Performance.enable', { timeDomain: 'threadTicks' })
	/** Returns the CPU time of the page's own thread, in microseconds. */
	async function busy() {
		const { metrics } = await session.send('Performance.getMetrics')
		return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1e6
	}
	// A group seen for the first time must be read.
	await page.evaluate(
		async first => {
			measured.receive(first)
			await new Promise(resolve => setTimeout(resolve, 1_000))
		},
		pushOf(1, 1),
	)
	let expected = 2
	const samples: number[] = []
	for (let round = 0; round < rounds; round++) {
		const texts = Array.from({ length: messages / perPush }, () => {
			const text = JSON.stringify([envelopeEvent, pushOf(expected, perPush)])
			expected += perPush
			return text
		})
		await page.evaluate(given => {
			measured.texts = given
		}, texts)
		const begun = await busy()
		const problem = await page.evaluate(async () => {
			for (const text of measured.texts) measured.receive((JSON.parse(text) as [string, unknown])[1])
			// Includes storing the state.
			await new Promise(resolve => setTimeout(resolve, 300))
			const { delivered, listenerErrors, storageErrors } = measured.im.stats()
			return listenerErrors + storageErrors > 0 ? `${listenerErrors} listeners, ${storageErrors} writes` : delivered
		})
		const spent = (await busy()) - begun
		if (problem !== expected - 1) throw new Error(`${problem} of ${expected - 1} messages arrived`)
		samples.push(spent / messages)
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
