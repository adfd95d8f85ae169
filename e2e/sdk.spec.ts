import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSdk } from '../sdk/im/build/build.ts'
import { createIM, type IM } from '../sdk/im/src/index.ts'
import { type EngineName, type EngineWindow, elements, hasEngine, openEngine } from './engines/index.ts'
import { test as base, expect, type ParleyServer, signInByApi } from './fixtures/index.ts'
import { openSdkPages, type SdkPages } from './sdkPages/pages.ts'

/** Data of one person of the demo, as a page receives it. */
interface Member {
	uid: string
	appId: string
	token: string
}

const test = base.extend<{ pages: SdkPages; gid: string }, { sdk: string }>({
	sdk: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from this pattern
		async ({}, use) => {
			const folder = await mkdtemp(join(tmpdir(), 'parley-sdk-'))
			await buildSdk(folder)
			await use(folder)
			await rm(folder, { recursive: true })
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	pages: async ({ server, sdk }, use) => {
		const pages = await openSdkPages(server.url, sdk)
		await use(pages)
		await pages.close()
	},
	gid: async ({ server }, use) => use((await demoOf(server)).group),
})

const demoOf = async ({ url }: ParleyServer) =>
	(await (await fetch(`${url}/im/demo`)).json()) as { appId: string; group: string; password: string }

/** Signs in like the product's page, and requests a messaging token. */
async function memberOf(server: ParleyServer, name: string): Promise<Member> {
	const { appId, password } = await demoOf(server)
	const { accessToken } = await signInByApi(server, name, password)
	const { imUserId, imToken } = await createIM({
		servers: { userSign: server.url },
		environment: {
			http: async ({ url }) =>
				(await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } })).json() as Promise<unknown>,
		},
	}).requestToken({ appId })
	return { uid: imUserId, appId, token: imToken }
}

/** Other person, whose page runs in this process. */
async function withPartner(server: ParleyServer, run: (partner: IM) => Promise<void>) {
	const partner = createIM({ servers: { chat: server.url, monitor: server.url }, modules: { muc: true } })
	await partner.login(await memberOf(server, 'hanmei'))
	try {
		await run(partner)
	} finally {
		partner.close()
	}
}

async function withWindow(engine: EngineName, url: string, run: (window: EngineWindow) => Promise<void>) {
	const window = await openEngine(engine, url, 'en')
	try {
		await run(window)
	} finally {
		await window.close()
	}
}

const address = (pages: SdkPages, file: string, query: Record<string, string>) =>
	`${pages.url}/${file}.html?${Object.entries(query)
		.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
		.join('&')}`
const shown = (window: EngineWindow) =>
	window.evaluate(() => [...document.querySelectorAll('#messages li')].map(row => row.textContent ?? ''))
const state = elements.text
/** Disconnects the network while `run` executes. */
async function whileCut(pages: SdkPages, run: () => Promise<void>) {
	pages.cut()
	await run()
	pages.join()
}

declare global {
	// Globals of the page with the modules.
	var im: IM
	var given: string[]
	var say: (content: string) => unknown
	interface Window {
		im: IM
		given: string[]
	}
}

for (const engine of ['chromium', 'firefox', 'webkit'] as const) {
	test.describe(engine, () => {
		test.skip(!hasEngine[engine], `${engine} is not installed`)

		test(`${engine}: a plain page with the script sends and receives, across a reload and a disconnection`, async ({
			server,
			pages,
			gid,
		}) => {
			const me = await memberOf(server, 'lilei')
			const url = address(pages, 'script', { ...me, gid })
			const send = async (window: EngineWindow, text: string) => {
				await window.fill(elements.field('Message'), text)
				await window.click(elements.button('Send'))
			}
			await withPartner(server, partner =>
				withWindow(engine, server.url, async window => {
					const heard: string[] = []
					partner.on('messagesReceived', ({ list }) => heard.push(...list.map(({ content }) => content)))
					await window.goto(url)
					await window.see(state('connected ready'))
					await window.see(elements.text('vaild param'))
					await send(window, `one ${engine}`)
					await partner.group(gid).send({ content: `two ${engine}` }).sent
					for (const text of ['one', 'two']) await window.see(elements.text(`${text} ${engine}`))

					await whileCut(pages, async () => {
						await window.see(state('reconnecting'))
						await partner.group(gid).send({ content: `three ${engine}` }).sent
						await window.fill(elements.field('Message'), `four ${engine}`)
						// The page is left at once. Its state is reset, so that later checks see the new page.
						await window.evaluate(() => {
							document.getElementById('state')?.remove()
							document.getElementById('send')?.click()
							location.reload()
						})
						await window.see(state('reconnecting'))
					})
					await window.see(state('connected ready'))
					for (const text of ['three', 'four']) await window.see(elements.text(`${text} ${engine}`))
					// Messages from before the reload are not delivered again; later ones are delivered once.
					expect((await shown(window)).filter(text => text.endsWith(engine)).sort()).toEqual(
						[`three ${engine}`, `four ${engine}`].sort(),
					)
					await expect.poll(() => heard.filter(text => text === `four ${engine}`)).toHaveLength(1)
					expect(heard.filter(text => text === `one ${engine}`)).toHaveLength(1)
				}),
			)
		})

		test(`${engine}: the modules load only the code that messages need`, async ({ server, pages, gid }) => {
			const me = await memberOf(server, 'lilei')
			await withPartner(server, partner =>
				withWindow(engine, server.url, async window => {
					await window.goto(address(pages, 'module', { ...me, gid }))
					await window.see(state('ready'))
					await partner.group(gid).send({ content: `modules ${engine}` }).sent
					await expect.poll(() => window.evaluate(() => given)).toContain(`modules ${engine}`)
					await window.evaluate(() => void say('an answer'))
					await expect.poll(() => window.evaluate(() => im.stats().messagesSent)).toBe(1)
					// The last two upload the device information, after the login.
					expect([...new Set(pages.loaded)].sort()).toEqual(['flowLog.js', 'http.js', 'index.js'])
					expect(await window.evaluate(() => im.storage)).toBe('indexedDB')
				}),
			)
		})

		test(`${engine}: of two pages, the remaining one sends the other's message once`, async ({
			server,
			pages,
			gid,
		}) => {
			const me = await memberOf(server, 'lilei')
			await withWindow(engine, server.url, async window => {
				await window.goto(address(pages, 'tabs', { ...me, gid }))
				const states = () =>
					window.evaluate(() => [...document.querySelectorAll('iframe')].map(frame => frame.contentWindow?.im?.state))
				await expect.poll(states, { timeout: 60_000 }).toEqual(['ready', 'ready'])
				pages.cut()
				await expect.poll(states).toEqual(['reconnecting', 'reconnecting'])
				const content = `kept ${engine} ${Date.now()}`
				await window.evaluate(
					new Function(`document.querySelector('#first').contentWindow.say(${JSON.stringify(content)})`) as () => void,
				)
				// It is stored before the page is closed.
				await new Promise(resolve => setTimeout(resolve, 1_000))
				await window.evaluate(() => document.querySelector('#first')?.remove())
				const sent = () =>
					window.evaluate(
						() => document.querySelector<HTMLIFrameElement>('#second')?.contentWindow?.im.stats().messagesSent,
					)
				pages.join()
				await expect.poll(sent, { timeout: 30_000 }).toBe(1)
				await expect
					.poll(() => window.evaluate(() => document.querySelector('iframe')?.contentWindow?.given ?? []))
					.toContain(content)
			})
		})

		for (const { without, kind } of [
			{ without: 'indexedDB', kind: 'localStorage' },
			{ without: 'indexedDB,localStorage', kind: 'memory' },
		] as const) {
			test(`${engine}: without ${without} it stores data in ${kind}, and reports it`, async ({
				server,
				pages,
				gid,
			}) => {
				const me = await memberOf(server, 'lilei')
				await withWindow(engine, server.url, async window => {
					const url = address(pages, 'module', { ...me, gid, without })
					await window.goto(url)
					await window.see(state('ready'))
					expect(await window.evaluate(() => im.storage)).toBe(kind)
					pages.cut()
					await window.see(state('reconnecting'))
					const content = `said without ${without} ${engine} ${Date.now()}`
					await window.evaluate(new Function(`say(${JSON.stringify(content)})`) as () => void)
					if (kind === 'localStorage') {
						await new Promise(resolve => setTimeout(resolve, 500))
						await window.goto(url)
					}
					pages.join()
					await expect.poll(() => window.evaluate(() => given), { timeout: 30_000 }).toContain(content)
				})
			})
		}
	})
}
